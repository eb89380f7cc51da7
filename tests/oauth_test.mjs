// Signing in with another's account: a whole way through a real OpenID Connect provider, the same with GitHub and Google
// played by small servers, and what may go wrong or be tried on it.
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { assertError, sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { Browser, forge, payloadOf, startApi, startOpenId } from './lib/identity.mjs';
import { now } from './lib/jwt.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, sparePort, startServer } from './lib/server.mjs';

const page = 'http://127.0.0.1:9/signed-in';
/** A certificate of this machine's own, and its key. */
function selfSigned() {
	const folder = mkdtempSync(path.join(tmpdir(), 'lectern-test-'));
	const [key, certificate] = ['key', 'certificate'].map(name => path.join(folder, name));
	const { status, stderr } = spawnSync(
		'openssl',
		[
			'req',
			'-x509',
			'-newkey',
			'rsa:2048',
			'-nodes',
			'-keyout',
			key,
			'-out',
			certificate,
			'-days',
			'2',
			'-subj',
			'/CN=127.0.0.1',
			'-addext',
			'subjectAltName=IP:127.0.0.1',
		],
		{ encoding: 'utf8' },
	);
	assert.equal(status, 0, stderr);
	const both = { key: readFileSync(key), certificate: readFileSync(certificate) };
	rmSync(folder, { recursive: true });
	return both;
}

const refused = (answer, message = /did not confirm/) => assertError(answer, 400, 'ApplicationError', message);

describe('signing in by a provider', () => {
	let folder;
	let server;
	let client;
	let base;
	let openid;
	let github;
	let google;
	let settings;
	const people = {
		gho_ann: {
			app: 'github-key',
			login: 'annhub',
			emails: [
				{ email: 'old@example.com', primary: false, verified: true },
				{ email: 'Ann@Hub.example', primary: true, verified: true },
			],
		},
		gho_bob: { app: 'github-key', login: 'bo', emails: [{ email: 'user1@example.com', primary: true, verified: false }] },
		gho_other: { app: 'another-app', login: 'stolen', emails: [{ email: 'stolen@hub.example', primary: true, verified: true }] },
	};
	const accounts = {
		'ya29.ann': { aud: 'google-key', email: 'Ann@Gmail.example', email_verified: 'true' },
		'ya29.unverified': { aud: 'google-key', email: 'unverified@gmail.example', email_verified: 'false' },
		'ya29.other': { aud: 'another-app', email: 'other@gmail.example', email_verified: 'true' },
	};
	const sql = text => sqlite(path.join(folder, '.tmp/data.db'), text);
	const users = () => sql('SELECT count(*) AS n FROM up_users')[0].n;
	const userBy = email =>
		sql(`SELECT u.*, l.role_id FROM up_users u JOIN up_users_role_links l ON l.user_id = u.id WHERE u.email = '${email}'`);
	function set(key, value) {
		sql(
			`UPDATE strapi_core_store_settings SET value = '${JSON.stringify(value).replaceAll("'", "''")}' WHERE key = ` +
				`'plugin_users-permissions_${key}'`,
		);
	}
	const advanced = { unique_email: true, allow_register: true, email_confirmation: false, default_role: 'authenticated' };

	before(async () => {
		const port = await sparePort();
		base = `http://127.0.0.1:${port}`;
		folder = makeProject({ server: { url: base }, plugins: { 'users-permissions': { config: { ratelimit: { enabled: false } } } } });
		openid = await startOpenId(`${base}/api/connect/openid/callback`);
		github = await startApi(({ method, path: asked, headers, body }) => {
			const bearer = people[headers.authorization?.replace('Bearer ', '')];
			if (asked === '/login/oauth/access_token')
				return new URLSearchParams(body).get('code') === 'good'
					? [200, { access_token: 'gho_ann', token_type: 'bearer', scope: 'user' }]
					: [200, { error: 'bad_verification_code' }];
			if (method === 'POST' && asked === '/applications/github-key/token') {
				assert.equal(headers.authorization, `Basic ${Buffer.from('github-key:github-secret').toString('base64')}`);
				const person = people[JSON.parse(body).access_token];
				return person?.app === 'github-key'
					? [200, { app: { client_id: person.app }, user: { login: person.login } }]
					: [404, { message: 'Not Found' }];
			}
			if (asked === '/user' && bearer) return [200, { login: bearer.login, email: 'unverified@public.example' }];
			return asked === '/user/emails' && bearer ? [200, bearer.emails] : [401, { message: 'Bad credentials' }];
		});
		google = await startApi(({ path: asked }) => {
			const account = accounts[new URL(asked, base).searchParams.get('access_token')];
			return account ? [200, account] : [400, { error: 'invalid_token' }];
		});
		settings = {
			email: { enabled: true },
			openid: {
				enabled: true,
				key: 'lectern',
				secret: 'the secret/of:lectern+',
				issuer: openid.url,
				callback: page,
				scope: ['openid', 'email', 'profile'],
			},
			pageless: { enabled: true, key: 'lectern', secret: 'the secret/of:lectern+', issuer: openid.url },
			github: {
				enabled: true,
				key: 'github-key',
				secret: 'github-secret',
				callback: page,
				callbackUrl: 'api/auth/github/callback',
				scope: ['user', 'user:email'],
				authorize_url: `${github.url}/login/oauth/authorize`,
				access_url: `${github.url}/login/oauth/access_token`,
				profile_url: github.url,
			},
			google: {
				enabled: true,
				key: 'google-key',
				secret: 'google-secret',
				callback: page,
				authorize_url: `${google.url}/auth`,
				access_url: `${google.url}/token`,
				profile_url: `${google.url}/tokeninfo`,
			},
			discord: { enabled: false, key: 'x', secret: 'y', issuer: openid.url },
			remote: { enabled: true, key: 'x', secret: 'y', issuer: 'http://192.0.2.1', callback: page },
			gone: { enabled: true, key: 'x', secret: 'y', issuer: `http://127.0.0.1:${await sparePort()}`, callback: page },
		};
		set('grant', settings);
		server = await startServer({ folder, port, env: { LECTERN_THREADS: '1' }, args: ['--log-requests'] });
		client = new Client(base, { connections: 4 });
	});
	after(async () => {
		client?.close();
		await server?.stop();
		for (const one of [openid, github, google]) await one?.close();
		if (folder) rmSync(folder, { recursive: true });
	});

	/** A whole way through the provider; gives the parameters that the page gets. */
	async function connect(provider = 'openid', browser = new Browser(), query = '') {
		const answer = await browser.go(`${base}/api/connect/${provider}${query}`, page);
		assert.equal(answer.status, 302, `${answer.url}: ${answer.text}`);
		return Object.fromEntries(new URL(answer.location).searchParams);
	}
	const enter = (provider, parameters) => client.get(`/api/auth/${provider}/callback?${new URLSearchParams(parameters)}`);

	it('goes through a real OpenID Connect provider', async () => {
		const tokens = await connect();
		assert.deepEqual(Object.keys(tokens).sort(), ['access_token', 'id_token']);
		const answer = await enter('openid', tokens);
		assert.equal(answer.status, 200, answer.text);
		assert.deepEqual(Object.keys(answer.json), ['jwt', 'user']);
		const { id, username, email, provider, confirmed, blocked, ...rest } = answer.json.user;
		assert.deepEqual([username, email, provider, confirmed, blocked], ['Ann', 'ann@example.com', 'openid', true, false]);
		assert.deepEqual(Object.keys(rest), ['createdAt', 'updatedAt']);
		const me = await client.get('/api/users/me', { Authorization: `Bearer ${answer.json.jwt}` });
		assert.equal(me.json.id, id);
		const [row] = userBy('ann@example.com');
		assert.deepEqual([row.role_id, row.password, row.provider], [1, null, 'openid']);
		const again = await enter('openid', await connect());
		assert.equal(again.json.user.id, id);
		assert.equal(userBy('ann@example.com').length, 1);
	});

	it('asks with state, nonce and PKCE, and keeps what it needs in a signed cookie', async () => {
		const browser = new Browser();
		const { location, status } = await browser.get(`${base}/api/connect/openid`);
		assert.equal(status, 302);
		const asked = Object.fromEntries(new URL(location).searchParams);
		assert.equal(location.startsWith(`${openid.url}/auth?`), true);
		assert.deepEqual(
			[asked.client_id, asked.response_type, asked.redirect_uri, asked.scope, asked.code_challenge_method],
			['lectern', 'code', `${base}/api/connect/openid/callback`, 'openid email profile', 'S256'],
		);
		for (const name of ['state', 'nonce', 'code_challenge']) assert.match(asked[name], /^[\w-]{43}$/);
		assert.match(browser.last, /^lectern\.connect=[\w-]+\.[\w-]{43}; Path=\/api\/connect; Max-Age=600; HttpOnly; SameSite=Lax$/);
		const other = new Browser();
		const second = Object.fromEntries(new URL((await other.get(`${base}/api/connect/openid`)).location).searchParams);
		for (const name of ['state', 'nonce', 'code_challenge']) assert.notEqual(second[name], asked[name]);
	});

	it('leads to the page that the client names, when it is that of the settings (CVE-2024-34065)', async () => {
		const callback = encodeURIComponent(`${page}?from=here`);
		assert.equal((await connect('openid', new Browser(), `?callback=${callback}`)).from, 'here');
		for (const wrong of [
			'https://evil.example/signed-in',
			`${page}/more`,
			page.replace('127.0.0.1', '127.0.0.1@evil.example'),
			page.replace('http:', 'https:'),
			'//evil.example',
			'javascript:alert(1)',
			`${page}?a#b`,
			`${page}\\@evil.example`,
			`${page}?a\r\nSet-Cookie: x=y`,
			'',
		])
			assertError(
				await client.get(`/api/connect/openid?callback=${encodeURIComponent(wrong)}`),
				400,
				'ValidationError',
				/Invalid callback URL provided/,
			);
		assertError(await client.get('/api/connect/pageless?callback=https://evil.example'), 400, 'ValidationError');
	});

	it('tells the page when the person or the provider does not want to', async () => {
		openid.refuses = true;
		assert.deepEqual(await connect(), { error: 'access_denied' });
		openid.refuses = false;
	});

	it('takes no answer that this browser did not ask for', async () => {
		const way = async change => {
			const browser = new Browser();
			const back = await browser.go(`${base}/api/connect/openid`, `${base}/api/connect/openid/callback`);
			const url = new URL(back.location);
			await change(browser, url);
			return client.get(`${url.pathname}${url.search}`, {
				Cookie: [...browser.cookies.values()]
					.filter(({ origin }) => origin === base)
					.map(({ name, value }) => `${name}=${value}`)
					.join('; '),
			});
		};
		const mine = browser => [...browser.cookies.values()].find(({ name }) => name === 'lectern.connect');
		assert.equal((await way(() => {})).status, 302);
		for (const change of [
			browser => browser.cookies.clear(),
			(browser, url) => url.searchParams.delete('state'),
			(browser, url) => url.searchParams.set('state', 'x'.repeat(43)),
			async browser => (mine(browser).value = mine(await visited()).value),
			browser => (mine(browser).value = mine(browser).value.replace(/^./, c => (c === 'e' ? 'f' : 'e'))),
			browser => (mine(browser).value = mine(browser).value.replace(/\..*/, '.')),
			browser => (mine(browser).value = mine(browser).value.replace(/\..*/, '')),
			browser => (mine(browser).value = '.'),
			browser => (mine(browser).value = cookie({ ...contentOf(mine(browser)), exp: now() - 1 })),
			browser => (mine(browser).value = cookie({ ...contentOf(mine(browser)), provider: 'github' })),
			(browser, url) => (url.pathname = '/api/connect/pageless/callback'),
		])
			refused(await way(change), /no answer to a request of this browser|came too late/);
		// What a cookie of the right key says does count: the ones before were refused for the right reason.
		assert.equal((await way(browser => (mine(browser).value = cookie(contentOf(mine(browser)))))).status, 302);
		refused(await way((browser, url) => url.searchParams.set('iss', 'https://evil.example')), /another provider/);
		refused(await way((browser, url) => url.searchParams.set('code', 'x')), /did not confirm/);
		refused(await way((browser, url) => url.searchParams.delete('code')), /no code/);
		refused(await way(browser => (mine(browser).value = cookie({ ...contentOf(mine(browser)), verifier: 'x'.repeat(43) }))));
		refused(await way(browser => (mine(browser).value = cookie({ ...contentOf(mine(browser)), nonce: 'x' }))));
	});
	const visited = async () => {
		const browser = new Browser();
		await browser.get(`${base}/api/connect/openid`);
		return browser;
	};
	const contentOf = ({ value }) => JSON.parse(Buffer.from(value.split('.')[0], 'base64url'));
	/** As the server signs it. */
	function cookie(content) {
		const text = Buffer.from(JSON.stringify(content)).toString('base64url');
		const key = createHmac('sha256', 'jwtsecret').update('lectern: sessions of connecting to a provider').digest();
		return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
	}

	describe('refuses an ID token (CVE-2023-22893)', () => {
		const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
		const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
		const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
		let tokens;
		let good;
		before(async () => {
			tokens = await connect();
			good = payloadOf(tokens.id_token);
		});
		const forged = id_token => enter('openid', { access_token: tokens.access_token, id_token });
		for (const [what, make] of [
			['that is not signed', () => forge(victim(), { alg: 'none' })],
			['that is not signed, with the signature of another', () => `${forge(victim(), { alg: 'none' })}${tokens.id_token.split('.')[2]}`],
			['signed by another RSA key', () => forge(victim(), { key: stranger })],
			['signed by another key, that it does not name', () => forge(victim(), { key: stranger, kid: undefined })],
			['signed by a short key', () => forge(victim(), { key: weak })],
			["signed by a curve that is not the provider's", () => forge(victim(), { alg: 'ES256', key: curve })],
			[
				'signed by HMAC with the public key',
				() => forge(victim(), { alg: 'HS256', secret: openid.keys.publicKey.export({ type: 'spki', format: 'pem' }) }),
			],
			['signed by HMAC with the secret of the application', () => forge(victim(), { alg: 'HS256', secret: settings.openid.secret })],
			['signed by another algorithm than it says', () => forge(victim(), { alg: 'RS512', key: openid.keys.privateKey })],
			[
				'whose payload was altered',
				() =>
					[tokens.id_token.split('.')[0], Buffer.from(JSON.stringify(victim())).toString('base64url'), tokens.id_token.split('.')[2]].join(
						'.',
					),
			],
			['for another application', () => forge({ ...good, aud: 'other' }, { key: openid.keys.privateKey })],
			[
				'for several applications, made for another',
				() => forge({ ...good, aud: ['lectern', 'other'], azp: 'other' }, { key: openid.keys.privateKey }),
			],
			['of another issuer', () => forge({ ...good, iss: 'https://evil.example' }, { key: openid.keys.privateKey })],
			['that has expired', () => forge({ ...good, exp: now() - 120 }, { key: openid.keys.privateKey })],
			['without an expiry', () => forge({ ...good, exp: undefined }, { key: openid.keys.privateKey })],
			['that was issued an hour ago', () => forge({ ...good, iat: now() - 3600 }, { key: openid.keys.privateKey })],
			['that is not valid yet', () => forge({ ...good, nbf: now() + 600 }, { key: openid.keys.privateKey })],
			['of nobody', () => forge({ ...good, sub: undefined }, { key: openid.keys.privateKey })],
			['of somebody with a NUL in the name', () => forge({ ...good, sub: `${good.sub}\0x` }, { key: openid.keys.privateKey })],
			[
				'of an address with a NUL in it',
				() => forge({ ...good, sub: 'nul', email: 'person\0@example.com', email_verified: true }, { key: openid.keys.privateKey }),
			],
			['that is none', () => 'x'],
			['of many parts', () => '.'.repeat(100)],
			['that is longer than any', () => 'x'.repeat(15000)],
		])
			it(what, async () => {
				const before = users();
				refused(await forged(make()));
				assert.equal(users(), before);
			});
		// Signed as the provider would: that the claims are right is all that keeps the others out.
		it('but not one of the provider, by the same means', async () =>
			assert.equal((await forged(forge(good, { key: openid.keys.privateKey }))).status, 200));
		const victim = () => ({ ...good, sub: 'victim', email: 'user1@example.com', email_verified: true });
		it('none at all', async () => {
			refused(await enter('openid', { access_token: tokens.access_token }), /No id_token/);
			refused(await enter('openid', { id_token: tokens.id_token }), /No access_token/);
		});
		it('with the access token of another person', async () => {
			openid.accountId = 'Carol';
			const others = await connect('openid', new Browser());
			openid.accountId = 'Ann';
			refused(await enter('openid', { access_token: others.access_token, id_token: tokens.id_token }));
		});
	});

	it('takes only addresses that the provider has verified', async () => {
		const before = users();
		openid.accountId = 'unverified';
		const { claims } = openid;
		openid.claims = sub => ({ sub, email: 'unverified@example.com', email_verified: false, preferred_username: sub });
		refused(await enter('openid', await connect('openid', new Browser())), /Email was not available/);
		openid.claims = sub => ({ sub, email: 'unverified@example.com', preferred_username: sub });
		refused(await enter('openid', await connect('openid', new Browser())), /Email was not available/);
		assert.equal(users(), before);
		set('grant', { ...settings, openid: { ...settings.openid, trust_email: true } });
		assert.equal((await enter('openid', await connect('openid', new Browser()))).status, 200);
		set('grant', settings);
		Object.assign(openid, { claims, accountId: 'Ann' });
	});

	it('registers only when that is allowed, and takes no address of another user', async () => {
		openid.accountId = 'Newcomer';
		const tokens = await connect('openid', new Browser());
		set('advanced', { ...advanced, allow_register: false });
		refused(await enter('openid', tokens), /Register action is actually not available/);
		set('advanced', advanced);
		openid.accountId = 'user1';
		const ofLocal = await connect('openid', new Browser());
		refused(await enter('openid', ofLocal), /Email is already taken/);
		set('advanced', { ...advanced, unique_email: false });
		const answer = await enter('openid', ofLocal);
		assert.equal(answer.status, 200, answer.text);
		// Another account than the local one, under another name.
		assert.notEqual(answer.json.user.id, 1);
		assert.match(answer.json.user.username, /^user1-/);
		set('advanced', advanced);
		sql("UPDATE up_users SET blocked = 1 WHERE username = 'Ann'");
		openid.accountId = 'Ann';
		refused(await enter('openid', await connect('openid', new Browser())), /blocked by an administrator/);
		sql("UPDATE up_users SET blocked = 0 WHERE username = 'Ann'");
	});

	it('goes through GitHub', async () => {
		const browser = new Browser();
		const { location } = await browser.get(`${base}/api/connect/github`);
		const asked = Object.fromEntries(new URL(location).searchParams);
		assert.deepEqual([asked.client_id, asked.scope, asked.nonce], ['github-key', 'user user:email', undefined]);
		const back = await browser.get(`${base}/api/connect/github/callback?code=good&state=${asked.state}`);
		assert.equal(back.location, `${page}?access_token=gho_ann`);
		const exchanged = new URLSearchParams(github.asked.find(({ path: at }) => at === '/login/oauth/access_token').body);
		assert.deepEqual(
			[exchanged.get('client_secret'), exchanged.get('redirect_uri'), exchanged.get('grant_type')],
			['github-secret', `${base}/api/connect/github/callback`, 'authorization_code'],
		);
		assert.match(exchanged.get('code_verifier'), /^[\w-]{43}$/);
		const { status, json, text } = await enter('github', { access_token: 'gho_ann' });
		assert.equal(status, 200, text);
		assert.deepEqual([json.user.username, json.user.email, json.user.provider], ['annhub', 'ann@hub.example', 'github']);
		refused(await enter('github', { access_token: 'gho_other' }));
		refused(await enter('github', { access_token: 'gho_bob' }), /Email was not available/);
		refused(await enter('github', { access_token: 'nonsense' }));
		refused(await enter('github', { access_token: 'gho_ann\r\nX-Evil: 1' }));
		refused(await enter('github', {}), /No access_token/);
		assert.equal(
			github.asked.some(({ headers }) => 'x-evil' in headers),
			false,
		);
		const again = new Browser();
		const state = new URL((await again.get(`${base}/api/connect/github`)).location).searchParams.get('state');
		const wrong = await again.get(`${base}/api/connect/github/callback?code=bad&state=${state}`);
		assert.equal(wrong.status, 400, wrong.text);
	});

	it('goes through Google', async () => {
		const { status, json } = await enter('google', { access_token: 'ya29.ann' });
		assert.equal(status, 200);
		assert.deepEqual([json.user.email, json.user.provider], ['ann@gmail.example', 'google']);
		// The name was taken by then, in another spelling only.
		assert.match(json.user.username, /^ann/);
		refused(await enter('google', { access_token: 'ya29.other' }));
		refused(await enter('google', { access_token: 'ya29.unverified' }), /Email was not available/);
		refused(await enter('google', { access_token: 'nonsense' }));
	});

	it('knows no provider that the settings do not enable', async () => {
		for (const name of ['discord', 'nope', 'email', 'local', '__proto__', 'x'.repeat(300)])
			for (const where of [`/api/connect/${name}`, `/api/connect/${name}/callback`, `/api/auth/${name}/callback?access_token=x`])
				refused(await client.get(where), /This provider is disabled/);
	});

	it('asks nobody over a line that others can read', async () => refused(await client.get('/api/connect/remote')));

	it('says so when the provider cannot be asked, and others are served meanwhile', async () => {
		refused(await client.get('/api/connect/gone'));
		const slow = await startApi(async () => {
			await sleep(4000);
			return [200, {}];
		});
		set('grant', { ...settings, slow: { enabled: true, key: 'x', secret: 'y', issuer: slow.url, callback: page } });
		const waiting = client.get('/api/connect/slow');
		await sleep(100);
		let pending = true;
		waiting.finally(() => (pending = false)).catch(() => {});
		assert.equal((await client.get('/api/categories/1')).status, 200);
		assert.ok(pending, 'it waited for the provider');
		refused(await waiting);
		await slow.close();
		set('grant', settings);
	});

	it('keeps no password waiting for providers, and ends without them', async () => {
		const hanging = await startApi(() => new Promise(() => {}));
		set('grant', { ...settings, hanging: { enabled: true, key: 'x', secret: 'y', issuer: hanging.url, callback: page } });
		const others = await startServer({ folder, env: { LECTERN_THREADS: '1' } });
		const asking = new Client(others.base, { connections: 20 });
		const waiting = Array.from({ length: 12 }, () => asking.get('/api/connect/hanging').catch(() => ({ status: 0 })));
		await sleep(300);
		const began = performance.now();
		const answer = await asking.request('POST', '/api/auth/local', { body: { identifier: 'user1', password: 'Passw0rd1' } });
		assert.equal(answer.status, 200, answer.text);
		assert.ok(performance.now() - began < 20_000, `${performance.now() - began} ms`);
		const stopped = performance.now();
		await others.stop();
		assert.ok(performance.now() - stopped < 30_000, `${performance.now() - stopped} ms to stop`);
		assert.ok((await Promise.all(waiting)).every(({ status }) => [0, 400, 503].includes(status)));
		asking.close();
		await hanging.close();
		set('grant', settings);
	});

	it('believes no server with a certificate that nobody vouches for', async () => {
		const { key, certificate } = selfSigned();
		const secure = https.createServer({ key, cert: certificate }, (request, response) => response.end('{}'));
		await new Promise(resolve => secure.listen(0, '127.0.0.1', resolve));
		let asked = 0;
		secure.on('request', () => asked++);
		set('grant', {
			...settings,
			secure: { enabled: true, key: 'x', secret: 'y', issuer: `https://127.0.0.1:${secure.address().port}`, callback: page },
		});
		refused(await client.get('/api/connect/secure'));
		assert.equal(asked, 0);
		set('grant', settings);
		await new Promise(resolve => secure.close(resolve));
	});

	it('remembers what a provider says of itself, takes ES256 too, and follows when keys change', async () => {
		const key = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
		let current = key();
		const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
		const jwk = (pair, more) => ({ ...pair.publicKey.export({ format: 'jwk' }), ...more });
		let keys = () => [
			jwk(rsa, { kid: 'enc', use: 'enc' }),
			jwk(current, { kid: 'ec', use: 'sig', alg: 'ES256' }),
			{ kty: 'oct', kid: 'oct', k: 'c2VjcmV0' },
			{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'bad' },
			null,
			7,
		];
		const other = await startApi(({ path: asked }) =>
			asked.startsWith('/.well-known')
				? [
						200,
						{
							issuer: other.url,
							authorization_endpoint: `${other.url}/auth`,
							token_endpoint: `${other.url}/token`,
							jwks_uri: `${other.url}/keys`,
						},
					]
				: asked === '/keys'
					? [200, { keys: keys() }]
					: [404, {}],
		);
		set('grant', { ...settings, curve: { enabled: true, key: 'lectern', issuer: other.url, callback: page } });
		const token = (pair, more = {}, alg = 'ES256', kid = 'ec') =>
			forge(
				{
					iss: other.url,
					aud: 'lectern',
					sub: '1',
					iat: now(),
					exp: now() + 60,
					email: 'curve@example.com',
					email_verified: true,
					...more,
				},
				{ alg, kid, key: pair.privateKey },
			);
		const tryOne = id_token => enter('curve', { access_token: 'x', id_token });
		for (let i = 0; i < 5; i++) assert.equal((await tryOne(token(current))).status, 200);
		const asked = what => other.asked.filter(({ path: at }) => at.includes(what)).length;
		assert.deepEqual([asked('well-known'), asked('keys')], [1, 1]);
		assert.equal((await tryOne(token(current, { aud: ['lectern'] }))).status, 200);
		assert.equal((await tryOne(token(current, { aud: ['lectern', 'b'], azp: 'lectern' }))).status, 200);
		for (const wrong of [
			token(rsa, {}, 'RS256', 'enc'),
			token(key()),
			token(current, {}, 'ES256', 'oct'),
			token(current, {}, 'ES256', 'bad'),
			token(current, { aud: ['lectern', 'b'] }),
			token(current).replace(/.{4}$/, 'AAAA'),
		])
			refused(await tryOne(wrong));
		// Made-up tokens do not make the server ask again and again.
		assert.ok(asked('keys') <= 2, `${asked('keys')} times`);
		current = key();
		let answer;
		for (let i = 0; i < 60 && answer?.status !== 200; i++, await sleep(250)) answer = await tryOne(token(current));
		assert.equal(answer.status, 200, 'the new key is not taken');
		keys = () => [];
		await other.close();
		set('grant', settings);
	});

	it('leads to the endpoint that signs in when there is no page', async () => {
		// The provider knows one address to lead back to: that of the other name.
		const { location } = await new Browser().get(`${base}/api/connect/pageless`);
		assert.equal(new URL(location).searchParams.get('redirect_uri'), `${base}/api/connect/pageless/callback`);
	});

	it('asks for the permission', async () => {
		sql(
			"UPDATE up_permissions SET action = 'x' || action WHERE action IN ('plugin::users-permissions.auth.connect', " +
				"'plugin::users-permissions.auth.callback')",
		);
		for (const where of ['/api/connect/openid', '/api/connect/openid/callback', '/api/auth/openid/callback'])
			assertError(await client.get(where), 403, 'ForbiddenError');
		sql("UPDATE up_permissions SET action = substr(action, 2) WHERE action LIKE 'xplugin%'");
	});

	it('writes no token into the log', () => {
		assert.match(server.stderr, /GET \/api\/auth\/openid\/callback/);
		assert.doesNotMatch(server.stderr, /gho_|ya29|eyJ|access_token|secret/);
	});
});
