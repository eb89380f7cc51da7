// Hooks of a project's own on what happens to entries, run by its code within each change.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { patiently } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { startServer } from './lib/server.mjs';

const hooksOf = api => `src/api/${api}/content-types/${api}/lifecycles.js`;

const category = `const { ApplicationError, ForbiddenError } = require('@strapi/utils').errors;
const note = (city) => strapi.db.query('api::office.office').create({ data: { city } });
class Own extends ApplicationError { constructor(message) { super(message, { own: true }); this.name = 'OwnError'; } }
module.exports = {
	async beforeCreate(event) {
		const { data } = event.params;
		if (data.name === 'refused') { await note('never kept'); throw new ApplicationError('not this name', { name: data.name }); }
		if (data.name === 'forbidden') throw new ForbiddenError('why not', { a: 1 });
		if (data.name === 'own') throw new Own('mine');
		if (data.name === 'broken') throw new Error('a secret');
		if (data.name === 'hangs') for (;;);
		if (data.name === 'waits') await new Promise(() => {});
		if (data.name === 'ends') process.exit(1);
		if (data.name === 'cyclic') data.self = data;
		if (data.name === 'caught') await note(undefined)
			.then(() => strapi.db.query('api::office.office').create({ data: { nothing: { a: 1 } } }))
			.then(() => strapi.entityService.create('api::review.review', { data: { stars: 99 } }))
			.catch(error => { data.code = error.name; });
		if (data.name === 'nested') {
			const kept = await strapi.db.transaction(async () => note('kept part'));
			await strapi.db.transaction(async () => { await note('undone part'); throw new Error('no'); }).catch(() => {});
			data.code = kept.city;
		}
		data.code = data.code || data.name.slice(0, 3).toUpperCase();
		event.state = { at: new Date(0), dates: data.createdAt instanceof Date, model: event.model.singularName };
		event.params.data.own = undefined;
	},
	async afterCreate({ result, state, params, action }) {
		if (result.name === 'late') throw new ApplicationError('too late');
		if (result.name === 'hangs late') for (;;);
		await note([action, result.id > 0, params.data.name, state.at instanceof Date, state.dates, state.model].join(' '));
		result.name += '!';
	},
	async beforeUpdate(event) {
		const old = await strapi.entityService.findOne('api::category.category', event.params.where.id);
		event.state.old = old.name;
		if (old.name === 'fixed') throw new ApplicationError('it is fixed');
	},
	async afterUpdate({ result, state }) { await note(state.old + ' -> ' + result.name); },
	async beforeDelete(event) { event.state = await strapi.db.query('api::category.category').findOne({ where: event.params.where }); },
	async afterDelete({ result, state }) { await note('deleted ' + result.name + ' ' + state.name); },
	afterFindMany({ result }) { for (const one of result) if (one.name === 'Category 1') one.name = 'Seen'; },
};\n`;
const chain = `module.exports = { async afterCreate({ result }) {
	strapi.entityService.create('api::office.office', { data: { city: 'not waited for ' + result.name } });
}, beforeUpdate({ params }) {
	if (params.data.name === 'elsewhere') params.where = { id: 2 };
	if (params.data.name === 'the same') params.where.id = Number(params.where.id);
	if (params.data.name === 'answered') strapi.requestContext.get().badRequest('by a hook');
	if (params.data.name === 'with a header') strapi.requestContext.get().set('X-Own', 'of a hook');
}, beforeDelete({ params }) { if (params.where.id === 3) params.where.name = 'nobody'; } };\n`;
const bookmark = "module.exports = { beforeCreate() {}, afterFindOne({ result }) { if (result) result.label += '?'; } };\n";
const restaurant = `const { ApplicationError } = require('@strapi/utils').errors;
module.exports = {
	beforeUpdate({ params }) {
		if (params.where.id !== 13) return;
		if (params.data.rating === 1) throw new ApplicationError('not here');
		if (params.data.seats === 77) params.data.seats = 78;
	},
	async afterUpdate({ result, params }) {
		await strapi.db.query('api::office.office').create({ data: { city: 'updated ' + result.id + ' ' + JSON.stringify(params.data.seats) } });
	},
};\n`;
const lab = `module.exports = {
	async create(ctx) {
		try { return await strapi.entityService.create('api::category.category', { data: ctx.request.body }); }
		catch (error) { return { name: error.name, message: error.message, own: error.constructor.name, details: error.details }; }
	},
	async code(ctx) { return (await strapi.db.query('api::category.category').findOne({ where: { name: ctx.query.name } })).code; },
	async transaction(ctx) {
		const order = [];
		const q = strapi.db.query('api::office.office');
		try {
			await strapi.db.transaction(async ({ trx, onCommit, onRollback }) => {
				onCommit(() => order.push('committed'));
				onRollback(() => order.push('rolled back'));
				await q.create({ data: { city: 'outer ' + ctx.query.x } });
				await strapi.db.transaction(async () => q.create({ data: { city: 'inner ' + ctx.query.x } }));
				order.push(strapi.db.inTransaction(), await q.count({ where: { city: { $contains: ctx.query.x } } }));
				await strapi.entityService.create('api::category.category', { data: { name: 'In ' + ctx.query.x } });
				if (ctx.query.fails) throw new Error('undo it');
			});
		} catch (error) { order.push(error.message); }
		return { order, left: await q.count({ where: { city: { $contains: ctx.query.x } } }) };
	},
};\n`;
const routes = `module.exports = { routes: [
	{ method: 'POST', path: '/lab/create', handler: 'lab.create', config: { auth: false } },
	{ method: 'GET', path: '/lab/code', handler: 'lab.code', config: { auth: false } },
	{ method: 'GET', path: '/lab/transaction', handler: 'lab.transaction', config: { auth: false } },
] };\n`;
const index = `module.exports = { bootstrap({ strapi }) {
	strapi.db.lifecycles.subscribe({
		models: ['plugin::users-permissions.user'],
		beforeCreate({ params }) { if (params.data.username === 'unwelcome') throw new Error('Not welcome'); },
		beforeUpdate({ params }) { if (params.data.username === 'unwelcome') throw new Error('Not welcome'); },
	});
} };\n`;
const files = {
	[hooksOf('category')]: category,
	[hooksOf('chain')]: chain,
	[hooksOf('bookmark')]: bookmark,
	[hooksOf('restaurant')]: restaurant,
	'src/index.js': index,
	'src/api/lab/controllers/lab.js': lab,
	'src/api/lab/routes/lab.js': routes,
};

