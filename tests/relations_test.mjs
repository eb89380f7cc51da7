// What a change to a relation or a component reaches, and what it does not: what the caller may not find, and what hangs on
// other entries.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { onEachDatabase } from './lib/databases.mjs';
import { assertError } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { makeProject, startServer } from './lib/server.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const custom = { Authorization: `Bearer ${'c'.repeat(64)}` };

onEachDatabase('relations', use => {
	let client;
	let sql;
	use(started => ({ client, sql } = started));
	const send = (method, target, data, headers = full) => client.request(method, target, { headers, body: { data } });
	async function write(method, target, data, headers) {
		const answer = await send(method, target, data, headers);
		assert.equal(answer.status, 200, answer.text);
		return answer.json.data;
	}
	const read = async target => (await client.get(target, full)).json.data.attributes;

	it('come in the stored order of each parent, and by their ids where that is the same', async () => {
		sql(`UPDATE restaurants_categories_links SET category_order = CASE category_id WHEN 3 THEN 1.5 ELSE 2.5 END WHERE restaurant_id = 1`);
		sql(`UPDATE restaurants_categories_links SET category_order = CASE category_id WHEN 11 THEN 9 ELSE 0.5 END WHERE restaurant_id = 3`);
		const answer = await client.get('/api/restaurants?filters[id][$in]=1&filters[id][$in]=3&populate=categories', full);
		const ids = answer.json.data.map(entry => entry.attributes.categories.data.map(({ id }) => id));
		assert.deepEqual(ids, [
			[3, 5, 11],
			[23, 11],
		]);
	});

	describe('to what the caller may not find', () => {
		it('may be granted or not', () => {
			sql(`DELETE FROM strapi_api_token_permissions WHERE action = 'api::category.category.find';`);
			['api::restaurant.restaurant.update', 'api::bookmark.bookmark.create', 'api::bookmark.bookmark.update'].forEach((action, index) =>
				sql(`INSERT INTO strapi_api_token_permissions(id, action) VALUES (${9000 + index}, '${action}');
				INSERT INTO strapi_api_token_permissions_token_links(api_token_permission_id, api_token_id) SELECT ${9000 + index}, id
					FROM strapi_api_tokens WHERE name = 'custom'`),
			);
		});

		const related = async () => (await read('/api/restaurants/1?populate[blocks][populate]=*')).blocks[0];
		const zone = category => ({ blocks: [{ __component: 'blocks.related', heading: 'h', category, restaurants: [2] }] });

		it('are left out of dynamic zones', async () => {
			await write('PUT', '/api/restaurants/1', zone(3), custom);
			const block = await related();
			assert.equal(block.category.data, null);
			assert.equal(block.restaurants.data[0].id, 2);
			await write('PUT', '/api/restaurants/1', zone(3));
			assert.equal((await related()).category.data.id, 3);
		});

		it('do not tell there which entries exist', async () => {
			const [there, missing] = [
				await send('PUT', '/api/restaurants/1', zone(3), custom),
				await send('PUT', '/api/restaurants/1', zone(99999), custom),
			];
			assert.equal(missing.status, there.status, missing.text);
			assertError(await send('PUT', '/api/restaurants/1', zone(99999)), 400, 'ValidationError', /do not exist/);
		});

		const category = { id: 1, __type: 'api::category.category' };
		const restaurant = { id: 1, __type: 'api::restaurant.restaurant' };
		for (const [form, given, kept] of [
			['a list', [category, restaurant], 1],
			['one', category, 0],
			['set', { set: [category, restaurant] }, 1],
			['set to nothing else', { set: [category] }, 0],
			['set to one', { set: category }, 0],
			['connect', { connect: [category, restaurant] }, 1],
			['connect one', { connect: category }, 0],
		])
			it(`are left out of polymorphic ones: ${form}`, async () => {
				const { id } = await write('POST', '/api/bookmarks', { label: form, related: given }, custom);
				const found = (await read(`/api/bookmarks/${id}?populate=related`)).related ?? [];
				assert.deepEqual(
					found.map(entry => entry.__type),
					Array(kept).fill(restaurant.__type),
				);
			});

		it('are not disconnected from polymorphic ones', async () => {
			const { id } = await write('POST', '/api/bookmarks', { related: [category, restaurant] });
			await write('PUT', `/api/bookmarks/${id}`, { related: { disconnect: [category, restaurant] } }, custom);
			assert.deepEqual(
				(await read(`/api/bookmarks/${id}?populate=related`)).related.map(entry => entry.__type),
				[category.__type],
			);
			await write('PUT', `/api/bookmarks/${id}`, { related: { set: [category] } }, custom);
			assert.equal((await read(`/api/bookmarks/${id}?populate=related`)).related.length, 1);
			await write('PUT', `/api/bookmarks/${id}`, { related: { set: [] } }, custom);
			assert.equal((await read(`/api/bookmarks/${id}?populate=related`)).related, undefined);
		});

		it('are left out of a polymorphic one to one entry', async () => {
			const { id } = await write('POST', '/api/bookmarks', { target: category }, custom);
			assert.equal((await read(`/api/bookmarks/${id}?populate=target`)).target, null);
			await write('PUT', `/api/bookmarks/${id}`, { target: restaurant }, custom);
			assert.equal((await read(`/api/bookmarks/${id}?populate=target`)).target.id, 1);
		});
	});

	it('to one entry have no order: positions do not matter', async () => {
		for (const position of [{ before: 4 }, { after: 99 }, { start: true }]) {
			await write('PUT', '/api/restaurants/1', { chain: { connect: [{ id: 2, position }] }, owner: { connect: [{ id: 3, position }] } });
			const { chain, owner } = await read('/api/restaurants/1?populate[0]=chain&populate[1]=owner');
			assert.deepEqual([chain.data.id, owner.data.id], [2, 3]);
			await write('PUT', '/api/restaurants/1', { chain: { disconnect: [2] }, owner: null });
			assert.equal((await read('/api/restaurants/1?populate=chain')).chain.data, null);
		}
		await write('PUT', '/api/categories/1', { parent: { connect: [{ id: 2 }, { id: 3, position: { before: 2 } }] } });
		assert.equal((await read('/api/categories/1?populate=parent')).parent.data.id, 3);
		assertError(
			await send('PUT', '/api/restaurants/1', { reviews: { connect: [{ id: 2, position: { after: 99 } }] } }),
			400,
			'ValidationError',
			/needs to be connected first/,
		);
	});

	it('of another entry are not disconnected', async () => {
		const bookmark = (await write('POST', '/api/bookmarks', { label: 'b' })).id;
		const first = (await write('POST', '/api/chains', { name: 'first', seo: { metaTitle: 't' } })).id;
		const second = (await write('POST', '/api/chains', { name: 'second', seo: { metaTitle: 't' } })).id;
		const target = async () => (await read(`/api/bookmarks/${bookmark}?populate=target`)).target?.id;
		await write('PUT', `/api/chains/${first}`, { bookmark: { connect: [bookmark] } });
		assert.equal(await target(), first);
		await write('PUT', `/api/chains/${second}`, { bookmark: { disconnect: [bookmark] } });
		assert.equal(await target(), first);
		await write('PUT', `/api/chains/${first}`, { bookmark: { disconnect: [bookmark] } });
		assert.equal(await target(), undefined);
	});

	it('between entries of one type may be sent from both sides at once, of an entry with itself, too', async () => {
		const id = (await write('POST', '/api/categories', { name: 'itself' })).id;
		const both = async () => {
			const { parent, children } = await read(`/api/categories/${id}?populate[0]=parent&populate[1]=children`);
			return [parent.data?.id ?? null, children.data.map(entry => entry.id)];
		};
		await write('PUT', `/api/categories/${id}`, { parent: id, children: { connect: [2] } });
		assert.deepEqual(await both(), [id, [id, 2]]);
		await write('PUT', `/api/categories/${id}`, { parent: id, children: [2] });
		assert.deepEqual(await both(), [null, [2]]);
		await write('PUT', `/api/categories/${id}`, { parent: null, children: [id] });
		assert.deepEqual(await both(), [id, [id]]);
		await write('PUT', `/api/categories/${id}`, { parent: 3, children: { disconnect: [id] } });
		assert.deepEqual(await both(), [3, []]);
	});

	it('of thousands are connected, moved and disconnected in one request, without much time or memory', async () => {
		const count = 20000;
		sql(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
			INSERT INTO categories(id, name) SELECT 100000 + i, 'many ' || i FROM n`);
		const ids = Array.from({ length: count }, (_, index) => 100001 + index);
		const of = async () =>
			(await read('/api/restaurants/3?fields=id&populate[categories][fields]=id')).categories.data.map(entry => entry.id);
		await write('PUT', '/api/restaurants/3?fields=id', { categories: [] });
		await write('PUT', '/api/restaurants/3?fields=id', { categories: { connect: ids.map(id => ({ id, position: { start: true } })) } });
		assert.deepEqual(await of(), [...ids].reverse());
		await write('PUT', '/api/restaurants/3?fields=id', {
			categories: {
				connect: ids
					.slice(0, -1)
					.reverse()
					.map(id => ({ id, position: { before: id + 1 } })),
			},
		});
		assert.deepEqual(await of(), ids);
		await write('PUT', '/api/restaurants/3?fields=id', { categories: { disconnect: ids.slice(1) } });
		assert.deepEqual(await of(), ids.slice(0, 1));
	});
});

describe('components', () => {
	const folder = makeProject();
	let server;
	let client;
	before(async () => {
		const file = path.join(folder, 'src/components/blocks/quote.json');
		const model = JSON.parse(readFileSync(file, 'utf8'));
		model.attributes.code = { type: 'string', unique: true };
		writeFileSync(file, JSON.stringify(model));
		const schema = path.join(folder, 'src/api/restaurant/content-types/restaurant/schema.json');
		const restaurant = JSON.parse(readFileSync(schema, 'utf8'));
		restaurant.attributes.deep = { type: 'component', component: 'location.address', repeatable: true };
		writeFileSync(schema, JSON.stringify(restaurant));
		server = await startServer({ folder });
		client = new Client(server.base);
	});
	after(async () => {
		client?.close();
		await server?.stop();
		rmSync(folder, { recursive: true, force: true });
	});
	const save = (id, data) =>
		client.request('PUT', `/api/restaurants/${id}?fields=id&populate[blocks]=*`, { headers: full, body: { data } });
	const quotes = (count, more) =>
		Array.from({ length: count }, (_, index) => ({ __component: 'blocks.quote', text: `${index}`, ...more?.(index) }));

	it('of another entry are neither taken nor changed', async () => {
		const [mine] = (await save(1, { blocks: quotes(1) })).json.data.attributes.blocks;
		for (const id of [mine.id, `${mine.id}`, mine.id + 100000, 0, '0', -1, 1.5, true, 'x', {}]) {
			assertError(
				await save(3, { blocks: [{ __component: 'blocks.quote', id, text: 'stolen' }] }),
				400,
				'ApplicationError',
				/not related to the entity/,
			);
			assert.equal((await client.get('/api/restaurants/1?populate=blocks', full)).json.data.attributes.blocks[0].text, '0');
		}
		assertError(
			await save(1, { blocks: [{ __component: 'blocks.rich-text', id: mine.id, body: 'x' }] }),
			400,
			'ApplicationError',
			/not related to the entity/,
		);
	});

	it('that are sent twice are changed twice', async () => {
		const geo = lat => ({ geo: { lat } });
		const update = address =>
			client.request('PUT', '/api/restaurants/1?populate[deep][populate]=*', { headers: full, body: { data: { deep: address } } });
		const [one] = (await update([{ street: 'a', ...geo(1) }])).json.data.attributes.deep;
		const answer = await update([
			{ id: one.id, ...geo(2) },
			{ id: one.id, street: 'b', ...geo(3) },
			{ id: one.id, ...geo(4) },
		]);
		assert.equal(answer.status, 200, answer.text);
		const { deep } = answer.json.data.attributes;
		assert.deepEqual(
			deep.map(({ id, street, geo }) => [id, street, geo.lat]),
			[[one.id, 'b', 4]],
		);
	});

	it('of thousands are made, turned round and deleted in one request', async () => {
		const made = (await save(1, { blocks: quotes(10000) })).json.data.attributes.blocks;
		assert.equal(made.length, 10000);
		const turned = (await save(1, { blocks: made.map(({ id, __component }) => ({ id, __component })).reverse() })).json.data.attributes
			.blocks;
		assert.deepEqual(turned, [...made].reverse());
		assert.equal((await save(1, { blocks: turned.slice(0, 2) })).json.data.attributes.blocks.length, 2);
	});

	it('with unique values are so many at once and no more', async () => {
		const answer = await save(1, { blocks: quotes(2000, index => ({ code: `${index}` })) });
		assert.equal(answer.status, 200, answer.text.slice(0, 200));
		assertError(
			await save(1, { blocks: quotes(2001, index => ({ code: `more ${index}` })) }),
			400,
			'ValidationError',
			/Too many unique values/,
		);
		assertError(await save(3, { blocks: quotes(1, () => ({ code: '7' })) }), 400, 'ValidationError', /must be unique/);
	});
});
