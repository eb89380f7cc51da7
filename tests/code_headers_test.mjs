// Headers that lectern adds to every answer, and what code makes of them: what it sets is sent once, what it removes is not sent.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { startServer } from './lib/server.mjs';

const lab = `module.exports = {
	own(ctx) {
		ctx.set({ 'X-Frame-Options': 'DENY', 'Access-Control-Allow-Origin': 'https://own.example', 'X-Powered-By': 'me' });
		ctx.remove('Content-Security-Policy');
		ctx.vary('Accept-Language');
		return { read: ctx.res.getHeader('Strict-Transport-Security'), gone: ctx.res.getHeader('content-security-policy') ?? null };
	},
	many(ctx) { for (let i = 0; i < 40; i++) ctx.set('X-Own-' + i, String(i)); return {}; },
	none: () => ({}),
	bytes(ctx) { ctx.set('X-Content-Type-Options', 'own'); ctx.type = 'text/css'; ctx.body = Buffer.from('a {}'); },
};\n`;
const names = ['own', 'many', 'none', 'bytes'];
const routes = `module.exports = { routes: [${names
	.map(name => `{ method: 'GET', path: '/lab/${name}', handler: 'lab.${name}', config: { auth: false } },`)
	.join('\n')}] };\n`;
const files = { 'public/uploads/a.svg': '<svg/>', 'src/api/lab/controllers/lab.js': lab, 'src/api/lab/routes/lab.js': routes };

const outer = `module.exports = () => async (ctx, next) => {
	ctx.set('X-Frame-Options', 'overwritten');
	ctx.remove('X-Download-Options');
	await next();
	ctx.set('Referrer-Policy', 'outer');
	ctx.set('X-Powered-By', 'outer');
};\n`;
const inner = `module.exports = () => async (ctx, next) => {
	ctx.set('X-DNS-Prefetch-Control', 'on');
	await next();
	ctx.remove('Strict-Transport-Security');
	ctx.set('X-Powered-By', 'overwritten');
};\n`;
const list = ['logger', 'errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public'].map(
	name => `strapi::${name}`,
);
const middlewares = `module.exports = ${JSON.stringify(['global::outer', ...list, 'global::inner'])};\n`;

/** All headers of an answer: [value, …] by name. */
const headersOf = (base, path, headers = {}, agent = undefined) =>
	new Promise((resolve, reject) => {
		http
			.get(base + path, { headers, agent }, response => {
				const found = {};
				for (let i = 0; i < response.rawHeaders.length; i += 2) {
					(found[response.rawHeaders[i].toLowerCase()] ??= []).push(response.rawHeaders[i + 1]);
				}
				let text = '';
				response.on('data', part => (text += part));
				response.on('end', () => resolve({ found, text, status: response.statusCode }));
			})
			.on('error', reject);
	});

const assertOnce = found => {
	for (const [name, values] of Object.entries(found)) assert.equal(values.length, 1, `${name}: ${values}`);
};

