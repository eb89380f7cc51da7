// What others got wrong with files, each by the number of its advisory.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { databaseOf, full } from './lib/accounts.mjs';
import { media, sendForm } from './lib/forms.mjs';
import { Client } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { useServer } from './lib/server.mjs';

const sanitized = Boolean(process.env.LECTERN_SANITIZED);
const page = '<!doctype html><script>alert(document.domain)</script>';
const files = (server, name) => readdirSync(path.join(server.folder, 'public/uploads')).filter(file => file.includes(name));

describe('files that run scripts', () => {
	let client;
	useServer(started => ({ client } = started));

	it('CVE-2022-32114: pages and drawings that were uploaded run nothing where they are served', async () => {
		for (const [bytes, name, type] of [
			[page, 'a.html', 'text/html'],
			[page, 'a.htm', 'image/png'],
			[page, 'a.xhtml', 'application/xhtml+xml'],
			[page, 'bare', 'text/html'],
			[media('script.svg'), 'a.svg', 'image/svg+xml'],
			[media('script.svg'), 'a.SVG', 'image/png'],
			['<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml"/>', 'a.xml', 'text/xml'],
		]) {
			const [file] = (await sendForm(client, 'POST', '/api/upload', [['files', bytes, name, type]], full)).json;
			const { status, headers } = await client.get(file.url);
			assert.equal(status, 200);
			assert.equal(headers['x-content-type-options'], 'nosniff');
			assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox");
			if (!/octet-stream|image\/png/.test(headers['content-type'])) assert.match(headers['content-disposition'], /^attachment/, name);
		}
	});
});

describe('lists of types', () => {
	let server;
	let client;
	const security = { allowedTypes: ['image/*', 'text/plain'], deniedTypes: ['image/svg+xml', 'text/html'] };
	useServer(started => ({ server, client } = started), { config: { plugins: { upload: { config: { security } } } } });

	it('CVE-2026-22707: they hold for every way in', async () => {
		const denied = [page, 'evil.html', 'text/html'];
		const disguised = [page, 'evil.png', 'image/png'];
		const mutation = 'mutation($f: Upload!) { upload(file: $f) { data { id } } }';
		const [good] = (await sendForm(client, 'POST', '/api/upload', [['files', 'x', 'good.txt', 'text/plain']], full)).json;
		for (const file of [denied, disguised]) {
			for (const [method, target, parts] of [
				['POST', '/api/upload', [['files', ...file]]],
				['POST', `/api/upload?id=${good.id}`, [['files', ...file]]],
				[
					'POST',
					'/api/restaurants',
					[
						['data', '{"name":"x"}'],
						['files.cover', ...file],
					],
				],
				[
					'PUT',
					'/api/restaurants/1',
					[
						['data', '{}'],
						['files.cover', ...file],
					],
				],
			])
				assert.equal((await sendForm(client, method, target, parts, full)).status, 400, `${method} ${target} ${file[1]}`);
			const operations = JSON.stringify({ query: mutation, variables: { f: null } });
			const parts = [
				['operations', operations],
				['map', '{"0":["variables.f"]}'],
				['0', ...file],
			];
			assert.ok((await sendForm(client, 'POST', '/graphql', parts, full)).json.errors);
		}
		assert.deepEqual(files(server, 'evil'), []);
		assert.equal((await client.get(good.url)).text, 'x');
	});
});

