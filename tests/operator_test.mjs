// The operator's commands: what they write is what Strapi would have written, and holds on every running server
// within a second.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { Cluster } from './lib/postgres.mjs';
import { sqlite } from './lib/schema.mjs';
import { binary, makeProject, startServer } from './lib/server.mjs';

const bearer = token => ({ Authorization: `Bearer ${token}` });
const user = id => bearer(makeToken({ id, iat: now() - 10, exp: now() + 3600 }));
const hash = token => createHmac('sha512', 'apitokensalt').update(token).digest('hex');

/** Where the data is: how a server and a command are told of it, and how a test looks into it. */
class OnSqlite {
	folder = makeProject();
	args = [];
	rows(query) {
		return sqlite(path.join(this.folder, '.tmp/data.db'), query);
	}
	destroy() {
		rmSync(this.folder, { recursive: true });
	}
}

class OnPostgres {
	folder = makeProject();
	async start() {
		this.cluster = await Cluster.create();
		this.args = ['--database', this.cluster.url()];
	}
	rows(query) {
		return JSON.parse(this.cluster.sql(`SELECT coalesce(json_agg(t), '[]') FROM (${query}) AS t`));
	}
	destroy() {
		this.cluster?.destroy();
		rmSync(this.folder, { recursive: true });
	}
}

