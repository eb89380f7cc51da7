// Uploads into a bucket of S3: what lies there, under which url, and that nothing stays of what is refused.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import S3rver from 's3rver';
import { databaseOf, full } from './lib/accounts.mjs';
import { bearer, signIn } from './lib/admins.mjs';
import { controller, makeCodeProject } from './lib/code.mjs';
import { media, sendForm } from './lib/forms.mjs';
import { Client } from './lib/http.mjs';
import { startGate } from './lib/s3_gate.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, startServer } from './lib/server.mjs';

const text = ['files', 'hello', 'note.txt', 'text/plain'];
const rows = server => sqlite(databaseOf(server), 'select url, provider from files where id > 12');

describe('uploads into S3', () => {
	const directory = mkdtempSync(path.join(tmpdir(), 'lectern-s3-'));
	let s3;
	let port;
	let gate;
	before(async () => {
		s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'files' }] });
		({ port } = await s3.run());
		gate = await startGate(port, 'S3RVER');
	});
	after(async () => {
		await gate.stop();
		await s3.close();
		rmSync(directory, { recursive: true });
	});

	const options = more => ({
		rootPath: 'root/',
		s3Options: {
			credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
			region: 'eu-central-1',
			endpoint: `http://127.0.0.1:${port}`,
			forcePathStyle: true,
			params: { Bucket: 'files' },
		},
		...more,
	});
	const start = async (more = {}, actionOptions = {}, rest = {}) => {
		const config = { provider: 'aws-s3', providerOptions: options(more), actionOptions, ...rest };
		const server = await startServer({ folder: makeProject({ plugins: { upload: { config } } }) });
		return [server, new Client(server.base)];
	};
	const stop = async (server, client) => {
		client.close();
		await server.stop();
	};
	const fetched = async url => {
		const answer = await fetch(url);
		return [answer.status, Buffer.from(await answer.arrayBuffer()), answer.headers];
	};
	const objects = () =>
		readdirSync(path.join(directory, 'files'), { recursive: true })
			.map(String)
			.filter(name => name.endsWith('_object'))
			.map(name => name.slice(0, -'._S3rver_object'.length))
			.sort();

	it('files and formats are stored, replaced and deleted', async () => {
		const [server, client] = await start({}, { uploadStream: { CacheControl: 'max-age=60' } });
		const post = (parts, target = '/api/upload') => sendForm(client, 'POST', target, parts, full);
		const [note] = (await post([text])).json;
		assert.equal(note.provider, 'aws-s3');
		assert.equal(note.url, `http://127.0.0.1:${port}/files/root/${note.hash}.txt`);
		const [status, bytes, headers] = await fetched(note.url);
		assert.deepEqual([status, String(bytes), headers.get('content-type')], [200, 'hello', 'text/plain']);
		assert.equal(headers.get('cache-control'), 'max-age=60');
		const [picture] = (
			await post([
				['files', media('501x300.jpg'), 'ü b.jpg', 'image/jpeg'],
				['path', 'a b/c'],
			])
		).json;
		assert.equal(picture.formats.small.url, `http://127.0.0.1:${port}/files/root/a%20b/c/small_${picture.hash}.jpg`);
		assert.equal((await fetched(picture.formats.small.url))[1].length, picture.formats.small.sizeInBytes);
		assert.equal(objects().length, 4);
		const replaced = (await post([['files', 'a text', 'x.txt', 'text/plain']], `/api/upload?id=${note.id}`)).json;
		assert.equal(replaced.url, note.url);
		assert.equal(String((await fetched(note.url))[1]), 'a text');
		for (const { id } of [note, picture])
			assert.equal((await client.request('DELETE', `/api/upload/files/${id}`, { headers: full })).status, 200);
		assert.deepEqual([objects(), rows(server)], [[], []]);
		await stop(server, client);
	});

	it('a large file is sent in parts, and is whole', async () => {
		const [server, client] = await start({ baseUrl: 'https://cdn.example.com' });
		const large = randomBytes(20 * 1024 * 1024 + 5);
		const answer = await sendForm(client, 'POST', '/api/upload', [['files', large, 'large.bin']], full);
		assert.equal(answer.status, 200, answer.text);
		const [{ url, hash, id }] = answer.json;
		assert.equal(url, `https://cdn.example.com/root/${hash}.bin`);
		const [, bytes] = await fetched(`http://127.0.0.1:${port}/files/root/${hash}.bin`);
		assert.ok(bytes.equals(large));
		assert.equal((await client.request('DELETE', `/api/upload/files/${id}`, { headers: full })).status, 200);
		assert.deepEqual(objects(), []);
		await stop(server, client);
	});

	it('urls of a private bucket are signed where media fields show them', async () => {
		const params = { Bucket: 'files', ACL: 'private', signedUrlExpires: 120 };
		const s3Options = { ...options().s3Options, endpoint: `http://127.0.0.1:${gate.port}`, params };
		const [server, client] = await start({ s3Options });
		const picture = ['files', media('501x300.jpg'), 'photo.jpg', 'image/jpeg'];
		const [file] = (await sendForm(client, 'POST', '/api/upload', [picture], full)).json;
		const plain = `http://127.0.0.1:${gate.port}/files/root/${file.hash}.jpg`;
		// As in Strapi what is told of files alone is not signed.
		const alone = (await client.get(`/api/upload/files/${file.id}`, full)).json;
		assert.deepEqual([file.url, alone.url, alone.isUrlSigned], [plain, plain, undefined]);
		const body = { data: { cover: file.id, gallery: [file.id] } };
		const put = await client.request('PUT', '/api/restaurants/1?populate=cover', { headers: full, body });

		const shown = [put.json.data.attributes.cover.data.attributes];
		const list = await client.get('/api/restaurants?filters[id]=1&populate=*', full);
		const { cover, gallery } = list.json.data[0].attributes;
		shown.push(cover.data.attributes, gallery.data[0].attributes);
		const deep = await client.get('/api/categories?populate[restaurants][populate]=cover', full);
		const found = deep.json.data.flatMap(({ attributes }) => attributes.restaurants.data).filter(({ id }) => id === 1);
		shown.push(...found.map(({ attributes }) => attributes.cover.data.attributes));
		for (const { url, isUrlSigned, formats } of shown) {
			assert.equal(isUrlSigned, true);
			for (const each of [url, formats.thumbnail.url, formats.small.url]) {
				assert.match(each, /\.jpg\?X-Amz-.*&X-Amz-Expires=120&X-Amz-Signature=[0-9a-f]{64}&/);
				assert.equal((await fetched(each))[0], 200, each);
				for (const other of [each.split('?')[0], each.replace(/Signature=./, 'Signature=x'), each.replace('=120', '=999')])
					assert.equal((await fetched(other))[0], 403, other);
			}
		}
		const fields = (await client.get('/api/restaurants/1?populate[cover][fields]=url', full)).json.data.attributes.cover.data.attributes;
		assert.deepEqual(fields, { url: plain, isUrlSigned: false });

		const query = '{ restaurants(filters: { id: { eq: 1 } }) { data { attributes { cover { data { attributes { url } } } } } } }';
		const answer = await client.request('POST', '/graphql', { headers: full, body: { query } });
		const [graphql] = answer.json.data.restaurants.data;
		const { url } = graphql.attributes.cover.data.attributes;
		assert.equal((await fetched(url))[0], 200);
		assert.match(url, /X-Amz-Signature/);

		// What is remembered would be shown when it has expired: the same request is signed anew, from another moment on.
		const again = async () => (await client.get('/api/restaurants?filters[id]=1&populate=*', full)).text;
		const first = await again();
		const end = Date.now() + 30_000;
		while ((await again()) === first && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 300));
		assert.notEqual(await again(), first);
		assert.equal(sqlite(databaseOf(server), `select url from files where id = ${file.id}`)[0].url, plain);

		const token = bearer(await signIn(client));
		const library = await client.get('/upload/files?sort=id:desc&pageSize=1', token);
		const panel = await client.get('/content-manager/collection-types/api::restaurant.restaurant/1', token);
		for (const seen of [library.json.results[0], (await client.get(`/upload/files/${file.id}`, token)).json, panel.json.cover]) {
			assert.equal(seen.isUrlSigned, true);
			assert.equal((await fetched(seen.formats.thumbnail.url))[0], 200);
			assert.match(seen.formats.thumbnail.url, /X-Amz-Signature/);
		}
		assert.equal((await client.request('DELETE', `/api/upload/files/${file.id}`, { headers: full })).status, 200);
		assert.deepEqual(objects(), []);
		await stop(server, client);
	});

	it('and with signAdminURLsOnly in the panel alone', async () => {
		const params = { Bucket: 'files', ACL: 'private' };
		const [server, client] = await start({ s3Options: { ...options().s3Options, params } }, {}, { signAdminURLsOnly: true });
		const picture = ['files', media('501x300.jpg'), 'photo.jpg', 'image/jpeg'];
		const [file] = (await sendForm(client, 'POST', '/api/upload', [picture], full)).json;
		const put = { headers: full, body: { data: { cover: file.id } } };
		const shown = [(await client.request('PUT', '/api/restaurants/1?populate=cover', put)).json.data];
		shown.push((await client.get('/api/restaurants?filters[id]=1&populate=*', full)).json.data[0]);
		const body = { query: '{ restaurant(id: 1) { data { attributes { cover { data { attributes { url } } } } } } }' };
		shown.push((await client.request('POST', '/graphql', { headers: full, body })).json.data.restaurant.data);
		for (const { attributes } of shown) {
			assert.equal(attributes.cover.data.attributes.url, file.url);
			assert.equal(attributes.cover.data.attributes.isUrlSigned, undefined);
		}
		const token = bearer(await signIn(client));
		const panel = (await client.get('/content-manager/collection-types/api::restaurant.restaurant/1', token)).json;
		const library = (await client.get(`/upload/files/${file.id}`, token)).json;
		for (const { url, isUrlSigned } of [panel.cover, library]) {
			assert.match(url, /X-Amz-Signature/);
			assert.equal(isUrlSigned, true);
		}
		assert.equal((await client.request('DELETE', `/api/upload/files/${file.id}`, { headers: full })).status, 200);
		await stop(server, client);
	});

	it('and also beside code of the project, which gets them from the entity service', async () => {
		const s3Options = { ...options().s3Options, endpoint: `http://127.0.0.1:${gate.port}`, params: { Bucket: 'files', ACL: 'private' } };
		// As before Strapi 4.10 the options stand beside s3Options.
		const config = { provider: 'aws-s3', providerOptions: { rootPath: 'root/', ...s3Options } };
		const find = `async find() {
			return { data: await strapi.entityService.findOne('api::restaurant.restaurant', 1, { populate: ['cover'] }) };
		}`;
		const code = { 'src/api/restaurant/controllers/restaurant.js': controller('restaurant', `() => ({ ${find} })`) };
		const server = await startServer({ folder: makeCodeProject(code, { plugins: { upload: { config } } }), ownsFolder: true });
		const client = new Client(server.base);
		const [file] = (await sendForm(client, 'POST', '/api/upload', [text], full)).json;
		const body = { data: { cover: file.id } };
		assert.equal((await client.request('PUT', '/api/restaurants/1', { headers: full, body })).status, 200);
		const native = (await client.get('/api/restaurants/1?populate=cover', full)).json.data.attributes.cover.data.attributes;
		const { cover } = (await client.get('/api/restaurants', full)).json.data;
		for (const { url } of [native, cover]) assert.equal(String((await fetched(url))[1]), 'hello', url);
		assert.equal((await client.request('DELETE', `/api/upload/files/${file.id}`, { headers: full })).status, 200);
		await stop(server, client);
	});

	it('a private bucket whose settings are not whole signs nothing, and shows no url of its files', async () => {
		const [server, client] = await start({ s3Options: { params: { ACL: 'private' } } });
		const other = (await client.get('/api/restaurants/2?populate=cover', full)).json.data.attributes.cover.data;
		assert.equal(other.attributes.provider, 'local');
		assert.equal(other.attributes.isUrlSigned, false);
		sqlite(databaseOf(server), `update files set provider = 'aws-s3' where id = ${other.id}`);
		const refused = await client.get('/api/restaurants/2?populate=cover&fields=id', full);
		assert.equal(refused.status, 501);
		assert.match(refused.json.error.message, /Urls of private files are not signed/);
		await stop(server, client);
	});

	it('what is refused leaves no object', async () => {
		const [server, client] = await start();
		for (const parts of [
			[text, ['files', media('truncated.jpg'), 'x.jpg', 'image/jpeg']],
			[text, ['path', '../up']],
			[text, ['path', '/up']],
			[text, ['path', 'a'], ['path', 'b']],
		])
			assert.equal((await sendForm(client, 'POST', '/api/upload', parts, full)).status, 400);
		const entry = [
			['data', '{"rating":3}'],
			['files.cover', 'x', 'x.txt'],
		];
		assert.equal((await sendForm(client, 'POST', '/api/restaurants', entry, full)).status, 400);
		assert.deepEqual([objects(), rows(server)], [[], []]);
		await stop(server, client);
	});

	it('what was cut short is taken back at the next start', async () => {
		const [server, client] = await start();
		const [kept] = (await sendForm(client, 'POST', '/api/upload', [text], full)).json;
		const orphan = (await sendForm(client, 'POST', '/api/upload', [text], full)).json[0];
		await stop(server, client);
		sqlite(databaseOf(server), `delete from files where id = ${orphan.id}`);
		const note = (name, lines) => writeFileSync(path.join(server.folder, 'public/uploads', `.note-${name}`), `${lines.join('\n')}\n\n`);
		note('0000000000000001', ['s3-insert', `root/${orphan.hash}.txt`]);
		note('0000000000000002', ['s3-remove', `root/${kept.hash}.txt`]);
		assert.equal(objects().length, 2);
		const again = await startServer({ folder: server.folder });
		assert.deepEqual(objects(), [`root/${kept.hash}.txt`]);
		assert.deepEqual(readdirSync(path.join(server.folder, 'public/uploads')), []);
		await again.stop();
	});

	it('a place that is not there is 503, and leaves nothing', async () => {
		const nobody = createServer().listen(0, '127.0.0.1');
		await new Promise(resolve => nobody.once('listening', resolve));
		const closed = nobody.address().port;
		nobody.close();
		const s3Options = { ...options().s3Options, endpoint: `http://127.0.0.1:${closed}` };
		const [server, client] = await start({ s3Options });
		const answer = await sendForm(client, 'POST', '/api/upload', [text], full);
		assert.deepEqual([answer.status, rows(server).length], [503, 0]);
		await stop(server, client);
	});

	it('options that are missing or unknown are told at the start', () => {
		const refused = (upload, message) => {
			const folder = makeProject({ plugins: { upload: { config: upload } } });
			const { stderr, status } = check(folder);
			assert.notEqual(status, 0);
			assert.match(stderr, message);
		};
		const { s3Options } = options();
		// As in Strapi the project is served, though its variables are not set.
		const without = (name, message) => {
			const upload = { provider: 'aws-s3', providerOptions: { s3Options: { ...s3Options, [name]: undefined } } };
			const { stderr, status } = check(makeProject({ plugins: { upload: { config: upload } } }));
			assert.equal(status, 0, stderr);
			assert.match(stderr, message);
		};
		without('params', /params\.Bucket: is not set: uploads answer 501/);
		without('region', /region: is not set: uploads answer 501/);
		without('credentials', /credentials: is not set: uploads answer 501/);
		refused({ provider: 'aws-s3', providerOptions: { s3Options: { ...s3Options, endpoint: 'ftp://x' } } }, /endpoint: must be/);
		const code = makeProject();
		const upload = { provider: 'aws-s3', providerOptions: { s3Options: { ...s3Options, endpoint: 'ftp://x' } } };
		writeFileSync(path.join(code, 'config/plugins.js'), `module.exports = ${JSON.stringify({ upload: { config: upload } })};\n`);
		const { stderr, status } = check(code);
		assert.equal(status, 0, stderr);
		assert.match(stderr, /endpoint: must be a URL.*; uploads answer 501/);
		const actionOptions = { uploadStream: { Nonsense: 'x' } };
		refused({ provider: 'aws-s3', providerOptions: options(), actionOptions }, /Nonsense: is no parameter/);
	});
});

function check(folder) {
	try {
		const env = { ...process.env, AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', AWS_REGION: '' };
		const told = execFileSync(process.env.LECTERN ?? 'build/lectern', ['check', folder], { env, stdio: 'pipe', encoding: 'utf8' });
		return { status: 0, stderr: told };
	} catch (error) {
		return { status: error.status, stderr: error.stdout + error.stderr };
	}
}
