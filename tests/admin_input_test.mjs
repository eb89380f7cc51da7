// What the panel's endpoints answer to input that is wrong in one way or another: Strapi 4.26.2's answers to the same
// requests, in the same order, on the same data.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { bearer, signIn, unlimited } from './lib/admins.mjs';
import { root } from './lib/data.mjs';
import { makeProject, useServer } from './lib/server.mjs';

const secrets = /^(accessKey|code)$/;

/** An answer without what differs from run to run. */
const plain = (value, key = '') => {
	if (Array.isArray(value)) return value.map(item => plain(item, key));
	if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, name)]));
	if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return 'time';
	return secrets.test(key) && value.length > 8 ? 'secret' : value;
};

const read = name =>
	brotliDecompressSync(readFileSync(path.join(root, 'tests/data', name)))
		.toString()
		.trim()
		.split('\n')
		.map(line => JSON.parse(line));

describe('the panel’s endpoints', () => {
	let client, headers;
	useServer(started => ({ client } = started), { config: unlimited });
	before(async () => (headers = bearer(await signIn(client))));

	it('say what is wrong as Strapi does', async () => {
		const wrong = [];
		for (const [number, { method, path: where, body, status, answer }] of read('panel-input.jsonl.br').entries()) {
			const got = await client.request(method, where, { body, headers });
			try {
				assert.deepEqual([got.status, plain(got.json)], [status, plain(answer)]);
			} catch (error) {
				wrong.push(`${number} ${method} ${where} ${JSON.stringify(body)}: ${error.message.slice(0, 800)}`);
			}
		}
		assert.deepEqual(wrong, []);
	});

	it('make entries in the language that has become the default', async () => {
		const entries = '/content-manager/collection-types/api::restaurant.restaurant';
		const make = async () => (await client.request('POST', entries, { body: { name: 'New' }, headers })).json.locale;
		const prefer = async id => client.request('PUT', `/i18n/locales/${id}`, { body: { isDefault: true }, headers });
		for (const [id, code] of [
			[2, 'fr'],
			[1, 'en'],
			[2, 'fr'],
		]) {
			await make();
			assert.equal((await prefer(id)).status, 200);
			assert.equal(await make(), code);
		}
		await prefer(1);
	});
});

/** The reference project, in which offices have administrators. */
const makeOffices = () => {
	const folder = makeProject(unlimited);
	const file = path.join(folder, 'src/api/office/content-types/office/schema.json');
	const schema = JSON.parse(readFileSync(file, 'utf8'));
	schema.attributes.boss = { type: 'relation', relation: 'oneToOne', target: 'admin::user' };
	schema.attributes.team = { type: 'relation', relation: 'oneToMany', target: 'admin::user' };
	schema.attributes.any = { type: 'relation', relation: 'morphToOne' };
	writeFileSync(file, JSON.stringify(schema));
	return folder;
};

describe('relations to administrators', () => {
	let client, headers;
	useServer(
		started => ({ client } = started),
		() => ({ folder: makeOffices(), ownsFolder: true }),
	);
	before(async () => (headers = bearer(await signIn(client))));

	it('are shown as Strapi shows them: never counted, and whole in lists', async () => {
		const offices = '/content-manager/collection-types/api::office.office';
		const send = async (method, where, body = null) => (await client.request(method, where, { body, headers })).json;
		const ada = { id: 1, firstname: 'Ada', lastname: 'Admin', username: null };
		const related = { boss: { connect: [{ id: 1 }] }, team: [1], any: { id: 1, __type: 'admin::user' } };
		const made = await send('POST', offices, related);
		assert.deepEqual([made.boss, made.team, made.any], [{}, {}, { count: 1 }], JSON.stringify(made));
		const changed = await send('PUT', `${offices}/${made.id}`, { city: 'x' });
		assert.deepEqual([changed.boss, changed.team, changed.any], [{}, {}, { count: 1 }]);
		const shown = await send('GET', `${offices}/${made.id}`);
		/* Strapi shows the whole administrator here, with the hash of the password. */
		assert.deepEqual([shown.boss, shown.team, shown.any], [{}, {}, ada]);
		const [listed] = (await send('GET', `${offices}?sort=id:desc`)).results;
		assert.deepEqual([listed.boss, listed.team], [ada, {}]);
		const { results } = await send('GET', `/content-manager/relations/api::office.office/${made.id}/team`);
		assert.deepEqual(results, [{ id: 1, firstname: 'Ada' }]);
	});
});
