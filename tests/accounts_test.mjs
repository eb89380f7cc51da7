// Accounts: passwords, codes, mails, limits, and what ends a token. What the reference answers is replayed in
// reference_test.mjs; here is what it does not show, or does worse.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { changeSetting, codeIn, databaseOf, mailTo, outbox, readOutbox, unlimited } from './lib/accounts.mjs';
import { assertError, sanitized, sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { sqlite } from './lib/schema.mjs';
import { runCommand, startServer, useServer } from './lib/server.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const bearer = (jwt) => ({ Authorization: `Bearer ${jwt}` });
const merged = { plugins: { ...outbox.plugins, ...unlimited.plugins } };
const post = (client, where, body, headers = {}) => client.request('POST', `/api/auth/${where}`, { body, headers });
const signIn = (client, identifier, password) => post(client, 'local', { identifier, password });

async function jwtOf(client, identifier, password) {
	const answer = await signIn(client, identifier, password);
	assert.equal(answer.status, 200, answer.text);
	return answer.json.jwt;
}

let made = 0;
/** A new user with a password of its own. */
async function makeUser(client) {
	const name = `person${++made}`;
	const user = { username: name, email: `${name}@example.com`, password: 'secret123' };
	const { status, json, text } = await post(client, 'local/register', user);
	assert.equal(status, 200, text);
	return { ...user, id: json.user.id, jwt: json.jwt };
}

const isGood = async (client, jwt) => (await client.get('/api/users/me', bearer(jwt))).status === 200;
const row = (server, id) => sqlite(databaseOf(server), `select * from up_users where id = ${id}`)[0];
const hashOf = (code) => createHash('sha256').update(`lectern code \0${code}`).digest('hex');

describe('tokens', () => {
	let server;
	let client;
	useServer((started) => ({ server, client } = started), { config: unlimited });

	it('say who, since when and until when, as the reference has them', async () => {
		const jwt = await jwtOf(client, 'user1', 'Passw0rd1');
		const [header, payload] = jwt.split('.').slice(0, 2).map((part) => JSON.parse(Buffer.from(part, 'base64url')));
		assert.deepEqual(header, { alg: 'HS256', typ: 'JWT' });
		assert.deepEqual(Object.keys(payload), ['id', 'iat', 'exp']);
		assert.equal(payload.id, 1);
		assert.equal(payload.exp - payload.iat, 30 * 24 * 3600);
		assert.ok(Math.abs(payload.iat - now()) <= 1);
		assert.equal(jwt, makeToken(payload));
	});

	it('end when the password is changed; the one in the answer is good from the start', async () => {
		const user = await makeUser(client);
		let { jwt } = user;
		// Several times within a second: each answer's token must outlive the tokens before it.
		for (const [currentPassword, password] of [['secret123', 'secret456'], ['secret456', 'secret789'], ['secret789', 'secret000']]) {
			const answer = await post(client, 'change-password', { currentPassword, password, passwordConfirmation: password }, bearer(jwt));
			assert.equal(answer.status, 200, answer.text);
			assert.equal(await isGood(client, answer.json.jwt), true);
			assertError(await client.get('/api/users/me', bearer(jwt)), 401, 'UnauthorizedError');
			jwt = answer.json.jwt;
		}
		assert.equal(await isGood(client, await jwtOf(client, user.username, 'secret000')), true);
		assert.equal(await isGood(client, jwt), true);
		assertError(await signIn(client, user.username, 'secret123'), 400, 'ValidationError', /^Invalid identifier or password$/);
	});

	it('end when somebody else sets the password', async () => {
		const user = await makeUser(client);
		const { status } = await client.request('PUT', `/api/users/${user.id}`, { body: { password: 'another1' }, headers: full });
		assert.equal(status, 200);
		assert.equal(await isGood(client, user.jwt), false);
		assert.equal(await isGood(client, await jwtOf(client, user.username, 'another1')), true);
	});

	it('go on when something else about the user is changed', async () => {
		const user = await makeUser(client);
		await client.request('PUT', `/api/users/${user.id}`, { body: { username: `${user.username}x`, blocked: false }, headers: full });
		assert.equal(await isGood(client, user.jwt), true);
	});

	it('end when the user is blocked, and do not come back', async () => {
		const user = await makeUser(client);
		await client.request('PUT', `/api/users/${user.id}`, { body: { blocked: true }, headers: full });
		assert.equal(await isGood(client, user.jwt), false);
		assertError(await signIn(client, user.username, 'secret123'), 400, 'ApplicationError', /blocked/);
		await client.request('PUT', `/api/users/${user.id}`, { body: { blocked: false }, headers: full });
		assert.equal(await isGood(client, user.jwt), false);
		assert.equal(await isGood(client, await jwtOf(client, user.username, 'secret123')), true);
	});

	it('end when the user is deleted, also for who gets the id again', async () => {
		const user = await makeUser(client);
		assert.equal((await client.request('DELETE', `/api/users/${user.id}`, { headers: full })).status, 200);
		assert.equal(await isGood(client, user.jwt), false);
		const columns = 'username, email, provider, confirmed, blocked';
		sqlite(databaseOf(server), `insert into up_users (id, ${columns}) select ${user.id}, 'heir', 'heir@example.com', provider, confirmed, blocked from up_users where id = 1;
			insert into up_users_role_links (user_id, role_id) values (${user.id}, 1)`);
		assert.equal(await isGood(client, user.jwt), false);
		assert.equal(await isGood(client, makeToken({ id: user.id, iat: now() + 2, exp: now() + 60 })), true);
	});

	it('end when the operator sets the password or blocks the user', async () => {
		for (const args of [['set-password', '--generate-password'], ['block']]) {
			const user = await makeUser(client);
			const { code, stderr } = await runCommand(['user', args[0], user.username, ...args.slice(1), '--project', server.folder], { cwd: server.folder });
			assert.equal(code, 0, stderr);
			assert.equal(await isGood(client, user.jwt), false, args[0]);
		}
	});

	it('end within a second on another server of the same database', async () => {
		const other = await startServer({ folder: server.folder });
		const there = new Client(other.base);
		const user = await makeUser(client);
		assert.equal(await isGood(there, user.jwt), true);
		const answer = await post(client, 'change-password', { currentPassword: 'secret123', password: 'secret456', passwordConfirmation: 'secret456' }, bearer(user.jwt));
		await sleep(1000);
		assert.equal(await isGood(there, user.jwt), false);
		assert.equal(await isGood(there, answer.json.jwt), true);
		there.close();
		await other.stop();
	});

	it('without a time of issue end too', async () => {
		const user = await makeUser(client);
		const token = makeToken({ id: user.id, exp: now() + 60 });
		assert.equal(await isGood(client, token), true);
		await post(client, 'change-password', { currentPassword: 'secret123', password: 'secret456', passwordConfirmation: 'secret456' }, bearer(user.jwt));
		assert.equal(await isGood(client, token), false);
	});
});

describe('forms', () => {
	let client;
	useServer((started) => ({ client } = started));
	const send = (where, body) => client.request('POST', where, { body, headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8', ...full } });

	it('are read as JSON is', async () => {
		const answer = await send('/api/auth/local', 'identifier=user1%40example.com&password=Passw0rd1');
		assert.equal(answer.status, 200, answer.text);
		assertError(await send('/api/auth/local', 'identifier[]=user1&password'), 400, 'ValidationError', /^2 errors occurred$/);
		const made = await send('/api/categories', 'data[name]=of+a+form&data[code]=F1');
		assert.equal(made.json.data.attributes.name, 'of a form');
		assertError(await send('/api/categories', 'name=x'), 400, 'ValidationError', /Missing "data" payload/);
		assertError(await send('/api/auth/local', 'identifier=%ZZ'), 400, 'ValidationError');
	});
});

describe('tokens of another lifetime', () => {
	let client;
	useServer((started) => ({ client } = started), { config: { plugins: { 'users-permissions': { config: { jwt: { expiresIn: '2h' } } } } } });

	it('last as long as jwt.expiresIn says', async () => {
		const payload = JSON.parse(Buffer.from((await jwtOf(client, 'user1', 'Passw0rd1')).split('.')[1], 'base64url'));
		assert.equal(payload.exp - payload.iat, 7200);
	});
});

describe('a password that is forgotten', () => {
	let server;
	let client;
	useServer((started) => {
		({ server, client } = started);
		changeSetting(server, 'advanced', (settings) => (settings.email_reset_password = 'https://shop.example/reset'));
	}, { config: merged });

	const forget = async (user) => {
		const before = readOutbox(server).filter((mail) => mail.to === user.email).length;
		const answer = await post(client, 'forgot-password', { email: user.email });
		assert.deepEqual([answer.status, answer.json], [200, { ok: true }]);
		return mailTo(server, user.email, before + 1);
	};
	const reset = (code, password = 'brandnew1') => post(client, 'reset-password', { code, password, passwordConfirmation: password });

	it('is reset with the code of a mail, which ends the tokens there were', async () => {
		const user = await makeUser(client);
		const mail = await forget(user);
		assert.equal(mail.subject, 'Reset password');
		assert.equal(mail.from, 'Administration Panel <no-reply@strapi.io>');
		assert.match(mail.text, /https:\/\/shop\.example\/reset\?code=[0-9a-f]{128}/);
		const answer = await reset(codeIn(mail));
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.json.user.username, user.username);
		assert.deepEqual(Object.keys(answer.json).sort(), ['jwt', 'user']);
		assert.equal(await isGood(client, answer.json.jwt), true);
		assert.equal(await isGood(client, user.jwt), false);
		assert.equal(await isGood(client, await jwtOf(client, user.email, 'brandnew1')), true);
	});

	it('is kept as a hash in the column of the reference, which is no code itself', async () => {
		const user = await makeUser(client);
		const code = codeIn(await forget(user));
		const kept = row(server, user.id).reset_password_token;
		assert.equal(kept, hashOf(code));
		assertError(await reset(kept), 400, 'ValidationError', /^Incorrect code provided$/);
		assert.equal((await reset(code)).status, 200);
	});

	it('is reset once with one code', async () => {
		const user = await makeUser(client);
		const code = codeIn(await forget(user));
		assert.equal((await reset(code)).status, 200);
		assertError(await reset(code), 400, 'ValidationError', /^Incorrect code provided$/);
		assert.equal(row(server, user.id).reset_password_token, null);
	});

	it('is reset once when many come with the code at once', async () => {
		const user = await makeUser(client);
		const code = codeIn(await forget(user));
		const many = new Client(server.base, { connections: 8 });
		const ask = (i) => many.request('POST', '/api/auth/reset-password', { body: { code, password: `brandnew${i}`, passwordConfirmation: `brandnew${i}` } });
		const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => ask(i)));
		many.close();
		const right = answers.findIndex(({ status }) => status === 200);
		assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400, 400, 400, 400]);
		assert.equal((await signIn(client, user.username, `brandnew${right}`)).status, 200);
	});

	it('is not reset with a code that is over, or changed', async () => {
		const user = await makeUser(client);
		const code = codeIn(await forget(user));
		const until = Number.parseInt(code.slice(0, 10), 16);
		assert.ok(Math.abs(until - now() - 3600) <= 2);
		// The time stands in the code: the same with an earlier one, of which the database even has the hash.
		const old = (now() - 1).toString(16).padStart(10, '0') + code.slice(10);
		sqlite(databaseOf(server), `update up_users set reset_password_token = '${hashOf(old)}' where id = ${user.id}`);
		assertError(await reset(old), 400, 'ValidationError', /^Incorrect code provided$/);
		sqlite(databaseOf(server), `update up_users set reset_password_token = '${hashOf(code)}' where id = ${user.id}`);
		const later = (until + 100000).toString(16).padStart(10, '0') + code.slice(10);
		assertError(await reset(later), 400, 'ValidationError', /^Incorrect code provided$/);
		assertError(await reset(code.toUpperCase()), 400, 'ValidationError', /^Incorrect code provided$/);
		assert.equal((await reset(code)).status, 200);
	});

	it('may be tried again with another new password when one is refused', async () => {
		const user = await makeUser(client);
		const code = codeIn(await forget(user));
		assertError(await reset(code, 'short'), 400, 'ValidationError', /^password must be at least 6 characters$/);
		assert.equal((await reset(code)).status, 200);
	});

	it('a code does not outlive a change of the password', async () => {
		const user = await makeUser(client);
		const code = codeIn(await forget(user));
		await post(client, 'change-password', { currentPassword: 'secret123', password: 'secret456', passwordConfirmation: 'secret456' }, bearer(user.jwt));
		assertError(await reset(code), 400, 'ValidationError', /^Incorrect code provided$/);
	});

	it('answers alike, and sends nothing, where there is no account or it is blocked', async () => {
		const known = await post(client, 'forgot-password', { email: 'user1@example.com' });
		await mailTo(server, 'user1@example.com');
		const count = readOutbox(server).length;
		for (const email of ['nobody@example.com', 'user5@example.com']) {
			const answer = await post(client, 'forgot-password', { email });
			assert.deepEqual([answer.status, answer.text], [known.status, known.text]);
		}
		await sleep(300);
		assert.equal(readOutbox(server).length, count);
	});
});

