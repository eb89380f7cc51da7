// Examples of extensions that change how GraphQL fields are resolved: a server without each and one with it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { makeExtendedProject } from './lib/extensions.mjs';
import { ask, compare, full, refusal, user } from './lib/extension_examples.mjs';
import { Client } from './lib/http.mjs';
import { startServer } from './lib/server.mjs';
import { fewestStatements } from './lib/statements.mjs';

compare('use-resolvers', ['use-resolvers'], (plain, extended) => {
	const like = '{ categoriesLike(start: "Category 2") { data { id attributes { name parent { data { id attributes { name } } } } } } }';
	it('answers with entries of types that the models give', async () => {
		refusal(await ask(plain, like), /Cannot query field/);
		const { data, errors } = await ask(extended, like);
		assert.equal(errors, undefined);
		const { data: had } = await ask(
			plain,
			like.replace('categoriesLike(start: "Category 2")', 'categories(filters: {name: {startsWith: "Category 2"}}, sort: "id")'),
		);
		assert.deepEqual(data.categoriesLike, had.categories);
		assert.ok(data.categoriesLike.data.length > 3);
	});
	it('is for callers who are known, unless its config says otherwise', async () => {
		refusal(await ask(extended, like, { headers: {} }), /Forbidden access/, 'FORBIDDEN');
		assert.equal((await ask(extended, like, { headers: user(1) })).errors, undefined);
	});
	it('puts a resolver in place of one that was there', async () => {
		const query = '{ chains(pagination: {limit: 2}) { data { id attributes { name } } } }';
		for (const { id, attributes } of (await ask(extended, query)).data.chains.data) assert.equal(attributes.name, `CHAIN ${id}`);
		assert.doesNotMatch((await ask(plain, query)).data.chains.data[0].attributes.name, /^CHAIN/);
	});
	it('writes in a transaction: all, or nothing', async () => {
		const create = list => ask(extended, 'mutation ($list: [String!]!) { createCategories(names: $list) }', { variables: { list } });
		const count = () => extended.database("SELECT count(*) AS n FROM categories WHERE name LIKE 'pair%'")[0].n;
		const made = await create(['pair 1', 'pair 2']);
		assert.equal(made.data.createCategories.length, 2);
		assert.equal(count(), 2);
		refusal(await create(['pair 3', 'pair 1']), /unique/);
		assert.equal(count(), 2, 'what was made before the failure was taken back');
		const both = await ask(
			extended,
			'mutation { a: createCategories(names: ["pair 4", "pair 1"]) b: createCategories(names: ["pair 5"]) }',
		);
		assert.deepEqual([both.data.a, both.data.b.length], [null, 1]);
		assert.equal(count(), 3, 'each field of Mutation is a transaction of its own');
	});
});

compare('auth-none', ['auth-none'], (plain, extended) => {
	const query = '{ categories(pagination: {limit: 1}) { data { id } } }';
	it('lets anybody in', async () => {
		plain.database("DELETE FROM up_permissions WHERE action = 'api::category.category.find'");
		extended.database("DELETE FROM up_permissions WHERE action = 'api::category.category.find'");
		refusal(await ask(plain, query, { headers: {} }), /Forbidden access/, 'FORBIDDEN');
		assert.equal((await ask(extended, query, { headers: {} })).data.categories.data.length, 1);
		assert.equal((await ask(extended, query, { headers: user(1) })).data.categories.data.length, 1);
		refusal(
			await ask(extended, '{ category(id: 1) { data { id } } chains { data { id } } }', {
				headers: { Authorization: `Bearer ${'c'.repeat(64)}` },
			}),
			/Forbidden access/,
		);
	});
});

