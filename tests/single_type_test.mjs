// What a change of a single type answers: the entry, draft or not, whatever the parameters that say which entry is meant.
// The expectations are what Strapi 4.26.2 answered.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachDatabase } from './lib/databases.mjs';

const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
const featured = 'populate[featured][fields]=id';

onEachDatabase('a single type', use => {
	let client;
	use(started => ({ client } = started));

	const send = (method, parameters, data) =>
		client.request(method, `/api/homepage?${parameters}`, { headers, body: data ? { data } : null });
	const put = async (parameters, data) => {
		const { status, text, json } = await send('PUT', parameters, data);
		assert.equal(status, 200, text);
		return json.data.attributes;
	};

	it('an entry that becomes a draft', async () => {
		const draft = await put('', { title: 'a', publishedAt: null });
		assert.deepEqual([draft.title, draft.publishedAt], ['a', null]);
		assert.equal((await put('publicationState=live', { title: 'b' })).title, 'b');
	});

	it('with drafts in its relations', async () => {
		const ids = [1, 9, 10, 18, 36];
		const { data } = (await put(featured, { featured: ids })).featured;
		assert.deepEqual(
			data.map(({ id }) => id),
			ids,
		);
	});

	it('found by what the change makes another', async () => {
		assert.equal((await put('filters[title]=b', { title: 'c' })).title, 'c');
		const { status, json } = await send('PUT', 'filters[title]=b', { title: 'd' });
		assert.deepEqual([status, json.error.message], [400, 'singleType.alreadyExists']);
	});

	it('in pages', async () => assert.deepEqual(await put('pagination[start]=5&fields=title', { title: 'e' }), { title: 'e' }));

	it('deleted, with all fields and nothing populated', async () => {
		assert.equal((await send('DELETE', '')).status, 404);
		const { status, json } = await send('DELETE', `publicationState=preview&fields=title&${featured}`);
		assert.equal(status, 200);
		assert.deepEqual(Object.keys(json.data.attributes), ['title', 'createdAt', 'updatedAt', 'publishedAt', 'locale']);
		assert.equal((await put('', { title: 'f', publishedAt: null })).publishedAt, null);
	});
});
