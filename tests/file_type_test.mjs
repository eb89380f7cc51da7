// A project whose type of files is that of Strapi 4.2 and before, without folders: files are sent and shown, and the panel has
// all of them at the root.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { sendForm } from './lib/forms.mjs';
import { Client } from './lib/http.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { startServer } from './lib/server.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const admin = { Authorization: `Bearer ${makeToken({ id: 1, iat: now() - 10, exp: now() + 3600 }, { secret: 'adminsecret' })}` };
const texts = ['name', 'alternativeText', 'caption', 'hash', 'ext', 'mime', 'url', 'previewUrl', 'provider', 'credits'];
const attributes = {
	...Object.fromEntries(texts.map(name => [name, { type: 'string' }])),
	width: { type: 'integer' },
	height: { type: 'integer' },
	size: { type: 'decimal' },
	formats: { type: 'json' },
	provider_metadata: { type: 'json' },
	related: { type: 'relation', relation: 'morphToMany' },
};
const info = { singularName: 'file', pluralName: 'files', displayName: 'File' };
const schema = { kind: 'collectionType', collectionName: 'files', info, attributes };

describe('a type of files without folders', () => {
	let server, client, id;

	before(async () => {
		server = await startServer({
			folder: makeCodeProject({ 'src/extensions/upload/content-types/file/schema.json': JSON.stringify(schema) }),
		});
		client = new Client(server.base);
	});

	after(async () => {
		client.close();
		await server.stop();
	});

	it('takes files and shows them', async () => {
		const parts = [
			['files', 'hello', 'a.txt', 'text/plain'],
			['fileInfo', JSON.stringify({ name: 'b.txt', caption: 'A file' })],
		];
		const sent = await sendForm(client, 'POST', '/api/upload', parts, full);
		assert.equal(sent.status, 200, sent.text);
		assert.equal(sent.json[0].caption, 'A file');
		({ id } = sent.json[0]);
		const shown = await client.get(`/api/upload/files/${id}`, full);
		assert.equal(shown.status, 200, shown.text);
		assert.deepEqual(['name' in shown.json, 'credits' in shown.json, 'folderPath' in shown.json], [true, true, false]);
	});

	it('has the panel list, change, move and delete them', async () => {
		const list = await client.get('/upload/files?page=1&pageSize=10&sort=createdAt:DESC', admin);
		assert.equal(list.status, 200, list.text);
		assert.equal(list.json.results[0].id, id);
		const form = [['fileInfo', JSON.stringify({ name: 'c.txt', folder: null })]];
		const changed = await sendForm(client, 'POST', `/upload?id=${id}`, form, admin);
		assert.equal(changed.status, 200, changed.text);
		assert.equal(changed.json.name, 'c.txt');
		const folder = await client.request('POST', '/upload/folders', { headers: admin, body: { name: 'All', parent: null } });
		assert.equal(folder.status, 200, folder.text);
		const move = { fileIds: [id], folderIds: [], destinationFolderId: folder.json.data.id };
		const moved = await client.request('POST', '/upload/actions/bulk-move', { headers: admin, body: move });
		assert.equal(moved.status, 200, moved.text);
		const renamed = await client.request('PUT', `/upload/folders/${folder.json.data.id}`, {
			headers: admin,
			body: { name: 'None', parent: null },
		});
		assert.equal(renamed.status, 200, renamed.text);
		const gone = { fileIds: [id], folderIds: [folder.json.data.id] };
		const deleted = await client.request('POST', '/upload/actions/bulk-delete', { headers: admin, body: gone });
		assert.equal(deleted.status, 200, deleted.text);
		assert.equal((await client.get(`/api/upload/files/${id}`, full)).status, 404);
	});
});
