// Configuration in code where there is no Node.js, keys that nobody knows, places where no database belongs, secrets that are
// missing: what check, serve, migrate and a request say of each.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startServer } from './lib/server.mjs';
import { bareFolder, check, inProject, migrate, putFiles, refusedServe, runCommand, served } from './lib/projects.mjs';

const hasDatabase = folder => existsSync(path.join(folder, '.tmp/data.db'));
const get = async (server, where, options) => {
	const response = await fetch(server.base + where, options);
	const text = await response.text();
	return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : null };
};
const post = (server, where, body) =>
	get(server, where, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
const grant = (folder, ...words) => runCommand(['role', 'grant', 'public', ...words, '--project', folder]);

describe('configuration in code, without Node.js', () => {
	before(() => (process.env.LECTERN_NODE = 'none'));
	after(() => delete process.env.LECTERN_NODE);
	const files = {
		server: 'config/server.json',
		api: 'config/api.json',
		admin: 'config/admin.json',
		plugins: 'config/plugins.json',
		middlewares: 'config/server.json',
		'cron-tasks': 'cron',
	};
	for (const [name, replacement] of Object.entries(files))
		for (const suffix of ['js', 'ts', 'mjs', 'cjs'])
			it(`config/${name}.${suffix} is named, and starts nothing`, () =>
				inProject({ [`config/${name}.${suffix}`]: 'module.exports = ({ env }) => ({ some: env("THING") });\n' }, async folder => {
					const file = `config/${name}.${suffix}`;
					const checked = await check(folder);
					assert.equal(checked.code, 1);
					const line = checked.stdout.split('\n').find(text => text.startsWith(`${file}: `));
					assert.ok(line?.includes(replacement), checked.text);
					for (const text of [await refusedServe(folder), (await migrate(folder)).stderr]) {
						assert.ok(text.includes(`${file}: `), text);
						assert.match(text, /--without-code/);
					}
					assert.equal(hasDatabase(folder), false);
				}));

	it('is left out when the operator says so, and the log names it', () =>
		inProject({ 'config/server.js': 'module.exports = () => ({ port: 1 });\n' }, async folder => {
			const { result, log } = await served(folder, server => get(server, '/_health'), { args: ['--without-code'] });
			assert.equal(result.status, 204);
			assert.match(log, /warning config\/server\.js: is not read/);
			assert.equal((await migrate(folder, ['--without-code'])).code, 0);
		}));

	it('is not left out where that would open what it closes', async () => {
		const closing = {
			'config/api.js': 'module.exports = { responses: { privateAttributes: ["createdAt"] } };\n',
			'config/plugins.ts': 'export default { graphql: { enabled: false } };\n',
			'config/plugins.js': 'module.exports = () => ({ "users-permissions": { config: { register: { allowedFields: [] } } } });\n',
		};
		for (const [file, text] of Object.entries(closing))
			await inProject({ [file]: text }, async folder => {
				const said = await refusedServe(folder, ['--without-code']);
				assert.ok(said.includes(`${file}: `) && said.includes('--without-code'), said);
			});
	});

	it('is replaced by JSON of the same name beside it', () =>
		inProject({ 'config/api.js': 'module.exports = {};\n', 'config/api.json': { rest: { maxLimit: 2 } } }, async folder => {
			const checked = await check(folder);
			assert.equal(checked.code, 0, checked.text);
			assert.match(checked.stdout, /^config\/api\.js: .*config\/api\.json stands in its place$/m);
			await served(folder, () => {});
		}));

	it('counts in the environment that it is for', () =>
		inProject({ 'config/env/production/server.js': 'module.exports = {};\n', 'config/server.json': {} }, async folder => {
			const elsewhere = await check(folder);
			assert.equal(elsewhere.code, 0, elsewhere.text);
			assert.match(elsewhere.stdout, /^config\/env\/production\/server\.js: .*development$/m);
			assert.match(await refusedServe(folder, ['--env', 'production']), /config\/env\/production\/server\.js: is not read/);
			assert.equal((await migrate(folder, [], { env: { NODE_ENV: 'production' } })).code, 1);
		}));

	it('may be a list of middlewares without options', async () => {
		const plain = ['logger', 'errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public'];
		const names = plain.map(name => `'strapi::${name}'`);
		await inProject({ 'config/middlewares.js': `// as it was\nmodule.exports = [\n${names.join(',\n')},\n];\n` }, async folder => {
			const checked = await check(folder);
			assert.equal(checked.text, 'ok: 1 types\n'.replace('1', /(\d+) types/.exec(checked.text)?.[1]));
		});
		for (const list of [[...names, "'global::guard'"], names.slice(4), [...names, "{ name: 'strapi::cors', config: {} }"]])
			await inProject({ 'config/middlewares.js': `module.exports = [${list}];\n` }, async folder => {
				assert.match((await check(folder)).text, /config\/middlewares\.js: is not read/);
			});
		await inProject({ 'config/middlewares.json': ['strapi::errors', { name: 'strapi::cors' }] }, async folder => {
			assert.match(await refusedServe(folder), /config\/middlewares\.json: is not read/);
		});
	});

	it('that only the code of the project uses is told, and keeps nothing from starting', () =>
		inProject({ 'config/sentry.js': 'module.exports = {};\n', 'config/types.d.ts': 'export {};\n' }, async folder => {
			const checked = await check(folder);
			assert.equal(checked.code, 0);
			assert.match(checked.stdout, /^config\/sentry\.js: is not read/m);
			assert.doesNotMatch(checked.stdout, /types\.d/);
		}));
});

describe('the environment', () => {
	it('has files of its own, merged as Strapi merges them', () => {
		const files = {
			'config/api.json': { rest: { defaultLimit: 3, maxLimit: 5 }, responses: { privateAttributes: ['createdAt', 'updatedAt'] } },
			'config/env/production/api.json': { rest: { maxLimit: 2 }, responses: { privateAttributes: ['name'] } },
		};
		return inProject(files, async folder => {
			await migrate(folder);
			await grant(folder, 'api::event.event', 'find', 'create');
			const ask = async server => {
				for (const name of ['a', 'b', 'c', 'd']) await post(server, '/api/events', { data: { name } });
				return (await get(server, '/api/events?pagination[pageSize]=4')).json;
			};
			const { result: first } = await served(folder, ask);
			assert.equal(first.data.length, 4);
			assert.deepEqual(Object.keys(first.data[0].attributes), ['name']);
			const { result: second } = await served(folder, ask, { env: { NODE_ENV: 'production' } });
			assert.equal(second.data.length, 2);
			assert.deepEqual(Object.keys(second.data[0].attributes), ['createdAt']); // item by item
		});
	});

	it('has a limit that holds against what requests ask for, and -1 for none', () => {
		const files = {
			'config/api.json': { rest: { defaultLimit: 3, maxLimit: 2 } },
			'config/env/production/api.json': { rest: { maxLimit: -1 } },
		};
		return inProject(files, async folder => {
			await migrate(folder);
			await grant(folder, 'api::event.event', 'find', 'create');
			const page = async (server, query) => {
				const { data, meta } = (await get(server, `/api/events?${query}`)).json;
				return [data.length, meta.pagination.pageSize ?? meta.pagination.limit, meta.pagination.pageCount];
			};
			const ask = async server => {
				for (const name of ['a', 'b', 'c', 'd']) await post(server, '/api/events', { data: { name } });
				return [await page(server, ''), await page(server, 'pagination[page]=1'), await page(server, 'pagination[limit]=4')];
			};
			assert.deepEqual((await served(folder, ask)).result, [
				[3, 3, 2],
				[2, 2, 2],
				[2, 2, undefined],
			]);
			const all = await served(folder, ask, { env: { NODE_ENV: 'production' } });
			assert.deepEqual(all.result, [
				[3, 3, 3],
				[8, -1, -8],
				[8, -1, undefined],
			]);
			// Strapi answers it with 500.
			const second = '/api/events?pagination[page]=2&pagination[pageSize]=3';
			const { result } = await served(folder, server => get(server, second), { env: { NODE_ENV: 'production' } });
			assert.equal(result.status, 400);
			assert.match(result.json.error.message, /^Invalid pagination\[page\] parameter "2"\. Expected 1: rest\.maxLimit is -1/);
		});
	});

	it('names the file that a mistake is in', () =>
		inProject({ 'config/server.json': { port: 1337 }, 'config/env/staging/server.json': { port: 'x' } }, async folder => {
			const { code, text } = await check(folder, ['--env', 'staging']);
			assert.equal(code, 1);
			assert.match(text, /^config\/env\/staging\/server\.json: \$\.port: expected a port/m);
			assert.equal((await check(folder)).code, 0);
		}));

	it('has a name that leads nowhere else', () =>
		inProject({}, async folder => {
			const { code, text } = await check(folder, ['--env', '../..']);
			assert.equal(code, 1);
			assert.match(text, /^command line: --env: /m);
		}));

	it('gives values to ${process.env.…} in JSON, and nothing else does', async () => {
		const files = {
			'config/server.json': { host: '127.0.0.1', url: '${process.env.WHERE}/x' },
			'.env': 'JWT_SECRET=a\nWHERE=http://example.org\n',
		};
		await inProject(files, async folder => assert.equal((await check(folder)).code, 0));
		for (const [value, expected] of Object.entries({
			'${process.env.NOT_THERE}': /^config\/server\.json: \$\.url: there is no variable NOT_THERE$/m,
			'${strapi.dir}': /^config\/server\.json: \$\.url: expected \$\{process\.env\.NAME\}, got \$\{strapi\.dir\}$/m,
		}))
			await inProject({ 'config/server.json': { url: value } }, async folder => {
				const { code, text } = await check(folder);
				assert.equal(code, 1);
				assert.match(text, expected);
			});
	});

	it('may be read from another file than .env', () =>
		inProject({ '.env': null, 'elsewhere.env': 'JWT_SECRET=there\n' }, async folder => {
			const env = { NODE_ENV: 'production', ENV_PATH: path.join(folder, 'elsewhere.env') };
			await served(folder, () => {}, { env });
			assert.match(await refusedServe(folder, [], { env: { NODE_ENV: 'production' } }), /JWT_SECRET is not set/);
		}));
});

describe('keys that nobody knows', () => {
	const wrong = [
		['server', { hosst: '0.0.0.0' }, '$.hosst', 'host'],
		['server', { cors: { originn: ['https://example.org'] } }, '$.cors.originn', 'origin'],
		['server', { maxBodysize: 5 }, '$.maxBodysize', 'maxBodySize'],
		['server', { 'cors.origin': ['https://example.org'] }, '$.cors.origin', null],
		['api', { rest: { maxlimit: 10 } }, '$.rest.maxlimit', 'maxLimit'],
		['api', { response: { privateAttributes: ['name'] } }, '$.response', 'responses'],
		['admin', { apiToken: { sallt: 'x' } }, '$.apiToken.sallt', 'salt'],
		['database', { connection: { connectionn: { filename: 'x' } } }, '$.connection.connectionn', 'connection'],
		['database', { connection: { connection: { filenames: 'x' } } }, '$.connection.connection.filenames', 'filename'],
		['plugins', { graphqll: { enabled: false } }, '$.graphqll', 'graphql'],
		['plugins', { graphql: { config: { dephtLimit: 3 } } }, '$.graphql.config.dephtLimit', 'depthLimit'],
		[
			'plugins',
			{ graphql: { enabled: true, config: { apolloServer: { introspecton: false } } } },
			'$.graphql.config.apolloServer.introspecton',
			'introspection',
		],
		['plugins', { 'users-permissions': { config: { ratelimits: {} } } }, '$.users-permissions.config.ratelimits', 'ratelimit'],
		[
			'plugins',
			{ email: { config: { provider: 'nodemailer', providerOptions: { hosst: 'x' } } } },
			'$.email.config.providerOptions.hosst',
			'host',
		],
		['extensions', { enable: false }, '$.enable', 'enabled'],
	];
	for (const [file, content, place, near] of wrong)
		it(`config/${file}.json ${place}`, () =>
			inProject({ [`config/${file}.json`]: content }, async folder => {
				const checked = await check(folder);
				const line = checked.text.split('\n').find(text => text.startsWith(`config/${file}.json: ${place}: `));
				assert.ok(line, checked.text);
				if (near) assert.ok(line.includes(`Did you mean "${near}"?`), line);
				assert.equal(checked.code, 1);
				assert.ok((await refusedServe(folder)).includes(line));
			}));

	it('are not those that Strapi and its plugins know', () => {
		const known = {
			'config/server.json': {
				host: '127.0.0.1',
				port: 1337,
				url: 'http://localhost',
				proxy: { koa: true, global: 'x' },
				app: { keys: ['a'] },
				cron: { enabled: false },
				dirs: { public: './public' },
				logger: { updates: { enabled: false } },
				emitErrors: false,
				webhooks: { populateRelations: false },
				http: { serverOptions: { requestTimeout: 1 } },
				transfer: { remote: { enabled: true } },
			},
			'config/admin.json': {
				auth: { secret: 's', options: { expiresIn: '7d' } },
				apiToken: { salt: 's' },
				transfer: { token: { salt: 's' } },
				url: '/dashboard',
				serveAdminPanel: false,
				flags: { nps: false, promoteEE: true },
				forgotPassword: { from: 'a@b.c' },
				auditLogs: { enabled: false },
			},
			'config/database.json': {
				connection: {
					client: 'sqlite',
					connection: { filename: '.tmp/data.db' },
					useNullAsDefault: true,
					debug: false,
					acquireConnectionTimeout: 60000,
					pool: { min: 0, max: 5, idleTimeoutMillis: 3000 },
				},
				settings: { forceMigration: true },
			},
			'config/plugins.json': {
				graphql: {
					enabled: true,
					config: { landingPage: false, artifacts: { schema: true }, apolloServer: { debug: true, playground: false } },
				},
				'users-permissions': { config: { jwt: { expiresIn: '7d' }, ratelimit: { interval: 60000, max: 5, prefixKey: 'x' }, layout: {} } },
				email: {
					config: {
						provider: 'nodemailer',
						providerOptions: { host: 'localhost', pool: true, tls: { ciphers: 'x' } },
						settings: { testAddress: 'a@b.c' },
					},
				},
				upload: { config: { sizeLimit: 100, breakpoints: { small: 500 } } },
				i18n: { enabled: true },
				documentation: { enabled: false },
				sentry: { enabled: false, config: { dsn: 'x' } },
				'my-plugin': { enabled: true, resolve: './src/plugins/my-plugin' },
			},
		};
		return inProject(known, async folder => {
			const { code, text } = await check(folder);
			assert.doesNotMatch(text, /config\//);
			assert.equal(code, 0, text);
		});
	});

	it('nor those that Strapi has, and lectern lacks: these are refused by name', () =>
		inProject({ 'config/server.json': { socket: '/tmp/x.sock' } }, async folder => {
			const { code, text } = await check(folder);
			assert.equal(code, 1);
			assert.match(text, /^config\/server\.json: \$\.socket: Strapi has this setting, lectern does not$/m);
		}));
});

describe('plugins that lectern always has', () => {
	for (const name of ['users-permissions', 'i18n'])
		it(`${name} can't be turned off`, () =>
			inProject({ 'config/plugins.json': { [name]: { enabled: false } } }, async folder => {
				assert.match(await refusedServe(folder), new RegExp(`config/plugins\\.json: \\$\\.${name}\\.enabled: `));
				await served(folder, () => {}, { args: ['--without-code'] });
			}));
	for (const name of ['upload', 'email'])
		it(`${name} is there whatever is said of it, as in Strapi`, () =>
			inProject({ 'config/plugins.json': { [name]: { enabled: false } } }, async folder => {
				const { code, text } = await check(folder);
				assert.equal(code, 0, text);
				assert.match(text, new RegExp(`config/plugins\\.json: \\$\\.${name}\\.enabled: changes nothing`));
			}));
});

describe('GraphQL is served', () => {
	const dependency = { dependencies: { '@strapi/strapi': '4.26.2', '@strapi/plugin-graphql': '4.26.2' } };
	const cases = [
		['when package.json depends on its plugin', { 'package.json': dependency }, true],
		[
			'when plugins.json says more of it',
			{ 'package.json': dependency, 'config/plugins.json': { graphql: { config: { depthLimit: 5 } } } },
			true,
		],
		['unless it is disabled', { 'package.json': dependency, 'config/plugins.json': { graphql: { enabled: false } } }, false],
		['unless it is disabled in one word', { 'package.json': dependency, 'config/plugins.json': { graphql: false } }, false],
		['when plugins.json enables it', { 'config/plugins.json': { graphql: { enabled: true } } }, true],
		['not without either', { 'package.json': { dependencies: { '@strapi/strapi': '4.26.2' } } }, false],
		['not for a development dependency', { 'package.json': { devDependencies: dependency.dependencies } }, false],
	];
	for (const [name, files, expected] of cases)
		it(name, () =>
			inProject(files, async folder => {
				const { result } = await served(folder, server => post(server, '/graphql', { query: '{__typename}' }));
				assert.equal(result.status, expected ? 200 : 405, JSON.stringify(result));
			}),
		);
});

describe('a database is made', () => {
	const refused = async (folder, expected, options = {}) => {
		assert.match(await refusedServe(folder, options.args, options), expected);
		const migrated = await migrate(folder, options.args, options);
		assert.equal(migrated.code, 1);
		assert.match(migrated.stderr, expected);
		assert.equal(migrated.stderr.trim().split('\n').length, options.lines ?? 1, migrated.stderr);
		assert.equal(hasDatabase(folder), false);
	};

	it('in a project, where it belongs', () => inProject({}, folder => served(folder, () => assert.ok(hasDatabase(folder)))));

	it('nowhere else', async () => {
		const models = [
			{ 'src/components/a/b.json': { collectionName: 'a_b', info: { displayName: 'b' }, attributes: {} } },
			{ 'package.json': { dependencies: { '@strapi/strapi': '4.0.0' } } },
		];
		for (const files of models) {
			const folder = bareFolder({ '.env': 'JWT_SECRET=a\n', ...files });
			await served(folder, () => assert.ok(hasDatabase(folder)));
			rmSync(folder, { recursive: true });
		}
		for (const files of [{}, { 'index.html': 'x' }, { 'package.json': { dependencies: { express: '4' } } }, { 'config/server.json': {} }]) {
			const folder = bareFolder(files);
			await refused(folder, /there is no project here/);
			const checked = await check(folder);
			assert.equal(checked.code, 1);
			assert.equal(checked.text.trim().split('\n').length, 1, checked.text);
			const listed = await runCommand(['role', 'list', '--project', folder]);
			assert.match(listed.stderr, /^lectern: .*there is no project here.*\n$/);
			assert.equal(existsSync(path.join(folder, '.tmp')), false);
			rmSync(folder, { recursive: true });
		}
	});

	const signs = [
		[
			'config/database.js without Node.js',
			{ 'config/database.js': 'module.exports = {};\n' },
			/config\/database\.js: is not read/,
			{ lines: 2, env: { LECTERN_NODE: 'none' } },
		],
		['config/database.ts', { 'config/database.ts': 'export default {};\n' }, /config\/database\.ts: is not read/, { lines: 2 }],
		[
			'config/env/production/database.js elsewhere',
			{ 'config/env/production/database.js': 'module.exports = {};\n' },
			/config\/env\/production\/database\.js tells of another/,
		],
		['DATABASE_HOST in .env', { '.env': 'JWT_SECRET=a\nDATABASE_HOST=db\n' }, /DATABASE_HOST in \.env tells of another/],
		['DATABASE_NAME in the environment', {}, /DATABASE_NAME in the environment tells of another/, { env: { DATABASE_NAME: 'content' } }],
		[
			'a client of another kind',
			{ '.env': 'JWT_SECRET=a\nDATABASE_CLIENT=mysql\n' },
			/DATABASE_CLIENT: expected "sqlite" or "postgres", got "mysql"/,
		],
		[
			'pg in package.json',
			{ 'package.json': { dependencies: { '@strapi/strapi': '4.26.2', pg: '8.11.3' } } },
			/the client pg in package\.json tells of another/,
		],
		['--database', {}, /There is no database .*other\.db/, { args: ['--database', 'sqlite:/tmp/nowhere-at-all/other.db'] }],
		['DATABASE_URL', {}, /There is no database .*other\.db/, { env: { DATABASE_URL: 'sqlite:/tmp/nowhere-at-all/other.db' } }],
		['DATABASE_FILENAME', { '.env': 'JWT_SECRET=a\nDATABASE_FILENAME=data/other.db\n' }, /There is no database .*data\/other\.db/],
		[
			'config/database.json',
			{ 'config/database.json': { connection: { client: 'sqlite', connection: { filename: 'data/other.db' } } } },
			/There is no database .*data\/other\.db/,
		],
	];
	for (const [name, files, expected, options] of signs)
		it(`not where ${name} tells of another one`, () => inProject(files, folder => refused(folder, expected, options)));

	it('not where a link leads to what is not there', () =>
		inProject({}, async folder => {
			mkdirSync(path.join(folder, '.tmp'));
			symlinkSync(path.join(folder, 'volume/data.db'), path.join(folder, '.tmp/data.db'));
			await refused(folder, /it is a link to what is not there/);
		}));

	it('anywhere with --create', () =>
		inProject({ '.env': 'JWT_SECRET=a\nDATABASE_FILENAME=data/other.db\nDATABASE_HOST=\n' }, async folder => {
			await served(folder, () => {}, { args: ['--create'] });
			assert.ok(existsSync(path.join(folder, 'data/other.db')));
			await served(folder, () => {});
			assert.equal((await migrate(folder, ['--create', '--database', `sqlite:${folder}/third.db`])).code, 0);
			assert.ok(existsSync(path.join(folder, 'third.db')));
		}));

	it('by the operator alone where the configuration is code, and there is no Node.js', () =>
		inProject({ 'config/database.js': 'module.exports = {};\n' }, async folder => {
			process.env.LECTERN_NODE = 'none';
			assert.match(await refusedServe(folder, ['--without-code']), /Which database the project uses stands in config\/database\.js/);
			assert.match(await refusedServe(folder, ['--without-code', '--create']), /Which database/);
			const listed = await runCommand(['role', 'list', '--project', folder]);
			assert.equal(listed.code, 1);
			assert.match(listed.stderr, /config\/database\.js/);
			const named = ['--database', `sqlite:${folder}/named.db`];
			assert.match(await refusedServe(folder, named), /There is no database/);
			await served(folder, () => {}, { args: [...named, '--create'] });
			await served(folder, () => {}, { env: { DATABASE_URL: `sqlite:${folder}/named.db` } });
			assert.match((await check(folder, named)).text, /config\/database\.js: is not read: --database or DATABASE_URL says/);
			putFiles(folder, { 'config/database.json': { connection: { client: 'sqlite', connection: { filename: 'named.db' } } } });
			await served(folder, () => {});
		}).finally(() => delete process.env.LECTERN_NODE));

	it('for its owner alone', () =>
		inProject({}, async folder => {
			await served(folder, () => {
				for (const name of ['data.db', 'data.db-wal', 'data.db-shm'])
					assert.equal(statSync(path.join(folder, '.tmp', name)).mode & 0o777, 0o600, name);
			});
			rmSync(path.join(folder, '.tmp'), { recursive: true });
			assert.equal((await migrate(folder)).code, 0);
			assert.equal(statSync(path.join(folder, '.tmp/data.db')).mode & 0o777, 0o600);
			chmodSync(path.join(folder, '.tmp/data.db'), 0o640); // by the owner: it stays
			await served(folder, () => assert.equal(statSync(path.join(folder, '.tmp/data.db-wal')).mode & 0o777, 0o640));
		}));
});

describe('secrets that are missing', () => {
	const register = server =>
		post(server, '/api/auth/local/register', { username: 'ada', email: 'ada@example.org', password: 'difference' });
	const variable = (folder, name) => new RegExp(`^${name}=(\\S+)$`, 'm').exec(readFileSync(path.join(folder, '.env'), 'utf8'))?.[1];

	it('are not made in production, or anywhere but in development', () =>
		inProject({ '.env': null }, async folder => {
			for (const name of ['production', 'staging'])
				assert.match(await refusedServe(folder, ['--env', name]), /JWT_SECRET is not set: .*\.env.*config\/plugins\.json/);
			assert.equal(existsSync(path.join(folder, '.env')), false);
			assert.equal(hasDatabase(folder), false);
		}));

	it('are made in development, and kept', () =>
		inProject({ '.env': null }, async folder => {
			const { result, log } = await served(folder, register);
			assert.equal(result.status, 200, JSON.stringify(result));
			assert.match(log, /JWT_SECRET was not set: one was made, and written to .*\.env/);
			const secret = variable(folder, 'JWT_SECRET');
			assert.ok(secret.length >= 32);
			assert.ok(!log.includes(secret));
			assert.equal(statSync(path.join(folder, '.env')).mode & 0o777, 0o600);
			const again = await served(folder, server =>
				get(server, '/api/users/me', { headers: { Authorization: `Bearer ${result.json.jwt}` } }),
			);
			assert.notEqual(again.result.status, 401);
			assert.doesNotMatch(again.log, /JWT_SECRET/);
			assert.equal(variable(folder, 'JWT_SECRET'), secret);
		}));

	it('are added to what .env has', () =>
		inProject({ '.env': 'A="b\nc"\nJWT_SECRET=\n# the end' }, async folder => {
			await served(folder, () => {});
			const text = readFileSync(path.join(folder, '.env'), 'utf8');
			assert.match(text, /^A="b\nc"\nJWT_SECRET=\n# the end\nJWT_SECRET=[0-9a-f]{48}\n$/);
		}));

	it('are one when two servers start at once', () =>
		inProject({ '.env': null }, async folder => {
			await migrate(folder);
			const servers = await Promise.all([startServer({ folder }), startServer({ folder })]);
			const { json } = await register(servers[0]);
			const { status } = await get(servers[1], '/api/users/me', { headers: { Authorization: `Bearer ${json.jwt}` } });
			await Promise.all(servers.map(server => server.stop()));
			assert.notEqual(status, 401);
			assert.equal(readFileSync(path.join(folder, '.env'), 'utf8').match(/JWT_SECRET/g).length, 1);
		}));

	it("keep the server from starting where .env can't be written", () =>
		inProject({ '.env': null }, async folder => {
			mkdirSync(path.join(folder, '.env'));
			assert.match(await refusedServe(folder), /\.env/);
		}));

	it('API_TOKEN_SALT is wanted once there are tokens', () =>
		inProject({ '.env': 'JWT_SECRET=a\n' }, async folder => {
			await served(folder, () => {}, { env: { NODE_ENV: 'production' } });
			const create = env => runCommand(['token', 'create', 'one', '--type', 'read-only', '--project', folder], { env });
			const refused = await create({ NODE_ENV: 'production' });
			assert.equal(refused.code, 1);
			assert.match(refused.stderr, /API_TOKEN_SALT is not set/);
			assert.equal(variable(folder, 'API_TOKEN_SALT'), undefined);
			const made = await create({});
			assert.equal(made.code, 0, made.stderr);
			assert.ok(variable(folder, 'API_TOKEN_SALT'));
			const headers = { Authorization: `Bearer ${made.stdout.trim()}` };
			const { result } = await served(folder, server => get(server, '/api/events', { headers }), { env: { NODE_ENV: 'production' } });
			assert.equal(result.status, 200);
			putFiles(folder, { '.env': 'JWT_SECRET=a\n' });
			assert.match(await refusedServe(folder, ['--env', 'production']), /API_TOKEN_SALT is not set/);
			const { log } = await served(folder, () => {});
			assert.match(log, /API_TOKEN_SALT was not set: one was made/);
		}));
});
