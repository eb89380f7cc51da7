// Accounts: tokens and what ends them, codes that are mailed, settings. What Strapi answers is replayed in
// reference_test.mjs; here is what it does not show, or does worse.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
	bearer,
	changeSetting,
	codeIn,
	databaseOf,
	full,
	hashOf,
	isGood,
	jwtOf,
	mailTo,
	makeUser,
	newName,
	outbox,
	post,
	readOutbox,
	rowOf,
	signIn,
	unlimited,
} from './lib/accounts.mjs';
import { assertError, sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { sqlite } from './lib/schema.mjs';
import { runCommand, startServer, useServer } from './lib/server.mjs';

const merged = { plugins: { ...outbox.plugins, ...unlimited.plugins } };

describe('tokens', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started), { config: unlimited });

	it('say who, since when and until when, as Strapi has them', async () => {
		const jwt = await jwtOf(client, 'user1', 'Passw0rd1');
		const [header, payload] = jwt
			.split('.')
			.slice(0, 2)
			.map(part => JSON.parse(Buffer.from(part, 'base64url')));
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
		for (const [currentPassword, password] of [
			['secret123', 'secret456'],
			['secret456', 'secret789'],
			['secret789', 'secret000'],
		]) {
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
		sqlite(
			databaseOf(server),
			`insert into up_users (id, ${columns}) select ${user.id}, 'heir', 'heir@example.com', provider, confirmed, blocked from up_users
				where id = 1;
			insert into up_users_role_links (user_id, role_id) values (${user.id}, 1)`,
		);
		assert.equal(await isGood(client, user.jwt), false);
		assert.equal(await isGood(client, makeToken({ id: user.id, iat: now() + 2, exp: now() + 60 })), true);
	});

	it('end when the operator sets the password or blocks the user', async () => {
		for (const args of [['set-password', '--generate-password'], ['block']]) {
			const user = await makeUser(client);
			const { code, stderr } = await runCommand(['user', args[0], user.username, ...args.slice(1), '--project', server.folder], {
				cwd: server.folder,
			});
			assert.equal(code, 0, stderr);
			assert.equal(await isGood(client, user.jwt), false, args[0]);
		}
	});

	it('end within a second on another server of the same database', async () => {
		const other = await startServer({ folder: server.folder });
		const there = new Client(other.base);
		const user = await makeUser(client);
		assert.equal(await isGood(there, user.jwt), true);
		const answer = await post(
			client,
			'change-password',
			{ currentPassword: 'secret123', password: 'secret456', passwordConfirmation: 'secret456' },
			bearer(user.jwt),
		);
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
		await post(
			client,
			'change-password',
			{ currentPassword: 'secret123', password: 'secret456', passwordConfirmation: 'secret456' },
			bearer(user.jwt),
		);
		assert.equal(await isGood(client, token), false);
	});
});

