// A project whose user type is without what Strapi's has: those who are signed in with a token of the project's own making are known,
// and what looks for the missing attributes fails by itself.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, databaseOf, post } from './lib/accounts.mjs';
import { makeCodeProject } from './lib/code.mjs';
import { Client } from './lib/http.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { startServer } from './lib/server.mjs';
import { sqlite } from './lib/schema.mjs';

const relation = { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.role', inversedBy: 'users' };
const schema = {
	kind: 'collectionType',
	collectionName: 'up_users',
	info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
	attributes: { role: relation, wallet: { type: 'string' } },
};

describe('a user type without email, provider, password, confirmed and blocked', () => {
	let server, client, id;

	before(async () => {
		const files = { 'src/extensions/users-permissions/content-types/user/schema.json': JSON.stringify(schema) };
		server = await startServer({ folder: makeCodeProject(files) });
		client = new Client(server.base);
		[{ id }] = sqlite(databaseOf(server), 'select user_id as id from up_users_role_links order by id limit 1');
	});

	after(async () => {
		client.close();
		await server.stop();
	});

	it('knows who is signed in', async () => {
		const answer = await client.get('/api/users/me', bearer(makeToken({ id, iat: now(), exp: now() + 60 })));
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.json.id, id);
		assert.equal('email' in answer.json, false);
	});

	it('lets nobody sign in by a password', async () => {
		assert.equal((await post(client, 'local', { identifier: 'ada@example.com', password: 'Passw0rd-1' })).status, 500);
		assert.equal((await client.get('/api/users/me')).status, 403);
	});
});