compare('auth-scope', ['auth-scope'], (plain, extended) => {
	const query = '{ categories(pagination: {limit: 1}) { data { id } } }';
	it('asks for all of its actions in place of the usual one', async () => {
		for (const { database } of [plain, extended])
			database(
				"DELETE FROM up_permissions WHERE action IN ('api::review.review.find', 'api::review.review.update'); INSERT INTO " +
					"up_permissions (id, action) VALUES (9001, 'api::review.review.find'); INSERT INTO up_permissions_role_links (permission_id, " +
					"role_id) SELECT 9001, id FROM up_roles WHERE type = 'authenticated'",
			);
		const custom = { Authorization: `Bearer ${'c'.repeat(64)}` };
		assert.equal((await ask(plain, query, { headers: custom })).data.categories.data.length, 1);
		refusal(await ask(extended, query, { headers: custom }), /Forbidden access/, 'FORBIDDEN');
		refusal(await ask(extended, query, { headers: user(1) }), /Forbidden access/, 'FORBIDDEN');
		extended.database(
			"INSERT INTO up_permissions (id, action) VALUES (9002, 'api::review.review.update'); INSERT INTO up_permissions_role_links " +
				"(permission_id, role_id) SELECT 9002, id FROM up_roles WHERE type = 'authenticated'",
		);
		assert.equal((await ask(extended, query, { headers: user(1) })).data.categories.data.length, 1);
		assert.equal((await ask(extended, query)).data.categories.data.length, 1, 'a full-access token may do all');
	});
});

compare('resolver-policies', ['resolver-policies'], (plain, extended) => {
	const list = limit => `{ categories(pagination: {limit: ${limit}}) { data { id } } }`;
	const headers = { ...full, 'X-Purpose': 'test' };
	it('are asked in order, with the arguments and their config', async () => {
		assert.equal((await ask(plain, list(8))).data.categories.data.length, 8);
		refusal(await ask(extended, list(8), { headers }), /^At most 5 at once, please$/);
		refusal(await ask(extended, list(101), { headers }), /^At most 100 at once, please$/);
		assert.equal((await ask(extended, list(5), { headers })).data.categories.data.length, 5);
	});
	it('know the request', async () => {
		const refused = await ask(extended, list(5));
		refusal(refused, /^Policy Failed$/);
		assert.equal(refused.errors[0].extensions.error.name, 'PolicyError');
	});
	it('know who is calling, before anything is written', async () => {
		const create = 'mutation { createCategory(data: {name: "by policy"}) { data { id } } }';
		refusal(await ask(extended, create), /^Policy Failed$/);
		assert.deepEqual(extended.database("SELECT id FROM categories WHERE name = 'by policy'"), []);
		assert.ok((await ask(plain, create)).data.createCategory.data.id);
	});
	it('know the parent of a nested field', async () => {
		const { data, errors } = await ask(extended, '{ chains { data { id attributes { name } } } }');
		assert.ok(data.chains.data.length > 1);
		for (const { id, attributes } of data.chains.data) assert.equal(!attributes, id % 2 === 1, `chain ${id}: its name may not be null`);
		assert.equal(errors.length, data.chains.data.filter(({ id }) => id % 2 === 1).length);
		assert.deepEqual(errors[0].path?.at(-1) ?? 'name', 'name');
	});
	it('come after permissions', async () => {
		refusal(await ask(extended, list(8), { headers: { Authorization: `Bearer ${'c'.repeat(64)}` } }), /At most 5|Forbidden/);
		refusal(
			await ask(extended, 'mutation { createCategory(data: {name: "x"}) { data { id } } }', { headers: {} }),
			/Forbidden access/,
			'FORBIDDEN',
		);
	});
});

