// Where lectern knowingly differs from Strapi: bad input is refused with a message that says what was wrong with
// which parameter, and lists have one order.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError } from './lib/expect.mjs';
import { useServer } from './lib/server.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };

describe('bad input', () => {
	let client;
	useServer(started => ({ client } = started));

	for (const [query, message] of [
		['sort=name:up', /sort/],
		['sort[0]=name:', /sort/],
		['sort=nope', /Invalid parameter nope/],
		['fields=nope', /Invalid parameter nope/],
		['fields[a]=name', /fields/],
		['fields=', /fields/],
		['filters=x', /filters/],
		['filters[$and]=x', /\$and|filters/],
		['filters[$or][0]=x', /\$or|filters/],
		['filters[nope]=1', /Invalid parameter nope/],
		['filters[name][$nope]=1', /\$nope/],
		['filters[chain][name][$like]=1', /\$like/],
		['filters[$nor][0][name]=1', /\$nor/],
		['filters[seats][$gt]=abc', /seats/],
		['filters[seats][$in]=1,2', /seats/],
		['filters[rating]=x', /rating/],
		['filters[founded][$gt]=abc', /yyyy-MM-dd/],
		['filters[createdAt]=soon', /createdAt|date/i],
		['filters[seats][$between]=1', /seats|between/],
		['pagination[page]=a', /page/],
		['pagination[pageSize]=a', /pageSize/],
		['pagination[start]=a', /start/],
		['pagination[limit]=a', /limit/],
		['pagination[page]=1&pagination[start]=1', /start\/limit or page\/pageSize/],
		['pagination[pageSize]=2&pagination[limit]=1', /start\/limit or page\/pageSize/],
		['publicationState=nope', /publicationState/],
		['populate[categories][sort]=name:up', /sort/],
		['populate[categories][filters][name][$nope]=1', /\$nope/],
		['populate[categories][filters][nope]=1', /nope/],
		['populate[categories][fields]=nope', /nope/],
	]) {
		it(`is refused with 400 and a message that names it: ${query}`, async () =>
			assertError(await client.get(`/api/restaurants?${query}`), 400, 'ValidationError', message));
	}

	for (const path of [
		'/api/restaurants/99999',
		'/api/restaurants/abc',
		'/api/nope',
		'/nope',
		'/api',
		'/api/restaurants/1/x',
		'/api/restaurants/9223372036854775808',
		'/api/restaurants/-1',
	]) {
		it(`is not found: ${path}`, async () => assertError(await client.get(path), 404, 'NotFoundError'));
	}

	it('never widens a filter: an unknown operator finds nothing rather than all', async () => {
		const answer = await client.get('/api/restaurants?filters[name][$eq2]=x');
		assert.equal(answer.status, 400);
		assert.equal(answer.json.data, null);
	});

	it('is bound, never part of a statement', async () => {
		const all = (await client.get('/api/categories')).json.meta.pagination.total;
		for (const text of ["' OR 1=1 --", '"; DROP TABLE categories; --', "%'; --", '\\', '\u{1F600}', '`']) {
			const answer = await client.get(`/api/categories?filters[name]=${encodeURIComponent(text)}`);
			assert.equal(answer.status, 200);
			assert.equal(answer.json.meta.pagination.total, 0, text);
		}
		for (const text of ["name'", 'name;', 'name) --', '"name"', 'name desc', 'name,(select 1)'])
			assert.equal((await client.get(`/api/categories?sort=${encodeURIComponent(text)}`)).status, 400, text);
		assert.equal((await client.get('/api/categories')).json.meta.pagination.total, all);
	});

	it('does not change what % and _ mean in patterns', async () => {
		const total = async filter => (await client.get(`/api/restaurants?filters${filter}`)).json.meta.pagination.total;
		assert.ok((await total('[slug][$contains]=restaurant_1')) > 0);
		assert.equal(await total('[slug][$startsWith]=r%25t-1'), await total('[slug][$contains]=restaurant-1'));
	});
});

