// How a project's code is loaded: register and bootstrap, plugins, extensions, models changed by code, routes of every kind,
// middlewares for all requests.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { bearer, signIn } from './lib/admins.mjs';
import { controller, makeCodeProject, router } from './lib/code.mjs';
import { beginForm, sendForm } from './lib/forms.mjs';
import { Client } from './lib/http.mjs';
import { makeToken } from './lib/jwt.mjs';
import { runCommand, startServer } from './lib/server.mjs';

const token = { Authorization: 'Bearer ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' };
const json = { 'Content-Type': 'application/json' };
let server;
const ask = async (where, options = {}) => {
	const response = await fetch(server.base + where, options);
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, json: /^[{[]/.test(text) ? JSON.parse(text) : null };
};
const post = (where, body, headers = {}) => ask(where, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });

/** Asks until it is so, or for a long time. */
async function eventually(check) {
	for (const end = Date.now() + 60_000; ; await new Promise(resolve => setTimeout(resolve, 50))) {
		if (await check()) return;
		assert.ok(Date.now() < end, 'it never came so far');
	}
}

const index = `module.exports = {
	register({ strapi }) {
		strapi.order = ['register'];
		strapi.contentType('api::category.category').attributes.shade = { type: 'string' };
		strapi.contentType('api::category.category').attributes.secret = { type: 'string', private: true };
	},
	async bootstrap({ strapi }) {
		strapi.order.push('bootstrap');
		if (!(await strapi.db.query('api::category.category').count({ where: { name: 'Seeded' } })))
			await strapi.entityService.create('api::category.category', { data: { name: 'Seeded', shade: 'blue', secret: 'x' } });
		strapi.server.router.get('/late/:name', ctx => { ctx.body = { late: ctx.params.name }; });
		const next = (ctx, go) => { ctx.set('X-Router', 'before'); return go(); };
		const stack = [{ methods: ['HEAD', 'GET'], path: '/api/categories', stack: [next] }];
		strapi.server.router.use(Object.assign(() => {}, { router: { stack } }));
		const listed = strapi.server.listRoutes().find(({ path }) => path === '/api/lab/both' || path.startsWith('/api/lab'));
		strapi.order.push(String(listed.methods));
		strapi.server.routes([{ method: 'GET', path: '/later', handler: ctx => { ctx.body = 'later'; }, config: { auth: false } }]);
	},
	destroy() { console.log('destroyed after ' + strapi.order.join(', ')); },
};\n`;

const extension = `module.exports = plugin => {
	const { callback } = plugin.controllers.auth;
	plugin.controllers.auth.callback = async ctx => {
		await callback(ctx);
		if (ctx.body?.user) ctx.body = { ...ctx.body, wrapped: true };
	};
	const { find } = plugin.controllers.user;
	plugin.controllers.user.find = async ctx => {
		ctx.query.sort = 'id:desc';
		await find(ctx);
		ctx.body = ctx.body.map(({ id }) => id);
	};
	plugin.controllers.user.greet = ctx => ({ hello: ctx.params.id });
	plugin.controllers.role.find = async ctx => ctx.send({ roles: [] });
	plugin.policies.never = () => false;
	plugin.routes['content-api'].routes.unshift(
		{ method: 'GET', path: '/users/:id/greet', handler: 'user.greet', config: { prefix: '', auth: false } },
		{ method: 'GET', path: '/users/never', handler: 'user.greet', config: { prefix: '', auth: false, policies: ['never'] } },
	);
	return plugin;
};\n`;

const guarded = (name, action) => `{ method: 'GET', path: '/${name}', handler: 'note.list', config: { policies: [
				{ name: 'admin::hasPermissions', config: { actions: ['${action}'] } }] } }`;

