// What was wrong with Strapi once, where accounts are concerned: each of its published advisories by name.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
	bearer,
	changeSetting,
	databaseOf,
	full,
	isGood,
	jwtOf,
	mailTo,
	makeUser,
	outbox,
	post,
	rowOf,
	unlimited,
} from './lib/accounts.mjs';
import { assertError } from './lib/expect.mjs';
import { sqlite } from './lib/schema.mjs';
import { useServer } from './lib/server.mjs';

const merged = { plugins: { ...outbox.plugins, ...unlimited.plugins } };

describe('advisories against Strapi', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started), { config: merged });

	it('CVE-2019-18818: no object is taken for a code', async () => {
		for (const code of [{}, [], { $ne: null }, { $notNull: true }, true, 0, null, [null]])
			assertError(
				await post(client, 'reset-password', { code, password: 'secret123', passwordConfirmation: 'secret123' }),
				400,
				'ValidationError',
			);
		for (const query of ['confirmation[$notNull]=true', 'confirmation[]=', 'confirmation', 'confirmation[$ne]=x'])
			assertError(await client.get(`/api/auth/email-confirmation?${query}`), 400, 'ValidationError');
	});

	it('CVE-2023-22621: no template of a mail runs anything', async () => {
		const evil =
			'<%= process.exit() %><% process.exit() %>${process.exit()}<%- USER.email %><%= USER.constructor %><%= USER.password %><%= ' +
			'USER.resetPasswordToken %><%= __proto__ %>';
		changeSetting(server, 'email', settings => {
			settings.reset_password.options.object = `${evil}<%= TOKEN %>`;
			settings.reset_password.options.message = `${evil}[<%= USER.username %>][<%=URL%>]<%= TOKEN %>`;
		});
		changeSetting(server, 'advanced', settings => (settings.email_reset_password = 'https://x/?a=1&b=<%= TOKEN %>'));
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
		const more = {
			id: 999,
			provider: 'github',
			confirmed: false,
			blocked: true,
			role: 2,
			confirmationToken: 'a'.repeat(40),
			resetPasswordToken: 'a'.repeat(128),
			createdAt: '2000-01-01T00:00:00.000Z',
			createdBy: 1,
			updatedBy: 1,
		};
		const answer = await post(client, 'local/register', {
			username: 'greedy',
			email: 'greedy@example.com',
			password: 'secret123',
			...more,
		});
		assert.equal(answer.status, 200, answer.text);
		const kept = rowOf(server, answer.json.user.id);
		assert.notEqual(kept.id, 999);
		assert.deepEqual(
			[kept.provider, kept.confirmed, kept.blocked, kept.confirmation_token, kept.reset_password_token, kept.created_by_id],
			['local', 1, 0, null, null, null],
		);
		assert.ok(kept.created_at > 1.7e12);
		assert.deepEqual(sqlite(databaseOf(server), `select role_id from up_users_role_links where user_id = ${kept.id}`), [{ role_id: 1 }]);
	});

	it('no way sets a code that would be good', async () => {
		const code = 'ff'.repeat(64);
		const set = await client.request('PUT', '/api/users/3', {
			body: { resetPasswordToken: code, confirmationToken: code.slice(0, 40) },
			headers: full,
		});
		assert.equal(set.status, 200);
		assert.deepEqual([rowOf(server, 3).reset_password_token, rowOf(server, 3).confirmation_token], [null, null]);
		sqlite(databaseOf(server), `update up_users set reset_password_token = '${code}' where id = 3`);
		assertError(
			await post(client, 'reset-password', { code, password: 'secret123', passwordConfirmation: 'secret123' }),
			400,
			'ValidationError',
			/^Incorrect code provided$/,
		);
	});

	it('CVE-2025-3930 and CVE-2026-22706: no token outlives the password, the account or its good standing', async () => {
		const user = await makeUser(client);
		const second = await jwtOf(client, user.username, user.password);
		const answer = await post(
			client,
			'change-password',
			{ currentPassword: 'secret123', password: 'secret456', passwordConfirmation: 'secret456' },
			bearer(second),
		);
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
			await client.request('POST', '/api/users?fields=password', {
				body: { username: 'fresh', email: 'fresh@example.com', password: 'secret123', role: 1 },
				headers: full,
			}),
			await client.request('DELETE', '/api/users/4?fields=password', { headers: full }),
		];
		for (const { status, text } of answers) {
			assert.ok(status < 300, text);
			assert.doesNotMatch(text, /password|resetPasswordToken|confirmationToken|\$2[aby]\$/i);
		}
	});
});
