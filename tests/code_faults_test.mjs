// A project's code that fails in every way: values that are none, errors in every place, processes that end, hang or are killed
// under load. Every request has an answer, no change is half made, nobody else is disturbed, and the server ends when it is told to.
// CODE_ROUNDS: how often the process is killed (make endure).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject, controller, router } from './lib/code.mjs';
import { sleep } from './lib/expect.mjs';
import { patiently } from './lib/http.mjs';
import { runCommand, sparePort, startServer } from './lib/server.mjs';

const token = { Authorization: `Bearer ${'f'.repeat(64)}` };
const ROUNDS = Number(process.env.CODE_ROUNDS ?? 5);

/** What an action does, and which status it is answered with. The process lives on. */
const notFound = { status: 404, name: 'NotFoundError', message: 'Not Found' };

const answered = {
	cyclic: ['const a = {}; a.a = [a]; return a;', 500],
	deep: ['let a = 1; for (let i = 0; i < 200000; i++) a = [a]; return a;', 500],
	huge: ["return 'x'.repeat(70 * 1024 * 1024);", 500],
	many: ['return Array.from({ length: 200000 }, (_, i) => ({ i }));', 200],
	bigint: ['return { a: 1n };', 500],
	functions: ['return { a: () => 1, b: Symbol("x"), c: undefined };', 200],
	symbol: ['ctx.body = { [Symbol("x")]: 1 };', 200],
	proxy: ["return new Proxy({}, { ownKeys() { throw new Error('no'); }, get(t, n) { if (n !== 'then') throw new Error('no'); } });", 500],
	getter: ["return { get a() { throw new Error('no'); } };", 500],
	toJson: ["return { toJSON() { throw new Error('no'); } };", 500],
	map: ['return { a: new Map([[1, 2]]), b: new Date(NaN), c: NaN, d: -0, e: /x/ };', 200],
	stream: ["ctx.body = require('stream').Readable.from(['a', 'b']);", 200],
	brokenStream: ["ctx.body = new (require('stream').Readable)({ read() { this.destroy(new Error('no')); } });", 500],
	endedStream: ["const s = new (require('stream').PassThrough)(); s.destroy(); ctx.body = s;", 500],
	objects: ["ctx.body = require('stream').Readable.from([{ a: 1 }]);", 500],
	surrogate: ["return { a: '\\ud800', b: '\\u0000' };", 200],
	socket: ["ctx.req.socket.write('x'); return 'no';", 500],
	ended: ["ctx.res.end('x'); ctx.res.end('y'); return 'ok';", 404, 'x'],
	written: ["ctx.res.writeHead(202, { 'X-A': 'b' }); ctx.res.write('x'); ctx.res.end('y', 'utf8', () => {});", 202, 'xy'],
	piped: ["ctx.respond = false; require('stream').Readable.from(['a', 'b']).pipe(ctx.res);", 404, 'ab'],
	// What Koa ends an answer with stands behind it, as in Strapi.
	left: ["ctx.res.write('x');", 404, `x${JSON.stringify({ data: null, error: { ...notFound, details: {} } })}`],
	started: ["ctx.res.flushHeaders(); ctx.set('X-Late', '1'); ctx.res.setHeader('X-Later', '1');", 404],
	twice: ['ctx.send({ a: 1 }); ctx.send({ a: 2 }); return undefined;', 200],
	afterwards: ["setTimeout(() => { ctx.body = 'late'; ctx.set('X-Late', '1'); }, 10); return 'ok';", 200],
	notStatus: ['ctx.status = 42;', 500],
	farStatus: ['ctx.status = 1000;', 500],
	textStatus: ["ctx.status = '200'; return 'x';", 500],
	informational: ['ctx.res.statusCode = 101; ctx._status = 1; ctx.body = "x"; ctx.res.statusCode = 101;', 500],
	split: ["ctx.set('X-A', 'a\\r\\nX-B: b'); return 'x';", 500],
	splitName: ["ctx.set('X-A\\r\\nX-B', 'b'); return 'x';", 500],
	splitType: ["ctx.res.setHeader('Content-Type', 'text/plain\\r\\nX-B: b'); return 'x';", 500],
	lengths: [
		"ctx.set('Content-Length', '1'); ctx.set('Transfer-Encoding', 'chunked'); ctx.set('Connection', 'upgrade'); return 'whole';",
		200,
	],
	fields: ["for (let i = 0; i < 3000; i++) ctx.set('X-' + i, 'y'); return 'x';", 200],
	throws: ["throw new Error('secret');", 500],
	rejects: ["await null; return Promise.reject(new Error('secret'));", 500],
	throwsNothing: ['throw undefined;', 500],
	throwsNull: ['throw null;', 500],
	throwsText: ["throw 'secret';", 500],
	throwsNumber: ['throw 5;', 500],
	throwsFrozen: ["throw Object.freeze(new Error('secret'));", 500],
	throwsProxy: ["throw new Proxy({}, { get() { throw new Error('secret'); } });", 500],
	throwsGetter: ["throw Object.defineProperty(new Error('x'), 'message', { get() { throw new Error('secret'); } });", 500],
	throwsStatus: ["throw Object.assign(new Error('secret'), { status: 9999 });", 500],
	throwsCyclic: ["const e = new Error('secret'); e.details = { e }; e.status = 400; throw e;", 500],
	throwsHuge: ["throw new Error('x'.repeat(80 * 1024 * 1024));", 500],
	unhandled: ["Promise.reject(new Error('nobody')); Promise.reject(undefined); return 'ok';", 200],
	recursion: ['const f = () => f() + 1; return f();', 500],
	emitter: ["strapi.eventHub.once('x', () => { throw new Error('secret'); }); await strapi.eventHub.emit('x'); return 'ok';", 0],
	service: ["return strapi.service('api::lab.lab').breaks();", 500],
	badService: ["return strapi.entityService.findMany('api::none.none');", 500],
	badData: ["const a = {}; a.a = a; return strapi.entityService.create('api::office.office', { data: { city: 'half', a } });", 500],
	hugeData: ["return strapi.entityService.create('api::office.office', { data: { city: 'x'.repeat(70 * 1024 * 1024) } });", 500],
	half: ['await strapi.db.transaction(async () => { await makeHalf(); throw null; });', 500],
	leftOpen: ["strapi.db.transaction(async () => { await makeHalf(); throw new Error('nobody waits'); }); return 'ok';", 200],
	prints: [
		"console.log('x'.repeat(1e6)); console.log(Symbol('x')); process.stdout.write('no end'); strapi.log.error({ a: 1n }); return 'ok';",
		0,
	],
	closesOutput: ["require('fs').closeSync(1); return 'ok';", 200],
};
/** The process ends, hangs or is to be ended: the request is answered with 500, and another process takes its place. */
const ended = {
	exits: 'process.exit(0);',
	kills: "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});",
	late: "setTimeout(() => { throw new Error('nobody catches it'); }, 5); await new Promise(() => {});",
	loops: 'for (;;);',
	waits: 'await new Promise(() => {});',
	leaks: 'const all = []; for (;;) all.push(new Array(1e6).fill({}));',
	...(process.env.CODE_ROUNDS && {
		aborts: 'process.abort();',
		terminates: "process.kill(process.pid, 'SIGTERM'); await new Promise(() => {});",
		stops: "process.kill(process.pid, 'SIGSTOP'); await new Promise(() => {});",
		microtasks: 'for (;;) await null;',
		endlessStream: "ctx.body = new (require('stream').Readable)({ read() {} });",
		buffers: 'const all = []; for (;;) { all.push(Buffer.alloc(8 << 20, 1)); await new Promise(done => setTimeout(done, 20)); }',
		exitsAtExit: "process.on('exit', () => { for (;;); }); process.exit(0);",
	}),
};
const action = ([name, does]) => `	async ${name}(ctx) { ${does} },`;
const lab = `const makeHalf = () => strapi.db.query('api::office.office').create({ data: { city: 'half' } });
module.exports = {
${Object.entries(answered)
	.map(([name, [does]]) => action([name, does]))
	.join('\n')}
${Object.entries(ended).map(action).join('\n')}
	fine: () => ({ pid: process.pid }),
	open: () => strapi.db.transaction(async () => {
		await strapi.db.query('api::office.office').create({ data: { city: 'open' } });
		process.exit(0);
	}),
	passes: () => 'passed',
	slow: async ctx => { await new Promise(done => setTimeout(done, 300)); ctx.body = 'x'.repeat(1e6); },
	environment: () => process.env,
	inherited: () => require('child_process').execFileSync('ls', ['-l', '/proc/self/fd'], { encoding: 'utf8' }),
};\n`;

