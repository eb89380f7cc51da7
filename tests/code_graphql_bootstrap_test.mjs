// GraphQL of a plugin whose functions need what its own `bootstrap` makes, as strapi-plugin-slugify's do: they run in the turn of
// the plugin graphql, behind the plugins that stand before it.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { Client, patiently } from './lib/http.mjs';
import { runCommand, sparePort, startServer } from './lib/server.mjs';

const dependencies = Object.fromEntries(['graphql', 'i18n', 'users-permissions'].map(name => [`@strapi/plugin-${name}`, '4.26.2']));

const naming = `
const known = () => strapi.config.get('plugin.naming.known');
module.exports = {
	register({ strapi }) {
		strapi.plugin('graphql').service('extension').use(({ nexus }) => {
			const { toEntityResponse } = strapi.plugin('graphql').service('format').returnTypes;
			const { naming } = strapi.plugin('graphql').service('utils');
			const responses = Object.keys(known()).map(uid => naming.getEntityResponseName(strapi.contentType(uid)));
			const Named = nexus.unionType({
				name: 'Named',
				definition(t) { t.members(...responses); },
				resolveType: ({ info }) => naming.getEntityResponseName(known()[info.resourceUID]),
			});
			const byName = nexus.extendType({
				type: 'Query',
				definition(t) {
					t.field('byName', {
						type: Named,
						args: { name: nexus.stringArg() },
						async resolve(parent, { name }) {
							if (name === 'ends') process.exit(1);
							for (const uid of Object.keys(known())) {
								const [entry] = await strapi.entityService.findMany(uid, { filters: { name } });
								if (entry) return toEntityResponse(entry, { resourceUID: uid });
							}
							return null;
						},
					});
				},
			});
			return { types: [Named, byName], resolversConfig: { 'Query.byName': { auth: false } } };
		});
	},
	async bootstrap({ strapi }) {
		const found = {};
		await strapi.entityService.count('api::chain.chain');
		for (const name of ['chain', 'category']) found['api::' + name + '.' + name] = strapi.contentType('api::' + name + '.' + name);
		strapi.config.set('plugin.naming.known', found);
	},
};
`;
const project = (strapiServer, order = ['naming', 'graphql']) =>
	makeCodeProject({
		'package.json': { name: 'project', dependencies: { '@strapi/strapi': '4.26.2', ...dependencies } },
		'config/plugins.json': Object.fromEntries(
			order.map(name => [name, name === 'naming' ? { enabled: true, resolve: './src/plugins/naming' } : { enabled: true }]),
		),
		'src/plugins/naming/package.json': { name: 'naming', version: '1.0.0', strapi: { name: 'naming', kind: 'plugin' } },
		'src/plugins/naming/strapi-server.js': strapiServer,
	});
/** A plugin that speaks to GraphQL in its bootstrap alone. */
const navigation = (plugin = "'graphql'") => `
module.exports = {
	async bootstrap({ strapi }) {
		const extension = strapi.plugin(${plugin}).service('extension');
		extension.shadowCRUD('api::review.review').disable();
		const { uid } = strapi.contentType('api::chain.chain');
		await strapi.entityService.count(uid);
		extension.use(({ nexus }) => ({
			types: [nexus.extendType({ type: 'Query', definition: t => t.string('places', { resolve: () => 'of ' + uid }) })],
			resolversConfig: { 'Query.places': { auth: false } },
		}));
	},
};
`;
const refused = async folder => {
	const { code, stdout, stderr } = await runCommand(['serve', folder, '--port', String(await sparePort())]);
	rmSync(folder, { recursive: true, force: true });
	assert.notEqual(code, 0);
	return stdout + stderr;
};
const text = name =>
	`{ byName(name: "${name}") { __typename
		... on CategoryEntityResponse { data { id attributes { name } } }
		... on ChainEntityResponse { data { id attributes { name restaurants(pagination: { limit: 1 }) { data { id } } } } } } }`;

