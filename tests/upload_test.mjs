// Uploads over REST: what is stored, what is refused, and that nothing is left of what was not finished.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync, existsSync } from 'node:fs';
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { describe, it } from 'node:test';
import { databaseOf, full } from './lib/accounts.mjs';
import { makeForm, media, sendForm } from './lib/forms.mjs';
import { Client, sendRaw } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, startServer, useServer } from './lib/server.mjs';

// LECTERN_UPLOAD_KILLS=100: the whole series, of 32 clients with files of up to 64 MB.
const kills = Number(process.env.LECTERN_UPLOAD_KILLS ?? 6);
const whole = kills > 6;
const sanitized = Boolean(process.env.LECTERN_SANITIZED);
const text = ['files', 'hello', 'note.txt', 'text/plain'];
const picture = ['files', media('501x300.jpg'), 'photo.jpg', 'image/jpeg'];

const uploads = folder => path.join(folder, 'public/uploads');
const listed = folder => (existsSync(uploads(folder)) ? readdirSync(uploads(folder)).sort() : []);
const rows = server => sqlite(databaseOf(server), 'select id from files where id > 12').length;

describe('uploads', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started));

	const post = (parts, target = '/api/upload', headers = full) => sendForm(client, 'POST', target, parts, headers);
	const files = () => listed(server.folder);

	it('a file, with what is said of it and where it belongs', async () => {
		const { status, json } = await post([
			text,
			['fileInfo', '{"alternativeText":"alt","caption":"cap","url":"/x"}'],
			['ref', 'api::restaurant.restaurant'],
			['refId', '2'],
			['field', 'cover'],
		]);
		assert.equal(status, 200);
		const [file] = json;
		assert.match(file.hash, /^note_[0-9a-f]{10}$/);
		assert.deepEqual(
			[file.name, file.ext, file.mime, file.size, file.url, file.alternativeText, file.caption, file.formats, file.provider],
			['note.txt', '.txt', 'text/plain', 0.01, `/uploads/${file.hash}.txt`, 'alt', 'cap', null, 'local'],
		);
		assert.equal((await client.get(file.url)).text, 'hello');
		const { data } = (await client.get('/api/restaurants/2?populate=cover', full)).json;
		assert.equal(data.attributes.cover.data.id, file.id);
		const [folder] = sqlite(databaseOf(server), 'select name, path from upload_folders');
		assert.deepEqual(folder, { name: 'API Uploads', path: '/1' });
		assert.deepEqual(sqlite(databaseOf(server), `select folder_path from files where id = ${file.id}`), [{ folder_path: '/1' }]);
	});

	it('a picture, with its formats', async () => {
		const [file] = (await post([picture])).json;
		assert.deepEqual([file.width, file.height], [501, 300]);
		assert.deepEqual(Object.keys(file.formats).sort(), ['small', 'thumbnail']);
		const { thumbnail } = file.formats;
		assert.deepEqual([thumbnail.width, thumbnail.height, thumbnail.name], [245, 147, 'thumbnail_photo.jpg']);
		assert.equal(thumbnail.url, `/uploads/thumbnail_${file.hash}.jpg`);
		const served = readFileSync(path.join(server.folder, 'public', thumbnail.url));
		assert.equal(served.length, thumbnail.sizeInBytes);
		assert.deepEqual([...served.subarray(0, 3)], [0xff, 0xd8, 0xff]);
	});

	it('several, each with its own words, in the order sent', async () => {
		const { json } = await post([text, ['files', 'b', 'b.txt'], ['fileInfo', '[{"caption":"first"},{"caption":"second"}]']]);
		assert.deepEqual(
			json.map(file => [file.name, file.caption, file.mime]),
			[
				['note.txt', 'first', 'text/plain'],
				['b.txt', 'second', 'text/plain'],
			],
		);
	});

	it('names, in ASCII on the disk', async () => {
		for (const [name, slug] of [
			['Übung Größe.txt', 'Uebung_Groesse'],
			['myFileName2.txt', 'my_File_Name2'],
			['Привет.txt', 'Privet'],
			['東.txt', ''],
		]) {
			const [file] = (await post([['files', 'x', name, 'text/plain']])).json;
			assert.equal(file.name, name);
			assert.match(file.hash, new RegExp(`^${slug}_[0-9a-f]{10}$`));
		}
	});

	it('what is refused leaves nothing', async () => {
		const before = [files(), rows(server)];
		const truncated = ['files', media('truncated.jpg'), 'broken.jpg', 'image/jpeg'];
		for (const [parts, status, message] of [
			[[], 400, 'Files are empty'],
			[[['files', '', 'empty.txt']], 400, 'Files are empty'],
			[[['files', 'x', 'a<b.txt']], 400, 'File name contains invalid characters'],
			[[['files', 'x', '../../etc/passwd']], 400, 'File name contains invalid characters'],
			[[text, ['fileInfo', '{"name":"../x"}']], 400, 'File name contains invalid characters'],
			[[truncated], 400, 'File is not a valid image'],
			[[text, truncated], 400, 'File is not a valid image'],
			[[text, ['fileInfo', '5']], 400, /fileInfo/],
			[[text, ['ref', 'api::nope.nope'], ['refId', '1'], ['field', 'x']], 400, /ref/],
			[[text, ['ref', 'api::restaurant.restaurant'], ['refId', '1 or 1=1'], ['field', 'x']], 400, /refId/],
		]) {
			const answer = await post(parts);
			assert.equal(answer.status, status, answer.text);
			assert.match(answer.json.error.message, message instanceof RegExp ? message : new RegExp(`^${message}$`));
		}
		assert.deepEqual([files(), rows(server)], before);
	});

	it('odd forms of ids, names and fields, as Strapi takes them', async () => {
		for (const refId of ['3', ' 3 ', '3.0', '3e0']) {
			const link = [
				['ref', 'api::restaurant.restaurant'],
				['refId', refId],
				['field', 'cover'],
			];
			const [file] = (await post([text, ...link])).json;
			const { data } = (await client.get('/api/restaurants/3?populate=cover', full)).json;
			assert.equal(data.attributes.cover.data?.id, file.id, refId);
			assert.equal((await post([['fileInfo', '{"caption":"x"}']], `/api/upload?id=+${file.id}`)).json.caption, 'x');
			const list = await client.request('POST', `/api/upload?id=${file.id}`, { headers: full, body: '[]' });
			assert.equal(list.status, 400);
		}
		assert.match((await post([['files', 'x', '.txt', 'text/plain']])).json[0].hash, /^_[0-9a-f]{10}$/);
		const refused = (await post([text, ['fileInfo', '{"caption":"\\u0000"}']])).json;
		assert.match(refused.error.message, /fileInfo\.caption/);
		const before = files();
		const made = await post(
			[
				['data', '{"name":"a point"}'],
				['files.', 'x', 'x.txt', 'text/plain'],
			],
			'/api/restaurants',
		);
		assert.equal(made.status, 200);
		assert.ok(files().length >= before.length);
	});

	it('a picture too large to be decoded is a file like others', async () => {
		const [file] = (await post([['files', media('bomb-20000.png'), 'bomb.png', 'image/png']])).json;
		assert.deepEqual([file.width, file.formats], [null, null]);
	});

	it('metadata of pictures is not passed on', async () => {
		const [file] = (await post([['files', media('orientation-6.jpg'), 'o.jpg', 'image/jpeg']])).json;
		assert.ok(media('orientation-6.jpg').includes('Exif'));
		for (const url of [file.url, file.formats.thumbnail.url]) {
			assert.ok(!readFileSync(path.join(server.folder, 'public', url)).includes('Exif'), url);
		}
	});

	it('another file in the place of one, under its url', async () => {
		const [old] = (await post([picture])).json;
		const answer = await post([['files', 'now a text', 'other.txt', 'text/plain']], `/api/upload?id=${old.id}`);
		assert.equal(answer.status, 200, answer.text);
		const { url, hash, ext, name, mime, formats } = answer.json;
		assert.deepEqual([url, hash, ext, name, mime, formats], [old.url, old.hash, '.jpg', 'other.txt', 'text/plain', {}]);
		assert.equal((await client.get(url)).text, 'now a text');
		assert.equal((await client.get(old.formats.thumbnail.url)).status, 404);
		const refused = await post([['files', media('truncated.jpg'), 'x.jpg', 'image/jpeg']], `/api/upload?id=${old.id}`);
		assert.equal(refused.status, 400);
		assert.equal((await client.get(url)).text, 'now a text');
		assert.equal((await post([text, text], `/api/upload?id=${old.id}`)).status, 400);
		assert.equal((await post([text], '/api/upload?id=99999')).status, 404);
		const changed = await post([['fileInfo', '{"caption":"c"}']], `/api/upload?id=${old.id}`);
		assert.deepEqual([changed.json.caption, changed.json.name], ['c', 'other.txt']);
		assert.deepEqual(
			files().filter(file => file.startsWith('.')),
			[],
		);
	});

	it('entries with their files', async () => {
		const data = JSON.stringify({ name: 'with files', blocks: [{ __component: 'blocks.slider', title: 't' }] });
		const answer = await sendForm(
			client,
			'POST',
			'/api/restaurants?populate[cover]=*&populate[blocks][populate]=*&populate[gallery]=*',
			[
				['data', data],
				['files.cover', media('501x300.jpg'), 'c.jpg', 'image/jpeg'],
				['files.gallery', 'a', 'a.txt'],
				['files.gallery', 'b', 'b.txt'],
				['files[blocks][0][files]', 'in a component', 'd.txt'],
			],
			full,
		);
		assert.equal(answer.status, 200, answer.text);
		const { cover, gallery, blocks } = answer.json.data.attributes;
		assert.equal(cover.data.attributes.name, 'c.jpg');
		assert.deepEqual(
			gallery.data.map(file => file.attributes.name),
			['a.txt', 'b.txt'],
		);
		assert.equal(blocks[0].files.data[0].attributes.name, 'd.txt');
		const before = [files(), rows(server)];
		for (const parts of [
			[['data', '{"rating":3}'], text],
			[
				['data', '{"rating":3}'],
				['files.cover', 'x', 'x.txt'],
			],
			[['files.cover', 'x', 'x.txt']],
			[
				['data', '{bad'],
				['files.cover', 'x', 'x.txt'],
			],
		])
			assert.equal((await sendForm(client, 'POST', '/api/restaurants', parts, full)).status, 400);
		assert.deepEqual([files(), rows(server)], before);
		const put = await sendForm(
			client,
			'PUT',
			'/api/restaurants/1?populate=cover',
			[
				['data', '{}'],
				['files.cover', 'x', 'x.txt'],
			],
			full,
		);
		assert.equal(put.json.data.attributes.cover.data.attributes.name, 'x.txt');
	});

	it('who may not upload is told so before sending', async () => {
		const head =
			'POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000000\r\n\r\n--b\r\n';
		const { text: answer } = await sendRaw(server.port, head, { wait: 20_000, end: false, first: () => {} });
		assert.match(answer, /^HTTP\/1.1 403 /);
	});

	it('a client that leaves in the middle leaves nothing', async () => {
		const before = [files(), rows(server)];
		const { body, headers } = makeForm([['files', randomBytes(300_000), 'half.bin']], full);
		const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
		const head = `POST /api/upload HTTP/1.1\r\nHost: x\r\n${lines.join('')}Content-Length: ${body.length}\r\n\r\n`;
		await sendRaw(server.port, Buffer.concat([Buffer.from(head), body.subarray(0, 200_000)]), { wait: 300 });
		await client.get('/api/restaurants/1', full);
		assert.deepEqual([files(), rows(server)], before);
	});

	it('a large file takes no memory', { skip: sanitized }, async () => {
		const bytes = randomBytes(96 * 1024 * 1024);
		await post([['files', bytes.subarray(0, 1024 * 1024), 'warm.bin']]);
		const before = server.memory('VmHWM');
		const [file] = (await post([['files', bytes, 'large.bin', 'application/octet-stream']])).json;
		assert.ok(server.memory('VmHWM') - before < 8 * 1024, `${server.memory('VmHWM') - before} KiB`);
		assert.ok(readFileSync(path.join(server.folder, 'public', file.url)).equals(bytes));
	});

	it('forms are taken wherever fields are', async () => {
		const answer = await sendForm(client, 'POST', '/api/auth/local', [
			['identifier', 'user1'],
			['password', 'Passw0rd1'],
			['files', 'dropped: nobody asked for it', 'x.txt'],
		]);
		assert.equal(answer.status, 200, answer.text);
	});
});

