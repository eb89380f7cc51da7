// ctx.session, and providers of the project's code that lead a client away and take it back: /api/connect. A server beside
// plays the provider.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { bearer, full, isGood, jwtOf, makeUser } from './lib/accounts.mjs';
import { makeCodeProject } from './lib/code.mjs';
import { Client } from './lib/http.mjs';
import { startServer } from './lib/server.mjs';

const lab = `module.exports = {
	count(ctx) {
		ctx.session.n = (ctx.session.n ?? 0) + 1;
		return { n: ctx.session.n, isNew: Boolean(ctx.session.isNew), maxAge: ctx.session.maxAge, length: ctx.session.length };
	},
	look: ctx => ({ populated: ctx.session.populated }),
	end(ctx) {
		ctx.session = null;
		return { ended: ctx.session === null };
	},
	wrong(ctx) {
		ctx.session.kept = true;
		throw new Error('wrong');
	},
	nothing: ctx => ({}),
};\n`;
const names = ['count', 'look', 'end', 'wrong', 'nothing'];
const routes = `module.exports = { routes: [${names
	.map(name => `{ method: 'GET', path: '/lab/${name}', handler: 'lab.${name}', config: { auth: false } },`)
	.join('\n')}] };\n`;

const provider = base => `module.exports = { register({ strapi }) {
	strapi.plugin('users-permissions').service('providers-registry').add('house', {
		icon: '', enabled: true,
		grantConfig: { key: 'k', secret: 's', scope: ['all'], state: true, oauth: 2, authorize_url: '${base}/authorize',
			access_url: '${base}/token', scope_delimiter: ' ', callback: 'http://front.example/done' },
		authCallback: async ({ accessToken }) => ({ username: accessToken, email: accessToken + '@example.com' }),
	});
	strapi.plugin('users-permissions').service('providers-registry').add('shut', {
		icon: '', enabled: false, grantConfig: {}, authCallback: async () => ({}),
	});
} };\n`;

/** The cookies that an answer sets, as a client sends them back. */
const cookiesOf = answer =>
	answer.headers
		.getSetCookie()
		.map(one => one.split(';')[0])
		.join('; ');

const resolver = `module.exports = { register({ strapi }) {
	strapi.plugin('graphql').service('extension').use({
		typeDefs: 'type Query { visits: Int }',
		resolvers: { Query: { visits: (parent, args, { koaContext }) => koaContext.session.n } },
		resolversConfig: { 'Query.visits': { auth: false } },
	});
} };\n`;

describe('ctx.session', () => {
	let server;
	const get = (path, cookie) => fetch(server.base + path, { headers: cookie ? { cookie } : {}, redirect: 'manual' });
	before(async () => {
		server = await startServer({
			folder: makeCodeProject({ 'src/api/lab/controllers/lab.js': lab, 'src/api/lab/routes/lab.js': routes, 'src/index.js': resolver }),
			env: { NODE_ENV: 'development' },
		});
	});
	after(() => server?.stop());

	it('is not there in resolvers, where no cookie could be sent', async () => {
		const answer = await fetch(`${server.base}/graphql`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ query: '{ visits }' }),
		});
		const { data, errors } = await answer.json();
		assert.equal(data.visits, null);
		assert.match(errors[0].message, /koaContext\.session in a resolver, which lectern does not have/);
	});
	it('is kept in a signed cookie', async () => {
		const first = await get('/api/lab/count');
		assert.deepEqual(await first.json(), { n: 1, isNew: true, maxAge: 86400000, length: 1 });
		const set = first.headers.getSetCookie();
		assert.equal(set.length, 2);
		assert.match(set[0], /^koa\.sess=[\w=+/-]+; path=\/; expires=.*; httponly$/);
		assert.match(set[1], /^koa\.sess\.sig=[\w-]+; path=\/; expires=.*; httponly$/);
		const second = await get('/api/lab/count', cookiesOf(first));
		assert.deepEqual(await second.json(), { n: 2, isNew: false, maxAge: 86400000, length: 1 });
		const forged = cookiesOf(first).replace(/sig=./, 'sig=_');
		assert.equal((await (await get('/api/lab/count', forged)).json()).n, 1);
	});

	it('sets no cookie where nothing of it changed', async () => {
		const first = await get('/api/lab/count');
		const look = await get('/api/lab/look', cookiesOf(first));
		assert.deepEqual(await look.json(), { populated: true });
		assert.deepEqual(look.headers.getSetCookie(), []);
		assert.deepEqual((await get('/api/lab/nothing')).headers.getSetCookie(), []);
		assert.deepEqual((await get('/api/restaurants')).headers.getSetCookie(), []);
	});

	it('ends', async () => {
		const end = await get('/api/lab/end', cookiesOf(await get('/api/lab/count')));
		assert.deepEqual(await end.json(), { ended: true });
		assert.match(end.headers.getSetCookie()[0], /^koa\.sess=; path=\/; expires=Thu, 01 Jan 1970/);
	});

	it('is kept when the action throws', async () => {
		const wrong = await get('/api/lab/wrong');
		assert.equal(wrong.status, 500);
		assert.equal(wrong.headers.getSetCookie().length, 2);
	});
});

