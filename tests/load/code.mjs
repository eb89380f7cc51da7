#!/usr/bin/env node
// A mixed load on a project with code: its own routes, hooks, policies, GraphQL fields, transactions, errors, and clients that leave. Says
// every 10 seconds how much memory lectern and Node have. Fails when the last third of the time needs more than the second.
// usage: LECTERN=build/lectern node tests/load/code.mjs [--seconds 1800] [--clients 8]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { parseArgs } from 'node:util';
import { controller, makeCodeProject, router } from '../lib/code.mjs';
import { sleep } from '../lib/expect.mjs';
import { startServer } from '../lib/server.mjs';

const { values: options } = parseArgs({
	options: { seconds: { type: 'string', default: '1800' }, clients: { type: 'string', default: '8' } },
});
const MARGIN = 8 * 1024; // KiB

const route = (name, more = '') => `{ method: 'GET', path: '/lab/${name}', handler: 'lab.${name}', config: { auth: false, ${more} } }`;
const files = {
	'src/index.js': `module.exports = { register({ strapi }) {
	strapi.plugin('graphql').service('extension').use({
		typeDefs: 'extend type Query { shout(word: String): String }',
		resolvers: { Query: { shout: (parent, { word }) => word.toUpperCase() } },
		resolversConfig: { 'Query.shout': { auth: false } },
	});
} };\n`,
	'src/policies/asks.js': "module.exports = ctx => ctx.request.get('x-ask') === 'yes';\n",
	'src/api/lab/controllers/lab.js': `module.exports = {
	reads: async () => strapi.entityService.findMany('api::restaurant.restaurant', { populate: '*', limit: 5 }),
	throws() { throw new Error('as it should'); },
	guarded: () => 'passed',
	slow: async () => { await new Promise(done => setTimeout(done, 20)); return 'x'.repeat(50_000); },
	async both(ctx) {
		await strapi.db.transaction(async () => {
			const made = await strapi.db.query('api::office.office').create({ data: { city: 'here' } });
			await strapi.db.query('api::office.office').delete({ where: { id: made.id } });
			if (ctx.query.fail) throw new Error('as it should');
		});
		return 'done';
	},
};\n`,
	'src/api/lab/routes/lab.js': `module.exports = { routes: [
	${route('reads')}, ${route('throws')}, ${route('guarded', "policies: ['global::asks']")}, ${route('slow')}, ${route('both')},
] };\n`,
	'src/api/chain/controllers/chain.js': controller('chain', '() => ({ async find(ctx) { return super.find(ctx); } })'),
	'src/api/chain/routes/chain.js': router('chain'),
	'src/api/category/content-types/category/lifecycles.js': `module.exports = {
	beforeCreate(event) { event.state.at = Date.now(); event.params.data.code = 'c' + Math.random(); },
	async afterCreate({ result }) { await strapi.db.query('api::category.category').findOne({ where: { id: result.id } }); },
	beforeDelete() {},
};\n`,
};
const headers = { Authorization: `Bearer ${'f'.repeat(64)}`, 'Content-Type': 'application/json' };
const server = await startServer({ folder: makeCodeProject(files) });
process.on('exit', () => server.child.kill('SIGKILL'));
const ask = async (where, { method = 'GET', body } = {}) => {
	const response = await fetch(server.base + where, { method, headers, body: body && JSON.stringify(body) });
	const text = await response.text();
	return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : null };
};
const expect = (status, where, how) => async () => {
	const answer = await ask(where, how);
	if (answer.status !== status) throw new Error(`${where}: ${answer.status} ${JSON.stringify(answer.json)}`);
};
const leave = () =>
	new Promise(resolve => {
		const request = http.get(`${server.base}/api/lab/slow`).on('error', resolve).on('close', resolve);
		setTimeout(() => request.destroy(), 10);
	});
const change = async () => {
	const { status, json } = await ask('/api/categories', { method: 'POST', body: { data: { name: `soaked ${Math.random()}` } } });
	if (status !== 200) throw new Error(`a create: ${status} ${JSON.stringify(json)}`);
	await expect(200, `/api/categories/${json.data.id}`, { method: 'DELETE' })();
};
const work = [
	expect(200, '/api/lab/reads'),
	expect(500, '/api/lab/throws'),
	expect(403, '/api/lab/guarded'),
	expect(200, '/api/lab/both'),
	expect(500, '/api/lab/both?fail=1'),
	expect(200, '/api/chains'),
	expect(200, '/api/restaurants?populate=*'),
	expect(200, '/graphql', { method: 'POST', body: { query: '{ a: shout(word: "x") b: shout(word: "y") }' } }),
	leave,
	change,
];

const node = () =>
	Number(
		execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' })
			.trim()
			.split('\n')[0],
	);
const resident = pid => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
const end = Date.now() + Number(options.seconds) * 1000;
let done = 0;
const clients = Array.from({ length: Number(options.clients) }, async (_, i) => {
	for (let at = i; Date.now() < end; at++, done++) await work[at % work.length]();
});
const pid = node();
const seen = [];
const watching = (async () => {
	while (Date.now() < end) {
		seen.push([server.memory(), resident(pid)]);
		console.log(`${done} requests; lectern ${(seen.at(-1)[0] / 1024).toFixed(1)} MiB, Node ${(seen.at(-1)[1] / 1024).toFixed(1)} MiB`);
		await sleep(10_000);
	}
})();
await Promise.all([...clients, watching]);
const third = Math.floor(seen.length / 3);
const most = (from, to, which) => Math.max(...seen.slice(from, to).map(one => one[which]));
let failed = node() !== pid;
if (failed) console.log('the process of the code was replaced');
for (const [which, name] of ['lectern', 'Node'].entries()) {
	const [before, after] = [most(third, 2 * third, which), most(2 * third, seen.length, which)];
	console.log(`${name}: ${(before / 1024).toFixed(1)} MiB at most in the second third, ${(after / 1024).toFixed(1)} MiB in the last`);
	failed ||= after > before + MARGIN;
}
await server.stop();
process.exitCode = failed ? 1 : 0;
