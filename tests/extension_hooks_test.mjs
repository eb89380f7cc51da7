// Hooks and middlewares of extensions around changes: over REST and GraphQL, from commands, on PostgreSQL, from all threads.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { assertError } from './lib/expect.mjs';
import { startExtended, useExtended } from './lib/extensions.mjs';
import { ask, full, refusal } from './lib/extension_examples.mjs';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { sqlite } from './lib/schema.mjs';

describe('hooks of users', () => {
	const source = `#include <lectern.h>
static bool guard(void *context, lectern_call *call)
{
	lectern_text name = lectern_as_text(lectern_get(lectern_event_data(call), "username"));
	(void)context;
	if (name.length < 3 || name.data[0] != 'w')
		return true;
	return lectern_fail_validation(call, "%s %d %d %d", lectern_event_type(call), (int)lectern_caller_kind(call),
		(int)lectern_caller_user_id(call), lectern_allowed(call, "plugin::users-permissions.user.create"));
}
bool lectern_register(lectern_app *app)
{
	return lectern_on(app, "plugin::users-permissions.user", LECTERN_BEFORE_CREATE, guard, NULL) &&
		lectern_on(app, "plugin::users-permissions.user", LECTERN_BEFORE_UPDATE, guard, NULL);
}
`;
	it('know who registers, makes or changes one', async () => {
		const server = await startExtended({ guard: source });
		const client = new Client(server.base);
		try {
			const body = { username: 'who', email: 'who@example.com', password: 'secret123' };
			const said = async (method, where, options) => (await client.request(method, where, options)).json.error?.message;
			assert.equal(await said('POST', '/api/auth/local/register', { body }), 'plugin::users-permissions.user 0 0 0');
			assert.equal(await said('POST', '/api/users', { body: { ...body, role: 1 }, headers: full }), 'plugin::users-permissions.user 2 0 1');
			assert.equal(await said('PUT', '/api/users/1', { body: { username: 'who' }, headers: full }), 'plugin::users-permissions.user 2 0 1');
			const { json } = await client.request('POST', '/graphql', {
				body: { query: 'mutation { register(input: {username: "who", email: "who@example.com", password: "secret123"}) { jwt } }' },
			});
			assert.equal(json.errors[0].message, 'plugin::users-permissions.user 0 0 0');
		} finally {
			client.close();
			await server.stop();
		}
	});
});

describe('extensions under load', () => {
	it('are called from all threads at once', async () => {
		const server = await startExtended(
			[
				'creator-fields',
				'lifecycle-hooks',
				'nested-fields',
				'resolver-middlewares',
				'rest-policies',
				'rest-routes',
				'use-plugins',
				'use-resolvers',
				'use-type-defs',
				'use-types',
			],
			{ env: { LECTERN_THREADS: '4' } },
		);
		const client = new Client(server.base, { connections: 24 });
		try {
			const headers = { ...full, 'X-Purpose': 'load', 'X-Reason': 'load' };
			const graphql = query => client.request('POST', '/graphql', { headers, body: { query } });
			const kinds = [
				() => client.get('/api/reviews?pagination[pageSize]=5', headers),
				() => client.get('/api/categories', headers),
				() => client.get('/api/categories/3', headers),
				() => client.get('/api/restaurants/cities/Graz', headers),
				i => client.request('POST', '/api/reviews', { headers, body: { data: { title: `load ${i}`, stars: 4 } } }),
				() =>
					graphql(
						'{ restaurants(pagination: {limit: 3}) { data { attributes { name nameLength motto averageStars categories { data { ' +
							'attributes { name } } } } } } }',
					),
				() =>
					graphql(
						'{ counts choice { ... on Dish { name } } place(city: "Graz") { restaurants } table(table: "a1") chains { data { ' +
							'attributes { name } } } }',
					),
				i => graphql(`mutation { createCategories(names: ["load ${i}"]) }`),
				() => graphql('{ categoriesLike(start: "Category 1") { data { attributes { name } } } category(id: 2) { data { id } } }'),
			];
			const answers = await Promise.all(Array.from({ length: 360 }, (_, i) => kinds[i % kinds.length](i)));
			for (const { status, json, text } of answers) {
				assert.equal(status, 200, text);
				assert.equal(json.errors, undefined, text);
			}
			const database = sql => sqlite(path.join(server.folder, '.tmp/data.db'), sql);
			assert.equal(database("SELECT count(*) AS n FROM reviews WHERE title LIKE 'load %!'")[0].n, 40);
			assert.equal(database("SELECT count(*) AS n FROM bookmarks WHERE label LIKE 'created load %'")[0].n, 40);
			assert.equal(database("SELECT count(*) AS n FROM categories WHERE name LIKE 'load %'")[0].n, 40);
		} finally {
			client.close();
			await server.stop();
		}
	});
});