describe('a list in place of fields', () => {
	let client;
	useServer(started => ({ client } = started));
	const send = (method, target, data) =>
		client.request(method, target, { headers: { ...full, 'Content-Type': 'application/json' }, body: JSON.stringify({ data }) });

	for (const [method, target] of [
		['POST', '/api/kitchen-sinks'],
		['POST', '/api/restaurants'],
		['PUT', '/api/kitchen-sinks/1'],
		['PUT', '/api/global'],
	])
		it(`is refused: ${method} ${target}`, async () => {
			for (const data of [[], [{ name: 'x' }], [null]])
				assertError(await send(method, target, data), 400, 'ValidationError', /must be a `object` type/);
		});

	it('changes nothing of an entry with languages', async () => {
		const before = (await client.get('/api/restaurants/1?fields[0]=name&fields[1]=seats')).json.data;
		const answer = await send('PUT', '/api/restaurants/1?fields[0]=name&fields[1]=seats', [{ name: 'x', seats: 1 }]);
		assert.equal(answer.status, 200, answer.text);
		assert.deepEqual(answer.json.data.attributes, before.attributes);
		assertError(await send('PUT', '/api/restaurants/99999', []), 404, 'NotFoundError');
	});
});

describe('a locale', () => {
	let client;
	useServer(started => ({ client } = started));
	const post = (target, body) => client.request('POST', target, { headers: full, body });

	it('is compared whole, with what stands behind a NUL', async () => {
		assertError(
			await post('/api/restaurants', { data: { name: 'n', locale: 'en\0x' } }),
			400,
			'ApplicationError',
			/This locale doesn't exist/,
		);
		assertError(
			await post('/api/restaurants/3/localizations', { name: 'n', locale: 'fr\0x' }),
			400,
			'ApplicationError',
			/locale is invalid/,
		);
	});
});

describe('answers that Strapi does not give', () => {
	let client;
	useServer(started => ({ client } = started));

	it('meta.availableLocales on top-level entries, and only there', async () => {
		const one = (await client.get('/api/restaurants/1?populate=*')).json.data;
		assert.deepEqual(one.meta, { availableLocales: ['fr'] });
		assert.ok(one.attributes.categories.data.length > 0);
		for (const nested of [...one.attributes.categories.data, ...one.attributes.localizations.data]) assert.equal('meta' in nested, false);
		const list = (await client.get('/api/restaurants')).json.data;
		assert.deepEqual(list[0].meta, { availableLocales: ['fr'] });
		assert.deepEqual(list[1].meta, { availableLocales: [] });
		for (const entry of (await client.get('/api/categories')).json.data) assert.deepEqual(entry.meta, { availableLocales: [] });
	});

	it('a filter with $not inside a relation', async () => {
		const answer = await client.get('/api/restaurants?filters[chain][$not][name][$eq]=Chain%201&populate=chain&pagination[pageSize]=100');
		assert.equal(answer.status, 200);
		assert.ok(answer.json.data.length > 0);
		for (const entry of answer.json.data) assert.notEqual(entry.attributes.chain.data?.attributes.name, 'Chain 1');
	});

	it('lists in id order, ties in a sort by id, pages that never overlap', async () => {
		const read = async query => (await client.get(`/api/restaurants?${query}`)).json.data;
		const ids = entries => entries.map(entry => entry.id);
		const ascending = list =>
			assert.deepEqual(
				list,
				[...list].sort((a, b) => a - b),
			);
		ascending(ids(await read('pagination[pageSize]=100')));
		for (const direction of ['asc', 'desc']) {
			const whole = await read(`sort=price:${direction}&pagination[pageSize]=100`);
			for (const price of ['cheap', 'fair', 'fancy']) ascending(ids(whole.filter(entry => entry.attributes.price === price)));
			const paged = [];
			for (let page = 1; page <= 10; page++)
				paged.push(...ids(await read(`sort=price:${direction}&pagination[page]=${page}&pagination[pageSize]=10`)));
			assert.deepEqual(paged, ids(whole));
		}
	});

	it('an error that names its parameter on the endpoints of plugins too', async () => {
		const answer = await client.get('/api/users?sort=nope:up', full);
		assert.ok([400].includes(answer.status), answer.text);
	});

	it('the last of equal keys in a body, as JSON.parse gives it', async () => {
		const send = (target, body) => client.request('POST', target, { headers: { ...full, 'Content-Type': 'application/json' }, body });
		const category = await send('/api/categories', '{"data":{"name":"one"},"data":{"name":"two","name":"three"}}');
		assert.equal(category.json.data.attributes.name, 'three', category.text);
		const sink = await send('/api/kitchen-sinks', '{"data":{"requiredText":"x","json":{"a":1,"b":2,"a":3},"datetime":"2024-W09-5"}}');
		assert.deepEqual(sink.json.data?.attributes.json, { a: 3, b: 2 }, sink.text);
		assert.equal(sink.json.data.attributes.datetime, '2024-03-01T00:00:00.000Z');
	});
});
