// The GraphQL clients that people use, as npm has them, against a server on the reference data.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { cacheExchange, Client as UrqlClient, fetchExchange, gql as urqlGql } from '@urql/core';
import { batchRequests, gql, GraphQLClient } from 'graphql-request';
import { dataFolder, root } from './lib/data.mjs';
import { ask, full, fullToken, recordingFetch, startEndpoint } from './lib/endpoint.mjs';
import { runCommand } from './lib/server.mjs';

const require = createRequire(import.meta.url);
/** The version of a package, for the tests' names. */
const versionOf = name => JSON.parse(readFileSync(path.join(root, 'tests/node_modules', name, 'package.json'), 'utf8')).version;
const sha256 = text => createHash('sha256').update(text).digest('hex');

let server;
let endpoint;
before(async () => {
	server = await startEndpoint();
	endpoint = `${server.base}/graphql`;
});
after(() => server?.stop());

const restaurantsText = `
	query Restaurants($filters: RestaurantFiltersInput, $limit: Int = 3, $details: Boolean!) {
		restaurants(filters: $filters, pagination: { limit: $limit }, sort: ["name:desc"]) {
			data { ...Card }
			meta { pagination { total pageSize } }
		}
	}
	fragment Card on RestaurantEntity {
		id
		attributes {
			name
			price
			rating @include(if: $details)
			categories(sort: "name", pagination: { limit: 2 }) { data { id attributes { name } } }
		}
	}`;

/** The same over REST: what GraphQL must agree with. */
async function restaurantsOverRest() {
	const query = 'filters[price][$eq]=cheap&sort=name:desc&pagination[limit]=3&populate=categories';
	const answer = await fetch(`${server.base}/api/restaurants?${query}`);
	return answer.json();
}

function assertRestaurants(data, rest) {
	assert.equal(data.restaurants.data.length, 3);
	assert.deepEqual(
		data.restaurants.data.map(({ id }) => Number(id)),
		rest.data.map(({ id }) => id),
	);
	for (const [index, { attributes }] of data.restaurants.data.entries()) {
		const theirs = rest.data[index].attributes;
		assert.equal(attributes.name, theirs.name);
		assert.equal(attributes.price, 'cheap');
		assert.equal(attributes.rating, theirs.rating);
		const names = theirs.categories.data
			.map(category => category.attributes.name)
			.sort()
			.slice(0, 2);
		assert.deepEqual(
			attributes.categories.data.map(category => category.attributes.name),
			names,
		);
	}
	assert.equal(data.restaurants.meta.pagination.total, rest.meta.pagination.total);
}

/** All that an error of a client says about the answer it got. */
function messagesOf(error) {
	const all = [error.message, error.bodyText, error.networkError?.message, JSON.stringify(error.networkError?.result ?? '')];
	for (const one of error.errors ?? error.graphQLErrors ?? []) all.push(one.message);
	return all.filter(Boolean).join('\n');
}