const plugin = `module.exports = {
	register({ strapi }) {
		const mark = () => (ctx, next) => { ctx.set('X-Mark', 'yes'); return next(); };
		strapi.container.get('middlewares').set('plugin::notes.mark', mark);
	},
	async bootstrap({ strapi }) {
		const read = { section: 'plugins', displayName: 'Read', uid: 'read', pluginName: 'notes' };
		const { actionProvider } = strapi.service('admin::permission');
		await actionProvider.registerMany([
			read,
			{ section: 'settings', displayName: 'Set up', uid: 'set-up', pluginName: 'notes', category: 'notes', subCategory: 'all' },
			{ section: 'contentTypes', displayName: 'Stamp', uid: 'stamp', pluginName: 'notes', subjects: ['api::category.category'],
				options: { applyToProperties: ['fields'] } },
			{ section: 'internal', displayName: 'Hidden', uid: 'hidden', pluginName: 'notes' },
		]);
		const { conditionProvider } = strapi.admin.services.permission;
		const condition = (name, handler) => ({ displayName: name, name, plugin: 'notes', handler });
		await conditionProvider.registerMany([
			{ ...condition('mine', user => ({ 'createdBy.id': user.id })), category: 'own' },
			condition('low', async () => ({ $or: [{ id: { $lte: 2 } }, { $and: [{ name: { $eq: 'Nope' } }, { id: { $in: [3] } }] }] })),
			condition('all', () => true),
			condition('none', () => false),
			condition('odd', () => ({ name: { $regex: '.*' } })),
			condition('gone', () => ({ nope: { $ne: 1 } })),
			condition('partly', () => ({ id: { $lte: 2 }, nope: { $ne: 1 } })),
			condition('undefined', () => ({ name: undefined })),
			condition('throws', () => { throw new Error('on purpose'); }),
			condition('ends', () => process.exit(1)),
		]);
		const wrong = [{ ...read, uid: 'Read' }, { ...read, section: 'none' }, { ...read, subjects: [] }, read];
		for (const given of wrong) await actionProvider.register(given).then(() => { throw new Error('registered'); },
			error => strapi.log.info('refused: ' + error.message));
	},
	config: {
		default: { word: 'usual', other: 1 },
		validator(config) { if (typeof config.word !== 'string') throw new Error('no word'); },
	},
	contentTypes: { note: { schema: {
		kind: 'collectionType',
		collectionName: 'notes',
		info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
		attributes: {
			text: { type: 'string', required: true },
			category: { type: 'relation', relation: 'manyToOne', target: 'api::category.category' },
		},
	} } },
	controllers: { note: ({ strapi }) => ({
		list: async () => ({ word: strapi.plugin('notes').config('word'), notes: await strapi.plugin('notes').service('note').all() }),
		me: ctx => ({ id: ctx.state.user.id, roles: ctx.state.user.roles.map(({ code }) => code), auth: ctx.state.auth.strategy.name,
			can: [['admin::roles.read'], ['plugin::content-manager.explorer.read', 'api::review.review'], ['admin::nope']]
				.map(asked => ctx.state.userAbility.can(...asked)) }),
		async add(ctx) { return strapi.entityService.create('plugin::notes.note', { data: ctx.request.body, populate: ['category'] }); },
	}) },
	services: { note: ({ strapi }) => ({ all: () => strapi.entityService.findMany('plugin::notes.note', { fields: ['text'] }) }) },
	routes: {
		api: { type: 'content-api', routes: [
			{ method: 'GET', path: '/list', handler: 'note.list', config: { auth: false, middlewares: ['plugin::notes.mark'] } },
			, { method: 'POST', path: '/add', handler: 'note.add' } ] },
		panel: { type: 'admin', routes: [
			{ method: 'GET', path: '/open', handler: 'note.list', config: { auth: false } },
			{ method: 'GET', path: '/closed', handler: 'note.list' },
			{ method: 'GET', path: '/me', handler: 'note.me', config: { policies: ['admin::isAuthenticatedAdmin'] } },
			${['read', 'gone'].map(name => guarded(name, `plugin::notes.${name}`)).join(',\n')},
			${guarded('users', 'admin::users.read')} ] },
	},
};\n`;

const lab = `module.exports = {
	both: (ctx, next) => (ctx.query.skip ? next() : { first: true }),
	second: () => ({ second: true }),
	pattern: ctx => ({ number: ctx.params.number }),
	rest: ctx => ctx.params,
};\n`;

const routes = `module.exports = { routes: [
	{ method: 'GET', path: '/lab/both', handler: 'lab.both', config: { auth: false } },
	{ method: 'GET', path: '/lab/both', handler: 'lab.second', config: { auth: false } },
	{ method: 'GET', path: '/lab/:number(\\\\d+)', handler: 'lab.pattern', config: { auth: false } },
	{ method: 'GET', path: '/lab/inline', handler: ctx => { ctx.body = { user: ctx.state.user?.id ?? null }; } },
	{ method: 'GET', path: '/lab/scoped', handler: () => 'in', config: { auth: { scope: ['api::category.category.create'] } } },
	,
	{ method: 'ALL', path: '/lab/any/(.*)', handler: 'lab.rest', config: { auth: false } },
] };\n`;

const files = {
	'src/index.js': index,
	'src/extensions/users-permissions/strapi-server.js': extension,
	'src/plugins/notes/package.json': '{ "name": "notes", "strapi": { "name": "notes", "kind": "plugin" } }\n',
	'src/plugins/notes/strapi-server.js': plugin,
	'config/plugins.js':
		"module.exports = { graphql: { enabled: true }, notes: { enabled: true, resolve: './src/plugins/notes', config: { word: 'own' } } };\n",
	'src/api/lab/controllers/lab.js': lab,
	'src/api/lab/routes/lab.js': routes,
	'src/api/category/controllers/category.js': controller('category', '({ strapi }) => ({})'),
	'src/api/category/routes/category.js': router('category'),
	'src/api/category/services/category.js':
		"module.exports = require('@strapi/strapi').factories.createCoreService('api::category.category');\n",
};

