// Accounts on PostgreSQL: what one server changes holds on another one of the same database.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { codeIn, mailTo, outbox, unlimited } from './lib/accounts.mjs';
import { sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { startServer } from './lib/server.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const bearer = jwt => ({ Authorization: `Bearer ${jwt}` });

describe('accounts on two servers with one PostgreSQL database', () => {
	let cluster;
	const servers = [];
	const clients = [];
	before(async () => {
		cluster = await Cluster.create();
		const config = { plugins: { ...outbox.plugins, ...unlimited.plugins } };
		for (let i = 0; i < 2; i++) {
			servers.push(await startServer({ config, args: ['--database', cluster.url()] }));
			clients.push(new Client(servers[i].base));
		}
	});
	after(async () => {
		for (const client of clients) client.close();
		for (const server of servers) await server.stop();
		cluster?.destroy();
	});

	let made = 0;
	const post = (where, body, headers = {}, on = 0) => clients[on].request('POST', `/api/auth/${where}`, { body, headers });
	const makeUser = async () => {
		const name = `person${++made}`;
		const { status, json, text } = await post('local/register', { username: name, email: `${name}@example.com`, password: 'secret123' });
		assert.equal(status, 200, text);
		return { ...json.user, jwt: json.jwt };
	};
	const isGood = async (jwt, on = 1) => (await clients[on].get('/api/users/me', bearer(jwt))).status === 200;

	it('a new user is known to both', async () => {
		const user = await makeUser();
		assert.equal(await isGood(user.jwt), true);
		assert.equal((await post('local', { identifier: user.email, password: 'secret123' }, {}, 1)).status, 200);
	});

	for (const [what, change] of [
		[
			'is changed',
			user =>
				post(
					'change-password',
					{ currentPassword: 'secret123', password: 'secret456', passwordConfirmation: 'secret456' },
					bearer(user.jwt),
				),
		],
		['is set by others', user => clients[0].request('PUT', `/api/users/${user.id}`, { body: { password: 'secret456' }, headers: full })],
		['belongs to who is blocked', user => clients[0].request('PUT', `/api/users/${user.id}`, { body: { blocked: true }, headers: full })],
		['belongs to who is deleted', user => clients[0].request('DELETE', `/api/users/${user.id}`, { headers: full })],
	])
		it(`tokens end on both within a second when the password ${what}`, async () => {
			const user = await makeUser();
			assert.equal(await isGood(user.jwt), true);
			const answer = await change(user);
			assert.equal(answer.status, 200, answer.text);
			if (answer.json.jwt) assert.equal(await isGood(answer.json.jwt), true);
			await sleep(1000);
			assert.deepEqual([await isGood(user.jwt, 0), await isGood(user.jwt, 1)], [false, false]);
		});

	it('a code of the one is taken by the other, once', async () => {
		const user = await makeUser();
		assert.deepEqual((await post('forgot-password', { email: user.email })).json, { ok: true });
		const code = codeIn(await mailTo(servers[0], user.email));
		const body = { code, password: 'secret789', passwordConfirmation: 'secret789' };
		const statuses = await Promise.all([0, 1, 0, 1].map(async on => (await post('reset-password', body, {}, on)).status));
		assert.deepEqual(statuses.sort(), [200, 400, 400, 400]);
		assert.equal((await post('local', { identifier: user.username, password: 'secret789' }, {}, 1)).status, 200);
	});

	it('two who register the same name at once are one', async () => {
		const ask = on => post('local/register', { username: 'twin', email: 'twin@example.com', password: 'secret123' }, {}, on);
		const statuses = (await Promise.all([0, 1, 0, 1].map(ask))).map(({ status }) => status);
		assert.deepEqual(statuses.sort(), [200, 400, 400, 400]);
		assert.equal(cluster.sql("select count(*) from up_users where username = 'twin'"), '1');
	});

	it('roles are made, changed and deleted', async () => {
		const role = (method, path, body) => clients[0].request(method, `/api/users-permissions/roles${path}`, { body, headers: full });
		const permissions = (...names) => ({
			'api::office': { controllers: { office: Object.fromEntries(names.map(name => [name, { enabled: true }])) } },
		});
		assert.deepEqual((await role('POST', '', { name: 'Clerk', description: 'd', permissions: permissions('find') })).json, { ok: true });
		const { json } = await clients[1].get('/api/users-permissions/roles', full);
		const { id } = json.roles.find(({ type }) => type === 'clerk');
		const user = await makeUser();
		await clients[0].request('PUT', `/api/users/${user.id}`, { body: { role: id }, headers: full });
		await sleep(600);
		const read = async () => (await clients[1].get('/api/offices/1', bearer(user.jwt))).status;
		assert.equal(await read(), 403);
		await role('PUT', `/${id}`, { name: 'Clerk', permissions: permissions('find', 'findOne') });
		await sleep(600);
		assert.equal(await read(), 200);
		assert.deepEqual((await role('DELETE', `/${id}`)).json, { ok: true });
		const after = await clients[0].get(`/api/users/${user.id}?populate=role`, full);
		assert.equal(after.json.role.type, 'public');
	});
});
