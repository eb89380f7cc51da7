// What a project's own code has for data beside the entity service: SQL, settings, sanitizing, the services of plugins, tasks.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { controller, makeCodeProject, router, service } from './lib/code.mjs';
import { Cluster } from './lib/postgres.mjs';
import { startServer } from './lib/server.mjs';

const lab = `const OFFICE = 'api::office.office';
const { sanitize, errors, yup, validateYupSchema, contentTypes } = require('@strapi/utils');
const { ApplicationError } = require('../../../../node_modules/@strapi/utils/lib/errors');
const knex = () => strapi.db.connection;
module.exports = {
	async sql() {
		const made = await knex()('offices').insert({ city: 'By knex' }).returning('id');
		const [{ id }] = made;
		const updated = await knex()('offices').where({ id }).update({ city: "It's changed" });
		const rows = await knex().select('city').from('offices').where('id', id);
		const first = await knex()('offices').where({ id }).first('city');
		const plucked = await knex()('offices').where({ id }).pluck('city');
		const deleted = await knex()('offices').where({ id }).delete();
		const [{ n }] = await knex()('categories').count('* as n').whereIn('id', [1, 2, 3]);
		const columns = Object.keys(await knex()('offices').columnInfo());
		return { updated, rows, first, plucked, deleted, n: Number(n), columns: columns.includes('city') };
	},
	async trx() {
		const count = async () => Number((await knex()('offices').count('* as n').where('city', 'like', 'trx%'))[0].n);
		const error = await knex().transaction(async trx => {
			await trx('offices').insert({ city: 'trx undone' });
			throw new Error('no');
		}).catch(({ message }) => message);
		await knex().transaction(async trx => {
			await knex()('offices').transacting(trx).insert({ city: 'trx kept' });
			await trx.transaction(async inner => { await inner('offices').insert({ city: 'trx inner' }); throw new Error(); }).catch(() => {});
		});
		await strapi.db.transaction(async ({ trx }) => {
			await strapi.db.query(OFFICE).create({ data: { city: 'trx by query' } });
			await knex()('offices').transacting(trx).where({ city: 'trx by query' }).update({ city: 'trx renamed' });
		});
		return { error, count: await count(), renamed: Number((await knex()('offices').count('* as n').where({ city: 'trx renamed' }))[0].n) };
	},
	async refused() {
		const messages = [];
		for (const sql of ['commit', 'select * from nowhere', "attach database 'x' as y", 'pragma journal_mode = delete', 'select 1; select 2'])
			await knex().raw(sql).then(() => messages.push(null), ({ message }) => messages.push(message));
		return messages;
	},
	async settings() {
		const store = strapi.store({ type: 'plugin', name: 'lab' });
		await store.set({ key: 'a', value: { b: [1] } });
		await store.set({ key: 'a', value: { b: [2] } });
		await strapi.store.set({ key: 'n', type: 'core', value: 3 });
		const read = [await store.get({ key: 'a' }), await strapi.store.get({ key: 'n' }), await store.get({ key: 'none' })];
		// Without a type only get reads "core", as in Strapi.
		await strapi.store.set({ key: 'untyped', value: 4 });
		read.push(await strapi.store.get({ key: 'untyped' }), await strapi.store.get({ key: 'untyped', type: 'undefined' }));
		const { key } = await store.delete({ key: 'a' });
		return [...read, key, await store.get({ key: 'a' })];
	},
	async sanitized(ctx) {
		const type = strapi.contentType('api::restaurant.restaurant');
		const found = await strapi.entityService.findOne(type.uid, 1, { populate: ['owner', 'categories', 'chain'] });
		const safe = await strapi.contentAPI.sanitize.output(found, type, { auth: ctx.state.auth });
		const query = await sanitize.contentAPI.query({ filters: { owner: { password: 'x' }, name: 'a' } }, type, { auth: ctx.state.auth });
		return { owner: safe.owner ?? null, categories: Boolean(safe.categories), query, type: contentTypes.isSingleType(type) };
	},
	async yup(ctx) {
		await validateYupSchema(yup.object({ a: yup.number().required() }))(ctx.request.body);
		return new ApplicationError('x') instanceof errors.ApplicationError;
	},
	async users() {
		const users = require('@strapi/plugin-users-permissions/server/utils').getService('user');
		const made = await users.add({ username: 'added', email: 'added@x.yz', password: 'secret12', role: 1, confirmed: true });
		const edited = await users.edit(made.id, { username: 'edited' });
		const hash = (await strapi.db.query('plugin::users-permissions.user').findOne({ where: { id: made.id } })).password;
		const right = [await users.validatePassword('secret12', hash), await users.validatePassword('wrong', hash)];
		const jwt = strapi.plugins['users-permissions'].services.jwt.issue({ id: made.id });
		const { id } = await strapi.service('plugin::users-permissions.jwt').verify(jwt);
		const fetched = await users.fetchAuthenticatedUser(id);
		const removed = await users.remove({ id });
		const count = await users.count({ username: 'edited' });
		return { jwt, name: edited.username, role: fetched.role.type, right, removed: removed.username, count };
	},
	async locales() {
		const locales = strapi.plugin('i18n').service('locales');
		return { usual: await locales.getDefaultLocale(), codes: (await locales.find()).map(({ code }) => code) };
	},
	shown: () => [new ApplicationError('m', { a: 1 }), new errors.NotFoundError('n')].map(error => JSON.stringify(error)),
	async unique() {
		const again = () => strapi.db.query('api::restaurant.restaurant').create({ data: { name: 'again', slug: 'restaurant-1' } });
		const shown = error => JSON.parse(JSON.stringify(error)).name ?? null;
		return again().catch(error => ({ name: error.name, code: error.code, says: /unique/i.test(error.message), shown: shown(error) }));
	},
	async atOnce() {
		const [left, lost] = ['api::restaurant.restaurant', 'api::review.review'].map(uid => strapi.db.query(uid));
		const changes = [
			where => lost.delete({ where, select: ['title'] }), where => lost.deleteMany({ where }),
			where => lost.update({ where, data: { stars: 2 }, select: ['title', 'stars'] }), where => lost.updateMany({ where, data: { stars: 3 } }),
		];
		const tryOne = async change => {
			const { id } = await left.create({ data: { name: 'lost', slug: 'lost' } });
			for (const title of ['lost 1', 'lost 2']) await lost.create({ data: { title, stars: 1, restaurant: id } });
			const [, answer] = await Promise.all([strapi.entityService.delete('api::restaurant.restaurant', id), change({ restaurant: { id } })]);
			await lost.deleteMany({ where: { title: { $startsWith: 'lost' } } });
			if (answer?.id) delete answer.id;
			return answer;
		};
		const answers = [];
		for (const change of changes) {
			let answer;
			// Which one is first is up to the threads of a busy machine.
			for (let i = 0; i < 20 && !answer?.title && !answer?.count; i++) answer = await tryOne(change);
			answers.push(answer);
		}
		return answers;
	},
	async undefinedParts() {
		const uid = 'api::restaurant.restaurant';
		const parts = () => strapi.entityService.findOne(uid, 4, { fields: ['id'], populate: ['address', 'hours', 'blocks'] });
		const { address, hours, blocks } = await parts();
		const before = JSON.stringify(await parts());
		const said = [];
		for (const name of ['hours', 'blocks', 'address'])
			await strapi.entityService.update(uid, 4, { data: { [name]: undefined } }).catch(({ message }) => said.push(message));
		return [...said, before === JSON.stringify(await parts()), address.id > 0 && hours.length > 0 && blocks.length > 0];
	},
	async undefinedId() {
		const failed = ({ constructor, message }) => [constructor.name, message.slice(0, 20)];
		const { update, delete: remove } = strapi.entityService;
		return [await update(OFFICE, undefined, { data: {} }).catch(failed), await remove(OFFICE, undefined).catch(failed)];
	},
	async noData() {
		const { create, update } = strapi.entityService;
		const { id } = await create(OFFICE, { data: { city: 'Nowhere' } });
		const tell = ({ name, message }) => [name, message];
		const all = [await update(OFFICE, id, {}).catch(tell), await update(OFFICE, id, { data: 'x' }).catch(tell),
			await create(OFFICE, { data: 5 }).catch(tell), await update(OFFICE, 99999, {})];
		await strapi.entityService.delete(OFFICE, id);
		return all;
	},
	ticks: () => global.ticks,
	async core(ctx) { return strapi.service('api::category.category').find({ pagination: { pageSize: 2 }, sort: 'id' }); },
};\n`;
const names = [
	'sql',
	'trx',
	'refused',
	'unique',
	'atOnce',
	'shown',
	'undefinedId',
	'undefinedParts',
	'noData',
	'settings',
	'users',
	'locales',
	'ticks',
	'core',
];
const routes = `module.exports = { routes: [
${names.map(name => `	{ method: 'GET', path: '/lab/${name}', handler: 'lab.${name}', config: { auth: false } },`).join('\n')}
	{ method: 'POST', path: '/lab/yup', handler: 'lab.yup', config: { auth: false } },
	{ method: 'GET', path: '/lab/sanitized', handler: 'lab.sanitized' },
] };\n`;
const tasks = `module.exports = {
	host: '127.0.0.1', port: Number(process.env.PORT) || 1337,
	cron: { enabled: true, tasks: {
		'* * * * * *': ({ strapi }) => { global.ticks = (global.ticks ?? 0) + (strapi ? 1 : 0); },
		named: { task: () => {}, options: { rule: '0 0 1 1 *', tz: 'Europe/Paris' } },
	} },
};\n`;
const files = {
	'config/server.json': null,
	'config/server.js': tasks,
	'src/api/lab/controllers/lab.js': lab,
	'src/api/lab/routes/lab.js': routes,
	'src/api/category/services/category.js': service(
		'category',
		'({ strapi }) => ({ async find(params) { const found = await super.find(params); found.results.reverse(); return found; } })',
	),
	'src/api/category/controllers/category.js': controller('category'),
	'src/api/category/routes/category.js': router('category'),
	'src/api/review/controllers/review.js': controller(
		'review',
		`({ strapi }) => ({ async create(ctx) {
		const data = await this.sanitizeInput(ctx.request.body.data, ctx);
		const made = await strapi.service('api::review.review').create({ data, populate: ['restaurant'] });
		return this.transformResponse(await this.sanitizeOutput(made, ctx), { own: true });
	} })`,
	),
};

