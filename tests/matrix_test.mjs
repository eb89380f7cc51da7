// Who may do what: every route of the server (lectern routes) for every kind of caller, with the permission it takes and
// with all permissions but that one. Whoever is not who they say gets 401, whoever may not gets 403, and all who may get the
// same answer. The requests change nothing: what they send is refused behind the check, or names what is not there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeRsaToken, makeToken, makeUnsignedToken, now } from './lib/jwt.mjs';
import { Pipeline } from './lib/pipeline.mjs';
import { sqlite } from './lib/schema.mjs';
import { binary, makeProject, startServer } from './lib/server.mjs';

const config = { plugins: { 'users-permissions': { config: { ratelimit: { enabled: false } } } } };
const [missing, ordinary, custom, deleted, blocked] = [999, 2, 3, 4, 5];
const payload = (id, more) => ({ id, iat: now() - 10, exp: now() + 3600, ...more });
const [head, , signature] = makeToken(payload(ordinary)).split('.');
const [, altered] = makeToken(payload(custom)).split('.');

/** kind: what decides on the caller's request. "role": the permissions of a role; "token": those of a custom token;
 * "never": no valid credentials. */
const callers = {
	'the public': { kind: 'role', role: 'public' },
	'another scheme than Bearer': { kind: 'role', role: 'public', header: 'Basic YTpi' },
	'an authenticated user': { kind: 'role', role: 'authenticated', user: true, token: makeToken(payload(ordinary)) },
	'an authenticated user without iat and exp': { kind: 'role', role: 'authenticated', user: true, token: makeToken({ id: ordinary }) },
	'a user with a role of its own': { kind: 'role', role: 'crew', user: true, token: makeToken(payload(custom)) },
	'a custom token': { kind: 'token', token: 'c'.repeat(64) },
	'a full-access token': { kind: 'all', token: 'f'.repeat(64) },
	'a read-only token': { kind: 'read', token: 'a'.repeat(64) },
	'an expired token': { kind: 'never', token: 'e'.repeat(64) },
	'an unknown token': { kind: 'never', token: 'x'.repeat(64) },
	'a blocked user': { kind: 'never', token: makeToken(payload(blocked)) },
	'a deleted user': { kind: 'never', token: makeToken(payload(deleted)) },
	'a user who never was': { kind: 'never', token: makeToken(payload(missing)) },
	'an expired JWT': { kind: 'never', token: makeToken(payload(ordinary, { exp: now() - 1 })) },
	'a JWT with alg none': { kind: 'never', token: makeUnsignedToken(payload(ordinary)) },
	'a JWT with alg none and a signature': { kind: 'never', token: makeToken(payload(ordinary), { header: { alg: 'none', typ: 'JWT' } }) },
	'a JWT of another key': { kind: 'never', token: makeToken(payload(ordinary), { secret: 'adminsecret' }) },
	'a JWT of another algorithm than it says': {
		kind: 'never',
		token: makeToken(payload(ordinary), { header: { alg: 'HS512', typ: 'JWT' }, hash: 'sha256' }),
	},
	'a JWT of an RSA key': { kind: 'never', token: makeRsaToken(payload(ordinary)) },
	'a JWT whose payload was altered': { kind: 'never', token: [head, altered, signature].join('.') },
};
const headersOf = ({ header, token }) => (header ? { Authorization: header } : token ? { Authorization: `Bearer ${token}` } : {});

/** A request that the route answers without changing anything. */
function requestOf(method, route, ids) {
	const target = route.replace(':id', method === 'GET' || method === 'HEAD' ? (ids[route.split('/')[2]] ?? 1) : 999_999);
	if (method === 'GET' || method === 'HEAD') return { method, path: target };
	// Single types have no id that is not there: the parameters are refused.
	if (method === 'DELETE') return { method, path: route.includes(':id') ? target : `${target}?fields=nope` };
	return { method, path: target, body: {} };
}

/** Who may be admitted and is no user is refused by what speaks of the calling user alone. */
const ofTheCaller = ['plugin::users-permissions.user.me', 'plugin::users-permissions.auth.changePassword'];
const refusals = [401, 403];

function expected(caller, action, granted) {
	const { kind } = caller;
	if (kind === 'never') return [401];
	const may = kind === 'all' || (kind === 'read' ? /\.find(One)?$/.test(action) : granted);
	return may ? null : [403];
}