for (const name of ['@apollo/client', 'apollo-client-3']) {
	const version = versionOf(name);
	describe(`Apollo Client ${version}`, () => {
		const part = where => require(`${name}/${where}`);
		const { ApolloClient, InMemoryCache, HttpLink, ApolloLink, gql: apolloGql } = part('core');
		const { BatchHttpLink } = part('link/batch-http');
		const { createPersistedQueryLink } = part('link/persisted-queries');
		const { setContext } = part('link/context');

		/** A client, and the requests it makes. */
		function open({ token, links = [], Link = HttpLink, cache = {}, ...more } = {}) {
			const { fetch, calls } = recordingFetch();
			const auth = setContext((_, { headers }) => ({ headers: token ? { ...headers, Authorization: `Bearer ${token}` } : headers }));
			const last = new Link({ uri: endpoint, fetch, ...more });
			return { client: new ApolloClient({ link: ApolloLink.from([auth, ...links, last]), cache: new InMemoryCache(cache) }), calls };
		}

		it('queries with variables, a fragment, directives and nested arguments', async () => {
			const { client, calls } = open();
			const variables = { filters: { price: { eq: 'cheap' } }, details: true };
			const { data } = await client.query({ query: apolloGql(restaurantsText), variables });
			assertRestaurants(data, await restaurantsOverRest());
			assert.equal(calls[0].status, 200);
			// The client adds __typename everywhere.
			assert.equal(data.restaurants.data[0].__typename, 'RestaurantEntity');
			assert.equal(data.restaurants.data[0].attributes.__typename, 'Restaurant');
			assert.equal(data.restaurants.data[0].attributes.categories.__typename, 'CategoryRelationResponseCollection');
		});

		it('keeps one copy of each entry in its cache, and a mutation updates it', async () => {
			const { client, calls } = open({ token: fullToken });
			const list = apolloGql`{ categories(pagination: { limit: 3 }, sort: "id") { data { id attributes { name } } } }`;
			const single = apolloGql`query One($id: ID!) { category(id: $id) { data { id attributes { name } } } }`;
			const before = await client.query({ query: list });
			await client.query({ query: single, variables: { id: '2' } });
			const cached = client.cache.extract();
			assert.deepEqual(
				Object.keys(cached).filter(key => key.startsWith('CategoryEntity:')),
				['CategoryEntity:1', 'CategoryEntity:2', 'CategoryEntity:3'],
			);

			const rename = apolloGql`mutation Rename($id: ID!, $data: CategoryInput!) { updateCategory(id: $id,
				data: $data) { data { id attributes { name } } } }`;
			const old = before.data.categories.data[1].attributes.name;
			const changed = `Changed by Apollo ${version}`;
			await client.mutate({ mutation: rename, variables: { id: 2, data: { name: changed } } });
			const asked = calls.length;
			const after = await client.query({ query: list, fetchPolicy: 'cache-only' });
			assert.equal(after.data.categories.data[1].attributes.name, changed);
			const again = await client.query({ query: single, variables: { id: '2' } });
			assert.equal(again.data.category.data.attributes.name, changed);
			assert.equal(calls.length, asked, 'the cache was not enough');
			await client.mutate({ mutation: rename, variables: { id: 2, data: { name: old } } });
		});

		it('finds the members of unions by introspection, and keeps dynamic zones apart', async () => {
			const { json } = await ask(server.base, { query: '{ __schema { types { kind name possibleTypes { name } } } }' });
			const unions = json.data.__schema.types.filter(({ possibleTypes }) => possibleTypes);
			const possibleTypes = Object.fromEntries(unions.map(union => [union.name, union.possibleTypes.map(type => type.name)]));
			assert.ok(possibleTypes.RestaurantBlocksDynamicZone.includes('ComponentBlocksQuote'));
			const { client } = open({ cache: { possibleTypes } });
			const query = apolloGql`
				query { restaurants(filters: { id: { in: [6, 7, 13] } }) { data { id attributes { blocks {
					... on ComponentBlocksRichText { id body }
					... on ComponentBlocksQuote { id text author }
					... on RestaurantBlocksDynamicZone { __typename }
				} } } } }`;
			const { data } = await client.query({ query });
			const blocks = data.restaurants.data.flatMap(({ attributes }) => attributes.blocks);
			assert.ok(
				blocks.some(block => block.__typename === 'ComponentBlocksRichText' && block.body.length),
				JSON.stringify(blocks),
			);
			for (const block of blocks)
				if (block.__typename === 'ComponentBlocksRichText')
					assert.equal(client.cache.extract()[`ComponentBlocksRichText:${block.id}`]?.body, block.body);
		});

		it('gets data and errors side by side', async () => {
			const { client } = open();
			const query = apolloGql`{ offices { data { id } } categories(pagination: { limit: 1 }) { data { id } } }`;
			const result = await client.query({ query, errorPolicy: 'all' });
			assert.equal(result.data.offices, null);
			assert.equal(result.data.categories.data.length, 1);
			const errors = result.errors ?? result.error.errors;
			assert.equal(errors.length, 1);
			assert.equal(errors[0].message, 'Forbidden access');
			assert.equal(errors[0].extensions.code, 'FORBIDDEN');
			await assert.rejects(client.query({ query, fetchPolicy: 'no-cache' }), error => /Forbidden access/.test(messagesOf(error)));
		});

		it('is told what is wrong with a document, a variable or the data', async () => {
			const { client } = open({ token: fullToken });
			const refused = (options, pattern) =>
				assert.rejects(
					client.query({ fetchPolicy: 'no-cache', ...options }),
					error => pattern.test(messagesOf(error)) || assert.fail(messagesOf(error)),
				);
			await refused(
				{ query: apolloGql`{ category(id: 1) { data { nope } } }` },
				/Cannot query field \\?"nope\\?" on type \\?"CategoryEntity\\?"/,
			);
			await refused(
				{ query: apolloGql`query Q($id: ID!) { category(id: $id) { data { id } } }` },
				/\$id\\?" of required type \\?"ID!\\?" was not provided/,
			);
			const create = apolloGql`mutation { createCategory(data: {}) { data { id } } }`;
			await assert.rejects(client.mutate({ mutation: create }), error => /name must be defined/.test(messagesOf(error)));
		});

		it('signs in, and is who it says', async () => {
			const { client } = open();
			const login = apolloGql`mutation Login($input: UsersPermissionsLoginInput!) { login(input: $input) { jwt user { id username } } }`;
			const { data } = await client.mutate({ mutation: login, variables: { input: { identifier: 'user1', password: 'Passw0rd1' } } });
			assert.equal(data.login.user.username, 'user1');
			const me = apolloGql`{ me { id username } }`;
			const signedIn = await open({ token: data.login.jwt }).client.query({ query: me });
			assert.equal(signedIn.data.me.username, 'user1');
			await assert.rejects(client.query({ query: me }), error => /Forbidden access/.test(messagesOf(error)));
		});

		it('creates, changes and deletes', async () => {
			const { client } = open({ token: fullToken });
			const create = apolloGql`mutation($data: CategoryInput!) { createCategory(data: $data) { data { id attributes { name parent {
				data { id } } } } } }`;
			const made = await client.mutate({ mutation: create, variables: { data: { name: `Made by Apollo ${version}`, parent: '1' } } });
			const { id, attributes } = made.data.createCategory.data;
			assert.equal(attributes.parent.data.id, '1');
			const remove = apolloGql`mutation($id: ID!) { deleteCategory(id: $id) { data { id } } }`;
			const gone = await client.mutate({ mutation: remove, variables: { id } });
			assert.equal(gone.data.deleteCategory.data.id, id);
			const look = await client.query({
				query: apolloGql`query($id: ID!) { category(id: $id) { data { id } } }`,
				variables: { id },
				fetchPolicy: 'no-cache',
			});
			assert.equal(look.data.category.data, null);
		});

		it('puts several queries into one request', async () => {
			const { client, calls } = open({ Link: BatchHttpLink, batchInterval: 20, batchMax: 5 });
			const query = apolloGql`query One($id: ID!) { category(id: $id) { data { id attributes { name } } } }`;
			const answers = await Promise.all(['1', '2', '3'].map(id => client.query({ query, variables: { id } })));
			assert.deepEqual(
				answers.map(({ data }) => data.category.data.id),
				['1', '2', '3'],
			);
			assert.equal(calls.length, 1);
			assert.equal(calls[0].body.length, 3);
		});

		it('gives each query of a batch its own errors', async () => {
			const { client, calls } = open({ Link: BatchHttpLink, batchInterval: 20 });
			const [good, bad] = await Promise.allSettled([
				client.query({ query: apolloGql`{ category(id: 1) { data { id } } }` }),
				client.query({ query: apolloGql`{ offices { data { id } } }` }),
			]);
			assert.equal(calls.length, 1);
			assert.equal(good.value.data.category.data.id, '1');
			assert.match(messagesOf(bad.reason), /Forbidden access/);
		});

		it('sends hashes in place of queries', async () => {
			const query = apolloGql`query Persisted${Date.now()}($id: ID!) { category(id: $id) { data { id attributes { name } } } }`;
			const persisted = () => [createPersistedQueryLink({ sha256 })];
			const first = open({ links: persisted() });
			const { data } = await first.client.query({ query, variables: { id: '3' } });
			assert.equal(data.category.data.id, '3');
			assert.deepEqual(
				first.calls.map(({ body }) => 'query' in body),
				[false, true],
				'the hash alone, then the query with it',
			);
			const second = open({ links: persisted() });
			await second.client.query({ query, variables: { id: '4' } });
			assert.deepEqual(
				second.calls.map(({ body }) => 'query' in body),
				[false],
				'the hash was not remembered',
			);
			// By GET, so that proxies may cache it.
			const third = open({ links: [createPersistedQueryLink({ sha256, useGETForHashedQueries: true })] });
			const got = await third.client.query({ query, variables: { id: '5' } });
			assert.equal(got.data.category.data.id, '5');
			assert.deepEqual(
				third.calls.map(({ method }) => method),
				['GET'],
			);
		});

		it('fetches more pages into one list', async () => {
			const merge = (have, more, { args }) => {
				const data = [...(have?.data ?? [])];
				more.data.forEach((entry, index) => (data[args.pagination.start + index] = entry));
				return { ...more, data };
			};
			const { client } = open({ cache: { typePolicies: { Query: { fields: { categories: { keyArgs: false, merge } } } } } });
			const query = apolloGql`query Page($start: Int!) { categories(sort: "id", pagination: { start: $start,
				limit: 5 }) { data { id } meta { pagination { total } } } }`;
			const watched = client.watchQuery({ query, variables: { start: 0 } });
			const subscription = watched.subscribe(() => {});
			await client.query({ query, variables: { start: 0 } });
			await watched.fetchMore({ variables: { start: 5 } });
			const { categories } = client.readQuery({ query, variables: { start: 0 } });
			subscription.unsubscribe();
			assert.deepEqual(
				categories.data.map(({ id }) => Number(id)),
				[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
			);
			assert.ok(categories.meta.pagination.total >= 20);
		});
	});
}

describe(`urql ${versionOf('@urql/core')}`, () => {
	function open({ token, ...more } = {}) {
		const { fetch, calls } = recordingFetch();
		const fetchOptions = () => ({ headers: token ? { Authorization: `Bearer ${token}` } : {} });
		return { client: new UrqlClient({ url: endpoint, exchanges: [cacheExchange, fetchExchange], fetch, fetchOptions, ...more }), calls };
	}

	it('queries with variables and a fragment, by POST and by GET', async () => {
		const rest = await restaurantsOverRest();
		for (const preferGetMethod of [false, 'force']) {
			const { client, calls } = open({ preferGetMethod });
			const { data, error } = await client
				.query(urqlGql(restaurantsText), { filters: { price: { eq: 'cheap' } }, details: true })
				.toPromise();
			assert.equal(error, undefined);
			assertRestaurants(data, rest);
			assert.equal(calls[0].method, preferGetMethod ? 'GET' : 'POST');
		}
	});

	it('drops from its document cache what a mutation touched', async () => {
		const { client, calls } = open({ token: fullToken });
		const query = urqlGql`query($id: ID!) { category(id: $id) { data { id attributes { name } } } }`;
		const mutation = urqlGql`mutation($id: ID!, $name: String!) { updateCategory(id: $id,
			data: { name: $name }) { data { id attributes { name } } } }`;
		const { data } = await client.query(query, { id: '6' }).toPromise();
		await client.query(query, { id: '6' }).toPromise();
		assert.equal(calls.length, 1, 'the second came from the cache');
		const changed = await client.mutation(mutation, { id: '6', name: 'Changed by urql' }).toPromise();
		assert.equal(changed.error, undefined);
		const after = await client.query(query, { id: '6' }).toPromise();
		assert.equal(after.data.category.data.attributes.name, 'Changed by urql');
		assert.equal(calls.length, 3);
		await client.mutation(mutation, { id: '6', name: data.category.data.attributes.name }).toPromise();
	});

	it('gets errors with their codes, and data beside them', async () => {
		const { client } = open();
		const forbidden = await client
			.query(urqlGql`{ offices { data { id } } categories(pagination: { limit: 1 }) { data { id } } }`, {})
			.toPromise();
		assert.equal(forbidden.data.offices, null);
		assert.equal(forbidden.data.categories.data.length, 1);
		assert.equal(forbidden.error.graphQLErrors[0].message, 'Forbidden access');
		assert.equal(forbidden.error.graphQLErrors[0].extensions.code, 'FORBIDDEN');
		const invalid = await client.query(urqlGql`{ category(id: 1) { data { nope } } }`, {}).toPromise();
		assert.match(invalid.error.graphQLErrors[0].message, /^Cannot query field "nope" on type "CategoryEntity"/);
		assert.equal(invalid.error.graphQLErrors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED');
	});
});

describe(`graphql-request ${versionOf('graphql-request')}`, () => {
	const client = options => new GraphQLClient(endpoint, options);

	it('queries with variables and a fragment, by POST and by GET', async () => {
		const rest = await restaurantsOverRest();
		const variables = { filters: { price: { eq: 'cheap' } }, details: true };
		assertRestaurants(await client().request(restaurantsText, variables), rest);
		assertRestaurants(await client({ method: 'GET' }).request(restaurantsText, variables), rest);
	});

	it('writes with a token, and not without', async () => {
		const document = gql`
			mutation ($data: CategoryInput!) {
				createCategory(data: $data) {
					data {
						id
						attributes {
							name
						}
					}
				}
			}
		`;
		const variables = { data: { name: 'Made by graphql-request' } };
		await assert.rejects(client().request(document, variables), error => {
			assert.equal(error.response.errors[0].message, 'Forbidden access');
			assert.deepEqual(error.response.data, { createCategory: null });
			return true;
		});
		const { createCategory } = await client({ headers: full }).request(document, variables);
		assert.equal(createCategory.data.attributes.name, 'Made by graphql-request');
		await client({ headers: full }).request(
			gql`
				mutation ($id: ID!) {
					deleteCategory(id: $id) {
						data {
							id
						}
					}
				}
			`,
			{ id: createCategory.data.id },
		);
	});

	it('is told the status and the errors of a bad document', async () => {
		await assert.rejects(client().request('{ nope }'), error => {
			assert.equal(error.response.status, 400);
			assert.match(error.response.errors[0].message, /^Cannot query field "nope" on type "Query"/);
			assert.deepEqual(error.response.errors[0].locations, [{ line: 1, column: 3 }]);
			return true;
		});
		await assert.rejects(client().request('{ category(id: 1) { data { id }'), error =>
			/Syntax Error: Expected Name, found <EOF>/.test(error.response.errors[0].message),
		);
	});

	it('sends batches', async () => {
		const document = 'query($id: ID!) { category(id: $id) { data { id } } }';
		const answers = await batchRequests(
			endpoint,
			[1, 2, 3].map(id => ({ document, variables: { id } })),
		);
		assert.deepEqual(
			answers.map(({ data }) => data.category.data.id),
			['1', '2', '3'],
		);
	});
});

describe(`graphql-codegen ${versionOf('@graphql-codegen/cli')}`, () => {
	const run = (command, args, cwd) =>
		new Promise(resolve => {
			const child = execFile(command, args, { cwd, timeout: 120_000, maxBuffer: 1 << 24 }, (error, stdout, stderr) =>
				resolve({ failed: error !== null, text: stdout + stderr }),
			);
			child.stdin?.end();
		});
	let folder;
	before(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'lectern-codegen-'));
		cpSync(path.join(dataFolder, 'codegen'), folder, { recursive: true });
		symlinkSync(path.join(root, 'tests/node_modules'), path.join(folder, 'node_modules'));
		writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
	});
	after(() => rmSync(folder, { recursive: true, force: true }));

	it('reads the schema from the server, and makes types that compile', async () => {
		const plugins = ['typescript', 'typescript-operations', 'typed-document-node'];
		const config = { scalars: { DateTime: 'string', JSON: 'unknown', Long: 'string' }, useTypeImports: true };
		const settings = { schema: endpoint, documents: 'operations.graphql', generates: { 'types.ts': { plugins, config } } };
		writeFileSync(path.join(folder, 'codegen.json'), JSON.stringify(settings));
		const made = await run(process.execPath, ['node_modules/@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.json'], folder);
		assert.ok(!made.failed, made.text);
		const types = readFileSync(path.join(folder, 'types.ts'), 'utf8');
		assert.match(types, /export type RestaurantEntityResponseCollection = \{/);
		assert.match(types, /export type CategoryInput = \{/);
		// program.ts expects an error of the compiler where it uses a field wrongly: types of "any" fail as well.
		const compiled = await run(process.execPath, ['node_modules/typescript/bin/tsc', '--project', '.'], folder);
		assert.ok(!compiled.failed, compiled.text);
	});

	it('makes the same types of the schema that the command prints', { skip: Boolean(process.env.GRAPHQL_SERVER) }, async () => {
		const printed = await runCommand(['schema', server.folder]);
		assert.equal(printed.code, 0, printed.stderr);
		writeFileSync(path.join(folder, 'schema.graphql'), printed.stdout);
		const settings = JSON.parse(readFileSync(path.join(folder, 'codegen.json'), 'utf8'));
		const generates = { 'printed.ts': settings.generates['types.ts'] };
		writeFileSync(path.join(folder, 'printed.json'), JSON.stringify({ ...settings, schema: 'schema.graphql', generates }));
		const made = await run(process.execPath, ['node_modules/@graphql-codegen/cli/cjs/bin.js', '--config', 'printed.json'], folder);
		assert.ok(!made.failed, made.text);
		// The two come in different orders, and descriptions are not asked for over HTTP.
		const lines = name =>
			readFileSync(path.join(folder, name), 'utf8')
				.split('\n')
				.filter(line => !line.includes('/**'))
				.sort();
		assert.deepEqual(lines('printed.ts'), lines('types.ts'));
	});

	it('and the compiled program runs', async () => {
		const program = await run(process.execPath, ['compiled/program.js', endpoint, fullToken], folder);
		assert.ok(!program.failed, program.text);
		const rest = await (await fetch(`${server.base}/api/restaurants?filters[price][$eq]=cheap&sort=name&pagination[limit]=2`)).json();
		assert.deepEqual(JSON.parse(program.text), {
			total: rest.meta.pagination.total,
			names: rest.data.map(({ attributes }) => attributes.name),
			created: 'MADE BY A TYPED PROGRAM',
		});
	});
});