const token = { Authorization: 'Bearer ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' };
let server;
const ask = async (where, options = {}) => {
	const response = await fetch(server.base + where, options);
	const text = await response.text();
	return { status: response.status, json: text ? JSON.parse(text) : null };
};
const post = (where, body) =>
	ask(where, { method: 'POST', headers: { 'Content-Type': 'application/json', ...token }, body: JSON.stringify(body) });

const suites = (name, onPostgres) => {
	describe(`code has on ${name}`, () => {
		let cluster;
		before(async () => {
			if (onPostgres) cluster = await Cluster.create();
			const args = cluster ? ['--database', cluster.url()] : [];
			server = await startServer({ args, folder: makeCodeProject(files), env: { JWT_SECRET: 'a secret of tests' } });
		});
		after(async () => {
			await server?.stop();
			await cluster?.destroy();
		});

		it('knex on the database', async () => {
			const { status, json } = await ask('/api/lab/sql');
			assert.equal(status, 200, JSON.stringify(json));
			const city = "It's changed";
			assert.deepEqual(json, { updated: 1, rows: [{ city }], first: { city }, plucked: [city], deleted: 1, n: 3, columns: true });
		});

		it('transactions of knex, and knex in those of strapi.db', async () => {
			const { status, json } = await ask('/api/lab/trx');
			assert.equal(status, 200, JSON.stringify(json));
			assert.deepEqual(json, { error: 'no', count: 2, renamed: 1 });
		});

		it('no SQL that would change what others have of the connection', async () => {
			const { json } = await ask('/api/lab/refused');
			assert.equal(json.length, 5);
			assert.ok(json.every(message => message));
			if (onPostgres) return;
			assert.match(json[1], /no such table: nowhere/);
			for (const i of [2, 3]) assert.match(json[i], /lectern does not run/);
			assert.match(json[4], /more than one statement/);
			assert.equal((await ask('/api/lab/sql')).status, 200);
		});

		it("the driver's error where an index that is unique is broken", async () => {
			const { json } = await ask('/api/lab/unique');
			const wanted = onPostgres
				? { name: 'error', code: '23505', shown: 'error' }
				: { name: 'SqliteError', code: 'SQLITE_CONSTRAINT_UNIQUE', shown: null };
			assert.deepEqual(json, { ...wanted, says: true });
		});

		it('entries changed by a relation that a change beside it ends', async () => {
			const { json } = await ask('/api/lab/atOnce');
			assert.deepEqual(json, [{ title: 'lost 1' }, { count: 2 }, { title: 'lost 1', stars: 2 }, { count: 2 }]);
		});

		it('errors that JSON shows as Strapi shows them', async () => {
			assert.deepEqual((await ask('/api/lab/shown')).json, [
				'{"name":"ApplicationError","details":{"a":1},"message":"m"}',
				'{"name":"NotFoundError","details":{},"message":"n"}',
			]);
		});

		it('an error, and no change, where the id of an entry is undefined', async () => {
			const { json } = await ask('/api/lab/undefinedId');
			assert.deepEqual(json, [
				['Error', 'Undefined binding(s)'],
				['Error', 'Undefined binding(s)'],
			]);
		});

		it('components kept where a change names them and gives undefined', async () => {
			const { json } = await ask('/api/lab/undefinedParts');
			assert.deepEqual(json, [
				'Expected an array to create repeatable component',
				'Expected an array to create repeatable component',
				"Cannot use 'in' operator to search for 'id' in undefined",
				true,
				true,
			]);
		});

		it('what is no entry refused in the words of Strapi', async () => {
			const { json } = await ask('/api/lab/noData');
			const refused = (what, type) => [
				'ValidationError',
				`Invalid payload submitted for the ${what} of an entity of type Office. Expected an object, but got ${type}`,
			];
			assert.deepEqual(json, [refused('update', 'undefined'), refused('update', 'string'), refused('creation', 'number'), null]);
		});

		it('settings in strapi.store', async () => {
			assert.deepEqual((await ask('/api/lab/settings')).json, [{ b: [2] }, 3, null, null, 4, 'plugin_lab_a', null]);
		});

		it('what sanitizes for a caller, and @strapi/utils without its package', async () => {
			const { status, json } = await ask('/api/lab/sanitized', { headers: token });
			assert.equal(status, 200, JSON.stringify(json));
			assert.equal(json.categories, true);
			assert.equal(json.owner?.password, undefined);
			assert.deepEqual(json.query, { filters: { name: 'a' } });
			assert.equal((await post('/api/lab/yup', { a: 1 })).json, true);
			assert.equal((await post('/api/lab/yup', { a: 'x' })).json.error.name, 'ValidationError');
		});

		it('core services with methods of its own, which core controllers ask', async () => {
			const { json } = await ask('/api/lab/core');
			assert.deepEqual(
				json.results.map(({ id }) => id),
				[2, 1],
			);
			const list = await ask('/api/categories?pagination[pageSize]=3&sort=id', { headers: token });
			assert.deepEqual(
				list.json.data.map(({ id }) => id),
				[3, 2, 1],
			);
			const made = await post('/api/reviews', { data: { title: 'x', stars: 3, restaurant: 1 } });
			assert.deepEqual([made.json.data.attributes.restaurant.data.id, made.json.meta.own], [1, true]);
		});

		it('the services of users-permissions and i18n', async () => {
			const { status, json } = await ask('/api/lab/users');
			assert.equal(status, 200, JSON.stringify(json));
			const { jwt, ...rest } = json;
			assert.equal(jwt.split('.').length, 3);
			assert.deepEqual(rest, { name: 'edited', role: 'authenticated', right: [true, false], removed: 'edited', count: 0 });
			assert.equal((await ask('/api/lab/locales')).json.usual, 'en');
		});

		it('tasks that run when it is their time', async () => {
			for (let i = 0; i < 600; i++) {
				if ((await ask('/api/lab/ticks')).json >= 1) return;
				await new Promise(resolve => setTimeout(resolve, 50));
			}
			assert.fail('the task never ran');
		});
	});
};

