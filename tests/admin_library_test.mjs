// The media library of the administration: files and folders, on both databases, and who may do what with them.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { onEachDatabase } from './lib/databases.mjs';
import { assertError } from './lib/expect.mjs';
import { beginForm, media, sendForm } from './lib/forms.mjs';
import { makeToken, now } from './lib/jwt.mjs';

const text = ['files', 'hello', 'note.txt', 'text/plain'];
const picture = ['files', media('501x300.jpg'), 'photo.jpg', 'image/jpeg'];
const said = (folder, more = {}) => ['fileInfo', JSON.stringify({ alternativeText: null, caption: null, folder, ...more })];
const options = { config: { admin: { rateLimit: { enabled: false } } } };

onEachDatabase('the media library', use => {
	let client, server, sql;
	use(started => ({ client, server, sql } = started), options);
	const bearer = id => ({ Authorization: `Bearer ${makeToken({ id, iat: now() - 10, exp: now() + 3600 }, { secret: 'adminsecret' })}` });
	const send = (method, where, body = null, id = 1) => client.request(method, where, { body, headers: bearer(id) });
	const upload = (parts, where = '/upload', id = 1) => sendForm(client, 'POST', where, parts, bearer(id));
	const stored = () => {
		const folder = path.join(server.folder, 'public/uploads');
		return existsSync(folder) ? readdirSync(folder).filter(name => !name.startsWith('.')) : [];
	};
	const makeFolder = async (name, parent = null) => (await send('POST', '/upload/folders', { name, parent })).json.data;
	const below = async folder => (await send('GET', `/upload/files?filters[$and][0][folder][id]=${folder}`)).json.results;

	it('takes files into its folders, replaces them, and keeps what is said of them', async () => {
		const folder = await makeFolder('Pictures');
		const [first] = (await upload([said(folder.id, { name: 'beach.jpg', alternativeText: 'A beach' }), picture])).json;
		assert.deepEqual(
			[first.name, first.alternativeText, first.folderPath, first.isUrlSigned],
			['beach.jpg', 'A beach', folder.path, false],
		);
		assert.deepEqual([first.width, first.height, Object.keys(first.formats).sort()], [501, 300, ['small', 'thumbnail']]);
		const two = (await upload([said(null), text, ['files', 'more', 'more.txt', 'text/plain']])).json;
		assert.deepEqual(
			two.map(file => [file.name, file.folderPath]),
			[
				['note.txt', '/'],
				['more.txt', '/'],
			],
		);
		const shown = (await send('GET', `/upload/files/${first.id}`)).json;
		assert.deepEqual([shown.folder.name, shown.createdBy.firstname, shown.createdBy.password], ['Pictures', 'Ada', undefined]);
		const changed = (await upload([said(null, { caption: 'Low tide' })], `/upload?id=${first.id}`)).json;
		assert.deepEqual([changed.caption, changed.alternativeText, changed.folderPath], ['Low tide', 'A beach', '/']);
		const replaced = (
			await upload(
				[
					['fileInfo', '{"name":"tide.jpg"}'],
					['files', media('orientation-6.jpg'), 'x.jpg', 'image/jpeg'],
				],
				`/upload?id=${first.id}`,
			)
		).json;
		assert.deepEqual([replaced.id, replaced.hash, replaced.name, replaced.folderPath], [first.id, first.hash, 'tide.jpg', '/']);
		const before = stored().length;
		assertError(await upload([]), 400, 'ApplicationError');
		assertError(await upload([said(999), text]), 400, 'ValidationError');
		assertError(await upload([said('x'), text]), 400, 'ValidationError');
		assertError(await upload([text], '/upload?id=999999'), 404, 'NotFoundError');
		assertError(await upload([['fileInfo', '{"name":"x'], text]), 400, 'ValidationError');
		assert.equal(stored().length, before, 'nothing is left of what was refused');
		const gone = await send('DELETE', `/upload/files/${first.id}`);
		assert.equal(gone.json.id, first.id);
		assert.ok(!stored().some(name => name.includes(first.hash)));
	});

	it("keeps the project's logos, and lets go of those that are replaced", async () => {
		const settings = (parts, id) => upload(parts, '/admin/project-settings', id);
		const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"></svg>');
		const before = stored().length;
		const first = await settings([['menuLogo', media('501x300.jpg'), 'mark.jpg', 'image/jpeg']]);
		assert.equal(first.status, 200, first.text);
		const { menuLogo, authLogo } = first.json;
		assert.deepEqual(Object.keys(menuLogo), ['name', 'url', 'width', 'height', 'ext', 'size']);
		assert.deepEqual([menuLogo.name, menuLogo.width, menuLogo.height, menuLogo.ext, authLogo], ['mark.jpg', 501, 300, '.jpg', {}]);
		assert.equal(stored().length, before + 1, 'a logo has formats');
		const shown = (await send('GET', '/admin/project-settings')).json;
		assert.deepEqual(shown, { menuLogo, authLogo });
		assert.equal((await client.get('/admin/init')).json.data.menuLogo, menuLogo.url);
		assert.equal((await client.get(menuLogo.url)).status, 200);
		const kept = await sql("SELECT value FROM strapi_core_store_settings WHERE key = 'core_admin_project-settings'");
		const { hash, provider } = JSON.parse(typeof kept === 'string' ? kept : kept[0].value).menuLogo;
		assert.deepEqual([menuLogo.url, provider], [`/uploads/${hash}.jpg`, 'local']);
		const second = await settings([
			['menuLogo', svg, 'mark.svg', 'image/svg+xml'],
			['authLogo', media('501x300.jpg'), 'door.jpg', 'image/jpeg'],
		]);
		assert.equal(second.json.menuLogo?.ext, '.svg', second.text);
		assert.equal((await client.get(menuLogo.url)).status, 404, 'the old logo is still there');
		for (const [parts, message] of [
			[[['authLogo', 'hello', 'a.txt', 'text/plain']], /authLogo.type must be one of the following values: image.jpeg/],
			[[['menuLogo', media('rotated.jpg'), 'tall.jpg', 'image/jpeg']], /menuLogo.height must be less than or equal to 750/],
			[[['menuLogo', Buffer.alloc(1024 * 1024 + 1), 'a.png', 'image/png']], /menuLogo.size must be less than or equal to 1048576/],
			[[['other', '']], /unspecified keys: other/],
		])
			assertError(await settings(parts), 400, 'ValidationError', message);
		assert.deepEqual((await send('GET', '/admin/project-settings')).json, second.json);
		assert.equal(stored().length, before + 2);
		assertError(await settings([['menuLogo', '']], 2), 401, 'UnauthorizedError');
		const cleared = await settings([
			['menuLogo', ''],
			['authLogo', ''],
		]);
		assert.deepEqual(cleared.json, { menuLogo: null, authLogo: null });
		assert.equal(stored().length, before);
	});

	it('moves folders with all that lies in them, and deletes them so', async () => {
		const [outer, other] = [await makeFolder('Outer'), await makeFolder('Other')];
		const inner = await makeFolder('Inner', outer.id);
		const [file] = (await upload([said(inner.id), text])).json;
		const move = (folderIds, destinationFolderId, fileIds = []) =>
			send('POST', '/upload/actions/bulk-move', { folderIds, fileIds, destinationFolderId });
		assertError(await move([outer.id], inner.id), 400, 'ValidationError');
		const moved = (await move([outer.id], other.id)).json.data;
		assert.equal(moved.folders[0].path, `${other.path}/${outer.pathId}`);
		const [there] = await below(inner.id);
		assert.deepEqual([there.id, there.folderPath], [file.id, `${other.path}/${outer.pathId}/${inner.pathId}`]);
		assertError(await send('PUT', `/upload/folders/${other.id}`, { name: 'Other', parent: inner.id }), 400, 'ValidationError');
		assertError(await send('POST', '/upload/folders', { name: 'Inner', parent: outer.id }), 400, 'ValidationError');
		for (const name of ['', ' a', 'a/b', 5]) assertError(await send('POST', '/upload/folders', { name }), 400, 'ValidationError');
		const { json } = await send('POST', '/upload/actions/bulk-delete', { folderIds: [other.id] });
		assert.deepEqual([json.data.files, json.data.folders.length], [[], 1]);
		assertError(await send('GET', `/upload/files/${file.id}`), 404, 'NotFoundError');
		assert.equal((await send('GET', `/upload/folders/${inner.id}`)).status, 404);
		assert.ok(!stored().includes(`${file.hash}.txt`));
	});

	it('shows and gives an author what is their own', async () => {
		const made = await send('POST', '/admin/users', { firstname: 'Au', lastname: 'Thor', email: 'author@example.com', roles: [3] });
		const { id } = made.json.data;
		sql(`update admin_users set is_active = true where id = ${id}`);
		const [mine] = (await upload([said(null), text], '/upload', id)).json;
		const [hers] = (await upload([said(null), text])).json;
		assert.deepEqual(
			(await send('GET', '/upload/files', null, id)).json.results.map(file => file.id),
			[mine.id],
		);
		assertError(await send('GET', `/upload/files/${hers.id}`, null, id), 403, 'ForbiddenError');
		assertError(await send('DELETE', `/upload/files/${hers.id}`, null, id), 403, 'ForbiddenError');
		assertError(await upload([said(null, { name: 'x' })], `/upload?id=${hers.id}`, id), 403, 'ForbiddenError');
		assertError(
			await send('POST', '/upload/actions/bulk-move', { fileIds: [hers.id], destinationFolderId: null }, id),
			403,
			'ForbiddenError',
		);
		assertError(await send('POST', '/upload/actions/bulk-delete', { fileIds: [hers.id] }, id), 403, 'ForbiddenError');
		assert.equal((await upload([said(null, { name: 'mine.txt' })], `/upload?id=${mine.id}`, id)).json.name, 'mine.txt');
		assert.equal((await send('DELETE', `/upload/files/${mine.id}`, null, id)).status, 200);
		for (const headers of [{}, { Authorization: `Bearer ${makeToken({ id: 1, iat: now() - 10, exp: now() + 3600 })}` }])
			assertError(await sendForm(client, 'POST', '/upload', [text], headers), 401, 'UnauthorizedError');
	});

	it('asks for rights before it takes a form', async () => {
		const made = await send('POST', '/admin/roles', { name: 'Uploader' });
		const role = made.json.data.id;
		const permissions = [{ action: 'plugin::upload.assets.create' }];
		assert.equal((await send('PUT', `/admin/roles/${role}/permissions`, { permissions })).status, 200);
		const admin = await send('POST', '/admin/users', { firstname: 'Up', email: 'up@example.com', roles: [role] });
		const { id } = admin.json.data;
		sql(`update admin_users set is_active = true where id = ${id}`);
		const [hers] = (await upload([said(null), text])).json;
		assert.equal((await upload([said(null), text], '/upload', id)).status, 200);
		assert.equal(await beginForm(client, `/upload?id=${hers.id}`, bearer(id)), 403);
		assert.equal(await beginForm(client, '/admin/project-settings', bearer(id)), 403);
		assert.equal(await beginForm(client, '/upload?id=999999', bearer(1)), 404);
		assert.equal(await beginForm(client, '/upload', {}), 401);
		const authors = await send('POST', '/admin/users', { firstname: 'Au', email: 'au@example.com', roles: [3] });
		sql(`update admin_users set is_active = true where id = ${authors.json.data.id}`);
		assert.equal(await beginForm(client, `/upload?id=${hers.id}`, bearer(authors.json.data.id)), 403, "another's");
	});
});
