// GraphQL over HTTP: the audits of the graphql-http package, and what they don't ask.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { serverAudits } from 'graphql-http';
import { ask, full, startEndpoint } from './lib/endpoint.mjs';

let server;
before(async () => (server = await startEndpoint()));
after(() => server?.stop());

/** Where a document is refused, the audits would have 200 for application/json and 400 for application/graphql-response+json
 * alone. Strapi answers 400 always, and its clients look at the status: so does lectern. */
const exceptions = {
	'572B': 'SHOULD use 200 status code on document parsing failure when accepting application/json',
	FDE2: 'SHOULD use 200 status code on document validation failure when accepting application/json',
	'7B9B': 'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
};

describe('the audits of graphql-http', () => {
	// The names are known without a server; its address only when an audit runs.
	const audits = serverAudits({ url: () => `${server.base}/graphql`, fetchFn: fetch });

	it('are 61, and the exceptions are among them', () => {
		assert.equal(audits.length, 61);
		for (const [id, name] of Object.entries(exceptions)) assert.equal(audits.find(audit => audit.id === id)?.name, name);
	});

	for (const audit of audits) {
		const { id, name } = audit;
		if (exceptions[id]) {
			it(`${id} ${name}: 400 as Strapi`, async () => {
				const result = await audit.fn();
				assert.equal(result.status, 'warn');
				assert.equal(result.response.status, 400);
			});
			continue;
		}
		it(`${id} ${name}`, async test => {
			const result = await audit.fn();
			// MAY is no demand, but what changes is to be seen.
			if (result.status === 'notice') test.diagnostic(`${id}: ${result.reason}`);
			else assert.equal(result.status, 'ok', result.reason);
		});
	}
});

