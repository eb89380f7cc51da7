// Hooks that ask other servers: others write meanwhile, and whoever is told of a change sees it.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { patiently } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { startServer } from './lib/server.mjs';

const hooksOf = api => `src/api/${api}/content-types/${api}/lifecycles.js`;

/** Tells the other server of what happened, in the ways that code has; the way is the last word of the name. */
const category = `const http = require('http');
const net = require('net');
const { ApplicationError } = require('@strapi/utils').errors;
const note = city => strapi.db.query('api::office.office').create({ data: { city } });
const post = (path, agent) => new Promise((resolve, reject) => {
	const request = http.request(process.env.OTHER + path, { method: 'POST', agent }, answer => {
		let text = '';
		answer.on('data', part => (text += part));
		answer.on('end', () => resolve(text));
	});
	request.on('error', reject);
	request.end();
});
const ways = {
	fetch: async path => (await fetch(process.env.OTHER + path, { method: 'POST' })).text(),
	http: path => post(path),
	alone: path => post(path, false),
	plain: path => new Promise((resolve, reject) => {
		const { port } = new URL(process.env.OTHER);
		const socket = net.connect(Number(port), '127.0.0.1', () => socket.write('POST ' + path + ' HTTP/1.0\\r\\n\\r\\n'));
		let text = '';
		socket.on('data', part => (text += part));
		socket.on('end', () => resolve(text.split('\\r\\n\\r\\n')[1]));
		socket.on('error', reject);
	}),
};
const tell = async (moment, { name, id }) => {
	const way = ways[name.split(' ').pop()];
	if (!way) return undefined;
	await note('before ' + name);
	const seen = await way('/' + moment + '/' + id);
	await note(seen + ' ' + name);
	return seen;
};
const early = async ({ params }) => {
	const { name } = params.data;
	if (!name.startsWith('early')) return;
	if (name.includes('writes')) await note('early ' + name);
	const seen = await ways.fetch('/none/999999');
	if (name.includes('refused')) throw new ApplicationError('not this one');
	if (name.includes('ends')) process.exit(1);
	await note(seen + ' ' + name);
};
module.exports = {
	beforeCreate: early,
	beforeUpdate: early,
	async beforeDelete() { await fetch(process.env.OTHER + '/none/999999'); },
	async afterCreate(event) {
		const { result } = event;
		if (result.name.startsWith('forgets')) { void tell('create', result); return; }
		if (result.name.startsWith('within')) {
			await strapi.db.transaction(async () => { await tell('create', result); });
			return;
		}
		const seen = await tell('create', result);
		if (result.name.startsWith('late')) throw new ApplicationError('too late');
		if (result.name.startsWith('ends')) process.exit(1);
		if (seen) result.name += ' ' + seen;
		if (result.name.startsWith('waits')) {
			await note('before ' + result.name);
			await new Promise(done => setTimeout(done, 1500));
			await note('after ' + result.name);
		}
		if (result.name === 'never') await new Promise(() => {});
		if (result.name === 'loops') for (;;);
	},
	async afterUpdate({ result }) { await tell('update', result); },
	async afterDelete({ result }) { await tell('delete', result); },
	async afterDeleteMany({ params }) { await tell('many', { name: 'many fetch', id: 0 }); },
};\n`;
const lab = `module.exports = {
	create: ctx => strapi.entityService.create('api::category.category', { data: { name: ctx.query.name } }),
	many: async ctx => ({ ...(await strapi.db.query('api::category.category').deleteMany({ where: { name: ctx.query.name } })) }),
	async undone(ctx) {
		await strapi.db.transaction(async () => {
			await strapi.entityService.create('api::category.category', { data: { name: ctx.query.name } });
			throw new Error('undo it');
		}).catch(() => {});
		return {};
	},
};\n`;
const routes = `module.exports = { routes: ['create', 'many', 'undone'].map(name => (
	{ method: 'POST', path: '/lab/' + name, handler: 'lab.' + name, config: { auth: false } })) };\n`;

const files = { [hooksOf('category')]: category, 'src/api/lab/controllers/lab.js': lab, 'src/api/lab/routes/lab.js': routes };

const token = { Authorization: 'Bearer ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' };
let server;
const ask = async (method, where, body) => {
	const headers = { ...token, ...(body && { 'Content-Type': 'application/json' }) };
	const response = await fetch(server.base + where, { method, headers, body: body && JSON.stringify(body) });
	return { status: response.status, json: await response.json() };
};
const create = name => ask('POST', '/api/categories', { data: { name } });
const office = city => ask('POST', '/api/offices', { data: { city } });
const countOf = async (api, field, value) =>
	(await ask('GET', `/api/${api}?filters[${field}][$eq]=${encodeURIComponent(value)}`)).json.meta.pagination.total;