describe('GraphQL that a plugin makes in its bootstrap', () => {
	it('is there with the first answer, and in a process that takes the place of another', async () => {
		const folder = project(naming);
		const server = await startServer({ folder, env: { JWT_SECRET: 'secret' } });
		const client = new Client(server.base);
		const ask = async query => client.request('POST', '/graphql', { body: { query } });
		try {
			const lists = await ask(
				'{ chains(pagination: { limit: 1 }) { data { id attributes { name } } } categories { data { id attributes { name } } } }',
			);
			const [chain] = lists.json.data.chains.data;
			const [category] = lists.json.data.categories.data;
			const found = async () => {
				const ofChain = (await ask(text(chain.attributes.name))).json.data.byName;
				assert.equal(ofChain.__typename, 'ChainEntityResponse');
				assert.equal(ofChain.data.id, chain.id);
				assert.equal(ofChain.data.attributes.name, chain.attributes.name);
				assert.ok(Array.isArray(ofChain.data.attributes.restaurants.data));
				const { data } = (await ask(text(category.attributes.name))).json;
				assert.deepEqual(data.byName, { __typename: 'CategoryEntityResponse', data: category });
				assert.deepEqual((await ask(text('nobody'))).json, { data: { byName: null } });
			};
			await found();
			assert.equal((await ask(text('ends'))).json.data.byName, null);
			await patiently(async () => {
				const { json } = await ask(text('nobody'));
				return { status: json.errors ? 503 : 200 };
			});
			await found();
			const named = await ask('{ __type(name: "Named") { kind possibleTypes { name } } }');
			assert.deepEqual(named.json.data.__type, {
				kind: 'UNION',
				possibleTypes: [{ name: 'ChainEntityResponse' }, { name: 'CategoryEntityResponse' }],
			});
		} finally {
			client.close();
			await server.stop();
		}
		const { code, stderr } = await runCommand(['schema', folder]);
		rmSync(folder, { recursive: true, force: true });
		assert.equal(code, 1);
		assert.match(stderr, /ask a server for it/);
	});

	it('keeps the server from starting where it is wrong, as in Strapi', async () => {
		assert.match(
			await refused(project(naming.replace("'plugin.naming.known', found", "'plugin.naming.other', found"))),
			/undefined or null/,
		);
		assert.match(
			await refused(project(naming.replace("'Query.byName': { auth", "'Query.byName': { policies: ['global::none'], auth"))),
			/global::none/,
		);
	});

	it('is not there yet where the plugin stands behind graphql, as in Strapi', async () => {
		assert.match(await refused(project(naming, ['graphql', 'naming'])), /undefined or null/);
	});

	const spoken = { "'graphql'": 'as strapi-plugin-navigation does', "['graph', 'ql'].join('')": 'whatever names the plugin' };
	for (const [plugin, how] of Object.entries(spoken))
		it(`may be said in the bootstrap itself, ${how}`, async () => {
			const server = await startServer({ folder: project(navigation(plugin)), ownsFolder: true, env: { JWT_SECRET: 'secret' } });
			const client = new Client(server.base);
			const ask = async query => (await client.request('POST', '/graphql', { body: { query } })).json;
			try {
				assert.deepEqual(await ask('{ places }'), { data: { places: 'of api::chain.chain' } });
				const { data } = await ask('{ __schema { queryType { fields { name } } } __type(name: "Review") { name } }');
				const names = data.__schema.queryType.fields.map(({ name }) => name);
				assert.ok(names.includes('chains') && names.includes('places'), names.join());
				assert.ok(!names.includes('reviews') && !names.includes('review'), names.join());
			} finally {
				client.close();
				await server.stop();
			}
		});

	it('changes nothing where the plugin stands behind graphql, as in Strapi', async () => {
		const folder = project(navigation(), ['graphql', 'naming']);
		const server = await startServer({ folder, ownsFolder: true, env: { JWT_SECRET: 'secret' } });
		const client = new Client(server.base);
		const { json } = await client.request('POST', '/graphql', { body: { query: '{ places }' } });
		assert.match(json.errors[0].message, /Cannot query field "places"/);
		client.close();
		await server.stop();
	});
});