describe('ctx.session in production', () => {
	it('is an error over a connection that is not encrypted, as in Strapi', async () => {
		const files = { 'src/api/lab/controllers/lab.js': lab, 'src/api/lab/routes/lab.js': routes };
		const server = await startServer({ folder: makeCodeProject(files), env: { NODE_ENV: 'production' } });
		try {
			assert.equal((await fetch(`${server.base}/api/lab/count`)).status, 500);
			assert.equal((await fetch(`${server.base}/api/lab/nothing`)).status, 200);
		} finally {
			await server.stop();
		}
	});
});

describe('connect with a provider of code', () => {
	let server, house, client;
	const asked = [];
	const get = (path, cookie) => fetch(server.base + path, { headers: cookie ? { cookie } : {}, redirect: 'manual' });
	before(async () => {
		house = createServer((request, response) => {
			let body = '';
			request.on('data', piece => (body += piece));
			request.on('end', () => {
				asked.push({ url: request.url, body: Object.fromEntries(new URLSearchParams(body)) });
				response.setHeader('Content-Type', 'application/json');
				response.end(JSON.stringify({ access_token: 'nora', token_type: 'bearer' }));
			});
		});
		await new Promise(resolve => house.listen(0, '127.0.0.1', resolve));
		const folder = makeCodeProject({ 'src/index.js': provider(`http://127.0.0.1:${house.address().port}`) });
		server = await startServer({ folder, env: { NODE_ENV: 'development' } });
		client = new Client(server.base);
	});
	after(async () => {
		await server?.stop();
		house?.close();
	});

	it('leads to the provider, takes its code for a token, and leads to the callback', async () => {
		const away = await get('/api/connect/house');
		assert.equal(away.status, 302, await away.text());
		const target = new URL(away.headers.get('location'));
		assert.equal(target.pathname, '/authorize');
		const { state, ...rest } = Object.fromEntries(target.searchParams);
		assert.equal(rest.client_id, 'k');
		assert.equal(rest.scope, 'all');
		assert.match(rest.redirect_uri, /\/api\/connect\/house\/callback$/);
		const back = await get(`/api/connect/house/callback?code=c1&state=${state}`, cookiesOf(away));
		assert.equal(back.status, 302, await back.text());
		const done = new URL(back.headers.get('location'));
		assert.equal(done.origin + done.pathname, 'http://front.example/done');
		assert.equal(done.searchParams.get('access_token'), 'nora');
		assert.deepEqual([asked.at(-1).url, asked.at(-1).body.code, asked.at(-1).body.client_secret], ['/token', 'c1', 's']);
		const signedIn = await client.get(`/api/auth/house/callback?access_token=${done.searchParams.get('access_token')}`);
		assert.equal(signedIn.json.user.email, 'nora@example.com');
	});

	it('takes a callback of the request when it differs in its parameters alone', async () => {
		const good = await get(`/api/connect/house?callback=${encodeURIComponent('http://front.example/done?from=x')}`);
		assert.equal(good.status, 302);
		for (const callback of ['http://evil.example/done', 'http://front.example/other', 'nothing']) {
			const refused = await get(`/api/connect/house?callback=${encodeURIComponent(callback)}`);
			assert.equal(refused.status, 400);
			const { error } = await refused.json();
			assert.deepEqual([error.message, error.details], ['Invalid callback URL provided', { callback }]);
		}
	});

	it('refuses what is disabled, and a state that is not the session’s', async () => {
		const shut = await get('/api/connect/shut');
		assert.deepEqual([shut.status, (await shut.json()).error.message], [400, 'This provider is disabled']);
		const forged = await get('/api/connect/house/callback?code=c1&state=other', cookiesOf(await get('/api/connect/house')));
		const before = asked.length;
		assert.match(forged.headers.get('location'), /error/);
		assert.equal(asked.length, before);
	});
});

