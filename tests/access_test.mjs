// Who may read what: private by default, tokens, users, roles, and fields that nobody may read or probe.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, it } from 'node:test';
import { assertError } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { makeRsaToken, makeToken, makeUnsignedToken, now } from './lib/jwt.mjs';
import { makeProject, startServer, useServer } from './lib/server.mjs';

const bearer = token => ({ Authorization: `Bearer ${token}` });
const full = bearer('f'.repeat(64));
const readOnly = bearer('a'.repeat(64));
const custom = bearer('c'.repeat(64));
const user = (id, more = {}) => ({ id, iat: now() - 10, exp: now() + 3600, ...more });

describe('access', () => {
	let client;
	useServer(started => ({ client } = started));
	const status = async (path, headers) => (await client.get(path, headers)).status;

	it('is refused by default, and granted by the public role', async () => {
		assertError(await client.get('/api/offices'), 403, 'ForbiddenError');
		assertError(await client.get('/api/offices/1'), 403, 'ForbiddenError');
		for (const path of [
			'/api/users',
			'/api/users/1',
			'/api/users/me',
			'/api/users/count',
			'/api/users-permissions/roles',
			'/api/upload/files',
			'/api/upload/files/1',
		])
			assert.equal(await status(path), 403, path);
		assert.equal(await status('/api/categories'), 200);
		assert.equal(await status('/api/i18n/locales'), 200);
	});

	it('says nothing about what is there before access is granted', async () => {
		assert.equal((await client.get('/api/offices/1')).text, (await client.get('/api/offices/99999')).text);
		assert.equal((await client.get('/api/offices?filters[city]=x')).text, (await client.get('/api/offices?filters[nope]=x')).text);
	});

	it('is granted to full-access and read-only tokens', async () => {
		for (const headers of [full, readOnly]) {
			assert.equal(await status('/api/offices', headers), 200);
			assert.equal(await status('/api/reviews/1', headers), 200);
		}
	});

	it('is granted to custom tokens as far as their permissions go', async () => {
		assert.equal(await status('/api/categories', custom), 200);
		assert.equal(await status('/api/restaurants', custom), 200);
		assertError(await client.get('/api/restaurants/1', custom), 403, 'ForbiddenError');
		assertError(await client.get('/api/offices', custom), 403, 'ForbiddenError');
	});

	it('is refused to expired and unknown tokens', async () => {
		assertError(await client.get('/api/categories', bearer('e'.repeat(64))), 401, 'UnauthorizedError', /expired/);
		assertError(await client.get('/api/categories', bearer('nope')), 401, 'UnauthorizedError');
		assertError(await client.get('/api/categories', bearer('f'.repeat(63))), 401, 'UnauthorizedError');
		assertError(await client.get('/api/categories', bearer('F'.repeat(64))), 401, 'UnauthorizedError');
	});

	it('is that of the public for other schemes', async () => {
		assert.equal(await status('/api/categories', { Authorization: 'Basic YTpi' }), 200);
		assert.equal(await status('/api/offices', { Authorization: 'Basic YTpi' }), 403);
	});

	it('is granted to users by a valid JWT', async () => {
		const answer = await client.get('/api/users/me', bearer(makeToken(user(2))));
		assert.equal(answer.status, 200);
		assert.equal(answer.json.username, 'user2');
		assert.equal('password' in answer.json, false);
		assert.equal(await status('/api/offices', bearer(makeToken(user(2)))), 200);
		assert.equal(await status('/api/offices', bearer(makeToken({ id: 2 }))), 200);
	});

	const [head, body, signature] = makeToken(user(2)).split('.');
	const other = makeToken(user(1)).split('.')[1];
	for (const [what, token] of [
		['expired', makeToken(user(2, { exp: now() - 1 }))],
		['of a user who is not there', makeToken(user(99))],
		['of a blocked user', makeToken(user(5))],
		['signed with another key', makeToken(user(2), { secret: 'adminsecret' })],
		['signed with no key', makeToken(user(2), { secret: '' })],
		['with alg none', makeUnsignedToken(user(2))],
		['with alg None', makeUnsignedToken(user(2), 'None')],
		['with alg none and a valid HS256 signature', makeToken(user(2), { header: { alg: 'none', typ: 'JWT' } })],
		['with alg HS512 and a signature of HS256', makeToken(user(2), { header: { alg: 'HS512', typ: 'JWT' } })],
		['with alg HS256 and a signature of HS512', makeToken(user(2), { hash: 'sha512' })],
		['with alg HS224', makeToken(user(2), { header: { alg: 'HS224', typ: 'JWT' }, hash: 'sha224' })],
		['with no alg', makeToken(user(2), { header: { typ: 'JWT' } })],
		['with alg RS256', makeRsaToken(user(2))],
		['whose payload was altered', [head, other, signature].join('.')],
		['whose signature was altered', [head, body, signature.replace(/^./, c => (c === 'A' ? 'B' : 'A'))].join('.')],
		['whose signature was cut', [head, body, signature.slice(0, -2)].join('.')],
		['without a signature', [head, body, ''].join('.')],
		['of two parts', [head, body].join('.')],
		['of four parts', [head, body, signature, signature].join('.')],
		['whose id is text', makeToken(user('x'))],
		['without an id', makeToken({ iat: now(), exp: now() + 60 })],
		['whose payload is a list', makeToken([2])],
		['whose payload is no JSON', makeToken('{"id":2')],
		['whose expiry is text', makeToken(user(2, { exp: 'never' }))],
	]) {
		it(`is refused by a JWT ${what}`, async () => {
			const answer = await client.get('/api/offices', bearer(token));
			assertError(answer, 401, 'UnauthorizedError');
			assert.equal(await status('/api/categories', bearer(token)), 401);
		});
	}

	it('to a populated type is asked for: without it, it is left out', async () => {
		const answer = await client.get('/api/chains/1?populate=headquarters');
		assert.equal(answer.status, 200);
		assert.equal('headquarters' in answer.json.data.attributes, false);
		const star = await client.get('/api/restaurants?populate[chain][populate]=*&pagination[pageSize]=100');
		assert.equal(star.status, 200);
		assert.equal(star.text.includes('headquarters'), false);
		assert.ok((await client.get('/api/chains/1?populate=headquarters', full)).json.data.attributes.headquarters.data);
	});

	it('to a filtered or sorted type is asked for', async () => {
		for (const query of [
			'filters[headquarters][city]=x',
			'filters[headquarters][id]=1',
			'filters[headquarters][$null]=true',
			'sort=headquarters.city',
			'filters[$or][0][$not][headquarters][city]=x',
			'filters[headquarters]=1',
		])
			assertError(await client.get(`/api/chains?${query}`), 400, 'ValidationError', /Invalid parameter headquarters/);
		assert.equal(await status('/api/chains?filters[headquarters][city]=x', full), 200);
	});

	/** Fields that no caller may read or probe, by the paths on which they can be reached. */
	const forbidden = [
		['/api/kitchen-sinks', 'secret', 'secret'],
		['/api/kitchen-sinks', 'password', 'password'],
		['/api/restaurants', 'owner.password', 'password'],
		['/api/restaurants', 'owner.resetPasswordToken', 'resetPasswordToken'],
		['/api/restaurants', 'reviews.moderator.username', 'moderator'],
		['/api/restaurants', 'reviews.author.password', 'password'],
		['/api/reviews', 'moderator.username', 'moderator'],
		['/api/reviews', 'author.password', 'password'],
		['/api/reviews', 'author.confirmationToken', 'confirmationToken'],
		['/api/reviews', 'restaurant.owner.password', 'password'],
	];
	for (const [path, field, named] of forbidden) {
		const brackets = field
			.split('.')
			.map(name => `[${name}]`)
			.join('');
		it(`does not let ${field} of ${path} be filtered or sorted by`, async () => {
			for (const headers of [full, {}, bearer(makeToken(user(2)))]) {
				for (const query of [
					`filters${brackets}[$startsWith]=a`,
					`filters${brackets}=a`,
					`filters${brackets}[$null]=true`,
					`filters[$or][0]${brackets}[$notNull]=true`,
					`filters[$and][0][$not]${brackets}[$ne]=a`,
					`sort=${field}`,
					`sort[0]=${field}:desc`,
				]) {
					const answer = await client.get(`${path}?${query}`, headers);
					assert.equal(answer.status, 400, `${query}: ${answer.text.slice(0, 200)}`);
					assert.equal(answer.json.data, null);
				}
				const told = await client.get(`${path}?sort=${field}`, full);
				assert.match(told.json.error.message, new RegExp(`Invalid parameter ${named}`));
			}
		});
	}

	it('does not let creators be probed', async () => {
		for (const query of [
			'filters[createdBy][firstname]=Ada',
			'filters[createdBy][password][$startsWith]=a',
			'filters[updatedBy][email][$contains]=ada',
			'sort=createdBy.firstname',
		])
			for (const headers of [{}, full]) {
				const answer = await client.get(`/api/restaurants?${query}`, headers);
				assert.equal(answer.status, 400, `${query}: ${answer.text.slice(0, 200)}`);
			}
	});

	it('does not let private fields be selected', async () => {
		for (const path of [
			'/api/kitchen-sinks?fields=secret',
			'/api/kitchen-sinks?fields=password',
			'/api/reviews?populate[author][fields]=password',
		]) {
			const answer = await client.get(path, full);
			assert.equal(/hidden|\$2[aby]\$/.test(answer.text), false, answer.text.slice(0, 200));
		}
	});

	it('shows no private field and no password at any depth, and of creators only their names', async () => {
		const seen = [];
		// Of the types here only reviews show their creators (populateCreatorFields), and of those only this.
		const ofCreator = ['firstname', 'lastname', 'username', 'preferedLanguage', 'createdAt', 'updatedAt'];
		const creator = value =>
			value === null || value?.data === null || Object.keys(value.data?.attributes ?? { nothing: 0 }).every(key => ofCreator.includes(key));
		const look = (value, at) => {
			if (Array.isArray(value)) value.forEach((item, index) => look(item, `${at}[${index}]`));
			else if (value && typeof value === 'object')
				for (const [key, item] of Object.entries(value)) {
					if (['createdBy', 'updatedBy'].includes(key)) {
						if (!(at.endsWith('.attributes') && 'stars' in value && creator(item))) seen.push(`${at}.${key}`);
						continue;
					}
					if (['password', 'secret', 'moderator', 'resetPasswordToken', 'confirmationToken', 'registrationToken'].includes(key))
						seen.push(`${at}.${key}`);
					look(item, `${at}.${key}`);
				}
		};
		for (const path of [
			'/api/kitchen-sinks?populate=*&pagination[pageSize]=100',
			'/api/kitchen-sinks?fields=*',
			'/api/restaurants?populate[owner]=*&populate[reviews][populate]=*&pagination[pageSize]=100',
			'/api/restaurants?populate[reviews][populate][author][populate]=*&pagination[pageSize]=100',
			'/api/restaurants?populate[reviews][populate][moderator]=*',
			'/api/restaurants?populate[0]=createdBy&populate[1]=updatedBy',
			'/api/users?populate=*',
			'/api/users/1?populate=role',
			'/api/upload/files?populate=*',
		]) {
			const answer = await client.get(path, full);
			assert.equal(answer.status, 200, `${path}: ${answer.text.slice(0, 200)}`);
			look(answer.json, path);
		}
		assert.deepEqual(seen.slice(0, 5), []);
	});

	it('does not let a search look into passwords and private fields', async () => {
		assert.equal((await client.get('/api/kitchen-sinks?_q=hidden')).json.meta.pagination.total, 0);
		assert.equal((await client.get('/api/kitchen-sinks?_q=%242a%24')).json.meta.pagination.total, 0);
		assert.deepEqual((await client.get('/api/users?_q=%242a%24', full)).json, []);
	});
});