describe('an address that has to be confirmed', () => {
	let server;
	let client;
	useServer((started) => {
		({ server, client } = started);
		changeSetting(server, 'advanced', (settings) => {
			settings.email_confirmation = true;
			settings.email_confirmation_redirection = 'https://shop.example/welcome';
		});
	}, { config: merged });

	const newcomer = async () => {
		const name = `newcomer${++made}`;
		const user = { username: name, email: `${name}@example.com`, password: 'secret123' };
		return { user, answer: await post(client, 'local/register', user) };
	};

	it('is confirmed by the link of a mail', async () => {
		const { user, answer } = await newcomer();
		assert.equal(answer.status, 200, answer.text);
		assert.deepEqual(Object.keys(answer.json), ['user']);
		assert.equal(answer.json.user.confirmed, false);
		assertError(await signIn(client, user.username, user.password), 400, 'ApplicationError', /^Your account email is not confirmed$/);
		const mail = await mailTo(server, user.email);
		const link = /http:\/\/[^\s<]+/.exec(mail.text)[0];
		assert.match(link, new RegExp(`^${server.base}/api/auth/email-confirmation\\?confirmation=[0-9a-f]{40}$`));
		const { id, confirmation_token: kept } = row(server, answer.json.user.id);
		assert.equal(kept, hashOf(codeIn(mail)));
		const confirmed = await client.get(link.slice(server.base.length));
		assert.equal(confirmed.status, 302);
		assert.equal(confirmed.headers.location, 'https://shop.example/welcome');
		assert.equal((await signIn(client, user.username, user.password)).status, 200);
		assert.equal(row(server, id).confirmation_token, null);
		assertError(await client.get(link.slice(server.base.length)), 400, 'ValidationError', /^Invalid token$/);
	});

	it('gets another mail on demand, and nobody learns whether there was one to get', async () => {
		const { user } = await newcomer();
		const first = codeIn(await mailTo(server, user.email));
		const answer = await post(client, 'send-email-confirmation', { email: user.email.toUpperCase() });
		assert.deepEqual([answer.status, answer.json], [200, { email: user.email.toUpperCase(), sent: true }]);
		const second = codeIn(await mailTo(server, user.email, 2));
		assertError(await client.get(`/api/auth/email-confirmation?confirmation=${first}`), 400, 'ValidationError', /^Invalid token$/);
		assert.equal((await client.get(`/api/auth/email-confirmation?confirmation=${second}`)).status, 302);
		const count = readOutbox(server).length;
		for (const email of ['nobody@example.com', 'user1@example.com', 'user5@example.com', user.email])
			assert.deepEqual((await post(client, 'send-email-confirmation', { email })).json, { email, sent: true });
		await sleep(300);
		assert.equal(readOutbox(server).length, count);
	});

	it('is not confirmed by a code that is over', async () => {
		const { user, answer } = await newcomer();
		const code = codeIn(await mailTo(server, user.email));
		const old = (now() - 1).toString(16).padStart(10, '0') + code.slice(10);
		sqlite(databaseOf(server), `update up_users set confirmation_token = '${hashOf(old)}' where id = ${answer.json.user.id}`);
		assertError(await client.get(`/api/auth/email-confirmation?confirmation=${old}`), 400, 'ValidationError', /^Invalid token$/);
	});

	it('ends the tokens of who is not confirmed any more', async () => {
		const jwt = await jwtOf(client, 'user2', 'Passw0rd2');
		await client.request('PUT', '/api/users/2', { body: { confirmed: false }, headers: full });
		assert.equal(await isGood(client, jwt), false);
	});
});

