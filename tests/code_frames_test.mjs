// What a process of the project's code may send: frames that are none, answers and calls of any form. lectern neither crashes
// nor leaves anybody without an answer. The code writes to the socket by itself, beside the runtime.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { sleep } from './lib/expect.mjs';
import { startServer } from './lib/server.mjs';

const SEED = Number(process.env.CODE_SEED ?? 1);
const CALLS = Number(process.env.CODE_CALLS ?? 600);

const lab = `const fs = require('fs');
let seed = 1;
const random = most => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return (seed >> 8) % most; };
const pick = list => list[random(list.length)];
const number = n => { const four = Buffer.alloc(4); four.writeUInt32LE(n >>> 0); return four; };
const frame = (kind, id, head, body = '') => {
	const rest = Buffer.concat([Buffer.from(kind), number(id), number(Buffer.byteLength(head)), Buffer.from(head), Buffer.from(body)]);
	return Buffer.concat([number(rest.length), rest]);
};
const send = bytes => {
	for (let at = 0; at < bytes.length; )
		try { at += fs.writeSync(3, bytes, at); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
};
const texts = ['', 'x', 'api::category.category', 'api::review.review', 'plugin::users-permissions.user', 'id', 'name',
	'*', '/', '/api/categories', '$or', '\\u0000', 'a.b.c', '@', 'undefined', 'date', 'GET', 'POST', 'find', 'createLocalization',
	'x'.repeat(3000), '2020-01-01', 'SELECT 1', "'"];
const keys = ['where', 'data', 'populate', 'select', 'fields', 'filters', 'sort', 'orderBy', 'limit', 'start', 'offset', 'page', 'pageSize',
	'id', '$in', '$and', '$not', 'name', 'uid', 'action', 'query', 'url', 'method', 'headers', 'body', 'scopes', 'type', '@', 'value',
	'connect', 'set', 'locale',
	'routes', 'all', 'auth', 'path', 'status', 'message', 'details', 'params', 'result', 'state', 'categories', 'on', 'count', '__proto__'];
const value = depth => {
	switch (random(depth > 4 ? 6 : 9)) {
		case 0: return null;
		case 1: return pick([true, false]);
		case 2: return pick([0, 1, -1, 2, 1e300, -9007199254740993, 0.5, 4294967296]);
		case 3: case 4: case 5: return pick(texts);
		case 6: return Array.from({ length: random(4) }, () => value(depth + 1));
		default: return Object.fromEntries(Array.from({ length: random(4) }, () => [pick(keys), value(depth + 1)]));
	}
};
const first = () => pick([null, 'api::category.category', 'api::review.review', 'plugin::users-permissions.user', value(0)]);
const deep = '['.repeat(200000) + ']'.repeat(200000);
module.exports = {
	fine: () => ({ pid: process.pid }),
	waits: () => new Promise(done => setTimeout(done, 60_000)),
	/* Answers to asks that are under way, as they are not to be. */
	answers(ctx) {
		seed = Number(ctx.query.seed);
		for (let id = 1; id < 2000; id++) {
			const head = pick([() => '', () => '{', () => deep, () => 'null', () => '5', () => JSON.stringify(value(0)),
				() => JSON.stringify({ status: value(3), headers: value(1) }),
				() => JSON.stringify({ params: value(1), result: value(1), state: value(1) }), () => JSON.stringify({ error: value(2) }),
				() => JSON.stringify({ status: 200, headers: [[value(3), value(3)], value(2)] }),
				() => JSON.stringify({ status: pick([0, 99, 100, 101, 600, -1, 1e9, '200', 204, 304]), headers: [['content-length', '5'],
					['X-A', 'a\\r\\nX-B: b'], ['X\\nC', 'c'], ['transfer-encoding', 'chunked'], ['connection', 'upgrade'],
					 ['x y', 'z'], ['x-nul', 'a\\u0000b'], ['content-type', 'a/b\\r\\nX-D: d']] })])();
			send(frame(pick(['R', 'R', 'E']), id, head, pick(['', 'body', '{"a":1}'])));
		}
		return 'sent';
	},
	/* Calls of services with arguments that nobody would send. */
	async calls(ctx) {
		seed = Number(ctx.query.seed);
		const services = ctx.query.services.split(',');
		for (let i = 0; i < Number(ctx.query.count); i++) {
			const list = pick([() => value(0), () => [value(0)], () => [first(), value(1)], () => [first(), random(5), value(1)],
				() => [first(), value(1), value(1)]])();
			const call = { service: pick(services), arguments: list, ask: random(3), transaction: random(8) ? 0 : random(3) };
			const head = random(40) ? JSON.stringify(call) : pick(['', '[]', '5', deep]);
			send(frame('C', 0x40000000 + i, head));
			if (i % 50 === 0) await new Promise(done => setTimeout(done, 5));
		}
		return 'sent';
	},
	/* What is no frame. */
	nonsense(ctx) {
		send({
			short: () => number(3),
			long: () => Buffer.concat([number(0xffffffff), Buffer.alloc(100)]),
			larger: () => Buffer.concat([number(64 * 1024 * 1024 + 1), Buffer.alloc(100)]),
			head: () => Buffer.concat([number(20), Buffer.from('R'), number(1), number(0xffffffff), Buffer.alloc(11)]),
			kind: () => frame('Z', 1, '{}'),
			ask: () => frame('A', 1, '{"ask":"config"}'),
			hello: () => frame('H', 0, '{"protocol":1,"node":"99"}'),
			text: () => Buffer.from('this is no frame at all, and it is long enough'),
			log: () => Buffer.concat([frame('L', 0, '{"level":5,"text":{}}'), frame('L', 0, deep), frame('S', 0, '[]'), frame('S', 0, '')]),
			part: () => Buffer.concat([number(1000), Buffer.from('R')]),
			closes: () => { fs.closeSync(3); return Buffer.alloc(0); },
		}[ctx.query.kind]());
		return 'sent';
	},
};\n`;
const names = ['fine', 'waits', 'answers', 'calls', 'nonsense'];
const route = name => `{ method: 'GET', path: '/lab/${name}', handler: 'lab.${name}', config: { auth: false } }`;
const files = {
	'src/api/lab/controllers/lab.js': lab,
	'src/api/lab/routes/lab.js': `module.exports = { routes: [${names.map(route).join(', ')}] };\n`,
	'src/api/category/content-types/category/lifecycles.js':
		"const wait = ({ params }) => params.data?.name === 'waits' && new Promise(done => setTimeout(done, 60_000));\n" +
		'module.exports = { beforeCreate: wait, afterCreate() {}, afterFindMany() {} };\n',
};
const services = [
	...[
		'attachRelations',
		'count',
		'create',
		'createMany',
		'delete',
		'deleteMany',
		'findMany',
		'findOne',
		'findPage',
		'findWithCount',
		'load',
		'loadPages',
		'populate',
		'update',
		'updateMany',
		'updateRelations',
	].map(name => `db.query.${name}`),
	...[
		'count',
		'create',
		'delete',
		'deleteMany',
		'findMany',
		'findOne',
		'findPage',
		'findWithRelationCounts',
		'findWithRelationCountsPage',
		'load',
		'loadPages',
		'update',
	].map(name => `entityService.${name}`),
	...['native.request', 'action.read', 'action.write', 'sql.describe', 'sql.read', 'sql.write', 'lifecycles.listen', 'server.described'],
	...['begin', 'commit', 'rollback', 'nest', 'keep', 'undo'].map(name => `transaction.${name}`),
];