suites('SQLite', false);
suites('PostgreSQL', true);

describe('the services of users-permissions, with a provider of mails', () => {
	let own;
	before(async () => {
		const folder = makeCodeProject({
			'node_modules/strapi-provider-email-kept/index.js': 'exports.init = () => ({ send: async mail => { global.mail = mail; } });\n',
			'config/plugins.json': null,
			'config/plugins.js': `module.exports = { 'users-permissions': { config: { jwtSecret: 'x'.repeat(20) } },
	email: { config: { provider: 'strapi-provider-email-kept' } } };\n`,
			'src/api/lab/controllers/lab.js': `module.exports = {
	async confirm() {
		const users = strapi.plugin('users-permissions').service('user');
		const user = await strapi.db.query('plugin::users-permissions.user').findOne({ where: { id: 1 } });
		await users.sendConfirmationEmail(user);
		const { confirmationToken } = await strapi.db.query('plugin::users-permissions.user').findOne({ where: { id: 1 } });
		const { to, text } = global.mail;
		return { to, hasLink: text.includes('/api/auth/email-confirmation?confirmation=' + confirmationToken), long: confirmationToken.length };
	},
	last: () => global.mail,
	lacks: () => strapi.plugin('i18n').service('content-types').getNestedPopulateOfNonLocalizedAttributes(),
};\n`,
			'src/api/lab/routes/lab.js': `module.exports = { routes: ['confirm', 'last', 'lacks'].map(name => (
	{ method: 'GET', path: '/lab/' + name, handler: 'lab.' + name, config: { auth: false } })) };\n`,
		});
		own = await startServer({ folder });
	});
	after(() => own?.stop());
	const read = async name => (await fetch(`${own.base}/api/lab/${name}`)).json();

	it('asks somebody to confirm an address', async () => {
		assert.deepEqual(await read('confirm'), { to: 'user1@example.com', hasLink: true, long: 40 });
	});

	it('sends what a client says by the provider that is installed', async () => {
		const headers = { Authorization: `Bearer ${'f'.repeat(64)}`, 'Content-Type': 'application/json' };
		const body = JSON.stringify({ to: 'a@example.com', subject: 'Hello', text: 'By hand', attachments: [{ filename: 'a.txt' }] });
		const sent = await fetch(`${own.base}/api/email`, { method: 'POST', headers, body });
		assert.deepEqual([sent.status, await sent.json()], [200, {}]);
		assert.deepEqual((await read('last')).attachments, [{ filename: 'a.txt' }]);
		assert.equal((await fetch(`${own.base}/api/email`, { method: 'POST', body: '{}' })).status, 403);
	});

	it('names the services that are not there', async () => {
		const { error } = await read('lacks');
		assert.equal(error.status, 501);
		assert.match(error.message, /strapi\.service\('plugin::i18n\.content-types'\)\.getNestedPopulate/);
	});
});
