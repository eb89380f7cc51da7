// The administration: who may sign in there and who may not, the accounts of admins, and the files of the panel.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { codeIn, mailTo } from './lib/accounts.mjs';
import { root } from './lib/data.mjs';
import { onEachDatabase } from './lib/databases.mjs';
import { assertError } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { makeToken, makeUnsignedToken, now } from './lib/jwt.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, runCommand, startServer, useServer } from './lib/server.mjs';

const unlimited = { admin: { rateLimit: { enabled: false } } };
const mails = { plugins: { email: { config: { provider: 'outbox', settings: { defaultFrom: 'Shop <shop@example.com>' } } } } };
const ada = { email: 'ada@example.com', password: 'Adm1nPassw0rd' };
const refused = (answer, status, name, message) => {
	assertError(answer, status, name);
	if (message) assert.equal(answer.json.error.message, message);
};
const bearer = token => ({ Authorization: `Bearer ${token}` });
const adminToken = (id, more = {}, options = {}) =>
	makeToken({ id, iat: now() - 10, exp: now() + 3600, ...more }, { secret: 'adminsecret', ...options });
const invalid = 'Missing or invalid credentials';

/** The routes as the server has them: [method, path, need, action, whether it is built]. */
const table = readFileSync(path.join(root, 'src/api/admin/route.c'), 'utf8');
const routes = [...table.matchAll(/^\t\{"([A-Z]+)", "([^"]+)", NEEDS_(\w+),([^}]*)\},$/gm)].map(([, method, where, need, rest]) => ({
	method,
	where,
	need,
	built: !/, NULL, (?:true|false)$/.test(rest),
}));
const names = { ':model': 'api::restaurant.restaurant', ':uid': 'api::restaurant.restaurant', ':name': 'name', ':targetField': 'chain' };
const pathOf = where => where.replace(/:\w+/g, name => names[name] ?? '999999');

const post = (client, where, body, headers = {}) => client.request('POST', where, { body, headers });
const signIn = async (client, email = ada.email, password = ada.password) => {
	const answer = await post(client, '/admin/login', { email, password });
	assert.equal(answer.status, 200, answer.text);
	return answer.json.data.token;
};

