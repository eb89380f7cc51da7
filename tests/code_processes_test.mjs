// The project's code in several processes (LECTERN_CODE_PROCESSES): how they share the work, and what belongs together stays in one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { sleep } from './lib/expect.mjs';
import { startServer } from './lib/server.mjs';

const token = { Authorization: 'Bearer ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' };
const PROCESSES = 2;

const index = `const fs = require('fs');
const note = text => fs.appendFileSync('starts', text + ' ' + process.pid + '\\n');
module.exports = {
	register({ strapi }) {
		strapi.plugin('graphql').service('extension').use({
			typeDefs: 'extend type Query { pid: Int marked: Int }',
			resolvers: { Query: {
				async pid(parent, args, { state }) { state.marks = (state.marks ?? 0) + 1; await null; return process.pid; },
				marked: (parent, args, { state }) => state.marks ?? 0,
			} },
			resolversConfig: { 'Query.pid': { auth: false }, 'Query.marked': { auth: false } },
		});
	},
	async bootstrap({ strapi }) {
		note('begins');
		await new Promise(done => setTimeout(done, 200));
		strapi.db.lifecycles.subscribe({ models: ['api::chain.chain'], beforeCreate({ params }) { params.data.name += ' heard'; } });
		note('ends');
	},
	destroy() { console.log('destroyed'); },
};\n`;

const lifecycles = `const made = new Set();
module.exports = {
	async beforeCreate(event) {
		event.state.pid = process.pid;
		made.add(event.params.data.name);
		await new Promise(done => setTimeout(done, 5));
	},
	afterCreate(event) {
		if (event.state.pid !== process.pid || !made.delete(event.params.data.name)) throw new Error('another process');
		if (event.params.data.name.startsWith('kills')) process.kill(process.pid, 'SIGKILL');
	},
};\n`;

const lab = `module.exports = {
	async who() { await new Promise(done => setTimeout(done, 20)); return { pid: process.pid }; },
	async both(ctx) {
		const names = [1, 2, 3].map(i => ctx.params.name + i);
		await strapi.db.transaction(async () => {
			for (const name of names) {
				await strapi.db.query('api::review.review').create({ data: { title: name, stars: 1, publishedAt: new Date() } });
			}
			if (ctx.query.fail) throw new Error('no');
		});
		return { pid: process.pid };
	},
};\n`;
const route = one => `{ method: 'GET', path: '/lab/${one}', handler: 'lab.${one.split('/')[0]}', config: { auth: false } }`;

const files = {
	'src/index.js': index,
	'src/api/category/content-types/category/lifecycles.js': lifecycles,
	'src/api/lab/controllers/lab.js': lab,
	'src/api/lab/routes/lab.js': `module.exports = { routes: [${['who', 'both/:name'].map(route).join(', ')}] };\n`,
	'config/server.json': null,
	'config/server.js': `module.exports = { host: '127.0.0.1', port: 1337, app: { keys: ['k1'] }, cron: { enabled: true, tasks: {
	'* * * * * *': ({ strapi }, date) =>
		strapi.db.query('api::review.review').create({ data: { title: 'at ' + date.toISOString(), stars: 1 } }),
} } };\n`,
};

