// Copies of entries by way of a form: what it has over what the source has, as Strapi 4.26.2 answered to the same.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { bearer, signIn, unlimited } from './lib/admins.mjs';
import { onEachDatabase } from './lib/databases.mjs';
import { patiently } from './lib/http.mjs';

const types = '/content-manager/collection-types';
const restaurants = `${types}/api::restaurant.restaurant`;
const sinks = `${types}/api::kitchen-sink.kitchen-sink`;

onEachDatabase('a copy by way of a form', use => {
	let client, token;
	use(started => ({ client } = started), { config: unlimited });
	before(async () => (token = await signIn(client)));
	const send = async (method, where, body = null) => {
		const { status, json, text } = await patiently(() => client.request(method, where, { body, headers: bearer(token) }));
		assert.equal(status, 200, `${where} ${text}`);
		return json;
	};
	const related = async (id, field) => {
		const { results, data } = await send('GET', `/content-manager/relations/blocks.related/${id}/${field}`);
		return results?.map(one => one.id) ?? data?.id ?? null;
	};

	it('keeps the relations of components, or changes them', async () => {
		const source = await send('POST', restaurants, {
			name: 'Source',
			slug: 'source',
			address: { street: 'S', city: 'C', geo: { lat: 1, lng: 2 }, map: 5 },
			blocks: [
				{
					__component: 'blocks.related',
					heading: 'H',
					restaurants: { connect: [{ id: 1 }, { id: 3 }] },
					category: { connect: [{ id: 3 }] },
				},
				{ __component: 'blocks.slider', title: 'T', files: [6, 7] },
				{ __component: 'blocks.quote', text: 'Q', author: 'A' },
			],
		});
		const [first, second, third] = source.blocks;
		const plain = { id: first.id, __component: first.__component, heading: 'H' };
		const unchanged = { connect: [], disconnect: [] };
		let count = 0;
		const copy = async more => send('POST', `${restaurants}/clone/${source.id}`, { name: 'Copy', slug: `copy-${++count}`, ...more });
		for (const [what, blocks, place, wanted] of [
			['what the form sends of no change', [{ ...plain, restaurants: unchanged, category: unchanged }, second, third], 0, [[3, 1], 3]],
			[
				'a change',
				[{ ...plain, restaurants: { connect: [{ id: 5 }], disconnect: [{ id: 1 }] }, category: { connect: [{ id: 4 }] } }, second, third],
				0,
				[[5, 3], 4],
			],
			['another order', [third, plain, second], 1, [[3, 1], 3]],
			['one more', [plain, second, third, { __component: 'blocks.quote', text: 'new' }], 0, [[3, 1], 3]],
		]) {
			const copied = (await copy({ blocks })).blocks;
			assert.deepEqual(
				copied.map(({ __component, id }) => [__component, id > 0]),
				blocks.map(({ __component }) => [__component, true]),
				what,
			);
			const { id } = copied[place];
			assert.notEqual(id, first.id, what);
			assert.deepEqual([await related(id, 'restaurants'), await related(id, 'category')], wanted, what);
			const slider = copied.find(({ __component }) => __component === 'blocks.slider');
			assert.deepEqual([slider.title, slider.files.map(file => file.id)], ['T', [6, 7]], what);
		}
		assert.deepEqual(await related(first.id, 'restaurants'), [3, 1], 'the source');
		const { address } = await copy({ address: { geo: { lat: 9 } } });
		assert.deepEqual([address.street, address.geo.lat, address.geo.lng, address.map.id], ['S', 9, 2, 5]);
		assert.equal((await copy({ address: { ...source.address, geo: null } })).address.geo, null);
	});

	it('merges JSON and blocks into those of the source', async () => {
		const text = (words, more = {}) => ({ type: 'paragraph', children: [{ type: 'text', text: words, ...more }] });
		const json = { a: { b: 1, c: [1, 2, 3] }, d: null };
		const { id } = await send('POST', sinks, { requiredText: 'x', json, content: [text('one'), text('two', { bold: true })] });
		const copy = body => send('POST', `${sinks}/clone/${id}`, { requiredText: 'x', ...body });
		for (const [sent, wanted] of [
			[{ a: { b: 2 } }, { a: { b: 2, c: [1, 2, 3] }, d: null }],
			[{ a: { c: [9] } }, { a: { b: 1, c: [9, 2, 3] }, d: null }],
			[[1], [1]],
			[{ a: null }, { a: null, d: null }],
			[{ a: [5] }, { a: [5], d: null }],
			['text', 'text'],
			[null, null],
			[{ d: { e: 1 } }, { a: { b: 1, c: [1, 2, 3] }, d: { e: 1 } }],
			[{ a: { c: { 1: 'y', z: 1 } } }, { a: { b: 1, c: [1, 'y', 3] }, d: null }],
			[[], []],
		])
			assert.deepEqual((await copy({ json: sent })).json, wanted, JSON.stringify(sent));
		assert.deepEqual((await copy({ content: [text('three')] })).content, [text('three'), text('two', { bold: true })]);
		assert.equal((await copy({ content: null })).content, null);
		const chains = `${types}/api::chain.chain`;
		const source = await send('POST', chains, { name: 'Source', seo: { metaTitle: 'M', keywords: { a: 1, b: [1, 2] } } });
		const { seo } = await send('POST', `${chains}/clone/${source.id}`, { name: 'Copy', seo: { metaTitle: 'N', keywords: { b: [7] } } });
		assert.deepEqual([seo.metaTitle, seo.keywords], ['N', { a: 1, b: [7, 2] }]);
	});
});