describe('the code of a project', () => {
	before(async () => {
		server = await startServer({ folder: makeCodeProject(files) });
		await eventually(async () => (await ask('/later')).status === 200);
	});
	after(() => server?.stop());

	it('changes models before there are tables, and seeds them', async () => {
		const found = await ask('/api/categories?filters[shade]=blue', { headers: token });
		assert.equal(found.json.data.length, 1, found.text);
		assert.equal(found.json.data[0].attributes.name, 'Seeded');
		assert.equal(found.json.data[0].attributes.shade, 'blue');
		assert.ok(!('secret' in found.json.data[0].attributes));
	});

	it('adds routes while it starts', async () => {
		assert.deepEqual((await ask('/late/one')).json, { late: 'one' });
		assert.equal((await ask('/later')).text, 'later');
	});

	it('has routers of Koa before its routes', async () => {
		const { status, headers, json } = await ask('/api/categories', { headers: token });
		assert.deepEqual([status, headers.get('x-router')], [200, 'before']);
		assert.ok(json.data.length);
	});

	it('has routes with patterns, functions and permissions, in their order, whatever holes their lists have', async () => {
		assert.deepEqual((await ask('/api/lab/both')).json, { first: true });
		assert.deepEqual((await ask('/api/lab/both?skip=1')).json, { second: true });
		assert.deepEqual((await ask('/api/lab/17')).json, { number: '17' });
		assert.equal((await ask('/api/lab/seventeen')).status, 404);
		assert.equal((await ask('/api/lab/inline')).status, 401);
		assert.equal((await ask('/api/lab/scoped')).status, 403);
		assert.equal((await ask('/api/lab/scoped', { headers: token })).text, 'in');
		assert.deepEqual((await ask('/api/lab/any/a/b', { method: 'DELETE' })).json, { 0: 'a/b' });
	});

	it('wraps and replaces what users-permissions does', async () => {
		const made = await post('/api/auth/local/register', { username: 'loader', email: 'loader@example.com', password: 'Passw0rd1' });
		assert.equal(made.status, 200, made.text);
		const signed = await post('/api/auth/local', { identifier: 'loader', password: 'Passw0rd1' });
		assert.equal(signed.json.wrapped, true, signed.text);
		assert.equal(signed.json.user.username, 'loader');
		const wrong = await post('/api/auth/local', { identifier: 'loader', password: 'nonsense' });
		assert.equal(wrong.status, 400);
		assert.equal(wrong.json.error.message, 'Invalid identifier or password');
		const me = await ask('/api/lab/inline', { headers: { Authorization: `Bearer ${signed.json.jwt}` } });
		assert.deepEqual(me.json, { user: signed.json.user.id });
		const ids = (await ask('/api/users', { headers: token })).json;
		assert.deepEqual(
			ids,
			[...ids].sort((a, b) => b - a),
		);
		assert.equal((await ask('/api/users')).status, 403);
		assert.deepEqual((await ask('/api/users/5/greet')).json, { hello: '5' });
		assert.equal((await ask('/api/users/never')).status, 403);
		assert.deepEqual((await ask('/api/users-permissions/roles', { headers: token })).json, { roles: [] });
	});

	it('has plugins of its own, with types and routes', async () => {
		const list = await ask('/api/notes/list');
		assert.deepEqual(list.json, { word: 'own', notes: [] });
		assert.equal(list.headers.get('x-mark'), 'yes');
		assert.equal((await post('/api/notes/add', { text: 'one' })).status, 403);
		const added = await post('/api/notes/add', { text: 'one', category: 1 }, token);
		assert.equal(added.json.category.id, 1, added.text);
		assert.equal((await ask('/notes/open')).json.notes.length, 1);
		const query = '{ __type(name: "NotesNote") { fields { name } } notesNotes { data { attributes { text } } } }';
		const told = await post('/graphql', { query }, token);
		const { data } = told.json;
		assert.ok(data, told.text);
		assert.ok(data.__type.fields.some(({ name }) => name === 'category'));
		assert.equal(data.notesNotes.data[0].attributes.text, 'one');
		assert.equal((await ask('/notes/closed')).status, 401);
		assert.equal((await ask('/notes/closed', { headers: token })).status, 401);
	});

	it('runs routes of the administration that plugins have, for admins who may', async () => {
		const now = Math.floor(Date.now() / 1000);
		const signed = (id, secret) => ({ Authorization: `Bearer ${makeToken({ id, iat: now - 10, exp: now + 3600 }, { secret })}` });
		const ada = { headers: signed(1, 'adminsecret') };
		const me = await ask('/notes/me', ada);
		assert.equal(me.status, 200, me.text);
		assert.deepEqual(me.json, { id: 1, roles: ['strapi-super-admin'], auth: 'admin', can: [true, true, false] });
		assert.equal((await ask('/notes/closed', ada)).status, 200);
		assert.equal((await ask('/notes/users', ada)).status, 200);
		assert.equal((await ask('/notes/read', ada)).status, 200, 'an action that the plugin has registered');
		assert.equal((await ask('/notes/gone', ada)).json.error.name, 'ForbiddenError');
		const role = await post('/admin/roles', { name: 'Few', description: '' }, ada.headers);
		const invited = { firstname: 'Few', email: 'few@example.com', roles: [role.json.data.id] };
		const { registrationToken } = (await post('/admin/users', invited, ada.headers)).json.data;
		const userInfo = { firstname: 'Few', password: 'Passw0rdOf1' };
		const few = await post('/admin/register', { registrationToken, userInfo });
		const headers = { Authorization: `Bearer ${few.json.data.token}` };
		assert.equal((await ask('/notes/closed', { headers })).status, 200);
		for (const name of ['read', 'users']) assert.equal((await ask(`/notes/${name}`, { headers })).json.error.name, 'ForbiddenError');
		const off = { method: 'PUT', headers: { ...json, ...ada.headers }, body: JSON.stringify({ isActive: false }) };
		assert.equal((await ask(`/admin/users/${few.json.data.user.id}`, off)).status, 200);
		const strangers = { switchedOff: headers, user: signed(1, 'jwtsecret'), token, nobody: {}, gone: signed(99, 'adminsecret') };
		for (const [name, others] of Object.entries(strangers))
			for (const where of ['me', 'closed', 'users']) {
				const refused = await ask(`/notes/${where}`, { headers: others });
				assert.equal(refused.status, 401, `${name} ${where}`);
				assert.equal(refused.json.error.message, 'Missing or invalid credentials');
			}
	});

	it('grants roles the actions that plugins have registered', async () => {
		const now = Math.floor(Date.now() / 1000);
		const headers = { Authorization: `Bearer ${makeToken({ id: 1, iat: now - 10, exp: now + 3600 }, { secret: 'adminsecret' })}` };
		const send = async (method, where, body, as = headers) =>
			ask(where, { method, headers: { ...json, ...as }, body: body && JSON.stringify(body) });
		const { sections } = (await ask('/admin/permissions', { headers })).json.data;
		const own = list => list.filter(item => (item.action ?? item.actionId).startsWith('plugin::notes.'));
		assert.deepEqual(own(sections.plugins), [
			{ displayName: 'Read', plugin: 'notes', subCategory: 'general', action: 'plugin::notes.read' },
		]);
		assert.deepEqual(own(sections.settings), [
			{ displayName: 'Set up', category: 'notes', subCategory: 'all', action: 'plugin::notes.set-up' },
		]);
		const stamp = { label: 'Stamp', actionId: 'plugin::notes.stamp', subjects: ['api::category.category'] };
		for (const name of ['singleTypes', 'collectionTypes'])
			assert.deepEqual(own(sections[name].actions), [{ ...stamp, applyToProperties: ['fields', 'locales'] }]);
		const actions = sections.settings.map(({ action }) => action);
		assert.ok(actions.indexOf('plugin::notes.set-up') < actions.indexOf('admin::marketplace.read'), 'in Strapi’s order');
		const mine = (await ask('/admin/users/me/permissions', { headers })).json.data.filter(({ action }) =>
			action.startsWith('plugin::notes.'),
		);
		assert.deepEqual(mine.map(({ action, subject }) => [action, subject]).sort(), [
			['plugin::notes.hidden', null],
			['plugin::notes.read', null],
			['plugin::notes.set-up', null],
			['plugin::notes.stamp', 'api::category.category'],
		]);

		const role = (await send('POST', '/admin/roles', { name: 'Reader', description: '' })).json.data.id;
		const grant = (...permissions) => send('PUT', `/admin/roles/${role}/permissions`, { permissions });
		for (const wrong of [
			{ action: 'plugin::notes.gone' },
			{ action: 'plugin::notes.read', subject: 'api::category.category' },
			{ action: 'plugin::notes.read', properties: { fields: ['name'] } },
			{ action: 'plugin::notes.stamp', subject: 'api::review.review' },
			{ action: 'plugin::notes.stamp' },
		])
			assert.equal((await grant(wrong)).status, 400, JSON.stringify(wrong));
		const granted = await grant(
			{ action: 'plugin::notes.read' },
			{ action: 'plugin::notes.stamp', subject: 'api::category.category', properties: { fields: ['name'] } },
		);
		assert.equal(granted.status, 200, granted.text);
		const invited = { firstname: 'Reader', email: 'reader@example.com', roles: [role] };
		const { registrationToken } = (await send('POST', '/admin/users', invited)).json.data;
		const userInfo = { firstname: 'Reader', password: 'Passw0rdOf1' };
		const { token: theirs } = (await send('POST', '/admin/register', { registrationToken, userInfo }, {})).json.data;
		const reader = { headers: { Authorization: `Bearer ${theirs}` } };
		assert.equal((await ask('/notes/read', reader)).status, 200);
		assert.equal((await ask('/notes/users', reader)).status, 403);
		assert.equal((await grant()).status, 200);
		assert.equal((await ask('/notes/read', reader)).status, 403);
	});

	it('asks the conditions that code has registered', async () => {
		const now = Math.floor(Date.now() / 1000);
		const headers = { Authorization: `Bearer ${makeToken({ id: 1, iat: now - 10, exp: now + 3600 }, { secret: 'adminsecret' })}` };
		const send = async (method, where, body, as = headers) =>
			ask(where, { method, headers: { ...json, ...as }, body: body && JSON.stringify(body) });
		const { conditions } = (await ask('/admin/permissions', { headers })).json.data;
		assert.deepEqual(conditions.slice(0, 2), [
			{ id: 'plugin::notes.mine', displayName: 'mine', category: 'own' },
			{ id: 'plugin::notes.low', displayName: 'low', category: 'default' },
		]);
		assert.equal(conditions.at(-1).id, 'admin::has-same-role-as-creator');
		const role = (await send('POST', '/admin/roles', { name: 'Conditional', description: '' })).json.data.id;
		const invited = { firstname: 'Conditional', email: 'conditional@example.com', roles: [role] };
		const { registrationToken } = (await send('POST', '/admin/users', invited)).json.data;
		const userInfo = { firstname: 'Conditional', password: 'Passw0rdOf1' };
		const { token: theirs } = (await send('POST', '/admin/register', { registrationToken, userInfo }, {})).json.data;
		const they = { Authorization: `Bearer ${theirs}` };
		const subject = 'api::category.category';
		const list = `/content-manager/collection-types/${subject}`;
		async function grant(...names) {
			const ids = names.map(name => (name.includes('::') ? name : `plugin::notes.${name}`));
			const permissions = ['read', 'update', 'delete', 'create'].map(action => ({
				action: `plugin::content-manager.explorer.${action}`,
				subject,
				properties: { fields: ['name'] },
				conditions: action === 'create' ? [] : ids,
			}));
			permissions[2].properties = {};
			permissions.push({ action: 'plugin::notes.read', conditions: ids }, { action: 'plugin::upload.assets.create', conditions: ids });
			const granted = await send('PUT', `/admin/roles/${role}/permissions`, { permissions });
			assert.equal(granted.status, 200, granted.text);
		}
		const found = async () => (await send('GET', `${list}?pageSize=100&sort=id:asc`, null, they)).json.results?.map(({ id }) => id);

		await grant('low');
		assert.deepEqual(await found(), [1, 2]);
		assert.equal((await send('GET', `${list}?pageSize=1`, null, they)).json.pagination.total, 2);
		assert.equal((await send('GET', `${list}/1`, null, they)).status, 200);
		assert.equal((await send('GET', `${list}/3`, null, they)).status, 403);
		assert.equal((await send('PUT', `${list}/3`, { name: 'Taken' }, they)).status, 403);
		assert.equal((await send('DELETE', `${list}/3`, null, they)).status, 403);
		assert.equal((await send('PUT', `${list}/2`, { name: 'Renamed' }, they)).status, 200);
		assert.equal((await send('GET', '/notes/read', null, they)).status, 200);
		await grant('mine');
		assert.deepEqual(await found(), []);
		const made = await send('POST', list, { name: 'Theirs' }, they);
		assert.equal(made.status, 200, made.text);
		assert.deepEqual(await found(), [made.json.id]);
		await grant('mine', 'low');
		assert.deepEqual(await found(), [1, 2, made.json.id]);
		await grant('low', 'all');
		assert.ok((await found()).length > 3);
		await grant('none', 'admin::is-creator');
		assert.deepEqual(await found(), [made.json.id]);
		for (const name of ['none', 'odd', 'undefined']) {
			await grant(name);
			for (const where of [list, `${list}/1`, '/notes/read'])
				assert.equal((await send('GET', where, null, they)).status, 403, `${name} ${where}`);
		}
		for (const name of ['gone', 'partly']) {
			await grant(name);
			assert.deepEqual(await found(), [], name);
			assert.equal((await send('GET', `${list}/1`, null, they)).status, 403, name);
		}
		const client = new Client(server.base);
		const note = [['files', 'hello', 'note.txt', 'text/plain']];
		await grant('all');
		assert.equal((await sendForm(client, 'POST', '/upload', note, they)).status, 200, 'a file');
		await grant('none');
		assert.equal(await beginForm(client, '/upload', they), 403, 'a form that nobody may send');
		await grant('throws');
		assert.equal((await send('GET', list, null, they)).status, 500);
		assert.equal(await beginForm(client, '/upload', they), 500);
		client.close();
		await grant('ends');
		assert.ok((await send('GET', list, null, they)).status >= 500);
		assert.ok([500, 503].includes((await send('GET', `${list}/1`, null, they)).status), 'without the process nothing is allowed');
		assert.equal((await send('GET', list)).status, 200, 'who has no such permission is answered');
		await grant('low');
		await eventually(async () => (await send('GET', list, null, they)).status === 200);
	});

	it('refuses actions of permissions as Strapi does', () => {
		const log = server.stderr + server.stdout;
		for (const message of [
			'The id can only contain lowercase letters, dots and hyphens.',
			'section must be one of the following values: contentTypes, plugins, settings, internal',
			'subjects should only be defined for the "contentTypes" section',
			'Duplicated item key: plugin::notes.read',
		])
			assert.ok(log.includes(message), message);
	});

	it('says which permissions there are', async () => {
		const listed = await ask('/api/users-permissions/permissions', { headers: token });
		assert.equal(listed.status, 200, listed.text);
		const { permissions } = listed.json;
		assert.ok('add' in permissions['plugin::notes'].controllers.note);
		assert.ok('greet' in permissions['plugin::users-permissions'].controllers.user);
		assert.deepEqual(Object.keys(permissions['api::lab'].controllers.lab), ['both', 'second', 'pattern', 'rest']);
	});

	it('is told of the end', async () => {
		await server.stop();
		assert.match(server.stderr, /destroyed after register, bootstrap, (HEAD,)?(GET|POST)/);
	});
});

