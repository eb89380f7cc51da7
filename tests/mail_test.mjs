// Mails arrive in a real SMTP server, as a mail program shows them, and their links work.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { changeSetting, codeIn, full, MailServer, unlimited } from './lib/accounts.mjs';
import { sleep, until } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { startServer, useServer } from './lib/server.mjs';

const post = (client, where, body) => client.request('POST', `/api/auth/${where}`, { body });

/** A mail server, and a server that sends by it. `options`: of both. */
function useMail(take, { smtp = {}, providerOptions = {}, settings = {} } = {}) {
	let mail;
	let server;
	let client;
	before(async () => {
		mail = await MailServer.start(smtp);
		const email = {
			config: { provider: 'nodemailer', providerOptions: { host: '127.0.0.1', port: mail.port, ...providerOptions }, settings },
		};
		server = await startServer({ config: { plugins: { ...unlimited.plugins, email } } });
		client = new Client(server.base);
		take({ mail, server, client });
	});
	after(async () => {
		client?.close();
		await server?.stop();
		await mail?.stop();
	});
}

describe('mails by SMTP', () => {
	let mail;
	let server;
	let client;
	useMail(started => ({ mail, server, client } = started), { smtp: { hideSTARTTLS: true } });

	it('reset a password', async () => {
		changeSetting(server, 'advanced', settings => (settings.email_reset_password = 'https://shop.example/reset'));
		await post(client, 'forgot-password', { email: 'user1@example.com' });
		const got = await mail.next();
		assert.equal(got.to.text, 'user1@example.com');
		assert.deepEqual(got.from.value, [{ address: 'no-reply@strapi.io', name: 'Administration Panel' }]);
		assert.equal(got.replyTo, undefined);
		assert.equal(got.subject, 'Reset password');
		assert.ok(Math.abs(got.date - Date.now()) < 60_000);
		assert.match(got.messageId, /^<[0-9a-f]{32}@strapi\.io>$/);
		assert.deepEqual(
			[got.session.envelope.mailFrom.address, got.session.envelope.rcptTo.map(({ address }) => address)],
			['no-reply@strapi.io', ['user1@example.com']],
		);
		assert.match(got.text, /But don’t worry!/);
		assert.match(got.html, /<p>https:\/\/shop\.example\/reset\?code=[0-9a-f]{128}<\/p>/);
		const reset = await post(client, 'reset-password', { code: codeIn(got), password: 'brandnew1', passwordConfirmation: 'brandnew1' });
		assert.equal(reset.status, 200, reset.text);
		assert.equal((await post(client, 'local', { identifier: 'user1', password: 'brandnew1' })).status, 200);
	});

	it('confirm an address, in the words of the settings', async () => {
		changeSetting(server, 'advanced', settings => (settings.email_confirmation = true));
		changeSetting(server, 'email', settings => {
			settings.email_confirmation.options = {
				from: { name: 'Größe & "Co", Ltd', email: 'hello@shop.example' },
				response_email: 'answers@shop.example',
				object: 'Willkommen, <%= USER.username %> ✓ – ein recht langer Betreff, der in eine Zeile nicht paßt',
				message:
					'<p>Grüße, <b><%= USER.username %></b>!</p>\n<p><a href="<%= URL %>?confirmation=<%= CODE %>">los</a></p>\n<p><%= ' +
					'SERVER_URL %> <%= ADMIN_URL %></p>',
			};
		});
		const count = mail.mails.length;
		const user = { username: 'Jürgen & <b>', email: 'jürgen@example.com', password: 'secret123' };
		assert.equal((await post(client, 'local/register', { ...user, email: 'juergen@example.com' })).status, 200);
		const got = await mail.next(count + 1);
		assert.equal(got.subject, 'Willkommen, Jürgen & <b> ✓ – ein recht langer Betreff, der in eine Zeile nicht paßt');
		assert.deepEqual(got.from.value, [{ address: 'hello@shop.example', name: 'Größe & "Co", Ltd' }]);
		assert.equal(got.replyTo.text, 'answers@shop.example');
		assert.match(got.html, /<b>Jürgen &amp; &lt;b&gt;<\/b>/);
		assert.match(got.text, /Jürgen & <b>/);
		assert.match(got.html, new RegExp(`<p>${server.base} ${server.base}/admin</p>`));
		const link = /href="([^"]+)"/.exec(got.html)[1];
		const { pathname, search } = new URL(link);
		const answer = await client.get(pathname + search);
		assert.equal(answer.status, 302);
		assert.equal(answer.headers.location, '/');
		assert.equal((await post(client, 'local', { identifier: user.username, password: 'secret123' })).status, 200);
		assert.ok(got.raw.split('\r\n').every(line => Buffer.byteLength(line) <= 998));
	});

	it('have no header but theirs, whatever a user calls herself', async () => {
		changeSetting(server, 'advanced', settings => (settings.email_confirmation = false));
		changeSetting(server, 'email', settings => (settings.reset_password.options.object = 'Hi <%= USER.username %>'));
		const name = 'x\r\nBcc: victim@example.com\r\n\r\nbody';
		assert.equal(
			(await post(client, 'local/register', { username: name, email: 'inject@example.com', password: 'secret123' })).status,
			200,
		);
		for (const email of ['"a\r\n b"@example.com', 'a@example.com\r\nRCPT TO:<victim@example.com>', 'a@example.com>', 'a b@example.com'])
			assert.equal((await post(client, 'local/register', { username: `name${email.length}`, email, password: 'secret123' })).status, 400);
		const count = mail.mails.length;
		await post(client, 'forgot-password', { email: 'inject@example.com' });
		const got = await mail.next(count + 1);
		assert.equal(got.bcc, undefined);
		assert.deepEqual(
			got.session.envelope.rcptTo.map(({ address }) => address),
			['inject@example.com'],
		);
		assert.match(got.subject, /^Hi x\s+Bcc: victim@example\.com\s+body$/);
	});

	it('are tried again when the server says that it is not the moment', async () => {
		const count = mail.mails.length;
		mail.refusals.push(451);
		await post(client, 'forgot-password', { email: 'user2@example.com' });
		assert.equal((await mail.next(count + 1)).to.text, 'user2@example.com');
	});

	it('are given up when the server refuses them, which keeps nobody waiting', async () => {
		const count = mail.mails.length;
		mail.refusals.push(550);
		await post(client, 'forgot-password', { email: 'user3@example.com' });
		await post(client, 'forgot-password', { email: 'user4@example.com' });
		assert.equal((await mail.next(count + 1)).to.text, 'user4@example.com');
		assert.match(server.stderr, /A mail was not sent: .*refuses it/);
		assert.doesNotMatch(server.stderr, /user3@example|[0-9a-f]{40}/);
	});
});