describe('several processes of code', () => {
	let server;
	const ask = async (where, options = {}) => {
		const response = await fetch(server.base + where, { ...options, headers: { ...token, ...options.headers } });
		const text = await response.text();
		return { status: response.status, text, json: /^[{[]/.test(text) ? JSON.parse(text) : null };
	};
	const post = (where, body) => ask(where, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
	const many = (count, run) => Promise.all(Array.from({ length: count }, (_, i) => run(i)));
	const count = async title =>
		(await ask(`/api/reviews?publicationState=preview&filters[title][$startsWith]=${title}&pagination[pageSize]=100`)).json.data;
	/** Who answers of many that ask at the same time. */
	const pids = async () => {
		const answers = await many(12, () => ask('/api/lab/who'));
		for (const { status, text } of answers) assert.ok(status === 200 || status === 503 || status === 500, text);
		return new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.pid));
	};
	const untilThere = async (known = () => true) => {
		for (const end = Date.now() + 60_000; ; await sleep(50)) {
			const found = await pids();
			if (found.size === PROCESSES && known(found)) return found;
			assert.ok(Date.now() < end, 'they never came');
		}
	};

	before(async () => {
		server = await startServer({ folder: makeCodeProject(files), env: { LECTERN_CODE_PROCESSES: String(PROCESSES) } });
		await untilThere();
	});
	after(() => server?.stop());

	it('start one after the other', () => {
		const lines = readFileSync(path.join(server.folder, 'starts'), 'utf8').trim().split('\n');
		const words = lines.map(line => line.split(' '));
		assert.deepEqual(
			words.map(([what]) => what),
			Array.from({ length: PROCESSES }, () => ['begins', 'ends']).flat(),
		);
		for (let i = 0; i < words.length; i += 2) assert.equal(words[i][1], words[i + 1][1]);
	});

	it('run the hooks before and after a change in the same one', async () => {
		const made = await many(40, i => post('/api/categories', { data: { name: `hooked ${i}` } }));
		for (const { status, text } of made) assert.equal(status, 200, text);
		const chain = await post('/api/chains', { data: { name: 'chain', code: 'c' } });
		assert.equal(chain.json.data.attributes.name, 'chain heard', chain.text);
	});

	it('have transactions of their own', async () => {
		const answers = await many(12, i => ask(`/api/lab/both/moved${i}-${i % 3 ? '' : '?fail=1'}`));
		answers.forEach(({ status, text }, i) => assert.equal(status, i % 3 ? 200 : 500, text));
		assert.equal((await count('moved')).length, 8 * 3);
	});

	it('keep what a GraphQL request has in one', async () => {
		const aliases = Array.from({ length: 6 }, (_, i) => `p${i}: pid`).join(' ');
		const answers = await many(12, () => post('/graphql', { query: `{ ${aliases} marked }` }));
		for (const { json, text } of answers) {
			const { marked, ...all } = json.data;
			assert.equal(new Set(Object.values(all)).size, 1, text);
			assert.equal(marked, 6, text);
		}
		assert.equal(new Set(answers.map(({ json }) => json.data.p0)).size, PROCESSES);
	});

	it('run a task once when its time comes', async () => {
		const end = Date.now() + 60_000;
		let found;
		while ((found = await count('at 2')).length < 3) {
			assert.ok(Date.now() < end, 'no task was run');
			await sleep(100);
		}
		const times = found.map(({ attributes }) => attributes.title);
		assert.equal(new Set(times).size, times.length, times.join(', '));
	});

	it('are replaced one by one, while the others answer', async () => {
		const [gone, ...others] = await untilThere();
		process.kill(gone, 'SIGKILL');
		// At most what the one had is not answered.
		const answers = await many(20, () => ask('/api/lab/who'));
		assert.ok(answers.some(({ json }) => others.includes(json?.pid)));
		// What the one that starts has not told yet, the others have.
		let isBack = false;
		const heard = async () => {
			for (let i = 0; !isBack; i++) {
				const made = await post('/api/chains', { data: { name: `late ${i}`, code: 'c' } });
				assert.equal(made.json.data?.attributes.name, `late ${i} heard`, made.text);
			}
		};
		const writing = heard();
		const now = await untilThere(found => !found.has(gone)).finally(() => (isBack = true));
		await writing;
		for (const other of others) assert.ok(now.has(other));
	});

	it('undo a change whose process ends before all hooks were run', async () => {
		const [killed, ...made] = await Promise.all(
			['kills', 'one', 'two', 'three'].map(name => post('/api/categories', { data: { name: `${name} ${name}` } })),
		);
		assert.equal(killed.status, 500, killed.text);
		assert.equal((await ask('/api/categories?filters[name][$startsWith]=kills')).json.data.length, 0);
		for (const [i, { status }] of made.entries()) {
			const { json } = await ask(`/api/categories?filters[name]=${['one one', 'two two', 'three three'][i]}`);
			assert.equal(json.data.length, status === 200 ? 1 : 0);
		}
		await untilThere();
	});

	it('are all told of the end', async () => {
		await server.stop();
		assert.equal(server.stderr.match(/info destroyed/g).length, PROCESSES);
	});
});