describe('uploads with settings', () => {
	let client;
	const security = { allowedTypes: ['image/*', 'text/plain'], deniedTypes: ['image/svg+xml'] };
	useServer(started => ({ client } = started), { config: { plugins: { upload: { config: { sizeLimit: 20_000, security } } } } });
	const post = parts => sendForm(client, 'POST', '/api/upload', parts, full);

	it('sizes and types', async () => {
		const large = await post([['files', randomBytes(20_100), 'large.txt', 'text/plain']]);
		assert.deepEqual([large.status, large.json.error.message], [413, 'large.txt exceeds size limit of 20 KB.']);
		for (const [bytes, name, type, status] of [
			['x', 'a.txt', 'text/plain', 200],
			[media('501x300.jpg'), 'a.jpg', 'image/jpeg', 200],
			[media('script.svg'), 'a.svg', 'image/svg+xml', 400],
			[media('script.svg'), 'a.png', 'image/png', 400],
			['<!doctype html><script>alert(1)</script>', 'a.png', 'image/png', 400],
			['x', 'a.html', 'text/plain', 400],
			['%PDF-1.4\n1 0 obj', 'a.jpg', 'image/jpeg', 400],
		])
			assert.equal((await post([['files', bytes, name, type]])).status, status, name);
		const entry = [
			['data', '{"name":"x"}'],
			['files.cover', media('script.svg'), 'a.png', 'image/png'],
		];
		assert.equal((await sendForm(client, 'POST', '/api/restaurants', entry, full)).status, 400);
	});
});