describe('settings', () => {
	let server;
	let client;
	useServer((started) => ({ server, client } = started), { config: { plugins: { 'users-permissions': { config: { ratelimit: { max: 1000 }, register: { allowedFields: [] } } } } } });
	const register = (name) => post(client, 'local/register', { username: name, email: `${name}@example.com`, password: 'secret123' });

	it('close registration', async () => {
		changeSetting(server, 'advanced', (settings) => (settings.allow_register = false));
		assertError(await register('late'), 400, 'ApplicationError', /^Register action is currently disabled$/);
		changeSetting(server, 'advanced', (settings) => (settings.allow_register = true));
		assert.equal((await register('late')).status, 200);
	});

	it('name the role of new users', async () => {
		changeSetting(server, 'advanced', (settings) => (settings.default_role = 'nope'));
		assertError(await register('roleless'), 400, 'ApplicationError', /^Impossible to find the default role$/);
		changeSetting(server, 'advanced', (settings) => (settings.default_role = 'public'));
		const { json } = await register('guest');
		const user = await client.get(`/api/users/${json.user.id}?populate=role`, full);
		assert.equal(user.json.role.type, 'public');
		changeSetting(server, 'advanced', (settings) => (settings.default_role = 'authenticated'));
	});

	it('let an address have an account with each provider', async () => {
		sqlite(databaseOf(server), "update up_users set provider = 'github' where id = 3");
		const again = { username: 'again', email: 'user3@example.com', password: 'secret123' };
		assertError(await post(client, 'local/register', again), 400, 'ApplicationError', /already taken/);
		changeSetting(server, 'advanced', (settings) => (settings.unique_email = false));
		assert.equal((await post(client, 'local/register', again)).status, 200);
		assertError(await post(client, 'local/register', { ...again, username: 'oncemore' }), 400, 'ApplicationError', /already taken/);
		assert.equal((await signIn(client, 'user3@example.com', 'secret123')).status, 200);
	});

	it('close signing in with passwords', async () => {
		changeSetting(server, 'grant', (settings) => (settings.email.enabled = false));
		assertError(await signIn(client, 'user1', 'Passw0rd1'), 400, 'ApplicationError', /^This provider is disabled$/);
	});
});