describe('permissions in the database', () => {
	const sql = (folder, text) => {
		const { status, stderr } = spawnSync('sqlite3', ['-cmd', '.timeout 5000', path.join(folder, '.tmp/data.db'), text], {
			encoding: 'utf8',
		});
		assert.equal(status, 0, stderr);
	};

	it('hold at once when another process changes them', async () => {
		const server = await startServer();
		const client = new Client(server.base);
		try {
			assert.equal((await client.get('/api/categories')).status, 200);
			sql(
				server.folder,
				'DELETE FROM up_permissions_role_links WHERE permission_id IN (SELECT id FROM up_permissions WHERE action = ' +
					"'api::category.category.find') AND role_id = (SELECT id FROM up_roles WHERE type = 'public')",
			);
			assertError(await client.get('/api/categories'), 403, 'ForbiddenError');
			assert.equal((await client.get('/api/categories/1')).status, 200);
			assert.equal('categories' in (await client.get('/api/restaurants/1?populate=categories')).json.data.attributes, false);
			assert.equal((await client.get('/api/categories', full)).status, 200);
			sql(server.folder, "DELETE FROM strapi_api_tokens WHERE name = 'full'");
			assert.equal((await client.get('/api/categories', full)).status, 401);
			sql(server.folder, 'UPDATE up_users SET blocked = 1 WHERE id = 2');
			assert.equal((await client.get('/api/users/me', bearer(makeToken(user(2))))).status, 401);
		} finally {
			client.close();
			await server.stop();
		}
	});

	it('hold with a secret from the environment', async () => {
		const server = await startServer({ env: { JWT_SECRET: 'another' } });
		const client = new Client(server.base);
		try {
			assert.equal((await client.get('/api/users/me', bearer(makeToken(user(2), { secret: 'another' })))).status, 200);
			assert.equal((await client.get('/api/users/me', bearer(makeToken(user(2))))).status, 401);
		} finally {
			client.close();
			await server.stop();
		}
	});

	it('refuse every JWT where no secret is configured', async () => {
		const folder = makeProject({ plugins: { 'users-permissions': { config: { jwtSecret: null } } } });
		let server;
		try {
			server = await startServer({ folder });
		} catch (error) {
			assert.match(error.message, /jwtSecret|JWT_SECRET/);
			return;
		}
		const client = new Client(server.base);
		for (const secret of ['', 'null', 'jwtsecret'])
			assert.equal((await client.get('/api/users/me', bearer(makeToken(user(2), { secret })))).status, 401);
		client.close();
		await server.stop();
	});
});
