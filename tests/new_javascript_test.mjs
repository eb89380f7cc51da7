// lectern new --javascript: what its examples do.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCommand } from './lib/projects.mjs';
import { startServer } from './lib/server.mjs';

describe('a new project with code', () => {
	let above, folder, server, token;
	const ask = async (where, { body, headers = {}, ...options } = {}) => {
		if (body) Object.assign(options, { method: options.method ?? 'POST', body: JSON.stringify(body) });
		const response = await fetch(server.base + where, { ...options, headers: { 'Content-Type': 'application/json', ...headers } });
		const text = await response.text();
		return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : null };
	};
	before(async () => {
		above = mkdtempSync(path.join(os.tmpdir(), 'lectern-new-'));
		folder = path.join(above, 'blog');
		const made = await runCommand(['new', '--javascript', folder]);
		assert.equal(made.code, 0, made.stderr);
		const tasks = path.join(folder, 'config/cron-tasks.js');
		writeFileSync(tasks, readFileSync(tasks, 'utf8').replace("rule: '0 0 * * * *'", "rule: '* * * * * *'"));
		token = { Authorization: `Bearer ${/TOKEN=(\w+)\n$/.exec(readFileSync(path.join(folder, '.env'), 'utf8'))[1]}` };
		server = await startServer({ folder });
	});
	after(async () => {
		await server?.stop();
		rmSync(above, { recursive: true, force: true });
	});

	const body = 'word '.repeat(450);

	it('has all it writes checked', async () => {
		const { code, stdout, stderr } = await runCommand(['check', folder]);
		assert.equal(code, 0, stdout + stderr);
	});

	it('has content that bootstrap made', async () => {
		const { json } = await ask('/api/categories');
		assert.deepEqual(
			json.data.map(({ attributes }) => attributes.name),
			['News'],
		);
	});

	it('has lifecycles, a service, controllers, routes, a policy and a middleware', async () => {
		const made = await ask('/api/articles', { body: { data: { title: 'First', body } }, headers: token });
		assert.deepEqual([made.status, made.json.data?.attributes.minutes], [200, 3], made.text);
		const { id } = made.json.data;
		const one = await ask(`/api/articles/${id}`);
		assert.match(one.json.meta.readAt, /^\d{4}-/);
		const summary = await ask(`/api/articles/${id}/summary`);
		assert.deepEqual([summary.json.title, summary.json.beginning.length], ['First', 100]);
		assert.equal((await ask('/api/articles/99/summary')).status, 404);
		const list = await ask('/api/articles');
		assert.match(list.headers.get('x-took'), /^\d+ ms$/);
		const draft = publishedAt => ask('/api/articles/drafts', { body: { data: { title: 'A draft', publishedAt } }, headers: token });
		assert.equal((await draft('2024-01-01T00:00:00.000Z')).status, 403);
		assert.equal((await draft(null)).json.data.attributes.publishedAt, null);
	});

	it('has a field of its own in GraphQL', async () => {
		const { json } = await ask('/graphql', { body: { query: `{ readingTime(text: "${body}") }` } });
		assert.deepEqual(json, { data: { readingTime: 3 } });
	});

	it('has a task', async () => {
		for (const limit = Date.now() + 60_000; !/there are \d+ articles/.test(server.stderr); ) {
			assert.ok(Date.now() < limit, server.stderr);
			await new Promise(resolve => setTimeout(resolve, 100));
		}
	});

	it('is not written over another', async () => {
		const again = await runCommand(['new', '--javascript', folder]);
		assert.equal(again.code, 1);
	});
});
