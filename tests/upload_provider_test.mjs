// Uploads that the project's own package puts somewhere: it gets the calls that Strapi makes, in the Node process.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { databaseOf, full } from './lib/accounts.mjs';
import { makeCodeProject } from './lib/code.mjs';
import { media, sendForm } from './lib/forms.mjs';
import { Client } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { startServer } from './lib/server.mjs';

/** Asks until it holds, for what happens after an answer. */
async function until(holds) {
	for (const end = Date.now() + 60_000; ; ) {
		try {
			return holds();
		} catch (error) {
			if (Date.now() > end) throw error;
			await new Promise(resolve => setTimeout(resolve, 100));
		}
	}
}

/** Writes what it is called with, and puts the bytes into a folder of the project. */
const provider = method => `
const fs = require('fs');
const { pipeline } = require('stream/promises');
const { PayloadTooLargeError, ApplicationError } = require('@strapi/utils').errors;
module.exports = {
	init(options) {
		const told = (method, file, options) => {
			const { stream, buffer, getStream, ...rest } = file;
			const kinds = [stream && 'stream', buffer && 'buffer', typeof getStream].filter(Boolean);
			fs.appendFileSync('calls.jsonl', JSON.stringify({ method, file: rest, kinds, options }) + '\\n');
		};
		const place = file => 'kept/' + options.prefix + file.hash + file.ext;
		const done = file => {
			file.url = 'https://cdn.test/' + options.prefix + file.hash + file.ext;
			file.provider_metadata = { public_id: file.hash, nested: { '@odd': 1 } };
			file.leftOver = () => {};
		};
		const refuse = file => {
			if (file.name.includes('refused')) throw new ApplicationError('the provider wants none of it');
			if (file.name.includes('broken')) throw new Error('secret trouble');
		};
		return {
			${
				method === 'uploadStream'
					? `async uploadStream(file, options) {
				told('uploadStream', file, options);
				refuse(file);
				fs.mkdirSync('kept', { recursive: true });
				await pipeline(file.stream, fs.createWriteStream(place(file)));
				done(file);
			},
			checkFileSize(file, { sizeLimit }) {
				if (file.size * 1000 > sizeLimit) throw new PayloadTooLargeError(file.name + ' is above ' + sizeLimit);
			},`
					: `async upload(file, options) {
				told('upload', file, options);
				refuse(file);
				fs.mkdirSync('kept', { recursive: true });
				fs.writeFileSync(place(file), file.buffer);
				done(file);
			},`
			}
			async delete(file, options) {
				told('delete', file, options);
				fs.rmSync(place(file));
			},
		};
	},
};`;

function project(method, upload = {}) {
	const name = 'strapi-provider-upload-kept';
	const config = {
		provider: name,
		providerOptions: { prefix: 'p-' },
		actionOptions: { upload: { folder: 'a' }, uploadStream: { folder: 'b' }, delete: { gone: true } },
		sizeLimit: 1_000_000,
		...upload,
	};
	return makeCodeProject({
		[`node_modules/${name}/index.js`]: provider(method),
		[`node_modules/${name}/package.json`]: { name, version: '1.0.0', main: 'index.js' },
		'config/plugins.json': { ...JSON.parse(readFileSync(path.join(makeCodeProject(), 'config/plugins.json'))), upload: { config } },
	});
}