describe('headers that code sets in a controller', () => {
	let server;
	before(async () => (server = await startServer({ folder: makeCodeProject(files) })));
	after(() => server?.stop());

	it('stand in the place of lectern’s own, and are not sent when they were removed', async () => {
		const { found, text } = await headersOf(server.base, '/api/lab/own', { Origin: 'https://other.example' });
		assertOnce(found);
		assert.deepEqual(found['x-frame-options'], ['DENY']);
		assert.deepEqual(found['access-control-allow-origin'], ['https://own.example']);
		assert.deepEqual(found['x-powered-by'], ['lectern']);
		assert.deepEqual(found.vary, ['Origin, Accept-Language']);
		assert.equal(found['content-security-policy'], undefined);
		assert.deepEqual(found['x-content-type-options'], ['nosniff']);
		assert.deepEqual(JSON.parse(text), { read: 'max-age=31536000; includeSubDomains', gone: null });
	});

	it('of other answers stay as they were', async () => {
		const own = (await headersOf(server.base, '/api/lab/none')).found;
		const native = (await headersOf(server.base, '/api/chains')).found;
		assertOnce(own);
		// What lectern reads by itself has its etag, and what that depends on.
		const { etag, vary, ...rest } = native;
		assert.ok(etag);
		assert.deepEqual(vary, ['Accept-Encoding', ...own.vary]);
		const constant = found => ({ ...found, date: null, 'content-length': null });
		assert.deepEqual(constant(own), constant({ ...rest, vary: own.vary }));
	});

	it('of a file of others’ are its own, and not those of the next answer on the connection', async () => {
		const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
		const file = await headersOf(server.base, '/uploads/a.svg', {}, agent);
		const page = await headersOf(server.base, '/', {}, agent);
		agent.destroy();
		assert.deepEqual(file.found['content-security-policy'], ["default-src 'none'; sandbox"]);
		assert.match(page.found['content-type'][0], /html/);
		assert.doesNotMatch(page.found['content-security-policy'][0], /sandbox/);
	});

	it('may be many, and of any type', async () => {
		const { found } = await headersOf(server.base, '/api/lab/many');
		assert.deepEqual(found['x-own-39'], ['39']);
		const bytes = await headersOf(server.base, '/api/lab/bytes');
		assertOnce(bytes.found);
		assert.deepEqual(
			[bytes.found['x-content-type-options'], bytes.found['content-type'], bytes.text],
			[['own'], ['text/css; charset=utf-8'], 'a {}'],
		);
	});
});

describe('headers that middlewares for all requests set', () => {
	let server;
	before(async () => {
		const own = { 'config/middlewares.js': middlewares, 'src/middlewares/outer.js': outer, 'src/middlewares/inner.js': inner };
		server = await startServer({ folder: makeCodeProject({ ...files, ...own }) });
	});
	after(() => server?.stop());

	for (const path of ['/api/lab/none', '/api/chains', '/nothing']) {
		it(`count by their places in the list: ${path}`, async () => {
			const { found } = await headersOf(server.base, path);
			assertOnce(found);
			assert.deepEqual(found['x-frame-options'], ['SAMEORIGIN']);
			assert.deepEqual(found['x-download-options'], ['noopen']);
			assert.deepEqual(found['referrer-policy'], ['outer']);
			assert.deepEqual(found['x-powered-by'], ['outer']);
			assert.deepEqual(found['x-dns-prefetch-control'], ['on']);
			assert.equal(found['strict-transport-security'], undefined);
		});
	}
});

