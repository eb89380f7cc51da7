// What the tests of accounts share: users, settings in the database, the outbox, a mail server.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { sleep } from './expect.mjs';
import { sqlite } from './schema.mjs';

export const unlimited = { plugins: { 'users-permissions': { config: { ratelimit: { max: 100_000 } } } } };
export const outbox = { plugins: { email: { config: { provider: 'outbox' } } } };

export const databaseOf = server => path.join(server.folder, '.tmp/data.db');
const quote = text => `'${text.replaceAll("'", "''")}'`;

/** Changes some members of one of Strapi's settings: "advanced", "email", "grant". */
export function changeSetting(server, name, change) {
	const where = `where key = 'plugin_users-permissions_${name}'`;
	const [{ value }] = sqlite(databaseOf(server), `select value from strapi_core_store_settings ${where}`);
	const setting = JSON.parse(value);
	change(setting);
	sqlite(databaseOf(server), `update strapi_core_store_settings set value = ${quote(JSON.stringify(setting))} ${where}`);
}

/** Waits until `look` gives something. */
export async function waitFor(look, milliseconds = 5000) {
	for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(20)) {
		const found = await look();
		if (found) return found;
	}
	throw new Error('it did not come to pass');
}

/** The mails in the outbox, in order. */
export function readOutbox(server) {
	const folder = path.join(server.folder, '.tmp/outbox');
	try {
		const names = readdirSync(folder)
			.filter(name => !name.startsWith('.'))
			.sort();
		return names.map(name => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
	} catch {
		return [];
	}
}

/** Waits for mail number `count` to an address; gives the newest. */
export async function mailTo(server, address, count = 1) {
	const found = await waitFor(() => {
		const mails = readOutbox(server).filter(mail => mail.to === address);
		return mails.length >= count && mails;
	});
	return found.at(-1);
}

export const codeIn = mail => /[?&](?:code|confirmation)=([0-9a-f]+)/.exec(mail.text)[1];

/** A mail server that keeps what it gets: `mails` as parsed, with `session` (its user, whether it was encrypted). */
export class MailServer {
	mails = [];
	refusals = [];

	static async start({ users, ...options } = {}) {
		const server = new MailServer();
		server.smtp = new SMTPServer({
			authOptional: !users,
			logger: false,
			onAuth: ({ username, password }, session, done) =>
				users?.[username] === password ? done(null, { user: username }) : done(new Error('no')),
			onRcptTo: (address, session, done) => {
				const refusal = server.refusals.shift();
				done(refusal ? Object.assign(new Error('not now'), { responseCode: refusal }) : undefined);
			},
			onData: (stream, session, done) => {
				const parts = [];
				stream.on('data', part => parts.push(part));
				stream.on('end', async () => {
					const raw = Buffer.concat(parts).toString('utf8');
					server.mails.push({
						...(await simpleParser(raw)),
						raw,
						session: { user: session.user, secure: session.secure, envelope: session.envelope },
					});
					done();
				});
			},
			...options,
		});
		server.smtp.on('error', () => {});
		await new Promise(resolve => server.smtp.listen(0, '127.0.0.1', resolve));
		server.port = server.smtp.server.address().port;
		return server;
	}

	next(count = 1) {
		return waitFor(() => this.mails.length >= count && this.mails[count - 1], 20_000);
	}

	stop() {
		return new Promise(resolve => this.smtp.close(resolve));
	}
}

export const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
export const bearer = jwt => ({ Authorization: `Bearer ${jwt}` });
export const post = (client, where, body, headers = {}) => client.request('POST', `/api/auth/${where}`, { body, headers });
export const signIn = (client, identifier, password) => post(client, 'local', { identifier, password });

export async function jwtOf(client, identifier, password) {
	const answer = await signIn(client, identifier, password);
	assert.equal(answer.status, 200, answer.text);
	return answer.json.jwt;
}

let made = 0;
/** A name that no user has yet. */
export const newName = () => `person${++made}`;

/** A new user with a password of its own. */
export async function makeUser(client) {
	const name = newName();
	const user = { username: name, email: `${name}@example.com`, password: 'secret123' };
	const { status, json, text } = await post(client, 'local/register', user);
	assert.equal(status, 200, text);
	return { ...user, id: json.user.id, jwt: json.jwt };
}

export const isGood = async (client, jwt) => (await client.get('/api/users/me', bearer(jwt))).status === 200;

/** A user's row. */
export const rowOf = (server, id) => sqlite(databaseOf(server), `select * from up_users where id = ${id}`)[0];

/** What is kept of a code. */
export const hashOf = code => createHash('sha256').update(`lectern code \0${code}`).digest('hex');
