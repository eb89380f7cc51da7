// Routes of a project's own, answered by its code in a Node process beside lectern.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { controller, makeCodeProject, router } from './lib/code.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { patiently } from './lib/http.mjs';
import { startServer } from './lib/server.mjs';

const lab = `let counter = 0;
module.exports = {
	async echo(ctx) {
		ctx.set('X-Own', 'yes');
		ctx.body = { params: ctx.params, query: ctx.query, body: ctx.request.body, ip: typeof ctx.ip, count: ++counter };
	},
	async add(ctx) {
		const made = await strapi.entityService.create('api::category.category', { data: { name: ctx.request.body.name } });
		const found = await strapi.db.query('api::category.category').findOne({ where: { id: made.id } });
		return { made: made.name, found: found.name };
	},
	guarded: () => ({ passed: true }),
	wrapped: ctx => ({ seen: ctx.state.seen }),
	throws() { throw new Error('a secret'); },
	forbids() { const e = require('@strapi/utils').errors; throw new e.ForbiddenError('why'); },
	refuses() { const e = require('@strapi/utils').errors; throw new e.ApplicationError('no', { a: 1 }); },
	named() { throw new (class ApplicationError extends Error { name = 'ApplicationError'; })('a secret'); },
	async lacks() { return strapi.runLifecyclesFunctions('register'); },
	ends() { process.exit(1); },
	loops() { for (;;); },
	waits: () => new Promise(() => {}),
	prints() { console.warn('a line of code'); return 'ok'; },
	cyclic() { const a = {}; a.a = a; return a; },
	bytes: () => Buffer.from([1, 2, 255]),
};\n`;
const names = [
	'add',
	'guarded',
	'wrapped',
	'throws',
	'forbids',
	'refuses',
	'named',
	'lacks',
	'ends',
	'loops',
	'waits',
	'prints',
	'cyclic',
	'bytes',
];
const options = {
	guarded: "policies: ['global::asks', { name: 'own', config: { word: 'x' } }], auth: false",
	wrapped: "middlewares: ['api::lab.marks', (ctx, next) => { ctx.state.seen += 'b'; return next(); }], auth: false",
};
const route = name => `	{ method: 'GET', path: '/lab/${name}', handler: 'lab.${name}', config: { ${options[name] ?? 'auth: false'} } },`;
const routes = `module.exports = { routes: [
	{ method: 'POST', path: '/lab/echo/:a/:b?', handler: 'lab.echo', config: { auth: false } },
	{ method: 'GET', path: '/lab/private', handler: 'lab.prints' },
${names.map(route).join('\n')}
	{ method: 'POST', path: '/lab/add', handler: 'lab.add', config: { auth: false } },
] };\n`;
const files = {
	'src/api/lab/controllers/lab.js': lab,
	'src/api/lab/routes/lab.js': routes,
	'src/api/lab/routes/turned.js': `const all = [
	{ method: 'GET', path: '/turned/:name', handler: ctx => 'named', config: { auth: false } },
	{ method: 'GET', path: '/turned/last', handler: ctx => 'last', config: { auth: false } },
];
module.exports = { get routes() { return all.reverse(); } };\n`,
	'src/api/lab/policies/own.js': 'module.exports = (ctx, { word }) => ctx.request.query.word === word;\n',
	'src/api/lab/middlewares/marks.js': "module.exports = () => async (ctx, next) => { ctx.state.seen = 'a'; await next(); };\n",
	'src/policies/asks.js': 'module.exports = ctx => { if (!ctx.request.get("x-ask")) return false; };\n',
	'src/api/category/controllers/category.js': controller(
		'category',
		`({ strapi }) => ({
	async find(ctx) {
		ctx.query = { ...ctx.query, sort: 'id:desc', pagination: { pageSize: 2 } };
		const { data, meta } = await super.find(ctx);
		return { data, meta: { ...meta, own: true } };
	},
	async create(ctx) {
		ctx.request.body.data.name = ctx.request.body.data.name.toUpperCase();
		return super.create(ctx);
	},
	async findOne(ctx) {
		return (await super.findOne(ctx)) ?? ctx.notFound('none of that id', { id: ctx.params.id });
	},
})`,
	),
	'src/api/category/routes/category.js': router('category'),
};
const strapis = ['errors', 'security', 'cors', 'poweredBy', 'logger', 'query', 'body', 'session', 'favicon', 'public'];
const behind = {
	'config/middlewares.js': `module.exports = [${strapis.map(name => `'strapi::${name}'`).join(', ')}, 'global::passes'];\n`,
	'src/middlewares/passes.js': `module.exports = () => async (ctx, next) => {
	await next();
	const { route, user, auth } = ctx.state;
	const of = route?.info.apiName ?? route?.info.pluginName;
	ctx.set('X-Seen', [ctx.status, of, user?.username, auth?.strategy.name, typeof ctx.body].join(' '));
};\n`,
	'src/extensions/users-permissions/strapi-server.js': `module.exports = plugin => {
	const make = plugin.services.user;
	plugin.services.user = given => ({ ...make(given), shout: text => text.toUpperCase() });
	plugin.controllers.user.shout = ctx => ({ text: strapi.service('plugin::users-permissions.user').shout(ctx.params.text) });
	const routes = plugin.routes['content-api'].routes;
	routes.unshift({ method: 'GET', path: '/shout/:text', handler: 'user.shout', config: { auth: false, prefix: '' } });
	return plugin;
};\n`,
	'src/api/review/controllers/review.js': controller(
		'review',
		`({ strapi }) => ({
	async find(ctx) { return super.find(ctx); },
	async create(ctx) {
		Object.assign(ctx.request.body.data, { author: ctx.state.user?.id, publishedAt: new Date('2020-02-03T04:05:06Z') });
		return super.create(ctx);
	},
})`,
	),
	'src/api/category/content-types/category/lifecycles.js': `module.exports = {
	async beforeCreate({ params: { data } }) {
		const uid = strapi.service('plugin::content-manager.uid');
		const given = { contentTypeUID: 'api::restaurant.restaurant', field: 'slug' };
		data.code = await uid.generateUIDField({ ...given, data: { name: data.name } });
		data.code += ' ' + await uid.checkUIDAvailability({ ...given, value: data.code });
	},
	beforeUpdate: ({ params: { where, data } }) => { data.code = typeof where.id; },
	afterCreate: ({ result }) => { result.name += ' ' + result.code; },
	afterUpdate: ({ result }) => { result.name = result.code; },
};\n`,
};