compare('resolver-middlewares', ['resolver-middlewares'], (plain, extended) => {
	const counted = async () => (await extended.client.get('/api/counted')).json;
	it('wrap a field of Query, and may answer themselves', async () => {
		const before = await counted();
		const { data } = await ask(extended, '{ category(id: 0) { data { id attributes { name } } } one: category(id: 1) { data { id } } }');
		assert.equal(data.category.data.id, '0');
		assert.equal(data.one.data.id, '1');
		assert.equal(await counted(), before + 3, 'two categories and one name');
		assert.equal((await ask(plain, '{ category(id: 0) { data { id } } }')).data.category.data, null);
	});
	it('may change an argument for what is inside', async () => {
		const list = given => `{ categories${given} { data { id } meta { pagination { pageSize } } } }`;
		assert.equal((await ask(plain, list(''))).data.categories.data.length, 10);
		const { categories } = (await ask(extended, list(''))).data;
		assert.deepEqual([categories.data.length, categories.meta.pagination.pageSize], [2, 2]);
		assert.equal((await ask(extended, list('(pagination: {limit: 4})'))).data.categories.data.length, 4);
	});
	it('wrap nested fields, the first outermost', async () => {
		const [had, has] = await Promise.all(
			[plain, extended].map(side =>
				ask(side, '{ restaurants(pagination: {limit: 2}) { data { attributes { categories { data { attributes { name } } } } } } }'),
			),
		);
		const list = ({ data }) =>
			data.restaurants.data.flatMap(({ attributes }) => attributes.categories.data.map(entry => entry.attributes.name));
		assert.ok(list(had).length > 2);
		assert.deepEqual(
			list(has),
			list(had).map(name => `*'${name}'*`),
		);
	});
	it('wrap a field of Mutation, and may change its refusal', async () => {
		refusal(
			await ask(extended, 'mutation { createCategory(data: {name: "Category 1"}) { data { id } } }'),
			/^No category was made: .*unique/,
		);
		assert.ok((await ask(extended, 'mutation { createCategory(data: {name: "new one"}) { data { id } } }')).data.createCategory.data.id);
	});
});

compare('nested-fields', ['nested-fields'], (plain, extended) => {
	const averages = side =>
		Object.fromEntries(
			side
				.database(
					'SELECT l.restaurant_id AS id, avg(r.stars) AS stars FROM reviews r JOIN reviews_restaurant_links l ON l.review_id = r.id ' +
						'WHERE r.published_at IS NOT NULL GROUP BY l.restaurant_id',
				)
				.map(({ id, stars: mean }) => [id, mean]),
		);
	it('answers for all parents of a level at once, wherever they stand', async () => {
		const want = averages(extended);
		const { data, errors } = await ask(
			extended,
			'{ restaurants(pagination: {limit: 20}) { data { id attributes { averageStars } } } categories(pagination: {limit: 4}) { data ' +
				'{ attributes { restaurants(pagination: {limit: 3}) { data { id attributes { averageStars } } } } } } }',
		);
		assert.equal(errors, undefined);
		const all = [...data.restaurants.data, ...data.categories.data.flatMap(({ attributes }) => attributes.restaurants.data)];
		assert.ok(all.length > 22);
		assert.ok(all.some(({ attributes }) => attributes.averageStars > 0));
		for (const { id, attributes } of all) assert.ok(Math.abs((attributes.averageStars ?? 0) - (want[id] ?? 0)) < 1e-9, `restaurant ${id}`);
		refusal(await ask(plain, '{ restaurants { data { attributes { averageStars } } } }'), /Cannot query field "averageStars"/);
	});
	it('takes the same number of statements however many there are', async () => {
		const folder = makeExtendedProject(['nested-fields']);
		const server = await startServer({
			folder,
			ownsFolder: true,
			env: { LECTERN_COUNT_STATEMENTS: '1', LECTERN_CACHE: '0', LECTERN_THREADS: '1' },
		});
		const client = new Client(server.base);
		try {
			const count = limit =>
				fewestStatements(() =>
					client.request('POST', '/graphql', {
						headers: full,
						body: {
							query:
								`{ restaurants(pagination: {limit: ${limit}}) { data { attributes { averageStars } } } categories { data { attributes { ` +
								'restaurants { data { attributes { averageStars } } } } } } }',
						},
					}),
				);
			const few = await count(10);
			assert.equal(await count(40), few);
			assert.ok(few < 20, `${few} statements`);
		} finally {
			client.close();
			await server.stop();
		}
	});
});