const policies = {
	never: 'return false;',
	no: 'return null;',
	one: 'return 1;',
	object: 'return {};',
	throws: "throw new Error('secret');",
	rejects: 'return Promise.reject(undefined);',
	waits: 'return new Promise(() => {});',
	exits: 'process.exit(0);',
};
const middlewares = {
	throwsBefore: "throw new Error('secret');",
	throwsAfter: "await next(); throw new Error('secret');",
	twice: 'await next(); await next();',
};
const names = [...Object.keys(answered), ...Object.keys(ended), 'fine', 'open', 'slow', 'environment', 'inherited'];
const route = (name, config = '', handler = name) =>
	`	{ method: 'GET', path: '/lab/${name}', handler: 'lab.${handler}', config: { auth: false, ${config} } },`;
const routes = `module.exports = { routes: [
${names.map(name => route(name)).join('\n')}
${Object.keys(policies)
	.map(name => route(`policy-${name}`, `policies: ['global::${name}']`, 'passes'))
	.join('\n')}
${Object.keys(middlewares)
	.map(name => route(`middleware-${name}`, `middlewares: ['global::${name}']`, 'passes'))
	.join('\n')}
] };\n`;

/** Each category has an office of the same name: made by a hook before, in the same change. */
const lifecycles = `const wrong = word => event => {
	if (event.params.data?.name === word) throw new Error('secret');
};
module.exports = {
	async beforeCreate(event) {
		wrong('fails before')(event);
		const { name } = event.params.data;
		if (name === 'cyclic') { event.params.data.self = event.params.data; return; }
		await strapi.db.query('api::office.office').create({ data: { city: 'of ' + name } });
		if (name === 'fails between') throw new Error('secret');
		if (name.startsWith('ends')) process.exit(0);
	},
	async afterCreate(event) {
		wrong('fails after')(event);
		if (event.params.data.name.startsWith('late')) process.exit(0);
		await strapi.db.query('api::office.office').create({ data: { city: 'after ' + event.params.data.name } });
	},
};\n`;

