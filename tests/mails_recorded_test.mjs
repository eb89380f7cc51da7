// Mails beside Strapi 4.26.2: what a request answered, and the mails that it sent, request by request.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MailServer, unlimited } from './lib/accounts.mjs';
import { bearer, signIn, unlimited as unlimitedAdmins } from './lib/admins.mjs';
import { readCases } from './lib/data.mjs';
import { Client } from './lib/http.mjs';
import { startServer } from './lib/server.mjs';

/** The settings of a server as the recording names them: {"plugins.email.config": …} and whole files. */
function configOf(recorded, port) {
	const { 'plugins.email.config': email, admin, ...files } = structuredClone(recorded);
	Object.assign(email.providerOptions, { port });
	return { ...files, admin: { ...admin, ...unlimitedAdmins.admin }, plugins: { ...unlimited.plugins, email: { config: email } } };
}

// A name of a user is escaped where it is HTML: Strapi puts it in as it is.
const escaped = text => text.replaceAll('nia <b>', 'nia &lt;b&gt;');
const lines = text => text.replaceAll('\r\n', '\n').trim();
/** Ports and codes differ from run to run; of the codes the recording tells the length. */
const plain = text =>
	lines(text)
		.replace(/127\.0\.0\.1:\d+/g, 'HOST')
		.replace(/[0-9a-f]{8}…\((40|128)\)/g, 'CODE')
		.replace(/\b(?:[0-9a-f]{128}|[0-9a-f]{40})\b/g, 'CODE');
const addresses = list => (list ? [list].flat().map(({ text }) => text.replaceAll('"', '')) : undefined);

// Strapi sends one mail to all recipients, lectern one to each: what they show is the same.
const each = mails => mails.flatMap(mail => mail.to.map(to => ({ ...mail, to: [to] })));
const shown = ({ session, from, to, cc, replyTo, subject, text, html }) => ({
	envelope: [session.envelope.mailFrom.address, session.envelope.rcptTo.map(({ address }) => address)],
	headers: [addresses(from), addresses(to), addresses(cc), addresses(replyTo), subject],
	parts: [text, html || text].map(plain),
});
const expected = ({ from, to, headers, parts }) => ({
	envelope: [from, to],
	headers: [...['From', 'To', 'Cc', 'Reply-To'].map(name => headers[name] && [headers[name]]), headers.Subject],
	parts: [parts[0], escaped(parts[1] ?? parts[0])].map(plain),
});

/** Statuses that are others here: nobody learns who has an account, or has confirmed it. */
const otherwise = { 'user: confirmation sent again, confirmed already': 200 };

const setups = [];
for (const line of readCases('mails'))
	if (line.setup) setups.push({ name: line.setup, config: line.config, cases: [] });
	else setups.at(-1).cases.push(line);

for (const { name, config, cases } of setups)
	describe(`mails, ${name}`, () => {
		let mail, server, client, token;
		before(async () => {
			mail = await MailServer.start({ hideSTARTTLS: true, ...(/sign-in/.test(name) && { users: { me: 'secret' } }) });
			server = await startServer({ config: configOf(config, mail.port) });
			client = new Client(server.base);
			token = await signIn(client);
		});
		after(async () => {
			client?.close();
			await server?.stop();
			await mail?.stop();
		});

		let sent = 0;
		for (const { cause, mails } of cases)
			it(cause.name, async () => {
				const headers = cause.as === 'administrator' ? bearer(token) : {};
				const answer = await client.request(cause.method, cause.path, { body: cause.body ?? null, headers });
				assert.equal(answer.status, otherwise[cause.name] ?? cause.status, answer.text);
				// One that nobody expects would stand in the place of the next.
				for (const wanted of each(mails)) assert.deepEqual(shown(await mail.next(++sent)), expected(wanted));
			});
	});
