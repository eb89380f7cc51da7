// Configuration in JavaScript and TypeScript, evaluated by Node: what each key does, and files that can't be evaluated.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MailServer } from './lib/accounts.mjs';
import { check, inProject, migrate, putFiles, refusedServe, runCommand, served, sparePort } from './lib/projects.mjs';

const get = async (server, where, options) => {
	const response = await fetch(server.base + where, options);
	const text = await response.text();
	return { status: response.status, headers: response.headers, json: /^[{[]/.test(text) ? JSON.parse(text) : null };
};
const post = (server, where, body) =>
	get(server, where, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
const grant = (folder, ...words) => runCommand(['role', 'grant', 'public', ...words, '--project', folder]);
const database = (file = '.tmp/data.db') =>
	`const path = require('path');
module.exports = ({ env }) => ({
	connection: {
		client: env('DATABASE_CLIENT', 'sqlite'),
		connection: { filename: path.join(__dirname, '..', env('DATABASE_FILENAME', '${file}')) },
		useNullAsDefault: true,
	},
});\n`;

describe('files of code', () => {
	it('are evaluated with env, .env and the environment, and merged', () => {
		const files = {
			'.env': 'JWT_SECRET=one\nAPI_TOKEN_SALT=two\nMOST=4\nNAMES=[createdAt, "updatedAt"]\nON=true\nHIDE={"a": ["createdAt"]}\n',
			'config/api.js': `module.exports = ({ env }) => ({
	rest: { prefix: env('PREFIX', '/v1'), defaultLimit: env.int('LEAST', 2), maxLimit: env.int('MOST'), withCount: env.bool('OFF', false) },
	responses: { privateAttributes: env.array('NAMES') },
});\n`,
			'config/env/production/api.js': `module.exports = ({ env }) => ({
	rest: { defaultLimit: Math.floor(env.float('RATIO', 3.7)), withCount: env.bool('ON') },
	responses: { privateAttributes: env.json('HIDE').a },
});\n`,
			'config/env/production/server.json': { url: 'https://${process.env.NODE_ENV}.example' },
		};
		return inProject(files, async folder => {
			await migrate(folder);
			await grant(folder, 'api::event.event', 'find', 'create');
			const ask = async server => {
				for (const name of ['a', 'b', 'c', 'd', 'e']) await post(server, '/v1/events', { data: { name } });
				return [(await get(server, '/v1/events')).json, (await get(server, '/v1/events?pagination[pageSize]=50')).json];
			};
			const { result: first } = await served(folder, ask);
			assert.equal(first[0].data.length, 2);
			assert.equal(first[1].data.length, 4);
			assert.deepEqual(Object.keys(first[0].data[0].attributes), ['name']);
			assert.equal(first[0].meta.pagination.total, undefined);
			const { result: second } = await served(folder, ask, { env: { NODE_ENV: 'production' } });
			assert.equal(second[0].data.length, 3);
			assert.equal(second[0].meta.pagination.total, 10);
			assert.deepEqual(Object.keys(second[0].data[0].attributes), ['name']); // item by item: createdAt, updatedAt
			const { result: third } = await served(folder, server => get(server, '/v2/events'), { env: { PREFIX: '/v2' } });
			assert.equal(third.status, 200);
		});
	});

	it('say where the server listens, before variables that they do not read', async () => {
		const port = await sparePort();
		const files = { 'config/server.js': `module.exports = { host: '127.0.0.1', port: ${port}, app: { keys: ['a'] } };\n` };
		await inProject(files, async folder => {
			const text = (await check(folder, [], { env: { PORT: 'nonsense' } })).text;
			assert.match(text, /^ok:/m);
		});
		await inProject({ 'config/server.js': "module.exports = ({ env }) => ({ port: env.int('PORT') });\n" }, async folder => {
			assert.match((await check(folder, [], { env: { PORT: 'x' } })).text, /config\/server\.js: \$\.port: expected a port .* got "NaN"/);
		});
	});

	it('may need packages and files of the project', () => {
		const files = {
			'node_modules/limits/package.json': { name: 'limits', main: 'main.js' },
			'node_modules/limits/main.js': 'exports.most = require("./most.json").most;\n',
			'node_modules/limits/most.json': { most: 1 },
			'config/shared/rest.js': "module.exports = { maxLimit: require('limits').most };\n",
			'config/api.js': "module.exports = { rest: require('./shared/rest') };\n",
		};
		return inProject(files, async folder => {
			await migrate(folder);
			await grant(folder, 'api::event.event', 'find', 'create');
			await served(folder, async server => {
				for (const name of ['a', 'b']) await post(server, '/api/events', { data: { name } });
				assert.equal((await get(server, '/api/events?pagination[page]=1')).json.data.length, 1);
			});
		});
	});

	it('name the database, for every command', () =>
		inProject({ 'config/database.js': database('data/content.db') }, async folder => {
			mkdirSync(path.join(folder, 'data'));
			assert.equal((await migrate(folder, ['--create'])).code, 0);
			assert.ok(existsSync(path.join(folder, 'data/content.db')));
			assert.equal((await grant(folder, 'api::event.event', 'find')).code, 0);
			assert.match((await runCommand(['role', 'list', '--project', folder])).stdout, /public/i);
			await served(folder, async server => assert.equal((await get(server, '/api/events')).status, 200));
			assert.equal(existsSync(path.join(folder, '.tmp/data.db')), false);
			// The operator's word counts before it, and the log tells.
			const other = { env: { DATABASE_URL: `sqlite:${folder}/other.db` }, args: ['--create'] };
			const { log } = await served(folder, () => {}, other);
			assert.ok(existsSync(path.join(folder, 'other.db')));
			assert.match(log, /config\/database\.js: DATABASE_URL of the environment says which database it is/);
			// In .env it is the code's to read.
			putFiles(folder, { '.env': `JWT_SECRET=a\nDATABASE_URL=sqlite:${folder}/third.db\n` });
			await served(folder, () => {});
			assert.equal(existsSync(path.join(folder, 'third.db')), false);
		}));

	it('may be modules, beside those that Strapi reads', () =>
		inProject({ 'config/api.mjs': 'export default ({ env }) => ({ rest: { prefix: env("P", "/m") } });\n' }, async folder => {
			assert.match((await check(folder)).text, /config\/api\.mjs: is read here; Strapi reads \.js and \.json/);
			await served(folder, async server => assert.equal((await get(server, '/m/events')).status, 403));
		}));
});

describe('files that can not be evaluated', () => {
	const broken = {
		'it throws': ['throw new Error("no luck\\nat all");\n', /config\/server\.js: can't be evaluated: no luck$/m],
		'its function throws': ['module.exports = () => { throw "a text"; };\n', /config\/server\.js: can't be evaluated: it threw a text/],
		'it is no JavaScript': ['module.exports = {\n', /config\/server\.js: can't be evaluated: Unexpected/],
		'a package is missing': ['require("absent-package");\n', /config\/server\.js: can't be evaluated: Cannot find module 'absent-package'/],
		'it ends the process': ['process.exit(0);\n', /config: can't be evaluated: .*has ended, at config\/server\.js/],
		'it never ends': ['for (;;);\n', /config: can't be evaluated: .*took longer than 6000 ms, at config\/server\.js/],
		'it gives a promise': ['module.exports = async () => ({});\n', /config\/server\.js: can't be evaluated: it gives a promise/],
		'it gives a number': ['module.exports = 7;\n', /config\/server\.js: expected an object, or a function that returns one/],
	};
	for (const [name, [text, expected]] of Object.entries(broken))
		it(name, () =>
			inProject({ 'config/server.js': text }, async folder => {
				const options = { env: { LECTERN_CODE_TIME: '6000' } };
				const checked = await check(folder, [], options);
				assert.equal(checked.code, 1);
				assert.match(checked.text, expected);
				assert.match(await refusedServe(folder, [], options), expected);
			}),
		);

	it('but where it gives a promise of what nobody asks for', () =>
		inProject({ 'config/bootstrap.js': 'module.exports = async () => { throw new Error("no"); };\n' }, async folder =>
			assert.equal((await check(folder)).code, 0),
		));

	it('are left out by the operator', () =>
		inProject({ 'config/server.js': 'throw new Error("no");\n' }, async folder => {
			const { log } = await served(folder, () => {}, { args: ['--without-code'] });
			assert.match(log, /config\/server\.js: is not read: --without-code/);
		}));

	it('nor give away what they hold', () => {
		const secret = 'verysecretindeed';
		const files = {
			'.env': `JWT_SECRET=${secret}\n`,
			'config/plugins.js': `module.exports = ({ env }) => ({ 'users-permissions': { config: { jwtSecret: { a: env('JWT_SECRET') } } } });\n`,
		};
		return inProject(files, async folder => assert.doesNotMatch((await check(folder)).text, new RegExp(secret)));
	});
});

describe('config/logger', () => {
	const winston = {
		'node_modules/winston/package.json': { name: 'winston', main: 'main.js' },
		'node_modules/winston/main.js': `exports.createLogger = ({ level, transports: [write] }) => ({
	info: text => write(\`\${level} info \${text}\`), error: text => write(\`error \${text}\`), warn() {} });\n`,
	};
	const index = "module.exports = { bootstrap({ strapi }) { strapi.log.info('own line'); strapi.log.debug('more'); } };\n";

	it('names transports, by which winston writes', () =>
		inProject(
			{
				...winston,
				'config/logger.js': 'module.exports = { transports: [text => console.log(`by transport: ${text}`)] };\n',
				'src/index.js': index.replace("strapi.log.debug('more');", ''),
			},
			async folder => {
				await migrate(folder);
				const { log } = await served(folder, () => {});
				assert.match(log, /by transport: silly info own line/);
			},
		));

	it('says which levels are written', () =>
		inProject({ 'config/logger.js': "module.exports = { level: 'warn' };\n", 'src/index.js': index }, async folder => {
			await migrate(folder);
			const { log } = await served(folder, () => {});
			assert.doesNotMatch(log, /own line/);
		}));
});

describe('what means nothing here', () => {
	it('may be anything', () =>
		inProject(
			{
				'config/things.js': `const deep = {};
for (let i = 0, at = deep; i < 40; i++) at = Object.assign(at, { a: {} }).b = at.a;
module.exports = { at: new Date(NaN), deep, get wrong() { return 1; } };\n`,
				'config/api.js': 'module.exports = { rest: { since: new Date(NaN) } };\n',
				'config/server.js': "module.exports = ({ env }) => ({ url: env.bool('URL', false) });\n",
			},
			async folder => assert.equal((await check(folder)).code, 0),
		));

	it('is true or false as JavaScript takes it, where Strapi does', () =>
		inProject(
			{
				'config/api.js': "module.exports = { rest: { maxLimit: 'none' } };\n",
				'config/database.js': database().replace('connection:', "settings: { runMigrations: '' }, connection:"),
				'config/plugins.js': "module.exports = { i18n: { enabled: 'false' }, upload: { enabled: 'no' }, graphql: { enabled: 0 } };\n",
				'config/server.js':
					"module.exports = { proxy: 'http://localhost:8080', webhooks: { populateRelations: 'no' }, cron: { enabled: 'no', tasks: {} } };\n",
				'src/api/thing/content-types/thing/schema.json': JSON.stringify({
					kind: 'collectionType',
					collectionName: 'things',
					info: { singularName: 'thing', pluralName: 'things', displayName: 'Thing' },
					attributes: { name: { type: 'string' } },
				}),
				'database/migrations/one.js': "module.exports = { up() { throw new Error('It is not run.'); } };\n",
			},
			async folder => {
				await migrate(folder);
				await grant(folder, 'api::thing.thing', 'find');
				await served(folder, async server => {
					const { status, json } = await get(server, '/api/things?pagination[pageSize]=5000');
					assert.equal(status, 200, JSON.stringify(json));
					assert.equal(json.meta.pagination.pageSize, 5000);
					assert.equal((await get(server, '/graphql?query={__typename}')).status, 404);
				});
			},
		));

	it('is a list where that of the environment is one', () =>
		inProject(
			{
				'config/middlewares.js': '// none\n',
				'config/env/production/middlewares.js':
					"module.exports = ['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'].map(name => `strapi::${name}`);\n",
			},
			async folder => assert.equal((await check(folder, ['--env', 'production'])).code, 0),
		));

	it('is told once, and keeps nothing from starting', () =>
		inProject(
			{ 'config/server.js': "module.exports = { frontend: 'x', bootstrap() {}, cron: { enabled: false, tasks: { a() {} } } };\n" },
			async folder => {
				const { log } = await served(folder, () => {});
				assert.match(
					log,
					/info config: settings that only the project's own code can read: config\/server\.js: frontend, config\/server\.js: bootstrap$/m,
				);
			},
		));

	it('takes no plugin away that Strapi always has', () =>
		inProject({ 'config/plugins.js': 'module.exports = { upload: { enabled: false }, email: false };\n' }, async folder => {
			await migrate(folder);
			await grant(folder, 'plugin::upload.content-api', 'find');
			const { log } = await served(folder, async server => {
				assert.deepEqual((await get(server, '/api/upload/files')).json, []);
				assert.equal((await post(server, '/api/email', { to: 'a@b.example' })).status, 403);
			});
			assert.match(log, /config\/plugins\.js: \$\.upload\.enabled: changes nothing: the plugin upload is always there, in Strapi, too/);
			assert.match(log, /config\/plugins\.js: \$\.email: changes nothing/);
		}));

	it('is a reason not to start where something would be missing', () =>
		inProject(
			{ 'config/plugins.js': 'module.exports = { graphql: { config: { apolloServer: { executor: () => null } } } };\n' },
			async folder => {
				const said = await refusedServe(folder);
				assert.match(said, /config\/plugins\.js: \$\.graphql\.config\.apolloServer\.executor: is a function/);
			},
		));

	it('but not what the plugins have no use for', () =>
		inProject(
			{
				'config/plugins.js': `module.exports = {
	'users-permissions': { config: { email: { confirmation: { text: () => 'x' } } } },
	email: { config: { render() {} } },
};\n`,
			},
			async folder => {
				const { log } = await served(folder, () => {});
				assert.match(log, /own code can read: config\/plugins\.js: .*users-permissions\.config\.email/);
			},
		));

	it('as are a function for the page of GraphQL, which Strapi 4 has no use for, and true for a plugin', () =>
		inProject(
			{ 'config/plugins.js': 'module.exports = { graphql: { config: { landingPage: () => true } }, upload: true };\n' },
			async folder => assert.equal((await check(folder)).code, 0),
		));

	it('but a key that Strapi knows and lectern has not is a mistake', () =>
		inProject(
			{ 'config/plugins.js': "module.exports = { 'users-permissions': { config: { jwt: { keyid: 'a', algorithm: 'RS256' } } } };\n" },
			async folder => {
				const { text } = await check(folder);
				assert.match(text, /jwt\.keyid: Strapi has this setting, lectern does not/);
				assert.match(text, /jwt\.algorithm: expected HS256, HS384 or HS512/);
			},
		));
});

const required = ['errors', 'security', 'cors', 'query', 'body', 'public', 'favicon'];
const middlewares = options =>
	'module.exports = ' +
	`${JSON.stringify(required.map(name => (options[name] ? { name: `strapi::${name}`, config: options[name] } : `strapi::${name}`)))};\n`;

describe('config/middlewares', () => {
	it("has options of Strapi's own", () => {
		const options = {
			cors: {
				origin: ['https://a.example'],
				methods: ['GET', 'PUT'],
				headers: ['X-Own'],
				expose: ['X-Total'],
				maxAge: 60,
				credentials: false,
			},
			security: { frameguard: { action: 'deny' }, hsts: { maxAge: 9, includeSubDomains: false }, contentSecurityPolicy: false },
			body: { jsonLimit: '1kb', formLimit: '10b' },
		};
		return inProject({ 'config/middlewares.js': middlewares(options) }, async folder => {
			await migrate(folder);
			await grant(folder, 'api::event.event', 'find', 'create');
			await served(folder, async server => {
				const { headers } = await get(server, '/api/events', { headers: { Origin: 'https://a.example' } });
				assert.equal(headers.get('access-control-allow-origin'), 'https://a.example');
				assert.equal(headers.get('access-control-allow-credentials'), null);
				assert.equal(headers.get('access-control-expose-headers'), 'X-Total');
				assert.equal(headers.get('x-frame-options'), 'DENY');
				assert.equal(headers.get('strict-transport-security'), 'max-age=9');
				assert.equal(headers.get('content-security-policy'), null);
				const preflight = await get(server, '/api/events', {
					method: 'OPTIONS',
					headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'PUT' },
				});
				assert.equal(preflight.headers.get('access-control-allow-methods'), 'GET,PUT');
				assert.equal(preflight.headers.get('access-control-allow-headers'), 'X-Own');
				assert.equal(preflight.headers.get('access-control-max-age'), '60');
				const other = await get(server, '/api/events', { headers: { Origin: 'https://b.example' } });
				assert.equal(other.headers.get('access-control-allow-origin'), null);
				assert.equal((await post(server, '/api/events', { data: { name: 'x'.repeat(900) } })).status, 200);
				assert.equal((await post(server, '/api/events', { data: { name: 'x'.repeat(1100) } })).status, 413);
			});
		});
	});

	it('has to have those that Strapi needs', () =>
		inProject({ 'config/middlewares.js': "module.exports = ['strapi::errors'];\n" }, async folder => {
			assert.match((await check(folder)).text, /config\/middlewares\.js: strapi::cors is missing: Strapi does not start without it/);
		}));

	it('may be JSON with entries of the project’s own', () => {
		const names = ['logger', 'errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public'];
		const list = [...names.map(name => `strapi::${name}`), 'global::stamp', { name: 'global::stamp', config: { with: 'own' } }];
		const stamp = "module.exports = ({ with: mark = 'none' }) => async (ctx, next) => { await next(); ctx.append('x-stamp', mark); };\n";
		return inProject({ 'config/middlewares.json': list, 'src/middlewares/stamp.js': stamp }, async folder => {
			assert.equal((await check(folder)).code, 0);
			await migrate(folder);
			const { result } = await served(folder, server => get(server, '/api/events'));
			assert.equal(result.headers.get('x-stamp'), 'own, none');
		});
	});

	it('of the project’s own is named when its file is not there', () =>
		inProject({ 'config/middlewares.js': `${middlewares({})}\nmodule.exports.push('global::guard');\n` }, async folder => {
			const { text, code } = await check(folder);
			assert.equal(code, 1);
			assert.match(text, /config\/middlewares: global::guard: middlewares of the project's own/);
		}));
});

describe('TypeScript', () => {
	const source = `import path from 'path';
import type { Absent } from 'absent-types';
import {
	Limits,
	place as where,
} from '../src/shapes';
interface Options { prefix: string }
const options: Options = { prefix: '/ts' };
const { limits: Limits } = { limits: class { most = Number(path.basename(where)) } };
export default ({ env }) => ({ rest: { prefix: env('PREFIX', options.prefix) as string,
	maxLimit: new Limits().most } } satisfies object);\n`;
	const databaseSource = `import path from 'path';
export default ({ env }) => ({
	connection: { client: 'sqlite', connection: { filename: path.join(__dirname, '..', '..', env('DATABASE_FILENAME', '.tmp/data.db')) } },
});\n`;
	const files = {
		'tsconfig.json':
			'{\n\t// as Strapi makes it\n\t"extends": "@strapi/typescript-utils/tsconfigs/server",\n\t"compilerOptions": { "outDir": ' +
			'"dist", "rootDir": "." },\n}\n',
		'config/api.ts': source,
		'config/database.ts': databaseSource,
		'config/types.d.ts': 'declare const x: number;\n',
		'src/shapes.ts': `import fs from 'fs';
import path from 'path';
export interface Limits { most: number }
fs.writeFileSync(path.join(__dirname, 'made.txt'), 'beside the code');
export const place = 'x/5';\n`,
	};

	it('is transpiled, and runs as if it lay in dist', () =>
		inProject(files, async folder => {
			await served(folder, async server => assert.equal((await get(server, '/ts/events')).status, 403));
			assert.ok(existsSync(path.join(folder, '.tmp/data.db')));
			assert.deepEqual(readdirSync(path.join(folder, 'dist'), { recursive: true }), ['src', 'src/made.txt']);
		}));

	it('leaves out JavaScript, as tsc does, unless allowJs takes it', () => {
		const more = { 'config/api.js': "module.exports = { rest: { prefix: '/js' } };\n", 'config/api.ts': null };
		return inProject({ ...files, ...more }, async folder => {
			await served(folder, async server => assert.equal((await get(server, '/api/events')).status, 403));
			const base = '{ "compilerOptions": { "allowJs": true, "outDir": "dist" } }';
			putFiles(folder, { 'tsconfig.json': '{ "extends": "./base" }', 'base.json': base });
			await served(folder, async server => assert.equal((await get(server, '/js/events')).status, 403));
		});
	});

	it('has JavaScript beside its sources where tsc writes to no other folder', () => {
		const more = {
			'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
			'config/api.js': 'module.exports = { rest: { prefix: "/" + require("path").basename(__dirname) } };\n',
			'config/api.ts': null,
			'config/database.ts': databaseSource.replace("'..', '..'", "'..'"),
		};
		return inProject({ ...files, ...more }, folder =>
			served(folder, async server => assert.equal((await get(server, '/config/events')).status, 403)),
		);
	});

	it('is what dist has, when that is newer', () =>
		inProject(files, async folder => {
			const built = {
				'dist/config/api.js': 'exports.__esModule = true; exports.default = { rest: { prefix: "/dist" } };\n',
				'dist/config/database.js': readFileSync(path.join(folder, 'config/database.ts'), 'utf8')
					.replace("import path from 'path';", "const path = require('path');")
					.replace('export default', 'module.exports ='),
			};
			putFiles(folder, built);
			await served(folder, async server => assert.equal((await get(server, '/dist/events')).status, 403));
			const later = new Date(Date.now() + 60_000);
			utimesSync(path.join(folder, 'config/api.ts'), later, later);
			await served(folder, async server => assert.equal((await get(server, '/ts/events')).status, 403));
		}));

	it('is nothing to Strapi without a tsconfig.json', () =>
		inProject({ 'config/server.ts': 'export default {};\n' }, async folder => {
			assert.match(
				(await check(folder)).text,
				/config\/server\.ts: is not read, as in Strapi: it is TypeScript, and there is no tsconfig\.json/,
			);
		}));

	it('has classes whose members without a value say no more than their type', () => {
		const own = `class Base { kept = 1; constructor() { Object.assign(this, { given: 2 }); } }
class Own extends Base { given: number; declare kept: number; private never?: string; }
export default { own: Object.entries(new Own()).join(';'), never: 'never' in new Own() };\n`;
		const index =
			"import { tag } from './tag';\nexport default { bootstrap({ strapi }) { const { own, never } = strapi.config.get('own');\n" +
			'	console.log(`members: ${own} ${never} ${tag()}`); } };\n';
		const tag = "const h = (...given: unknown[]) => given.join('|');\nexport const tag = () => <b>{'x'}</b>;\n";
		const config = target => ({ compilerOptions: { outDir: 'dist', target, jsx: 'react', jsxFactory: 'h' } });
		const more = { 'config/own.ts': own, 'src/index.ts': index, 'src/tag.tsx': tag, 'tsconfig.json': config('ES2019') };
		return inProject({ ...files, ...more }, async folder => {
			await migrate(folder);
			assert.match((await served(folder, () => {})).log, /members: kept,1;given,2 false b\|\|x/);
			putFiles(folder, { 'tsconfig.json': JSON.stringify(config('ES2022'), null, 1) });
			assert.match((await served(folder, () => {})).log, /members: kept,1;given,;never, true/);
		});
	});

	it('is compiled by the project’s own typescript where that is needed', () => {
		const compiler = {
			'node_modules/typescript/package.json': { name: 'typescript', main: 'main.js' },
			'node_modules/typescript/main.js': `exports.ModuleKind = { CommonJS: 1 };
exports.sys = {};
exports.readConfigFile = () => ({ config: {} });
exports.parseJsonConfigFileContent = () => ({ options: { experimentalDecorators: true } });
exports.transpileModule = (text, { compilerOptions }) => ({ outputText: \`module.exports = { rest: { prefix: '/by\${
	compilerOptions.module}\${compilerOptions.experimentalDecorators}' } };\` });\n`,
		};
		const decorated = 'function own(type) {}\n@own\nclass A {}\nexport default { rest: { prefix: "/never" } };\n';
		return inProject({ ...files, 'config/api.ts': decorated }, async folder => {
			assert.match((await check(folder)).text, /config\/api\.ts: can't be evaluated/);
			putFiles(folder, Object.fromEntries(Object.entries(compiler).map(([k, v]) => [k, typeof v === 'string' ? v : JSON.stringify(v)])));
			await served(folder, async server => assert.equal((await get(server, '/by1true/events')).status, 403));
		});
	});

	it('tells mistakes with the name of the source', () =>
		inProject({ ...files, 'config/server.ts': 'export default { port: "far" };\n' }, async folder => {
			writeFileSync(path.join(folder, 'config/admin.ts'), 'throw new Error("here");\n');
			const { text } = await check(folder);
			assert.match(text, /config\/server\.ts: \$\.port: expected a port/);
			assert.match(text, /config\/admin\.ts: can't be evaluated: here/);
		}));
});

describe('options of a mail server', () => {
	it('that no mail can be sent with are told, and keep nothing from starting', () =>
		inProject(
			{
				'config/plugins.js': `module.exports = { email: { config: {
	provider: 'nodemailer', providerOptions: { host: 'mail', port: '$SMTP_PORT', secure: 'maybe' },
} } };\n`,
			},
			async folder => {
				const { log } = await served(folder, async server => assert.equal((await get(server, '/_health')).status, 204));
				assert.match(log, /warning config\/plugins\.js: \$\.email\.config\.providerOptions\.port: expected a port/);
				assert.match(log, /providerOptions\.secure: expected true or false/);
			},
		));
});

describe('a mail server that nodemailer knows by a name', () => {
	const plugins = service => `module.exports = () => ({
	email: { config: { provider: 'nodemailer', providerOptions: { service: '${service}' } } },
});\n`;
	const nodemailer = fileURLToPath(new URL('node_modules/nodemailer', import.meta.url));

	it('is looked up in the list of the one that is installed', () =>
		inProject({ 'config/plugins.js': plugins('Gmail') }, async folder => {
			const closed = await check(folder);
			assert.match(closed.text, /providerOptions\.service/);
			assert.equal(closed.code, 0);
			mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
			symlinkSync(nodemailer, path.join(folder, 'node_modules/nodemailer'));
			const known = await check(folder);
			assert.equal(known.code, 0, known.text);
			assert.doesNotMatch(known.text, /providerOptions/);
			writeFileSync(path.join(folder, 'config/plugins.js'), plugins('Nowhere'));
			const unknown = await check(folder);
			assert.doesNotMatch(unknown.text, /providerOptions/);
		}));

	it('gets the mails', async () => {
		const mail = await MailServer.start({ hideSTARTTLS: true });
		const files = {
			'config/plugins.js': plugins('Local'),
			'node_modules/nodemailer/package.json': { name: 'nodemailer', version: '6.0.0' },
			'node_modules/nodemailer/lib/well-known/index.js': `const local = { host: '127.0.0.1', port: ${mail.port} };
module.exports = name => name === 'Local' && local;\n`,
			'src/index.js': `module.exports = {
	bootstrap({ strapi }) { return strapi.plugin('email').service('email').send({ to: 'ada@example.com', subject: 'By name', text: 'x' }); },
};\n`,
		};
		try {
			await inProject(files, async folder => {
				await migrate(folder);
				const { result } = await served(folder, () => mail.next());
				assert.equal(result.subject, 'By name');
			});
		} finally {
			await mail.stop();
		}
	});
});