const middlewares = `module.exports = [
	'strapi::logger',
	{ name: 'global::stamp', config: { word: 'outer' } },
	'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::poweredBy', 'strapi::session', 'strapi::query', 'strapi::body',
	{ name: 'strapi::responses', config: { handlers: { 418: ctx => { ctx.body = { tea: true }; } } } },
	{ resolve: './src/rewrite' },
	'strapi::favicon', 'strapi::public',
];\n`;

const rewrite = `module.exports = () => async (ctx, next) => {
	if (ctx.path === '/old/categories') ctx.url = '/api/categories' + ctx.search;
	if (ctx.get('x-method')) ctx.method = ctx.get('x-method');
	if (ctx.query.mine) { delete ctx.query.mine; ctx.query.fields = ['name']; }
	if (ctx.request.body?.data?.name) ctx.request.body.data.name += '!';
	if (ctx.get('x-key') === 'open') ctx.req.headers.authorization = 'Bearer ${token.Authorization.slice(7)}';
	if (ctx.path === '/tea') { ctx.status = 418; return; }
	try {
		await next();
	} catch (error) {
		if (error.name !== 'ValidationError') throw error;
		ctx.status = 422;
		ctx.body = { caught: error.message };
		return;
	}
	if (Array.isArray(ctx.body?.data) && ctx.get('x-flat')) ctx.body = ctx.body.data.map(({ id }) => id);
};\n`;

