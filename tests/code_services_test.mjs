// What Strapi has that a project's code calls beside its own types: tables that are no content-types, policies of the
// administration, permissions that are put right at the start.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { outbox } from './lib/accounts.mjs';
import { controller, makeCodeProject } from './lib/code.mjs';
import { Cluster } from './lib/postgres.mjs';
import { startServer } from './lib/server.mjs';

const lab = `const settings = () => strapi.db.query('strapi::core-store');
const PERMISSION = 'plugin::users-permissions.permission';
module.exports = {
	async internals() {
		const made = await settings().create({ data: { key: 'plugin_lab_one', value: '{"a":1}', type: 'object' } });
		await settings().createMany({ data: [{ key: 'plugin_lab_two', value: '2', type: 'number' }] });
		const where = { key: { $startsWith: 'plugin_lab_' } };
		const found = await settings().findMany({ where, orderBy: { key: 'desc' }, select: ['key', 'value'] });
		const read = await strapi.store({ type: 'plugin', name: 'lab' }).get({ key: 'one' });
		await settings().update({ where: { key: 'plugin_lab_one' }, data: { value: '{"a":2}' } });
		const [, changed] = [await settings().count({ where: { key: { $in: ['plugin_lab_one', 'plugin_lab_two'] } } }),
			await settings().findOne({ where: { id: made.id } })];
		await settings().deleteMany({ where: { key: { $startsWith: 'plugin_lab_' } } });
		const data = { name: 'w', url: 'http://x', headers: { a: 'b' }, events: ['entry.create'], enabled: true };
		const hook = await strapi.query('webhook').create({ data });
		await strapi.query('webhook').delete({ where: { id: hook.id } });
		return { made: Object.keys(made), found: found.map(({ id, ...rest }) => rest), read, changed: changed.value,
			hook: hook.headers, left: await settings().count({ where: { key: { $contains: 'lab' } } }),
			type: strapi.contentTypes['strapi::core-store'] === undefined };
	},
	async ghosts() {
		const role = await strapi.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } });
		const actions = ['api::gone.gone.find', 'api::lab.lab.nothing', 'api::lab.lab.unrouted', 'plugin::gone.x.y',
			'plugin::upload.admin-file.find', 'api::restaurant.restaurant.findOne', 'api::gone.gone.twice', 'api::gone.gone.twice'];
		for (const action of actions) await strapi.query(PERMISSION).create({ data: { action, role: role.id } });
		return true;
	},
	async granted() {
		const found = await strapi.query(PERMISSION).findMany({ where: { role: { type: 'public' } }, populate: ['role'] });
		return found.map(({ action }) => action);
	},
	async files() {
		const uploads = strapi.plugin('upload').service('upload');
		const place = require('node:path').join(require('node:os').tmpdir(), 'of-code-' + process.pid + '.txt');
		require('node:fs').writeFileSync(place, 'written by code');
		const file = { path: place, name: 'of code.txt', type: 'text/plain', size: 15 };
		const heard = [];
		for (const name of ['media.create', 'media.update', 'media.delete']) {
			strapi.eventHub.on(name, ({ media }) => void heard.push([name, media.name]));
		}
		const [made] = await uploads.upload({ data: { fileInfo: { caption: 'c', alternativeText: 'a' } }, files: file });
		const [linked] = await uploads.upload({ data: { ref: 'api::restaurant.restaurant', refId: 1, field: 'cover' }, files: [file] });
		const { cover } = await strapi.entityService.findOne('api::restaurant.restaurant', 1, { populate: ['cover'] });
		const renamed = await uploads.updateFileInfo(made.id, { name: 'renamed.txt' });
		require('node:fs').writeFileSync(place, 'replaced');
		const replaced = await strapi.plugins.upload.services.upload.replace(made.id, { data: {}, file: { ...file, size: 8 } });
		const removed = await strapi.plugins['upload'].services.upload.remove(made);
		const entry = await strapi.entityService.create('api::restaurant.restaurant',
			{ data: { name: 'With a file', slug: 'with-a-file' }, files: { cover: file }, populate: ['cover'] });
		const wrong = await uploads.upload({ data: {}, files: { ...file, name: 'a/b.txt' } }).catch(({ name }) => name);
		require('node:fs').rmSync(place);
		return { made: [made.name, made.caption, made.ext, made.mime, made.folderPath, made.url.startsWith('/uploads/of_code_')],
			cover: cover.id === linked.id, renamed: renamed.name, same: replaced.hash === made.hash, size: replaced.size,
			removed: removed.id === made.id, gone: await uploads.findOne(made.id), entry: entry.cover.name, wrong, heard };
	},
	async form(ctx) {
		const { picture, many } = ctx.request.files;
		const read = file => [file.name, file.type, file.size, require('node:fs').readFileSync(file.path, 'utf8')];
		global.lastPath = picture.path;
		return { body: ctx.request.body, picture: read(picture), many: many.map(read) };
	},
	formLeft: () => require('node:fs').existsSync(global.lastPath),
	async mail() {
		const { send, sendTemplatedEmail } = strapi.plugins.email.services.email;
		await send({ to: 'ann@example.com, Bob <bob@example.com>', subject: 'From code', text: 'hello', html: '<b>hello</b>' });
		await sendTemplatedEmail({ to: 'cat@example.com' }, { subject: 'Hi <%= user.name %>', text: 'x', html: 'x' }, { user: { name: 'Cat' } });
		const refused = [{ to: 'no address' }, { to: 'ann@example.com', attachments: [] }];
		return Promise.all(refused.map(mail => send(mail).then(() => 'sent', ({ message }) => message)));
	},
	unrouted: () => 1,
	signed: ctx => ({ user: ctx.state.user?.id ?? null }),
};\n`;
const route = (name, config = '{ auth: false }') => `{ method: 'GET', path: '/lab/${name}', handler: 'lab.${name}', config: ${config} },`;
const routes = `module.exports = { routes: [
	${['internals', 'ghosts', 'granted', 'files', 'formLeft', 'mail'].map(name => route(name)).join('\n')}
	{ method: 'POST', path: '/lab/form', handler: 'lab.form', config: { auth: false } },
	${route('signed', "{ policies: ['admin::isAuthenticatedAdmin'] }")}
	{ method: 'GET', path: '/lab/managed', handler: 'lab.signed', config: { auth: false, policies: [
		{ name: 'plugin::content-manager.hasPermissions', config: { actions: ['plugin::content-manager.explorer.read'] } }] } },
	{ method: 'GET', path: '/lab/open', handler: 'lab.signed', config: { auth: false, policies: ['admin::isAuthenticatedAdmin'] } },
] };\n`;
const files = {
	'src/api/lab/controllers/lab.js': lab,
	'src/api/lab/routes/lab.js': routes,
	'src/api/chain/controllers/chain.js': controller('chain', '{ async create(ctx) { ctx.own = 1; return super.create(ctx); } }'),
};