const token = { Authorization: 'Bearer ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' };
let server;
const ask = async (method, where, body) => {
	const headers = { ...token, ...(body && { 'Content-Type': 'application/json' }) };
	const response = await fetch(server.base + where, { method, headers, body: body && JSON.stringify(body) });
	return { status: response.status, json: await response.json() };
};
const create = (name, api = 'categories') => ask('POST', `/api/${api}`, { data: { name } });
const countOf = async city => (await ask('GET', `/api/offices?filters[city][$eq]=${encodeURIComponent(city)}`)).json.meta.pagination.total;
const categories = async name =>
	(await ask('GET', `/api/categories?filters[name][$eq]=${encodeURIComponent(name)}`)).json.meta.pagination.total;
const codeOf = async name => await (await fetch(`${server.base}/api/lab/code?name=${encodeURIComponent(name)}`)).text();
const until = async check => {
	for (let i = 0; i < 600; i++) {
		if (await check()) return;
		await new Promise(resolve => setTimeout(resolve, 50));
	}
	assert.fail('it never comes to be');
};

const suites = (name, onPostgres) => {
	describe(`hooks on ${name}`, () => {
		let cluster;
		before(async () => {
			if (onPostgres) cluster = await Cluster.create();
			const args = cluster ? ['--database', cluster.url()] : [];
			server = await startServer({ args, folder: makeCodeProject(files), env: { LECTERN_CODE_TIME: '5000' } });
		});
		after(async () => {
			await server?.stop();
			await cluster?.destroy();
		});

		it('run for the other language versions, which get what they share', async () => {
			const shared = async id => (await ask('GET', `/api/restaurants/${id}?fields[0]=seats&fields[1]=rating`)).json.data.attributes;
			const update = data => ask('PUT', '/api/restaurants/12?populate=localizations', { data });
			assert.equal((await update({ seats: 77, rating: 2 })).status, 200);
			assert.equal((await shared(12)).seats, 77);
			assert.equal((await shared(13)).seats, 78);
			assert.equal(await countOf('updated 12 77'), 1);
			assert.equal(await countOf('updated 13 78'), 1);
			assert.equal((await update({ seats: 79, rating: 1 })).status, 400);
			assert.equal((await shared(12)).seats, 77);
			assert.equal((await shared(13)).rating, 2);
			assert.equal(await countOf('updated 12 79'), 0);
		});

		it('change what is stored and what is answered, share a state, and write in the same transaction', async () => {
			const { status, json } = await create('Alpha');
			assert.equal(status, 200);
			assert.equal(json.data.attributes.name, 'Alpha!');
			assert.equal(await codeOf('Alpha'), 'ALP');
			assert.equal(await countOf('afterCreate true Alpha true true category'), 1);
			const stored = await ask('GET', `/api/categories/${json.data.id}`);
			assert.equal(stored.json.data.attributes.name, 'Alpha');
			await ask('PUT', `/api/categories/${json.data.id}`, { data: { name: 'Beta' } });
			assert.equal(await countOf('Alpha -> Beta'), 1);
			await ask('DELETE', `/api/categories/${json.data.id}`);
			assert.equal(await countOf('deleted Beta Beta'), 1);
		});

		it('are refused where they choose another entry, or write the answer of what lectern answers by itself', async () => {
			const nameOf = async id => (await ask('GET', `/api/chains/${id}`)).json.data.attributes.name;
			const names = [await nameOf(1), await nameOf(2), await nameOf(3)];
			for (const name of ['elsewhere', 'answered', 'with a header']) {
				const { status, json } = await ask('PUT', '/api/chains/1', { data: { name } });
				assert.deepEqual([status, json.error.name], [501, 'NotImplementedError'], name);
			}
			assert.match(
				(await ask('DELETE', '/api/chains/3')).json.error.message,
				/beforeDelete of api::chain.chain changes event.params.where/,
			);
			assert.deepEqual([await nameOf(1), await nameOf(2), await nameOf(3)], names);
			assert.equal((await ask('PUT', '/api/chains/1', { data: { name: 'the same' } })).status, 200);
			assert.equal(await nameOf(1), 'the same');
		});

		it('refuse a change before it is made, with all that they wrote', async () => {
			const { status, json } = await create('refused');
			assert.equal(status, 400);
			assert.deepEqual(json.error, { status: 400, name: 'ApplicationError', message: 'not this name', details: { name: 'refused' } });
			assert.equal(await countOf('never kept'), 0);
			assert.equal((await create('forbidden')).json.error.message, 'Forbidden');
			assert.equal((await create('own')).json.error.name, 'OwnError');
			const broken = await create('broken');
			assert.equal(broken.status, 500);
			assert.equal(broken.json.error.message, 'Internal Server Error');
			assert.match(server.stderr, /a secret/);
			assert.equal((await create('cyclic')).status, 500);
		});

		it('answer their error behind a change, which stays', async () => {
			const { status, json } = await create('late');
			assert.equal(status, 400);
			assert.equal(json.error.message, 'too late');
			assert.equal(await categories('late'), 1);
		});

		it('may catch what their own changes are refused with', async () => {
			const { status, json } = await create('caught');
			assert.equal(status, 200, JSON.stringify(json));
			assert.equal(await codeOf('caught'), 'ValidationError');
		});

		it('may have transactions within', async () => {
			assert.equal((await create('nested')).status, 200);
			assert.equal(await codeOf('nested'), 'kept part');
			assert.equal(await countOf('kept part'), 1);
			assert.equal(await countOf('undone part'), 0);
		});

		it('change what is read', async () => {
			const { json } = await ask('GET', '/api/categories?filters[id][$lt]=4&sort=id');
			assert.deepEqual(
				json.data.map(({ attributes }) => attributes.name),
				['Seen', 'Category 2', 'Category 3'],
			);
			const { json: one } = await ask('POST', '/api/bookmarks', { data: { label: 'read' } });
			assert.equal(one.data.attributes.label, 'read?');
		});

		it('run for changes over GraphQL', async () => {
			const query = 'mutation { createCategory(data: {name: "Over GraphQL"}) { data { attributes { name } } } }';
			const { json } = await ask('POST', '/graphql', { query });
			assert.deepEqual(json.data?.createCategory.data.attributes, { name: 'Over GraphQL!' }, JSON.stringify(json));
			const refused = await ask('POST', '/graphql', { query: query.replace('Over GraphQL', 'forbidden') });
			assert.equal(refused.json.errors[0].message, 'why not');
			const broken = await ask('POST', '/graphql', { query: query.replace('Over GraphQL', 'broken') });
			// Strapi shows the message of an Error that has nothing else.
			assert.equal(broken.json.errors[0].message, 'a secret');
			assert.deepEqual(broken.json.errors[0].path, ['createCategory']);
			assert.deepEqual(broken.json.errors[0].extensions, { code: 'INTERNAL_SERVER_ERROR' });
		});

		it('run for what code changes, which gets the very error that they threw', async () => {
			assert.equal((await ask('POST', '/api/lab/create', { name: 'By code' })).json.name, 'By code!');
			const { json } = await ask('POST', '/api/lab/create', { name: 'own' });
			assert.deepEqual(json, { name: 'OwnError', message: 'mine', own: 'Own', details: { own: true } });
			assert.equal((await ask('POST', '/api/lab/create', { name: 'broken' })).json.message, 'a secret');
		});

		it('need not wait for what they write', async () => {
			assert.equal((await create('Quick', 'chains')).status, 200);
			await until(async () => (await countOf('not waited for Quick')) === 1);
		});

		it('that do not end are cut off, and the change is undone whole', async () => {
			for (const name of ['hangs', 'waits', 'ends', 'hangs late']) {
				const [hooked, other] = await Promise.all([create(name), ask('POST', '/api/offices', { data: { city: `beside ${name}` } })]);
				assert.equal(hooked.status, 500, name);
				assert.equal(other.status, 200);
				// The process is replaced, and changes wait for it.
				assert.equal((await patiently(() => create(`after ${name}`))).status, 200);
				assert.equal(await categories(name), 0);
			}
		});

		it('of many changes at a time all run', async () => {
			const names = Array.from({ length: 40 }, (_, i) => `Many ${i}`);
			const answers = await Promise.all(names.map(name => create(name)));
			assert.ok(answers.every(({ status }) => status === 200));
			assert.equal(await countOf('afterCreate true Many 7 true true category'), 1);
		});
	});

	describe(`transactions of the code on ${name}`, () => {
		let cluster;
		before(async () => {
			if (onPostgres) cluster = await Cluster.create();
			const args = cluster ? ['--database', cluster.url()] : [];
			server = await startServer({ args, folder: makeCodeProject(files) });
		});
		after(async () => {
			await server?.stop();
			await cluster?.destroy();
		});

		it('tell why a user is refused, but only when it is made, as in Strapi', async () => {
			const user = name => ({ username: name, email: `${name}@example.com`, password: 'Passw0rd', role: 1 });
			const refused = await ask('POST', '/api/users', user('unwelcome'));
			assert.equal(refused.status, 400);
			assert.deepEqual(refused.json.error, { status: 400, name: 'ApplicationError', message: 'Not welcome', details: {} });
			const { status, json } = await ask('POST', '/api/users', user('welcome'));
			assert.equal(status, 201);
			assert.equal((await ask('PUT', `/api/users/${json.id}`, { username: 'unwelcome' })).status, 500);
		});
		it('keep all or nothing, with what hooks write in them', async () => {
			const kept = await ask('GET', '/api/lab/transaction?x=kept');
			assert.deepEqual(kept.json, { order: [true, 2, 'committed'], left: 3 });
			const undone = await ask('GET', '/api/lab/transaction?x=undone&fails=1');
			assert.deepEqual(undone.json, { order: [true, 2, 'rolled back', 'undo it'], left: 0 });
			assert.equal(await categories('In kept'), 1);
			assert.equal(await categories('In undone'), 0);
		});
	});
};

suites('SQLite', false);
suites('PostgreSQL', true);
