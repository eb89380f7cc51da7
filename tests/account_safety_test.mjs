// What accounts keep to themselves: which there are, their passwords, what is private; and the log with them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bearer, codeIn, databaseOf, full, hashOf, jwtOf, mailTo, outbox, post, signIn, unlimited } from './lib/accounts.mjs';
import { assertError, sanitized, sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { useServer } from './lib/server.mjs';

const merged = { plugins: { ...outbox.plugins, ...unlimited.plugins } };

describe('what tells accounts apart', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started), { config: merged });

	/** The server's processor time for `count` of each request, asked in turn, in ms for one. What else the machine does is not in it. */
	async function costs(count, asks) {
		const ticks = asks.map(() => 0);
		for (let i = 0; i < count; i++) {
			for (const [number, ask] of asks.entries()) {
				const before = server.ticks();
				await ask(i);
				ticks[number] += server.ticks() - before;
			}
		}
		return ticks.map(all => (all * 10) / count);
	}

	it('is neither the answer to a sign-in', async () => {
		const answers = [];
		for (const identifier of ['user1', 'user5', 'nobody', 'nobody@example.com']) answers.push(await signIn(client, identifier, 'wrong'));
		assert.deepEqual(new Set(answers.map(({ text }) => text)).size, 1);
		assertError(answers[0], 400, 'ValidationError', /^Invalid identifier or password$/);
	});

	it('nor its time', { skip: sanitized }, async () => {
		const [known, unknown] = await costs(15, [() => signIn(client, 'user1', 'wrong'), i => signIn(client, `nobody${i}`, 'wrong')]);
		assert.ok(known > 10 && unknown > known * 0.6 && unknown < known * 1.66, `known ${known} ms, unknown ${unknown} ms`);
	});

	it('nor that of asking for a reset', { skip: sanitized }, async () => {
		const ask = email => async () => {
			await post(client, 'forgot-password', { email });
			await sleep(20);
		};
		const [known, unknown] = await costs(25, [ask('user1@example.com'), ask('nobody@example.com')]);
		assert.ok(Math.abs(known - unknown) < 10, `known ${known} ms, unknown ${unknown} ms`);
	});
});

describe('passwords', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started), { config: unlimited });

	it('of content are hashed as those of users', async () => {
		const jwt = await jwtOf(client, 'user1', 'Passw0rd1');
		const data = { requiredText: 'x', password: 'secret9x' };
		const answer = await client.request('POST', '/api/kitchen-sinks', { body: { data }, headers: bearer(jwt) });
		assert.equal(answer.status, 200, answer.text);
		const [{ password }] = sqlite(databaseOf(server), `select password from kitchen_sinks where id = ${answer.json.data.id}`);
		assert.match(password, /^\$2b\$10\$.{53}$/);
		const bad = await client.request('PUT', `/api/kitchen-sinks/${answer.json.data.id}`, {
			body: { data: { password: 'a\0secret' } },
			headers: bearer(jwt),
		});
		assertError(bad, 400, 'ValidationError', /NUL/);
	});

	it('do not end at a NUL', async () => {
		const user = { username: 'nul', email: 'nul@example.com', password: 'secret\0more' };
		assertError(await post(client, 'local/register', user), 400, 'ValidationError', /NUL/);
		assert.equal((await post(client, 'local/register', { ...user, password: 'secret' })).status, 200);
		assertError(await signIn(client, 'nul', 'secret\0more'), 400, 'ValidationError');
	});

	it('keep nobody waiting who writes something else', { skip: sanitized }, async () => {
		const jwt = await jwtOf(client, 'user1', 'Passw0rd1');
		const many = new Client(server.base, { connections: 17 });
		const write = name => many.request('POST', '/api/categories', { body: { data: { name } }, headers: bearer(jwt) });
		await write('warm');
		let waiting = 16;
		const passwords = Array.from({ length: 16 }, (_, i) => {
			const data = { requiredText: `x${i}`, uniq: `pw${i}`, password: 'secret9x' };
			return many.request('POST', '/api/kitchen-sinks', { body: { data }, headers: bearer(jwt) }).finally(() => waiting--);
		});
		await sleep(20);
		assert.equal((await write('quick')).status, 200);
		const left = waiting;
		const statuses = (await Promise.all(passwords)).map(({ status }) => status);
		many.close();
		assert.deepEqual(new Set(statuses), new Set([200]));
		assert.ok(left > 0, 'it waited for all of the passwords');
	});
});

describe('the log', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started), { config: merged, args: ['--log-requests'] });

	it('has no secret, of what came or of what was answered', async () => {
		const secrets = ['Passw0rd1', 'hunter2hunter2', 'wrongwrong', 'newsecret1', 'codecodecode', 'f'.repeat(64)];
		const jwt = await jwtOf(client, 'user1', 'Passw0rd1');
		secrets.push(jwt.split('.')[2]);
		await signIn(client, 'user1', 'wrongwrong');
		await post(client, 'local/register', { username: 'logged', email: 'logged@example.com', password: 'hunter2hunter2' });
		await post(client, 'local/register', '{"username":"broken","password":"hunter2hunter2"');
		await post(client, 'forgot-password', { email: 'user2@example.com' });
		const mail = await mailTo(server, 'user2@example.com');
		secrets.push(codeIn(mail), hashOf(codeIn(mail)));
		await post(client, 'reset-password', { code: 'codecodecode', password: 'newsecret1', passwordConfirmation: 'newsecret1' });
		await client.get('/api/auth/email-confirmation?confirmation=codecodecode');
		await client.get('/api/auth/email-confirmation?confirmation[codecodecode]=x');
		await client.request('PUT', '/api/users/2', { body: { password: 'newsecret1' }, headers: full });
		await client.get('/api/users/me', bearer(`${jwt}x`));
		await sleep(100);
		const log = server.stdout + server.stderr;
		assert.match(log, /POST \/api\/auth\/local/);
		for (const secret of secrets) assert.equal(log.includes(secret), false, `the log has ${secret}`);
	});
});
