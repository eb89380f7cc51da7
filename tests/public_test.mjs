// What is served of the folder public/: files, parts of them, conditions, and nothing that lies elsewhere.
import assert from 'node:assert/strict';
import {
	appendFileSync,
	mkdirSync,
	readdirSync,
	readlinkSync,
	renameSync,
	rmSync,
	rmdirSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { makeProject, useServer } from './lib/server.mjs';

const date = 'Fri, 01 Mar 2024 10:00:00 GMT';
const files = {
	'favicon.ico': 'icon',
	'public/robots.txt': 'User-agent: *\n',
	'public/nested/index.html': '<p>nested</p>',
	'public/.hidden': 'hidden',
	'public/.well-known/x': 'hidden',
	'public/packed.js': '1',
	'public/packed.js.gz': gzipSync('1'),
	'public/packed.js.br': 'br',
	'public/api/file.txt': 'under the prefix',
	'public/ünï.txt': 'unicode',
	'public/uploads/digits.txt': '0123456789abcdef',
	'public/uploads/page.html': '<script>alert(1)</script>',
	'public/uploads/drawing.svg': '<svg/>',
	'public/uploads/feed.atom': '<feed/>',
	'public/uploads/photo.jpg': 'jpg',
	'public/uploads/list.json': '[]',
	'public/uploads/.env': 'SECRET',
	'public/uploads/empty.bin': '',
	'public/uploads/none': '',
};

const folders = [];
after(() => folders.forEach(folder => rmSync(folder, { recursive: true })));

function project(config) {
	const folder = makeProject(config);
	folders.push(folder);
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
		writeFileSync(path.join(folder, name), text);
	}
	utimesSync(path.join(folder, 'public/uploads/digits.txt'), new Date(date), new Date(date));
	symlinkSync('/etc/passwd', path.join(folder, 'public/passwd'));
	symlinkSync('../config', path.join(folder, 'public/config'));
	symlinkSync('../../config/server.json', path.join(folder, 'public/uploads/server.json'));
	symlinkSync('digits.txt', path.join(folder, 'public/uploads/link.txt'));
	execFileSync('mkfifo', [path.join(folder, 'public/uploads/pipe')]);
	return folder;
}