const everywhere = {
	'config/middlewares.js': middlewares,
	'src/rewrite.js': rewrite,
	'src/middlewares/stamp.js':
		"module.exports = ({ word }) => async (ctx, next) => { await next(); ctx.set('X-Stamp', word + ' ' + ctx.status); };\n",
};

describe('code that throws while it is loaded', () => {
	it('is named with its file and line', async () => {
		const file = 'src/extensions/content-manager/strapi-server.js';
		const folder = makeCodeProject({ [file]: "module.exports = plugin => {\n\tplugin.controllers['nothing'].create = null;\n};\n" });
		const { code, stdout } = await runCommand(['check', folder]);
		assert.equal(code, 1);
		assert.match(stdout, new RegExp(`^src: can't be loaded: Cannot set properties of undefined .* \\(${file}:2\\)$`, 'm'));
		rmSync(folder, { recursive: true });
	});
});

describe('middlewares for all requests', () => {
	before(async () => {
		server = await startServer({ folder: makeCodeProject(everywhere) });
	});
	after(() => server?.stop());

	it('stand around what lectern answers by itself', async () => {
		const found = await ask('/api/categories?sort=id&pagination[pageSize]=2', { headers: token });
		assert.equal(found.status, 200, found.text);
		assert.equal(found.json.data.length, 2);
		assert.equal(found.headers.get('x-stamp'), 'outer 200');
		assert.equal((await ask('/api/categories', { headers: { ...token, 'x-flat': '1' } })).json[0], 1);
		const none = await ask('/api/nowhere');
		assert.equal(none.status, 404);
		assert.equal(none.headers.get('x-stamp'), 'outer 404');
		assert.equal(none.json.error.name, 'NotFoundError');
		assert.equal((await ask('/api/categories', { method: 'PATCH', headers: token })).status, 405);
		assert.deepEqual((await ask('/tea')).json, { tea: true });
		const graphql = await post('/graphql', { query: '{ __typename }' });
		assert.deepEqual(graphql.json, { data: { __typename: 'Query' } });
		assert.equal(graphql.headers.get('x-stamp'), 'outer 200');
	});

	it('may change path, method, parameters, body and headers before', async () => {
		const old = await ask('/old/categories?mine=1&pagination[pageSize]=1', { headers: token });
		assert.deepEqual(Object.keys(old.json.data[0].attributes), ['name'], old.text);
		assert.equal((await post('/api/categories', { data: { name: 'Loud' } })).status, 403);
		const made = await post('/api/categories', { data: { name: 'Loud' } }, { 'x-key': 'open' });
		assert.equal(made.json.data.attributes.name, 'Loud!', made.text);
		const gone = await ask(`/api/categories/${made.json.data.id}`, { headers: { ...token, 'x-method': 'DELETE' } });
		assert.equal(gone.status, 200, gone.text);
		assert.equal((await ask(`/api/categories/${made.json.data.id}`, { headers: token })).status, 404);
	});

	it('leave mails to those who may send them', async () => {
		assert.equal((await post('/api/email', {})).status, 403);
		assert.equal((await post('/api/email', {}, token)).status, 400);
	});

	it('get what is wrong thrown', async () => {
		const refused = await post('/api/categories', { data: {} }, token);
		assert.equal(refused.status, 422, refused.text);
		assert.match(refused.json.caught, /name/);
		assert.equal(refused.headers.get('x-stamp'), 'outer 422');
	});
});

