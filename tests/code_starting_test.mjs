// What Strapi does not start with, and finds only once the tables are there: the server ends, and says why. It is not tried again and again.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inProject, migrate, modelFile, refusedServe, served, type } from './lib/projects.mjs';

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
const subscribe = subscriber => ({ 'src/index.js': `module.exports = { bootstrap({ strapi }) { strapi.db.lifecycles.subscribe(${subscriber}); } };\n` });

describe('what keeps Strapi from starting', () => {
	for (const [name, files, message] of [
		['a cron task that is no function', server("{ '* * * * *': 5 }"), /Could not schedule a cron job for "\* \* \* \* \*": no function found/],
		['cron tasks that are a text', server("'x'"), /bootstrap of the project's code fails, .*: no function found/],
		['an empty file of a middleware of a route', ofRoute(''), /Error creating endpoint GET \/own: Middleware "api::thing\.own": .* is not a function/],
		['a middleware of a route that throws', ofRoute("module.exports = () => { throw new Error('not so'); };\n"), /Middleware "api::thing\.own": not so/],
		['a middleware for all requests that is none', ofAll('module.exports = () => 5;\n'), /Middleware "global::own": middleware must be a function!/],
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
