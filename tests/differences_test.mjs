// Where lectern differs from Strapi on purpose, as docs/query-reference.md and docs/graphql.md list it: over REST and over
// GraphQL, on both databases. tests/leak_test.mjs says more of what is private, tests/bad_input_test.mjs of bad input.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachDatabase } from './lib/databases.mjs';
import { assertError } from './lib/expect.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };

onEachDatabase('what differs from Strapi', use => {
	let client;
	use(started => ({ client } = started));

	const send = (method, path, data) => client.request(method, path, { headers: full, body: { data } });
	const ask = (query, headers = full) => client.request('POST', '/graphql', { headers, body: { query } });
	const list = async path => {
		const { status, json, text } = await client.get(path, full);
		assert.equal(status, 200, text);
		return json;
	};
	const data = async query => {
		const { status, json, text } = await ask(query);
		assert.equal(status, 200, text);
		assert.equal(json.errors, undefined, text);
		return json.data;
	};
	const refused = async (query, message) => {
		const { json, text } = await ask(query);
		assert.match(json.errors[0].message, message, text);
		assert.ok(['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED'].includes(json.errors[0].extensions.code), text);
	};

	it('a single type is not changed in all languages', async () => {
		const before = (await list('/api/homepage?locale=all')).data;
		assert.ok(before.length > 0);
		for (const method of ['PUT', 'DELETE']) {
			assertError(await send(method, '/api/homepage?locale=all', { title: 'lost' }), 400, 'ValidationError', /locale/);
		}
		const message = /locale "all"/;
		for (const name of ['updateHomepage(locale: "all", data: { title: "lost" })', 'deleteHomepage(locale: "all")']) {
			const { text } = await ask(`mutation { ${name} { data { id } } }`);
			assert.match(text.replaceAll('\\"', '"'), message);
		}
		assert.deepEqual((await list('/api/homepage?locale=all')).data, before);
	});

	it('bad input is refused by name', async () => {
		for (const [query, message] of [
			['sort=name:up', /sort/],
			['pagination[page]=a', /page/],
			['filters=x', /filters/],
			['filters[seats][$gt]=x', /seats/],
		])
			assertError(await client.get(`/api/restaurants?${query}`), 400, 'ValidationError', message);
		await refused('{restaurants(sort:"name:up"){data{id}}}', /sort order "up"/);
		await refused('{restaurants(sort:"nope"){data{id}}}', /Invalid parameter nope/);
		await refused('{restaurants(filters:{founded:{gt:"x"}}){data{id}}}', /x/);
		await refused('{restaurants(filters:{seats:{gt:"x"}}){data{id}}}', /Int cannot represent non-integer value: "x"/);
	});

	it('an operator that is not known is refused', async () => {
		assertError(await client.get('/api/restaurants?filters[name][$like]=x'), 400, 'ValidationError', /\$like/);
		assertError(await client.get('/api/restaurants?filters[chain][name][$like]=x'), 400, 'ValidationError', /\$like/);
		await refused('{restaurants(filters:{name:{like:"x"}}){data{id}}}', /"like" is not defined/);
	});

	it('changes of relations that contradict themselves are refused', async () => {
		const blocks = restaurants => `blocks: [{__typename: "ComponentBlocksRelated", restaurants: ${restaurants}}]`;
		for (const [change, inGraphql, message] of [
			[{ connect: [2, 2] }, '{connect: [2, 2]}', /connected more than once/],
			[{ connect: [2, { id: 2 }] }, '{connect: [2, {id: 2}]}', /connected more than once/],
			[{ set: [1], connect: [2] }, '{set: [1], connect: [2]}', /set cannot be combined/],
			[{ set: [1], disconnect: [2] }, '{set: [1], disconnect: [2]}', /set cannot be combined/],
			[{ connect: [{ id: 2, position: {} }] }, '{connect: [{id: 2, position: {}}]}', /exactly one of/],
			[
				{ connect: [{ id: 2, position: { start: true, before: 1 } }] },
				'{connect: [{id: 2, position: {start: true, before: 1}}]}',
				/exactly one of/,
			],
		]) {
			assertError(await send('PUT', '/api/restaurants/1', { categories: change }), 400, 'ValidationError', message);
			assertError(
				await send('PUT', '/api/restaurants/1', { blocks: [{ __component: 'blocks.related', restaurants: change }] }),
				400,
				'ValidationError',
				message,
			);
			await refused(`mutation{updateRestaurant(id:1,data:{${blocks(inGraphql)}}){data{id}}}`, message);
		}
		for (const change of [{ connect: [1] }, { disconnect: [1] }]) {
			assertError(await send('PUT', '/api/restaurants/1', { gallery: change }), 400, 'ValidationError', /media/);
			assertError(await send('PUT', '/api/restaurants/1', { address: { street: 'x', map: change } }), 400, 'ValidationError', /media/);
		}
		assertError(await send('PUT', '/api/global', { favicon: true }), 400, 'ValidationError', /favicon|Invalid relations/);
		await refused(
			'mutation{updateRestaurant(id:1,data:{blocks:[{__typename:"ComponentBlocksSlider",files:{connect:[1]}}]}){data{id}}}',
			/media/,
		);
	});

	it('a wrong parameter changes nothing of a single type', async () => {
		const before = (await list('/api/global')).data;
		for (const query of ['fields=nope', 'populate[favicon][sort]=nope', 'populate[seo][filters][nope]=1']) {
			assertError(await send('PUT', `/api/global?${query}`, { siteName: 'changed' }), 400, 'ValidationError', /nope/);
			assertError(await client.request('DELETE', `/api/global?${query}`, { headers: full }), 400, 'ValidationError', /nope/);
		}
		assert.deepEqual((await list('/api/global')).data, before);
	});

	it('what Strapi fails at is answered', async () => {
		const named = 'filters[chain][$not][name]=Chain%202';
		const { data: others, meta } = await list(`/api/restaurants?${named}&populate[chain][fields]=name&pagination[pageSize]=100`);
		assert.ok(others.length > 0);
		for (const { attributes } of others) assert.notEqual(attributes.chain.data.attributes.name, 'Chain 2');
		const { restaurants } = await data('{restaurants(filters:{chain:{not:{name:{eq:"Chain 2"}}}}){meta{pagination{total}}}}');
		assert.equal(restaurants.meta.pagination.total, meta.pagination.total);
		const sevens = (await list('/api/restaurants?filters[seats][$contains]=7&pagination[pageSize]=100')).data;
		assert.ok(sevens.length > 0);
		for (const { attributes } of sevens) assert.match(String(attributes.seats), /7/);
		assert.equal(
			(await data('{restaurants(filters:{seats:{contains:7}},pagination:{limit:100}){data{id}}}')).restaurants.data.length,
			sevens.length,
		);
		const { kitchenSinks, bookmarks } = await data(
			'{kitchenSinks{data{attributes{timestamp}}}bookmarks{data{attributes{related{__typename}}}}}',
		);
		for (const { attributes } of kitchenSinks.data) assert.match(attributes.timestamp, /^2022-04-\d\dT05:06:07\.000Z$/);
		assert.ok(bookmarks.data.some(({ attributes }) => attributes.related.some(({ __typename }) => __typename === 'Category')));
	});

	it('lists have the order of ids, where nothing else is asked for', async () => {
		const rises = entries => entries.map(({ id }) => Number(id)).forEach((id, i, ids) => assert.ok(!i || ids[i - 1] < id, `${ids}`));
		rises((await list('/api/restaurants?filters[slug][$gt]=a&fields=slug&pagination[pageSize]=100')).data);
		rises((await data('{restaurants(filters:{slug:{gt:"a"}},pagination:{limit:100}){data{id}}}')).restaurants.data);
		for (const price of ['cheap', 'fair']) {
			rises((await list(`/api/restaurants?sort=price:desc&filters[price]=${price}`)).data);
			rises(
				(await data(`{restaurants(sort:"price:desc",filters:{price:{eq:"${price}"}},pagination:{limit:50}){data{id}}}`)).restaurants.data,
			);
		}
	});

	it('% and _ are wildcards, as in Strapi', async () => {
		const total = async filter => (await list(`/api/restaurants?filters[slug]${filter}`)).meta.pagination.total;
		assert.ok((await total('[$contains]=restaurant_1')) > 0);
		const { restaurants } = await data('{restaurants(filters:{slug:{contains:"restaurant_1"}}){meta{pagination{total}}}}');
		assert.equal(restaurants.meta.pagination.total, await total('[$contains]=restaurant_1'));
	});

	it('a published list shows no drafts below it', async () => {
		const published = async (query, follow) => {
			const below = (await data(query)).reviews.data.map(follow).filter(Boolean);
			assert.ok(below.length > 10);
			return below.every(({ attributes }) => attributes.publishedAt !== null);
		};
		const query = state =>
			`{reviews(pagination:{limit:100},publicationState:${state}){data{attributes{restaurant{data{attributes{publishedAt}}}}}}}`;
		assert.equal(await published(query('LIVE'), ({ attributes }) => attributes.restaurant.data), true);
		assert.equal(await published(query('PREVIEW'), ({ attributes }) => attributes.restaurant.data), false);
		const { id } = (await list('/api/restaurants?publicationState=preview&filters[publishedAt][$null]=true&pagination[pageSize]=1'))
			.data[0];
		await send('PUT', '/api/bookmarks/1', {
			related: [
				{ id, __type: 'api::restaurant.restaurant' },
				{ id: 1, __type: 'api::category.category' },
			],
		});
		for (const populate of [
			'populate=related',
			'populate[related][on][api::restaurant.restaurant]=true&populate[related][on][api::category.category]=true',
		]) {
			const { related } = (await list(`/api/bookmarks?filters[id]=1&${populate}`)).data[0].attributes;
			assert.deepEqual(
				related.map(({ __type }) => __type),
				['api::category.category'],
				populate,
			);
		}
	});

	it('no private field and no password is told', async () => {
		await send('PUT', '/api/categories/3', { code: 'hush-hush' });
		await send('PUT', '/api/kitchen-sinks/1', { secret: 'hush-hush', password: 'hush-hush' });
		for (const id of [1, 2, 3]) await send('PUT', `/api/bookmarks/${id}`, { target: { id: 3, __type: 'api::category.category' } });
		for (const path of ['/api/categories?_q=hush', '/api/kitchen-sinks?_q=hush', '/api/kitchen-sinks?_q=$2a$10'])
			assert.equal((await list(path)).meta.pagination.total, 0, path);
		for (const populate of ['*', 'target', 'target,related']) {
			const entries = (await list(`/api/bookmarks?populate=${populate}`)).data;
			assert.equal(entries[0].attributes.target.id, 3);
			for (const { attributes } of entries)
				for (const name of ['code', 'secret', 'password']) assert.equal(name in (attributes.target ?? {}), false, name);
		}
		const changed = await send('PUT', '/api/bookmarks/1?populate=target', { label: 'x' });
		assert.equal(changed.json.data.attributes.target.id, 3);
		assert.doesNotMatch(changed.text, /hush/);
		const { kitchenSinks } = await data('{kitchenSinks{data{attributes{password}}}}');
		assert.deepEqual([...new Set(kitchenSinks.data.map(({ attributes }) => attributes.password))], [null]);
		for (const name of ['password', 'secret'])
			await refused(`{kitchenSinks(filters:{${name}:{startsWith:"h"}}){data{id}}}`, new RegExp(`Invalid parameter ${name}`));
		await refused('{kitchenSinks{data{attributes{secret}}}}', /Cannot query field "secret"/);
	});

	it('a mutation is not taken from a link', async () => {
		const { status, headers } = await client.get(
			`/graphql?query=${encodeURIComponent('mutation{createCategory(data:{name:"By link"}){data{id}}}')}`,
			full,
		);
		assert.equal(status, 405);
		assert.equal(headers.allow, 'POST');
		assert.equal((await list('/api/categories?filters[name]=By%20link')).meta.pagination.total, 0);
	});

	it('errors have the envelope, and headers name lectern', async () => {
		const method = await client.request('DELETE', '/api/categories', { headers: full });
		assertError(method, 405, 'MethodNotAllowedError');
		assert.match(method.headers.allow, /GET.*POST/);
		assertError(await client.request('REPORT', '/api/categories', { headers: full }), 501, 'NotImplementedError');
		for (const [verb, path] of [
			['POST', '/api/categories'],
			['PUT', '/api/global'],
			['POST', '/api/auth/local'],
			['POST', '/api/users'],
		])
			assertError(await client.request(verb, path, { headers: full, body: '{"data":' }), 400, 'ValidationError', /not valid JSON/);
		assert.equal(method.headers['x-powered-by'], 'lectern');
		const { status, json } = await ask('{nope}');
		assert.equal(status, 400);
		assert.equal(json.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED');
	});

	it('the codes of other languages stand beside an entry, and not below it', async () => {
		const { data: one } = await list('/api/restaurants/1?populate=localizations');
		assert.deepEqual(one.meta, { availableLocales: ['fr'] });
		for (const nested of one.attributes.localizations.data) assert.deepEqual(Object.keys(nested), ['id', 'attributes']);
		assert.deepEqual((await list('/api/categories?pagination[pageSize]=1')).data[0].meta, { availableLocales: [] });
	});
});