const deep = `module.exports = ({ strapi }) => {
	strapi.db.lifecycles.subscribe(event => {
		if (!['beforeFindMany', 'beforeFindOne'].includes(event.action)) return;
		if (event.params?.populate?.[0] !== 'deep') return;
		event.params.populate = event.model.uid === 'api::category.category' ? { restaurants: true }
			: { categories: true, owner: true, chain: { select: ['name'] }, cover: true };
	});
};\n`;

describe('hooks that change what is populated', () => {
	const hooked = {
		'src/index.js': `const deep = ${deep.slice('module.exports = '.length, -2)};\nmodule.exports = { bootstrap: deep };\n`,
		'src/api/lab/controllers/lab.js': `const uid = 'api::category.category';
module.exports = {
	async changes() {
		const made = await strapi.entityService.create(uid, { data: { name: 'By code', restaurants: [1] }, populate: 'deep,3' });
		const changed = await strapi.entityService.update(uid, made.id, { data: { name: 'Changed' }, populate: 'deep' });
		const gone = await strapi.entityService.delete(uid, made.id, { populate: ['deep'] });
		return [made, changed, gone].map(({ restaurants }) => restaurants?.map(({ id }) => id));
	},
};\n`,
		'src/api/lab/routes/lab.js':
			"module.exports = { routes: [{ method: 'GET', path: '/lab', handler: 'lab.changes', config: { auth: false } }] };\n",
	};
	before(async () => {
		server = await startServer({ folder: makeCodeProject(hooked) });
	});
	after(() => server?.stop());

	it('know names that no attribute has, and show what the caller may see', async () => {
		await eventually(async () => {
			const { json } = await ask('/api/restaurants/1?populate=deep,3&fields=name', { headers: token });
			return json?.data?.attributes?.categories;
		});
		for (const path of ['/api/restaurants/1?populate=deep&fields=name', '/api/restaurants?populate=deep&fields=name&filters[id]=1']) {
			const { json, text } = await ask(path, { headers: token });
			const { attributes } = [].concat(json.data)[0];
			assert.ok(attributes.categories.data.length > 0, text);
			assert.ok('name' in attributes.chain.data.attributes, text);
			assert.ok('cover' in attributes, text);
			assert.doesNotMatch(text, /"code"|password/, 'nothing that is private');
		}
		const plain = await ask('/api/restaurants/1?populate=chain&fields=name', { headers: token });
		assert.deepEqual(Object.keys(plain.json.data.attributes), ['name', 'chain']);
		const open = await ask('/api/restaurants/1?populate=deep&fields=name');
		if (open.status === 200) assert.ok(!('owner' in open.json.data.attributes));
	});

	it('change what answers of changes show', async () => {
		const change = async (method, id, data) => {
			const options = { method, headers: { ...json, ...token }, body: data && JSON.stringify({ data }) };
			const answer = await ask(`/api/categories${id}?populate=deep`, options);
			assert.equal(answer.status, 200, answer.text);
			return [answer.json.data.id, answer.json.data.attributes.restaurants?.data.map(({ id: other }) => other)];
		};
		const [id, made] = await change('POST', '', { name: 'Deep', restaurants: [1] });
		assert.deepEqual(made, [1]);
		assert.deepEqual((await change('PUT', `/${id}`, { name: 'Deeper' }))[1], [1]);
		assert.deepEqual((await change('DELETE', `/${id}`))[1], [1]);
	});

	it('change what code gets of its changes', async () => assert.deepEqual((await ask('/api/lab')).json, [[1], [1], [1]]));

	it('read no drafts, where what the client asks for may find none', async () => {
		const find = async state => (await ask(`/api/categories?populate=deep&sort=id${state}`, { headers: token })).json.data;
		const count = list => list.reduce((sum, { attributes }) => sum + attributes.restaurants.data.length, 0);
		const [live, all] = [await find(''), await find('&publicationState=preview')];
		assert.ok(count(all) > count(live), 'there are drafts');
		const drafts = live.flatMap(({ attributes }) => attributes.restaurants.data.filter(one => !one.attributes.publishedAt));
		assert.deepEqual(drafts, []);
	});
});

