// Projects of tests/projects, the requests sent to them and what counts as the same answer: for code_recorded_test.mjs, and for
// tests/beside-strapi/record.mjs, which asks Strapi.
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { makeCodeProject } from './code.mjs';
import { root } from './data.mjs';

const encoded = value => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT of a user, until 2100. */
function jwtOf(id) {
	const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ id, iat: 1600000000, exp: 4102444800 })}`;
	return `${text}.${createHmac('sha256', 'jwtsecret').update(text).digest('base64url')}`;
}

/** The tokens of those who send requests; `public` has none. */
export const callers = {
	unknown: 'x',
	token: 'f'.repeat(64),
	reading: 'a'.repeat(64),
	custom: 'c'.repeat(64),
	expired: 'e'.repeat(64),
	user: jwtOf(1),
	...Object.fromEntries([2, 3, 4].map(id => [`user${id}`, jwtOf(id)])),
};

/** The files of a folder, where it is there, by their path in it. */
function filesOf(folder) {
	if (!existsSync(folder)) return {};
	const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
	return Object.fromEntries(
		names.map(({ parentPath, name }) => {
			const file = path.join(parentPath, name);
			return [path.relative(folder, file), readFileSync(file, 'utf8')];
		}),
	);
}

const isOwnMeta = (key, value) => key === 'meta' && Object.keys(value ?? {}).join() === 'availableLocales';

function sorted(value) {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== 'object' || value === null) return value;
	const kept = Object.entries(value).filter(([key, member]) => !isOwnMeta(key, member));
	return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]));
}

/** What of an answer's text is compared. */
export function comparable(text) {
	const plain = text
		.replace(/20(26|27)-\d\d-\d\d[T ][0-9:.]+Z?/g, 'NOW')
		.replace(/"(jwt|token)":"[^"]*"/g, '"$1":"JWT"')
		.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
		.replace(/\$2[aby]\$10\$[A-Za-z0-9./]{53}/g, 'HASH');
	try {
		return sorted(JSON.parse(plain));
	} catch {
		return plain.trimEnd();
	}
}

/** The path and the options for fetch of a text: "> METHOD path caller [+Header:value …] [body]", or code for the controller `lab`. */
export function requestOf(text) {
	const request = /^> (\w+) (\S+) (\w+)((?: \+\S+)*)(?: ([\s\S]*))?$/.exec(text);
	const [, method, where, caller, more, body] = request ?? [null, 'POST', '/api/lab', 'public', '', JSON.stringify({ code: text })];
	const headers = body ? { 'Content-Type': 'application/json' } : {};
	for (const [, name, value] of more.matchAll(/ \+([^:\s]+):(\S+)/g)) headers[name] = value;
	if (callers[caller]) headers.Authorization = `Bearer ${callers[caller]}`;
	return [where, { method, headers, body, redirect: 'manual' }];
}

/** The reference project with the code of some projects of this folder over it; what it has in config/ takes the place of JSON. */
export function makeRecorded(...names) {
	const files = Object.assign({}, ...names.map(name => filesOf(`${root}tests/projects/${name}`)));
	const config = Object.keys(files).filter(file => file.startsWith('config/'));
	return makeCodeProject({ ...Object.fromEntries(config.map(file => [file.replace(/\.js$/, '.json'), null])), ...files });
}