onEachDatabase('admins', use => {
	let client, server;
	use(started => ({ client, server } = started), { config: { ...unlimited, ...mails } });
	const send = (method, where, token, body = null) => client.request(method, where, { body, headers: bearer(token) });

	it('sign in with the password that Strapi keeps, and go on with the token', async () => {
		const answer = await post(client, '/admin/login', { ...ada, email: 'ADA@example.com' });
		assert.equal(answer.status, 200);
		const { token, user } = answer.json.data;
		assert.deepEqual(Object.keys(user), [
			...['id', 'firstname', 'lastname', 'username', 'email', 'isActive', 'blocked', 'preferedLanguage', 'createdAt', 'updatedAt'],
		]);
		const { id, iat, exp } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
		assert.deepEqual([id, exp - iat], [1, 30 * 24 * 3600]);
		const me = await client.get('/admin/users/me', bearer(token));
		assert.equal(me.json.data.roles[0].code, 'strapi-super-admin');
		const renewed = await post(client, '/admin/renew-token', { token });
		assert.equal((await client.get('/admin/users/me/', bearer(renewed.json.data.token))).status, 200);
		assert.equal((await client.get('/admin/users/me/permissions', bearer(token))).json.data.length, 96);
		assert.deepEqual((await send('POST', '/admin/logout', token)).json, { data: {} });
	});

	it('are refused without a word of why', async () => {
		refused(await post(client, '/admin/login', {}), 400, 'ApplicationError', 'Missing credentials');
		refused(await post(client, '/admin/login', { ...ada, password: 'x' }), 400, 'ApplicationError', 'Invalid credentials');
		refused(await post(client, '/admin/login', { ...ada, email: 'no@example.com' }), 400, 'ApplicationError', 'Invalid credentials');
		refused(await post(client, '/admin/renew-token', { token: 'nope' }), 400, 'ValidationError', 'Invalid token');
		const odd = [{ $gt: '' }, [ada.email], 5, true];
		for (const body of odd.flatMap(value => [
			{ ...ada, email: value },
			{ ...ada, password: value },
		]))
			refused(await post(client, '/admin/login', body), 400, 'ApplicationError', 'Missing credentials');
		refused(await post(client, '/admin/login', '{"email":'), 400, 'ValidationError');
		refused(await post(client, '/admin/login', '[]'), 400, 'ValidationError');
	});

	it('are nobody else: no user, no API token, no token of another kind', async () => {
		const tokens = {
			"a user's JWT": makeToken({ id: 1, iat: now() - 10, exp: now() + 3600 }),
			'a full-access API token': 'f'.repeat(64),
			'an expired one': adminToken(1, { exp: now() - 1 }),
			'one of an admin who is not there': adminToken(999),
			'one without a signature': makeUnsignedToken({ id: 1 }),
			'one signed by another algorithm than it says': adminToken(1, {}, { header: { alg: 'HS512', typ: 'JWT' }, hash: 'sha256' }),
			'one whose id is a text': adminToken('1'),
		};
		for (const [name, token] of Object.entries(tokens)) {
			refused(await client.get('/admin/users/me', bearer(token)), 401, 'UnauthorizedError', invalid);
			assert.equal((await client.get('/content-manager/collection-types/api::category.category', bearer(token))).status, 401, name);
		}
		const mine = await signIn(client);
		for (const where of ['/api/restaurants', '/api/users/me', '/api/restaurants/1'])
			assert.equal((await client.get(where, bearer(mine))).status, 401, where);
		assert.equal((await client.get('/admin/users/me', { Authorization: `Basic ${mine}` })).status, 401);
	});

	it('are asked for on every route, and each has its permission', async () => {
		assert.equal(routes.length, 140);
		const token = await signIn(client);
		const { json: role } = await send('GET', '/admin/roles/3', token);
		assert.equal(role.data.code, 'strapi-author');
		const made = await send('POST', '/admin/users', token, { firstname: 'No', lastname: 'Body', email: 'none@example.com', roles: [3] });
		assert.equal(made.status, 201, made.text);
		const invited = { registrationToken: made.json.data.registrationToken, userInfo: { firstname: 'No', password: 'N0bodyKnows' } };
		const little = (await post(client, '/admin/register', invited)).json.data.token;
		for (const { method, where, need, built } of routes) {
			const body = method === 'GET' || method === 'DELETE' ? null : {};
			const ask = headers => client.request(method, pathOf(where), { body, headers });
			const [nobody, forged, author] = [await ask({}), await ask(bearer('f'.repeat(64))), await ask(bearer(little))];
			if (need === 'OPEN') assert.notEqual(nobody.status, 401, where);
			else assert.deepEqual([nobody.status, forged.status], [401, 401], `${method} ${where}`);
			if (need === 'ACTION' && /^admin::|roles|tokens|webhooks/.test(where)) assert.equal(author.status, 403, `${method} ${where}`);
			if (!built && need === 'ADMIN') refused(author, 501, 'NotImplementedError');
			if (!built && need !== 'CLOSED') refused(await ask(bearer(token)), 501, 'NotImplementedError');
		}
		assert.equal((await client.request('PATCH', '/admin/users')).status, 405);
		assert.equal((await send('DELETE', `/admin/users/${made.json.data.id}`, token)).status, 200);
		assert.equal((await client.get('/admin/users/me', bearer(little))).status, 401);
	});

	it('are invited, come, change themselves, and are locked out', async () => {
		const token = await signIn(client);
		const draft = { firstname: 'Ina', lastname: 'V', email: 'Ina@Example.com', roles: ['2'] };
		const made = await send('POST', '/admin/users', token, draft);
		assert.equal(made.status, 201, made.text);
		const { id, registrationToken, ...rest } = made.json.data;
		assert.match(registrationToken, /^[0-9a-f]{40}$/);
		assert.deepEqual([rest.email, rest.isActive, rest.roles[0].code], ['ina@example.com', false, 'strapi-editor']);
		refused(await send('POST', '/admin/users', token, draft), 400, 'ApplicationError', 'Email already taken');
		refused(await send('POST', '/admin/users', token, { ...draft, email: 'o@example.com', roles: [999] }), 400, 'ValidationError');
		const info = await client.get(`/admin/registration-info?registrationToken=${registrationToken}`);
		assert.deepEqual(info.json.data, { email: 'ina@example.com', firstname: 'Ina', lastname: 'V' });
		refused(await client.get('/admin/registration-info?registrationToken[$ne]=x'), 400, 'ValidationError');
		const come = password => post(client, '/admin/register', { registrationToken, userInfo: { firstname: 'Ina', password } });
		const weak = await come('short');
		refused(weak, 400, 'ValidationError', '3 errors occurred');
		assert.deepEqual(weak.json.error.details.errors[0].path, ['userInfo', 'password']);
		const her = (await come('InasPassw0rd')).json.data.token;
		refused(await come('InasPassw0rd'), 400, 'ValidationError', 'Invalid registration info');
		const change = body => send('PUT', '/admin/users/me', her, body);
		assert.equal((await change({ preferedLanguage: 'fr', username: 'ina' })).json.data.preferedLanguage, 'fr');
		refused(await change({ roles: [1] }), 400, 'ValidationError', 'this field has unspecified keys: roles');
		refused(await change({ email: ada.email }), 400, 'BadRequestError');
		refused(await change({ password: 'An0therOne' }), 400, 'ValidationError', 'currentPassword is a required field');
		const wrong = await change({ password: 'An0therOne', currentPassword: 'x' });
		assert.deepEqual(wrong.json.error.details, { currentPassword: ['Invalid credentials'] });
		assert.equal((await change({ password: 'An0therOne', currentPassword: 'InasPassw0rd' })).status, 200);
		assert.equal((await post(client, '/admin/login', { email: 'ina@example.com', password: 'InasPassw0rd' })).status, 400);
		await signIn(client, 'ina@example.com', 'An0therOne');
		assert.equal((await send('PUT', `/admin/users/${id}`, token, { isActive: false })).json.data.isActive, false);
		assert.equal((await client.get('/admin/users/me', bearer(her))).status, 401);
		const locked = await post(client, '/admin/login', { email: 'ina@example.com', password: 'An0therOne' });
		refused(locked, 400, 'ApplicationError', 'User not active');
		assert.deepEqual((await send('POST', '/admin/users/batch-delete', token, { ids: [id] })).json.data[0].email, 'ina@example.com');
	});

	it('get the permissions of a list without faults', async () => {
		const token = await signIn(client);
		const { id } = (await post(client, '/admin/roles', { name: 'listed', description: '' }, bearer(token))).json.data;
		const one = fields => ({
			action: 'plugin::content-manager.explorer.read',
			subject: 'api::restaurant.restaurant',
			properties: { fields },
			conditions: [],
		});
		const set = permissions => send('PUT', `/admin/roles/${id}/permissions`, token, { permissions });
		for (const [fields, words] of [
			[['address', 'address.city'], ' (bad nesting).'],
			[['address.city', 'name', 'address'], ' (bad nesting).'],
			[['a', 'a.b.c'], ' (bad nesting).'],
			[['a.'], null],
			[['a', 'a.'], ' (bad nesting).'],
			[['', '.a'], ' (bad nesting).'],
			[['name', 'slug', 'name'], ' (duplicates).'],
			[['name', 'name.x', 'name'], ' (bad nesting).'],
			[['name', 'names', 'nam'], null],
			[['name', 5], ': expected a list of texts.'],
		]) {
			const answer = await set([one(fields)]);
			if (words) refused(answer, 400, 'ValidationError', `Fields format are incorrect${words}`);
			else assert.equal(answer.status, 200, answer.text);
		}
		refused(await set([one(['name']), one(['slug'])]), 400, 'ValidationError', 'Some permissions are duplicated (same action and subject)');
		const other = { ...one(['name']), subject: 'api::chain.chain' };
		assert.equal((await set([one(['name']), other])).status, 200);
		assert.equal((await send('DELETE', `/admin/roles/${id}`, token)).status, 200);
	});

	it('are never without one who may do everything', async () => {
		const token = await signIn(client);
		const last = 'You must have at least one user with super admin role.';
		for (const [method, where, body] of [
			['PUT', '/admin/users/1', { isActive: false }],
			['PUT', '/admin/users/1', { roles: [2] }],
			['DELETE', '/admin/users/1', null],
			['POST', '/admin/users/batch-delete', { ids: [1] }],
		])
			refused(await send(method, where, token, body), 400, 'ValidationError', last);
		const first = { firstname: 'A', email: 'x@example.com', password: 'Passw0rd1' };
		refused(await post(client, '/admin/register-admin', first), 400, 'ApplicationError', 'You cannot register a new super admin');
		refused(await send('GET', '/admin/users/999', token), 404, 'NotFoundError', 'User does not exist');
		refused(await send('GET', '/admin/users?filters[email][$startsWith]=a', token), 400, 'ValidationError', 'Invalid parameter email');
		refused(await send('GET', '/admin/users?sort=password:asc', token), 400, 'ValidationError');
		refused(await send('GET', '/admin/users?filters[password][$startsWith]=$2', token), 400, 'ValidationError');
		const { data } = (await send('GET', '/admin/users/?page=1&pageSize=1&_q=ad', token)).json;
		assert.deepEqual([data.results.length, data.results[0].password, data.pagination.total], [1, undefined, 1]);
	});

	it('get a mail when they have forgotten their password, and nobody learns who is one', async () => {
		for (const email of [ada.email, 'nobody@example.com']) {
			const answer = await post(client, '/admin/forgot-password', { email });
			assert.deepEqual([answer.status, answer.text], [204, '']);
		}
		const mail = await mailTo(server, ada.email);
		assert.match(mail.text, /\/admin\/auth\/reset-password\?code=[0-9a-f]{40}\n/);
		const reset = (resetPasswordToken, password) => post(client, '/admin/reset-password', { resetPasswordToken, password });
		refused(await reset(codeIn(mail), 'weak'), 400, 'ValidationError', '3 errors occurred');
		refused(await reset('0'.repeat(40), ada.password), 400, 'ApplicationError', 'An application error occured');
		refused(await reset({ $ne: null }, ada.password), 400, 'ValidationError');
		assert.equal((await reset(codeIn(mail), 'Sec0ndPassword')).json.data.user.email, ada.email);
		refused(await reset(codeIn(mail), ada.password), 400, 'ApplicationError', 'An application error occured');
		const token = await signIn(client, ada.email, 'Sec0ndPassword');
		const back = { password: ada.password, currentPassword: 'Sec0ndPassword' };
		assert.equal((await send('PUT', '/admin/users/me', token, back)).status, 200);
	});
});