describe('limits', () => {
	let server;
	let client;
	useServer((started) => ({ server, client } = started), { config: { ...outbox, server: { proxy: true } } });
	const from = (address) => ({ 'X-Forwarded-For': address });
	const tooMany = (answer) => {
		assertError(answer, 429, 'RateLimitError', /^Too many requests, please try again later\.$/);
		const seconds = Number(answer.headers['retry-after']);
		assert.ok(seconds >= 1 && seconds <= 60, `Retry-After: ${answer.headers['retry-after']}`);
	};
	const tryAll = async (count, ask) => {
		const statuses = [];
		for (let i = 0; i < count; i++) statuses.push((await ask(i)).status);
		return statuses.filter((status) => status !== 429).length;
	};

	it('let ten sign-ins a minute try one account, from wherever they come and whatever is sent beside', async () => {
		const guess = (i, more = {}) => post(client, 'local', { identifier: 'user2', password: `guess${i}`, ...more }, from(`10.0.0.${i}`));
		assert.equal(await tryAll(15, (i) => guess(i, { email: `dodge${i}@example.com`, provider: `p${i}` })), 10);
		tooMany(await guess(99));
		const { headers } = await post(client, 'local', { identifier: 'user1', password: 'x' }, from('10.0.1.9'));
		assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['10', '9']);
		assert.ok(Math.abs(Number(headers['x-ratelimit-reset']) - now() - 60) <= 2);
		// Its other names are the same account.
		for (const identifier of ['user2@example.com', 'USER2@EXAMPLE.COM'])
			tooMany(await post(client, 'local', { identifier, password: 'Passw0rd2' }, from('10.0.1.1')));
		// Other accounts are not concerned.
		assert.equal((await post(client, 'local', { identifier: 'user1', password: 'Passw0rd1' }, from('10.0.1.1'))).status, 200);
	});

	it('count for accounts that do not exist as for others', async () => {
		assert.equal(await tryAll(15, (i) => post(client, 'local', { identifier: i % 2 ? 'Nobody' : 'nobody', password: 'x' }, from(`10.0.2.${i}`))), 10);
	});

	it('are the same for every spelling of the path (CVE-2023-38507)', async () => {
		const paths = ['/api/auth/local', '/api/AUTH/local', '/api/auth/LOCAL/', '/api/auth/local?x=1', '/api/auth/loc%61l'];
		const guess = (i) => client.request('POST', paths[i % paths.length], { body: { identifier: 'user3', password: 'x' }, headers: from(`10.0.3.${i}`) });
		assert.equal(await tryAll(20, guess), 10);
	});

	it('can not be dodged through the address in the body (CVE-2025-64526)', async () => {
		const body = (i) => ({ code: 'x'.repeat(i + 1), password: 'secret123', passwordConfirmation: 'secret123' });
		const plain = await tryAll(120, (i) => post(client, 'reset-password', { ...body(i), email: `dodge${i}@example.com` }, from('10.0.4.1')));
		assert.equal(plain, 100);
		tooMany(await post(client, 'reset-password', body(1), from('10.0.4.1')));
		assert.equal((await post(client, 'reset-password', body(1), from('10.0.4.2'))).status, 400);
	});

	it('let an address try a hundred accounts a minute, and a whole network of IPv6 is one address', async () => {
		const guess = (i, address) => post(client, 'local', { identifier: `somebody${i}`, password: '' }, from(address));
		assert.equal(await tryAll(105, (i) => guess(i, `2001:db8:1:2::${i + 1}`)), 100);
		tooMany(await guess(0, '2001:db8:1:2:ffff::1'));
		assert.equal((await guess(0, '2001:db8:1:3::1')).status, 400);
	});

	it('let ten mails a minute go to one address', async () => {
		assert.equal(await tryAll(15, (i) => post(client, 'forgot-password', { email: i % 2 ? 'user4@example.com' : 'USER4@example.com' }, from(`10.0.5.${i}`))), 10);
		assert.equal(await tryAll(15, (i) => post(client, 'send-email-confirmation', { email: 'user4@example.com' }, from(`10.0.6.${i}`))), 10);
	});

	it('hold for registering, too', async () => {
		assert.equal(await tryAll(15, (i) => post(client, 'local/register', { username: `many${i}`, email: 'many@example.com', password: 'secret123' }, from(`10.0.7.${i}`))), 10);
	});

	it('hold for guessing the password of whom one has a token of', async () => {
		const jwt = await jwtOf(client, 'user4', 'Passw0rd4');
		const guess = (i) => post(client, 'change-password', { currentPassword: `guess${i}`, password: 'secret123', passwordConfirmation: 'secret123' }, { ...bearer(jwt), ...from(`10.0.8.${i}`) });
		assert.equal(await tryAll(15, guess), 10);
	});

	it('take a bounded amount of memory', { skip: sanitized }, async () => {
		const many = new Client(server.base, { connections: 16 });
		const burst = (from0, count) => Promise.all(Array.from({ length: count }, (_, i) => many.request('POST', '/api/auth/local', { body: { identifier: `x${from0 + i}`, password: '' }, headers: from(`11.${(from0 + i) >> 16}.${((from0 + i) >> 8) & 255}.${(from0 + i) & 255}`) })));
		await burst(0, 2000);
		const before = server.memory();
		for (let i = 1; i < 10; i++) await burst(i * 2000, 2000);
		many.close();
		assert.ok(server.memory() - before < 3000, `${before} KiB, then ${server.memory()} KiB`);
	});
});

