// Recorded requests that send, change, read and delete files: sending them, and comparing with Strapi's answers and with what it
// served and left on the disk.
//
// A case has id, method, path, headers and `body` (JSON), `form` (parts), `raw` or `socket` (bytes as latin-1, <<media:NAME>> for a
// file's), and the recorded status and response; `answer_headers`; `files`, by url, what was served of each file of the answer;
// or `disk` and `names`: a folder and what lay in it. What may differ:
//   - the ten digits in the hash and url of a file, times after the data set was made
//   - the ids of what was made, if they are the same in all answers
//   - sizes of pictures that are encoded anew: JPEG and WebP 25 %, PNG 40 %, TIFF 60 %; the bytes of pictures
//   - rule "error": the status, the error's name (null: any) and any message; "status": the status alone, or one of `statuses`;
//     "graphql-error": any errors; "any-order": files of one request in any order; "order": lists in any order
import http from 'node:http';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from './data.mjs';
import { sendRaw } from './http.mjs';
import { pictureFacts } from './pictures.mjs';

const made = readFileSync(`${dataFolder}made.txt`, 'utf8').trim();
const highest = { file: 12, entry: 132 }; // ids in the data set
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const hash = /_[0-9a-f]{10}(?=$|[._/?#])/;
const shape = text => text.replace(hash, '_<hash>');
const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);
const shown = value => `${JSON.stringify(value)}`.slice(0, 160);

/* Bytes without a meaning: any will do. */
const noise = { 'noise-19k.bin': 19_995, 'noise-20k.bin': 20_000, 'noise-20k1.bin': 20_001, 'noise-30k.bin': 30_000 };

export function uploadMedia(name) {
	if (noise[name]) return Buffer.from(Array.from({ length: noise[name] }, (_, i) => (i * i * 31 + (i >> 3)) & 255));
	const folder = ['uploads', 'media'].find(each => existsSync(path.join(dataFolder, each, name)));
	return readFileSync(path.join(dataFolder, folder, name));
}

/** Text as latin-1, with <<media:NAME>> for a file. */
export const bytesOf = text =>
	Buffer.concat(
		text
			.split(/(<<media:[^>]+>>)/)
			.map(part => (part.startsWith('<<media:') ? uploadMedia(part.slice(8, -2)) : Buffer.from(part, 'latin1'))),
	);

const encodePath = target =>
	[...Buffer.from(target)]
		.map(byte => [String.fromCharCode(byte), byte])
		.map(([character, byte]) =>
			byte < 128 && /[A-Za-z0-9/?&=[\]$%*:.,\-_~!'()@+;\\#|<>"{}^`]/.test(character)
				? character
				: `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
		)
		.join('');

const quoted = text => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

function contentOf(part) {
	if (part.file) return uploadMedia(part.file);
	return Buffer.from(typeof part.value === 'object' ? JSON.stringify(part.value) : (part.value ?? ''));
}

function formOf(parts, boundary) {
	const chunks = parts.map(part => {
		let head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part.name)}"`;
		if ('file' in part || 'filename' in part) head += `; filename="${part.filename ?? part.file ?? ''}"`;
		if (('file' in part || 'filename' in part) && part.type !== null)
			head += `\r\nContent-Type: ${part.type || 'application/octet-stream'}`;
		for (const header of part.headers ?? []) head += `\r\n${header}`;
		return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), contentOf(part), Buffer.from('\r\n')]);
	});
	return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}

const isFile = value => {
	const inner = isObject(value) ? (value.attributes ?? value.data?.attributes ?? value) : null;
	return isObject(inner) && ['url', 'hash', 'mime'].some(name => name in inner);
};

function* filesIn(value) {
	if (Array.isArray(value)) for (const item of value) yield* filesIn(item);
	if (!isObject(value)) return;
	if (typeof value.url === 'string' && value.url.startsWith('/uploads/')) yield value;
	for (const [key, item] of Object.entries(value)) if (key !== 'formats') yield* filesIn(item);
}