describe('a project that names no address for mails', () => {
	let client, server;
	useServer(started => ({ client, server } = started), {
		config: { ...unlimited, plugins: { email: { config: { provider: 'outbox' } } } },
	});

	it('sends them from the address that Strapi sends them from', async () => {
		assert.equal((await post(client, '/admin/forgot-password', { email: ada.email })).status, 204);
		assert.equal((await mailTo(server, ada.email)).from, 'Strapi <no-reply@strapi.io>');
		const { json } = await client.get('/email/settings', bearer(await signIn(client, ada.email, ada.password)));
		assert.deepEqual(json.config.settings, { defaultFrom: 'Strapi <no-reply@strapi.io>' });
	});
});

describe('the limits of sign-ins', () => {
	let client;
	useServer(started => ({ client } = started));
	it('hold for an address, whether the password is right or not', async () => {
		const answers = [];
		for (let i = 0; i < 6; i++) answers.push(await post(client, '/admin/login', { ...ada, password: i < 3 ? 'x' : ada.password }));
		assert.deepEqual(
			answers.map(answer => answer.status),
			[400, 400, 400, 200, 200, 429],
		);
		refused(answers[5], 429, 'RateLimitError', 'Too many requests, please try again later.');
		assert.equal(answers[5].headers['x-ratelimit-limit'], '5');
	});
});