describe('limits as they are set', () => {
	let client;
	useServer((started) => ({ client } = started), { config: { plugins: { 'users-permissions': { config: { ratelimit: { interval: { sec: 2 }, max: 3 } } } } } });

	it('count, and are over after their interval', async () => {
		const ask = () => signIn(client, 'user1', 'Passw0rd1');
		for (let i = 0; i < 3; i++) assert.equal((await ask()).status, 200);
		const refused = await ask();
		assert.equal(refused.status, 429);
		assert.ok(Number(refused.headers['retry-after']) <= 2);
		await sleep(2100);
		assert.equal((await ask()).status, 200);
	});

	it('do not believe who says to be somebody else', async () => {
		let refused = 0;
		for (let i = 0; i < 40; i++)
			refused += (await post(client, 'local', { identifier: `x${i}`, password: '' }, { 'X-Forwarded-For': `10.0.0.${i}` })).status === 429;
		assert.ok(refused >= 5, `${refused} refused`);
	});
});

describe('limits that are switched off', () => {
	let client;
	useServer((started) => ({ client } = started), { config: { plugins: { 'users-permissions': { config: { ratelimit: { enabled: false } } } } } });

	it('are none', async () => {
		for (let i = 0; i < 25; i++) assert.equal((await signIn(client, 'user1', 'bad')).status, 400);
	});
});

