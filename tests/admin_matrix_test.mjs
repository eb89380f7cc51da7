// What admins may do, as a matrix: 12,818 requests by roles with few rights, each answered as it was when it was compared with
// Strapi 4.26.2's answer. What differs there is stricter, and in docs/admin.md. tests/panel/rights.mjs compares and records.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { bearer, unlimited } from './lib/admins.mjs';
import { dataFolder } from './lib/data.mjs';
import { sendForm } from './lib/forms.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { plain, requests, setup, summary } from './lib/panel_matrix.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, useServer } from './lib/server.mjs';

const recorded = brotliDecompressSync(readFileSync(path.join(dataFolder, 'panel-matrix.txt.br')))
	.toString()
	.trim()
	.split('\n');

function prepare() {
	const folder = makeProject(unlimited);
	const lines = setup();
	while (lines.length) sqlite(path.join(folder, '.tmp/data.db'), `BEGIN;${lines.splice(0, 200).join('\n')}COMMIT;`);
	return { folder, ownsFolder: true, env: { NODE_ENV: 'production' } };
}

describe('roles, endpoints, types and fields', () => {
	let client;
	useServer(started => ({ client } = started), prepare);

	it('are answered as they were beside Strapi', async () => {
		const all = requests();
		assert.equal(all.length, recorded.length);
		const tokens = new Map();
		const tokenOf = id => {
			if (!tokens.has(id)) tokens.set(id, makeToken({ id, iat: now() - 10, exp: now() + 3600 }, { secret: 'adminsecret' }));
			return tokens.get(id);
		};
		const wrong = [];
		for (const { number, role, admin, method, path: where, body, form } of all) {
			const headers = bearer(tokenOf(admin));
			const { status, json, text } = form
				? await sendForm(client, method, where, form, headers)
				: await client.request(method, where, { body: body ?? null, headers });
			const got = { status, body: json === undefined ? text : plain(json) };
			if (summary(got) !== recorded[number])
				wrong.push(
					`${number} ${role}: ${method} ${where} ${JSON.stringify(body)}: ${recorded[number]}, got ${status} ${text.slice(0, 400)}`,
				);
		}
		assert.deepEqual(wrong.slice(0, 5), []);
	});
});
