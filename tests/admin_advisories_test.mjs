// What was published against Strapi, tried on the endpoints of its administration: each advisory's own trick, and tokens that
// are good elsewhere. advisories_test and account_advisories_test try the same on the content API.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { databaseOf } from './lib/accounts.mjs';
import { ada, bearer, makeAdmin, signIn, unlimited } from './lib/admins.mjs';
import { assertError } from './lib/expect.mjs';
import { makeRsaToken, makeToken, makeUnsignedToken, now } from './lib/jwt.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, runCommand, useServer } from './lib/server.mjs';

const payload = (more = {}) => ({ id: 1, iat: now() - 10, exp: now() + 3600, ...more });
const restaurants = '/content-manager/collection-types/api::restaurant.restaurant';
const reviews = '/content-manager/collection-types/api::review.review';
const users = '/content-manager/collection-types/plugin::users-permissions.user';

describe('the administration and the advisories', () => {
	let client, server, token;
	useServer(started => ({ client, server } = started), { config: unlimited });
	const send = (method, where, body = null, as = token) => client.request(method, where, { body, headers: bearer(as) });
	before(async () => {
		token = await signIn(client);
		sqlite(
			databaseOf(server),
			`UPDATE admin_users SET reset_password_token = 'abcdef', registration_token = 'abcdef';
			UPDATE up_users SET reset_password_token = 'abcdef' || id, confirmation_token = 'abcdef' || id;
			UPDATE restaurants SET created_by_id = 1, updated_by_id = 1; UPDATE reviews SET created_by_id = 1, updated_by_id = 1;
			UPDATE files SET created_by_id = 1, updated_by_id = 1; UPDATE admin_roles SET created_by_id = 1;
			INSERT INTO upload_folders (id, name, path_id, path, created_by_id) VALUES (1, 'f', 1, '/1', 1)`,
		);
	});

	/** A secret is read bit by bit from whether an answer changes with what is guessed of it: none does. */
	async function assertBlind(make, right, wrong) {
		const [a, b] = [await send('GET', encodeURI(make(right))), await send('GET', encodeURI(make(wrong)))];
		assert.ok(a.status < 500, a.text);
		assert.deepEqual([a.status, a.text.replaceAll(right, wrong)], [b.status, b.text], make(right));
		assert.doesNotMatch(a.text, /\$2[aby]\$|"password"|"resetPasswordToken"|"registrationToken":"/, make(right));
	}

	it('CVE-2023-22621: no template of a mail runs anything', async () => {
		const { json: templates } = await send('GET', '/users-permissions/email-templates');
		for (const code of ['<%= process.env %>', '<%- 1 %>', '<% x %>', '${process.env}', '<%= `${1}` %>', '<%= URL.constructor("x")() %>']) {
			const changed = structuredClone(templates);
			changed.reset_password.options.message = `<p>${code}</p>`;
			assertError(await send('PUT', '/users-permissions/email-templates', { 'email-templates': changed }), 400, 'ValidationError');
		}
		assert.deepEqual((await send('GET', '/users-permissions/email-templates')).json, templates);
	});

	it('CVE-2023-22893: no token that is not signed with the secret of admins is one', async () => {
		const secret = 'adminsecret';
		const good = makeToken(payload(), { secret });
		assert.equal((await send('GET', '/admin/users/me', null, good)).status, 200);
		for (const forged of [
			makeUnsignedToken(payload()),
			makeUnsignedToken(payload(), 'None'),
			makeUnsignedToken(payload(), 'HS256'),
			makeRsaToken(payload()),
			makeToken(payload(), { secret: '' }),
			makeToken(payload(), { secret: 'jwtsecret' }),
			makeToken(payload(), { secret, header: { alg: 'HS384', typ: 'JWT' }, hash: 'sha256' }),
			makeToken(payload({ exp: now() - 1 }), { secret }),
			makeToken(payload({ id: 999 }), { secret }),
			makeToken(payload({ id: [1] }), { secret }),
			makeToken(payload({ id: { $gt: 0 } }), { secret }),
			makeToken(payload({ id: '1 OR 1=1' }), { secret }),
			`${good}x`,
			good.replace(/^[^.]+/, ''),
		])
			assertError(await send('GET', '/admin/users/me', null, forged), 401, 'UnauthorizedError');
	});

	it('CVE-2026-22706: no token outlives the password, the account or its good standing', async () => {
		const as = { email: 'second@example.com', password: 'Passw0rdOf1' };
		await makeAdmin(client, token, 'second', []);
		sqlite(databaseOf(server), 'DELETE FROM lectern_ended_tokens'); // what the first password has ended
		const { id } = (await send('GET', '/admin/users?_q=second')).json.data.results[0];
		// A second apart: the one that a password is changed with is told from others by when it was issued.
		const old = makeToken(payload({ id, iat: now() - 60 }), { secret: 'adminsecret' });
		const signed = () => signIn(client, as);
		const good = async jwt => (await send('GET', '/admin/users/me', null, jwt)).status;
		const renewed = async jwt => (await send('POST', '/admin/renew-token', { token: jwt })).status;
		const all = tokens => Promise.all(tokens.map(good));
		const change = body => send('PUT', `/admin/users/${id}`, body);

		const other = makeToken(payload({ id, iat: now() - 30 }), { secret: 'adminsecret' });
		assert.deepEqual(await all([old, other]), [200, 200]);
		const own = { password: 'Passw0rdOf2', currentPassword: as.password };
		assert.equal((await send('PUT', '/admin/users/me', own, other)).status, 200);
		assert.deepEqual([await all([old, other]), await renewed(old)], [[401, 200], 400]);
		as.password = own.password;
		let jwt = await signed();
		assert.deepEqual([await all([jwt]), await renewed(jwt)], [[200], 200]);

		// Others' change ends that one, too; a change of something else ends none.
		assert.equal((await change({ firstname: 'S' })).status, 200);
		assert.deepEqual(await all([jwt, other]), [200, 200]);
		assert.equal((await change({ password: 'Passw0rdOf3' })).status, 200);
		assert.deepEqual(await all([jwt, other]), [401, 401]);
		as.password = 'Passw0rdOf3';
		jwt = await signed();
		assert.deepEqual(await all([jwt]), [200]);

		// Who was inactive for a while signs in again.
		for (const isActive of [false, true]) assert.equal((await change({ isActive })).status, 200);
		assert.deepEqual([await all([jwt]), await renewed(jwt)], [[401], 400]);
		jwt = await signed();
		assert.deepEqual(await all([jwt]), [200]);

		// The command line.
		const set = await runCommand(['admin', 'set-password', as.email, '--generate-password', '--project', server.folder]);
		assert.equal(set.code, 0, set.stderr);
		assert.deepEqual(await all([jwt]), [401]);
		as.password = set.stdout.trim().split('\n').at(-1);
		jwt = await signed();
		assert.equal((await send('DELETE', `/admin/users/${id}`)).status, 200);
		assert.deepEqual([await all([jwt]), await renewed(jwt)], [[401], 400]);
	});

	it('takes no token of a user, of the API or for transfers, and gives none that is good there', async () => {
		const { json: api } = await send('POST', '/admin/api-tokens', { name: 'a', description: '', type: 'full-access', lifespan: null });
		const { json: transfer } = await send('POST', '/admin/transfer/tokens', {
			name: 't',
			description: '',
			lifespan: null,
			permissions: ['pull'],
		});
		const signed = await client.request('POST', '/api/auth/local', { body: { identifier: 'user1', password: 'Passw0rd1' } });
		for (const other of [api.data.accessKey, transfer.data.accessKey, signed.json.jwt, 'f'.repeat(64)])
			for (const where of ['/admin/users/me', `${restaurants}`, '/upload/files', '/users-permissions/roles', '/i18n/locales'])
				assertError(await send('GET', where, null, other), 401, 'UnauthorizedError');
		for (const other of [token, transfer.data.accessKey])
			for (const where of ['/api/restaurants', '/api/users/me'])
				assertError(await send('GET', where, null, other), 401, 'UnauthorizedError');
		assertError(await client.request('POST', '/admin/renew-token', { body: { token: signed.json.jwt } }), 400, 'ValidationError');
	});

	describe('CVE-2023-22894: filters and sorts by what is secret, of admins and users, over relations', () => {
		for (const [where, fields] of [
			[restaurants, ['createdBy][password', 'updatedBy][resetPasswordToken', 'createdBy][registrationToken', 'owner][password']],
			[reviews, ['author][resetPasswordToken', 'moderator][confirmationToken', 'restaurant][createdBy][password']],
			[users, ['password', 'resetPasswordToken', 'createdBy][password']],
			['/admin/users', ['password', 'resetPasswordToken', 'registrationToken', 'roles][users][password', 'createdBy][password']],
			['/admin/roles', ['users][password', 'users][resetPasswordToken', 'createdBy][password', 'permissions][role][users][password']],
			[
				'/upload/files',
				[
					'createdBy][password',
					'updatedBy][resetPasswordToken',
					'createdBy][registrationToken',
					'createdBy][roles][users][resetPasswordToken',
				],
			],
			['/upload/folders', ['createdBy][password', 'updatedBy][resetPasswordToken']],
			['/content-manager/relations/api::review.review/author', ['password', 'resetPasswordToken', 'createdBy][password']],
		])
			for (const field of fields)
				it(`${where}?filters[${field}]`, async () => {
					const [right, wrong] = field.endsWith('password') ? ['$2a$10$', '$2x$99$'] : ['abcdef', 'xbcdef'];
					for (const shape of [guess => `[${field}][$startsWith]=${guess}`, guess => `[$or][0][$not][${field}][$startsWith]=${guess}`])
						await assertBlind(guess => `${where}?filters${shape(guess)}`, right, wrong);
					const [up, down] = ['asc', 'desc'].map(order => `${where}?sort=${field.replaceAll('][', '.')}:${order}`);
					const [a, b] = [await send('GET', up), await send('GET', down)];
					assert.ok(a.status < 500 && a.status === b.status, a.text);
					if (a.status === 200) assert.deepEqual(a.json, b.json);
				});
	});

	it('would show, where the same is asked of what is no secret', async () => {
		for (const [where, field] of [
			[restaurants, 'createdBy][firstname'],
			[reviews, 'author][username'],
			[users, 'username'],
			['/admin/users', 'firstname'],
			['/admin/roles', 'name'],
			['/upload/files', 'name'],
		]) {
			const ask = async guess => (await send('GET', encodeURI(`${where}?filters[${field}][$startsWith]=${guess}`))).text;
			const found = await Promise.all(['A', 'u', 'p', 'E', 'zzzz'].map(ask));
			assert.ok(new Set(found).size > 1, `${where}: ${field}`);
		}
	});

	it('CVE-2023-34235: the prefix of a table hides no field', async () => {
		for (const prefix of ['t0.', 't1.', 'admin_users.', '"t0".', 't0%2E'])
			for (const [where, field] of [
				[restaurants, `createdBy][${prefix}password`],
				[users, `${prefix}password`],
				['/admin/users', `${prefix}password`],
				['/upload/files', `createdBy][${prefix}password`],
			])
				await assertBlind(guess => `${where}?filters[${field}][$startsWith]=${guess}`, '$2a$10$', '$2x$99$');
	});

	it('CVE-2026-27886: parameters that only the layers below know do nothing', async () => {
		for (const name of ['where', '_where', 'lookup', 'params', '$where', 'having', 'orderBy', 'FILTERS', 'filters ', 'select'])
			for (const [where, field, right] of [
				[restaurants, '[createdBy][password]', '$2a$10$'],
				[users, '[reset_password_token]', 'abcdef'],
				['/admin/users', '[resetPasswordToken]', 'abcdef'],
				['/upload/files', '[createdBy][password]', '$2a$10$'],
			]) {
				await assertBlind(guess => `${where}?${name}${field}[$startsWith]=${guess}`, right, 'zzzz');
				await assertBlind(guess => `${where}?populate[createdBy][${name}]${field}[$startsWith]=${guess}`, right, 'zzzz');
			}
		for (const query of [
			'populate=*',
			'populate[createdBy]=*',
			'populate[createdBy][fields][0]=password',
			'fields[0]=password',
			'select=*',
		])
			for (const where of [restaurants, `${restaurants}/1`, users, '/admin/users', '/admin/roles', '/upload/files', '/upload/folders/1'])
				assert.doesNotMatch((await send('GET', `${where}?${query}`)).text, /\$2[aby]\$|abcdef|"password"/);
	});

	it('CVE-2026-22599: the content-type builder writes nothing that is served, and no default of a model is SQL', async () => {
		const raw = ["x'); DROP TABLE offices; --", { isRaw: true }];
		const contentType = {
			displayName: 'Evil',
			singularName: 'evil',
			pluralName: 'evils',
			attributes: { a: { type: 'string', default: raw } },
		};
		for (const [method, where] of [
			['POST', '/content-type-builder/content-types'],
			['PUT', '/content-type-builder/content-types/api::office.office'],
			['POST', '/content-type-builder/components'],
		])
			assertError(await send(method, where, { contentType, component: contentType }), 403, 'ForbiddenError');
		const folder = makeProject();
		const models = path.join(folder, 'src/api/evil/content-types/evil');
		mkdirSync(models, { recursive: true });
		const info = { singularName: 'evil', pluralName: 'evils', displayName: 'Evil' };
		for (const column of [raw, "'); DROP TABLE offices; --"]) {
			const model = { kind: 'collectionType', collectionName: 'evils', info, attributes: { a: { type: 'string', default: column } } };
			writeFileSync(path.join(models, 'schema.json'), JSON.stringify(model));
			await runCommand(['migrate', folder]);
			assert.equal(sqlite(path.join(folder, '.tmp/data.db'), 'SELECT count(*) AS n FROM offices')[0].n, 10);
		}
	});
});

describe('the limits of sign-ins of admins', () => {
	let client;
	useServer(started => ({ client } = started));

	it('can not be dodged (CVE-2025-64526)', async () => {
		const bodies = [
			{},
			{ email: 'ADA@example.com' },
			{ identifier: 'x' },
			{ username: 'other' },
			{ email: 'Ada@Example.com', extra: Math.random() },
			{ deviceId: '1' },
			{ code: 'x' },
		];
		const statuses = [];
		for (const more of bodies)
			statuses.push((await client.request('POST', '/admin/login', { body: { ...ada, password: 'wrong', ...more } })).status);
		assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429]);
		for (const where of ['/admin/login/', '/admin//login', '/ADMIN/login', '/admin/login?x=1'])
			assert.notEqual((await client.request('POST', where, { body: ada })).status, 200, where);
	});
});