describe('what tells accounts apart', () => {
	let client;
	useServer((started) => ({ client } = started), { config: merged });

	const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
	/** Medians of the times that each request takes, asked in turn. */
	async function times(count, asks) {
		const taken = asks.map(() => []);
		for (let i = 0; i < count; i++) {
			for (const [number, ask] of asks.entries()) {
				const began = process.hrtime.bigint();
				await ask(i);
				taken[number].push(Number(process.hrtime.bigint() - began) / 1e6);
			}
		}
		return taken.map(median);
	}

	it('is neither the answer to a sign-in', async () => {
		const answers = [];
		for (const identifier of ['user1', 'user5', 'nobody', 'nobody@example.com']) answers.push(await signIn(client, identifier, 'wrong'));
		assert.deepEqual(new Set(answers.map(({ text }) => text)).size, 1);
		assertError(answers[0], 400, 'ValidationError', /^Invalid identifier or password$/);
	});

	it('nor its time', { skip: sanitized }, async () => {
		const [known, unknown] = await times(15, [() => signIn(client, 'user1', 'wrong'), (i) => signIn(client, `nobody${i}`, 'wrong')]);
		assert.ok(known > 10 && unknown > known * 0.75 && unknown < known * 1.33, `known ${known} ms, unknown ${unknown} ms`);
	});

	it('nor that of asking for a reset', { skip: sanitized }, async () => {
		const ask = (email) => async () => {
			await post(client, 'forgot-password', { email });
			await sleep(20);
		};
		const [known, unknown] = await times(25, [ask('user1@example.com'), ask('nobody@example.com')]);
		assert.ok(Math.abs(known - unknown) < 5, `known ${known} ms, unknown ${unknown} ms`);
	});
});

describe('passwords', () => {
	let server;
	let client;
	useServer((started) => ({ server, client } = started), { config: unlimited });

	it('of content are hashed as those of users', async () => {
		const jwt = await jwtOf(client, 'user1', 'Passw0rd1');
		const data = { requiredText: 'x', password: 'secret9x' };
		const answer = await client.request('POST', '/api/kitchen-sinks', { body: { data }, headers: bearer(jwt) });
		assert.equal(answer.status, 200, answer.text);
		const [{ password }] = sqlite(databaseOf(server), `select password from kitchen_sinks where id = ${answer.json.data.id}`);
		assert.match(password, /^\$2b\$10\$.{53}$/);
		const bad = await client.request('PUT', `/api/kitchen-sinks/${answer.json.data.id}`, { body: { data: { password: 'a\0secret' } }, headers: bearer(jwt) });
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
		const write = (name) => many.request('POST', '/api/categories', { body: { data: { name } }, headers: bearer(jwt) });
		await write('warm');
		const passwords = Array.from({ length: 16 }, (_, i) => many.request('POST', '/api/kitchen-sinks', { body: { data: { requiredText: `x${i}`, uniq: `pw${i}`, password: 'secret9x' } }, headers: bearer(jwt) }));
		await sleep(20);
		const began = Date.now();
		assert.equal((await write('quick')).status, 200);
		const took = Date.now() - began;
		const statuses = (await Promise.all(passwords)).map(({ status }) => status);
		const all = Date.now() - began;
		many.close();
		assert.deepEqual(new Set(statuses), new Set([200]));
		assert.ok(took < all / 3, `${took} ms while the passwords took ${all} ms`);
	});
});

