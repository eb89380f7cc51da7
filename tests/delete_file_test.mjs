// Deleting uploaded files: what goes from the disk, and what never does.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { databaseOf, full } from './lib/accounts.mjs';
import { sqlite } from './lib/schema.mjs';
import { useServer } from './lib/server.mjs';

describe('uploaded files', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started));

	const uploads = () => path.join(server.folder, 'public/uploads');
	const place = name => writeFileSync(path.join(uploads(), name), 'x');

	it('are deleted with their formats, and nothing else is', async () => {
		mkdirSync(uploads(), { recursive: true });
		for (const name of ['pic1.jpg', 'thumbnail_pic1.jpg', 'small_pic1.jpg', 'pic2.jpg']) place(name);
		const answer = await client.request('DELETE', '/api/upload/files/1', { headers: full });
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.json.name, 'pic1.jpg');
		assert.deepEqual(
			['pic1.jpg', 'thumbnail_pic1.jpg', 'small_pic1.jpg', 'pic2.jpg'].map(name => existsSync(path.join(uploads(), name))),
			[false, false, false, true],
		);
		assert.deepEqual(sqlite(databaseOf(server), 'select * from files_related_morphs where file_id = 1'), []);
	});

	it('are deleted over GraphQL as well, but only once the change is made', async () => {
		place('pic10.jpg');
		const remove = (id, fields) =>
			client.request('POST', '/graphql', { headers: full, body: { query: `mutation{removeFile(id:${id}){data{attributes{${fields}}}}}` } });
		const refused = await remove(10, 'nope');
		assert.equal(refused.status, 400, refused.text);
		assert.ok(existsSync(path.join(uploads(), 'pic10.jpg')));
		const answer = await remove(10, 'name');
		assert.deepEqual(answer.json, { data: { removeFile: { data: { attributes: { name: 'pic10.jpg' } } } } });
		assert.equal(existsSync(path.join(uploads(), 'pic10.jpg')), false);
	});

	it('are looked for nowhere else', async () => {
		const outside = ['../../outside.jpg', 'deep/er.jpg', '..', '', '.hidden'];
		mkdirSync(path.join(uploads(), 'deep'), { recursive: true });
		writeFileSync(path.join(server.folder, 'outside.jpg'), 'x');
		for (const name of ['deep/er.jpg', '.hidden']) place(name);
		for (const [index, name] of outside.entries()) {
			sqlite(
				databaseOf(server),
				`update files set url = '/uploads/${name}', formats = '{"thumbnail":{"url":"/uploads/${name}"},"odd":5,"odder":{"url":{}}}' ` +
					`where id = ${index + 2}`,
			);
			assert.equal((await client.request('DELETE', `/api/upload/files/${index + 2}`, { headers: full })).status, 200);
		}
		for (const file of [
			path.join(server.folder, 'outside.jpg'),
			path.join(uploads(), 'deep/er.jpg'),
			path.join(uploads(), '.hidden'),
			databaseOf(server),
		])
			assert.ok(existsSync(file), file);
	});

	it('of other providers are left to them, and links are not followed', async () => {
		place('pic8.jpg');
		sqlite(databaseOf(server), "update files set provider = 'aws-s3' where id = 8");
		await client.request('DELETE', '/api/upload/files/8', { headers: full });
		assert.ok(existsSync(path.join(uploads(), 'pic8.jpg')));
		const target = path.join(server.folder, 'target.jpg');
		writeFileSync(target, 'x');
		symlinkSync(target, path.join(uploads(), 'pic9.jpg'));
		await client.request('DELETE', '/api/upload/files/9', { headers: full });
		assert.ok(existsSync(target));
		assert.equal(existsSync(path.join(uploads(), 'pic9.jpg')), false);
	});

	it('are deleted where the folder of uploads is a link, and what fails is told', async () => {
		const moved = path.join(server.folder, 'volume');
		renameSync(uploads(), moved);
		symlinkSync(moved, uploads());
		place('pic11.jpg');
		mkdirSync(path.join(uploads(), 'pic12.jpg'));
		for (const id of [11, 12]) assert.equal((await client.request('DELETE', `/api/upload/files/${id}`, { headers: full })).status, 200);
		assert.equal(existsSync(path.join(moved, 'pic11.jpg')), false);
		for (let i = 0; i < 100 && !/pic12/.test(server.stdout + server.stderr); i++) await sleep(50);
		assert.match(server.stdout + server.stderr, /The uploaded file pic12\.jpg can't be deleted from the disk/);
	});
});