describe('the path of the panel', () => {
	for (const [url, found, lost] of [
		['shop/', '/shop/admin', '/admin'],
		['https://example.com/shop', '/admin', '/shop/admin'],
	])
		it(`with server.url ${url}`, async () => {
			const folder = makeProject({ server: { url } });
			mkdirSync(path.join(folder, 'build'));
			writeFileSync(path.join(folder, 'build/index.html'), '<!doctype html>the panel');
			const server = await startServer({ folder });
			try {
				assert.equal((await fetch(server.base + found)).status, 200);
				assert.equal((await fetch(server.base + lost)).status, 404);
			} finally {
				await server.stop();
				rmSync(folder, { recursive: true });
			}
		});
});

describe('the panel', () => {
	let client, folder, server;
	before(async () => {
		folder = makeProject({ admin: { url: '/editors' } });
		mkdirSync(path.join(folder, 'build'));
		mkdirSync(path.join(folder, 'public'), { recursive: true });
		writeFileSync(path.join(folder, 'build/index.html'), '<!doctype html>the panel');
		writeFileSync(path.join(folder, 'build/main.1234abcd.js'), 'run()');
		writeFileSync(path.join(folder, 'build/.secret'), 'hidden');
		sqlite(path.join(folder, '.tmp/data.db'), 'delete from admin_users');
		server = await startServer({ folder });
		client = new Client(server.base);
	});
	after(async () => {
		client?.close();
		await server?.stop();
		rmSync(folder, { recursive: true });
	});

	it('is served at its path, with a page for all that is no file', async () => {
		const pages = ['', '/', '/auth/login', '/missing.js', '/.secret', '/..%2fconfig/admin.json'];
		for (const where of pages.map(page => `/editors${page}`)) {
			const answer = await client.get(where);
			assert.deepEqual([answer.status, answer.text], [200, '<!doctype html>the panel'], where);
			assert.match(answer.headers['content-security-policy'], /^[^,]*script-src 'self' 'unsafe-inline'[^,]*$/);
			assert.doesNotMatch(answer.headers['cache-control'], /immutable|max-age=[1-9]/);
		}
		for (const where of ['/editors/main.1234abcd.js', '/editors/settings/main.1234abcd.js']) {
			const answer = await client.get(where);
			assert.equal(answer.text, 'run()');
			assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
		}
		assert.equal((await client.get('/admin/settings')).status, 404);
	});

	it('welcomes the first who administrates, once', async () => {
		const { json: before } = await client.get('/admin/init');
		assert.deepEqual(before.data, { uuid: false, hasAdmin: false, menuLogo: null, authLogo: null });
		const first = { firstname: 'First', lastname: 'Person', email: 'first@example.com', password: 'F1rstPassword' };
		const both = await Promise.all([1, 2, 3].map(i => post(client, '/admin/register-admin', { ...first, email: `first${i}@example.com` })));
		assert.deepEqual(both.map(answer => answer.status).sort(), [200, 400, 400]);
		const { token, user } = both.find(answer => answer.status === 200).json.data;
		assert.equal(user.roles[0].code, 'strapi-super-admin');
		assert.equal((await client.get('/admin/init')).json.data.hasAdmin, true);
		assert.equal((await client.get('/admin/users/me/permissions', bearer(token))).json.data.length, 96);
	});
});

