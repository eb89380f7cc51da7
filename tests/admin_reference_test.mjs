// The administration beside Strapi 4.26.2: the words for what is wrong, and models in the content API. The recorded traffic is in
// admin_traffic_test.mjs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCases } from './lib/data.mjs';
import { useServer } from './lib/server.mjs';

describe('the administration', () => {
	let client;
	useServer(started => ({ client } = started), { config: { admin: { rateLimit: { enabled: false } } } });

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
		// Lists of components have an order of their own in each process of Strapi's.
		const models = readCases('panel-traffic').filter(
			({ method, path, status }) =>
				method === 'GET' && /^\/content-type-builder\/(content-types|components\/)/.test(path) && status !== 401 && status !== 403,
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