describe('every route for every caller', () => {
	let server;
	let folder;
	let pipe;
	let ids;
	const folderOf = makeProject(config);
	const routes = execFileSync(binary, ['routes', folderOf], { encoding: 'utf8' })
		.trim()
		.split('\n')
		.map(line => line.split(/\s+/));
	const actions = [...new Set(routes.map(([, , action]) => action))];
	const sql = text => sqlite(path.join(folder, '.tmp/data.db'), text);
	let asked = 0;

	before(async () => {
		folder = folderOf;
		const all = actions.map(action => `('${action}')`).join(', ');
		sql(`INSERT INTO up_roles (id, name, description, type) VALUES (3, 'Crew', '', 'crew');
			UPDATE up_users_role_links SET role_id = 3 WHERE user_id = ${custom};
			DELETE FROM up_users WHERE id = ${deleted}; DELETE FROM up_users_role_links WHERE user_id = ${deleted};
			DELETE FROM up_permissions_role_links; DELETE FROM up_permissions;
			DELETE FROM strapi_api_token_permissions_token_links; DELETE FROM strapi_api_token_permissions;
			CREATE TEMP TABLE wanted (action); INSERT INTO wanted VALUES ${all};
			INSERT INTO up_permissions (action) SELECT w.action FROM wanted w, up_roles r ORDER BY r.id, w.rowid;
			INSERT INTO up_permissions_role_links (permission_id, role_id) SELECT p.id, (SELECT count(*) FROM up_permissions q
				WHERE q.action = p.action AND q.id <= p.id) FROM up_permissions p;
			INSERT INTO strapi_api_token_permissions (action) SELECT action FROM wanted;
			INSERT INTO strapi_api_token_permissions_token_links (api_token_permission_id, api_token_id) SELECT id, 3
				FROM strapi_api_token_permissions;`);
		// The plugins' things begin at 1.
		const names = routes
			.filter(([method, route, action]) => method === 'GET' && route.includes('/:id') && action.startsWith('api::'))
			.map(([, route]) => route.split('/')[2]);
		ids = Object.fromEntries(names.map(name => [name, sql(`SELECT min(id) AS id FROM ${name.replaceAll('-', '_')}`)[0].id]));
		server = await startServer({ folder, env: { LECTERN_THREADS: '2' } });
		pipe = new Pipeline(server.port);
	});
	after(async () => {
		pipe?.close();
		await server?.stop();
		rmSync(folderOf, { recursive: true });
	});

	const withHead = ([method, route, action]) =>
		method === 'GET'
			? [
					[method, route, action],
					['HEAD', route, action],
				]
			: [[method, route, action]];
	async function ask(chosen) {
		const tries = chosen
			.flatMap(withHead)
			.flatMap(([method, route, action]) =>
				Object.entries(callers).map(([name, caller]) => ({
					method,
					route,
					action,
					name,
					caller,
					request: { ...requestOf(method, route, ids), headers: headersOf(caller) },
				})),
			);
		const answers = await Promise.all(tries.map(({ request }) => pipe.ask(request)));
		asked += tries.length;
		return tries.map((one, index) => ({ ...one, ...answers[index], what: `${one.method} ${one.route} by ${one.name}` }));
	}

	function assertAsExpected(answers, granted) {
		const wrong = [];
		for (const answer of answers) {
			const want = expected(answer.caller, answer.action, granted);
			if (want) {
				if (!want.includes(answer.status)) wrong.push(`${answer.what}: ${answer.status}, not ${want}`);
				const error = answer.method === 'HEAD' ? null : JSON.parse(answer.text).error;
				if (error && (error.status !== answer.status || Object.keys(error.details).length))
					wrong.push(`${answer.what}: ${answer.text.slice(0, 200)}`);
				continue;
			}
			if (ofTheCaller.includes(answer.action) && !answer.caller.user) {
				if (!refusals.includes(answer.status) && answer.status !== 400) wrong.push(`${answer.what}: ${answer.status} for who is no user`);
				continue;
			}
			// Admitted: all who are get the same, which is what the route says to such a request.
			const usual = /^plugin::email\./.test(answer.action)
				? [400]
				: /content-type-builder\/[^/]*\//.test(answer.route)
					? [404]
					: answer.method === 'GET' || answer.method === 'HEAD'
						? /\/(auth|connect)\//.test(answer.route)
							? [400, 302]
							: [200]
						: answer.method === 'DELETE'
							? [200, 204, 400, 404]
							: [200, 400, 404];
			if (!usual.includes(answer.status)) wrong.push(`${answer.what}: ${answer.status}, not one of ${usual}: ${answer.text.slice(0, 200)}`);
			const same = answers.find(
				({ request, caller }) =>
					request.method === answer.request.method &&
					request.path === answer.request.path &&
					expected(caller, answer.action, granted) === null &&
					(caller.user || !ofTheCaller.includes(answer.action)),
			);
			if (same.status !== answer.status) wrong.push(`${answer.what}: ${answer.status}, but ${same.status} by ${same.name}`);
		}
		assert.deepEqual(wrong.slice(0, 10), []);
	}

	it('knows routes of all content-types and plugins', () => {
		assert.ok(routes.length > 60, `${routes.length} routes`);
		for (const part of ['/api/restaurants/:id', '/api/homepage', '/api/users/me', '/api/auth/local', '/api/upload/files'])
			assert.ok(
				routes.some(([, route]) => route === part),
				part,
			);
	});

	it('is admitted with the permission, and all alike', async () => assertAsExpected(await ask(routes), true));

	for (const action of actions)
		it(`is refused with all permissions but ${action}`, async () => {
			const take = table => `UPDATE ${table} SET action = 'x' || action WHERE action = '${action}';`;
			const give = table => `UPDATE ${table} SET action = substr(action, 2) WHERE action = 'x${action}';`;
			sql(take('up_permissions') + take('strapi_api_token_permissions'));
			const answers = await ask(routes.filter(([, , needed]) => needed === action));
			sql(give('up_permissions') + give('strapi_api_token_permissions'));
			assertAsExpected(answers, false);
		});

	it('is refused to nobody at all, when the public may do nothing', async () => {
		sql('UPDATE up_permissions_role_links SET role_id = -2 WHERE role_id = 2');
		const answers = (await ask(routes)).filter(({ caller }) => caller.role === 'public');
		sql('UPDATE up_permissions_role_links SET role_id = 2 WHERE role_id = -2');
		assert.deepEqual(
			answers.filter(({ status }) => status !== 401).map(({ what, status }) => `${what}: ${status}`),
			[],
		);
	});

	it('is admitted as before, when all was granted again', async () => assertAsExpected(await ask(routes), true));

	it('was asked often enough to mean something', () => assert.ok(asked > 5000, `${asked} requests`));
});
