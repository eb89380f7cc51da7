// Uploads that the project's own package puts somewhere: it gets the calls that Strapi makes, in the Node process.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
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
			await until(() => assert.deepEqual([kept(), sqlite(databaseOf(server), 'select count(*) as n from files')], before));
			assert.deepEqual(hidden(), []);
		});
	});
}

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