for (const method of ['uploadStream', 'upload']) {
	describe(`a provider of the project's, with ${method}`, () => {
		let server;
		let client;
		before(async () => {
			server = await startServer({ folder: project(method), ownsFolder: true });
			client = new Client(server.base);
		});
		after(() => (client.close(), server.stop()));
		const post = (parts, target = '/api/upload') => sendForm(client, 'POST', target, parts, full);
		const kept = () => (existsSync(path.join(server.folder, 'kept')) ? readdirSync(path.join(server.folder, 'kept')).sort() : []);
		const file = path => readFileSync(path);
		const calls = () => {
			const place = path.join(server.folder, 'calls.jsonl');
			const text = existsSync(place) ? readFileSync(place, 'utf8') : '';
			return text
				.split('\n')
				.filter(Boolean)
				.map(line => JSON.parse(line));
		};
		const hidden = () => readdirSync(path.join(server.folder, 'public/uploads')).filter(name => name.startsWith('.tmp'));

		it('puts a file, and says where it is', async () => {
			const { status, json } = await post([['files', 'hello', 'note.txt', 'text/plain']]);
			assert.equal(status, 200, JSON.stringify(json));
			const [{ hash, url, provider: by, provider_metadata: metadata }] = json;
			assert.deepEqual([url, by], [`https://cdn.test/p-${hash}.txt`, 'strapi-provider-upload-kept']);
			assert.deepEqual(metadata, { public_id: hash, nested: { '@odd': 1 } });
			assert.equal(file(path.join(server.folder, 'kept', `p-${hash}.txt`)).toString(), 'hello');
			const [call] = calls().slice(-1);
			assert.deepEqual([call.method, call.options], [method, { folder: method === 'upload' ? 'a' : 'b' }]);
			assert.deepEqual(call.kinds, [method === 'upload' ? 'buffer' : 'stream', 'function']);
			const { name, ext, mime, size } = call.file;
			assert.deepEqual([name, ext, mime, size], ['note.txt', '.txt', 'text/plain', 0.01]);
			assert.deepEqual(hidden(), []);
		});

		it('puts a picture with its formats, and deletes all of them with the entry', async () => {
			const count = kept().length;
			const [picture] = (await post([['files', media('501x300.jpg'), 'photo.jpg', 'image/jpeg']])).json;
			const { thumbnail, small } = picture.formats;
			assert.equal(kept().length, count + 3);
			assert.equal(thumbnail.url, `https://cdn.test/p-thumbnail_${picture.hash}.jpg`);
			assert.deepEqual(small.provider_metadata.public_id, `small_${picture.hash}`);
			assert.deepEqual([thumbnail.width, thumbnail.height, thumbnail.leftOver], [245, 147, undefined]);
			assert.equal(file(path.join(server.folder, 'kept', `p-thumbnail_${picture.hash}.jpg`)).length, thumbnail.sizeInBytes);
			await client.request('DELETE', `/api/upload/files/${picture.id}`, { headers: full });
			await until(() => assert.equal(kept().length, count));
			const deleted = calls().filter(call => call.method === 'delete');
			assert.deepEqual(
				deleted.map(call => call.options),
				Array(3).fill({ gone: true }),
			);
			assert.deepEqual(deleted.map(call => call.file.hash).sort(), [picture.hash, thumbnail.hash, small.hash].sort());
		});

		it('deletes what another file takes the place of', async () => {
			const [old] = (await post([['files', media('501x300.jpg'), 'photo.jpg', 'image/jpeg']])).json;
			const { status, json } = await post([['files', 'text', 'other.txt', 'text/plain']], `/api/upload?id=${old.id}`);
			assert.equal(status, 200);
			assert.deepEqual([json.hash, json.url, json.formats], [old.hash, old.url, {}]);
			assert.equal(file(path.join(server.folder, 'kept', `p-${old.hash}.jpg`)).toString(), 'text');
			assert.ok(!kept().includes(`p-thumbnail_${old.hash}.jpg`));
		});

		it('refuses in its own words, and what it fails of stays in the log; nothing is left', async () => {
			const before = [kept(), sqlite(databaseOf(server), 'select count(*) as n from files')];
			const fine = ['files', 'x', 'fine.txt', 'text/plain'];
			const refused = await post([fine, ['files', 'x', 'refused.txt', 'text/plain']]);
			assert.deepEqual([refused.status, refused.json.error.message], [400, 'the provider wants none of it']);
			const broken = await post([fine, ['files', 'x', 'broken.txt', 'text/plain']]);
			assert.deepEqual([broken.status, broken.text.includes('secret')], [500, false]);
			const large = await post([['files', Buffer.alloc(1_100_000), 'large.bin']]);
			assert.equal(large.status, 413);
			// A stream that nobody reads is opened late, when its file has gone.
			await Promise.all(Array.from({ length: 20 }, () => post([['files', 'x', 'refused.txt', 'text/plain']])));
			assert.equal((await post([['files', 'x', 'refused.txt', 'text/plain']])).status, 400);
			assert.doesNotMatch(server.stdout + server.stderr, /that nobody caught/);
			await until(() => assert.deepEqual([kept(), sqlite(databaseOf(server), 'select count(*) as n from files')], before));
			assert.deepEqual(hidden(), []);
		});
	});
}

