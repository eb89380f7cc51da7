// Providers to sign in with that the project's code adds to the plugin users-permissions.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { databaseOf } from './lib/accounts.mjs';
import { makeCodeProject } from './lib/code.mjs';
import { Client } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { startServer } from './lib/server.mjs';

const index = `module.exports = {
	register({ strapi }) {
		strapi.plugin('users-permissions').service('providers-registry').add('house', {
			icon: 'home', enabled: true, grantConfig: { key: 'k', secret: 's', scope: ['all'] },
			async authCallback({ accessToken, query, providers }) {
				if (accessToken === 'broken') throw new Error('The house is closed');
				if (providers.house.key !== 'k') throw new Error('no settings');
				return { username: accessToken, email: query.anonymous ? undefined : accessToken.toUpperCase() + '@example.com' };
			},
		});
	},
	bootstrap({ strapi }) {
		const registry = strapi.plugin('users-permissions').service('providers-registry');
		strapi.server.routes([{ method: 'GET', path: '/providers', config: { auth: false }, handler: ctx => {
			ctx.body = { all: Object.keys(registry.getAll()), google: registry.get('google').grantConfig.scope, none: registry.get('x') ?? null,
				redirect: strapi.plugin('users-permissions').service('providers').buildRedirectUri('house') };
		} }, { method: 'GET', path: '/late', config: { auth: false }, handler: ctx => registry.remove('house') }]);
	},
};
`;

describe('providers of code', () => {
	let server, client;
	before(async () => {
		server = await startServer({ folder: makeCodeProject({ 'src/index.js': index }) });
		client = new Client(server.base);
	});
	after(() => server?.stop());
	const signIn = query => client.get(`/api/auth/house/callback?${query}`);

	it('sign in, and make a user the first time', async () => {
		const first = await signIn('access_token=mira');
		assert.equal(first.status, 200, first.text);
		assert.equal(first.json.user.email, 'mira@example.com');
		assert.equal(first.json.user.provider, 'house');
		assert.equal(first.json.user.password, undefined);
		const again = await signIn('access_token=mira');
		assert.equal(again.json.user.id, first.json.user.id);
		const me = await client.get('/api/users/me', { Authorization: `Bearer ${again.json.jwt}` });
		assert.ok([200, 403].includes(me.status), me.text);
		assert.equal(sqlite(databaseOf(server), "select count(*) as n from up_users where provider = 'house'")[0].n, 1);
	});

	it('refuse as their code and the settings say', async () => {
		const message = async query => {
			const { status, json } = await signIn(query);
			return [status, json.error.message];
		};
		assert.deepEqual(await message(''), [400, 'No access_token.']);
		assert.deepEqual(await message('access_token=broken'), [400, 'The house is closed']);
		assert.deepEqual(await message('access_token=a&anonymous=1'), [400, 'Email was not available.']);
		assert.deepEqual(await message('access_token=user1'), [400, 'Email is already taken.']);
		sqlite(databaseOf(server), "update up_users set blocked = 1 where provider = 'house'");
		assert.deepEqual(await message('access_token=mira'), [400, 'Your account has been blocked by an administrator']);
	});

	it('stand in the settings, and in the registry beside those of Strapi', async () => {
		const [{ value }] = sqlite(
			databaseOf(server),
			"select value from strapi_core_store_settings where key = 'plugin_users-permissions_grant'",
		);
		assert.deepEqual(JSON.parse(value).house, { icon: 'home', enabled: true, key: 'k', secret: 's', scope: ['all'] });
		assert.ok(JSON.parse(value).google);
		const { json } = await client.get('/providers');
		assert.equal(json.all.length, 18);
		assert.equal(json.all.at(-1), 'house');
		assert.deepEqual(json.google, ['email']);
		assert.equal(json.none, null);
		assert.match(json.redirect, /^http:\/\/\S+:\d+\/api\/connect\/house\/callback$/);
	});

	it('leave the other ways to sign in as they are', async () => {
		const local = await client.request('POST', '/api/auth/local', { body: { identifier: 'user1', password: 'Passw0rd1' } });
		assert.equal(local.status, 200, local.text);
		const github = await client.get('/api/auth/github/callback?access_token=x');
		assert.equal(github.status, 400);
	});

	it('are not changed after the start', async () => {
		const { status, json } = await client.get('/late');
		assert.equal(status, 501);
		assert.match(json.error.message, /provider house/);
	});
});
