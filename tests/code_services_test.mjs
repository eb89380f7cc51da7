// What Strapi has that a project's code calls beside its own types: tables that are no content-types, policies of the
// administration, permissions that are put right at the start.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
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
	unrouted: () => 1,
	signed: ctx => ({ user: ctx.state.user?.id ?? null }),
};\n`;
const route = (name, config = '{ auth: false }') => `{ method: 'GET', path: '/lab/${name}', handler: 'lab.${name}', config: ${config} },`;
const routes = `module.exports = { routes: [
	${route('internals')} ${route('ghosts')} ${route('granted')}
	${route('signed', "{ policies: ['admin::isAuthenticatedAdmin'] }")}
	{ method: 'GET', path: '/lab/managed', handler: 'lab.signed', config: { auth: false, policies: [
		{ name: 'plugin::content-manager.hasPermissions', config: { actions: ['plugin::content-manager.explorer.read'] } }] } },
	{ method: 'GET', path: '/lab/open', handler: 'lab.signed', config: { auth: false, policies: ['admin::isAuthenticatedAdmin'] } },
] };\n`;
const files = { 'src/api/lab/controllers/lab.js': lab, 'src/api/lab/routes/lab.js': routes };

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
			folder = makeCodeProject(files);
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