const token = { Authorization: 'Bearer ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' };
let server;
const ask = async (where, options = {}) => {
	const response = await fetch(server.base + where, options);
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: /^[{[]/.test(text) ? JSON.parse(text) : null };
};
const post = (where, body, headers = {}) =>
	ask(where, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });

describe("routes of the project's own", () => {
	before(async () => {
		server = await startServer({ folder: makeCodeProject(files), env: { LECTERN_CODE_TIME: '4000' } });
	});
	after(() => server?.stop());

	it('have a Koa context', async () => {
		const { status, headers, json } = await post('/api/lab/echo/1/two?x[y]=2', { z: [1, null] });
		assert.equal(status, 200);
		assert.equal(headers.get('x-own'), 'yes');
		assert.deepEqual(json, { params: { a: '1', b: 'two' }, query: { x: { y: '2' } }, body: { z: [1, null] }, ip: 'string', count: 1 });
		const form = await ask('/api/lab/echo/1', { method: 'POST', body: new URLSearchParams({ a: ' b' }) });
		assert.deepEqual(form.json.body, { a: ' b' });
	});

	it('come in the order that a getter gives when it is read as often as Strapi reads it', async () => {
		assert.deepEqual([(await ask('/api/turned/last')).text, (await ask('/api/turned/x')).text], ['last', 'named']);
	});

	it('read and write through strapi.entityService and strapi.db.query', async () => {
		assert.deepEqual((await post('/api/lab/add', { name: 'By code' })).json, { made: 'By code', found: 'By code' });
	});

	it('take their permission, as others do', async () => {
		assert.equal((await ask('/api/lab/private')).status, 403);
		assert.equal((await ask('/api/lab/private', { headers: { Authorization: 'Bearer nonsense' } })).status, 401);
		assert.equal((await ask('/api/lab/private', { headers: token })).text, 'ok');
	});

	it('ask policies in order, and go through middlewares', async () => {
		const asked = { headers: { 'x-ask': '1' } };
		assert.deepEqual((await ask('/api/lab/guarded?word=x', asked)).json, { passed: true });
		assert.equal((await ask('/api/lab/guarded?word=x')).status, 403);
		assert.equal((await ask('/api/lab/guarded?word=y', asked)).status, 403);
		assert.deepEqual((await ask('/api/lab/wrapped')).json, { seen: 'ab' });
	});

	it('answer errors as Strapi does', async () => {
		const internal = await ask('/api/lab/throws');
		assert.equal(internal.status, 500);
		assert.doesNotMatch(internal.text, /secret/);
		assert.deepEqual((await ask('/api/lab/forbids')).json.error, {
			status: 403,
			name: 'ForbiddenError',
			message: 'Forbidden',
			details: {},
		});
		assert.deepEqual((await ask('/api/lab/refuses')).json.error, {
			status: 400,
			name: 'ApplicationError',
			message: 'no',
			details: { a: 1 },
		});
		assert.equal((await ask('/api/lab/cyclic')).status, 500);
		const named = await ask('/api/lab/named');
		assert.equal(named.status, 500, "a class that has but the name of one of Strapi's");
		assert.doesNotMatch(named.text, /secret/);
		assert.equal((await ask('/api/lab/bytes')).headers.get('content-type'), 'application/octet-stream');
	});

	it('are refused, and say why, where they use what is not there', async () => {
		const { status, json } = await ask('/api/lab/lacks');
		assert.equal(status, 501);
		assert.match(json.error.message, /strapi\.runLifecyclesFunctions/);
	});

	it('may go on with the action that they stand before', async () => {
		const list = await ask('/api/categories', { headers: token });
		assert.equal(list.json.data.length, 2);
		assert.equal(list.json.meta.own, true);
		assert.ok(list.json.data[0].id > list.json.data[1].id);
		const made = await post('/api/categories?fields=name', { data: { name: 'small' } }, token);
		assert.deepEqual(made.json.data.attributes, { name: 'SMALL' });
		assert.equal((await post('/api/categories', { data: { name: 'small' } })).status, 403);
		const none = await ask('/api/categories/99999', { headers: token });
		assert.deepEqual(none.json.error, { status: 404, name: 'NotFoundError', message: 'none of that id', details: { id: '99999' } });
	});

	it('print into the log', async () => {
		await ask('/api/lab/prints');
		assert.match(server.stderr, /warning a line of code/);
	});

	it('harm nobody else when they end, hang or never answer', async () => {
		for (const name of ['ends', 'loops', 'waits']) {
			const bad = ask(`/api/lab/${name}`);
			assert.equal((await ask('/api/chains', { headers: token })).status, 200, name);
			assert.equal((await bad).status, 500, name);
			assert.equal((await patiently(() => post('/api/lab/echo/1', {}))).status, 200, name);
		}
	});

	it('leave no process behind, also when lectern is killed', async () => {
		const started = await startServer({ folder: makeCodeProject(files) });
		const { status } = await fetch(`${started.base}/api/lab/prints`);
		assert.equal(status, 200);
		const children = () => execFileSync('ps', ['-o', 'pid=', '--ppid', String(started.child.pid)], { encoding: 'utf8' }).trim();
		const child = Number(children());
		assert.ok(child > 0);
		started.child.kill('SIGKILL');
		for (let i = 0; i < 500; i++) {
			try {
				process.kill(child, 0);
			} catch {
				return;
			}
			await new Promise(done => setTimeout(done, 20));
		}
		assert.fail('Node still runs');
	});
});

