// What Strapi does not start with, and finds only once the tables are there: the server ends, and says why. And what fails later.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { check, inProject, migrate, modelFile, refusedServe, served, type } from './lib/projects.mjs';

const things = { [modelFile('thing')]: type('thing') };
const server = cron => ({ 'config/server.js': `module.exports = { cron: { enabled: true, tasks: ${cron} } };\n` });
const hooks = code => ({ 'src/api/thing/content-types/thing/lifecycles.js': `module.exports = ${code};\n` });
const route = {
	'src/api/thing/controllers/thing.js': 'module.exports = { hello(ctx) { ctx.body = 1; } };\n',
	'src/api/thing/routes/own.js':
		"module.exports = { routes: [{ method: 'GET', path: '/own', handler: 'thing.hello', config: { middlewares: ['api::thing.own'] } }] };\n",
};
const ofRoute = code => ({ ...route, 'src/api/thing/middlewares/own.js': code });
const usual = ['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'].map(name => `strapi::${name}`);
const ofAll = code => ({
	'config/middlewares.js': `module.exports = ${JSON.stringify([...usual, 'global::own'])};\n`,
	'src/middlewares/own.js': code,
});
const subscribe = subscriber => ({
	'src/index.js': `module.exports = { bootstrap({ strapi }) { strapi.db.lifecycles.subscribe(${subscriber}); } };\n`,
});