describe('public/', () => {
	let client;
	useServer(
		started => ({ client } = started),
		() => ({ folder: project({}) }),
	);
	const get = (target, headers = {}, method = 'GET') => client.request(method, target, { headers });

	it('files, with their types and ages', async () => {
		const robots = await get('/robots.txt');
		assert.deepEqual([robots.status, robots.text], [200, 'User-agent: *\n']);
		assert.equal(robots.headers['content-type'], 'text/plain; charset=utf-8');
		assert.equal(robots.headers['cache-control'], 'max-age=60');
		const digits = await get('/uploads/digits.txt');
		assert.equal(digits.headers['cache-control'], 'max-age=0');
		assert.equal(digits.headers['last-modified'], date);
		assert.equal((await get('/uploads/empty.bin')).headers['content-type'], 'application/octet-stream');
		assert.equal((await get('/nested/')).text, '<p>nested</p>');
		assert.equal((await get('/nested')).text, '<p>nested</p>');
		assert.equal((await get('/api/file.txt')).text, 'under the prefix');
		assert.equal((await get('/%C3%BCn%C3%AF.txt')).text, 'unicode');
		assert.equal((await get('/uploads/link.txt')).text, '0123456789abcdef');
		const head = await get('/robots.txt', {}, 'HEAD');
		assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', '14']);
	});

	it('the icon and the start page', async () => {
		const icon = await get('/favicon.ico');
		assert.deepEqual([icon.text, icon.headers['content-type']], ['icon', 'image/x-icon']);
		assert.equal(icon.headers['cache-control'], 'public, max-age=86400');
		for (const target of ['/', '/index.html', '/?x=y']) {
			const page = await get(target);
			assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8'], target);
		}
	});

	it('nothing that is hidden or lies elsewhere', async () => {
		const targets = [
			'/.hidden',
			'/.well-known/x',
			'/uploads/.env',
			'/passwd',
			'/config/server.json',
			'/uploads/server.json',
			'/uploads/pipe',
			'/../config/server.json',
			'/%2e%2e/config/server.json',
			'/uploads/../../config/server.json',
			'//etc/passwd',
			'/uploads/..%2f..%2fconfig%2fserver.json',
			'/uploads/..%5c..%5cconfig%5cserver.json',
			'/uploads/%252e%252e/robots.txt',
			'/uploads/%2fetc%2fpasswd',
			'/Uploads/digits.txt',
			'/uploads/digits.txt/',
			'/uploads/digits.txt%20',
			'/nested/none',
			'/package.json',
			`/${'a/'.repeat(2000)}`,
			`/${'a'.repeat(5000)}`,
		];
		for (const target of targets) {
			const { status, json } = await get(target);
			// What koa-send refuses before it looks.
			const leadsUp = decodeURIComponent(target).split(/[/\\]/).includes('..');
			const expected = target.startsWith('//') ? 400 : leadsUp ? 403 : 404;
			assert.deepEqual([status, json?.error.status], [expected, expected], target);
		}
		for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) assert.equal((await get('/robots.txt', {}, method)).status, 405, method);
		assert.equal((await get('/uploads/digits.txt%00.jpg')).status, 400);
	});

	it('nothing of an upload runs in a browser', async () => {
		for (const [name, disposition] of [
			['page.html', 'attachment'],
			['drawing.svg', 'attachment'],
			['feed.atom', 'attachment'],
			['photo.jpg', undefined],
			['list.json', undefined],
		]) {
			const { headers, status } = await get(`/uploads/${name}`);
			assert.equal(status, 200);
			assert.equal(headers['content-disposition'], disposition, name);
			assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox");
			assert.equal(headers['x-content-type-options'], 'nosniff');
		}
		assert.equal((await get('/robots.txt')).headers['content-disposition'], undefined);
	});

	it('parts', async () => {
		const part = (range, more) => get('/uploads/digits.txt', { Range: range, ...more });
		const { status, text, headers } = await part('bytes=2-5');
		assert.deepEqual([status, text, headers['content-range']], [206, '2345', 'bytes 2-5/16']);
		assert.equal((await part('bytes=16-')).status, 416);
		assert.equal((await part('bytes=-3')).text, 'def');
		assert.equal((await part('bytes=0-1', { 'If-Range': date })).status, 206);
		assert.equal((await part('bytes=0-1', { 'If-Range': 'Fri, 01 Mar 2024 09:00:00 GMT' })).status, 200);
		const whole = await get('/robots.txt', { Range: 'bytes=0-3' });
		assert.deepEqual([whole.status, whole.headers['accept-ranges']], [200, undefined]);
	});

	it('conditions', async () => {
		const { etag } = (await get('/uploads/digits.txt')).headers;
		const cases = [
			[{ 'If-None-Match': etag }, 304],
			[{ 'If-None-Match': '"x"' }, 200],
			[{ 'If-None-Match': '"x"', 'If-Modified-Since': date }, 200],
			[{ 'If-Modified-Since': date }, 304],
			[{ 'If-Modified-Since': 'Fri, 01 Mar 2024 09:59:59 GMT' }, 200],
			[{ 'If-Modified-Since': 'nonsense' }, 200],
			[{ 'If-Match': '"x"' }, 412],
			[{ 'If-Match': etag }, 200],
			[{ 'If-Unmodified-Since': 'Fri, 01 Mar 2024 09:59:59 GMT' }, 412],
			[{ 'If-Unmodified-Since': date }, 200],
		];
		for (const [headers, status] of cases)
			assert.equal((await get('/uploads/digits.txt', headers)).status, status, JSON.stringify(headers));
	});

	it('compressed siblings, where the client takes them', async () => {
		const encoding = async accepted => (await get('/packed.js', { 'Accept-Encoding': accepted })).headers['content-encoding'];
		assert.equal(await encoding('gzip, br'), 'br');
		assert.equal(await encoding('gzip'), 'gzip');
		assert.equal(await encoding('gzip;q=0'), undefined);
		assert.equal(await encoding('gzip;q=0.5, identity'), undefined);
		const { headers } = await get('/packed.js', { 'Accept-Encoding': 'gzip' });
		assert.equal(headers['content-type'], 'application/javascript; charset=utf-8');
		assert.match(headers.vary, /Accept-Encoding/);
	});
});