function crc32(bytes) {
	let crc = -1;
	for (const byte of bytes) {
		crc ^= byte;
		for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc >>> 0;
}

function parse(bytes, headers) {
	if (!bytes.length) return null;
	try {
		if (/json/.test(headers['content-type'])) return JSON.parse(bytes.toString());
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return { bytes: bytes.length, crc: crc32(bytes) };
	}
}

function sameHeader(name, value) {
	if (value === undefined) return null;
	if (['last-modified', 'date'].includes(name)) return '<time>';
	if (['etag', 'content-security-policy'].includes(name)) return '<present>';
	if (name === 'content-disposition') return value.split(';')[0].trim().toLowerCase();
	if (name === 'vary' && /origin/i.test(value)) return 'Origin';
	return value;
}

/** What is kept between the cases of one recording, and the server that answers them. */
export class UploadReplay {
	saved = {};
	ids = new Map(); // "file 13" of the recording: the id here
	hashes = new Map();

	constructor(server) {
		this.server = server;
		this.agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
	}

	close() {
		this.agent.destroy();
	}

	/** Sends the case and gives what differs, a line each. */
	async run(recorded) {
		if (recorded.disk) return this.compareDisk(recorded);
		this.wrong = [];
		this.sent = [];
		const answer = recorded.socket ? await this.sendSocket(recorded) : await this.sendCase(recorded);
		const got = recorded.rule === 'status' ? null : parse(answer.bytes, answer.headers);
		const follows = answer.status >= 200 && answer.status < 300 && recorded.follow !== false;
		const served = follows && typeof got === 'object' ? await this.inspect(got) : {};
		for (const [name, at] of Object.entries(recorded.save ?? {}))
			this.saved[name] = at.split('.').reduce((value, key) => value?.[key], got);
		this.compare(recorded, answer, got, served);
		return this.wrong;
	}

	fill(value) {
		const text = JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (_, name) => JSON.stringify(String(this.saved[name])).slice(1, -1));
		return JSON.parse(text);
	}

	sendCase(recorded) {
		const headers = this.fill(recorded.headers ?? {});
		let body = null;
		if (recorded.form) {
			const boundary = recorded.boundary ?? '----lecternboundary7MA4YWxkTrZu0gW';
			this.sent = recorded.form.filter(part => 'file' in part || 'filename' in part).map(contentOf);
			body = formOf(this.fill(recorded.form), boundary);
			headers['Content-Type'] ??= `multipart/form-data; boundary=${boundary}`;
		} else if (recorded.raw !== undefined) body = bytesOf(recorded.raw);
		else if (recorded.body !== undefined) {
			const filled = this.fill(recorded.body);
			body = Buffer.from(typeof filled === 'string' ? filled : JSON.stringify(filled));
			headers['Content-Type'] ??= 'application/json';
		}
		if (body) headers['Content-Length'] ??= body.length;
		return this.send(recorded.method, encodePath(this.fill(recorded.path)), headers, body);
	}

	send(method, target, headers = {}, body = null) {
		const { host, port } = this.server;
		return new Promise((resolve, reject) => {
			const request = http.request({ method, path: target, headers, agent: this.agent, host, port }, response => {
				const parts = [];
				response.on('data', part => parts.push(part));
				response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(parts) }));
			});
			request.on('error', reject);
			request.end(body);
		});
	}

	async sendSocket(recorded) {
		const bytes = bytesOf(recorded.socket.replaceAll('{{host}}', `${this.server.host}:${this.server.port}`));
		// Some promise more than they send: what then comes is nothing, so there is no need to wait long.
		const { text } = await sendRaw(this.server.port, bytes, { end: recorded.half_close, wait: recorded.statuses ? 1000 : 10_000 });
		const [head, ...rest] = text.split('\r\n\r\n');
		const [line, ...fields] = head.split('\r\n');
		const headers = Object.fromEntries(fields.map(field => field.split(/:\s*/, 2)).map(([name, value]) => [name.toLowerCase(), value]));
		return { status: Number(line.split(' ')[1] ?? 0), headers, bytes: Buffer.from(rest.join('\r\n\r\n'), 'latin1') };
	}

	/** Downloads each file of an answer: {url: what is served}. */
	async inspect(got) {
		const served = {};
		for (const file of filesIn(got)) {
			if (!hash.test(file.url)) continue;
			for (const [key, each] of [[null, file], ...Object.entries(file.formats ?? {})]) {
				if (!each?.url) continue;
				const url = shape(each.url) in served ? `${shape(each.url)}#2` : shape(each.url);
				served[url] = await this.download(file, key, each);
			}
		}
		return served;
	}

	async download(file, key, each) {
		if ('hash' in each && each.url !== `/uploads/${each.hash}${each.ext ?? ''}`) this.wrong.push(`${each.url} is not of ${each.hash}`);
		if (key && 'hash' in file && each.hash !== `${key}_${file.hash}`) this.wrong.push(`the hash of ${key} is ${each.hash}`);
		const { status, headers, bytes } = await this.send('GET', encodePath(each.url));
		const facts = { status, type: headers['content-type'] ?? null, cache: headers['cache-control'] ?? null };
		if (status !== 200) return facts;
		Object.assign(facts, pictureFacts(bytes), { same: this.sent.some(sent => sent.equals(bytes)) });
		if (each.width && facts.width && (each.width !== facts.width || each.height !== facts.height))
			this.wrong.push(`${each.url} says ${each.width} x ${each.height} and is ${facts.width} x ${facts.height}`);
		if (each.size !== null && each.size !== undefined && Math.abs(each.size * 1000 - bytes.length) > 5.01)
			this.wrong.push(`${each.url} says ${each.size} and has ${bytes.length} bytes`);
		if (key && each.sizeInBytes && each.sizeInBytes !== bytes.length) this.wrong.push(`${each.url} says ${each.sizeInBytes} bytes`);
		return facts;
	}

	compareDisk(recorded) {
		this.wrong = [];
		const folder = path.join(this.server.folder, recorded.disk);
		const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
		const names = entries.map(entry => shape(entry.name) + (entry.isDirectory() ? '/' : ''));
		this.differ([...recorded.names].sort(), names.sort(), recorded.disk);
		return this.wrong;
	}

	compare(recorded, answer, got, served) {
		const { rule, response: want } = recorded;
		if (!(recorded.statuses ?? [recorded.status]).includes(answer.status))
			this.wrong.push(`status: expected ${recorded.status}, got ${answer.status}: ${shown(got)}`);
		for (const file of filesIn(got)) this.watchHash(file);
		if (rule === 'status') return;
		if (rule === 'graphql-error') {
			if (!got?.errors?.[0]?.message) this.wrong.push(`expected errors, got ${shown(got)}`);
		} else if (rule === 'error') {
			if (!got?.error?.message) this.wrong.push(`expected an error, got ${shown(got)}`);
			else if (want.error.name !== null) this.differ(want.error.name, got.error.name, 'error.name');
		} else if (isObject(want) && Object.keys(want).join() === 'errors') {
			this.differ(want.errors[0].extensions?.code, got?.errors?.[0]?.extensions?.code, 'errors[0].extensions.code');
		} else this.compareAnswers(recorded, answer, got, served);
	}

	compareAnswers(recorded, answer, got, served) {
		const [want, have] = recorded.rule ? inOrder(recorded.response, got) : [recorded.response, got];
		if (answer.status === recorded.status) this.learn(want, have);
		this.differ(this.comparable(want, null, true), this.comparable(have), '$');
		for (const [name, value] of Object.entries(recorded.answer_headers ?? {}))
			this.differ(value, sameHeader(name, answer.headers[name]), `header ${name}`);
		const files = recorded.files ?? {};
		for (const url of new Set([...Object.keys(files), ...Object.keys(served)])) {
			const [a, b] = [files[url], served[url]];
			// An encoding that is larger may be left out here, and there not.
			const kept = a && b && !a.same && b.same && a.format === b.format && Boolean(a.exif) === Boolean(b.exif);
			this.differ(a && { ...a, ...(kept && { same: true }) }, b, url);
		}
	}

	watchHash({ hash: name, id }) {
		if (!name || id === undefined) return;
		const owner = this.hashes.get(name) ?? id;
		this.hashes.set(name, owner);
		if (owner !== id) this.wrong.push(`files ${owner} and ${id} have the hash ${name}`);
	}

	/* The first answer that shows something new tells which id it has here. */
	learn(want, got) {
		if (Array.isArray(want) && Array.isArray(got)) want.forEach((item, i) => this.learn(item, got[i]));
		if (!isObject(want) || !isObject(got)) return;
		const key = this.keyOf(want);
		const used = [...this.ids].some(([other, id]) => other.split(' ')[0] === key?.split(' ')[0] && id === String(got.id));
		if (key && !this.ids.has(key) && !used && isFile(want) === isFile(got)) this.ids.set(key, String(got.id));
		for (const name of Object.keys(want)) if (name !== 'formats') this.learn(want[name], got[name]);
	}

	/* Of what was made: not of what is in the data set. A file of which only some fields were asked for is named like one. */
	keyOf(value) {
		const number = Number(value.id);
		const kind = isFile(value) || /\.\w+$/.test(value.name ?? value.attributes?.name) ? 'file' : 'attributes' in value ? 'entry' : null;
		return kind && number > highest[kind] ? `${kind} ${number}` : null;
	}

	comparable(value, name, recorded = false) {
		if (Array.isArray(value)) return value.map(item => this.comparable(item, null, recorded));
		if (isObject(value)) {
			const entry = 'id' in value && 'attributes' in value;
			const pairs = Object.entries(value).filter(([key]) => !(entry && key === 'meta'));
			const copy = Object.fromEntries(pairs.map(([key, item]) => [key, this.comparable(item, key, recorded)]));
			if (recorded && this.ids.has(this.keyOf(value))) copy.id = this.ids.get(this.keyOf(value));
			if ('id' in copy && this.keyOf(value)) copy.id = String(copy.id);
			return copy;
		}
		if (typeof value !== 'string') return value;
		if (name === 'jwt') return '<jwt>';
		if (name === 'hash' || name === 'url') return shape(value);
		return time.test(value) && value > made ? '<time>' : value;
	}

	differ(want, got, at, loose = 0) {
		if (this.wrong.length > 6) return;
		if (isObject(want) && isObject(got)) {
			const part = want.width ? ({ '.png': 0.4, '.html': 0.4, '.tif': 0.6, '.tiff': 0.6 }[want.ext] ?? 0.25) : 0;
			for (const key of new Set([...Object.keys(want), ...Object.keys(got)]))
				this.differ(want[key], got[key], `${at}.${key}`, key === 'size' || key === 'sizeInBytes' ? part : 0);
		} else if (Array.isArray(want) && Array.isArray(got)) {
			if (want.length !== got.length) this.wrong.push(`${at}: expected ${want.length} items, got ${got.length}`);
			want.slice(0, got.length).forEach((item, i) => this.differ(item, got[i], `${at}[${i}]`));
		} else if (loose && typeof want === 'number' && typeof got === 'number') {
			const unit = at.endsWith('sizeInBytes') ? 1 : 1000;
			const kept = got < want && this.sent.some(sent => Math.abs(sent.length / unit - got) < 0.006);
			if (!kept && Math.abs(want - got) > Math.max(want * loose, 400 / unit)) this.wrong.push(`${at}: expected about ${want}, got ${got}`);
		} else if (want !== got) this.wrong.push(`${at}: expected ${shown(want)}, got ${shown(got)}`);
	}
}

/* Both with their lists of files and of things with ids in one order. */
function inOrder(want, got) {
	const sorted = list => {
		const key = item => {
			const file = item.attributes ?? item.data?.attributes ?? item;
			return JSON.stringify([file.name, shape(file.url ?? ''), file.caption, file.alternativeText, file.mime]);
		};
		return list.every(isObject) ? [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1)) : list;
	};
	if (Array.isArray(want) && Array.isArray(got)) return [sorted(want), sorted(got)];
	if (!isObject(want) || !isObject(got)) return [want, got];
	const pairs = Object.keys(want).map(name => [name, name in got ? inOrder(want[name], got[name]) : [want[name], undefined]]);
	return [0, 1].map(i => ({ ...(i ? got : want), ...Object.fromEntries(pairs.map(([name, pair]) => [name, pair[i]])) }));
}
