// The GraphQL console in a real browser, and where it is served.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { fullToken, startEndpoint } from './lib/endpoint.mjs';
import { startServer } from './lib/server.mjs';

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
	file => file && existsSync(file),
);

describe('the console in a browser', () => {
	let server;
	let browser;
	before(async () => {
		assert.ok(executablePath, 'chromium is missing: scripts/dependencies test');
		server = await startEndpoint();
		// Nothing but this machine has a name: what is asked of another host fails, and is noted below.
		browser = await chromium.launch({
			executablePath,
			args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
		});
	});
	after(async () => {
		await browser?.close();
		await server?.stop();
	});

	/** Opens the console, hands the page to `use`, and fails when it asked another host or complained. */
	async function withConsole(use, address = `${server.base}/graphql`) {
		const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
		context.setDefaultTimeout(60_000);
		const page = await context.newPage();
		const asked = [];
		const complaints = [];
		page.on('request', request => asked.push({ method: request.method(), url: request.url(), headers: request.headers() }));
		page.on('requestfailed', request => complaints.push(`${request.url()} failed: ${request.failure()?.errorText}`));
		page.on('pageerror', error => complaints.push(`${error}`));
		page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
		try {
			const answer = await page.goto(address);
			assert.equal(answer.status(), 200);
			await page.waitForSelector('.graphiql-container', { timeout: 60_000 });
			await use(page, asked);
		} finally {
			// To look at: SCREENSHOTS names a folder.
			if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${use.name || 'console'}.png` });
			await context.close();
		}
		const { host } = new URL(address);
		const foreign = asked.filter(({ url }) => !url.startsWith('data:') && !url.startsWith('blob:') && new URL(url).host !== host);
		assert.deepEqual(foreign, [], 'another host was asked');
		assert.deepEqual(complaints, []);
	}

	/** The editor that is open below the query: of variables or of headers. */
	const tool = '.graphiql-editor-tool .graphiql-editor:not(.hidden)';

	/** Replaces what is in an editor, as one who types does. */
	async function type(page, editor, text) {
		await page.click(`${editor} .CodeMirror`);
		await page.keyboard.press('Control+A');
		await page.keyboard.insertText(text);
	}

	/** Runs what is in the editor, and gives the answer as shown, once it has what is waited for. */
	async function run(page, expected) {
		await page.click('button.graphiql-execute-button');
		await page.waitForFunction(
			text => document.querySelector('.result-window .CodeMirror')?.CodeMirror.getValue().includes(text),
			expected,
			{ timeout: 30_000 },
		);
		return JSON.parse(await page.evaluate(() => document.querySelector('.result-window .CodeMirror').CodeMirror.getValue()));
	}

	it('loads, asks for the schema, and runs a query', () =>
		withConsole(async function query(page, asked) {
			await type(
				page,
				'.graphiql-query-editor',
				'query Some($limit: Int) {\n  categories(pagination: { limit: $limit }) { data { id attributes { name } } }\n}',
			);
			await page.click('button:has-text("Variables")');
			await type(page, tool, '{ "limit": 2 }');
			const { data } = await run(page, '"categories"');
			assert.equal(data.categories.data.length, 2);
			assert.ok(data.categories.data[0].attributes.name);
			const posts = asked.filter(({ method }) => method === 'POST');
			assert.ok(posts.length >= 2, 'introspection and the query');
			for (const { url } of posts) assert.equal(new URL(url).pathname, '/graphql');
		}));

	it('shows the schema', () =>
		withConsole(async function documentation(page) {
			await page.click('[aria-label="Show Documentation Explorer"]');
			const follow = name => page.click(`.graphiql-doc-explorer a:text-is("${name}") >> nth=0`);
			await follow('Query');
			await page.waitForSelector('.graphiql-doc-explorer >> text=restaurants');
			await follow('RestaurantEntityResponseCollection');
			await follow('RestaurantEntity');
			await follow('Restaurant');
			await page.waitForSelector('.graphiql-doc-explorer >> text=publishedAt');
			await page.waitForSelector('.graphiql-doc-explorer >> text=ENUM_RESTAURANT_PRICE');
			const icons = await page.$$eval('svg title', titles => titles.map(title => title.textContent));
			assert.ok(icons.includes('docs filled icon'), `icons are called ${icons}`);
		}));

	it('completes from the schema and marks mistakes', () =>
		withConsole(async function completion(page) {
			await type(page, '.graphiql-query-editor', '{ restaur');
			await page.keyboard.press('Control+Space');
			await page.waitForSelector('.CodeMirror-hint:has-text("restaurants")');
			await page.keyboard.press('Escape');
			await type(page, '.graphiql-query-editor', '{ nope }');
			await page.waitForSelector('.graphiql-query-editor .CodeMirror-lint-mark-error');
		}));

	it('asks with an Authorization header, and sees more', () =>
		withConsole(async function headers(page, asked) {
			await type(page, '.graphiql-query-editor', '{ offices { data { id } } }');
			const without = await run(page, 'Forbidden access');
			assert.equal(without.data.offices, null);
			// The editor of headers is open from the start.
			await type(page, tool, `{ "Authorization": "Bearer ${fullToken}" }`);
			const withToken = await run(page, '"id"');
			assert.ok(withToken.data.offices.data.length > 0);
			assert.equal(asked.at(-1).headers.authorization, `Bearer ${fullToken}`);
			// A token is not kept in the browser.
			assert.ok(!(await page.evaluate(() => JSON.stringify(localStorage))).includes(fullToken));
		}));

	it('shows what is wrong with a document', () =>
		withConsole(async function mistake(page) {
			await type(page, '.graphiql-query-editor', '{ category(id: "99999") { data { id } } offices { data { id } } }');
			const { errors, data } = await run(page, 'Forbidden access');
			assert.equal(errors[0].path?.[0] ?? 'offices', 'offices');
			assert.equal(data.category.data, null);
		}));

	if (!process.env.GRAPHQL_SERVER)
		it('asks the endpoint where that is configured', async () => {
			const other = await startServer({ config: { plugins: { graphql: { config: { endpoint: '/content/graph' } } } } });
			try {
				await withConsole(async (page, asked) => {
					await type(page, '.graphiql-query-editor', '{ categories(pagination: { limit: 1 }) { data { id } } }');
					assert.equal((await run(page, '"categories"')).data.categories.data.length, 1);
					for (const { method, url } of asked) if (method === 'POST') assert.equal(new URL(url).pathname, '/content/graph');
				}, `${other.base}/content/graph`);
			} finally {
				await other.stop();
			}
		});
});

describe('the console is served', { skip: Boolean(process.env.GRAPHQL_SERVER) }, () => {
	const html = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

	/** The status of the page and of its script in an environment; the script's address is that of a server which has it. */
	async function served({ environment, playgroundAlways, args = [] }) {
		const env = environment === undefined ? { NODE_ENV: '' } : { NODE_ENV: environment };
		const server = await startServer({ env, args, config: { plugins: { graphql: { config: { playgroundAlways } } } } });
		try {
			const page = await fetch(`${server.base}/graphql`, { headers: html });
			const text = await page.text();
			const script = /src="([^"]+)"/.exec(text)?.[1] ?? (served.script || '/graphql/script.js');
			served.script = script;
			const file = await fetch(server.base + script);
			await file.arrayBuffer();
			// Who asks a question gets an answer, whatever the environment.
			const query = await fetch(`${server.base}/graphql?query={__typename}`, { headers: { Accept: 'application/json' } });
			assert.deepEqual(await query.json(), { data: { __typename: 'Query' } });
			return { page: page.status, isPage: text.includes('<!doctype html>'), script: file.status };
		} finally {
			await server.stop();
		}
	}

	const on = { page: 200, isPage: true, script: 200 };
	for (const environment of [undefined, 'development', 'staging', 'test'])
		it(`with NODE_ENV ${environment ?? 'not set'}`, async () =>
			assert.deepEqual(await served({ environment, playgroundAlways: false }), on));
	it('in production only with playgroundAlways', async () => {
		assert.deepEqual(await served({ environment: 'production', playgroundAlways: true }), on);
		assert.deepEqual(await served({ environment: 'production', playgroundAlways: false }), { page: 400, isPage: false, script: 404 });
	});
	it('by --env, which goes before NODE_ENV', async () => {
		assert.deepEqual(await served({ environment: 'production', playgroundAlways: false, args: ['--env', 'staging'] }), on);
		assert.deepEqual((await served({ environment: 'development', playgroundAlways: false, args: ['--env', 'production'] })).isPage, false);
	});
});