describe('mails of clients', () => {
	let mail;
	let client;
	useMail(started => ({ mail, client } = started), { smtp: { hideSTARTTLS: true } });

	it('go where a client says that may send them, over POST /api/email', async () => {
		const send = (body, headers) => client.request('POST', '/api/email', { headers, body });
		const sent = {
			to: 'chef@example.com',
			cc: 'Two <two@example.com>',
			replyTo: 'guest@example.com',
			subject: 'A table',
			text: 'For two?',
		};
		assert.equal((await send(sent)).status, 403);
		const answer = await send(sent, full);
		assert.deepEqual([answer.status, answer.json], [200, {}], answer.text);
		const tables = () => mail.mails.filter(({ subject }) => subject === 'A table');
		await until(() => tables().length === 2, 'both mails');
		const mails = tables();
		const receivers = mails.flatMap(({ session }) => session.envelope.rcptTo.map(({ address }) => address));
		assert.deepEqual(receivers.sort(), ['chef@example.com', 'two@example.com']);
		for (const { subject, text, replyTo } of mails)
			assert.deepEqual([subject, text.trim(), replyTo.text], ['A table', 'For two?', 'guest@example.com']);
		for (const [body, status] of [
			[{}, 400],
			[{ ...sent, to: 'nobody' }, 400],
			[{ to: 'a@example.com' }, 400],
			[{ ...sent, attachments: [] }, 501],
			[[], 400],
		])
			assert.equal((await send(body, full)).status, status, JSON.stringify(body));
	});
});

describe('mails by an encrypted connection, from a known user', () => {
	let mail;
	let client;
	useMail(started => ({ mail, client } = started), {
		smtp: { users: { sender: 'smtpsecret' } },
		providerOptions: { auth: { user: 'sender', pass: 'smtpsecret' }, requireTLS: true, tls: { rejectUnauthorized: false } },
		settings: { defaultFrom: 'Shop <shop@example.com>', defaultReplyTo: 'reply@example.com' },
	});

	it('arrive', async () => {
		await post(client, 'forgot-password', { email: 'user1@example.com' });
		const got = await mail.next();
		assert.equal(got.session.user, 'sender');
		assert.equal(got.session.secure, true);
		assert.equal(got.replyTo.text, 'reply@example.com');
	});
});

describe('mails over TLS from the first byte', () => {
	let mail;
	let client;
	useMail(started => ({ mail, client } = started), {
		smtp: { secure: true },
		providerOptions: { secure: true, tls: { rejectUnauthorized: false } },
	});

	it('arrive', async () => {
		await post(client, 'forgot-password', { email: 'user1@example.com' });
		assert.equal((await mail.next()).session.secure, true);
	});
});

describe('mails to a server whose certificate is none', () => {
	let mail;
	let server;
	let client;
	useMail(started => ({ mail, server, client } = started));

	it('are not sent', async () => {
		await post(client, 'forgot-password', { email: 'user1@example.com' });
		for (let i = 0; i < 100 && !/A mail was not sent/.test(server.stderr); i++) await sleep(50);
		assert.match(server.stderr, /A mail was not sent: .*(certificate|SSL)/i);
		assert.deepEqual(mail.mails, []);
	});
});

describe('mails to a server that says nothing', () => {
	it('hold up nobody who stops the server', async () => {
		const sockets = new Set();
		const silent = createServer(socket => sockets.add(socket.on('error', () => {})));
		await new Promise(resolve => silent.listen(0, '127.0.0.1', resolve));
		const email = { config: { provider: 'nodemailer', providerOptions: { host: '127.0.0.1', port: silent.address().port } } };
		const server = await startServer({ config: { plugins: { ...unlimited.plugins, email } } });
		const client = new Client(server.base);
		for (let i = 1; i <= 4; i++) await post(client, 'forgot-password', { email: `user${i}@example.com` });
		for (let i = 0; i < 100 && !sockets.size; i++) await sleep(20);
		client.close();
		const began = Date.now();
		await server.stop();
		const took = Date.now() - began;
		for (const socket of sockets) socket.destroy();
		silent.close();
		assert.ok(took < 40_000, `${took} ms`);
		assert.equal(server.stderr.match(/A mail was not sent/g)?.length, 4, server.stderr);
	});
});

describe('mails without a provider', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started));

	it('are not sent, which the log says', async () => {
		assert.equal((await post(client, 'forgot-password', { email: 'user1@example.com' })).status, 200);
		for (let i = 0; i < 100 && !/A mail was not sent/.test(server.stderr); i++) await sleep(20);
		assert.match(server.stderr, /warning A mail was not sent: config\/plugins\.json names no email provider/);
	});
});