const files = {
	'src/index.js': `module.exports = {
	register({ strapi }) { strapi.eventHub.on('entry.create', () => { throw new Error('a listener'); }); },
	destroy() { return new Promise(() => {}); },
};\n`,
	'config/server.json': null,
	'config/server.js': `module.exports = { host: '127.0.0.1', port: 1337, app: { keys: ['k1'] }, cron: { enabled: true, tasks: {
	'* * * * * *': () => { throw new Error('a task'); },
} } };\n`,
	'src/api/lab/controllers/lab.js': lab,
	'src/api/lab/services/lab.js': 'module.exports = () => ({ breaks() { return this.nothing.more; } });\n',
	'src/api/lab/routes/lab.js': routes,
	'src/api/category/content-types/category/lifecycles.js': lifecycles,
	'src/api/chain/controllers/chain.js': controller('chain', '() => ({})'),
	'src/api/chain/routes/chain.js': router(
		'chain',
		"{ config: { find: { policies: ['global::never'] }, findOne: { policies: ['global::waits'] } } }",
	),
	...Object.fromEntries(
		Object.entries(policies).map(([name, does]) => [`src/policies/${name}.js`, `module.exports = () => { ${does} };\n`]),
	),
	...Object.fromEntries(
		Object.entries(middlewares).map(([name, does]) => [
			`src/middlewares/${name}.js`,
			`module.exports = () => async (ctx, next) => { ${does} };\n`,
		]),
	),
};

