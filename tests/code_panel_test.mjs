// Actions of the administration around which an extension has put something: Strapi's own are called through them.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { full } from './lib/accounts.mjs';
import { ada, bearer, explorer, makeAdmin, signIn } from './lib/admins.mjs';
import { makeCodeProject } from './lib/code.mjs';
import { makeForm } from './lib/forms.mjs';
import { Client } from './lib/http.mjs';
import { runCommand, startServer } from './lib/server.mjs';

const contentManager = `module.exports = plugin => {
	const controller = plugin.controllers['collection-types'];
	const { find, findOne, create, update, delete: remove } = controller;
	controller.find = async ctx => {
		if (ctx.params.model === 'api::category.category') ctx.request.query = { ...ctx.request.query, pageSize: 2, sort: 'name:DESC' };
		if (ctx.params.model === 'api::chain.chain') ctx.query.filters = { id: { $lt: 3 } };
		await find(ctx);
		for (const one of ctx.body.results ?? []) one.seenBy = ctx.state.user.email;
		ctx.set('X-Wrapped', 'yes');
	};
	controller.findOne = (ctx, next) => (ctx.params.id === '9' ? ctx.notFound('not nine') : findOne(ctx, next));
	controller.create = async ctx => {
		const { body } = ctx.request;
		if (body.name === 'forbidden') return ctx.forbidden('not that name');
		if (body.name === 'throws') throw new (require('@strapi/utils').errors.ApplicationError)('thrown', { a: 1 });
		body.name += ' by ' + ctx.state.user.firstname;
		return create(ctx);
	};
	controller.update = async ctx => {
		ctx.params.id = '4';
		await update(ctx);
		ctx.body = { updated: ctx.body.id };
	};
	controller.delete = async ctx => { await remove(ctx); ctx.body.gone = true; };
	plugin.controllers['single-types'].find = async ctx => ctx.send({ model: ctx.params.model, action: ctx.state.route.handler });
	plugin.controllers.own = { async hello(ctx) { ctx.body = 'hello ' + ctx.state.user.firstname; } };
	const policies = ['admin::isAuthenticatedAdmin'];
	plugin.routes.admin.routes.push({ method: 'GET', path: '/own/hello', handler: 'own.hello', config: { policies } });
	const views = plugin.routes.admin.routes.find(({ handler }) => handler === 'content-types.findContentTypes');
	views.config.policies.push((context, config, { strapi }) => context.state.user.firstname !== 'nobody' && Boolean(strapi));
	return plugin;
};\n`;
const upload = `module.exports = plugin => {
	const { find } = plugin.controllers['admin-file'];
	const { upload } = plugin.controllers['admin-upload'];
	const { uploadFiles } = plugin.controllers['content-api'];
	plugin.controllers['admin-file'].find = async ctx => ({ ...(await find(ctx)), wrapped: ctx.body === undefined });
	plugin.controllers['admin-upload'].upload = async ctx => {
		if (ctx.request.files.files.name === 'bad.txt') return ctx.badRequest('no bad files', { size: ctx.request.files.files.size });
		await upload(ctx);
		ctx.body = ctx.body.map(({ name }) => name);
	};
	plugin.controllers['content-api'].uploadFiles = async ctx => { await uploadFiles(ctx); ctx.body = { count: ctx.body.length }; };
	return plugin;
};\n`;
const i18n = `module.exports = plugin => {
	const { listLocales } = plugin.controllers.locales;
	plugin.controllers.locales.listLocales = async ctx => { await listLocales(ctx); ctx.body = ctx.body.map(({ code }) => code); };
	return plugin;
};\n`;
const users = `module.exports = plugin => {
	const { create } = plugin.controllers.contentmanageruser;
	const { find } = plugin.controllers.role;
	plugin.controllers.contentmanageruser.create = async ctx => { await create(ctx); ctx.body = { made: ctx.body.username }; };
	plugin.controllers.role.find = async ctx => { await find(ctx); ctx.body = { ...ctx.body, of: ctx.state.user?.firstname ?? 'a client' }; };
	return plugin;
};\n`;