describe('files of others', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started));
	const upload = (...part) => sendForm(client, 'POST', '/api/upload', [['files', ...part]], full);

	it('CVE-2025-55746 and CVE-2026-35412: nobody without the right changes or replaces a file, and nobody says its place', async () => {
		const [file] = (await upload('mine', 'mine.txt', 'text/plain')).json;
		const row = () => sqlite(databaseOf(server), `select name, hash, ext, url, provider from files where id = ${file.id}`);
		const before = row();
		const replacement = [['files', 'theirs', 'theirs.txt', 'text/plain']];
		const info = [['fileInfo', '{"name":"theirs"}']];
		for (const parts of [replacement, info]) assert.equal((await sendForm(client, 'POST', `/api/upload?id=${file.id}`, parts)).status, 403);
		assert.equal((await client.request('DELETE', `/api/upload/files/${file.id}`)).status, 403);
		for (const method of ['PATCH', 'PUT', 'POST'])
			assert.ok((await client.request(method, `/api/upload/files/${file.id}`, { body: { name: 'theirs' } })).status >= 400);
		const forged = '{"name":"n.txt","hash":"../../config/x","ext":".js","url":"/x","provider":"none","path":"../.."}';
		for (const fileInfo of [forged, '{"__proto__":{"hash":"../x"},"name":"n.txt"}']) {
			const parts = [
				['files', 'mine', 'mine.txt', 'text/plain'],
				['fileInfo', fileInfo],
			];
			const { json } = await sendForm(client, 'POST', `/api/upload?id=${file.id}`, parts, full);
			assert.deepEqual([json.hash, json.ext, json.url, json.provider], [file.hash, file.ext, file.url, 'local']);
		}
		assert.deepEqual(row(), [{ ...before[0], name: 'n.txt' }]);
		assert.equal((await client.get(file.url)).text, 'mine');
	});

	it('what an entry says of its place leads nowhere else', async () => {
		const [file] = (await upload('x', 'x.txt', 'text/plain')).json;
		const database = path.join(server.folder, 'config/server.json');
		const before = readFileSync(database, 'utf8');
		for (const url of ['/uploads/../../config/server.json', '/uploads/..%2f..%2fconfig/server.json', '/../config/server.json']) {
			sqlite(databaseOf(server), `update files set url = '${url}', hash = '../../config/server', ext = '.json' where id = ${file.id}`);
			const replaced = await sendForm(client, 'POST', `/api/upload?id=${file.id}`, [['files', 'x', 'x.txt', 'text/plain']], full);
			assert.equal(replaced.status, 400);
		}
		assert.equal((await client.request('DELETE', `/api/upload/files/${file.id}`, { headers: full })).status, 200);
		assert.equal(readFileSync(database, 'utf8'), before);
	});

	it('GHSA-77qm-wvqq-fg79: an entry whose place is a folder, or no place, ends no server', async () => {
		const [file] = (await upload('x', 'x.txt', 'text/plain')).json;
		mkdirSync(path.join(server.folder, 'public/uploads/folder.d'));
		for (const [url, hash, ext] of [
			['/uploads/folder.d', 'folder', '.d'],
			['/uploads/', '', ''],
			['/uploads/.', '.', ''],
			['/uploads', null, null],
			[`/uploads/${'n'.repeat(5000)}.txt`, 'n'.repeat(5000), '.txt'],
		]) {
			const text = value => (value === null ? 'null' : `'${value}'`);
			sqlite(databaseOf(server), `update files set url = ${text(url)}, hash = ${text(hash)}, ext = ${text(ext)} where id = ${file.id}`);
			assert.ok([400, 404, 301, 302, 414].includes((await client.get(url)).status), url);
			const replaced = await sendForm(client, 'POST', `/api/upload?id=${file.id}`, [['files', 'x', 'x.txt', 'text/plain']], full);
			assert.ok(replaced.status === 400 || replaced.status === 404, `${url.slice(0, 40)}: ${replaced.text}`);
			assert.equal((await client.get(`/api/upload/files/${file.id}`, full)).status, 200);
		}
		assert.equal((await client.request('DELETE', `/api/upload/files/${file.id}`, { headers: full })).status, 200);
		assert.ok(existsSync(path.join(server.folder, 'public/uploads/folder.d')));
	});

	it('GHSA-pm9q-xj9p-96pm: a zero byte in a name costs one answer, and nothing is stored', async () => {
		const before = readdirSync(path.join(server.folder, 'public/uploads'));
		for (const [name, bytes, type] of [
			['x.png\0', media('501x300.jpg'), 'image/png'],
			['x\0.png', media('501x300.jpg'), 'image/png'],
			['x.txt\0', 'x', 'text/plain'],
			['\0', 'x', 'text/plain'],
		]) {
			const answer = await upload(bytes, name, type);
			assert.equal(answer.status, 400, JSON.stringify(name));
		}
		const info = ['fileInfo', JSON.stringify({ name: 'x.txt\0' })];
		assert.equal((await sendForm(client, 'POST', '/api/upload', [['files', 'x', 'x.txt', 'text/plain'], info], full)).status, 400);
		assert.deepEqual(readdirSync(path.join(server.folder, 'public/uploads')), before);
		assert.equal((await upload('x', 'x.txt', 'text/plain')).status, 200);
	});

	it('names and folders of a form lead nowhere else', async () => {
		for (const name of ['../../x.js', '..\\..\\x.js', '/etc/x.js', 'a/../../x.js', '..%2f..%2fx.js', 'x.js/.']) {
			const answer = await upload('x', name, 'text/plain');
			if (answer.status !== 200) continue;
			const [{ url, hash }] = answer.json;
			assert.ok(/^[A-Za-z0-9_]+$/.test(hash) && /^\/uploads\/[A-Za-z0-9_]+\.[A-Za-z0-9]+$/.test(url), url);
		}
	});
});

describe('pictures that cost more than they are', () => {
	it('do not have the server grow, however many come at once', { skip: sanitized }, async () => {
		const { startServer } = await import('./lib/server.mjs');
		const server = await startServer();
		const client = new Client(server.base, { connections: 8 });
		const send = name => sendForm(client, 'POST', '/api/upload', [['files', media(name), name, 'image/png']], full);
		await send('bomb-20000.png');
		const before = server.memory('VmHWM');
		const answers = await Promise.all(Array.from({ length: 24 }, () => send('bomb-20000.png')));
		assert.ok(answers.every(({ status }) => status === 200));
		assert.ok(server.memory('VmHWM') - before < 16 * 1024, `${server.memory('VmHWM') - before} KiB`);
		client.close();
		await server.stop();
	});
});
