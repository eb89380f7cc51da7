// Projects with JavaScript of their own where there is no Node.js: what `check` lists, whether `serve` starts, and which
// requests are closed (501). What is open is answered as by Strapi 4.26.2, for which the code stands beside the case.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { controller, makeCodeProject, router, service, writeFiles } from './lib/code.mjs';
import { Client } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { runCommand, startServer } from './lib/server.mjs';

process.env.LECTERN_NODE = 'none';

const token = { Authorization: `Bearer ${'f'.repeat(64)}` };
const env = { JWT_SECRET: 'jwtsecret', API_TOKEN_SALT: 'apitokensalt' };

/** Each trap: the files laid over the project; what `check` says (in this order, nothing else); what keeps `serve` from starting
 * without --without-code (none: it starts); requests with the status that they get, [method, path, status, body]; of GraphQL
 * [query, status]. `named` are the files that closed answers name. */
const traps = {
	'nothing but what the generator writes': {
		files: {
			'src/index.js':
				"'use strict';\n\nmodule.exports = {\n  /**\n   * register\n   */\n  register(/*{ strapi }*/) {},\n  bootstrap(/*{ strapi " +
				'}*/) {},\n};\n',
			'src/extensions/users-permissions/strapi-server.js': 'module.exports = (plugin) => {\n  return plugin;\n};\n',
			'src/api/chain/controllers/chain.js':
				"'use strict';\n/** chain controller */\nconst { createCoreController } = " +
				"require('@strapi/strapi').factories;\nmodule.exports = createCoreController('api::chain.chain', ({ strapi }) => ({}));\n",
			'config/middlewares.json': ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query', 'strapi::body', 'strapi::public'],
			'package.json': {
				dependencies: { '@strapi/strapi': '4.26.2', '@strapi/plugin-i18n': '4.26.2', 'better-sqlite3': '8.6.0', pg: '8.11.3' },
			},
		},
		check: [],
		rest: [
			['GET', '/api/chains', 200],
			['GET', '/api/chains/1', 200],
			['PUT', '/api/chains/1', 200, { data: {} }],
			['GET', '/api/homepage', 200],
			['GET', '/api/nothing', 404],
		],
		graphql: [['{ chains { data { id } } }', 200]],
	},
	'an action that a controller replaces': {
		files: {
			'src/api/chain/controllers/chain.js': controller(
				'chain',
				'({ strapi }) => ({ async find(ctx) { return super.find(ctx); }, own(ctx) {} })',
			),
		},
		check: [/^api::chain:$/, /src\/api\/chain\/controllers\/chain\.js: the controller has find, own of its own/],
		named: 'src/api/chain/controllers/chain.js',
		rest: [
			['GET', '/api/chains', 501],
			['HEAD', '/api/chains', 501],
			['GET', '/api/CHAINS/', 501],
			['GET', '/api/chains/1', 200],
			['POST', '/api/chains', 200, { data: { name: 'a' } }],
			['GET', '/api/restaurants/1', 200],
		],
		graphql: [['{ chains { data { id } } }', 200]], // generated resolvers ask no controller
	},
	'what all actions of a controller call': {
		files: { 'src/api/chain/controllers/chain.js': controller('chain', '{ async sanitizeOutput(data) { return data; } }') },
		check: [/^api::chain:$/, /the controller has sanitizeOutput of its own/],
		named: 'src/api/chain/controllers/chain.js',
		rest: [
			['GET', '/api/chains', 501],
			['GET', '/api/chains/1', 501],
			['DELETE', '/api/chains/1', 501],
			['GET', '/api/categories', 200],
		],
	},
	'a controller that can only be run': {
		files: { 'src/api/chain/controllers/chain.js': "const base = require('../../../utils/base');\nmodule.exports = base('chain');\n" },
		check: [/^api::chain:$/, /a controller that is not Strapi's, and not read/],
		named: 'src/api/chain/controllers/chain.js',
		rest: [
			['GET', '/api/chains', 501],
			['PUT', '/api/chains/1', 501, { data: {} }],
			['GET', '/api/categories', 200],
		],
	},
	'code that is no JavaScript': {
		files: { 'src/api/chain/controllers/chain.js': 'module.exports = { find( }' },
		check: [
			/^api::chain:$/,
			/a controller that is not Strapi's, and not read/,
			/^src\/api\/chain\/controllers\/chain\.js: code that is not read/,
		],
		unordered: true,
		rest: [['GET', '/api/chains', 501]],
	},
	'methods of a service that actions call': {
		files: {
			'src/api/chain/services/chain.js': service('chain', '({ strapi }) => ({ async find(...args) { return super.find(...args); } })'),
			'src/api/homepage/services/homepage.js': service('homepage', '() => ({ find() { return null; } })'),
			'src/api/category/services/category.js': service('category', '() => ({ grow() {} })'),
		},
		check: [
			/^api::category:$/,
			/the service has grow of its own/,
			/^api::chain:$/,
			/the service has find of its own/,
			/^api::homepage:$/,
			/the service has find of its own/,
		],
		rest: [
			['GET', '/api/chains', 501],
			['GET', '/api/chains/1', 200],
			['GET', '/api/homepage', 501],
			['PUT', '/api/homepage', 501, { data: {} }],
			['GET', '/api/categories', 200],
		],
		graphql: [['{ chains { data { id } } homepage { data { id } } }', 200]], // nor a service
	},
	'a type without a service': {
		files: { 'src/api/chain/services/chain.js': null },
		check: [],
		rest: [
			['GET', '/api/chains', 501], // Strapi answers 500
			['GET', '/api/categories', 200],
		],
	},
	'only and except': {
		files: {
			'src/api/chain/routes/chain.js': router('chain', "{ only: ['find'], config: {} }"),
			'src/api/category/routes/category.js': router('category', "{ except: ['delete', 'create'] }"),
			'src/api/homepage/routes/homepage.js': router('homepage', "{ only: 'update' }"),
		},
		check: [],
		rest: [
			['GET', '/api/chains', 200],
			['GET', '/api/chains/1', 404],
			['POST', '/api/chains', 405, { data: { name: 'a' } }],
			['PUT', '/api/chains/1', 405, { data: {} }],
			['GET', '/api/categories/1', 200],
			['POST', '/api/categories', 405, { data: { name: 'a' } }],
			['DELETE', '/api/categories/1', 405],
			['GET', '/api/homepage', 404],
			['PUT', '/api/homepage', 200, { data: {} }],
		],
		graphql: [['mutation { createChain(data: {name: "g"}) { data { id } } }', 200]],
	},
	'a type without routes': {
		files: { 'src/api/chain/routes/chain.js': null },
		check: [],
		rest: [
			['GET', '/api/chains', 404],
			['POST', '/api/chains', 405, { data: { name: 'a' } }],
			['GET', '/api/categories', 200],
		],
	},
	'policies, middlewares and routes without authentication': {
		files: {
			'src/api/chain/routes/chain.js': router(
				'chain',
				"{ config: { find: { policies: ['global::open'] }, findOne: { middlewares: [] }, update: { middlewares: [async (ctx, next) " +
					"=> next()] }, delete: { auth: { strategies: ['api-token'] } } } }",
			),
			'src/api/category/routes/category.js': router('category', '{ config: { find: { auth: false, policies: [] } } }'),
			'src/api/review/routes/review.js': router('review', '{ config: require("./options") }'),
		},
		check: [
			/^api::chain:$/,
			/src\/api\/chain\/routes\/chain\.js: 3 routes with policies, middlewares or an auth setting/,
			/^api::review:$/,
			/src\/api\/review\/routes\/review\.js: routes that are not read/,
		],
		rest: [
			['GET', '/api/chains', 501],
			['GET', '/api/chains/1', 200],
			['POST', '/api/chains', 200, { data: { name: 'b' } }],
			['PUT', '/api/chains/1', 501, { data: {} }],
			['DELETE', '/api/chains/1', 501],
			['GET', '/api/categories', 200],
			['GET', '/api/reviews', 501],
			['GET', '/api/nothing', 501],
			['GET', '/api/users/1', 200],
		],
	},
	'routes files that export something else': {
		files: {
			'src/api/chain/routes/chain.js': null,
			'src/api/chain/routes/list.js':
				"module.exports = [{ method: 'GET', path: '/list', handler: 'api::chain.chain.find', config: { auth: false } }];",
			'src/api/chain/routes/nothing.js': 'module.exports = {};\n',
			'src/api/chain/routes/empty.js': '// nothing yet\n',
		},
		check: [/^api::chain:$/, /list\.js: routes that are not read/],
		named: 'src/api/chain/routes/list.js',
		rest: [
			['GET', '/api/list', 501],
			['GET', '/api/chains', 501],
			['GET', '/api/bookmarks', 200],
			['GET', '/api/reviews/1', 200],
			['GET', '/api/users/1', 200],
			['GET', '/api/nothing', 501],
		],
	},
	'routes with paths that are made when they run': {
		files: {
			'src/api/chain/routes/made.js':
				"const base = require('./base').path;\nmodule.exports = { routes: [{ method: 'GET', path: base + '/x', handler: 'chain.find' }] };",
			'src/api/category/routes/template.js':
				"module.exports = { routes: ['a', 'b'].map((name) => ({ method: 'GET', path: `/made/${name}/x`, handler: 'category.find' })) };",
		},
		check: [/^api::category:$/, /template\.js: routes that are not read/, /^api::chain:$/, /made\.js: routes that are not read/],
		rest: [
			['GET', '/api/bookmarks', 200], // read before
			['GET', '/api/made/a/x', 501],
			['GET', '/api/chains', 200], // chain.js comes before made.js
			['GET', '/api/reviews/1', 501], // may be the path of made.js
			['GET', '/api/users/1', 501],
		],
	},
	'routes of its own, some before those of its types': {
		files: {
			'src/api/restaurant/controllers/restaurant.js': controller('restaurant', '({ strapi }) => ({ custom(ctx) { ctx.body = {}; } })'),
			'src/api/restaurant/routes/01-custom.js': `module.exports = {
				routes: [
					{ method: 'GET', path: '/restaurants/:id', handler: 'restaurant.custom' },
					{ method: 'GET', path: '/restaurants/:id/reviews/:stars(\\\\d)', handler: 'restaurant.custom', config: { auth: false } },
					{ method: 'POST', path: '/any/(.*)', handler: 'restaurant.custom' },
					{ method: 'GET', path: '/places', handler: 'restaurant.find', config: { policies: [] } },
					{ method: 'GET', path: '/places/:id', handler: 'api::restaurant.restaurant.findOne' },
					{ method: 'PUT', path: '/inline', handler: (ctx) => { ctx.body = 'x'; } },
				],
			};`,
			'src/api/restaurant/routes/zz-late.js':
				"module.exports = { routes: [{ method: 'GET', path: '/restaurants', handler: 'restaurant.custom' }] };",
		},
		check: [
			/^api::restaurant:$/,
			/the controller has custom of its own/,
			/01-custom\.js: 4 routes of the project's own/,
			/zz-late\.js: 1 route of the project's own/,
		],
		rest: [
			['GET', '/api/restaurants/1', 501],
			['PUT', '/api/restaurants/1', 200, { data: {} }],
			['GET', '/api/restaurants', 200], // what comes first answers
			['GET', '/api/restaurants/1/reviews/5', 501],
			['GET', '/api/restaurants/1/reviews', 404],
			['POST', '/api/any/a/b/c', 501],
			['GET', '/api/any/a', 404],
			['GET', '/api/places?pagination[limit]=1', 200],
			['GET', '/api/places/1', 200],
			['PUT', '/api/inline', 501],
		],
	},
	'a prefix of a router': {
		files: {
			'src/api/chain/routes/chain.js': router('chain', "{ prefix: '/v2' }"),
			'src/api/category/routes/category.js':
				"module.exports = { prefix: '/x', routes: [{ method: 'GET', path: '/a', handler: 'category.find' }, { method: 'GET', path: " +
				"'/b', handler: 'category.find', config: { prefix: '' } }] };",
		},
		check: [],
		rest: [
			['GET', '/api/v2/chains/1', 200],
			['GET', '/api/chains', 404],
			['GET', '/api/x/a', 200],
			['GET', '/api/b', 200],
			['GET', '/api/x/b', 404],
			['GET', '/api/categories', 404],
		],
	},
	lifecycles: {
		files: {
			'src/api/chain/content-types/chain/Lifecycles.js': 'module.exports = { beforeCreate(event) { event.params.data.name = "hooked"; } };',
			'src/api/category/content-types/category/lifecycles.js':
				"const hooks = { async afterFindOne({ result }) { result.name = 'x'; } };\nmodule.exports = hooks;",
			'src/api/office/content-types/office/lifecycles.js': 'module.exports = {};',
		},
		check: [
			/^api::category\.category:$/,
			/hooks of api::category\.category: afterFindOne/,
			/^api::chain\.chain:$/,
			/hooks of api::chain\.chain: beforeCreate/,
		],
		rest: [
			['GET', '/api/chains', 200],
			['POST', '/api/chains', 501, { data: { name: 'a' } }],
			['PUT', '/api/chains/1', 501, { data: {} }],
			['DELETE', '/api/chains/1', 501],
			['GET', '/api/categories/1', 501],
			['POST', '/api/categories', 501, { data: { name: 'a' } }],
			['GET', '/api/restaurants/1?populate=*', 200], // what is populated runs no hooks
			['PUT', '/api/offices/1', 200, { data: {} }],
		],
		graphql: [
			['{ chains { data { id } } }', 200],
			['mutation { createChain(data: {name: "a"}) { data { id } } }', 501],
			['mutation { a: createOffice(data: {}) { data { id } } b: deleteChain(id: 1) { data { id } } }', 501],
			['{ category(id: 1) { data { id } } }', 501],
			['{ restaurants { data { attributes { categories { data { id } } } } } }', 200],
		],
	},
	'subscriptions in code': {
		files: {
			'src/index.js':
				"module.exports = { register() {}, bootstrap({ strapi }) { strapi.db.lifecycles.subscribe({ models: ['api::chain.chain', " +
				"'shared.seo', 'plugin::users-permissions.user'], afterUpdate() {} }); } };",
		},
		check: [/./, /./, /./, /./, /./, /./],
		checkHas: [/hooks of api::chain\.chain: afterUpdate/, /hooks of plugin::users-permissions\.user: afterUpdate/],
		rest: [
			['POST', '/api/chains', 501, { data: { name: 'a' } }],
			['GET', '/api/chains', 200],
			['GET', '/api/users', 200],
			['PUT', '/api/users/1', 501, {}],
			['POST', '/api/auth/local/register', 501, { username: 'aaaa', email: 'a@example.com', password: 'secret1' }],
		],
		graphql: [
			['mutation { register(input: {username: "aaaa", email: "a@example.com", password: "secret1"}) { jwt } }', 501],
			['mutation { forgotPassword(email: "a@example.com") { ok } }', 501],
		],
	},
	'code at the start that may do anything': {
		files: {
			'src/index.js': 'module.exports = { register({ strapi }) { strapi.server.use(async (ctx, next) => next()); }, bootstrap() {} };',
		},
		check: [/src\/index\.js: code that runs at the start and may change any answer/],
		refused: /src\/index\.js: code that runs at the start/,
		rest: [
			['GET', '/api/chains', 501],
			['GET', '/api/nothing', 501],
			['POST', '/api/auth/local', 501, {}],
		],
		graphql: [['{ chains { data { id } } }', 501]],
		named: 'src/index.js',
	},
	'code at the start that changes content': {
		files: {
			'src/index.js':
				"const seed = require('./seed');\nmodule.exports = { async bootstrap({ strapi }) { await seed({ strapi }); strapi.log.info('x'); } };",
			'src/seed.js': "module.exports = async ({ strapi }) => { await strapi.entityService.create('api::chain.chain', { data: {} }); };",
		},
		check: [/src\/index\.js: code that runs at the start and may read or change content/],
		refused: /may read or change content/,
		rest: [['GET', '/api/chains', 200]],
		graphql: [['{ chains { data { id } } }', 200]],
	},
	'code at the start that changes no answer': {
		files: {
			'src/index.js':
				"module.exports = { register({ strapi }) { strapi.customFields.register({ name: 'a', type: 'string' }); }, bootstrap({ " +
				"strapi }) { strapi.log.info('up'); } };",
		},
		check: [/src\/index\.js: code that runs at the start and changes no answer/],
		rest: [['GET', '/api/chains', 200]],
	},
	'an extended GraphQL schema': {
		files: {
			'src/index.js':
				"module.exports = { register({ strapi }) { strapi.plugin('graphql').service('extension').use({ typeDefs: 'type Query { a: " +
				"Int }' }); } };",
		},
		check: [/src\/index\.js: it changes the GraphQL schema/],
		refused: /changes the GraphQL schema/,
		rest: [['GET', '/api/chains', 200]],
		graphql: [['{ chains { data { id } } }', 501]],
		named: 'src/index.js',
	},
	'a GraphQL schema of the project alone': {
		files: {
			'src/index.js':
				"module.exports = { register({ strapi }) { strapi.plugin('graphql').service('extension').use({ typeDefs: 'type Query { a: " +
				"Int }' }); } };",
			'config/plugins.json': {
				graphql: { enabled: true, config: { shadowCRUD: false } },
				'users-permissions': { config: { jwtSecret: 'jwtsecret' } },
			},
		},
		check: [/src\/index\.js: it changes the GraphQL schema/],
		refused: /changes the GraphQL schema/,
		rest: [['GET', '/api/chains', 200]],
		graphql: [['{ a }', 501]],
	},
	'middlewares for all requests': {
		files: {
			'config/middlewares.json': ['strapi::errors', 'global::stamp'],
			'src/middlewares/stamp.js': 'module.exports = () => (ctx, next) => next();',
		},
		check: [/config\/middlewares\.json: is not read/],
		refused: /config\/middlewares\.json/,
		rest: [['GET', '/api/chains', 501]],
		graphql: [['{ chains { data { id } } }', 501]],
		named: 'config/middlewares.json',
	},
	'extended users-permissions': {
		files: {
			'src/extensions/users-permissions/strapi-server.js':
				'module.exports = (plugin) => { plugin.controllers.user.me = async (ctx) => { ctx.body = {}; }; return plugin; };',
		},
		check: [/extends the plugin users-permissions; without it the routes of users, sign-in and roles are closed/],
		refused: /users-permissions\/strapi-server\.js/,
		rest: [
			['GET', '/api/users/me', 501],
			['POST', '/api/auth/local', 501, { identifier: 'user1', password: 'Passw0rd1' }],
			['GET', '/api/users-permissions/roles', 501],
			['GET', '/api/nothing', 501],
			['GET', '/api/chains', 200],
			['GET', '/api/upload/files', 200],
		],
		graphql: [
			['{ me { id } }', 501],
			['mutation { login(input: {identifier: "user1", password: "Passw0rd1"}) { jwt } }', 501],
			['{ chains { data { id } } }', 200],
		],
	},
	'extended services of users-permissions': {
		files: {
			'src/extensions/users-permissions/strapi-server.js':
				'module.exports = (plugin) => { plugin.services.jwt = () => ({}); return plugin; };',
		},
		check: [/extends the plugin users-permissions; without it all routes are closed/],
		refused: /users-permissions/,
		rest: [['GET', '/api/chains', 501]],
	},
	'plugins that change answers, changes and routes': {
		files: {
			'package.json': {
				dependencies: {
					'@strapi/strapi': '4.26.2',
					'@strapi/plugin-i18n': '4.26.2',
					'strapi-plugin-transformer': '2.2.0',
					'strapi-plugin-slugify': '2.3.1',
					'strapi-plugin-sitemap': '2.0.0',
					'strapi-plugin-of-mine': '1.0.0',
					'strapi-provider-upload-x': '1.0.0',
					lodash: '4.17.21',
				},
			},
		},
		check: [
			/the plugin transformer changes all answers/,
			/the plugin slugify acts when entries are changed/,
			/the plugin sitemap has routes of its own/,
			/the plugin of-mine is not known/,
		],
		refused: /transformer/,
		rest: [['GET', '/api/chains', 501]],
	},
	'plugins that are disabled': {
		files: {
			'package.json': {
				dependencies: {
					'@strapi/strapi': '4.26.2',
					'@strapi/plugin-i18n': '4.26.2',
					'strapi-plugin-transformer': '2.2.0',
					'strapi-plugin-slugify': '2.3.1',
				},
			},
			'config/plugins.json': {
				transformer: { enabled: false },
				graphql: { enabled: true },
				'users-permissions': { config: { jwtSecret: 'jwtsecret' } },
			},
		},
		check: [/the plugin slugify acts when entries are changed/],
		refused: /slugify/,
		rest: [
			['GET', '/api/chains', 200],
			['POST', '/api/chains', 501, { data: { name: 'a' } }],
		],
	},
	'migrations and models in code': {
		files: {
			'database/migrations/2024.01.01T00.00.00.name.js': 'module.exports = { async up() {} };',
			'src/components/shared/own.js': 'module.exports = {};',
		},
		check: [
			/src\/components\/shared\/own\.js: a component in code is not read/,
			/database\/migrations\/2024\.01\.01T00\.00\.00\.name\.js: a migration that has not been run/,
		],
		refused: /a component in code/,
		rest: [['GET', '/api/chains', 200]],
	},
	'TypeScript without a tsconfig.json': {
		files: {
			'src/api/chain/routes/chain.js': null,
			'src/api/chain/routes/chain.ts':
				"import { factories } from '@strapi/strapi';\nexport default factories.createCoreRouter('api::chain.chain');\n",
		},
		check: [/src\/api\/chain\/routes\/chain\.ts: TypeScript, which Strapi does not read without a tsconfig\.json/],
		rest: [
			['GET', '/api/chains', 404],
			['GET', '/api/categories', 200],
		],
	},
	TypeScript: {
		files: {
			'tsconfig.json': '{}',
			'src/api/chain/controllers/chain.js': null,
			'src/api/chain/controllers/chain.ts':
				"import { factories } from '@strapi/strapi';\n\nexport default factories.createCoreController('api::chain.chain', ({ strapi " +
				'}: { strapi: Strapi }) => ({\n  async findOne(ctx: Context): Promise<any> {\n    return super.findOne(ctx);\n  },\n}));\n',
			'src/api/chain/routes/chain.js': null,
			'src/api/chain/routes/chain.ts':
				"import { factories } from '@strapi/strapi';\nexport default factories.createCoreRouter('api::chain.chain', { only: ['find', " +
				"'findOne'] as const });\n",
			'src/api/category/services/category.js': null,
			'src/api/category/services/category.ts':
				"/**\n * category service\n */\nimport { factories } from '@strapi/strapi'\n\nexport default " +
				"factories.createCoreService('api::category.category')\n",
			'src/index.ts':
				'export default {\n  register(/* { strapi }: { strapi: Core.Strapi } */) {},\n  bootstrap(/* { strapi } */) {},\n};\n',
			'src/api/category/controllers/types.d.ts': 'declare const x: number;',
		},
		check: [/^api::chain:$/, /src\/api\/chain\/controllers\/chain\.ts: the controller has findOne of its own/],
		rest: [
			['GET', '/api/chains', 200],
			['GET', '/api/chains/1', 501],
			['DELETE', '/api/chains/1', 405],
			['GET', '/api/categories/1', 200],
		],
	},
};

async function checkProject(folder, { check, checkHas = check, unordered = false }) {
	const { stdout } = await runCommand(['check', folder], { env });
	const lines = stdout.split('\n').filter(line => line && !line.startsWith('ok: '));
	assert.equal(lines.length, check.length, stdout);
	if (unordered || checkHas !== check) for (const wanted of checkHas) assert.match(stdout, new RegExp(wanted, 'm'));
	else for (const [i, wanted] of check.entries()) assert.match(lines[i].trim(), wanted);
}

async function checkAnswers(client, { rest = [], graphql = [], named }) {
	for (const [method, path, status, body] of rest) {
		const answer = await client.request(method, path, { headers: token, body });
		assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
		if (status !== 501 || method === 'HEAD') continue;
		assert.equal(answer.json.data, null);
		assert.equal(answer.json.error.name, 'NotImplementedError');
		assert.ok(answer.json.error.message.startsWith(answer.json.error.details.file), answer.text);
		if (named) assert.equal(answer.json.error.details.file, named);
	}
	for (const [query, status] of graphql) {
		const answer = await client.request('POST', '/graphql', { headers: token, body: { query } });
		assert.equal(answer.status, status, `${query}: ${answer.text}`);
		if (status === 501)
			assert.ok(
				answer.json.error?.name === 'NotImplementedError' || answer.json.errors[0].extensions.code === 'NOT_IMPLEMENTED',
				answer.text,
			);
		else assert.equal(answer.json.errors, undefined, answer.text);
	}
}

describe('a project with code of its own:', { concurrency: 2 }, () => {
	for (const [name, trap] of Object.entries(traps))
		it(name, async () => {
			const folder = makeCodeProject(trap.files);
			try {
				await checkProject(folder, trap);
				if (trap.refused) {
					const { code, stderr } = await runCommand(['serve', folder], { env });
					assert.equal(code, 1);
					assert.match(stderr, trap.refused);
					assert.match(stderr, /--without-code/);
				}
				const server = await startServer({ folder, env, args: trap.refused ? ['--without-code'] : [] });
				const client = new Client(server.base);
				await checkAnswers(client, trap);
				client.close();
				await server.stop();
				if (trap.named) assert.ok(server.stderr.includes(`is closed: ${trap.named}`), server.stderr);
			} finally {
				rmSync(folder, { recursive: true, force: true });
			}
		});
});

describe('a route without authentication', () => {
	it('asks nobody who they are, and shows no relations', async () => {
		const folder = makeCodeProject({
			'src/api/category/routes/category.js': router('category', '{ config: { find: { auth: false }, create: { auth: false } } }'),
		});
		const server = await startServer({ folder, env });
		const client = new Client(server.base);
		const find = async (query, headers) => (await client.request('GET', `/api/categories?pagination[limit]=1&${query}`, { headers })).json;
		assert.deepEqual(Object.keys((await find('populate=*')).data[0].attributes), ['name', 'createdAt', 'updatedAt']);
		assert.deepEqual(Object.keys((await find('populate=*', token)).data[0].attributes), ['name', 'createdAt', 'updatedAt']);
		assert.equal((await find('', { Authorization: 'Bearer none' })).data.length, 1);
		assert.equal((await find('filters[restaurants][name]=x', token)).error.message, 'Invalid parameter restaurants');
		assert.equal((await find('sort=parent.name', token)).error.message, 'Invalid parameter parent');
		assert.equal((await client.request('POST', '/api/categories', { body: { data: { name: 'public', parent: 1 } } })).status, 200);
		assert.equal((await client.request('POST', '/api/chains', { body: { data: { name: 'public' } } })).status, 403);
		client.close();
		await server.stop();
		rmSync(folder, { recursive: true, force: true });
	});
});

describe('a project that Strapi never saw', () => {
	it('has routes of all its types, with hooks or without', async () => {
		const folder = makeCodeProject();
		writeFiles(folder, { 'src/api/chain/content-types/chain/lifecycles.js': 'module.exports = { beforeDelete() {} };' });
		for (const api of ['bookmark', 'category', 'chain', 'global', 'homepage', 'kitchen-sink', 'office', 'restaurant', 'review'])
			for (const kind of ['controllers', 'services', 'routes']) rmSync(`${folder}/src/api/${api}/${kind}`, { recursive: true });
		const server = await startServer({ folder, env });
		const client = new Client(server.base);
		await checkAnswers(client, {
			rest: [
				['GET', '/api/chains', 200],
				['DELETE', '/api/chains/1', 501],
				['POST', '/api/categories', 200, { data: { name: 'a' } }],
				['GET', '/api/homepage', 200],
			],
		});
		client.close();
		await server.stop();
		rmSync(folder, { recursive: true, force: true });
	});
});

const scoped = `module.exports = { routes: [
	${[
		['none', '[]'],
		['other', "['api::restaurant.restaurant.find']"],
		['two', "['api::chain.chain.find', 'plugin::users-permissions.user.me']"],
		['named', "['plugin::users-permissions.user.me']"],
		['empty', "['']"],
		['unknown', "['find']"],
		['left', "['api::category.category.find']"],
	]
		.map(([name, scope]) => `{ method: 'GET', path: '/scoped/${name}', handler: 'chain.find', config: { auth: { scope: ${scope} } } },`)
		.join('\n\t')}
] };`;

/** The status that Strapi 4.26.2 answers to each caller. */
const scopedAnswers = {
	none: { public: 200, user: 200, full: 200, read: 200, custom: 403 },
	other: { public: 200, user: 200, full: 200, read: 200, custom: 200 },
	two: { public: 403, user: 200, full: 200, read: 403, custom: 403 },
	named: { public: 403, user: 200, full: 200, read: 403, custom: 403 },
	empty: { public: 403, user: 403, full: 200, read: 403, custom: 403 },
	unknown: { public: 403, user: 403, full: 200, read: 200, custom: 403 },
	left: { public: 403, user: 403, full: 200, read: 200, custom: 403 },
};

describe('permissions in a project with routes files', () => {
	let folder, server, client, callers;
	before(async () => {
		folder = makeCodeProject({
			'src/api/category/routes/category.js': router(
				'category',
				"{ only: ['findOne', 'create'], config: { findOne: { auth: { scope: ['api::chain.chain.find'] } } } }",
			),
			'src/api/chain/routes/aa.js': scoped,
		});
		server = await startServer({ folder, env });
		client = new Client(server.base);
		const { jwt } = (await client.request('POST', '/api/auth/local', { body: { identifier: 'user1', password: 'Passw0rd1' } })).json;
		const bearer = secret => ({ Authorization: `Bearer ${secret}` });
		callers = { public: {}, user: bearer(jwt), full: token, read: bearer('a'.repeat(64)), custom: bearer('c'.repeat(64)) };
	});
	after(async () => {
		client.close();
		await server.stop();
		rmSync(folder, { recursive: true });
	});

	it('are those of the scope where a route has one', async () => {
		for (const [name, wanted] of Object.entries(scopedAnswers))
			for (const [caller, status] of Object.entries(wanted)) {
				const answer = await client.request('GET', `/api/scoped/${name}`, { headers: callers[caller] });
				assert.equal(answer.status, status, `${name} by ${caller}: ${answer.text}`);
			}
		assert.equal((await client.request('GET', '/api/categories/1', { headers: callers.public })).status, 200);
	});

	it('are those of actions that routes run: no other is granted by what is stored', async () => {
		for (const caller of ['public', 'user', 'custom']) {
			const { json } = await client.request('GET', '/api/restaurants?populate=categories&pagination[limit]=1', {
				headers: callers[caller],
			});
			assert.equal(json.data[0].attributes.categories, undefined, caller);
			const filtered = await client.request('GET', '/api/restaurants?filters[categories][name]=x', { headers: callers[caller] });
			assert.equal(filtered.json.error.message, 'Invalid parameter categories', caller);
			const query =
				'{ restaurants(pagination: { limit: 1 }) { data { id attributes { categories { data { id } } } } } categories { data { id } } }';
			const answer = await client.request('POST', '/graphql', { headers: callers[caller], body: { query } });
			assert.deepEqual(
				answer.json.errors.map(({ message }) => message),
				['Forbidden access', 'Forbidden access'],
			);
			assert.equal(answer.json.data.categories, null);
			assert.equal(answer.json.data.restaurants.data[0].attributes.categories, null);
		}
		const { json } = await client.request('GET', '/api/restaurants?populate=categories&pagination[limit]=1', { headers: callers.full });
		assert.ok(json.data[0].attributes.categories);
	});

	it('stand in the list of routes', async () => {
		const { stdout } = await runCommand(['routes', folder]);
		for (const wanted of [
			/^GET +\/api\/categories\/:id +api::chain\.chain\.find$/m,
			/^POST +\/api\/categories +api::category\.category\.create$/m,
			/^GET +\/api\/scoped\/two +api::chain\.chain\.find and plugin::users-permissions\.user\.me$/m,
			/^GET +\/api\/scoped\/none +api::chain\.chain\.find$/m,
			/^GET +\/api\/users\/me +plugin::users-permissions\.user\.me$/m,
		])
			assert.match(stdout, wanted);
		assert.doesNotMatch(stdout, /\/api\/categories +api::category\.category\.find/);
	});
});

describe('migrations', () => {
	const pending = 'database/migrations/2024.05.01T10.00.00.add.js: a migration that has not been run';
	const files = {
		'database/migrations/2024.05.01T10.00.00.add.js': 'module.exports = { async up(knex) {} };',
		'database/migrations/2024.06.01T10.00.00.more.sql': 'select 1;',
		'database/migrations/2024.07.01T10.00.00.never.ts': 'export default {};',
		'database/migrations/.gitkeep': '',
		'tsconfig.json': '{}',
	};
	const said = async args => {
		const { code, stdout, stderr } = await runCommand(args, { env });
		return { code, text: stdout + stderr };
	};

	it('that have not been run keep serve and migrate from starting', async () => {
		const folder = makeCodeProject(files);
		try {
			for (const command of ['serve', 'migrate', 'check']) {
				const { code, text } = await said([command, folder]);
				assert.equal(code, 1, command);
				assert.ok(text.includes(pending), text);
				assert.ok(text.includes('more.sql: a migration that has not been run'), text);
				assert.ok(!text.includes('never.ts') && !text.includes('gitkeep'), text);
				if (command !== 'check') assert.match(text, /--without-code leaves them out/);
			}
			assert.equal((await said(['migrate', folder, '--without-code', '--dry-run'])).code, 0);
			const server = await startServer({ folder, env, args: ['--without-code'] });
			const client = new Client(server.base);
			assert.equal((await client.request('GET', '/api/chains', { headers: token })).status, 200);
			client.close();
			await server.stop();
			assert.ok(server.stderr.includes(pending), server.stderr);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it('that Strapi has run, or is told not to run, are passed over', async () => {
		const folder = makeCodeProject(files);
		try {
			const change = sql => sqlite(path.join(folder, '.tmp/data.db'), sql);
			change("insert into strapi_migrations (name) values ('2024.05.01T10.00.00.add.js')");
			const first = await said(['check', folder]);
			assert.ok(!first.text.includes('add.js') && first.text.includes('more.sql'), first.text);
			change("insert into strapi_migrations (name) values ('2024.06.01T10.00.00.more.sql')");
			assert.deepEqual(await said(['check', folder]), { code: 0, text: first.text.replace(/^.*more\.sql.*\n/m, '') + 'ok: 30 types\n' });
			change('delete from strapi_migrations');
			const settings = JSON.parse(readFileSync(path.join(folder, 'config/database.json')));
			writeFiles(folder, { 'config/database.json': { ...settings, settings: { runMigrations: false } } });
			assert.equal((await said(['check', folder])).code, 0);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it('count as not run where the database can not be asked', async () => {
		const folder = makeCodeProject(files);
		try {
			const { code, text } = await said(['check', folder, '--database', 'postgres://nobody@127.0.0.1:1/none']);
			assert.equal(code, 1);
			assert.match(text, /add\.js: a migration, and whether Strapi has run it can't be told: the database can't be read/);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});

describe('code beside models with mistakes', () => {
	it('is listed with them', async () => {
		const folder = makeCodeProject({
			'src/api/chain/content-types/chain/schema.json': '{ "kind": "collectionType", ',
			'src/api/chain/controllers/chain.js': controller('chain', '{ find() {} }'),
			'src/api/category/content-types/category/lifecycles.js': 'module.exports = { beforeCreate() {} };',
			'src/api/review/routes/01-own.js': "module.exports = { routes: [{ method: 'GET', path: '/x', handler: 'review.x' }] };",
		});
		try {
			const { code, stdout } = await runCommand(['check', folder], { env });
			assert.equal(code, 1);
			for (const wanted of [
				/^src\/api\/chain\/content-types\/chain\/schema\.json: /m,
				/src\/api\/chain\/controllers\/chain\.js: the controller has find of its own/,
				/src\/api\/category\/content-types\/category\/lifecycles\.js: hooks of api::category\.category: beforeCreate/,
				/src\/api\/review\/routes\/01-own\.js: 1 route of the project's own/,
			])
				assert.match(stdout, wanted);
			assert.doesNotMatch(stdout, /routes that are not read/);
			const serve = await runCommand(['serve', folder, '--without-code'], { env });
			assert.equal(serve.code, 1);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});