for (const [name, Place] of [
	['SQLite', OnSqlite],
	['PostgreSQL', OnPostgres],
]) {
	describe(`the operator's commands on ${name}`, () => {
		let place;
		const servers = [];
		const clients = [];
		before(async () => {
			place = new Place();
			await place.start?.();
			for (let i = 0; i < 2; i++) {
				servers.push(await startServer({ folder: place.folder, args: place.args, env: { LECTERN_THREADS: '2' } }));
				clients.push(new Client(servers[i].base));
			}
		});
		after(async () => {
			clients.forEach(client => client.close());
			for (const server of servers) await server.stop();
			place?.destroy();
		});

		/** Runs lectern with `words`; the command must end with `code`. */
		function run(words, { code = 0, input = '' } = {}) {
			const { status, stdout, stderr } = spawnSync(binary, [...words, '--project', place.folder, ...place.args], {
				encoding: 'utf8',
				input,
			});
			assert.equal(status, code, `${words.join(' ')}: ${status}\n${stdout}${stderr}`);
			return { stdout, stderr };
		}
		const say = (...words) => run(words).stdout;
		const json = (...words) => JSON.parse(run([...words, '--json']).stdout);
		const refused = (words, message, input) => {
			const before = place.rows(
				'SELECT count(*) AS n FROM up_permissions UNION ALL SELECT count(*) FROM up_users UNION ALL SELECT count(*) FROM strapi_api_tokens',
			);
			const { stdout, stderr } = run(words, { code: 1, input });
			assert.match(stderr, message);
			assert.equal(stdout, '');
			assert.deepEqual(
				place.rows(
					'SELECT count(*) AS n FROM up_permissions UNION ALL SELECT count(*) FROM up_users UNION ALL SELECT count(*) FROM strapi_api_tokens',
				),
				before,
			);
		};

		/** Every server comes to answer with `status` soon, whichever of its threads it asks. */
		async function becomes(path, headers, status) {
			const began = performance.now();
			for (const client of clients) {
				for (let seen; seen !== status; ) {
					seen = (await client.get(path, headers)).status;
					assert.ok(performance.now() - began < 10_000, `${path} is still answered with ${seen}`);
					if (seen !== status) await sleep(20);
				}
				for (let i = 0; i < 20; i++) assert.equal((await client.get(path, headers)).status, status);
			}
		}

		it('make tokens whose secret is told once', async () => {
			const secret = say('token', 'create', 'One', '--type', 'full-access').trim();
			assert.match(secret, /^[0-9a-f]{256}$/);
			await becomes('/api/offices', bearer(secret), 200);
			const [row] = place.rows("SELECT * FROM strapi_api_tokens WHERE name = 'One'");
			assert.equal(row.access_key, hash(secret));
			assert.equal(JSON.stringify(json('token', 'list')).includes(row.access_key), false);
			assert.equal(say('token', 'list').includes(secret), false);
			say('token', 'revoke', 'One');
			await becomes('/api/offices', bearer(secret), 401);
			assert.deepEqual(place.rows("SELECT * FROM strapi_api_tokens WHERE name = 'One'"), []);
		});

		it('make tokens of all types, with an end', async () => {
			const readOnly = say('token', 'create', 'Two').trim();
			await becomes('/api/offices', bearer(readOnly), 200);
			assert.equal((await clients[0].request('POST', '/api/offices', { headers: bearer(readOnly), body: { data: {} } })).status, 403);
			const custom = say(
				'token',
				'create',
				'Three',
				'api::office.office',
				'find',
				'plugin::upload.content-api.find',
				'--expires',
				'90d',
				'--description',
				'for what',
			).trim();
			await becomes('/api/offices', bearer(custom), 200);
			await becomes('/api/offices/1', bearer(custom), 403);
			await becomes('/api/upload/files', bearer(custom), 200);
			const [{ lifespan, expiresAt, createdAt, permissions, description, type }] = json('token', 'list').filter(
				token => token.name === 'Three',
			);
			assert.deepEqual([Number(lifespan), type, description], [90 * 86_400_000, 'custom', 'for what']);
			assert.ok(Math.abs(Date.parse(expiresAt) - Date.parse(createdAt) - 90 * 86_400_000) < 1000);
			assert.deepEqual(permissions, ['api::office.office.find', 'plugin::upload.content-api.find']);
			const told = json('token', 'create', 'Four', '--type', 'full-access');
			await becomes('/api/offices', bearer(told.accessKey), 200);
			for (const each of ['Two', 'Three', 'Four']) say('token', 'revoke', each);
			assert.equal(place.rows('SELECT * FROM strapi_api_token_permissions').length, 3);
			assert.equal(place.rows('SELECT * FROM strapi_api_token_permissions_token_links').length, 3);
		});

		it('write the rows that Strapi writes for a token', () => {
			say('token', 'create', 'Same', 'api::category.category', 'find', 'create', 'api::restaurant.restaurant', 'find');
			const bare = row =>
				Object.fromEntries(
					Object.entries(row).filter(
						([key]) => !['id', 'name', 'access_key', 'created_at', 'updated_at', 'api_token_permission_id', 'api_token_id'].includes(key),
					),
				);
			const of = token => {
				const links =
					'(SELECT * FROM strapi_api_token_permissions_token_links WHERE api_token_id = (SELECT id FROM strapi_api_tokens WHERE name = ' +
					`'${token}')) AS l`;
				return [
					`SELECT * FROM strapi_api_tokens WHERE name = '${token}'`,
					`SELECT p.* FROM ${links} JOIN strapi_api_token_permissions AS p ON p.id = l.api_token_permission_id ORDER BY p.id`,
					`SELECT * FROM ${links} ORDER BY id`,
				].map(query => place.rows(query).map(bare));
			};
			const [[token], permissions, links] = of('Same');
			const reference = of('custom');
			assert.deepEqual([token], reference[0]);
			// Strapi makes them all at once, so that their order is not always that of the request.
			const byAction = (a, b) => a.action.localeCompare(b.action);
			assert.deepEqual(permissions.toSorted(byAction), reference[1].toSorted(byAction));
			assert.deepEqual(links.map(Object.keys), reference[2].map(Object.keys));
			assert.deepEqual(
				links.map(link => link.api_token_permission_order),
				[1, 2, 3],
			);
			say('token', 'revoke', 'Same');
		});

		it('tell when a token was last used, to the minute', async () => {
			const secret = say('token', 'create', 'used').trim();
			const lastUsed = () => json('token', 'list').find(token => token.name === 'used').lastUsedAt;
			assert.equal(lastUsed(), null);
			const began = Date.now();
			await becomes('/api/offices', bearer(secret), 200);
			while (lastUsed() === null) assert.ok(Date.now() - began < 20_000, 'nothing is written');
			const first = lastUsed();
			assert.ok(Date.parse(first) >= began - 1 && Date.parse(first) <= Date.now(), first);
			await sleep(1100);
			await becomes('/api/offices', bearer(secret), 200);
			await sleep(200);
			assert.equal(lastUsed(), first);
			// As if it had been used an hour ago, by a server that knows nothing of its use yet.
			say('token', 'revoke', 'used');
		});

		it('refuse what makes no token', () => {
			refused(['token', 'create', 'full'], /a token named full already/);
			refused(['token', 'create', 'x', '--type', 'custom'], /needs permissions/);
			refused(['token', 'create', 'x', '--type', 'all'], /expected read-only, full-access or custom, got "all"/);
			refused(['token', 'create', 'x', '--type', 'full-access', 'api::office.office', 'find'], /Only custom tokens/);
			for (const time of ['x', '0d', '-1d', '1', '1y', '99999999999999999999d', '1.5d', ''])
				refused(['token', 'create', 'x', '--expires', time], /--expires: expected a time like 90d/);
			refused(
				['token', 'create', 'x', 'api::office.office', 'fnd'],
				/api::office\.office has no action fnd; it has: find, findOne, create, update, delete/,
			);
			refused(['token', 'create', 'x', 'api::office.office'], /api::office\.office/);
			refused(['token', 'create', 'x', 'find'], /Expected a content-type before find/);
			refused(['token', 'create', 'x', 'api::nope.nope', 'find'], /nothing named api::nope\.nope; there are: api::bookmark\.bookmark, /);
			refused(['token', 'revoke', 'nope'], /no token nope/);
		});

		it('grant to roles and revoke', async () => {
			await becomes('/api/offices', {}, 403);
			assert.equal(say('role', 'grant', 'public', 'api::office.office', 'find', 'findOne'), 'public: 2 granted\n');
			await becomes('/api/offices', {}, 200);
			await becomes('/api/offices/1', {}, 200);
			assert.equal(
				say('role', 'grant', 'Public', 'api::office.office.find', 'plugin::users-permissions.user.find'),
				'public: 1 granted, 1 were so before\n',
			);
			await becomes('/api/users', {}, 200);
			assert.equal(
				say('role', 'revoke', 'public', 'plugin::users-permissions.user', 'find', 'api::office.office', 'find', 'findOne'),
				'public: 3 revoked\n',
			);
			await becomes('/api/offices', {}, 403);
			await becomes('/api/users', {}, 403);
			assert.equal(say('role', 'revoke', 'public', 'api::office.office', 'find'), 'public: 0 revoked, 1 were so before\n');
		});

		it('write the rows that Strapi writes for a permission', () => {
			const last = () =>
				place
					.rows(
						'SELECT p.action, p.created_by_id, p.updated_by_id, l.role_id, l.permission_order FROM up_permissions AS p JOIN ' +
							'up_permissions_role_links AS l ON l.permission_id = p.id WHERE l.role_id = 2 ORDER BY l.permission_order DESC',
					)
					.slice(0, 2);
			const [before] = last();
			say('role', 'grant', 'public', 'api::office.office', 'find');
			const [after, second] = last();
			assert.deepEqual(second, before);
			assert.deepEqual(after, { ...before, action: 'api::office.office.find', permission_order: before.permission_order + 1 });
			say('role', 'revoke', 'public', 'api::office.office', 'find');
			assert.deepEqual(last()[0], before);
		});

		it('grant all content-types at once', async () => {
			const actions = json('role', 'show', 'public').permissions;
			say('role', 'create', 'Reader');
			say('role', 'grant', 'reader', 'api::*', 'find', 'findOne');
			const { permissions, users, name } = json('role', 'show', 'reader');
			assert.deepEqual([users, name], [0, 'Reader']);
			// The nine types of the project, of which two are single types and have no findOne.
			assert.equal(permissions.length, 9 * 2 - 2);
			assert.ok(permissions.every(action => /^api::.*\.find(One)?$/.test(action)));
			assert.deepEqual(json('role', 'show', 'public').permissions, actions);
			assert.match(say('role', 'show', 'reader'), /^reader \(Reader\), 0 users, may:\n {2}api::/);
		});

		it('make roles as Strapi names them', () => {
			say('role', 'create', 'Editor in Chief', '--description', 'of all');
			const [{ name, description, type }] = place.rows("SELECT * FROM up_roles WHERE type = 'editor_in_chief'");
			assert.deepEqual([name, description, type], ['Editor in Chief', 'of all', 'editor_in_chief']);
			assert.deepEqual(
				json('role', 'list')
					.map(role => role.type)
					.slice(0, 2),
				['authenticated', 'public'],
			);
			refused(['role', 'create', 'Editor in chief'], /a role editor_in_chief already/);
			refused(['role', 'create', 'Ed'], /name must be at least 3 characters/);
			say('role', 'create', 'Édith');
			assert.equal(place.rows("SELECT name FROM up_roles WHERE type = 'edith'").length, 1);
			refused(['role', 'create', '東京都'], /--type/);
		});

		it('refuse roles and actions that are not there', () => {
			refused(['role', 'grant', 'nobody', 'api::office.office', 'find'], /no role nobody; there are: authenticated, public/);
			refused(['role', 'show', 'nobody'], /no role nobody/);
			refused(
				['role', 'grant', 'public', 'api::global.global', 'findOne'],
				/api::global\.global has no action findOne; it has: find, update, delete/,
			);
			refused(['role', 'grant', 'public', 'api::office.office', 'find', 'api::office.office', 'x'], /no action x/);
			refused(['role', 'grant', 'public', 'api::*', 'x'], /api::\* has no action x/);
			refused(['role', 'grant', 'public', "api::office.office.find'; --"], /nothing named|no action/);
		});

		it('make users that can do what their role may', async () => {
			assert.equal(run(['user', 'create', 'newcomer', 'New@Example.com'], { input: 'Secret words\n' }).stdout, 'Made the user newcomer\n');
			const [{ id, ...row }] = place.rows("SELECT * FROM up_users WHERE username = 'newcomer'");
			const [reference] = place.rows('SELECT * FROM up_users WHERE id = 1');
			assert.deepEqual(Object.keys(row), Object.keys(reference).slice(1));
			for (const same of ['provider', 'confirmed', 'blocked', 'reset_password_token', 'confirmation_token', 'created_by_id'])
				assert.deepEqual(row[same], reference[same], same);
			assert.equal(row.email, 'new@example.com');
			assert.match(row.password, /^\$2[ab]\$10\$[./A-Za-z0-9]{53}$/);
			const link = user => place.rows(`SELECT role_id FROM up_users_role_links WHERE user_id = ${user}`);
			assert.deepEqual(link(id), link(1));
			await becomes('/api/users/me', user(id), 200);
			assert.equal((await clients[0].get('/api/users/me', user(id))).json.username, 'newcomer');
			await becomes('/api/offices', user(id), 200);
			say('user', 'set-role', 'newcomer', 'editor_in_chief');
			await becomes('/api/offices', user(id), 403);
			assert.equal(link(id).length, 1);
			say('role', 'grant', 'editor_in_chief', 'api::office.office', 'find');
			await becomes('/api/offices', user(id), 200);
			say('user', 'block', 'new@example.com');
			await becomes('/api/offices', user(id), 401);
			say('user', 'unblock', String(id));
			assert.deepEqual(
				json('user', 'list').find(one => one.id === id),
				{
					id,
					username: 'newcomer',
					email: 'new@example.com',
					provider: 'local',
					confirmed: true,
					blocked: false,
					createdAt: json('user', 'list').find(one => one.id === id).createdAt,
					role: 'editor_in_chief',
				},
			);
		});

		it('make up passwords, and set them', () => {
			const [line, password] = say(
				'user',
				'create',
				'generated',
				'generated@example.com',
				'--generate-password',
				'--role',
				'public',
				'--unconfirmed',
			).split('\n');
			assert.equal(line, 'Made the user generated');
			assert.match(password, /^[0-9a-f]{24}$/);
			const row = () => place.rows("SELECT * FROM up_users WHERE username = 'generated'")[0];
			const before = row();
			assert.ok(!before.confirmed);
			assert.equal(run(['user', 'set-password', 'generated'], { input: 'another one\n' }).stdout, 'generated has a new password\n');
			assert.match(row().password, /^\$2[ab]\$10\$/);
			assert.notEqual(row().password, before.password);
		});

		it('refuse what makes no user', () => {
			refused(['user', 'create', 'user1', 'x@example.com'], /a user with the username user1 already/, 'Password1\n');
			refused(['user', 'create', 'user9', 'USER1@example.com'], /a user with the email user1@example\.com already/, 'Password1\n');
			refused(['user', 'create', 'user9', 'nonsense'], /email must be a valid email/, 'Password1\n');
			refused(['user', 'create', 'u', 'u9@example.com'], /username must be at least 3 characters/, 'Password1\n');
			refused(['user', 'create', 'user9', 'u9@example.com'], /password must be at least 6 characters/, 'short\n');
			refused(['user', 'create', 'user9', 'u9@example.com'], /Expected the password/, '');
			refused(['user', 'create', 'user9', 'u9@example.com'], /password must be at most 72 bytes/, `${'x'.repeat(73)}\n`);
			refused(['user', 'create', 'user9', 'u9@example.com', '--role', 'nope'], /no role nope; there are/, 'Password1\n');
			refused(['user', 'set-password', 'nobody'], /no user nobody/, 'Password1\n');
			refused(['user', 'block', 'nobody'], /no user nobody/);
			refused(['user', 'set-role', 'user1', 'nope'], /no role nope/);
		});

		it('print tables that bring no commands to the terminal', async () => {
			const control = String.fromCharCode(27);
			run(['user', 'create', `${control}[2Jevil`, 'evil@example.com'], { input: 'Password1\n' });
			const table = say('user', 'list');
			assert.equal(table.includes(control), false);
			assert.match(table, /\?\[2Jevil +evil@example\.com/);
			assert.match(table, /^ID {2}USERNAME/);
		});
	});
}

describe("the operator's commands", () => {
	const run = (...words) => spawnSync(binary, words, { encoding: 'utf8', input: '' });

	it('say how they are used', () => {
		for (const [words, message] of [
			[['token'], /what is to be done\?\nusage: lectern token create NAME/],
			[['role', 'nope'], /unknown command: role nope\nusage: lectern role list/],
			[['user', 'create', 'one'], /too few words\nusage: lectern user create USERNAME EMAIL/],
			[['token', 'revoke', 'a', 'b'], /too many words/],
			[['role', 'list', '--role', 'x'], /unknown option: --role/],
			[['token', 'create', 'x', '--type'], /a value is missing: --type/],
		]) {
			const { status, stdout, stderr } = run(...words);
			assert.equal(status, 2, words.join(' '));
			assert.match(stderr, message);
			assert.equal(stdout, '');
		}
	});

	it('name the mistakes of a project', () => {
		const folder = makeProject({ server: { port: 'http' } });
		const { status, stderr } = run('role', 'list', '--project', folder);
		rmSync(folder, { recursive: true });
		assert.equal(status, 1);
		assert.match(stderr, /config\/server\.json.*port/);
	});

	it('make no database', () => {
		const folder = makeProject();
		rmSync(path.join(folder, '.tmp'), { recursive: true });
		const { status, stderr } = run('token', 'list', '--project', folder);
		const made = existsSync(path.join(folder, '.tmp'));
		rmSync(folder, { recursive: true });
		assert.equal(status, 1);
		assert.match(stderr, /There is no database .*data\.db; lectern migrate makes it/);
		assert.equal(made, false);
	});
});
