// The administration beside Strapi 4.26.2: what its endpoints answered to an administrator, and to one with few rights, in
// the order in which they were asked. Roles, admins, tokens, webhooks, settings, languages, folders and models.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCases } from './lib/data.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { useServer } from './lib/server.mjs';

/** Where lectern answers otherwise: why. */
const differences = {
	1054: 'the uuid of the project, which this one has not',
	1224: 'a logo that was set in between',
	1086: 'Strapi breaks on a body without permissions: 400',
	1120: 'Strapi breaks on a role that is not there: 400',
	1171: 'the id that Strapi lost with the request before',
	1172: 'the same admin',
	1173: 'a role that the same admin has',
	1185: 'the words of a name that is not found',
	1186: 'Strapi breaks on a webhook that is not there: 404',
	1203: 'a token that is custom no more loses all its permissions, in Strapi all but one of them',
	1208: 'the same token',
	1323: 'the order of components',
	1358: 'Strapi writes the field that it sorts by first',
	1378: 'the list of languages is cut in the message, and whole in the details',
	1398: 'the port of this server',
	1415: 'the port of this server',
	1422: 'Strapi breaks on a sort by an unknown field: 400',
};

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const secrets = /^(token|accessKey|registrationToken)$/;

/** An answer without what differs from run to run. */
const plain = (value, key = '') => {
	if (Array.isArray(value)) return value.map(item => plain(item, key));
	if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, name)]));
	if (typeof value !== 'string') return value;
	if (time.test(value)) return 'time';
	if (secrets.test(key)) return 'secret';
	return key === 'code' ? value.replace(/-[0-9a-z]{8}$/, '-time') : value;
};

describe('the administration', () => {
	let client;
	useServer(started => ({ client } = started), { config: { admin: { rateLimit: { enabled: false } } } });

	it('answers as Strapi does', async () => {
		const tokens = { garbage: 'garbage', user: makeToken({ id: 1, iat: now() - 10, exp: now() + 3600 }) };
		const sign = { email: 'ada@example.com', password: 'Adm1nPassw0rd' };
		tokens.super = (await client.request('POST', '/admin/login', { body: sign })).json.data.token;
		let invitation = null;
		const wrong = [];
		for (const asked of readCases('panel')) {
			const headers = tokens[asked.as] ? { Authorization: `Bearer ${tokens[asked.as]}` } : {};
			const body = asked.body && JSON.parse(JSON.stringify(asked.body).replace(/[0-9a-f]{8}…\(40\)/, invitation));
			const answer = await client.request(asked.method, encodeURI(asked.path).replaceAll('%25', '%'), { body, headers });
			invitation = answer.json?.data?.registrationToken ?? invitation;
			if (/\/admin\/register$/.test(asked.path) && answer.status === 200) tokens.probe = answer.json.data.token;
			if (differences[asked.number]) {
				assert.ok(answer.status < 500, `${asked.number} ${answer.text}`);
				continue;
			}
			try {
				assert.deepEqual([answer.status, plain(answer.json ?? null)], [asked.status, plain(asked.answer)]);
			} catch (error) {
				wrong.push(`${asked.number} ${asked.method} ${asked.path}: ${error.message.slice(0, 400)}`);
			}
		}
		assert.deepEqual(wrong, []);
	});

	it('shows models to the content API as well', async () => {
		const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
		const models = readCases('panel').filter(
			({ method, path, status, number }) =>
				method === 'GET' && /^\/content-type-builder\/co/.test(path) && status !== 401 && status !== 403 && !differences[number],
		);
		assert.ok(models.length > 3);
		for (const { path, status, answer } of models) {
			const { status: got, json } = await client.get(`/api${path}`, full);
			assert.deepEqual([got, json], [status, answer], path);
			assert.equal((await client.get(`/api${path}`)).status, 403, path);
		}
		const kindsOf = async kind =>
			(await client.get(`/api/content-type-builder/content-types?kind=${kind}`, full)).json.data?.map(({ schema }) => schema.kind);
		assert.deepEqual(new Set(await kindsOf('singleType')), new Set(['singleType']));
		assert.deepEqual(new Set(await kindsOf('collectionType')), new Set(['collectionType']));
		assert.equal((await client.get('/api/content-type-builder/content-types?kind=other', full)).status, 400);
	});
});