describe('the log', () => {
	let server;
	let client;
	useServer((started) => ({ server, client } = started), { config: merged, args: ['--log-requests'] });

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

describe('uploaded files', () => {
	let server;
	let client;
	useServer((started) => ({ server, client } = started));

	const uploads = () => path.join(server.folder, 'public/uploads');
	const place = (name) => writeFileSync(path.join(uploads(), name), 'x');

	it('are deleted with their formats, and nothing else is', async () => {
		mkdirSync(uploads(), { recursive: true });
		for (const name of ['pic1.jpg', 'thumbnail_pic1.jpg', 'small_pic1.jpg', 'pic2.jpg']) place(name);
		const answer = await client.request('DELETE', '/api/upload/files/1', { headers: full });
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.json.name, 'pic1.jpg');
		assert.deepEqual(['pic1.jpg', 'thumbnail_pic1.jpg', 'small_pic1.jpg', 'pic2.jpg'].map((name) => existsSync(path.join(uploads(), name))), [false, false, false, true]);
		assert.deepEqual(sqlite(databaseOf(server), 'select * from files_related_morphs where file_id = 1'), []);
	});

	it('are looked for nowhere else', async () => {
		const outside = ['../../outside.jpg', 'deep/er.jpg', '..', '', '.hidden'];
		mkdirSync(path.join(uploads(), 'deep'), { recursive: true });
		writeFileSync(path.join(server.folder, 'outside.jpg'), 'x');
		for (const name of ['deep/er.jpg', '.hidden']) place(name);
		for (const [index, name] of outside.entries()) {
			sqlite(databaseOf(server), `update files set url = '/uploads/${name}', formats = '{"thumbnail":{"url":"/uploads/${name}"},"odd":5,"odder":{"url":{}}}' where id = ${index + 2}`);
			assert.equal((await client.request('DELETE', `/api/upload/files/${index + 2}`, { headers: full })).status, 200);
		}
		for (const file of [path.join(server.folder, 'outside.jpg'), path.join(uploads(), 'deep/er.jpg'), path.join(uploads(), '.hidden'), databaseOf(server)]) assert.ok(existsSync(file), file);
	});

	it('of other providers are left to them, and links are not followed', async () => {
		place('pic8.jpg');
		sqlite(databaseOf(server), "update files set provider = 'aws-s3' where id = 8");
		await client.request('DELETE', '/api/upload/files/8', { headers: full });
		assert.ok(existsSync(path.join(uploads(), 'pic8.jpg')));
		const target = path.join(server.folder, 'target.jpg');
		writeFileSync(target, 'x');
		symlinkSync(target, path.join(uploads(), 'pic9.jpg'));
		await client.request('DELETE', '/api/upload/files/9', { headers: full });
		assert.ok(existsSync(target));
		assert.equal(existsSync(path.join(uploads(), 'pic9.jpg')), false);
	});
});

describe('advisories against the reference', () => {
	let server;
	let client;
	useServer((started) => ({ server, client } = started), { config: merged });

	it('CVE-2019-18818: no object is taken for a code', async () => {
		for (const code of [{}, [], { $ne: null }, { $notNull: true }, true, 0, null, [null]])
			assertError(await post(client, 'reset-password', { code, password: 'secret123', passwordConfirmation: 'secret123' }), 400, 'ValidationError');
		for (const query of ['confirmation[$notNull]=true', 'confirmation[]=', 'confirmation', 'confirmation[$ne]=x'])
			assertError(await client.get(`/api/auth/email-confirmation?${query}`), 400, 'ValidationError');
	});

	it('CVE-2023-22621: no template of a mail runs anything', async () => {
		const evil = '<%= process.exit() %><% process.exit() %>${process.exit()}<%- USER.email %><%= USER.constructor %><%= USER.password %><%= USER.resetPasswordToken %><%= __proto__ %>';
		changeSetting(server, 'email', (settings) => {
			settings.reset_password.options.object = `${evil}<%= TOKEN %>`;
			settings.reset_password.options.message = `${evil}[<%= USER.username %>][<%=URL%>]<%= TOKEN %>`;
		});
		changeSetting(server, 'advanced', (settings) => (settings.email_reset_password = 'https://x/?a=1&b=<%= TOKEN %>'));
		const user = { username: '<script>"&<%= TOKEN %>', email: 'evil@example.com', password: 'secret123' };
		assert.equal((await post(client, 'local/register', user)).status, 200);
		await post(client, 'forgot-password', { email: user.email });
		const mail = await mailTo(server, user.email);
		assert.equal(mail.subject, `${evil}<%= TOKEN %>`);
		const code = /[0-9a-f]{128}$/.exec(mail.text)[0];
		// What is put in is not looked at again, and is escaped where it is HTML.
		assert.equal(mail.text, `${evil}[${user.username}][https://x/?a=1&b=<%= TOKEN %>]${code}`);
		assert.equal(mail.html, `${evil}[&lt;script&gt;&quot;&amp;&lt;%= TOKEN %&gt;][https://x/?a=1&amp;b=&lt;%= TOKEN %&gt;]${code}`);
	});

	it('CVE-2023-39345: registering sets nothing but what everybody may set', async () => {
		const more = { id: 999, provider: 'github', confirmed: false, blocked: true, role: 2, confirmationToken: 'a'.repeat(40), resetPasswordToken: 'a'.repeat(128), createdAt: '2000-01-01T00:00:00.000Z', createdBy: 1, updatedBy: 1 };
		const answer = await post(client, 'local/register', { username: 'greedy', email: 'greedy@example.com', password: 'secret123', ...more });
		assert.equal(answer.status, 200, answer.text);
		const kept = row(server, answer.json.user.id);
		assert.notEqual(kept.id, 999);
		assert.deepEqual([kept.provider, kept.confirmed, kept.blocked, kept.confirmation_token, kept.reset_password_token, kept.created_by_id], ['local', 1, 0, null, null, null]);
		assert.ok(kept.created_at > 1.7e12);
		assert.deepEqual(sqlite(databaseOf(server), `select role_id from up_users_role_links where user_id = ${kept.id}`), [{ role_id: 1 }]);
	});

	it('no way sets a code that would be good', async () => {
		const code = 'ff'.repeat(64);
		const set = await client.request('PUT', '/api/users/3', { body: { resetPasswordToken: code, confirmationToken: code.slice(0, 40) }, headers: full });
		assert.equal(set.status, 200);
		assert.deepEqual([row(server, 3).reset_password_token, row(server, 3).confirmation_token], [null, null]);
		sqlite(databaseOf(server), `update up_users set reset_password_token = '${code}' where id = 3`);
		assertError(await post(client, 'reset-password', { code, password: 'secret123', passwordConfirmation: 'secret123' }), 400, 'ValidationError', /^Incorrect code provided$/);
	});

	it('CVE-2025-3930 and CVE-2026-22706: no token outlives the password, the account or its good standing', async () => {
		const user = await makeUser(client);
		const second = await jwtOf(client, user.username, user.password);
		const answer = await post(client, 'change-password', { currentPassword: 'secret123', password: 'secret456', passwordConfirmation: 'secret456' }, bearer(second));
		for (const jwt of [user.jwt, second]) assert.equal(await isGood(client, jwt), false);
		assert.equal(await isGood(client, answer.json.jwt), true);
		await client.request('DELETE', `/api/users/${user.id}`, { headers: full });
		assert.equal(await isGood(client, answer.json.jwt), false);
	});

	it('no answer has what is private, whatever is asked for', async () => {
		const jwt = await jwtOf(client, 'user1', 'Passw0rd1');
		const answers = [
			await post(client, 'local?populate=*&fields=password', { identifier: 'user1', password: 'Passw0rd1' }),
			await client.get('/api/users/me?populate=*', bearer(jwt)),
			await client.request('PUT', '/api/users/1?fields=password,resetPasswordToken', { body: { username: 'user1' }, headers: full }),
			await client.request('POST', '/api/users?fields=password', { body: { username: 'fresh', email: 'fresh@example.com', password: 'secret123', role: 1 }, headers: full }),
			await client.request('DELETE', '/api/users/4?fields=password', { headers: full }),
		];
		for (const { status, text } of answers) {
			assert.ok(status < 300, text);
			assert.doesNotMatch(text, /password|resetPasswordToken|confirmationToken|\$2[aby]\$/i);
		}
	});
});

describe('more than can be done', () => {
	let server;
	let client;
	useServer((started) => ({ server, client } = started), { config: unlimited });

	it('is refused, not piled up, and others are served', async () => {
		const many = new Client(server.base, { connections: 200 });
		const asks = Array.from({ length: 200 }, (_, i) => many.request('POST', '/api/auth/local', { body: { identifier: `nobody${i}`, password: 'x' } }));
		await sleep(200);
		assert.equal((await client.get('/api/categories/1')).status, 200);
		const answers = await Promise.all(asks);
		many.close();
		const refused = answers.filter(({ status }) => status === 503);
		assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([400, 503]));
		assert.ok(refused.length > 20 && refused.length <= 72, `${refused.length} refused`);
		for (const answer of refused) {
			assertError(answer, 503, 'ServiceUnavailableError');
			assert.ok(Number(answer.headers['retry-after']) >= 1);
		}
	});

	it('is refused of one change, too', async () => {
		const jwt = await jwtOf(client, 'user1', 'Passw0rd1');
		const answer = await client.request('PUT', '/api/kitchen-sinks/1', { body: { data: { password: ['x'] } }, headers: bearer(jwt) });
		assertError(answer, 400, 'ValidationError');
	});
});
