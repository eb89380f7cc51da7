// Code around the GraphQL fields of users-permissions: middlewares, policies, resolvers of its own, and controllers that an extension
// has changed, which Strapi's fields run.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { startServer } from './lib/server.mjs';

const token = { Authorization: 'Bearer ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' };
const plugins = ['graphql', 'i18n', 'users-permissions'].map(name => [`@strapi/plugin-${name}`, '4.26.2']);
const packages = { 'package.json': { name: 'project', dependencies: { '@strapi/strapi': '4.26.2', ...Object.fromEntries(plugins) } } };

const index = `const seen = [];
const note = name => async (next, parent, args, context, info) => {
	const value = await next(parent, args, context, info);
	seen.push([name, context.koaContext.body?.user?.username ?? value?.value?.username ?? value?.username ?? value?.ok ?? null]);
	return value;
};
module.exports = {
	register({ strapi }) {
		strapi.plugin('graphql').service('extension').use({
			typeDefs: 'extend type Query { seen: JSON }',
			resolvers: { Query: { seen: () => seen.splice(0) } },
			resolversConfig: {
				'Query.seen': { auth: false },
				'Query.me': { middlewares: [note('me')] },
				'Mutation.login': { middlewares: [note('login')] },
				'Mutation.createUsersPermissionsUser': {
					policies: [({ args }) => args.data.username !== 'refused'],
					middlewares: [(next, parent, args, ...rest) => {
						args.data.username = args.data.username.toLowerCase();
						return next(parent, args, ...rest);
					}],
				},
				'Mutation.updateUsersPermissionsUser': { policies: [({ args, context }) => args.data.username !== 'refused'] },
				'Mutation.deleteUsersPermissionsUser': { middlewares: [note('delete')] },
				'Mutation.createUsersPermissionsRole': { middlewares: [note('role')] },
				'Mutation.changePassword': { middlewares: [note('change')] },
			},
		});
	},
};\n`;
const extension = `module.exports = plugin => {
	const { register } = plugin.controllers.auth;
	plugin.controllers.auth.register = async ctx => {
		if (ctx.request.body.username === 'nobody') return ctx.badRequest('not you');
		ctx.request.body.username = 'own ' + ctx.request.body.username;
		await register(ctx);
	};
	return plugin;
};\n`;
const files = { ...packages, 'src/index.js': index, 'src/extensions/users-permissions/strapi-server.js': extension };

describe('code around the fields of users-permissions', () => {
	let server;
	const query = async (text, variables, headers = token) => {
		const body = JSON.stringify({ query: text, variables });
		const answer = await fetch(`${server.base}/graphql`, {
			method: 'POST',
			headers: { ...headers, 'Content-Type': 'application/json' },
			body,
		});
		return answer.json();
	};
	const seen = async () => (await query('{ seen }')).data.seen;
	before(async () => {
		server = await startServer({ folder: makeCodeProject(files), args: ['--env', 'production'] });
	});
	after(() => server?.stop());

	const create = username =>
		query(
			`mutation ($data: UsersPermissionsUserInput!) {
				createUsersPermissionsUser(data: $data) { data { id attributes { username role { data { id } } } } }
			}`,
			{ data: { username, email: `${username}@example.com`, password: 'Secret12', role: '1', confirmed: true } },
		);

	it('middlewares and policies around changes of users', async () => {
		const { data } = await create('UPPER');
		const { id, attributes } = data.createUsersPermissionsUser.data;
		assert.deepEqual(attributes, { username: 'upper', role: { data: { id: '1' } } });
		assert.equal((await create('refused')).errors[0].message, 'Policy Failed');
		const update = username =>
			query(
				`mutation ($id: ID!, $data: UsersPermissionsUserInput!) {
				updateUsersPermissionsUser(id: $id, data: $data) { data { attributes { username } } }
			}`,
				{ id, data: { username } },
			);
		assert.equal((await update('refused')).errors[0].message, 'Policy Failed');
		assert.deepEqual((await update('changed')).data.updateUsersPermissionsUser.data, { attributes: { username: 'changed' } });
		const removed = await query('mutation ($id: ID!) { deleteUsersPermissionsUser(id: $id) { data { id attributes { username } } } }', {
			id,
		});
		assert.deepEqual(removed.data.deleteUsersPermissionsUser.data, { id, attributes: { username: 'changed' } });
		assert.deepEqual(await seen(), [['delete', 'changed']]);
	});

	it('around signing in, and what it answers', async () => {
		await create('signs');
		const login = (password, provider) =>
			query('mutation ($input: UsersPermissionsLoginInput!) { login(input: $input) { jwt user { id username email confirmed } } }', {
				input: { identifier: 'signs', password, provider },
			});
		const { jwt, user } = (await login('Secret12')).data.login;
		assert.equal(user.username, 'signs');
		assert.equal(user.email, 'signs@example.com');
		const wrong = await login('wrong');
		assert.equal(wrong.errors[0].message, 'Invalid identifier or password');
		assert.deepEqual(wrong.errors[0].extensions.error.name, 'ValidationError');
		for (const provider of ['github', 'nowhere'])
			assert.equal((await login('Secret12', provider)).errors[0].message, 'This provider is disabled', provider);
		const me = await query('{ me { id username role { type } } }', undefined, { Authorization: `Bearer ${jwt}` });
		assert.equal(me.data.me.username, 'signs');
		assert.deepEqual(await seen(), [
			['login', 'signs'],
			['me', 'signs'],
		]);
	});

	it('around roles', async () => {
		const made = await query('mutation { createUsersPermissionsRole(data: { name: "r", description: "d" }) { ok } }');
		assert.deepEqual(made, { data: { createUsersPermissionsRole: { ok: true } } });
		assert.deepEqual(await seen(), [['role', true]]);
	});

	it('what an extension has put in the place of a controller runs over GraphQL, too', async () => {
		const register = username =>
			query('mutation ($input: UsersPermissionsRegisterInput!) { register(input: $input) { jwt user { username email } } }', {
				input: { username, email: `${username}@example.com`, password: 'Secret12' },
			});
		const { jwt, user } = (await register('ann')).data.register;
		assert.deepEqual(user, { username: 'own ann', email: 'ann@example.com' });
		assert.match(jwt, /^[\w-]+\.[\w-]+\.[\w-]+$/);
		const refused = await register('nobody');
		assert.equal(refused.data, null);
	});

	it('permissions are asked for before', async () => {
		const made = await query('mutation { createUsersPermissionsRole(data: { name: "r", description: "d" }) { ok } }', undefined, {});
		assert.equal(made.errors[0].message, 'Forbidden access');
		assert.deepEqual(await seen(), []);
	});
});