describe('middlewares around changes', () => {
	// With X-Late they fail after the change was made; with X-Deaf they take no notice that it failed.
	const source = `#include <lectern.h>

static bool wrap(void *context, lectern_call *call, const lectern_value *options)
{
	bool done = lectern_next(call);
	(void)context;
	(void)options;
	if (lectern_request_header(call, "X-Late").length)
		return lectern_fail_validation(call, "too late");
	if (!done && lectern_request_header(call, "X-Deaf").length) {
		lectern_clear_error(call);
		return lectern_is_graphql(call) ? lectern_resolve(call, NULL) : lectern_respond(call, NULL);
	}
	return done;
}

bool lectern_register(lectern_app *app)
{
	return lectern_use_middleware_function(lectern_resolver_rule(app, "Mutation.createCategory"), wrap, NULL) &&
	       lectern_use_middleware_function(lectern_core_action(app, "api::category.category", "create"), wrap, NULL);
}
`;
	const side = {};
	useExtended(started => Object.assign(side, started), { wrap: source });
	const count = name =>
		sqlite(path.join(side.server.folder, '.tmp/data.db'), `SELECT count(*) AS n FROM categories WHERE name = '${name}'`)[0].n;
	const overRest = (name, headers) =>
		side.client.request('POST', '/api/categories', { headers: { ...full, ...headers }, body: { data: { name } } });
	const overGraphql = (name, headers) =>
		ask(side, `mutation { createCategory(data: {name: "${name}"}) { data { id } } }`, { headers: { ...full, ...headers } });
	it('take it back when they fail afterwards', async () => {
		assertError(await overRest('late', { 'X-Late': '1' }), 400, 'ValidationError', /too late/);
		refusal(await overGraphql('late', { 'X-Late': '1' }), /too late/);
		assert.equal(count('late'), 0);
	});
	it('can not make a success of its failure', async () => {
		assert.equal((await overRest('once')).status, 200);
		assertError(await overRest('once', { 'X-Deaf': '1' }), 400, 'ValidationError', /unique/);
		refusal(await overGraphql('once', { 'X-Deaf': '1' }), /unique/);
		assert.ok((await overGraphql('twice')).data.createCategory.data.id);
		assert.deepEqual([count('once'), count('twice')], [1, 1]);
	});
});

describe('extensions on PostgreSQL', () => {
	const side = {};
	let cluster;
	before(async () => (cluster = await Cluster.create()));
	useExtended(
		started => Object.assign(side, started),
		['creator-fields', 'lifecycle-hooks', 'nested-fields', 'rest-routes', 'use-resolvers'],
		() => ({ args: ['--database', cluster.url()] }),
	);
	after(() => cluster?.destroy());
	const count = (table, where) => Number(cluster.sql(`SELECT count(*) FROM ${table} WHERE ${where}`));
	it('read and write as on SQLite, all or nothing', async () => {
		const made = await side.client.request('POST', '/api/reviews', { headers: full, body: { data: { title: 'fine', stars: 4 } } });
		assert.equal(made.json.data.attributes.title, 'fine!');
		assert.equal(count('bookmarks', `label = 'created fine! ${made.json.data.id}'`), 1);
		assertError(
			await side.client.request('POST', '/api/reviews', { headers: full, body: { data: { title: 'so so', stars: 3 } } }),
			400,
			'ValidationError',
			/Make up your mind/,
		);
		assertError(
			await side.client.request('POST', '/api/restaurants/2/close', { headers: full, body: { reason: 'bad', stars: 9 } }),
			400,
			'ValidationError',
			/stars/,
		);
		assert.equal(count('reviews', "title LIKE 'bad%'"), 0);
		refusal(await ask(side, 'mutation { createCategories(names: ["pair 1", "pair 1"]) }'), /unique/);
		assert.equal(count('categories', "name = 'pair 1'"), 0);
		assert.equal((await ask(side, 'mutation { createCategories(names: ["pair 1", "pair 2"]) }')).data.createCategories.length, 2);
		assert.ok((await side.client.get('/api/reviews', full)).json.data.some(({ attributes }) => attributes.createdBy?.firstname === 'Ada'));
		const { data } = await ask(side, '{ restaurants(pagination: {limit: 10}) { data { attributes { averageStars } } } }');
		assert.ok(data.restaurants.data.some(({ attributes }) => attributes.averageStars > 0));
	});
});