const extension = (name, text) => ({ [`src/extensions/${name}/strapi-server.js`]: text });
const files = {
	...extension('content-manager', contentManager),
	...extension('upload', upload),
	...extension('i18n', i18n),
	...extension('users-permissions', users),
};
const collection = '/content-manager/collection-types';

describe("extensions around the administration's actions", () => {
	let server, client, admin;
	const ask = (method, path, body, headers = admin) => client.request(method, path, { body, headers });
	before(async () => {
		server = await startServer({ folder: makeCodeProject(files) });
		client = new Client(server.base);
		admin = bearer(await signIn(client));
	});
	after(() => server?.stop());

	it('change what is asked for, and what is answered', async () => {
		const { json, headers } = await ask('GET', `${collection}/api::category.category?page=1&pageSize=10`);
		assert.deepEqual(
			json.results.map(({ name, seenBy }) => [name, seenBy]),
			[
				['Category 9', 'ada@example.com'],
				['Category 8', 'ada@example.com'],
			],
		);
		assert.equal(json.pagination.pageSize, 2);
		assert.equal(headers['x-wrapped'], 'yes');
		const chains = await ask('GET', `${collection}/api::chain.chain?sort=id:ASC`);
		assert.deepEqual(
			chains.json.results.map(({ id }) => id),
			[1, 2],
		);
		assert.equal((await ask('GET', `${collection}/api::category.category/8`)).json.id, 8);
		assert.equal((await ask('GET', `${collection}/api::category.category/9`)).json.error.message, 'not nine');
		assert.equal((await ask('GET', `${collection}/api::category.category/8888`)).status, 404);
		assert.deepEqual((await ask('GET', '/content-manager/single-types/api::homepage.homepage')).json, {
			model: 'api::homepage.homepage',
			action: 'single-types.find',
		});
	});

	it('change entries, and refuse to', async () => {
		const made = await ask('POST', `${collection}/api::category.category`, { name: 'new' });
		assert.equal(made.json.name, 'new by Ada');
		const refused = await ask('POST', `${collection}/api::category.category`, { name: 'forbidden' });
		assert.deepEqual([refused.status, refused.json.error.message], [403, 'not that name']);
		const thrown = await ask('POST', `${collection}/api::category.category`, { name: 'throws' });
		assert.deepEqual(thrown.json.error, { status: 400, name: 'ApplicationError', message: 'thrown', details: { a: 1 } });
		const invalid = await ask('POST', `${collection}/api::review.review`, { stars: 'many' });
		assert.deepEqual([invalid.status, invalid.json.error.name], [400, 'ValidationError']);
		assert.deepEqual((await ask('PUT', `${collection}/api::category.category/8`, { name: 'four' })).json, { updated: 4 });
		assert.equal((await ask('GET', `${collection}/api::category.category/4`)).json.name, 'four');
		assert.equal((await ask('DELETE', `${collection}/api::category.category/5`)).json.gone, true);
		assert.equal((await ask('GET', `${collection}/api::category.category/5`)).status, 404);
	});

	it('run for admins who may, and for nobody else', async () => {
		const find = `${collection}/api::category.category`;
		assert.equal((await ask('GET', find, undefined, {})).status, 401);
		assert.equal((await ask('GET', find, undefined, full)).status, 401);
		const reader = await makeAdmin(client, await signIn(client), 'reader', [explorer('read', 'api::category.category', ['name'])]);
		const found = await reader('GET', find);
		assert.deepEqual([found.status, Object.keys(found.json.results[0]).includes('code')], [200, false]);
		assert.equal((await reader('POST', find, { name: 'mine' })).status, 403);
		assert.equal((await reader('GET', `${collection}/api::chain.chain`)).status, 403);
	});

	it('have routes of their own, and policies around those that are there', async () => {
		assert.equal((await ask('GET', '/content-manager/own/hello')).text, 'hello Ada');
		assert.equal((await ask('GET', '/content-manager/own/hello', undefined, {})).status, 401);
		assert.equal((await ask('GET', '/content-manager/content-types')).status, 200);
		const nobody = await makeAdmin(client, await signIn(client), 'nobody', []);
		assert.equal((await nobody('GET', '/content-manager/content-types')).status, 403);
		assert.equal((await nobody('GET', '/content-manager/components')).status, 200);
	});

	it('of uploads, languages and users', async () => {
		const { json } = await ask('GET', '/upload/files?pageSize=2');
		assert.deepEqual([json.results.length, json.wrapped], [2, true]);
		const send = (name, path, as) => {
			const form = makeForm([['files', 'text', name, 'text/plain']], as);
			return client.request('POST', path, form);
		};
		assert.deepEqual((await send('good.txt', '/upload', admin)).json, ['good.txt']);
		const bad = await send('bad.txt', '/upload', admin);
		assert.deepEqual([bad.status, bad.json.error.message, bad.json.error.details], [400, 'no bad files', { size: 4 }]);
		assert.equal((await send('good.txt', '/upload', {})).status, 401);
		assert.deepEqual((await send('good.txt', '/api/upload', full)).json, { count: 1 });
		assert.deepEqual((await ask('GET', '/i18n/locales')).json.slice(0, 1), ['en']);
		assert.deepEqual((await ask('GET', '/api/i18n/locales', undefined, full)).json.slice(0, 1), ['en']);
		const user = { username: 'made', email: 'made@example.com', password: 'Passw0rdX', confirmed: true, role: { connect: [{ id: 1 }] } };
		assert.deepEqual((await ask('POST', `${collection}/plugin::users-permissions.user`, user)).json, { made: 'made' });
		assert.equal((await ask('GET', '/users-permissions/roles')).json.of, 'Ada');
		assert.equal((await ask('GET', '/api/users-permissions/roles', undefined, full)).json.of, 'a client');
	});

	it('leave all other actions to lectern', async () => {
		const { status, headers } = await ask('GET', '/content-manager/init');
		assert.deepEqual([status, headers['x-wrapped']], [200, undefined]);
	});
});