const categories = name => countOf('categories', 'name', name);
const offices = city => countOf('offices', 'city', city);

/** Another server, which looks whether what it is told of is there: `seen` or `unseen`; or does what a test wants of it. */
const other = {
	wanted: undefined,
	async start() {
		this.server = http.createServer(async (request, response) => {
			const [, moment, id] = request.url.split('/');
			await this.wanted?.();
			const { status } = await ask('GET', `/api/categories/${id}`);
			response.end(status === (['delete', 'many'].includes(moment) ? 404 : 200) ? 'seen' : 'unseen');
		});
		await new Promise(done => this.server.listen(0, '127.0.0.1', done));
		return `http://127.0.0.1:${this.server.address().port}`;
	},
	stop() {
		this.server.closeAllConnections();
		this.server.close();
	},
};

const suites = (name, onPostgres) =>
	describe(`hooks that ask other servers, on ${name}`, () => {
		let cluster;
		before(async () => {
			if (onPostgres) cluster = await Cluster.create();
			const env = { OTHER: await other.start(), LECTERN_CODE_TIME: '4000' };
			const args = cluster ? ['--database', cluster.url()] : [];
			server = await startServer({ args, folder: makeCodeProject(files), env });
		});
		after(async () => {
			other.stop();
			await server?.stop();
			await cluster?.destroy();
		});

		for (const way of ['fetch', 'http', 'alone', 'plain']) {
			it(`tell of a change that is there (${way})`, async () => {
				const { status, json } = await create(`told ${way}`);
				assert.equal(status, 200, JSON.stringify(json));
				assert.equal(json.data.attributes.name, `told ${way} seen`);
				assert.equal(await categories(`told ${way}`), 1);
				assert.deepEqual([await offices(`before told ${way}`), await offices(`seen told ${way}`)], [1, 1]);
				const { id } = json.data;
				const changed = await ask('PUT', `/api/categories/${id}`, { data: { name: `changed ${way}` } });
				assert.equal(changed.status, 200);
				assert.equal(await offices(`seen changed ${way}`), 1);
				assert.equal((await ask('DELETE', `/api/categories/${id}`)).status, 200);
				assert.equal(await offices(`seen changed ${way}`), 2);
			});
		}

		it('keep nobody else from writing', async () => {
			let go;
			const reached = new Promise(resolve => (other.wanted = () => (resolve(), new Promise(done => (go = done)))));
			const told = create('slow fetch');
			await reached;
			const beside = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? office(`beside ${i}`) : create(`beside ${i}`))));
			assert.ok(beside.every(({ status }) => status === 200));
			assert.equal(await categories('slow fetch'), 1);
			other.wanted = undefined;
			go();
			assert.equal((await told).json.data.attributes.name, 'slow fetch seen');
		});

		it('wait side by side', async () => {
			let waiting = 0;
			let go;
			const all = new Promise(done => (go = done));
			other.wanted = () => (++waiting === 30 ? go() : all);
			const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => create(`many ${i} fetch`)));
			other.wanted = undefined;
			assert.ok(answers.every(({ status, json }) => status === 200 && json.data.attributes.name.endsWith('fetch seen')));
			for (let i = 0; i < 30; i += 7) assert.equal(await offices(`seen many ${i} fetch`), 1);
		});

		it('may be told of by a server that writes here', async () => {
			other.wanted = async () => assert.equal((await office('by the other')).status, 200);
			assert.equal((await create('writes fetch')).status, 200);
			other.wanted = undefined;
			assert.equal(await offices('by the other'), 1);
		});

		it('also where they wait for no answer', async () => {
			assert.equal((await create('forgets fetch')).status, 200);
			for (let i = 0; i < 100 && !(await offices('seen forgets fetch')); i++) await new Promise(done => setTimeout(done, 20));
			assert.equal(await offices('seen forgets fetch'), 1);
		});

		it('for code and over GraphQL', async () => {
			const byCode = await ask('POST', '/api/lab/create?name=code%20fetch');
			assert.equal(byCode.json.name, 'code fetch seen');
			const query = 'mutation { createCategory(data: {name: "graph fetch"}) { data { attributes { name } } } }';
			const { json } = await ask('POST', '/graphql', { query });
			assert.equal(json.data.createCategory.data.attributes.name, 'graph fetch seen');
			assert.deepEqual((await ask('POST', '/api/lab/many?name=code%20fetch')).json, { count: 1 });
			assert.equal(await offices('seen many fetch'), 1);
		});

		it('leave the change, whatever becomes of them', async () => {
			const late = await create('late fetch');
			assert.deepEqual([late.status, late.json.error.message], [400, 'too late']);
			assert.equal(await categories('late fetch'), 1);
			assert.equal((await create('ends fetch')).status, 500);
			assert.equal(await patiently(async () => ({ status: 200, count: await categories('ends fetch') })).then(({ count }) => count), 1);
			assert.equal((await patiently(() => create('after the end'))).status, 200);
			other.wanted = () => new Promise(() => {});
			const [hung, beside] = await Promise.all([create('hung fetch'), office('beside what hangs')]);
			other.wanted = undefined;
			assert.deepEqual([hung.status, beside.status], [500, 200]);
			assert.equal(await categories('hung fetch'), 1);
			assert.equal(await offices('before hung fetch'), 1);
			assert.equal((await patiently(() => create('after the hanging'))).status, 200);
		});

		it('before a change keep nobody from writing, and what is checked is checked again', async () => {
			let go;
			let reached;
			const hold = () => {
				const here = new Promise(resolve => (reached = resolve));
				other.wanted = () => (reached(), new Promise(done => (go = done)));
				return here;
			};
			let here = hold();
			let early = create('early one');
			await here;
			assert.equal((await office('beside what is early')).status, 200);
			assert.equal(await categories('early one'), 0);
			other.wanted = undefined;
			go();
			let answer = await early;
			assert.deepEqual([answer.status, await offices('unseen early one')], [200, 1]);
			const { id } = answer.json.data;

			// The name is unique: who comes second is refused.
			here = hold();
			early = ask('POST', '/api/categories', { data: { name: 'early twin' } });
			await here;
			other.wanted = undefined;
			assert.equal((await create('early twin')).status, 200);
			go();
			answer = await early;
			assert.deepEqual([answer.status, answer.json.error.message], [400, 'This attribute must be unique']);
			assert.equal(await categories('early twin'), 1);

			// And who changes what is gone.
			here = hold();
			early = ask('PUT', `/api/categories/${id}`, { data: { name: 'early gone' } });
			await here;
			other.wanted = undefined;
			assert.equal((await ask('DELETE', `/api/categories/${id}`)).status, 200);
			go();
			assert.equal((await early).status, 404);

			assert.equal((await create('early refused')).status, 400);
			assert.equal((await create('early ends')).status, 500);
			assert.equal((await patiently(() => create('after the early end'))).status, 200);
			assert.deepEqual([await categories('early refused'), await categories('early ends')], [0, 0]);
		});

		it('before a change that have written something keep all together', async () => {
			assert.equal((await create('early writes')).status, 200);
			assert.equal(await offices('early early writes'), 1);
			assert.equal((await create('early writes refused')).status, 400);
			assert.equal(await offices('early early writes refused'), 0);
		});

		it('wait for anything else, and keep nobody for long', async () => {
			const begun = Date.now();
			const waits = ask('POST', '/api/categories', { data: { name: 'waits' } }).then(answer => ({ ...answer, took: Date.now() - begun }));
			await new Promise(done => setTimeout(done, 100));
			assert.equal((await office('beside what waits')).status, 200);
			const beside = Date.now() - begun;
			const { status, took } = await waits;
			assert.equal(status, 200);
			assert.ok(beside < took - 300, `${beside} of ${took} ms`);
			assert.deepEqual([await offices('before waits'), await offices('after waits')], [1, 1]);
			const [never, office2] = await Promise.all([create('never'), office('beside what never ends')]);
			assert.deepEqual([never.status, office2.status], [500, 200]);
			assert.equal(await categories('never'), 1);
			assert.equal((await patiently(() => create('after never'))).status, 200);
		});

		it('undo the change where their process is at its end', async () => {
			assert.equal((await create('loops')).status, 500);
			assert.equal((await patiently(() => create('after the loop'))).status, 200);
			assert.equal(await categories('loops'), 0);
		});

		it('commit nothing of a transaction of code', async () => {
			assert.equal((await create('within fetch')).status, 200);
			assert.equal(await offices('unseen within fetch'), 1);
			assert.equal((await ask('POST', '/api/lab/undone?name=undone%20fetch')).status, 200);
			assert.equal(await categories('undone fetch'), 0);
			assert.equal(await offices('before undone fetch'), 0);
		});
	});

suites('SQLite', false);
suites('PostgreSQL', true);