const token = { Authorization: 'Bearer ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' };

for (const name of ['SQLite', 'PostgreSQL']) {
	describe(`what Strapi has for code, on ${name}`, () => {
		let cluster, server, folder, args;
		const ask = async (where, options = {}) => {
			const response = await fetch(server.base + where, options);
			const text = await response.text();
			return { status: response.status, text, json: /^[{[]/.test(text) ? JSON.parse(text) : null };
		};
		before(async () => {
			if (name === 'PostgreSQL') cluster = await Cluster.create();
			args = cluster ? ['--database', cluster.url()] : [];
			folder = makeCodeProject(files, outbox);
			server = await startServer({ args, folder });
		});
		after(async () => {
			await server?.stop();
			await cluster?.destroy();
		});

		it('settings and webhooks as models of strapi.db.query', async () => {
			const { status, json, text } = await ask('/api/lab/internals');
			assert.equal(status, 200, text);
			assert.deepEqual(json, {
				made: ['id', 'key', 'value', 'type', 'environment', 'tag'],
				found: [
					{ key: 'plugin_lab_two', value: '2' },
					{ key: 'plugin_lab_one', value: '{"a":1}' },
				],
				read: { a: 1 },
				changed: '{"a":2}',
				hook: { a: 'b' },
				left: 0,
				type: true,
			});
		});

		it('the services of the plugin upload, and files of entries', async () => {
			const { status, json, text } = await ask('/api/lab/files');
			assert.equal(status, 200, text);
			assert.deepEqual(json, {
				made: ['of code.txt', 'c', '.txt', 'text/plain', '/', true],
				cover: true,
				renamed: 'renamed.txt',
				same: true,
				size: 0.01,
				removed: true,
				gone: null,
				entry: 'of code.txt',
				wrong: 'ApplicationError',
				heard: [
					['media.create', 'of code.txt'],
					['media.create', 'of code.txt'],
					['media.update', 'renamed.txt'],
					['media.update', 'of code.txt'],
					['media.delete', 'of code.txt'],
					['media.create', 'of code.txt'],
				],
			});
		});

		it('forms with files', async () => {
			const body = new FormData();
			body.append('word', 'one');
			body.append('picture', new Blob(['bytes'], { type: 'image/x' }), 'p.x');
			for (const name of ['a', 'b']) body.append('many', new Blob([name], { type: 'text/plain' }), `${name}.txt`);
			const { status, json, text } = await ask('/api/lab/form', { method: 'POST', body });
			assert.equal(status, 200, text);
			assert.deepEqual(json, {
				body: { word: 'one' },
				picture: ['p.x', 'image/x', 5, 'bytes'],
				many: [
					['a.txt', 'text/plain', 1, 'a'],
					['b.txt', 'text/plain', 1, 'b'],
				],
			});
			assert.equal((await ask('/api/lab/formLeft')).text, 'false');
		});

		it('forms of core actions that code stands around', async () => {
			const body = new FormData();
			body.append('data', JSON.stringify({ name: 'Of a form' }));
			const { status, json, text } = await ask('/api/chains', { method: 'POST', headers: token, body });
			assert.deepEqual([status, json.data?.attributes.name], [200, 'Of a form'], text);
			body.append('stray', new Blob(['x']), 'x.txt');
			assert.equal((await ask('/api/chains', { method: 'POST', headers: token, body })).status, 400);
		});

		it('mails', async () => {
			const { status, json, text } = await ask('/api/lab/mail');
			assert.equal(status, 200, text);
			assert.match(json[0], /to: no mail can have this address/);
			assert.match(json[1], /attachments of a mail/);
			const box = path.join(folder, '.tmp/outbox');
			const sent = () => (existsSync(box) ? readdirSync(box).filter(file => !file.startsWith('.')) : []);
			for (const end = Date.now() + 60_000; sent().length < 3 && Date.now() < end; ) await new Promise(resolve => setTimeout(resolve, 50));
			const mails = sent().map(file => JSON.parse(readFileSync(path.join(box, file), 'utf8')));
			assert.deepEqual(mails.map(({ to }) => to).sort(), ['Bob <bob@example.com>', 'ann@example.com', 'cat@example.com']);
			assert.ok(mails.some(({ subject }) => subject === 'Hi Cat'));
		});

		it('the policies of the administration', async () => {
			assert.equal((await ask('/api/lab/signed', { headers: token })).status, 200);
			assert.equal((await ask('/api/lab/open')).status, 403, 'nobody has signed in');
			// Nobody has a userAbility there: Strapi answers 500, too.
			assert.equal((await ask('/api/lab/managed', { headers: token })).status, 500);
		});

		it('takes back permissions of actions that no controller has, when it starts', async () => {
			const before_ = (await ask('/api/lab/granted')).json;
			await ask('/api/lab/ghosts');
			await server.stop();
			server = await startServer({ args, folder });
			const kept = [
				'api::lab.lab.unrouted',
				'plugin::upload.admin-file.find',
				'api::restaurant.restaurant.findOne',
				'api::gone.gone.twice',
			];
			assert.deepEqual((await ask('/api/lab/granted')).json, [...before_, ...kept], 'of an action that stood twice one is left');
			await server.stop();
			server = await startServer({ args: [...args, '--without-code'], folder });
			await server.stop();
			server = await startServer({ args, folder });
			assert.deepEqual((await ask('/api/lab/granted')).json, [...before_, ...kept.slice(0, 3)]);
		});
	});
}

describe('a plugin of documentation', () => {
	const packageOf = (name, files) => {
		const folder = `node_modules/@strapi/${name}`;
		return {
			[`${folder}/package.json`]: { name: `@strapi/${name}`, version: '4.26.2' },
			[`${folder}/documentation/${files[0]}`]: files[1],
		};
	};
	const plugin = `const told = [];
module.exports = {
	services: { override: { registerOverride: (...given) => told.push(given) }, told: { all: () => told } },
	routes: {
		'content-api': { type: 'content-api', routes: [{ method: 'GET', path: '/told', handler: 'told.all', config: { auth: false } }] },
	},
	controllers: { told: { all: () => strapi.plugin('documentation').service('told').all() } },
};\n`;
	const files = {
		'config/plugins.json': null,
		'config/plugins.js': `module.exports = { documentation: { enabled: true, resolve: './src/plugins/documentation' },
	'users-permissions': { config: { jwtSecret: 'jwtsecret' } } };\n`,
		'src/plugins/documentation/package.json': { name: 'documentation', strapi: { name: 'documentation', kind: 'plugin' } },
		'src/plugins/documentation/strapi-server.js': plugin,
	};
	const told = async more => {
		const server = await startServer({ folder: makeCodeProject({ ...files, ...more }) });
		try {
			return await (await fetch(`${server.base}/api/documentation/told`)).json();
		} finally {
			await server.stop();
		}
	};
	const others = name => ({ pluginOrigin: name, excludeFromGeneration: [name] });

	it('is told what the packages of Strapi’s own plugins say of their routes', async () =>
		assert.deepEqual(
			await told({
				...packageOf('plugin-users-permissions', ['content-api.yaml', 'openapi: 3.0.0\n']),
				...packageOf('plugin-upload', ['content-api.json', { openapi: '3.0.1' }]),
			}),
			[
				[{ openapi: '3.0.1' }, others('upload')],
				['openapi: 3.0.0\n', others('users-permissions')],
			],
		));

	it('is told nothing where they are not installed', async () => assert.deepEqual(await told({}), []));
});