const around = `module.exports = () => async (ctx, next) => {
	ctx.set('X-Own', ctx.method + ' ' + ctx.path.slice(0, 30));
	if (ctx.query.blocked) return ctx.forbidden('no');
	if (ctx.path.startsWith('/content-manager') && ctx.get('x-tea')) { ctx.status = 418; ctx.body = { tea: true }; return; }
	try { await next(); } catch (error) { ctx.set('X-Thrown', error.name); throw error; }
	if (ctx.path === '/admin/information') ctx.body = { data: { ...ctx.body.data, own: 1 } };
	if (ctx.path === '/admin/login' && ctx.status === 200) ctx.set('X-Login', ctx.body.data.user.email);
};\n`;

// As a project with this middleware answers on Strapi 4.26.2.
describe("middlewares of the project before the administration's routes", () => {
	let server, client, admin;
	const script = `run(${JSON.stringify('é"\\'.repeat(100_000))})`;
	before(async () => {
		const stack = ['errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public'].map(
			name => `strapi::${name}`,
		);
		const folder = makeCodeProject({
			'src/middlewares/around.js': around,
			'config/middlewares.js': `module.exports = ${JSON.stringify([...stack.slice(0, 4), 'global::around', ...stack.slice(4)])};`,
			'build/index.html': '<!doctype html>the panel',
			'build/main.1234abcd.js': script,
		});
		server = await startServer({ folder });
		client = new Client(server.base);
		admin = bearer(await signIn(client));
	});
	after(async () => {
		client?.close();
		await server?.stop();
	});
	const ask = (method, path, body, headers = {}) => client.request(method, path, { body: body ?? null, headers: { ...admin, ...headers } });
	const kind = `${collection}/api::category.category`;

	it('see what is asked and answered, change it, and refuse', async () => {
		const signed = await client.request('POST', '/admin/login', { body: ada });
		assert.deepEqual([signed.status, signed.headers['x-own'], signed.headers['x-login']], [200, 'POST /admin/login', ada.email]);
		const information = await ask('GET', '/admin/information');
		assert.deepEqual([information.json.data.own, information.json.data.strapiVersion], [1, '4.26.2']);
		const list = await ask('GET', `${kind}?page=1&pageSize=2&sort=name:ASC`);
		assert.deepEqual([list.status, list.json.results.length, list.headers['x-own']], [200, 2, `GET ${kind.slice(0, 30)}`]);
		const blocked = await ask('GET', `${kind}?blocked=1`);
		assert.deepEqual([blocked.status, blocked.json.error.message], [403, 'no']);
		const tea = await ask('GET', kind, null, { 'X-Tea': 'yes' });
		assert.deepEqual([tea.status, tea.json], [418, { tea: true }]);
	});

	it('leave filters with a % that stands for itself, changes, errors and refusals as they are', async () => {
		const found = await ask('GET', `${kind}?filters[$and][0][name][$contains]=100%&pageSize=5`);
		assert.deepEqual([found.status, found.json.results], [200, []]);
		const made = await ask('POST', kind, { name: 'Made' });
		assert.deepEqual([made.status, made.json.name], [200, 'Made']);
		assert.equal((await ask('DELETE', `${kind}/${made.json.id}`)).status, 200);
		const wrong = await ask('POST', `${collection}/api::review.review`, { stars: 'many' });
		assert.deepEqual([wrong.status, wrong.json.error.name, wrong.headers['x-thrown']], [400, 'ValidationError', 'ValidationError']);
		assert.equal((await ask('GET', kind, null, { Authorization: 'Bearer x' })).status, 401);
		assert.equal((await ask('GET', kind, null, full)).status, 401);
		const reader = await makeAdmin(client, await signIn(client), 'looks', [explorer('read', 'api::category.category', ['name'])]);
		assert.equal((await reader('GET', kind)).headers['x-own'], `GET ${kind.slice(0, 30)}`);
		assert.equal((await reader('POST', kind, { name: 'mine' })).status, 403);
	});

	it("stand before the panel's files; forms with files go past them", async () => {
		const page = await ask('GET', '/admin/');
		assert.deepEqual([page.status, page.text, page.headers['x-own']], [200, '<!doctype html>the panel', 'GET /admin/']);
		for (const encoding of ['identity', 'gzip', 'br']) {
			const answer = await fetch(`${server.base}/admin/main.1234abcd.js`, { headers: { 'Accept-Encoding': encoding } });
			assert.equal(answer.headers.get('x-own'), 'GET /admin/main.1234abcd.js');
			assert.ok((await answer.text()) === script, encoding);
		}
		const sent = await client.request('POST', '/upload', makeForm([['files', 'text', 'one.txt', 'text/plain']], admin));
		assert.deepEqual([sent.status, sent.json[0].name, sent.headers['x-own']], [200, 'one.txt', undefined]);
	});
});

describe('an action that is taken away', () => {
	it('keeps the project from starting', async () => {
		const text = "module.exports = plugin => { plugin.controllers['collection-types'].create = null; return plugin; };\n";
		const folder = makeCodeProject(extension('content-manager', text));
		const { code, stdout } = await runCommand(['check', folder]);
		assert.equal(code, 1);
		assert.match(stdout, /Error creating endpoint POST .*collection-types\/:model: Handler not found "collection-types.create"/);
		rmSync(folder, { recursive: true });
	});
});