describe('GraphQL over HTTP', () => {
	const query = '{ category(id: 1) { data { id } } }';
	const data = { category: { data: { id: '1' } } };
	const get = async (parameters, headers = {}) => {
		const answer = await fetch(`${server.base}/graphql?${new URLSearchParams(parameters)}`, { headers });
		const text = await answer.text();
		return {
			status: answer.status,
			type: answer.headers.get('content-type'),
			headers: answer.headers,
			text,
			json: text.startsWith('{') ? JSON.parse(text) : undefined,
		};
	};

	it('answers with the media type that was asked for', async () => {
		for (const [accept, type] of [
			[undefined, 'application/json'],
			['*/*', 'application/json'],
			['application/json', 'application/json'],
			['application/graphql-response+json', 'application/graphql-response+json'],
			['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json'],
			['application/json, application/graphql-response+json;q=0.5', 'application/json'],
			['text/html;q=0.1, application/json', 'application/json'],
		]) {
			const answer = await ask(server.base, { query }, accept ? { Accept: accept } : {});
			assert.equal(answer.status, 200, accept);
			assert.equal(answer.type.split(';')[0], type, `Accept: ${accept}`);
			assert.deepEqual(answer.json, { data });
		}
	});

	it('takes queries by GET, and nothing that changes', async () => {
		const plain = await get({
			query: 'query Q($id: ID) { category(id: $id) { data { id } } }',
			variables: '{"id": 1}',
			operationName: 'Q',
		});
		assert.equal(plain.status, 200);
		assert.deepEqual(plain.json, { data });
		const mutation = await get({ query: 'mutation { deleteCategory(id: 1) { data { id } } }' }, full);
		assert.equal(mutation.status, 405);
		assert.match(mutation.json.errors[0].message, /GET/);
		assert.deepEqual((await ask(server.base, { query })).json, { data }, 'it is still there');
		const hidden = await get(
			{ query: 'query A { __typename } mutation B { deleteCategory(id: 1) { data { id } } }', operationName: 'B' },
			full,
		);
		assert.equal(hidden.status, 405);
		const chosen = await get(
			{ query: 'query A { __typename } mutation B { deleteCategory(id: 1) { data { id } } }', operationName: 'A' },
			full,
		);
		assert.deepEqual(chosen.json, { data: { __typename: 'Query' } });
		// No operation has an empty name, not even one without a name.
		for (const text of ['query Q { __typename }', '{ __typename }']) {
			const nameless = await ask(server.base, { query: text, operationName: '' });
			assert.equal(nameless.status, 400);
			assert.deepEqual(nameless.json, {
				errors: [{ message: 'Unknown operation named "".', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
			});
			assert.equal((await ask(server.base, { query: text, operationName: null })).status, 200);
		}
		for (const bad of [{}, { query: '' }, { query, variables: '{' }, { query, variables: '[1]' }]) {
			const answer = await get(bad, { Accept: 'application/json' });
			assert.equal(answer.status, 400, JSON.stringify(bad));
		}
	});

	it('answers other methods with 405 and Allow', async () => {
		for (const method of ['PUT', 'DELETE', 'PATCH']) {
			const answer = await fetch(`${server.base}/graphql`, {
				method,
				body: method === 'DELETE' ? undefined : '{}',
				headers: { 'Content-Type': 'application/json' },
			});
			assert.equal(answer.status, 405, method);
			assert.match(answer.headers.get('allow'), /GET.*POST|POST.*GET/);
		}
	});

	it('refuses bodies that are no request', async () => {
		for (const body of [
			'',
			'x',
			'"x"',
			'1',
			'null',
			'{',
			'[]',
			'{}',
			'{"query":1}',
			'{"query":null}',
			'{"query":"{__typename}","variables":1}',
			'{"query":"{__typename}","operationName":1}',
		]) {
			const answer = await ask(server.base, body);
			assert.equal(answer.status, 400, `${body}: ${answer.status} ${answer.text}`);
			assert.doesNotMatch(answer.text, /^\s*\{"data":\{/);
		}
		for (const body of ['[1]', '[null]', '[{}]', '[[]]']) {
			const answer = await ask(server.base, body);
			assert.ok(
				answer.status === 400 || (answer.json.length === 1 && answer.json[0].errors.length === 1 && !answer.json[0].data),
				`${body}: ${answer.status} ${answer.text}`,
			);
		}
		for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
			const answer = await ask(server.base, { query }, { 'Content-Type': type });
			assert.ok(answer.status >= 400 && answer.status < 500, `${type}: ${answer.status}`);
		}
	});

	it('answers a batch in order, each with its own result', async () => {
		const batch = [
			{ query },
			{ query: '{ nope }' },
			{ query: '{ offices { data { id } } }' },
			{ query: 'query($id: ID) { category(id: $id) { data { id } } }', variables: { id: 2 } },
		];
		const answer = await ask(server.base, batch);
		assert.equal(answer.status, 200);
		assert.equal(answer.json.length, 4);
		assert.deepEqual(answer.json[0], { data });
		assert.equal(answer.json[1].errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED');
		assert.equal(answer.json[2].errors[0].message, 'Forbidden access');
		assert.deepEqual(answer.json[3].data, { category: { data: { id: '2' } } });
	});

	it('gives each field its own error', async () => {
		const answer = await ask(server.base, {
			query:
				'{ a: restaurants(sort: "nope") { data { id } } b: offices { data { id } } c: restaurants(pagination: { page: 1, limit: 2 }) ' +
				'{ data { id } } }',
		});
		assert.deepEqual(answer.json.data, { a: null, b: null, c: null });
		const messages = ['Invalid parameter nope', 'Forbidden access', 'Cannot use both page & offset pagination in the same query'];
		assert.deepEqual(
			answer.json.errors.map(({ message }) => message),
			messages,
		);
		assert.deepEqual(
			answer.json.errors.map(({ extensions }) => extensions.error.message),
			messages,
		);
	});

	it('runs the mutations of a batch one after the other', async () => {
		const rename = name => ({
			query: 'mutation($name: String!) { updateCategory(id: 7, data: { name: $name }) { data { attributes { name } } } }',
			variables: { name },
		});
		const read = { query: '{ category(id: 7) { data { attributes { name } } } }' };
		const before = (await ask(server.base, read)).json.data.category.data.attributes.name;
		const answer = await ask(server.base, ['One', 'Two', 'Three'].map(rename), full);
		assert.deepEqual(
			answer.json.map(({ data: changed }) => changed.updateCategory.data.attributes.name),
			['One', 'Two', 'Three'],
		);
		assert.equal((await ask(server.base, read)).json.data.category.data.attributes.name, 'Three');
		await ask(server.base, rename(before), full);
	});

	it('reads for the queries of a batch before its mutations change anything', async () => {
		const change = name => ({
			query: 'mutation($name: String!) { updateCategory(id: 7, data: { name: $name }) { data { attributes { name } } } }',
			variables: { name },
		});
		const read = { query: '{ category(id: 7) { data { attributes { name } } } }' };
		const { name } = (await ask(server.base, read)).json.data.category.data.attributes;
		const [first, changed, second] = (await ask(server.base, [read, change('Changed'), read], full)).json;
		assert.equal(changed.data.updateCategory.data.attributes.name, 'Changed');
		assert.equal(first.data.category.data.attributes.name, name);
		assert.equal(second.data.category.data.attributes.name, name);
		await ask(server.base, change(name), full);
	});

	it('keeps none that writes with what is not allowed, or reads', async () => {
		const forbidden = {
			query:
				'mutation { a: __typename createCategory(data: { name: "x" }) { data { id } } b: __typename deleteCategory(id: 1) { data { id } } }',
		};
		const held = spawn('sqlite3', [path.join(server.folder, '.tmp/data.db')], { stdio: ['pipe', 'pipe', 'ignore'] });
		held.stdin.write('BEGIN IMMEDIATE;\n.shell echo held\n');
		try {
			await once(held.stdout, 'data');
			const [refused, read] = (await ask(server.base, [forbidden, { query }])).json;
			assert.equal(held.exitCode, null, 'it waited for its turn to write');
			assert.deepEqual(refused.data, { a: 'Mutation', createCategory: null, b: 'Mutation', deleteCategory: null });
			assert.deepEqual(
				refused.errors.map(({ message }) => message),
				['Forbidden access', 'Forbidden access'],
			);
			assert.deepEqual(read, { data });
		} finally {
			held.kill('SIGKILL');
			held.stdout.destroy();
		}
	});

	it('remembers queries by their hash', async () => {
		const fresh = `query Fresh${Date.now()} { category(id: 1) { data { id } } }`;
		const persistedQuery = { version: 1, sha256Hash: createHash('sha256').update(fresh).digest('hex') };
		const unknown = await ask(server.base, { extensions: { persistedQuery } });
		assert.equal(unknown.json.errors[0].message, 'PersistedQueryNotFound');
		assert.equal(unknown.json.errors[0].extensions.code, 'PERSISTED_QUERY_NOT_FOUND');
		assert.equal(unknown.status, 200);
		const lie = await ask(server.base, { query, extensions: { persistedQuery } });
		assert.equal(lie.status, 400);
		assert.match(lie.json.errors[0].message, /provided sha does not match query/);
		assert.equal((await ask(server.base, { extensions: { persistedQuery } })).json.errors[0].message, 'PersistedQueryNotFound');
		assert.deepEqual((await ask(server.base, { query: fresh, extensions: { persistedQuery } })).json, { data });
		assert.deepEqual((await ask(server.base, { extensions: { persistedQuery } })).json, { data });
		const byGet = await get({ extensions: JSON.stringify({ persistedQuery }) });
		assert.deepEqual(byGet.json, { data });
		const version = await ask(server.base, { query: fresh, extensions: { persistedQuery: { ...persistedQuery, version: 2 } } });
		assert.ok(version.json.errors, 'an unknown version');
	});

	it('lets pages of other origins ask', async () => {
		const asked = await fetch(`${server.base}/graphql`, {
			method: 'OPTIONS',
			headers: {
				Origin: 'https://app.example',
				'Access-Control-Request-Method': 'POST',
				'Access-Control-Request-Headers': 'authorization,content-type',
			},
		});
		assert.equal(asked.status, 204);
		assert.ok(['*', 'https://app.example'].includes(asked.headers.get('access-control-allow-origin')));
		assert.match(asked.headers.get('access-control-allow-methods'), /POST/);
		assert.match(asked.headers.get('access-control-allow-headers'), /authorization/i);
	});
});
