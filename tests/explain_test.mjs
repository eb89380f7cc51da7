// X-Lectern-Explain: in development the statements that read an answer, with the plans of the database.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { full } from './lib/accounts.mjs';
import { onEachDatabase } from './lib/databases.mjs';
import { Client } from './lib/http.mjs';
import { startServer } from './lib/server.mjs';

const asked = { ...full, 'X-Lectern-Explain': '1' };
const target = '/api/restaurants?populate=categories&filters[chain][name][$contains]=a&sort=name&pagination[pageSize]=7';

onEachDatabase('statements are explained', use => {
	let started;
	use(value => (started = value), { env: { NODE_ENV: 'development' } });

	it('of a list, in the place of its answer, also where that is remembered', async () => {
		const list = await started.client.get(target, full);
		assert.equal(list.status, 200, list.text);
		for (let i = 0; i < 2; i++) {
			const { status, json, headers } = await started.client.get(target, asked);
			assert.equal(status, 200);
			assert.equal(headers['content-type'], 'application/json; charset=utf-8');
			assert.equal(headers.etag, undefined);
			const { statements } = json;
			for (const statement of statements) {
				assert.match(statement.sql, /^(WITH|SELECT) /);
				assert.ok(statement.plan.length > 0 && statement.plan.every(line => typeof line === 'string' && line), statement.sql);
			}
			const rows = statements.find(({ sql }) => sql.includes('"name"') && sql.includes('"restaurants"') && /ORDER BY|first_ids/.test(sql));
			// More ids than those of the page may be read, and kept.
			assert.ok(rows.rows >= list.json.data.length, JSON.stringify(rows));
			assert.ok(rows.milliseconds >= 0);
			// The name of the table, or of an index, or what the statement calls it.
			assert.match(rows.plan.join('\n'), /restaurants|\bt0\b/i);
			const related = statements.find(({ sql }) => sql.includes('"restaurants_categories_links"'));
			assert.equal(
				related.rows,
				list.json.data.reduce((sum, { attributes }) => sum + attributes.categories.data.length, 0),
			);
		}
		assert.equal((await started.client.get(target, full)).text, list.text);
	});

	it('of one entry, of a document of GraphQL, of nothing else', async () => {
		const one = await started.client.get('/api/restaurants/1', asked);
		assert.ok(one.json.statements.length > 0, one.text);
		const body = { query: '{ restaurants { data { id attributes { chain { data { id } } } } } }' };
		const document = await started.client.request('POST', '/graphql', { headers: asked, body });
		assert.ok(
			document.json.statements.some(({ sql }) => sql.includes('"restaurants_chain_links"')),
			document.text,
		);
		const refused = await started.client.get('/api/restaurants?sort=nothing', asked);
		assert.equal(refused.status, 400);
		assert.equal(refused.json.error.name, 'ValidationError');
		const made = await started.client.request('POST', '/api/offices', { headers: asked, body: { data: { city: 'explained' } } });
		assert.equal(made.json.data.attributes.city, 'explained');
	});

	it('to nobody who may not read', async () => {
		const { status } = await started.client.get('/api/users', { 'X-Lectern-Explain': '1' });
		assert.equal(status, 403);
	});

	it('never outside of development', async () => {
		const other = await startServer({ folder: started.server.folder, env: { NODE_ENV: 'production' } });
		const answer = await new Client(other.base).get(target, asked);
		assert.equal(answer.status, 200);
		assert.ok(Array.isArray(answer.json.data), answer.text);
		await other.stop();
	});
});