const decorating = `module.exports = {
	register() {},
	bootstrap({ strapi }) {
		strapi.entityService.decorate(service => ({
			async wrapParams(params, { uid, action }) {
				return uid === 'api::category.category' && action === 'findMany' ? { ...params, limit: 1, sort: 'id:desc' } : params;
			},
			async findOne(uid, ...args) {
				const found = await service.findOne.call(this, uid, ...args);
				return found && { ...found, name: found.name + ', decorated' };
			},
		}));
	},
};
`;

describe('strapi.entityService that code has decorated', () => {
	before(async () => {
		const plugins = { 'config/plugins.json': { graphql: { enabled: false } } };
		server = await startServer({ folder: makeCodeProject({ 'src/index.js': decorating, ...plugins }) });
	});
	after(() => server?.stop());

	it('is what core actions call', async () => {
		const list = await ask('/api/categories?pagination[pageSize]=10', { headers: token });
		assert.equal(list.json.data.length, 1, list.text);
		const one = await ask('/api/categories/1', { headers: token });
		assert.match(one.json.data.attributes.name, /, decorated$/);
	});
});

const replacing = `module.exports = {
	bootstrap({ strapi }) {
		for (const name of ['findMany', 'findOne']) {
			const run = strapi.entityService[name];
			strapi.entityService[name] = async function () {
				const found = await run.apply(this, arguments);
				for (const one of [].concat(found ?? [])) one.name += ', replaced';
				return found;
			};
		}
	},
};
`;