describe('forms', () => {
	let client;
	useServer(started => ({ client } = started));
	const send = (where, body) =>
		client.request('POST', where, { body, headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8', ...full } });

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
	useServer(started => ({ client } = started), { config: { plugins: { 'users-permissions': { config: { jwt: { expiresIn: '2h' } } } } } });

	it('last as long as jwt.expiresIn says', async () => {
		const payload = JSON.parse(Buffer.from((await jwtOf(client, 'user1', 'Passw0rd1')).split('.')[1], 'base64url'));
		assert.equal(payload.exp - payload.iat, 7200);
	});
});

describe('tokens of another form', () => {
	let client;
	const jwt = { algorithm: 'HS512', issuer: 'shop', audience: ['a', 'b'], subject: 'who', expiresIn: '1h' };
	useServer(started => ({ client } = started), { config: { plugins: { 'users-permissions': { config: { jwt } } } } });

	it('have the algorithm and the claims of the settings, and are taken', async () => {
		const token = await jwtOf(client, 'user1', 'Passw0rd1');
		const [header, { id, iat, exp, ...claims }] = token
			.split('.')
			.slice(0, 2)
			.map(part => JSON.parse(Buffer.from(part, 'base64url')));
		assert.deepEqual(header, { alg: 'HS512', typ: 'JWT' });
		assert.deepEqual([id, exp - iat, claims], [1, 3600, { aud: ['a', 'b'], iss: 'shop', sub: 'who' }]);
		assert.notEqual((await client.get('/api/users/me', bearer(token))).status, 401);
		assert.equal((await client.get('/api/users/me', bearer(token.slice(0, -2)))).status, 401);
	});
});

describe('a password that is forgotten', () => {
	let server;
	let client;
	useServer(
		started => {
			({ server, client } = started);
			changeSetting(server, 'advanced', settings => (settings.email_reset_password = 'https://shop.example/reset'));
		},
		{ config: merged },
	);

	const forget = async user => {
		const before = readOutbox(server).filter(mail => mail.to === user.email).length;
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

	it('is kept as a hash in the column of Strapi, which is no code itself', async () => {
		const user = await makeUser(client);
		const code = codeIn(await forget(user));
		const kept = rowOf(server, user.id).reset_password_token;
		assert.equal(kept, hashOf(code));
		assertError(await reset(kept), 400, 'ValidationError', /^Incorrect code provided$/);
		assert.equal((await reset(code)).status, 200);
	});

	it('is reset once with one code', async () => {
		const user = await makeUser(client);
		const code = codeIn(await forget(user));
		assert.equal((await reset(code)).status, 200);
		assertError(await reset(code), 400, 'ValidationError', /^Incorrect code provided$/);
		assert.equal(rowOf(server, user.id).reset_password_token, null);
	});

	it('is reset once when many come with the code at once', async () => {
		const user = await makeUser(client);
		const code = codeIn(await forget(user));
		const many = new Client(server.base, { connections: 8 });
		const ask = i =>
			many.request('POST', '/api/auth/reset-password', { body: { code, password: `brandnew${i}`, passwordConfirmation: `brandnew${i}` } });
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
		await post(
			client,
			'change-password',
			{ currentPassword: 'secret123', password: 'secret456', passwordConfirmation: 'secret456' },
			bearer(user.jwt),
		);
		assertError(await reset(code), 400, 'ValidationError', /^Incorrect code provided$/);
	});

	it('a code does not outlive a password that somebody else sets, nor the address it was mailed to', async () => {
		const put = async (user, body) =>
			assert.equal((await client.request('PUT', `/api/users/${user.id}`, { body, headers: full })).status, 200);
		for (const change of [{ password: 'secret456' }, { email: `${newName()}@example.com` }]) {
			const user = await makeUser(client);
			const code = codeIn(await forget(user));
			await put(user, change);
			assertError(await reset(code), 400, 'ValidationError', /^Incorrect code provided$/);
		}
		const user = await makeUser(client);
		const code = codeIn(await forget(user));
		await put(user, { email: user.email.toUpperCase(), blocked: false });
		assert.equal((await reset(code)).status, 200);
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

describe('a password that is changed at the same moment', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started), { config: unlimited, env: { LECTERN_THREADS: '8' } });

	it('is changed once by the old one, however many come with it', async () => {
		const user = await makeUser(client);
		const many = new Client(server.base, { connections: 8 });
		const answers = await Promise.all(
			Array.from({ length: 8 }, (_, i) =>
				many.request('POST', '/api/auth/change-password', {
					headers: bearer(user.jwt),
					body: { currentPassword: 'secret123', password: `brandnew${i}`, passwordConfirmation: `brandnew${i}` },
				}),
			),
		);
		many.close();
		const right = answers.filter(({ status }) => status === 200);
		assert.equal(right.length, 1, answers.map(({ status }) => status).join());
		assert.equal(await isGood(client, right[0].json.jwt), true);
		assert.equal((await signIn(client, user.username, `brandnew${answers.indexOf(right[0])}`)).status, 200);
	});

	it('lets nobody in who has begun to sign in with the old one', async () => {
		const other = await makeUser(client);
		const began = Date.now();
		await jwtOf(client, other.username, 'secret123');
		const half = (Date.now() - began) / 2;
		for (let i = 0; i < 4; i++) {
			const user = await makeUser(client);
			const signing = signIn(client, user.username, 'secret123');
			await sleep(half);
			// As another server on the same database does it.
			sqlite(
				databaseOf(server),
				`update up_users set password = (select password from up_users where id = 1) where id = ${user.id}; insert into ` +
					`lectern_ended_tokens (user_id, ended_before) values (${user.id}, ${now() + 1})`,
			);
			const { status, json } = await signing;
			if (status === 200) assert.equal(await isGood(client, json.jwt), false);
			else assert.equal(json.error.message, 'Invalid identifier or password');
		}
	});
});

describe('an address that has to be confirmed', () => {
	let server;
	let client;
	useServer(
		started => {
			({ server, client } = started);
			changeSetting(server, 'advanced', settings => {
				settings.email_confirmation = true;
				settings.email_confirmation_redirection = 'https://shop.example/welcome';
			});
		},
		{ config: merged },
	);

	const newcomer = async () => {
		const name = newName();
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
		const { id, confirmation_token: kept } = rowOf(server, answer.json.user.id);
		assert.equal(kept, hashOf(codeIn(mail)));
		const confirmed = await client.get(link.slice(server.base.length));
		assert.equal(confirmed.status, 302);
		assert.equal(confirmed.headers.location, 'https://shop.example/welcome');
		assert.equal((await signIn(client, user.username, user.password)).status, 200);
		assert.equal(rowOf(server, id).confirmation_token, null);
		assertError(await client.get(link.slice(server.base.length)), 400, 'ValidationError', /^Invalid token$/);
	});

	it('is not confirmed by the link that went to another one', async () => {
		const { user, answer } = await newcomer();
		const code = codeIn(await mailTo(server, user.email));
		const moved = await client.request('PUT', `/api/users/${answer.json.user.id}`, { body: { email: `not-${user.email}` }, headers: full });
		assert.equal(moved.status, 200, moved.text);
		assertError(await client.get(`/api/auth/email-confirmation?confirmation=${code}`), 400, 'ValidationError', /^Invalid token$/);
		assert.equal(rowOf(server, answer.json.user.id).confirmed, 0);
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
	useServer(started => ({ server, client } = started), {
		config: { plugins: { 'users-permissions': { config: { ratelimit: { max: 1000 }, register: { allowedFields: [] } } } } },
	});
	const register = name => post(client, 'local/register', { username: name, email: `${name}@example.com`, password: 'secret123' });

	it('close registration', async () => {
		changeSetting(server, 'advanced', settings => (settings.allow_register = false));
		assertError(await register('late'), 400, 'ApplicationError', /^Register action is currently disabled$/);
		changeSetting(server, 'advanced', settings => (settings.allow_register = true));
		assert.equal((await register('late')).status, 200);
	});

	it('name the role of new users', async () => {
		changeSetting(server, 'advanced', settings => (settings.default_role = 'nope'));
		assertError(await register('roleless'), 400, 'ApplicationError', /^Impossible to find the default role$/);
		changeSetting(server, 'advanced', settings => (settings.default_role = 'public'));
		const { json } = await register('guest');
		const user = await client.get(`/api/users/${json.user.id}?populate=role`, full);
		assert.equal(user.json.role.type, 'public');
		changeSetting(server, 'advanced', settings => (settings.default_role = 'authenticated'));
	});

	it('let an address have an account with each provider', async () => {
		sqlite(databaseOf(server), "update up_users set provider = 'github' where id = 3");
		const again = { username: 'again', email: 'user3@example.com', password: 'secret123' };
		assertError(await post(client, 'local/register', again), 400, 'ApplicationError', /already taken/);
		changeSetting(server, 'advanced', settings => (settings.unique_email = false));
		assert.equal((await post(client, 'local/register', again)).status, 200);
		assertError(await post(client, 'local/register', { ...again, username: 'oncemore' }), 400, 'ApplicationError', /already taken/);
		assert.equal((await signIn(client, 'user3@example.com', 'secret123')).status, 200);
	});

	it('move the users of a role that is deleted, which takes a public role', async () => {
		const make = async name => {
			assert.equal(
				(await client.request('POST', '/api/users-permissions/roles', { body: { name, description: name }, headers: full })).status,
				200,
			);
			return sqlite(databaseOf(server), `select id from up_roles where name = '${name}'`)[0].id;
		};
		const roleOf = user => sqlite(databaseOf(server), `select role_id from up_users_role_links where user_id = ${user.id}`)[0].role_id;
		const user = await makeUser(client);
		const crew = await make('Crew');
		const put = await client.request('PUT', `/api/users/${user.id}`, { body: { role: crew }, headers: full });
		assert.equal(put.status, 200, put.text);
		const [{ id: publicRole }] = sqlite(databaseOf(server), "select id from up_roles where type = 'public'");
		sqlite(databaseOf(server), `update up_roles set type = 'hidden' where id = ${publicRole}`);
		const remove = () => client.request('DELETE', `/api/users-permissions/roles/${crew}`, { headers: full });
		assertError(await remove(), 400, 'ApplicationError', /^There is no public role/);
		assert.equal(roleOf(user), crew);
		sqlite(databaseOf(server), `update up_roles set type = 'public' where id = ${publicRole}`);
		assert.equal((await remove()).status, 200);
		assert.equal(roleOf(user), publicRole);
	});

	it('of roles look at the body before the role', async () => {
		const put = (id, body) => client.request('PUT', `/api/users-permissions/roles/${id}`, { body, headers: full });
		for (const id of ['none', 999]) {
			assertError(await put(id, {}), 400, 'ValidationError', /^Request body cannot be empty$/);
			assertError(await put(id, { name: 'x' }), 404, 'NotFoundError', /^Role not found$/);
		}
	});

	it('close signing in with passwords', async () => {
		changeSetting(server, 'grant', settings => (settings.email.enabled = false));
		assertError(await signIn(client, 'user1', 'Passw0rd1'), 400, 'ApplicationError', /^This provider is disabled$/);
	});
});
