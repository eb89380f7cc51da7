// Uploads over GraphQL, by the GraphQL multipart request specification.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { describe, it } from 'node:test';
import { databaseOf, full } from './lib/accounts.mjs';
import { makeForm, media, sendForm } from './lib/forms.mjs';
import { sendRaw } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { useServer } from './lib/server.mjs';

const sanitized = Boolean(process.env.LECTERN_SANITIZED);
const attributes = 'name alternativeText caption width height formats hash ext mime size url';
const one = `mutation($f: Upload!, $r: String, $i: ID, $d: String, $n: FileInfoInput) {
	upload(file: $f, ref: $r, refId: $i, field: $d, info: $n) { data { id attributes { ${attributes} } } } }`;
const several = `mutation($f: [Upload]!) { multipleUpload(files: $f) { data { id attributes { name } } } }`;
const note = ['0', 'hello', 'note.txt', 'text/plain'];
const operations = (query, variables) => ['operations', JSON.stringify({ query, variables })];
const map = (paths = { 0: ['variables.f'] }) => ['map', JSON.stringify(paths)];

describe('uploads over GraphQL', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started));

	const send = (parts, headers = full) => sendForm(client, 'POST', '/graphql', parts, headers);
	const upload = (file, variables = {}) => send([operations(one, { f: null, ...variables }), map(), file]);
	const ask = (query, variables) => {
		const headers = { ...full, 'Content-Type': 'application/json' };
		return client.request('POST', '/graphql', { headers, body: JSON.stringify({ query, variables }) });
	};
	const uploads = () => path.join(server.folder, 'public/uploads');
	const left = () => [
		existsSync(uploads()) ? readdirSync(uploads()).sort() : [],
		sqlite(databaseOf(server), 'select id from files where id > 12').length,
	];

	it('a file, with what is said of it and where it belongs', async () => {
		const answer = await upload(note, { r: 'api::restaurant.restaurant', i: '2', d: 'cover', n: { caption: 'c' } });
		assert.equal(answer.status, 200, answer.text);
		const file = answer.json.data.upload.data;
		const { name, caption, ext, mime, size, url, hash } = file.attributes;
		assert.deepEqual([name, caption, ext, mime, size, url], ['note.txt', 'c', '.txt', 'text/plain', 0.01, `/uploads/${hash}.txt`]);
		assert.equal((await client.get(url)).text, 'hello');
		const { data } = (await client.get('/api/restaurants/2?populate=cover', full)).json;
		assert.equal(String(data.attributes.cover.data.id), file.id);
	});

	it('a picture has its formats', async () => {
		const answer = await upload(['0', media('501x300.jpg'), 'photo.jpg', 'image/jpeg']);
		const { width, formats } = answer.json.data.upload.data.attributes;
		assert.deepEqual([width, Object.keys(formats).sort()], [501, ['small', 'thumbnail']]);
	});

	it('names and types as busboy has them; an empty file is one', async () => {
		for (const [file, name, ext, mime] of [
			[['0', 'x', '../../up.txt', 'text/x-y'], 'up.txt', '.txt', 'text/x-y'],
			[['0', 'x', 'bare'], 'bare', '.txt', 'text/plain'],
			[['0', '', 'empty.md', 'text/markdown'], 'empty.md', '.md', 'text/markdown'],
		]) {
			const { data } = (await upload(file)).json;
			assert.deepEqual(
				Object.values(data.upload.data.attributes).filter(value => value === name || value === ext || value === mime),
				[name, ext, mime],
			);
		}
	});

	it('several files, in the order of the list', async () => {
		const parts = [
			operations(several, { f: [null, null, null] }),
			map({ a: ['variables.f.2'], b: ['variables.f.0'], c: ['variables.f.1'] }),
			['a', 'third', '3.txt'],
			['b', 'first', '1.txt'],
			['unasked', 'x', 'unasked.txt'],
			['c', 'second', '2.txt'],
		];
		const [, before] = left();
		const { json } = await send(parts);
		assert.deepEqual(
			json.data.multipleUpload.map(({ data }) => data.attributes.name),
			['1.txt', '2.txt', '3.txt'],
		);
		assert.equal(left()[1], before + 3);
		assert.deepEqual((await send([operations(several, { f: [] }), map({})])).json, { data: { multipleUpload: [] } });
	});

	it('one file in two fields, and a query beside', async () => {
		const query = `mutation($f: Upload!) { a: upload(file: $f) { data { id } } b: upload(file: $f) { data { id } } }`;
		const { json } = await send([operations(query, { f: null }), map(), note]);
		assert.notEqual(json.data.a.data.id, json.data.b.data.id);
		const plain = await send([operations('{ restaurant(id: 1) { data { id } } }', {}), map({})]);
		assert.deepEqual(plain.json, { data: { restaurant: { data: { id: '1' } } } });
	});

	it('what is refused leaves nothing', async () => {
		const before = left();
		const broken = ['0', media('truncated.jpg'), 'x.jpg', 'image/jpeg'];
		for (const [parts, message] of [
			[[operations(one, { f: null }), map(), broken], /not a valid image/],
			[[operations(one, { f: null }), map(), ['0', 'x', 'con', 'text/plain']], /invalid characters/],
			[[operations(one, { f: null, n: null }), map(), note], /info/],
			[[operations(one, { f: null }), map()], /^File missing in the request\.$/],
			[[operations(several, { f: [null, null] }), map({ 0: ['variables.f.1'] }), note], /File missing/],
			[[operations(one, { f: null, r: 'api::nope.nope', i: '1', d: 'x' }), map(), note], /^Metadata for "api::nope\.nope" not found$/],
		]) {
			const answer = await send(parts);
			assert.equal(answer.status, 200, answer.text);
			assert.match(answer.json.errors[0].message, message);
			assert.equal(answer.json.data, null);
			if (/File missing/.test(answer.json.errors[0].message))
				assert.equal(answer.json.errors[0].extensions.code, 'STRAPI_BAD_REQUEST_ERROR');
		}
		assert.deepEqual(left(), before);
	});

	it('what is no such request is told so', async () => {
		const before = left();
		for (const [parts, status, message] of [
			[[map(), operations(one, { f: null }), note], 400, /should follow ‘operations’/],
			[[operations(one, { f: null }), note, map()], 400, /files should follow ‘map’/],
			[[['operations', '{bad'], map(), note], 400, /Invalid JSON in the ‘operations’/],
			[[['operations', '5'], map(), note], 400, /Invalid type for the ‘operations’/],
			[[operations(one, { f: null }), ['map', '{bad'], note], 400, /Invalid JSON in the ‘map’/],
			[[operations(one, { f: null }), ['map', '[]'], note], 400, /Invalid type for the ‘map’/],
			[[operations(one, { f: null }), map({ 0: 'variables.f' }), note], 400, /entry key ‘0’/],
			[[operations(one, { f: null }), map({ 0: [1] }), note], 400, /entry key ‘0’/],
			[[operations(one, { f: null }), map({ 0: ['__proto__.x'] }), note], 400, /Invalid object path/],
			[[operations(several, { f: [] }), map({ 0: ['variables.f.999999999'] }), note], 400, /Invalid object path/],
			[[operations(one, { f: null }), map({ 0: Array(2000).fill('variables.f') }), note], 413, /more than 1000 paths/],
			[[['operations', `"${'x'.repeat(1_000_001)}"`], map(), note], 413, /1000000 byte size limit|larger than/],
			[[note], 400, /files should follow ‘map’/],
			[[], 400, /Missing multipart field ‘operations’/],
			[[operations(one, { f: null })], 400, /Missing multipart field ‘map’/],
			[[operations('{ nope }', {}), map({}), note], 400, /Cannot query field/],
		]) {
			const answer = await send(parts);
			assert.equal(answer.status, status, answer.text);
			assert.match(answer.json.error?.message ?? answer.json.errors[0].message, message);
		}
		const cut = 'multipart/form-data; boundary=b';
		const headers = { ...full, 'Content-Type': cut };
		const answer = await client.request('POST', '/graphql', { headers, body: '--b\r\nContent-Disposition: form-da' });
		assert.equal(answer.status, 400);
		assert.deepEqual(left(), before);
	});

	it('no JSON stands for a file, and a file is no text', async () => {
		for (const f of ['a text', { upload: '0' }, {}, 1]) {
			const { json } = await ask(one, { f });
			assert.match(json.errors[0].message, /Upload value invalid/);
		}
		const { json } = await ask(several, { f: [null] });
		assert.match(json.errors[0].message, /File missing/);
		const query = 'query($f: String) { uploadFiles(filters: { name: { eq: $f } }) { data { id } } }';
		const refused = await send([operations(query, { f: null }), map(), note]);
		assert.equal(refused.status, 400);
		assert.match(refused.json.errors[0].message, /cannot represent a non string value/);
	});

	it('of who may not upload no file is written', async () => {
		const before = left();
		const refused = await send([operations(one, { f: null }), map(), note], {});
		assert.match(refused.json.errors[0].message, /Forbidden/);
		// The disk is looked at while the file is still on its way.
		const large = ['0', randomBytes(3_000_000), 'large.bin'];
		const { body, headers } = makeForm([operations(one, { f: null }), map(), large], {});
		const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
		const head = `POST /graphql HTTP/1.1\r\nHost: x\r\n${lines.join('')}Content-Length: ${body.length}\r\n\r\n`;
		await sendRaw(server.port, Buffer.concat([Buffer.from(head), body.subarray(0, 2_000_000)]), { wait: 300 });
		await client.get('/api/restaurants/1', full);
		assert.deepEqual(left(), before);
		const broken = await sendForm(client, 'POST', '/graphql', [operations(one, { f: null }), map(), note], { Authorization: 'Bearer x' });
		assert.equal(broken.status, 401);
	});

	it('a client that leaves in the middle leaves nothing', async () => {
		const before = left();
		const { body, headers } = makeForm([operations(one, { f: null }), map(), ['0', randomBytes(300_000), 'half.bin']], full);
		const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
		const head = `POST /graphql HTTP/1.1\r\nHost: x\r\n${lines.join('')}Content-Length: ${body.length}\r\n\r\n`;
		await sendRaw(server.port, Buffer.concat([Buffer.from(head), body.subarray(0, 200_000)]), { wait: 300 });
		await client.get('/api/restaurants/1', full);
		assert.deepEqual(left(), before);
	});

	it('a large file takes no memory', { skip: sanitized }, async () => {
		const bytes = randomBytes(64 * 1024 * 1024);
		await upload(['0', bytes.subarray(0, 1024 * 1024), 'warm.bin']);
		const before = server.memory('VmHWM');
		const { json } = await upload(['0', bytes, 'large.bin', 'application/octet-stream']);
		assert.ok(server.memory('VmHWM') - before < 8 * 1024, `${server.memory('VmHWM') - before} KiB`);
		const { url } = json.data.upload.data.attributes;
		assert.ok(readFileSync(path.join(server.folder, 'public', url)).equals(bytes));
	});

	it('files that are there: what is said of them, and their removal', async () => {
		const { id, attributes } = (await upload(note)).json.data.upload.data;
		const changed = await ask(`mutation { updateFileInfo(id: ${id}, info: { caption: "new" }) { data { attributes { caption } } } }`);
		assert.equal(changed.json.data.updateFileInfo.data.attributes.caption, 'new');
		const removed = await ask(`mutation { removeFile(id: ${id}) { data { id } } }`);
		assert.equal(removed.json.data.removeFile.data.id, id);
		assert.equal((await client.get(attributes.url)).status, 404);
	});
});