/** As @strapi/provider-upload-cloudinary: the stream goes into a request, and a callback says where the file is. */
const remote = `
const http = require('http');
function ask(options, method, path, body, done) {
	const request = http.request(options.endpoint + path, { method }, answer => {
		let text = '';
		answer.on('data', part => (text += part));
		answer.on('end', () => (answer.statusCode === 200 ? done(null, JSON.parse(text)) : done(new Error(text))));
	});
	request.on('error', done);
	if (body) body.pipe(request);
	else request.end();
}
module.exports = {
	init: options => ({
		uploadStream: (file, custom = {}) =>
			new Promise((resolve, reject) => {
				const folder = custom.folder ?? '';
				ask(options, 'POST', '/upload/' + folder + '/' + file.hash, file.stream, (error, image) => {
					if (error) return reject(new Error('Error uploading: ' + error.message));
					file.url = image.secure_url;
					file.provider_metadata = { public_id: image.public_id, resource_type: image.resource_type };
					resolve();
				});
			}),
		delete: (file, custom = {}) =>
			new Promise((resolve, reject) => {
				const { public_id: id, resource_type: kind } = file.provider_metadata ?? {};
				ask(options, 'DELETE', '/' + kind + '/' + id, null, (error, answer) =>
					error || answer.result !== 'ok' ? reject(error ?? new Error(answer.result)) : resolve(),
				);
			}),
	}),
};`;

describe('a provider that puts files on another server', () => {
	const objects = new Map();
	const endpoint = createServer(async (request, response) => {
		const id = request.url.split('/').slice(2).join('/');
		const parts = [];
		for await (const part of request) parts.push(part);
		if (request.method === 'DELETE') return response.end(JSON.stringify({ result: objects.delete(id) ? 'ok' : 'not found' }));
		const bytes = Buffer.concat(parts);
		if (bytes.includes('unwelcome')) return response.writeHead(400).end('unwelcome');
		objects.set(id, bytes);
		response.end(JSON.stringify({ public_id: id, resource_type: 'image', secure_url: `https://res.test/${id}` }));
	});
	let server;
	let client;
	before(async () => {
		await new Promise(resolve => endpoint.listen(0, '127.0.0.1', resolve));
		const name = '@strapi/provider-upload-remote';
		const { port } = endpoint.address();
		const config = {
			provider: 'remote',
			providerOptions: { endpoint: `http://127.0.0.1:${port}` },
			actionOptions: { uploadStream: { folder: 'site' } },
		};
		const folder = makeCodeProject(
			{ [`node_modules/${name}/index.js`]: remote, [`node_modules/${name}/package.json`]: { name, version: '1.0.0', main: 'index.js' } },
			{ plugins: { upload: { config } } },
		);
		server = await startServer({ folder, ownsFolder: true });
		client = new Client(server.base);
	});
	after(async () => {
		client?.close();
		await server?.stop();
		endpoint.closeAllConnections();
		endpoint.close();
	});

	it('stores, replaces and deletes them there, with their formats', async () => {
		const sent = media('501x300.jpg');
		const [file] = (await sendForm(client, 'POST', '/api/upload', [['files', sent, 'photo.jpg', 'image/jpeg']], full)).json;
		const { thumbnail, small } = file.formats;
		const places = () => [...objects.keys()].sort();
		assert.deepEqual(places(), [`site/${file.hash}`, `site/${small.hash}`, `site/${thumbnail.hash}`].sort());
		assert.equal(file.url, `https://res.test/site/${file.hash}`);
		assert.deepEqual(thumbnail.provider_metadata, { public_id: `site/${thumbnail.hash}`, resource_type: 'image' });
		assert.equal(objects.get(`site/${small.hash}`).length, small.sizeInBytes);
		const large = Buffer.alloc(3_000_000, 'large ');
		const target = `/api/upload?id=${file.id}`;
		const replaced = await sendForm(client, 'POST', target, [['files', large, 'large.txt', 'text/plain']], full);
		assert.equal(replaced.status, 200, replaced.text);
		assert.deepEqual(places(), [`site/${file.hash}`]);
		assert.ok(objects.get(`site/${file.hash}`).equals(large));
		assert.equal((await client.request('DELETE', `/api/upload/files/${file.id}`, { headers: full })).status, 200);
		await until(() => assert.deepEqual(places(), []));
	});

	it('leaves nothing there of what is refused', async () => {
		const parts = ['welcome', 'unwelcome'].map(name => ['files', name, `${name}.txt`, 'text/plain']);
		parts[0][1] = 'fine';
		assert.equal((await sendForm(client, 'POST', '/api/upload', parts, full)).status, 500);
		await until(() => assert.deepEqual([...objects.keys()], []));
	});
});

describe('a provider that does not run', () => {
	it('is told at the start, and uploads answer 501', async () => {
		const server = await startServer({ folder: project('upload'), ownsFolder: true, args: ['--without-code'] });
		const client = new Client(server.base);
		const { status, json } = await sendForm(client, 'POST', '/api/upload', [['files', 'x', 'x.txt', 'text/plain']], full);
		assert.deepEqual([status, json.error.name], [501, 'NotImplementedError']);
		assert.match(server.stdout + server.stderr, /uploads answer 501: the provider strapi-provider-upload-kept/);
		client.close();
		await server.stop();
	});
});
