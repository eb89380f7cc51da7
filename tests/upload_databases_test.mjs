// Uploads on both databases: the entries of files, their folder, and what they are linked to.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { full } from './lib/accounts.mjs';
import { onEachDatabase } from './lib/databases.mjs';
import { sendForm } from './lib/forms.mjs';

onEachDatabase('an upload', use => {
	let client;
	use(started => ({ client } = started));
	const link = [
		['ref', 'api::restaurant.restaurant'],
		['refId', '2'],
		['field', 'cover'],
	];
	const post = (parts, target = '/api/upload') => sendForm(client, 'POST', target, parts, full);

	it('is stored, linked and replaced', async () => {
		for (const name of ['a.txt', 'b.txt']) {
			const answer = await post([['files', name, name, 'text/plain'], ...link]);
			assert.equal(answer.status, 200, answer.text);
			const { data } = (await client.get('/api/restaurants/2?populate=cover', full)).json;
			assert.equal(data.attributes.cover.data.attributes.name, name);
		}
		const [old] = (await post([['files', 'old', 'c.txt', 'text/plain']])).json;
		const changed = await post([['files', 'new', 'd.txt', 'text/plain']], `/api/upload?id=${old.id}`);
		assert.deepEqual([changed.status, changed.json.url, changed.json.name], [200, old.url, 'd.txt']);
		assert.equal((await client.get(old.url)).text, 'new');
		const described = await post([['fileInfo', '{"caption":"c"}']], `/api/upload?id=${old.id}`);
		assert.equal(described.json.caption, 'c');
	});

	it('comes with an entry', async () => {
		const parts = [
			['data', '{"name":"with a file"}'],
			['files.cover', 'x', 'x.txt'],
		];
		const answer = await sendForm(client, 'POST', '/api/restaurants?populate=cover', parts, full);
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.json.data.attributes.cover.data.attributes.name, 'x.txt');
	});
});
