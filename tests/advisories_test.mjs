// What was published against Strapi 4 and speaks of queries, populates, relations and tokens: each advisory's own trick is
// tried, and what it got is not to be had. Those on accounts and mails are named in account_advisories_test, those on providers
// in oauth_test; leak_test looks for what nobody has found yet.
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { assertError } from './lib/expect.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { sqlite } from './lib/schema.mjs';
import { useServer } from './lib/server.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const user = { Authorization: `Bearer ${makeToken({ id: 2, iat: now() - 10, exp: now() + 3600 })}` };
const callers = [{}, user, full];

describe('the advisories', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started));
	before(() => {
		sqlite(
			path.join(server.folder, '.tmp/data.db'),
			`UPDATE admin_users SET reset_password_token = 'abcdef';
			UPDATE up_users SET reset_password_token = 'abcdef' || id, confirmation_token = 'abcdef' || id;
			UPDATE restaurants SET created_by_id = 1, updated_by_id = 1; UPDATE reviews SET created_by_id = 1, updated_by_id = 1;
			UPDATE categories SET updated_by_id = 1;
			INSERT INTO reviews_moderator_links (review_id, user_id) SELECT id, 1 + id % 5 FROM reviews WHERE id NOT IN (SELECT review_id
				FROM reviews_moderator_links)`,
		);
	});

	/** A secret is read bit by bit from whether an answer changes with what is guessed of it: none does. */
	async function assertBlind(make, right, wrong) {
		for (const headers of callers) {
			const [a, b] = [await client.get(encodeURI(make(right)), headers), await client.get(encodeURI(make(wrong)), headers)];
			assert.ok(a.status < 500, a.text);
			assert.equal(a.status, b.status);
			assert.equal(a.text.replaceAll(right, wrong), b.text, make(right));
		}
	}

	describe('CVE-2023-22894: filters on private fields, of users and admins, over relations', () => {
		for (const make of [
			guess => `/api/restaurants?filters[createdBy][password][$startsWith]=${guess}`,
			guess => `/api/restaurants?filters[updatedBy][resetPasswordToken][$startsWith]=${guess}`,
			guess => `/api/restaurants?filters[$and][0][createdBy][email][$contains]=${guess}`,
			guess => `/api/restaurants?filters[$or][0][$not][createdBy][resetPasswordToken][$startsWith]=${guess}`,
			guess => `/api/reviews?filters[author][password][$startsWith]=${guess}`,
			guess => `/api/reviews?filters[author][resetPasswordToken][$startsWith]=${guess}`,
			guess => `/api/reviews?filters[moderator][resetPasswordToken][$startsWith]=${guess}`,
			guess => `/api/restaurants?filters[reviews][author][resetPasswordToken][$containsi]=${guess}`,
			guess => `/api/users?filters[resetPasswordToken][$startsWith]=${guess}`,
			guess => `/api/users?filters[password][$startsWith]=${guess}`,
			guess => `/api/users/count?resetPasswordToken[$startsWith]=${guess}`,
			guess => `/api/categories?filters[code][$startsWith]=${guess}`,
		])
			it(make('…'), () =>
				assertBlind(make, make('').includes('password]') ? '$2a$10$' : make('').includes('code') ? 'C1' : 'abcdef', '$2x$99$'),
			);

		it('sorts tell no order of what is private', async () => {
			for (const sort of ['createdBy.password', 'updatedBy.resetPasswordToken', 'owner.password'])
				for (const headers of callers) assertError(await client.get(`/api/restaurants?sort=${sort}`, headers), 400, 'ValidationError');
		});
	});

	describe('CVE-2023-34235: the prefix of a table before a private field', () => {
		for (const prefix of ['t0.', 't1.', 't2.', 'up_users.', 'T0.', '"t0".', 't0%2E'])
			for (const make of [
				(field, guess) => `/api/users?filters[${prefix}${field}][$startsWith]=${guess}`,
				(field, guess) => `/api/reviews?filters[author][${prefix}${field}][$startsWith]=${guess}`,
				(field, guess) => `/api/reviews?populate[author][filters][${prefix}${field}][$startsWith]=${guess}`,
				(field, guess) => `/api/restaurants?filters[$or][0][${prefix}${field}][$startsWith]=${guess}`,
			]) {
				it(make('password', '…'), () => assertBlind(guess => make('password', guess), '$2a$10$', '$2x$99$'));
				it(make('reset_password_token', '…'), () => assertBlind(guess => make('reset_password_token', guess), 'abcdef', 'xbcdef'));
			}
		it('is no name to sort, select or populate by either', async () => {
			for (const query of [
				'sort=t0.password',
				'sort[t0.password]=asc',
				'fields=t0.password',
				'fields[0]=t0.reset_password_token',
				'populate=t0.role',
				'populate[t0.role]=true',
			]) {
				const answer = await client.get(`/api/users?${query}`, full);
				assert.ok([200, 400].includes(answer.status), answer.text);
				assert.doesNotMatch(answer.text, /\$2[aby]\$|abcdef|"password"|Token"/);
			}
		});
	});

	describe('CVE-2026-27886 and CVE-2024-56143: parameters that only the layers below know', () => {
		for (const name of [
			'where',
			'_where',
			'lookup',
			'_filters',
			'and',
			'$and',
			'$where',
			'params',
			'having',
			'search',
			'select',
			'orderBy',
			'sort ',
			'Filters',
			'filters ',
			'FILTERS',
		])
			for (const [place, field, right] of [
				['/api/restaurants', '[updatedBy][resetPasswordToken]', 'abcdef'],
				['/api/restaurants', '[createdBy][password]', '$2a$10$'],
				['/api/categories', '[code]', 'C1'],
				['/api/users', '[reset_password_token]', 'abcdef'],
			])
				it(`${place}?${name}${field}`, async () => {
					await assertBlind(guess => `${place}?${name}${field}[$startsWith]=${guess}`, right, 'zzzz');
					await assertBlind(guess => `${place}?populate[categories][${name}]${field}[$startsWith]=${guess}`, right, 'zzzz');
				});
		it('a select of the layer below shows no password', async () => {
			for (const query of [
				'select=*',
				'select[0]=password',
				'select=password,reset_password_token',
				'populate[role][select]=*',
				'populate[role][populate][users][select][0]=password',
				'populate[role][populate][users][where][password][$startsWith]=$2a',
			])
				assert.doesNotMatch((await client.get(`/api/users?${query}`, full)).text, /\$2[aby]\$|abcdef/);
		});
	});

	describe('CVE-2022-30617 and CVE-2022-30618: users and admins in what is populated', () => {
		for (const where of [
			'/api/restaurants?populate=*',
			'/api/restaurants?populate[createdBy]=*&populate[updatedBy]=*',
			'/api/restaurants?populate=createdBy,updatedBy,owner',
			'/api/restaurants?populate[owner][populate]=*',
			'/api/restaurants?populate[owner][fields]=*',
			'/api/restaurants?populate[owner][fields]=password,resetPasswordToken',
			'/api/reviews?populate=*',
			'/api/reviews?populate[createdBy][populate]=*',
			'/api/reviews?populate[createdBy][fields]=*',
			'/api/reviews?populate[createdBy][fields]=email',
			'/api/reviews?populate[author][populate][role][populate]=*',
			'/api/reviews?populate[moderator]=*',
			'/api/users?populate=*',
			'/api/users?populate[role][populate][users]=*',
			'/api/users/1?populate=*',
			'/api/bookmarks?populate[related][populate]=*',
			'/api/upload/files?populate=*',
			'/api/upload/files?populate[related][populate]=*',
		])
			it(where, async () => {
				for (const headers of callers) {
					const answer = await client.get(where, headers);
					assert.ok(answer.status < 500, answer.text);
					assert.doesNotMatch(
						answer.text,
						/\$2[aby]\$|abcdef|ada@example|"password"|"resetPasswordToken"|"registrationToken"|"confirmationToken"|"isActive"/,
						where,
					);
				}
			});
	});

	it('CVE-2025-25298: a password beyond what bcrypt takes is refused, not cut', async () => {
		const long = 'é'.repeat(36);
		const register = (password, name) =>
			client.request('POST', '/api/auth/local/register', { body: { username: name, email: `${name}@example.com`, password } });
		const answer = await register(`${long}x`, 'longer');
		assert.equal(answer.status, 400, answer.text);
		assert.equal((await register(long, 'longest')).status, 200);
		// Who has a longer one, from Strapi, still signs in with it.
		assert.equal((await client.request('POST', '/api/auth/local', { body: { identifier: 'longest', password: long } })).status, 200);
	});
});
