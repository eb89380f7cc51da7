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
	1179: 'the port, of which Strapi takes none with one digit',
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

	it('tells what is wrong in what is sent, as Strapi does', async () => {
		const token = (await client.request('POST', '/admin/login', { body: { email: 'ada@example.com', password: 'Adm1nPassw0rd' } })).json
			.data.token;
		const headers = { Authorization: `Bearer ${token}` };
		const hook = { name: 'H', url: 'https://example.com/x', headers: {}, events: [] };
		const transfer = { name: 'T', description: '', lifespan: null, permissions: ['push'] };
		const unreachable = "Url is not supported because it isn't reachable over the public internet";
		const of = (value, type, name) => `${name} must be a \`${type}\` type, but the final value was: \`${value}\`.`;
		const permission = more => ({ permissions: [{ action: 'admin::users.read', ...more }] });
		const { json: role } = await client.request('POST', '/admin/roles', { body: { name: 'Wrong' }, headers });
		const permissions = `/admin/roles/${role.data.id}/permissions`;
		for (const [method, where, body, message] of [
			['POST', '/admin/webhooks', { ...hook, url: 'http://10.0.0.1/' }, unreachable],
			['POST', '/admin/webhooks', { ...hook, url: 'javascript:x' }, 'url must be a valid URL'],
			['POST', '/admin/webhooks', { ...hook, url: '' }, '3 errors occurred'],
			['POST', '/admin/webhooks', { ...hook, url: 5 }, of(5, 'string', 'url')],
			['POST', '/admin/webhooks', { ...hook, events: [5] }, of(5, 'string', 'events[0]')],
			['POST', '/admin/webhooks', { ...hook, headers: null }, of(null, 'object', 'headers')],
			['POST', '/admin/transfer/tokens', { ...transfer, permissions: [] }, 'permissions field must have at least 1 items'],
			[
				'POST',
				'/admin/transfer/tokens',
				{ ...transfer, permissions: ['x'] },
				'permissions[0] must be one of the following values: push, pull',
			],
			['POST', '/admin/transfer/tokens', { ...transfer, permissions: 'push' }, of('"push"', 'array', 'permissions')],
			['PUT', '/upload/configuration', {}, 'pageSize is a required field'],
			['PUT', '/upload/configuration', { pageSize: '20' }, of('"20"', 'number', 'pageSize')],
			['PUT', '/upload/settings', { sizeOptimization: null, responsiveDimensions: true }, of(null, 'boolean', 'sizeOptimization')],
			['PUT', permissions, { permissions: {} }, of('{}', 'array', 'permissions')],
			['PUT', permissions, { permissions: [null] }, of(null, 'object', 'permissions[0]')],
			['PUT', permissions, permission({ action: 5 }), of(5, 'string', 'permissions[0].action')],
			['PUT', permissions, permission({ subject: 5 }), of(5, 'string', 'permissions[0].subject')],
			['PUT', permissions, permission({ properties: 5 }), of(5, 'object', 'permissions[0].properties')],
			['PUT', permissions, permission({ conditions: [5] }), of(5, 'string', 'permissions[0].conditions[0]')],
		]) {
			const { status, json } = await client.request(method, where, { body, headers });
			assert.deepEqual([status, json.error?.name, json.error?.message], [400, 'ValidationError', message], where);
		}
		const created = await client.request('POST', '/admin/transfer/tokens', { body: transfer, headers });
		const change = { body: { lifespan: null }, headers };
		const changed = await client.request('PUT', `/admin/transfer/tokens/${created.json.data.id}`, change);
		assert.equal(changed.json.error?.message, 'this field has unspecified keys: lifespan');
		const other = { firstname: 'O', email: 'taken@example.com', roles: [2] };
		await client.request('POST', '/admin/users', { body: other, headers });
		const taken = await client.request('PUT', '/admin/users/me', { body: { email: 'taken@example.com' }, headers });
		assert.deepEqual(taken.json.error, {
			status: 400,
			name: 'BadRequestError',
			message: 'ValidationError',
			details: { email: ['Email already taken'] },
		});
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