describe('a project with @strapi/utils of its own', () => {
	const thrown = {
		own: "new (require('@strapi/utils').errors.NotFoundError)('mine', { a: 1 })",
		below: "new (class Late extends require('@strapi/utils').errors.ApplicationError {})('late')",
		other: "new (class NotFoundError extends Error {})('a secret')",
	};
	let own;
	before(async () => {
		own = await startServer({
			folder: makeCodeProject({
				'node_modules/@strapi/utils/package.json': { name: '@strapi/utils', version: '4.26.2', main: 'index.js' },
				'node_modules/@strapi/utils/index.js': `class ApplicationError extends Error {
	constructor(message, details = {}) { super(message); this.name = 'ApplicationError'; this.details = details; }
}
class NotFoundError extends ApplicationError {
	constructor(message, details) { super(message, details); this.name = 'NotFoundError'; }
}
module.exports = { errors: { ApplicationError, NotFoundError } };\n`,
				// As of Strapi 4.26, which has more than its exports name.
				'node_modules/@strapi/plugin-users-permissions/package.json': { exports: { '.': './index.js' } },
				'node_modules/@strapi/plugin-users-permissions/server/utils/index.js': 'exports.word = "inner";\n',
				'src/api/lab/controllers/lab.js': `const { default: entityService } = require('@strapi/strapi/lib/services/entity-service');
const { transformResponse, parseBody } = require('@strapi/strapi/dist/core-api/controller/transform.js');
const pages = require('@strapi/strapi/lib/core-api/service/pagination');
const { word } = require('@strapi/plugin-users-permissions/server/utils');
module.exports = {
	inner: ctx => ({
		word,
		body: parseBody(ctx),
		...transformResponse({ id: 1, a: 2 }),
		pages: pages.transformPaginationResponse(pages.getPaginationInfo({}), 60),
	}),
	absent: () => entityService({ strapi }),
${Object.entries(thrown)
	.map(([name, made]) => `	${name}() { throw ${made}; },`)
	.join('\n')}
};\n`,
				'src/api/lab/routes/lab.js': `module.exports = { routes: [
${[...Object.keys(thrown), 'inner', 'absent'].map(route).join('\n')}
] };\n`,
				'src/api/chain/routes/0.js': `const key = { name: 'key', authenticate(ctx) {
	if (ctx.get('x-key') === 'wrong') return { error: 'a wrong key' };
	return { authenticated: ctx.get('x-key') === 'right', credentials: { key: 'right' } };
} };
const strategies = { tokens: ['api-token'], users: ['users-permissions'], keys: [key, 'api-token'], none: ['absent'] };
module.exports = { routes: Object.entries(strategies).map(([name, strategies]) =>
	({ method: 'GET', path: '/by/' + name, handler: 'chain.find', config: { auth: { strategies } } })) };\n`,
			}),
		});
	});
	after(() => own?.stop());
	const get = async name => {
		const response = await fetch(`${own.base}/api/lab/${name}`);
		return [response.status, (await response.json()).error ?? 'none'];
	};

	it('may require what the exports of a package leave out, and the inside of @strapi/strapi', async () =>
		assert.deepEqual(await (await fetch(`${own.base}/api/lab/inner`)).json(), {
			word: 'inner',
			body: {},
			data: { id: 1, attributes: { a: 2 } },
			meta: {},
			pages: { page: 1, pageSize: 25, pageCount: 3, total: 60 },
		}));

	it('has routes that only some strategies open', async () => {
		const user = { Authorization: `Bearer ${makeToken({ id: 1, iat: now(), exp: now() + 600 })}` };
		const asked = async (name, headers) => (await fetch(`${own.base}/api/by/${name}`, { headers })).status;
		const callers = [{}, user, token, { 'X-Key': 'right' }, { 'X-Key': 'wrong', ...token }];
		const answers = async name => Promise.all(callers.map(headers => asked(name, headers)));
		assert.deepEqual(await answers('tokens'), [401, 401, 200, 401, 200]);
		assert.deepEqual(await answers('keys'), [401, 401, 200, 200, 401]);
		assert.deepEqual(await answers('none'), [401, 401, 401, 401, 401]);
		const [open, signedIn, program] = await answers('users');
		assert.deepEqual([open === 401, signedIn === 401, program], [false, false, 401]);
	});

	it('starts with what is not there of it, and names what is called', async () => {
		assert.match(own.log ?? own.stderr, /@strapi\/strapi\/lib\/services\/entity-service: lectern does not have it/);
		const [status, error] = await get('absent');
		assert.equal(status, 501);
		assert.match(error.message, /@strapi\/strapi\/lib\/services\/entity-service, which lectern does not have/);
	});

	it('throws and catches those classes', async () => {
		assert.deepEqual(await get('own'), [404, { status: 404, name: 'NotFoundError', message: 'mine', details: { a: 1 } }]);
		assert.equal((await get('below'))[0], 400);
		assert.equal((await get('other'))[0], 500);
	});
});

