// What code does in a project, and what Strapi 4.26.2 answered to the same: tests/projects/NAME is the code, laid over the
// reference project, tests/data/code-NAME.jsonl.br what was sent, in this order from the data set, and what came back.
//
// A line has `text`: "> METHOD path caller [body]", or a piece of code for the project's controller `lab`, which runs it; and
// `status` and `answer`. Not compared: the order of keys, times after the data set was made, JWTs, an entry's own "meta".
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { readCases, root } from './lib/data.mjs';
import { startServer } from './lib/server.mjs';

const callers = { token: 'f'.repeat(64) };

/** The files of a folder, by their path in it. */
function filesOf(folder) {
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

for (const name of ['lab']) {
	describe(`code of the project ${name} gets what Strapi gives it:`, () => {
		let server;
		before(async () => {
			const files = { 'config/server.json': null, ...filesOf(`${root}tests/projects/${name}`) };
			server = await startServer({ folder: makeCodeProject(files) });
		});
		after(() => server?.stop());

		for (const { text, status, answer } of readCases(`code-${name}`)) {
			it(text.replace(/\s+/g, ' ').slice(0, 150), async () => {
				const [where, request] = requestOf(text);
				const response = await fetch(server.base + where, request);
				assert.deepEqual(comparable(await response.text()), comparable(answer));
				assert.equal(response.status, status);
			});
		}
	});
}