describe('uploads that are cut short', () => {
	it('a full disk is told with 507, and nothing is left', { skip: sanitized }, async () => {
		const server = await startServer({ wrap: ['prlimit', '--fsize=4000000'] });
		const client = new Client(server.base);
		const before = listed(server.folder);
		const large = ['files', randomBytes(5_000_000), 'large.bin'];
		const answer = await sendForm(client, 'POST', '/api/upload', [text, large], full);
		assert.deepEqual([answer.status, answer.json.error.name], [507, 'InsufficientStorageError']);
		assert.deepEqual([listed(server.folder), rows(server)], [before, 0]);
		assert.equal((await sendForm(client, 'POST', '/api/upload', [text], full)).status, 200);
		client.close();
		await server.stop();
	});

	it('by the end of the process: the next start takes them back', async () => {
		const folder = makeProject();
		let server = await startServer({ folder });
		let client = new Client(server.base);
		const [kept] = (await sendForm(client, 'POST', '/api/upload', [text], full)).json;
		client.close();
		await server.stop();
		const place = (name, bytes) => writeFileSync(path.join(folder, 'public/uploads', name), bytes);
		const name = kept.url.slice('/uploads/'.length);
		place('orphan_0123456789.txt', 'x');
		place('small_orphan_0123456789.txt', 'x');
		place('.note-0000000000000001', 'insert\norphan_0123456789.txt\nsmall_orphan_0123456789.txt\n\n');
		place('.note-0000000000000002', `insert\n${name}\n\n`);
		place('.tmp-0000000000000003', 'x');
		place(`.new-${name}`, 'replacement');
		place('.note-0000000000000004', `replace ${Date.now() + 1e9}\n${name}\n\n`);
		place('.note-0000000000000005', 'insert\n../../config/server.json\n\n');
		place('.note-0000000000000006', 'insert\n');
		server = await startServer({ folder });
		client = new Client(server.base);
		assert.equal((await client.get(kept.url)).text, 'hello');
		assert.deepEqual(listed(folder), [name]);
		assert.ok(existsSync(path.join(folder, 'config/server.json')));
		client.close();
		await server.stop();
	});

	it('however often the server is killed, what was answered is there, whole, and nothing else', async () => {
		const folder = makeProject();
		const answered = [];
		for (let round = 0; round < kills; round++) {
			const server = await startServer({ folder });
			const clients = Array.from({ length: whole ? 32 : 4 }, () => new Client(server.base));
			let count = 0;
			const killed = new Promise(resolve => server.child.on('exit', resolve));
			const work = clients.map(async client => {
				for (;;) {
					const bytes = randomBytes(Math.floor(whole ? 64 * 1024 * 1024 * Math.random() ** 16 : Math.random() * 200_000) + 1);
					const answer = await sendForm(client, 'POST', '/api/upload', [['files', bytes, 'random.bin']], full).catch(() => null);
					if (answer?.status !== 200) return;
					answered.push([answer.json[0].url, createHash('sha256').update(bytes).digest('hex')]);
					if (++count === (whole ? 20 : 5 + round)) server.child.kill('SIGKILL');
				}
			});
			await Promise.all([...work, killed]);
			clients.forEach(client => client.close());
		}
		const server = await startServer({ folder });
		const client = new Client(server.base);
		for (const [url, hash] of answered)
			assert.equal(
				createHash('sha256')
					.update(readFileSync(path.join(folder, 'public', url)))
					.digest('hex'),
				hash,
				url,
			);
		const urls = sqlite(databaseOf(server), 'select url from files where id > 12').map(row => row.url.slice('/uploads/'.length));
		assert.deepEqual(sqlite(databaseOf(server), 'pragma integrity_check'), [{ integrity_check: 'ok' }]);
		assert.deepEqual(listed(folder), urls.sort());
		client.close();
		await server.stop();
	});
});