describe('strapi.entityService of which code has replaced methods', () => {
	before(async () => {
		const plugins = { 'config/plugins.json': { graphql: { enabled: false } } };
		server = await startServer({ folder: makeCodeProject({ 'src/index.js': replacing, ...plugins }) });
	});
	after(() => server?.stop());

	it('is what core actions call', async () => {
		const list = await ask('/api/categories', { headers: token });
		assert.ok(
			list.json.data.every(({ attributes }) => attributes.name.endsWith(', replaced')),
			list.text,
		);
		const one = await ask('/api/categories/1', { headers: token });
		assert.match(one.json.data.attributes.name, /, replaced$/);
	});
});

describe('methods of services that an extension replaces', () => {
	const extend = (name, key, given) => ({
		[`src/extensions/${name}/strapi-server.js`]: `module.exports = plugin => {
	const given = plugin.services['${key}'];
	plugin.services['${key}'] = context => ({ ...(typeof given === 'function' ? given(context) : given), ${given} });
	return plugin;
};\n`,
	});
	const lost = [
		['users-permissions', 'permission', 'findRolePermissions: async () => []', 'findRolePermissions'],
		['upload', 'upload', 'setSettings: async () => null', 'setSettings'],
		['i18n', 'locales', 'getDefaultLocale: async () => "de"', 'getDefaultLocale'],
		['content-manager', 'permission-checker', 'create: () => ({})', 'create'],
	];
	for (const [name, key, given, method] of lost)
		it(`keep the server from starting: ${method} of ${name}.${key}`, async () => {
			const folder = makeCodeProject(extend(name, key, given));
			const { code, stdout } = await runCommand(['check', folder]);
			rmSync(folder, { recursive: true });
			assert.equal(code, 1);
			const named = new RegExp(`${method} of the service plugin::${name}\\.${key} is code's own, and lectern's own actions can't ask it`);
			assert.match(stdout, named);
		});

	for (const [what, given] of [
		['user', "({ ...(await strapi.query('plugin::users-permissions.user').findOne({ where: { id: 2 }, populate: ['role'] })) })"],
		['role', "({ ...(await strapi.query('plugin::users-permissions.user').findOne({ where: { id } })), role: { id: 77 } })"],
	])
		it(`of users are refused where they give another ${what}`, async () => {
			const extended = extend('users-permissions', 'user', `fetchAuthenticatedUser: async id => ${given}`);
			const server = await startServer({ folder: makeCodeProject(extended), ownsFolder: true });
			const client = new Client(server.base);
			const signedIn = await client.request('POST', '/api/auth/local', {
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ identifier: 'user1', password: 'Passw0rd1' }),
			});
			const { jwt } = JSON.parse(signedIn.text);
			const answers = [];
			for (const path of ['/api/users/me', '/api/categories/1', '/graphql?query={me{id}}'])
				answers.push((await client.request('GET', path, { headers: bearer(jwt) })).status);
			const open = await client.request('GET', '/api/categories/1');
			await server.stop();
			assert.deepEqual(answers, [501, 501, 501]);
			assert.equal(open.status, 200);
		});

	it('of the panel’s uploads close them', async () => {
		const folder = makeCodeProject(extend('upload', 'upload', 'findPage: async () => ({ results: [] })'));
		const server = await startServer({ folder, ownsFolder: true });
		const client = new Client(server.base);
		const admin = bearer(await signIn(client));
		const files = await client.request('GET', '/upload/files', { headers: admin });
		const folders = await client.request('GET', '/upload/folders', { headers: admin });
		await server.stop();
		assert.equal(files.status, 501);
		assert.match(files.text, /findPage of plugin::upload/);
		assert.equal(folders.status, 200);
	});
});

describe('hooks behind users that are made', () => {
	const index = `module.exports = { bootstrap({ strapi }) {
	strapi.db.lifecycles.subscribe({
		models: ['plugin::users-permissions.user'],
		beforeCreate({ params }) { if (params.data.username === 'before') throw new Error('before'); },
		afterCreate() { throw new Error('after'); },
		afterUpdate() { throw new Error('after'); },
	});
} };\n`;

	it('fail the answer alone: the user stays, as in Strapi; a change of one is undone', async () => {
		const folder = makeCodeProject({ 'src/index.js': index });
		const server = await startServer({ folder, ownsFolder: true });
		const client = new Client(server.base);
		const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
		const send = (method, where, body) => client.request(method, where, { body, headers });
		const names = async () => (await client.get('/api/users?sort=id', headers)).json.map(({ username }) => username);
		try {
			const before = await names();
			const made = username => ({ username, email: `${username}@example.com`, password: 'secret123' });
			assert.equal((await send('POST', '/api/auth/local/register', made('registered'))).status, 500);
			const refused = await send('POST', '/api/users', { ...made('made'), role: 1 });
			assert.deepEqual([refused.status, refused.json.error.name, refused.json.error.message], [400, 'ApplicationError', 'after']);
			assert.equal((await send('POST', '/api/auth/local/register', made('before'))).status, 500);
			assert.equal((await send('PUT', '/api/users/1', { username: 'changed' })).status, 500);
			assert.deepEqual(await names(), [...before, 'registered', 'made']);
		} finally {
			client.close();
			await server.stop();
		}
	});
});
