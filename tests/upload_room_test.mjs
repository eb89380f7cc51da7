// Uploads and room: a disk that is full in the middle of a file, and the server's memory while a large file comes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { databaseOf, full } from './lib/accounts.mjs';
import { assertError } from './lib/expect.mjs';
import { media, sendForm } from './lib/forms.mjs';
import { Client } from './lib/http.mjs';
import { growthWhile, makeLargeProject, uploadBytes } from './lib/large_upload.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, startServer } from './lib/server.mjs';

const rows = server => sqlite(databaseOf(server), 'select id from files where id > 12').length;

/* A file system of its own for public/uploads. Gives why there is none, or null. */
function mountUploads(folder, size) {
	const uploads = path.join(folder, 'public/uploads');
	mkdirSync(uploads, { recursive: true });
	const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', uploads], { encoding: 'utf8' });
	return status === 0 ? null : `no tmpfs can be mounted: ${error?.message ?? stderr.trim()}`;
}

describe('a disk that is full', () => {
	it('is 507, and nothing is left', async test => {
		const folder = makeProject();
		const uploads = path.join(folder, 'public/uploads');
		const why = mountUploads(folder, '2m');
		if (why) {
			rmSync(folder, { recursive: true });
			test.skip(why);
			return;
		}
		let server;
		let client;
		try {
			server = await startServer({ folder });
			client = new Client(server.base);
			const post = parts => sendForm(client, 'POST', '/api/upload', parts, full);
			const file = size => ['files', Buffer.alloc(size, 'x'), 'large.bin', 'application/octet-stream'];
			assertError(await post([file(5e6)]), 507);
			assertError(await post([file(1e6), file(5e6)]), 507);
			// Room for the picture as it came, and not for its formats.
			assert.equal((await post([file(2.08e6)])).status, 200);
			assertError(await post([['files', media('501x300.jpg'), 'photo.jpg', 'image/jpeg']]), 507);
			const [kept, ...others] = readdirSync(uploads);
			assert.deepEqual([others, rows(server)], [[], 1]);
			const [{ id }] = sqlite(databaseOf(server), 'select id from files where id > 12');
			assert.equal(statSync(path.join(uploads, kept)).size, 2.08e6);
			assert.equal((await client.request('DELETE', `/api/upload/files/${id}`, { headers: full })).status, 200);
			assert.equal((await post([file(1e6)])).status, 200);
			assert.deepEqual([readdirSync(uploads).length, rows(server)], [1, 1]);
		} finally {
			client?.close();
			await server?.stop();
			spawnSync('umount', [uploads]);
			rmSync(folder, { recursive: true, force: true });
		}
	});
});

describe('a large file', { skip: process.env.LECTERN_SANITIZED && 'sanitizers take memory of their own' }, () => {
	it('of 256 MB takes less than 8 MB of memory', async () => {
		const server = await startServer({ folder: makeLargeProject(), ownsFolder: true });
		assert.equal((await uploadBytes(server, 1e6)).status, 200);
		const { result, growth } = await growthWhile(server, () => uploadBytes(server, 256e6));
		assert.equal(result.status, 200, JSON.stringify(result.json));
		const [{ url, size }] = result.json;
		assert.equal(size, 256000);
		assert.equal(statSync(path.join(server.folder, 'public', url)).size, 256e6);
		assert.ok(growth < 8 * 1024, `${growth} KiB`);
		await server.stop();
	});
});
