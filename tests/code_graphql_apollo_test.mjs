// Functions in the configuration of Apollo Server: what is past them, and what of them is refused. What they are called with is
// recorded (tests/projects/own-apollo).
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { sendForm } from './lib/forms.mjs';
import { Client } from './lib/http.mjs';
import { startServer } from './lib/server.mjs';

const configured = (apollo, more = {}) =>
	makeCodeProject({
		'config/plugins.json': null,
		'config/plugins.js': `module.exports = {
	'users-permissions': { config: { jwtSecret: 'jwtsecret' } },
	graphql: { config: { playgroundAlways: true, apolloServer: { ${apollo} } } },
};\n`,
		...more,
	});

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const formatting = 'formatError: error => ({ message: `formatted: ${error.message}` })';

async function running(folder, ask) {
	const server = await startServer({ folder });
	try {
		return await ask(new Client(server.base), server);
	} finally {
		await server.stop();
		rmSync(folder, { recursive: true });
	}
}

async function refused(folder) {
	const error = await startServer({ folder }).then(
		server => server.stop().then(() => new Error('it was served')),
		reason => reason,
	);
	rmSync(folder, { recursive: true });
	return error.message;
}

const ask = (client, query, headers = {}) =>
	client.request('POST', '/graphql', { headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify({ query }) });

describe('functions in apolloServer', () => {
	it('stand around uploads, and leave the page and other paths alone', () =>
		running(configured(formatting), async client => {
			const upload = 'mutation($f: Upload!) { upload(file: $f) { data { id attributes { name size } } } }';
			const parts = query => [
				['operations', JSON.stringify({ query, variables: { f: null } })],
				['map', JSON.stringify({ 0: ['variables.f'] })],
				['0', 'hello', 'note.txt', 'text/plain'],
			];
			const { json: kept } = await sendForm(client, 'POST', '/graphql', parts(upload), full);
			assert.equal(kept.data.upload.data.attributes.name, 'note.txt');
			const { status, json: wrong } = await sendForm(client, 'POST', '/graphql', parts(upload.replace('size', 'nothing')), full);
			assert.equal(status, 400);
			assert.match(wrong.errors[0].message, /^formatted: Cannot query field/);
			const twice = [...parts(upload), ['operations', JSON.stringify({ query: '{ nothing }' })]];
			assert.equal((await sendForm(client, 'POST', '/graphql', twice, full)).status, 400);
			const { json: unknown } = await ask(client, '{ nothing }');
			assert.match(unknown.errors[0].message, /^formatted: /);
			const page = await client.request('GET', '/graphql', { headers: { Accept: 'text/html' } });
			assert.match(page.text, /<html/i);
			assert.equal((await client.request('GET', '/api/categories')).status, 200);
		}));

	it('stand around the endpoint where middlewares stand around all requests, too', () => {
		const more = {
			'config/middlewares.json': null,
			'config/middlewares.js': `const own = ['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'];
module.exports = [...own.map(name => 'strapi::' + name), 'global::mark'];\n`,
			'src/middlewares/mark.js': `module.exports = () => async (ctx, next) => { await next(); ctx.set('X-Mark', String(ctx.status)); };\n`,
		};
		return running(configured(formatting, more), async client => {
			const { json, headers } = await ask(client, '{ nothing }');
			assert.match(json.errors[0].message, /^formatted: /);
			assert.equal(headers['x-mark'], '400');
			assert.deepEqual((await ask(client, '{ categories(pagination: { limit: 1 }) { data { id } } }')).json, {
				data: { categories: { data: [{ id: '1' }] } },
			});
		});
	});

	it('are asked in batches, and nothing of a batch that is too large is run', () =>
		running(configured(formatting), async client => {
			const batch = count =>
				client.request('POST', '/graphql', {
					headers: { 'Content-Type': 'application/json' },
					body: JSON.stringify(Array(count).fill({ query: '{ nothing }' })),
				});
			const { json } = await batch(2);
			assert.deepEqual(
				json.map(({ errors }) => errors[0].message.slice(0, 10)),
				['formatted:', 'formatted:'],
			);
			assert.match((await batch(11)).text, /at most 10/);
		}));

	it('hear that a document is too large, which they do not get', () =>
		running(configured(formatting), async client => {
			const { status, json } = await ask(client, `{ ${'nothing '.repeat(20_000)} }`);
			assert.equal(status, 400);
			assert.match(json.errors[0].message, /^formatted: .*(large|long|bytes)/);
			assert.match((await ask(client, `${'{ a '.repeat(20_000)}`)).json.errors[0].message, /^formatted: /);
		}));

	it('are named where lectern can not call them', async () => {
		const named = [
			['plugins: [{ serverWillStart: async () => ({ renderLandingPage() {} }) }]', /renderLandingPage of a plugin of apolloServer/],
			['executor: () => {}', /apolloServer\.executor: is a function/],
			['fieldResolver: () => {}', /apolloServer\.fieldResolver: is a function/],
		];
		for (const [apollo, message] of named) assert.match(await refused(configured(apollo)), message);
	});

	it('are named when a request needs what they can not have', () => {
		const plugin = 'plugins: [{ requestDidStart: async () => ({ executionDidStart: async () => ({ willResolveField() {} }) }) }]';
		return running(configured(plugin), async (client, server) => {
			const { status, text } = await ask(client, '{ categories { data { id } } }');
			assert.equal(status, 500);
			assert.match(text + server.stderr, /willResolveField of a plugin of apolloServer/);
		});
	});
});