describe('what keeps Strapi from starting', () => {
	for (const [name, files, message] of [
		[
			'a cron task that is no function',
			server("{ '* * * * *': 5 }"),
			/Could not schedule a cron job for "\* \* \* \* \*": no function found/,
		],
		['cron tasks that are a text', server("'x'"), /bootstrap of the project's code fails, .*: no function found/],
		[
			'an empty file of a middleware of a route',
			ofRoute(''),
			/Error creating endpoint GET \/own: Middleware "api::thing\.own": .* is not a function/,
		],
		[
			'a middleware of a route that throws',
			ofRoute("module.exports = () => { throw new Error('not so'); };\n"),
			/Middleware "api::thing\.own": not so/,
		],
		[
			'a middleware for all requests that is none',
			ofAll('module.exports = () => 5;\n'),
			/Middleware "global::own": middleware must be a function!/,
		],
		['hooks that are a number', hooks('5'), /invalid for api::thing\.thing'\.\nlifecycles must be an object/],
		['hooks that are nothing', hooks('null'), /lifecycles must be an object/],
		['a hook that is a text', hooks("{ beforeCreate: 'x' }"), /lifecycles\.beforeCreate is not a function/],
		['a hook that is unknown', hooks('{ afterFoo() {} }'), /unspecified keys: afterFoo/],
		['a subscriber that is a number', subscribe('5'), /Invalid subscriber\. Expected function or object/],
	]) {
		it(name, () =>
			inProject({ ...things, ...files }, async folder => {
				await migrate(folder).catch(() => {});
				assert.match(await refusedServe(folder), message);
			}),
		);
	}
});

describe('what Strapi starts with', () => {
	for (const [name, files] of [
		['a cron task whose rule is none', server("{ 'no rule': () => {}, b: { task() {} } }")],
		['hooks that are a class', hooks('class { beforeCreate() {} }')],
		['a subscriber to no types', subscribe('{ models: 0, beforeCreate() {} }')],
	]) {
		it(name, () =>
			inProject({ ...things, ...files }, async folder => {
				await migrate(folder);
				const { log } = await served(folder, async ({ base }) => assert.equal((await fetch(`${base}/_health`)).status, 204));
				assert.doesNotMatch(log, /another is started/);
			}),
		);
	}
});

describe("settings that are lectern's own", () => {
	const own = "{ requestTimeout: 120000, threads: 'all', logRequests: 5, cors: { origin: ['https://one.example'] } }";
	const files = { ...things, 'config/server.js': `module.exports = ${own};\n` };

	it('are told in code, which means something else by them, and browsers are let in as strapi::cors says', () =>
		inProject(files, async folder => {
			await migrate(folder);
			const { log } = await served(folder, async ({ base }) => {
				const { headers } = await fetch(`${base}/api/things`, { headers: { Origin: 'https://two.example' } });
				assert.equal(headers.get('access-control-allow-origin'), '*');
			});
			assert.match(log, /requestTimeout: expected seconds between 1 and 3600, got 120000/);
			assert.match(log, /threads: expected a number of threads/);
		}));

	it('are mistakes in variables that are named after it', () =>
		inProject(files, async folder => {
			const { code, text } = await check(folder, [], { env: { LECTERN_CACHE: 'much' } });
			assert.equal(code, 1, text);
			assert.match(text, /LECTERN_CACHE: expected bytes/);
		}));
});

describe('what Strapi starts with, and fails at later', () => {
	const list = (own, config) => ({
		'config/middlewares.js': `const own = 'strapi::${own}';
module.exports = ${JSON.stringify(usual)}.map(name => (name === own ? { name, config: ${config} } : name));\n`,
	});
	const tokens = expiresIn => plugins(`{ 'users-permissions': { config: { jwtSecret: 'a', jwt: { expiresIn: ${expiresIn} } } } }`);
	const plugins = config => ({ 'config/plugins.js': `module.exports = ${config};\n` });

	for (const value of ['true', '{}', 'null', 'undefined', '/a/'])
		it(`an origin that is ${value} lets no browser in`, () =>
			inProject({ ...things, ...list('cors', `{ origin: ${value} }`) }, async folder => {
				await migrate(folder);
				await served(folder, async ({ base }) => {
					const { status, headers } = await fetch(`${base}/api/things`, { headers: { Origin: 'https://elsewhere.example' } });
					assert.deepEqual([status, headers.get('access-control-allow-origin')], [500, null]);
					assert.equal((await fetch(`${base}/api/things`)).status, 404);
				});
			}));

	it('sizes that are none', () =>
		inProject(
			{
				...things,
				...list('body', "{ jsonLimit: 'any', textLimit: '1pb' }"),
				...plugins("{ upload: { config: { sizeLimit: '5mb', breakpoints: { post: { width: 1 }, x: 'wide', small: 500 } } } }"),
			},
			async folder => {
				const { text, code } = await check(folder);
				assert.equal(code, 0, text);
				assert.match(text, /sizeLimit: is no number of bytes: files of any size are taken, as in Strapi/);
				assert.match(text, /jsonLimit: is no size: Strapi takes bodies of any size then, lectern keeps to 1048576 bytes/);
			},
		));

	for (const [value, lifetime] of [
		["'100y'", 3155760000],
		["'90'", 0],
		['-5', -5],
		['0', 0],
	])
		it(`tokens that are good for ${lifetime} seconds`, () =>
			inProject({ ...things, ...tokens(value) }, async folder => {
				await migrate(folder);
				await served(folder, async ({ base }) => {
					const body = JSON.stringify({ username: 'somebody', email: 'somebody@example.com', password: 'secret1' });
					const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
					const { jwt } = await (await fetch(`${base}/api/auth/local/register`, options)).json();
					const { iat, exp } = JSON.parse(Buffer.from(jwt.split('.')[1], 'base64url'));
					assert.equal(exp - iat, lifetime);
					const { status } = await fetch(`${base}/api/things`, { headers: { Authorization: `Bearer ${jwt}` } });
					assert.equal(status, lifetime > 0 ? 403 : 401);
				});
			}));

	for (const value of ["''", "'tobemodified'", "'5 dayz'", "'1 month'", '5.5', 'false', '{ days: 5 }'])
		it(`tokens that are good for ${value}`, () =>
			inProject({ ...things, ...tokens(value) }, async folder => {
				await migrate(folder);
				const { log } = await served(folder, async ({ base }) => {
					const body = JSON.stringify({ username: 'somebody', email: 'somebody@example.com', password: 'secret1' });
					const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
					assert.equal((await fetch(`${base}/api/auth/local/register`, options)).status, 500);
				});
				assert.match(log, /expiresIn: is no time: nobody can sign in/);
			}));

	for (const [value, expected] of [
		["'soon'", 500],
		["'100y'", 200],
	])
		it(`tokens of admins that are good for ${value}`, () => {
			const admin = {
				'build/index.html': '',
				'config/admin.js': `module.exports = { auth: { secret: 'b', options: { expiresIn: ${value} } } };\n`,
			};
			return inProject({ ...things, ...admin }, async folder => {
				await migrate(folder);
				await served(folder, async ({ base }) => {
					const body = JSON.stringify({ firstname: 'Ada', email: 'ada@example.com', password: 'Passw0rd-1' });
					const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
					assert.equal((await fetch(`${base}/admin/register-admin`, options)).status, expected);
				});
			});
		});
});