let server;
const ask = async (where, { method = 'GET', data, headers } = {}) => {
	const response = await fetch(server.base + where, {
		method,
		headers: { ...token, ...(data && { 'Content-Type': 'application/json' }), ...headers },
		body: data && JSON.stringify({ data }),
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: /^[{[]/.test(text) ? JSON.parse(text) : null };
};
const native = async () => assert.equal((await ask('/api/restaurants/1')).status, 200);
/** Asks until the code answers, maybe in another process; gives its number. */
const fine = async () => {
	for (const end = Date.now() + 60_000; ; await sleep(50)) {
		const { status, json } = await ask('/api/lab/fine');
		if (status === 200) return json.pid;
		assert.ok(Date.now() < end, 'it never came back');
	}
};
const count = async (api, field, value, operator = '$eq') =>
	(await ask(`/api/${api}?filters[${field}][${operator}]=${encodeURIComponent(value)}&pagination[pageSize]=1&publicationState=preview`))
		.json.meta.pagination.total;

describe('code that fails', () => {
	before(async () => {
		server = await startServer({ folder: makeCodeProject(files), env: { LECTERN_CODE_TIME: '8000', LECTERN_CODE_MEMORY: '256' } });
		await fine();
	});
	after(() => server?.stop());

	it('in a value or an error has an answer, and goes on', async () => {
		const pid = await fine();
		for (const [name, [, expected, body]] of Object.entries(answered)) {
			const { status, headers, text } = await ask(`/api/lab/${name}`);
			if (expected) assert.equal(status, expected, `${name}: ${text.slice(0, 200)}`);
			if (body) assert.equal(text, body, name);
			assert.doesNotMatch(text, /secret/, name);
			assert.ok(!headers.has('x-b'), name);
		}
		await native();
		assert.equal(await fine(), pid);
		assert.equal(await count('offices', 'city', 'half'), 0);
		assert.equal((await ask('/api/lab/lengths')).text, 'whole');
	});

	it('in a hook leaves no change half made', async () => {
		const create = name => ask('/api/categories', { method: 'POST', data: { name } });
		for (const name of ['fails before', 'fails between', 'cyclic', 'ends', 'late ends']) {
			assert.equal((await create(name)).status, 500, name);
			await fine();
			assert.equal(await count('categories', 'name', name), 0, name);
			assert.equal(await count('offices', 'city', `of ${name}`), 0, name);
		}
		// As in Strapi: what is thrown after is answered, and what was written stays.
		assert.equal((await create('fails after')).status, 500);
		assert.equal(await count('categories', 'name', 'fails after'), 1);
		assert.equal(await count('offices', 'city', 'of fails after'), 1);
		assert.equal((await create('whole')).status, 200);
		assert.equal(await count('offices', 'city', 'after whole'), 1);
	});

	it('is not heard by clients that have gone', async () => {
		const pid = await fine();
		const gone = Array.from(
			{ length: 60 },
			(_, i) =>
				new Promise(resolve => {
					const request = http.get(`${server.base}/api/lab/slow`).on('error', resolve).on('close', resolve);
					setTimeout(() => request.destroy(), i * 10);
				}),
		);
		await Promise.all(gone);
		await native();
		assert.equal(await fine(), pid);
	});
});

describe('code that ends its process, or never comes back', () => {
	before(async () => {
		server = await startServer({ folder: makeCodeProject(files), env: { LECTERN_CODE_TIME: '3000', LECTERN_CODE_MEMORY: '128' } });
		await fine();
	});
	after(() => server?.stop());

	it('in a policy or a middleware lets nobody pass', async () => {
		for (const name of Object.keys(policies)) {
			const { status, text } = await ask(`/api/lab/policy-${name}`);
			assert.ok([403, 500].includes(status), `${name}: ${status}`);
			assert.doesNotMatch(text, /passed|secret/, name);
			await fine();
		}
		for (const name of Object.keys(middlewares)) assert.equal((await ask(`/api/lab/middleware-${name}`)).status, 500, name);
	});

	it('by its process is answered with 500, and replaced', async () => {
		for (const name of Object.keys(ended)) {
			const bad = ask(`/api/lab/${name}`);
			await native();
			const { status } = await bad;
			assert.equal(status, 500, name);
			await native();
			await fine();
		}
	});

	it('leaves no transaction open that others would wait for', async () => {
		const began = Date.now();
		assert.equal((await ask('/api/lab/open')).status, 500);
		assert.equal((await ask('/api/reviews', { method: 'POST', data: { title: 'beside', stars: 1 } })).status, 200);
		assert.ok(Date.now() - began < 25_000, 'it was open as long as a transaction may be');
		await fine();
		assert.equal(await count('offices', 'city', 'open'), 0);
	});

	it('prints its errors into the log, tasks and listeners too', () => {
		for (const expected of [/a task/, /nobody catches it/]) assert.match(server.stderr, expected);
	});

	it('keeps nobody from ending the server', async () => {
		const pid = await fine();
		const waiting = ['waits', 'policy-waits', 'loops'].map(name => ask(`/api/lab/${name}`).catch(() => null));
		await sleep(100);
		await server.stop();
		await Promise.all(waiting);
		assert.throws(() => process.kill(pid, 0));
	});
});

describe('the process of the code', () => {
	const settings = { SOME_SETTING: 'of the operator' };
	before(async () => {
		server = await startServer({ folder: makeCodeProject(files), env: settings });
		await fine();
	});
	after(() => server?.stop());

	const descriptors = pid =>
		readdirSync(`/proc/${pid}/fd`).flatMap(fd => {
			try {
				return [[Number(fd), readlinkSync(`/proc/${pid}/fd/${fd}`)]];
			} catch {
				return [];
			}
		});

	it('has one socket to the server, which nobody else has, and no file of the server', async () => {
		const pid = await fine();
		const open = descriptors(pid);
		const sockets = open.filter(([, name]) => name.startsWith('socket:'));
		assert.deepEqual(
			sockets.map(([fd]) => fd),
			[3],
		);
		for (const [, name] of open) assert.doesNotMatch(name, /\.db|memfd|\.so|inet/, name);
		const unix = readFileSync('/proc/net/unix', 'utf8');
		const line = unix.split('\n').find(one => one.includes(` ${sockets[0][1].match(/\d+/)[0]}`));
		assert.ok(line && !/[/@]/.test(line), 'it has a name, by which others could reach it');
		// What the code starts has nothing of it.
		const { text } = await ask('/api/lab/inherited');
		assert.match(text, /total/);
		assert.ok(!text.includes(sockets[0][1]) && !text.includes('memfd'), text);
	});

	it('is the only one that the server shares its end with', () => {
		const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' })
			.split('\n')
			.map(Number);
		const ours = new Set(descriptors(server.pid).flatMap(([, name]) => (name.startsWith('socket:') ? [name] : [])));
		for (const child of children.filter(Boolean))
			for (const [, name] of descriptors(child)) assert.ok(!ours.has(name), `${child} has ${name}`);
	});

	it('has the environment of the server, as Strapi would, and nothing more', async () => {
		const { json } = await ask('/api/lab/environment');
		const own = Object.fromEntries(
			readFileSync(`/proc/${server.pid}/environ`, 'utf8')
				.split('\0')
				.filter(Boolean)
				.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
		);
		assert.equal(json.SOME_SETTING, settings.SOME_SETTING);
		for (const name of Object.keys(json)) assert.ok(name in own || name === 'NODE_ENV', name);
	});

	it('that is killed opens nothing that a policy closes', async () => {
		let over = false;
		const killing = (async () => {
			for (let i = 0; i < 3; i++) process.kill(await fine(), 'SIGKILL');
			over = true;
		})();
		while (!over) {
			const { status, text } = await ask('/api/chains');
			assert.ok([403, 500, 503].includes(status), `${status}: ${text}`);
		}
		await killing;
		await fine();
		assert.equal((await patiently(() => ask('/api/chains'))).status, 403);
	});
});

describe(`a process that is killed ${ROUNDS} times under load`, () => {
	before(async () => {
		server = await startServer({ folder: makeCodeProject(files) });
		await fine();
	});
	after(() => server?.stop());

	it('leaves no request without an answer, and no change half made', async () => {
		const statuses = { native: {}, code: {}, create: {} };
		const made = [];
		let over = false;
		let last = 0;
		const note = (kind, status) => (statuses[kind][status] = (statuses[kind][status] ?? 0) + 1);
		const clients = [
			...Array.from({ length: 3 }, () => async () => note('native', (await ask('/api/restaurants?pagination[pageSize]=2')).status)),
			...Array.from({ length: 3 }, () => async () => note('code', (await ask('/api/lab/fine')).status)),
			...Array.from({ length: 4 }, () => async () => {
				const name = `load ${++last}.`;
				const { status } = await ask('/api/categories', { method: 'POST', data: { name } });
				note('create', status);
				if (status === 200) made.push(name);
			}),
		].map(async client => {
			while (!over) await client();
		});
		try {
			for (let round = 0; round < ROUNDS; round++) {
				const pid = await fine();
				await sleep(20 + ((round * 37) % 150));
				process.kill(pid, 'SIGKILL');
			}
			await fine();
			const end = Date.now() + 60_000;
			while (!(statuses.code[200] && statuses.create[200]) && Date.now() < end) await sleep(50);
		} finally {
			over = true;
			await Promise.all(clients);
		}
		const said = JSON.stringify(statuses);
		assert.deepEqual(Object.keys(statuses.native), ['200'], said);
		for (const kind of ['code', 'create']) {
			for (const status of Object.keys(statuses[kind])) assert.ok(['200', '500', '503'].includes(status), said);
			assert.ok(statuses[kind][200] > 0, said);
		}
		const categories = await count('categories', 'name', 'load ', '$startsWith');
		assert.ok(categories >= made.length, said);
		assert.equal(await count('offices', 'city', 'of load ', '$startsWith'), categories);
		assert.equal(await count('offices', 'city', 'after load ', '$startsWith'), categories);
		for (const name of made) assert.equal(await count('categories', 'name', name), 1, name);
	});
});

describe('code that fails while the project is loaded', () => {
	const starts = {
		'it throws in register': ["module.exports = { register() { throw new Error('at once'); } };", /at once/],
		'it rejects with nothing in register': ['module.exports = { register: () => Promise.reject() };', /./],
		'it ends in register': ['module.exports = { register() { process.exit(0); } };', /has ended/],
		'it throws in bootstrap': [
			"module.exports = { async bootstrap() { throw new Error('at bootstrap'); } };",
			/error the bootstrap fails: Error: at bootstrap\n.*error +at .*src\/index\.js:1:(.|\n)*bootstrap.*fails.*: at bootstrap/,
		],
		'it ends in bootstrap': ['module.exports = { bootstrap() { process.exit(0); } };', /bootstrap.*fails.*has ended/],
		'it is told to end in bootstrap': [
			"module.exports = { bootstrap() { process.kill(process.ppid, 'SIGTERM'); return new Promise(() => {}); } };",
			/is to end before it is done/,
		],
		'it throws when it is read': ["throw new Error('at once');", /at once/],
		'it has other models than there can be': [
			"module.exports = { register({ strapi }) { strapi.contentType('api::chain.chain').attributes = 5; } };",
			/./,
		],
	};
	for (const [what, [text, expected]] of Object.entries(starts))
		it(`${what}: the server does not start, and says why`, async () => {
			const folder = makeCodeProject({ 'src/index.js': `${text}\n` });
			try {
				const { code, signal, stdout, stderr } = await runCommand([
					'serve',
					folder,
					'--host',
					'127.0.0.1',
					'--port',
					String(await sparePort()),
				]);
				assert.equal(signal, null, stderr);
				assert.equal(code, 1, stdout + stderr);
				assert.match(stderr, expected);
			} finally {
				rmSync(folder, { recursive: true });
			}
		});

	it('it throws in bootstrap of a process that takes the place of another: nothing of it answers, and all else does', async () => {
		const bootstrap = `module.exports = { async bootstrap({ strapi }) {
			if (require('node:fs').existsSync('began')) throw new Error('at bootstrap again');
			require('node:fs').writeFileSync('began', '');
			strapi.sanitizers.add('content-api.output', () => data => ({ ...data, name: 'sanitized' }));
			strapi.db.lifecycles.subscribe({ models: ['api::category.category'], beforeCreate() { throw new Error('a hook'); } });
		} };\n`;
		server = await startServer({ folder: makeCodeProject({ ...files, 'src/index.js': bootstrap }) });
		const headers = { Authorization: `Bearer ${'f'.repeat(64)}`, 'Content-Type': 'application/json' };
		try {
			assert.match((await ask('/api/categories/1', { headers })).text, /"sanitized"/);
			assert.equal((await ask('/api/lab/exits')).status, 500);
			for (const end = Date.now() + 60_000; !server.stderr.includes('at bootstrap again'); await sleep(20)) assert.ok(Date.now() < end);
			for (const where of ['/api/lab/fine', '/api/chains', '/api/lab/policy-never', '/api/categories/1'])
				assert.equal((await ask(where, { headers })).status, 503, where);
			const made = await ask('/graphql', {
				method: 'POST',
				headers,
				body: JSON.stringify({ query: 'mutation { createCategory(data: { name: "x" }) { data { id } } }' }),
			});
			assert.doesNotMatch(made.text, /"id"/);
			assert.equal((await ask('/_health')).status, 204);
		} finally {
			await server.stop();
		}
		assert.ok(!existsSync(path.join(server.folder, 'core')));
	});
});