describe("Strapi's own actions in a controller behind a middleware of the project's", () => {
	let own;
	before(async () => {
		own = await startServer({ folder: makeCodeProject(behind) });
	});
	after(() => own?.stop());
	const read = async (where, options) => (await fetch(own.base + where, options)).json();

	it('know who asks: what they may find is populated, and nothing else', async () => {
		const where = '/api/reviews?populate=restaurant&pagination[pageSize]=1';
		const [review] = (await read(where, { headers: token })).data;
		assert.equal(typeof review.attributes.restaurant.data.id, 'number');
		const custom = { Authorization: `Bearer ${'c'.repeat(64)}` };
		assert.equal((await read(where, { headers: custom })).error.status, 403);
	});

	it('tell the middleware who asked, for which route, and that there is none', async () => {
		const seen = async (where, headers = token) => (await fetch(own.base + where, { headers })).headers.get('x-seen');
		const user = { Authorization: `Bearer ${makeToken({ id: 1, iat: now(), exp: now() + 1000 })}` };
		assert.equal(await seen('/api/categories'), '200 category  api-token object');
		assert.equal(await seen('/api/users/me', user), '200 users-permissions user1 users-permissions object');
		assert.equal(await seen('/api/nowhere'), '404    undefined');
	});

	it('let extensions wrap the services of plugins', async () => {
		assert.equal((await read('/api/shout/loud')).text, 'LOUD');
	});

	it('know it when they write, too', async () => {
		const body = JSON.stringify({ data: { stars: 2, restaurant: 1 } });
		const headers = { ...token, 'Content-Type': 'application/json' };
		const made = await read('/api/reviews?populate=restaurant', { method: 'POST', headers, body });
		assert.equal(made.data.attributes.restaurant.data.id, 1);
		assert.equal(made.data.attributes.publishedAt, '2020-02-03T04:05:06.000Z'); // a Date that the controller has set
	});

	it("have the panel's makers of uids, and ids of paths as text", async () => {
		const headers = { ...token, 'Content-Type': 'application/json' };
		const send = (where, method, name) => read(where, { method, headers, body: JSON.stringify({ data: { name } }) });
		const made = await send('/api/categories', 'POST', 'Restaurant 1');
		assert.equal(made.data.attributes.name, 'Restaurant 1 restaurant-1-1 true');
		assert.equal((await send(`/api/categories/${made.data.id}`, 'PUT', 'x')).data.attributes.name, 'string');
	});

	it('show GraphQL as text to middlewares', async () => {
		const body = JSON.stringify({ query: '{ categories(pagination: { limit: 1 }) { data { id } } }' });
		const headers = { ...token, 'Content-Type': 'application/json' };
		const response = await fetch(`${own.base}/graphql`, { method: 'POST', headers, body });
		assert.equal(response.headers.get('x-seen').split(' ').pop(), 'string');
		assert.equal((await response.json()).data.categories.data[0].id, '1');
	});
});
