// What code does in a project, and what Strapi 4.26.2 answered to the same: tests/projects/NAME is the code, laid over the
// reference project, tests/data/code-NAME.jsonl.br what was sent, in this order from the data set, and what came back.
//
// A line has `text`: "> METHOD path caller [body]", or a piece of code for the controller `lab`, which runs it; `status`, `answer`, and
// `seen`, the header in which a middleware of the project says what it saw. Not compared: the order of keys, times after the data set
// was made, JWTs, an entry's own "meta", the body of a 405.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { signIn } from './lib/admins.mjs';
import { makeCodeProject } from './lib/code.mjs';
import { readCases, root } from './lib/data.mjs';
import { Client } from './lib/http.mjs';
import { startServer } from './lib/server.mjs';

const encoded = value => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT of a user, until 2100. */
function jwtOf(id) {
	const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ id, iat: 1600000000, exp: 4102444800 })}`;
	return `${text}.${createHmac('sha256', 'jwtsecret').update(text).digest('base64url')}`;
}

const callers = {
	unknown: 'x',
	token: 'f'.repeat(64),
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

function comparable(text) {
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

function requestOf(text) {
	const request = /^> (\w+) (\S+) (\w+)(?: ([\s\S]*))?$/.exec(text);
	const [, method, where, caller, body] = request ?? [null, 'POST', '/api/lab', 'public', JSON.stringify({ code: text })];
	const headers = body ? { 'Content-Type': 'application/json' } : {};
	if (callers[caller]) headers.Authorization = `Bearer ${callers[caller]}`;
	return [where, { method, headers, body, redirect: 'manual' }];
}

/** The reference project with the code of some projects of this folder over it; what it has in config/ takes the place of JSON. */
function makeRecorded(...names) {
	const files = Object.assign({}, ...names.map(name => filesOf(`${root}tests/projects/${name}`)));
	const config = Object.keys(files).filter(file => file.startsWith('config/'));
	return makeCodeProject({ ...Object.fromEntries(config.map(file => [file.replace(/\.js$/, '.json'), null])), ...files });
}

const projects = [
	...['lab', 'shop', 'things', 'routes-of-panel', 'replaced-services', 'params-of-hooks', 'members', 'odd-filters'],
	...['settings', 'late-services', 'router', 'admin-services', 'copies', 'given', 'more-services', 'own-contexts', 'answered'],
	...['content-manager', 'own-plugins', 'own-users', 'odd-routes'],
];
for (const name of projects) {
	describe(`code of the project ${name} gets what Strapi gives it:`, () => {
		let server;
		before(async () => {
			server = await startServer({ folder: makeRecorded('lab', name) });
			callers.admin = await signIn(new Client(server.base));
		});
		after(() => server?.stop());

		for (const { text, status, answer, seen } of readCases(`code-${name}`)) {
			it(text.replace(/\s+/g, ' ').slice(0, 150), async () => {
				const [where, request] = requestOf(text);
				const response = await fetch(server.base + where, request);
				assert.equal(response.status, status);
				if (status !== 405) assert.deepEqual(comparable(await response.text()), comparable(answer));
				if (seen) assert.equal(response.headers.get('x-lab'), seen);
			});
		}
	});
}