describe('frames of a process of code', () => {
	let server;
	const ask = async where => {
		const response = await fetch(server.base + where);
		return { status: response.status, headers: response.headers, text: await response.text() };
	};
	const create = async name => {
		const headers = { Authorization: `Bearer ${'f'.repeat(64)}`, 'Content-Type': 'application/json' };
		const response = await fetch(`${server.base}/api/categories`, { method: 'POST', headers, body: JSON.stringify({ data: { name } }) });
		return { status: response.status, headers: response.headers, text: await response.text() };
	};
	const native = async () => assert.equal((await ask('/api/restaurants/1')).status, 200);
	/** The code answers again, maybe in another process. */
	const fine = async () => {
		for (const end = Date.now() + 60_000; (await ask('/api/lab/fine')).status !== 200; await sleep(50))
			assert.ok(Date.now() < end, 'it never came back');
	};
	before(async () => {
		server = await startServer({ folder: makeCodeProject(files), env: { LECTERN_CODE_TIME: '6000' } });
	});
	after(() => server?.stop());

	for (const kind of ['short', 'long', 'larger', 'head', 'kind', 'ask', 'hello', 'text', 'log', 'part', 'closes'])
		it(`that are none: ${kind}`, async () => {
			const answers = await Promise.all([ask('/api/lab/waits'), ask(`/api/lab/nonsense?kind=${kind}`), native()]);
			for (const { status } of answers.slice(0, 1)) assert.equal(status, 500);
			await native();
			await fine();
		});

	it('that answer asks in a wrong form', async () => {
		for (let round = 0; round < 4; round++) {
			const waiting = Array.from({ length: 12 }, (_, i) => (i % 3 ? ask('/api/lab/waits') : create('waits')));
			await sleep(50);
			await ask(`/api/lab/answers?seed=${SEED + round}`);
			for (const { status, headers } of await Promise.all(waiting)) {
				assert.ok(status >= 200 && status <= 999, String(status)); // as Node has them
				for (const name of ['x-b', 'x-d', 'x\nc', 'x y', 'x-nul'])
					assert.ok(name.includes(' ') || name.includes('\n') || !headers.has(name), name);
			}
			await native();
			await fine();
		}
	});

	it('that call services with arguments of a wrong form', async () => {
		for (let round = 0; round < 4; round++) {
			await ask(`/api/lab/calls?seed=${SEED * 100 + round}&count=${CALLS / 4}&services=${services.join(',')}`);
			await native();
			await fine();
		}
	});
});