describe('strapi::ip', () => {
	it('lets in whom its lists let in', async () => {
		const list = rest => `module.exports = ['strapi::errors', ${rest}, 'strapi::security', 'strapi::cors', 'strapi::poweredBy',
			'strapi::session', 'strapi::query', 'strapi::body', 'strapi::favicon', 'strapi::public'];\n`;
		for (const [config, status] of [
			[{ whitelist: ['127.0.0.1'] }, 200],
			[{ whitelist: ['10\\.0'] }, 403],
			[{ blacklist: ['127.*'] }, 403],
			[{}, 200],
		]) {
			const files = { 'config/middlewares.js': list(`{ name: 'strapi::ip', config: ${JSON.stringify(config)} }`), 'src/index.js': '' };
			const server = await startServer({ folder: makeCodeProject(files) });
			try {
				const answer = await fetch(`${server.base}/api/restaurants`);
				assert.equal(answer.status, status, `${JSON.stringify(config)}: ${await answer.text()}`);
			} finally {
				await server.stop();
			}
		}
	});
});

describe('null and objects where fields and values belong', () => {
	let server, client;
	before(async () => {
		const controller = `module.exports = { async null() {
			const told = data => strapi.entityService.update('api::category.category', 1, { data }).catch(({ message }) => message);
			return [await told(null), await told(undefined)];
		} };\n`;
		const route = "module.exports = { routes: [{ method: 'GET', path: '/lab/null', handler: 'lab.null', config: { auth: false } }] };\n";
		const files = { 'src/api/lab/controllers/lab.js': controller, 'src/api/lab/routes/lab.js': route };
		server = await startServer({ folder: makeCodeProject(files) });
		client = new Client(server.base);
	});
	after(() => server?.stop());

	it('null in the place of data is told as Strapi does', async () => {
		const words = 'Invalid payload submitted for the update of an entity of type Category. Expected an object, but got';
		assert.deepEqual((await client.get('/api/lab/null')).json, [`${words} object`, `${words} undefined`]);
	});

	it('filters of JSON fields take no objects over GraphQL, as over REST', async () => {
		for (const filter of ['eq: {a: 1}', 'ne: {}', 'in: [{a: 1}]', 'not: {contains: {a: 1}}', 'eq: [[{a: 1}]]']) {
			const query = `{kitchenSinks(filters: {json: {${filter}}}) {data {id}}}`;
			const { json } = await client.request('POST', '/graphql', { headers: full, body: { query } });
			assert.match(json.errors?.[0].message ?? '', /Expected a value, not an object/, filter);
			assert.equal(json.errors[0].extensions.code, 'BAD_USER_INPUT');
		}
	});
});

describe('a user whom code blocks', () => {
	let server, client;
	const set = async (id, how, blocked) => assert.equal((await client.get(`/api/door/${id}/${how}/${blocked}`)).status, 200);
	before(async () => {
		const controller = `module.exports = { async set({ params: { id, how, blocked } }) {
			const data = { blocked: blocked === 'true' };
			if (how === 'service') await strapi.entityService.update('plugin::users-permissions.user', id, { data });
			else await strapi.db.query('plugin::users-permissions.user').update({ where: { id }, data });
			return {};
		} };\n`;
		const route = `module.exports = { routes: [
			{ method: 'GET', path: '/door/:id/:how/:blocked', handler: 'door.set', config: { auth: false } },
		] };\n`;
		const files = { 'src/api/door/controllers/door.js': controller, 'src/api/door/routes/door.js': route };
		server = await startServer({ folder: makeCodeProject(files) });
		client = new Client(server.base);
	});
	after(async () => {
		client.close();
		await server?.stop();
	});

	it('is refused until code lets them in again, as in Strapi', async () => {
		for (const how of ['service', 'query']) {
			const user = await makeUser(client);
			await set(user.id, how, true);
			assert.equal(await isGood(client, user.jwt), false, how);
			await set(user.id, how, false);
			assert.equal(await isGood(client, user.jwt), true, how);
		}
	});

	it('has no tokens any more when the password was set meanwhile, or somebody else blocked them', async () => {
		const user = await makeUser(client);
		await set(user.id, 'query', true);
		await client.request('PUT', `/api/users/${user.id}`, { body: { password: 'another1' }, headers: full });
		await set(user.id, 'query', false);
		assert.equal(await isGood(client, user.jwt), false);
		const jwt = await jwtOf(client, user.username, 'another1');
		assert.equal((await client.get('/api/users/me', bearer(jwt))).status, 200);
		await client.request('PUT', `/api/users/${user.id}`, { body: { blocked: true }, headers: full });
		await set(user.id, 'query', false);
		assert.equal(await isGood(client, jwt), false);
	});
});