describe('middlewares before strapi::security and strapi::cors', () => {
	const gate = `module.exports = () => (ctx, next) => {
	if (ctx.get('x-gate') === 'closed') return ctx.throw(403);
	if (ctx.get('x-gate') === 'preflight' && ctx.method === 'OPTIONS') {
		ctx.set('Access-Control-Allow-Methods', 'GET');
		ctx.status = 204;
		return undefined;
	}
	if (ctx.get('x-gate') === 'words') Object.assign(ctx, { status: 202, message: 'Own words' });
	return ctx.get('x-gate') === 'words' ? undefined : next();
};\n`;
	let server;
	before(async () => {
		const own = { 'config/middlewares.js': middlewares.replace(',"global::inner"', '').replace('global::outer', 'global::gate') };
		server = await startServer({ folder: makeCodeProject({ ...files, ...own, 'src/middlewares/gate.js': gate }) });
	});
	after(() => server?.stop());
	const cors = found => Object.keys(found).filter(name => name.startsWith('access-control-'));

	it('answer without their headers, as in Strapi', async () => {
		const { found, status } = await headersOf(server.base, '/api/chains', { Origin: 'https://a.example', 'x-gate': 'closed' });
		assert.deepEqual([status, cors(found), found.vary, found['x-frame-options']], [403, [], undefined, undefined]);
		const open = await headersOf(server.base, '/api/chains', { Origin: 'https://a.example' });
		assert.deepEqual([open.found['access-control-allow-origin'], open.found['x-frame-options']], [['*'], ['SAMEORIGIN']]);
	});

	it('see OPTIONS', async () => {
		const headers = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'PUT' };
		const ask = more => fetch(`${server.base}/api/chains`, { method: 'OPTIONS', headers: { ...headers, ...more } });
		const own = await ask({ 'x-gate': 'preflight' });
		const allowed = answer => [
			answer.status,
			answer.headers.get('access-control-allow-methods'),
			answer.headers.get('access-control-allow-origin'),
		];
		assert.deepEqual(allowed(own), [204, 'GET', null]);
		assert.deepEqual(allowed(await ask({})), [204, 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS', '*']);
	});

	it('may say the words of a status', async () => {
		const answer = await fetch(`${server.base}/api/chains`, { headers: { 'x-gate': 'words' } });
		assert.deepEqual([answer.status, answer.statusText, await answer.text()], [202, 'Own words', 'Own words']);
	});

	it('leave files of others in their sandbox', async () => {
		const { found } = await headersOf(server.base, '/uploads/a.svg');
		assertOnce(found);
		assert.deepEqual(found['content-security-policy'], ["default-src 'none'; sandbox"]);
		assert.deepEqual(found['x-content-type-options'], ['nosniff']);
	});
});

describe('strapi::cors with a function for the origin', () => {
	const cors = `{ name: 'strapi::cors', config: { expose: ['X-One', 'X-Two'], headers: ['X-Key'], origin: async ctx => {
		const origin = ctx.get('Origin');
		if (origin === 'https://list.example') return ['https://list.example', 'https://b.example'];
		if (origin === 'https://all.example') return '*';
		return /^https:\\/\\/[a-z]+\\.own\\.example$/.test(origin) ? origin : '';
	} } }`;
	const rest = list.map(name => (name === 'strapi::cors' ? cors : JSON.stringify(name)));
	let server;
	const folder = makeCodeProject({ ...files, 'config/middlewares.js': `module.exports = [${rest}];\n` });
	before(async () => (server = await startServer({ folder })));
	after(() => server?.stop());

	const asked = async (path, origin, options = {}) => {
		const sent = { ...(origin && { Origin: origin }), ...options.headers };
		const { status, headers } = await fetch(server.base + path, { ...options, headers: sent });
		const cors = [...headers].filter(([name]) => name.startsWith('access-control-'));
		return { status, vary: headers.get('vary'), ...Object.fromEntries(cors.map(([name, value]) => [name.slice(15), value])) };
	};
	const named = origin => ({ 'allow-origin': origin, 'allow-credentials': 'true', 'expose-headers': 'X-One,X-Two' });

	for (const path of ['/api/chains', '/api/lab/none', '/api/absent']) {
		it(`is called for ${path}`, async () => {
			const plain = await asked(path);
			assert.match(plain.vary, /Origin/);
			for (const origin of ['https://a.own.example', 'https://list.example', 'https://all.example']) {
				const { status, vary, ...headers } = await asked(path, origin);
				assert.deepEqual({ status, ...headers }, { status: plain.status, ...named(origin) });
				assert.match(vary, /Origin/);
			}
			const { status, vary, ...headers } = await asked(path, 'https://other.example');
			assert.deepEqual({ status, ...headers }, { status: plain.status });
			assert.match(vary, /Origin/);
		});
	}

	it('is called for preflights', async () => {
		const preflight = { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'PUT' } };
		const { vary, ...answer } = await asked('/api/chains/1', 'https://a.own.example', preflight);
		assert.deepEqual(answer, {
			status: 204,
			'allow-origin': 'https://a.own.example',
			'allow-credentials': 'true',
			'max-age': '31536000',
			'allow-methods': 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS',
			'allow-headers': 'X-Key',
		});
		assert.match(vary, /Origin/);
		const other = await asked('/api/chains/1', 'https://other.example', preflight);
		assert.equal(other['allow-origin'], undefined);
	});
});