describe('the administration', () => {
	const start = async (config, change = () => {}) => {
		const folder = makeProject(config);
		change(folder);
		const server = await startServer({ folder });
		const client = new Client(server.base);
		const statuses = [];
		for (const where of ['/admin/init', '/content-manager/init', '/admin']) statuses.push((await client.get(where)).status);
		client.close();
		await server.stop();
		rmSync(folder, { recursive: true });
		return [statuses, server.stderr];
	};

	it('is off when the configuration says so, or when nobody administrates', async () => {
		assert.deepEqual((await start({ admin: { enabled: false } }))[0], [404, 404, 404]);
		const empty = folder => sqlite(path.join(folder, '.tmp/data.db'), 'delete from admin_users');
		assert.deepEqual((await start({}, empty))[0], [404, 404, 404]);
		assert.deepEqual((await start({}))[0], [200, 401, 404]);
	});

	it('is off when its secret is that of users', async () => {
		const [statuses, log] = await start({ admin: { auth: { secret: 'jwtsecret' } } });
		assert.deepEqual(statuses, [404, 404, 404]);
		assert.match(log, /ADMIN_JWT_SECRET/);
	});

	it('gets admins by lectern admin', async () => {
		const folder = makeProject();
		const run = args => runCommand(['admin', ...args, '--project', folder]);
		const made = await run(['create', 'New@example.com', 'New', 'One', '--generate-password']);
		assert.equal(made.code, 0, made.stderr);
		assert.match(made.stdout, /^Made the admin new@example.com\nAa1[0-9a-f]{24}\n$/);
		assert.match((await run(['create', 'new@example.com', 'N', '--generate-password'])).stderr, /already/);
		assert.match((await run(['create', 'no', 'N', '--generate-password'])).stderr, /no e-mail address/);
		const role = await run(['create', 'e@example.com', 'N', '--role', 'nope', '--generate-password']);
		assert.match(role.stderr, /no role nope/);
		const list = JSON.parse((await run(['list', '--json'])).stdout);
		assert.deepEqual(
			list.map(admin => [admin.email, admin.roles]),
			[
				['ada@example.com', ['strapi-super-admin']],
				['new@example.com', ['strapi-super-admin']],
			],
		);
		const [, again] = (await run(['set-password', 'new@example.com', '--generate-password'])).stdout.split('\n');
		const server = await startServer({ folder });
		const client = new Client(server.base);
		const [, password] = made.stdout.split('\n');
		assert.equal((await post(client, '/admin/login', { email: 'new@example.com', password })).status, 400);
		await signIn(client, 'new@example.com', again);
		client.close();
		await server.stop();
		rmSync(folder, { recursive: true });
	});
});
