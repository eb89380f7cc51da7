// What admins with random roles may do, beside Strapi 4.26.2: its answers to some hundred random requests, and the rows
// that it has afterwards. Roles have random actions, types, fields, languages and conditions; some admins have two roles.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { databaseOf } from './lib/accounts.mjs';
import { bearer, unlimited } from './lib/admins.mjs';
import { readCases } from './lib/data.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, useServer } from './lib/server.mjs';

const [{ setup, tables }, ...cases] = readCases('panel-rights');
const begin = new Date(Date.now() - 60_000).toISOString();
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const secrets = /^(token|accessKey|registrationToken)$/;

/** An answer without what differs from run to run. */
const plain = (value, key = '') => {
	if (Array.isArray(value)) return value.map(item => plain(item, key));
	if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, name)]));
	if (typeof value !== 'string') return value;
	if (time.test(value) && value > begin) return 'now';
	if (secrets.test(key)) return 'secret';
	return key === 'code' ? value.replace(/-[0-9a-z]{8}$/, '-time') : value;
};

/** A project whose database has the roles and admins. */
function prepare() {
	const folder = makeProject(unlimited);
	const file = path.join(folder, '.tmp/data.db');
	const lines = setup.split('\n');
	while (lines.length) sqlite(file, `BEGIN;${lines.splice(0, 200).join('\n')}COMMIT;`);
	return { folder, ownsFolder: true };
}

const isLink = table => /_links$|_components$|_morphs$/.test(table);
const unstable = /(created|updated|published)_at|password|_token$/;

describe('random roles', () => {
	let client, server;
	useServer(started => ({ client, server } = started), prepare);

	it('are answered as Strapi answers', async () => {
		const wrong = [];
		for (const { number, user, method, path: where, body, status, answer } of cases) {
			const token = makeToken({ id: user, iat: now() - 10, exp: now() + 3600 }, { secret: 'adminsecret' });
			const url = encodeURI(where).replaceAll('%25', '%');
			const got = await client.request(method, url, { body: body ?? null, headers: user ? bearer(token) : {} });
			try {
				assert.deepEqual([got.status, plain(got.json ?? null)], [status, answer]);
			} catch (error) {
				wrong.push(`${number} ${user} ${method} ${where} ${JSON.stringify(body)}: ${error.message.slice(0, 600)}`);
			}
		}
		assert.deepEqual(wrong.slice(0, 3), []);
		assert.ok(cases.filter(({ status }) => status < 300).length > 200);
	});

	it('leave the rows that Strapi leaves', () => {
		for (const [table, { rows, changed }] of Object.entries(tables)) {
			const found = sqlite(databaseOf(server), `SELECT * FROM ${table}`);
			assert.equal(found.length, rows, table);
			for (const row of found)
				for (const name of Object.keys(row)) if (unstable.test(name) || (isLink(table) && name === 'id')) delete row[name];
			const all = new Set(found.map(row => JSON.stringify(row)));
			for (const row of changed) assert.ok(all.has(JSON.stringify(row)), `${table}: ${JSON.stringify(row)}`);
		}
	});
});
