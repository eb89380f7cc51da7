// Extensions and the command line: hooks in commands, and lectern extension new and build.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from './lib/data.mjs';
import { assertError } from './lib/expect.mjs';
import { buildExtension, exampleFile, makeExtendedProject } from './lib/extensions.mjs';
import { Client } from './lib/http.mjs';
import { runCommand, startServer } from './lib/server.mjs';

describe('the commands', () => {
	let folder;
	before(
		() =>
			(folder = makeExtendedProject({
				close: exampleFile('rest-routes'),
				members: `#include <lectern.h>
#include <string.h>
static bool check(void *context, lectern_call *call)
{
	(void)context;
	if (lectern_caller_kind(call) != LECTERN_CALLER_SERVER)
		return lectern_fail_forbidden(call);
	if (strstr(lectern_as_text(lectern_get(lectern_event_data(call), "email")).data, "@example.com"))
		return true;
	return lectern_fail_validation(call, "Only our own people");
}
bool lectern_register(lectern_app *app)
{
	return lectern_on(app, "plugin::users-permissions.user", LECTERN_BEFORE_CREATE, check, NULL);
}
`,
			})),
	);
	after(() => rmSync(folder, { recursive: true, force: true }));
	const run = (...args) => runCommand([...args, '--project', folder]);
	it('run the hooks of what they write', async () => {
		const refused = await run('user', 'create', 'eve', 'eve@elsewhere.com', '--generate-password');
		assert.notEqual(refused.code, 0);
		assert.match(refused.stderr, /Only our own people/);
		const taken = await run('user', 'create', 'bob', 'bob@example.com', '--generate-password');
		assert.equal(taken.code, 0, taken.stderr);
	});
	it('grant the actions of routes', async () => {
		const granted = await run('role', 'grant', 'public', 'api::restaurant.restaurant', 'close');
		assert.equal(granted.code, 0, granted.stderr);
		assert.match((await run('role', 'show', 'public')).stdout, /restaurant.*close/);
	});
	it('say so when an extension can not be loaded', async () => {
		buildExtension(folder, 'broken', '#include <lectern.h>\nint nothing;\n');
		const { code, stderr } = await run('user', 'create', 'joe', 'joe@example.com', '--generate-password');
		assert.notEqual(code, 0);
		assert.match(stderr, /extension broken/);
		assert.equal((await run('user', 'list')).code, 0, 'what only reads loads none');
	});
});

describe('lectern extension', () => {
	let folder;
	before(async () => {
		folder = mkdtempSync(path.join(tmpdir(), 'lectern-test-'));
		rmSync(folder, { recursive: true });
		assert.equal((await runCommand(['new', folder])).code, 0);
	});
	after(() => rmSync(folder, { recursive: true, force: true }));
	it('writes a working extension, builds it, and it works', async () => {
		const made = await runCommand(['extension', 'new', 'first-try', '--project', folder]);
		assert.equal(made.code, 0, made.stderr);
		assert.deepEqual(readdirSync(path.join(folder, 'extensions')).sort(), ['first-try', 'lectern.h']);
		const built = await runCommand(['extension', 'build'], { cwd: folder });
		assert.equal(built.code, 0, built.stderr);
		assert.equal(built.stderr, '');
		const server = await startServer({ folder });
		const client = new Client(server.base);
		try {
			assert.deepEqual((await client.get('/api/first-try/hello?name=Ada')).json, { hello: 'Ada' });
			assertError(await client.get('/api/first-try/hello'), 400, 'ValidationError', /name=Ada/);
		} finally {
			client.close();
			await server.stop();
		}
	});
	it('builds without a Makefile, with CC and CFLAGS, and those that are named', async () => {
		rmSync(path.join(folder, 'extensions/first-try/Makefile'));
		rmSync(path.join(folder, 'extensions/first-try.so'));
		const built = await runCommand(['extension', 'build', 'first-try', `--project=${folder}`], { env: { CFLAGS: '-O0 -Wall -Werror' } });
		assert.equal(built.code, 0, built.stderr);
		assert.ok(existsSync(path.join(folder, 'extensions/first-try.so')));
		const failed = await runCommand(['extension', 'build', '--project', folder], { env: { CC: 'no-such-compiler' } });
		assert.equal(failed.code, 1);
		assert.match(failed.stderr, /no-such-compiler/);
		assert.match(failed.stderr, /first-try: was not built/);
	});
	for (const [args, message, status] of [
		[['extension'], /expected new or build/, 2],
		[['extension', 'sell'], /sell/, 2],
		[['extension', 'new'], /expected one name/, 2],
		[['extension', 'new', 'A b'], /letters a to z/, 2],
		[['extension', 'new', '../up'], /letters a to z/, 2],
		[['extension', 'build', '--nope'], /--nope/, 2],
		[['extension', 'new', 'first-try'], /File exists/, 1],
		[['extension', 'build', 'absent'], /absent/, 1],
	])
		it(`refuses ${args.join(' ')}`, async () => {
			const { code, stderr } = await runCommand(args, { cwd: folder });
			assert.equal(code, status, stderr);
			assert.match(stderr, message);
		});
	it('is what the tutorial says, from nothing', async () => {
		const shop = path.join(folder, 'shop');
		const text = readFileSync(path.join(root, 'docs/extensions.md'), 'utf8');
		const steps = /```console\n([^`]*?lectern extension new[^`]*)```/
			.exec(text)[1]
			.split('\n')
			.filter(line => line.startsWith('$ lectern extension'))
			.map(line => line.split(' ').slice(2));
		const source = /```c\n([^`]*lectern_register[^`]*)```/.exec(text)[1];
		assert.equal((await runCommand(['new', shop])).code, 0);
		for (const step of steps) assert.equal((await runCommand(step, { cwd: shop })).code, 0, step.join(' '));
		writeFileSync(path.join(shop, 'extensions/greeter/greeter.c'), source);
		const built = await runCommand(steps.at(-1), { cwd: shop });
		assert.deepEqual([built.code, built.stderr], [0, ''], 'no warning either');
		writeFileSync(path.join(shop, 'config/plugins.json'), '{"graphql": {"enabled": true, "config": {"endpoint": "/graphql"}}}');
		const server = await startServer({ folder: shop });
		const client = new Client(server.base);
		try {
			const token = (await runCommand(['token', 'create', 'test', '--type', 'full-access'], { cwd: shop })).stdout
				.trim()
				.split('\n')
				.at(-1);
			const create = title =>
				client.request('POST', '/api/articles', { headers: { Authorization: `Bearer ${token}` }, body: { data: { title } } });
			assertError(await create('Sale!'), 400, 'ValidationError', /shout: Sale!/);
			assert.equal((await create('Sale')).status, 200);
			const { json } = await client.get('/api/articles');
			assert.deepEqual((await client.get('/api/greeter/articles')).json, { articles: json.meta.pagination.total, for: 'public' });
			const { data } = (
				await client.request('POST', '/graphql', { body: { query: '{ articles { data { attributes { title titleLength } } } }' } })
			).json;
			assert.ok(data.articles.data.length > 0);
			for (const { attributes } of data.articles.data) assert.equal(attributes.titleLength, Buffer.byteLength(attributes.title));
		} finally {
			client.close();
			await server.stop();
		}
	});
	it('refuses a folder that is no project', async () => {
		const { code, stderr } = await runCommand(['extension', 'new', 'x', '--project', '/nowhere']);
		assert.equal(code, 1);
		assert.match(stderr, /\/nowhere/);
	});
});