// A small file that was asked for stays open. What is answered is what lies there now all the same.
describe('public/: files that change while they are served', () => {
	let server;
	let client;
	let folder;
	useServer(
		started => ({ server, client } = started),
		() => ({ folder: (folder = project({})) }),
	);
	const uploads = name => path.join(folder, 'public/uploads', name);
	const get = (name, headers = {}) => client.request('GET', `/uploads/${name}`, { headers });
	const served = async name => {
		const { status, text } = await get(name);
		return status === 200 ? text : status;
	};
	/** Asked for often enough that it is kept. */
	const keep = async (name, text) => {
		writeFileSync(uploads(name), text);
		for (let i = 0; i < 3; i++) assert.equal(await served(name), text);
	};

	it('written anew, replaced, removed and made again', async () => {
		await keep('a.txt', 'one');
		const { etag } = (await get('a.txt')).headers;
		writeFileSync(uploads('a.txt'), 'two');
		assert.equal(await served('a.txt'), 'two');
		appendFileSync(uploads('a.txt'), ' and more');
		assert.equal(await served('a.txt'), 'two and more');
		assert.equal((await get('a.txt', { 'If-None-Match': etag })).status, 200);
		writeFileSync(uploads('b.txt'), 'three');
		renameSync(uploads('b.txt'), uploads('a.txt'));
		assert.equal(await served('a.txt'), 'three');
		rmSync(uploads('a.txt'));
		assert.equal(await served('a.txt'), 404);
		await keep('a.txt', 'four');
		utimesSync(uploads('a.txt'), new Date(date), new Date(date));
		assert.equal((await get('a.txt')).headers['last-modified'], date);
		assert.equal((await get('a.txt', { 'If-Modified-Since': date })).status, 304);
		assert.equal((await client.request('HEAD', '/uploads/a.txt')).headers['content-length'], '4');
	});

	it('a folder, a link, and a link to what was moved elsewhere in their place', async () => {
		await keep('c.txt', 'one');
		rmSync(uploads('c.txt'));
		mkdirSync(uploads('c.txt'));
		assert.equal(await served('c.txt'), 404);
		rmdirSync(uploads('c.txt'));
		symlinkSync('digits.txt', uploads('c.txt'));
		for (let i = 0; i < 3; i++) assert.equal(await served('c.txt'), '0123456789abcdef');
		rmSync(uploads('c.txt'));
		await keep('c.txt', 'two');
		renameSync(uploads('c.txt'), path.join(folder, 'moved.txt'));
		symlinkSync('../../moved.txt', uploads('c.txt'));
		assert.equal(await served('c.txt'), 404);
		rmSync(uploads('c.txt'));
		renameSync(path.join(folder, 'moved.txt'), uploads('c.txt'));
		assert.equal(await served('c.txt'), 'two');
		// Right in public/ as well; below it the folders on the way count.
		symlinkSync(folder, path.join(folder, 'public/outside'));
		mkdirSync(path.join(folder, 'public/deep'));
		writeFileSync(path.join(folder, 'public/deep/server.json'), 'deep');
		const deep = () => client.request('GET', '/deep/server.json', {});
		for (let i = 0; i < 3; i++) assert.equal((await deep()).text, 'deep');
		renameSync(path.join(folder, 'public/deep'), path.join(folder, 'deep'));
		symlinkSync('../deep', path.join(folder, 'public/deep'));
		assert.equal((await deep()).status, 404);
	});

	it('a compressed file beside it that comes and goes', async () => {
		const encoding = async () => (await get('d.js', { 'Accept-Encoding': 'gzip' })).headers['content-encoding'];
		await keep('d.js', '1');
		assert.equal(await encoding(), undefined);
		writeFileSync(uploads('d.js.gz'), gzipSync('1'));
		for (let i = 0; i < 3; i++) assert.equal(await encoding(), 'gzip');
		rmSync(uploads('d.js.gz'));
		assert.equal(await encoding(), undefined);
	});

	it('whole, whichever of two it is, while they take turns', async () => {
		const texts = ['a', 'b'].map(letter => letter.repeat(200_000));
		await keep('turns.txt', texts[0]);
		let going = true;
		const reader = async () => {
			while (going) assert.ok(texts.includes(await served('turns.txt')));
		};
		const readers = Array.from({ length: 4 }, reader);
		for (let i = 0; i < 200; i++) {
			writeFileSync(uploads('next.txt'), texts[i % 2]);
			renameSync(uploads('next.txt'), uploads('turns.txt'));
			assert.equal(await served('turns.txt'), texts[i % 2]);
		}
		going = false;
		await Promise.all(readers);
	});

	it('no more than 128 of a folder are open', async () => {
		const open = () => {
			const descriptors = `/proc/${server.child.pid}/fd`;
			const targets = readdirSync(descriptors).map(name => {
				try {
					return readlinkSync(path.join(descriptors, name));
				} catch {
					return ''; // closed meanwhile
				}
			});
			return targets.filter(target => target.includes('public/uploads/')).length;
		};
		for (let i = 0; i < 400; i++) {
			writeFileSync(uploads(`many-${i}.txt`), `${i}`);
			assert.equal(await served(`many-${i}.txt`), `${i}`);
		}
		assert.ok(open() <= 128, `${open()} are open`);
	});
});

describe('public/ with settings', () => {
	let client;
	const upload = { config: { providerOptions: { localServer: { maxage: 120000 } }, security: { inlineTypes: ['image/svg+xml'] } } };
	useServer(
		started => ({ client } = started),
		() => ({ folder: project({ plugins: { upload } }) }),
	);

	it('how long uploads are kept, and which are shown', async () => {
		const { headers } = await client.request('GET', '/uploads/drawing.svg', {});
		assert.deepEqual([headers['cache-control'], headers['content-disposition']], ['max-age=120', undefined]);
		assert.equal((await client.request('GET', '/uploads/page.html', {})).headers['content-disposition'], 'attachment');
	});
});
