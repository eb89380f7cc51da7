// Extensions in C on a running server, before and after: the examples, what goes wrong, and the header itself.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from './lib/data.mjs';
import { assertError, sleep } from './lib/expect.mjs';
import { buildExtension, exampleFile, makeExtendedProject, startExtended } from './lib/extensions.mjs';
import { Client } from './lib/http.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { Cluster } from './lib/postgres.mjs';
import { sqlite } from './lib/schema.mjs';
import { binary, makeProject, runCommand, startServer } from './lib/server.mjs';
import { fewestStatements } from './lib/statements.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const user = id => ({ Authorization: `Bearer ${makeToken({ id, iat: now(), exp: now() + 3600 })}` });

/** Runs `tests` against a server without the examples and one with them. */
function compare(what, examples, tests, options = {}) {
	describe(what, () => {
		const plain = {};
		const extended = {};
		before(async () => {
			plain.server = await startServer({ config: options.config });
			extended.server = await startExtended(examples, options);
			for (const side of [plain, extended]) {
				options.prepare?.(side.server.folder);
				side.client = new Client(side.server.base);
				side.database = sql => sqlite(path.join(side.server.folder, '.tmp/data.db'), sql);
			}
		});
		after(async () => {
			for (const side of [plain, extended]) {
				side.client?.close();
				await side.server?.stop();
			}
		});
		tests(plain, extended);
	});
}

describe('lectern.h', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'lectern-test-'));
	after(() => rmSync(folder, { recursive: true, force: true }));
	const has = compiler => spawnSync(compiler, ['--version']).status === 0;
	const warnings = ['-Wall', '-Wextra', '-Wpedantic', '-Wshadow', '-Wconversion', '-Wmissing-declarations', '-Werror'];
	const inC = ['-Wstrict-prototypes', '-Wmissing-prototypes'];
	const languages = [
		['c', 'c99', inC],
		['c', 'c11', inC],
		['c', 'c17', inC],
		['c', 'c2x', inC],
		['c++', 'c++17', []],
		['c++', 'c++20', []],
	];
	for (const compiler of ['gcc', 'clang'])
		for (const [language, standard, more] of languages)
			it(`compiles alone as ${standard} with all warnings of ${compiler}`, { skip: !has(compiler) }, () => {
				const file = path.join(folder, 'alone.txt');
				writeFileSync(file, '#include <lectern.h>\nbool lectern_register(lectern_app *app)\n{\n\treturn app != 0;\n}\n');
				const { status, stderr } = spawnSync(
					compiler,
					['-x', language, `-std=${standard}`, ...warnings, ...more, `-I${root}/include`, '-c', file, '-o', '/dev/null'],
					{ encoding: 'utf8' },
				);
				assert.equal(status, 0, stderr);
			});

	it('declares what the server exports, and the server exports nothing else of its own', () => {
		const header = readFileSync(path.join(root, 'include/lectern.h'), 'utf8');
		const declared = [
			...header
				.replace(/\/\*[\s\S]*?\*\//g, '')
				.replace(/typedef .*?;/g, '')
				.matchAll(/\b(lectern_\w+)\(/g),
		].map(match => match[1]);
		const exported = spawnSync('nm', ['-D', '--defined-only', binary], { encoding: 'utf8' })
			.stdout.split('\n')
			.map(line => line.split(' ')[2])
			.filter(name => name?.startsWith('lectern_'));
		assert.ok(exported.length > 80);
		assert.deepEqual([...new Set(declared)].filter(name => name !== 'lectern_register').sort(), exported.sort());
		// And each is called by a test or an example.
		const files = [
			'tests/extensions_test.mjs',
			'tests/extension_misuse_test.mjs',
			...readdirSync(path.join(root, 'examples/extensions')).map(name => `examples/extensions/${name}/${name}.c`),
		];
		const calls = files.map(file => readFileSync(path.join(root, file), 'utf8')).join();
		assert.deepEqual(
			exported.filter(name => !calls.includes(`${name}(`)),
			[],
		);
	});
});

compare('creator-fields', ['creator-fields'], (plain, extended) => {
	const list = '/api/reviews?sort=id&pagination[limit]=100';
	it('shows them in lists and alone, and nowhere without it', async () => {
		const [had, has] = await Promise.all([plain, extended].map(({ client }) => client.get(list, full)));
		assert.equal(had.status, 200);
		assert.equal(has.json.data.length, had.json.data.length);
		for (const { attributes } of had.json.data) assert.ok(!('createdBy' in attributes));
		const ada = { id: 1, firstname: 'Ada', lastname: 'Admin' };
		const made = has.json.data.filter(({ attributes }) => attributes.createdBy);
		assert.ok(made.length > 0);
		assert.ok(made.length < has.json.data.length, 'the server made none of the others');
		for (const { attributes } of made) assert.deepEqual([attributes.createdBy, attributes.updatedBy], [ada, ada]);
		const one = await extended.client.get(`/api/reviews/${made[0].id}`, full);
		assert.deepEqual(one.json.data.attributes.createdBy, made[0].attributes.createdBy);
		assert.deepEqual(one.json.data.attributes.updatedBy, made[0].attributes.updatedBy);
		// all else is as it was
		for (const [index, entry] of has.json.data.entries()) {
			const rest = { ...entry.attributes };
			delete rest.createdBy;
			delete rest.updatedBy;
			assert.deepEqual(rest, had.json.data[index].attributes);
		}
	});
	it('leaves refusals as they are', async () => {
		assertError(await extended.client.get('/api/reviews/99999', full), 404, 'NotFoundError');
		assertError(await extended.client.get('/api/reviews?sort=nope', full), 400, 'ValidationError', /nope/);
	});
});

compare('rest-routes', ['rest-routes'], (plain, extended) => {
	const close = '/api/restaurants/1/close';
	it('answers a route that is open to all, with a header of its own', async () => {
		const city = extended.database(
			"SELECT a.city FROM components_location_addresses a JOIN restaurants_components c ON c.component_type = 'location.address' " +
				"AND c.component_id = a.id JOIN restaurants r ON r.id = c.entity_id WHERE r.published_at IS NOT NULL AND r.locale = 'en' AND " +
				'a.city IS NOT NULL LIMIT 1',
		)[0].city;
		const path = `/api/restaurants/cities/${encodeURIComponent(city)}`;
		const answer = await extended.client.get(path);
		assert.equal(answer.status, 200, answer.text);
		const list = await plain.client.get(`/api/restaurants?filters[address][city][$eq]=${encodeURIComponent(city)}`, full);
		assert.deepEqual(answer.json, { city, restaurants: list.json.meta.pagination.total });
		assert.ok(answer.json.restaurants > 0);
		assert.equal(answer.headers['cache-control'], 'max-age=60');
		assert.equal((await extended.client.get(path, { Authorization: 'Bearer nonsense' })).status, 200, 'auth: false');
		assertError(await plain.client.get(path), 404, 'NotFoundError');
		assertError(await extended.client.request('POST', path), 405);
	});
	it('asks for an action, which roles can be granted', async () => {
		assertError(await extended.client.request('POST', close), 403, 'ForbiddenError');
		assertError(await extended.client.request('POST', close, { headers: user(1) }), 403, 'ForbiddenError');
		assertError(await extended.client.request('POST', close, { headers: { Authorization: 'Bearer nonsense' } }), 401);
		extended.database(
			"INSERT INTO up_permissions (id, action) VALUES (9999, 'api::restaurant.restaurant.close'); INSERT INTO " +
				"up_permissions_role_links (permission_id, role_id) SELECT 9999, id FROM up_roles WHERE type = 'authenticated'",
		);
		const answer = await extended.client.request('POST', close, { headers: user(1), body: { reason: 'holidays' } });
		assert.equal(answer.status, 202, answer.text);
		assert.equal(answer.json.data.attributes.open, false);
		assert.deepEqual(
			extended.database(
				'SELECT r.title, r.stars, l.restaurant_id FROM reviews r JOIN reviews_restaurant_links l ON l.review_id = r.id WHERE r.title ' +
					"= 'holidays'",
			),
			[{ title: 'holidays', stars: 1, restaurant_id: 1 }],
		);
		assertError(await plain.client.request('POST', close, { headers: full, body: {} }), 405);
	});
	it('takes back all of it when a part fails', async () => {
		extended.database('UPDATE restaurants SET open = 1 WHERE id = 2');
		const answer = await extended.client.request('POST', '/api/restaurants/2/close', { headers: full, body: { reason: 'bad', stars: 9 } });
		assertError(answer, 400, 'ValidationError', /stars/);
		assert.deepEqual(extended.database('SELECT open FROM restaurants WHERE id = 2'), [{ open: 1 }]);
		assertError(await extended.client.request('POST', '/api/restaurants/99999/close', { headers: full, body: {} }), 404);
		assertError(await extended.client.request('POST', '/api/restaurants/x/close', { headers: full, body: {} }), 404);
		assertError(await extended.client.request('POST', close, { headers: full, body: '{"reason":' }), 400, 'ValidationError');
	});
	it('lists the action among those that can be granted', async () => {
		const { json } = await extended.client.get('/api/users-permissions/permissions', full);
		assert.ok('close' in json.permissions['api::restaurant'].controllers.restaurant);
	});
});

compare('rest-policies', ['rest-policies'], (plain, extended) => {
	const headers = { ...full, 'X-Purpose': 'test' };
	it('asks a policy by its name', async () => {
		assert.equal((await plain.client.get('/api/categories', full)).status, 200);
		assertError(await extended.client.get('/api/categories', full), 403, 'PolicyError', /^Policy Failed$/);
		assert.equal((await extended.client.get('/api/categories', headers)).status, 200);
	});
	it('asks one with its config, and functions after it', async () => {
		assertError(await extended.client.get('/api/categories/2', full), 403, 'PolicyError', /^Expected the header X-Reason$/);
		assert.equal((await extended.client.get('/api/categories/2', { ...full, 'X-Reason': 'x' })).status, 200);
		assertError(await extended.client.get('/api/categories/1', { ...full, 'X-Reason': 'x' }), 403, 'PolicyError');
		assert.equal((await plain.client.get('/api/categories/1', full)).status, 200);
	});
	it('asks policies after permissions', async () => {
		assertError(await extended.client.get('/api/categories', { Authorization: `Bearer ${'e'.repeat(64)}` }), 401);
	});
	it('lets a middleware change the query', async () => {
		const { json } = await extended.client.get('/api/categories', headers);
		assert.equal(json.data.length, 3);
		assert.equal(json.meta.pagination.pageSize, 3);
		const asked = await extended.client.get('/api/categories?pagination[pageSize]=5&filters[name][$contains]=Category%202', headers);
		assert.deepEqual([asked.json.data.length, asked.json.meta.pagination.pageSize], [5, 5]);
	});
	it('lets a middleware replace the core action', async () => {
		const answer = await extended.client.request('DELETE', '/api/categories/5', { headers: full });
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.json.data.attributes.name, 'retired 5');
		assert.equal(extended.database('SELECT name FROM categories WHERE id = 5')[0].name, 'retired 5');
		assert.equal((await plain.client.request('DELETE', '/api/categories/5', { headers: full })).status, 200);
		assert.deepEqual(plain.database('SELECT name FROM categories WHERE id = 5'), []);
		assertError(await extended.client.request('DELETE', '/api/categories/6'), 403, 'ForbiddenError');
	});
});

compare('lifecycle-hooks', ['lifecycle-hooks'], (plain, extended) => {
	const send = (side, method, path, data) => side.client.request(method, path, { headers: full, body: data ? { data } : null });
	const labels = () => extended.database('SELECT label FROM bookmarks ORDER BY id DESC LIMIT 1')[0].label;
	it('runs before and after a creation, an update and a deletion', async () => {
		const made = await send(extended, 'POST', '/api/reviews', { title: 'fine', stars: 4 });
		assert.equal(made.json.data.attributes.title, 'fine!');
		const { id } = made.json.data;
		assert.equal(labels(), `created fine! ${id}`);
		const changed = await send(extended, 'PUT', `/api/reviews/${id}`, { title: 'finer' });
		assert.equal(changed.json.data.attributes.title, 'finer!');
		assert.equal(labels(), `updated finer! ${id}`);
		assert.equal((await send(extended, 'DELETE', `/api/reviews/${id}`)).status, 200);
		assert.equal(labels(), `deleted finer! ${id}`);
		assert.equal((await send(plain, 'POST', '/api/reviews', { title: 'fine', stars: 3 })).json.data.attributes.title, 'fine');
	});
	it('takes back what a hook refuses', async () => {
		const count = extended.database('SELECT count(*) AS n FROM reviews')[0].n;
		assertError(await send(extended, 'POST', '/api/reviews', { title: 'so so', stars: 3 }), 400, 'ValidationError', /Make up your mind/);
		const kept = await send(extended, 'POST', '/api/reviews', { title: 'keep', stars: 5 });
		assertError(await send(extended, 'DELETE', `/api/reviews/${kept.json.data.id}`), 403, 'ForbiddenError');
		assert.equal(extended.database('SELECT count(*) AS n FROM reviews')[0].n, count + 1);
	});
	it('validates what a hook made of the data', async () => {
		assertError(await send(extended, 'POST', '/api/reviews', { title: 'fine', stars: 7 }), 400, 'ValidationError', /stars/);
		assertError(await send(extended, 'DELETE', '/api/reviews/99999'), 404);
	});
	it('takes back what was done before a hook after it failed', async () => {
		const before = extended.database('SELECT count(*) AS n FROM reviews')[0].n;
		extended.database("CREATE TRIGGER no_bookmarks BEFORE INSERT ON bookmarks BEGIN SELECT RAISE(ABORT, 'no'); END");
		const answer = await send(extended, 'POST', '/api/reviews', { title: 'lost', stars: 4 });
		extended.database('DROP TRIGGER no_bookmarks');
		assert.ok(answer.status >= 400, answer.text);
		assert.equal(extended.database('SELECT count(*) AS n FROM reviews')[0].n, before);
	});
});

/** Asks over GraphQL: the answer's JSON. */
async function ask(side, query, { headers = full, variables } = {}) {
	const answer = await side.client.request('POST', '/graphql', { headers, body: { query, variables } });
	return answer.json ?? { status: answer.status, text: answer.text };
}

/** What introspection tells of a type: its fields and input fields by name. */
async function members(side, type) {
	const parts =
		'name description isDeprecated deprecationReason type { kind name ofType { kind name ofType { kind name ofType { name } } } } ' +
		'args { name defaultValue description type { kind name ofType { name } } }';
	const { data } = await ask(
		side,
		`{ __type(name: "${type}") { kind description fields(includeDeprecated: true) { ${parts} } inputFields { name description ` +
			'defaultValue } enumValues { name description } possibleTypes { name } interfaces { name } } }',
	);
	const found = data.__type;
	return (
		found && {
			...found,
			names: (found.fields ?? found.inputFields ?? []).map(({ name }) => name),
			by: Object.fromEntries((found.fields ?? found.inputFields ?? []).map(field => [field.name, field])),
		}
	);
}

const names = async (side, type) => (await members(side, type))?.names;
const without = (list, ...gone) => list.filter(name => !gone.includes(name));
const refusal = (answer, message, code) => {
	assert.match(answer.errors?.[0]?.message ?? JSON.stringify(answer), message);
	if (code) assert.equal(answer.errors[0].extensions.code, code);
};

/** One switch: which members of which types are gone, and what else the test looks at. */
function compareSwitch(example, gone, more = () => {}) {
	compare(example, [example], (plain, extended) => {
		for (const [type, fields] of Object.entries(gone))
			it(`leaves ${fields === null ? '' : `${fields.join(', ')} of `}${type} out of the schema, and nothing else of it`, async () => {
				const had = await names(plain, type);
				if (fields) for (const field of fields) assert.ok(had.includes(field), `${type}.${field} was there`);
				else assert.ok(had);
				const has = await names(extended, type);
				if (fields) assert.deepEqual(has, without(had, ...fields));
				else assert.equal(has ?? null, null);
			});
		more(plain, extended);
	});
}

const typeOperations = { Query: ['chain', 'chains'], Mutation: ['createChain', 'updateChain', 'deleteChain'] };

compareSwitch(
	'disable-type',
	{
		...typeOperations,
		Restaurant: ['chain'],
		RestaurantInput: ['chain'],
		RestaurantFiltersInput: ['chain'],
		Chain: null,
		ChainEntity: null,
		ChainInput: null,
	},
	(plain, extended) => {
		it('refuses what asks for it, and REST is as it was', async () => {
			assert.ok((await ask(plain, '{ chains { data { id } } }')).data.chains.data.length);
			refusal(
				await ask(extended, '{ chains { data { id } } }'),
				/Cannot query field "chains" on type "Query"/,
				'GRAPHQL_VALIDATION_FAILED',
			);
			assert.equal((await extended.client.get('/api/chains', full)).status, 200);
		});
	},
);
compareSwitch('disable-queries', { Query: typeOperations.Query, Mutation: [], Restaurant: [] }, (plain, extended) => {
	it('refuses queries and makes changes', async () => {
		refusal(await ask(extended, '{ chain(id: 1) { data { id } } }'), /Cannot query field "chain"/);
		assert.ok((await ask(extended, 'mutation { createChain(data: {name: "C"}) { data { id } } }')).data.createChain.data.id);
	});
});
compareSwitch('disable-mutations', { Query: [], Mutation: typeOperations.Mutation }, (plain, extended) => {
	it('answers queries and refuses changes', async () => {
		assert.ok((await ask(extended, '{ chains { data { id } } }')).data.chains.data.length);
		refusal(await ask(extended, 'mutation { deleteChain(id: 1) { data { id } } }'), /Cannot query field "deleteChain"/);
	});
});
compareSwitch('disable-action', { Query: [], Mutation: ['deleteChain'] });
compareSwitch('disable-actions', { Query: ['chains'], Mutation: ['createChain', 'updateChain'] });

const stars = {
	output: async side => (await ask(side, '{ reviews(pagination: {limit: 1}) { data { attributes { stars } } } }')).errors?.[0].message,
	input: async side => (await ask(side, 'mutation { updateReview(id: 1, data: {stars: 2}) { data { id } } }')).errors?.[0].message,
	filters: async side => (await ask(side, '{ reviews(filters: {stars: {eq: 2}}) { data { id } } }')).errors?.[0].message,
};
const starsAre = (out, into, filtered) => (plain, extended) => {
	it('refuses and takes them accordingly', async () => {
		for (const [way, off] of Object.entries({ output: out, input: into, filters: filtered })) {
			assert.equal(await stars[way](plain), undefined);
			const said = await stars[way](extended);
			if (off) assert.match(said, /Cannot query field "stars"|Field "stars" is not defined by type/);
			else assert.equal(said, undefined);
		}
	});
};
compareSwitch('disable-field', { Review: ['stars'], ReviewInput: ['stars'], ReviewFiltersInput: ['stars'] }, starsAre(true, true, true));
compareSwitch('disable-field-output', { Review: ['stars'], ReviewInput: [], ReviewFiltersInput: [] }, starsAre(true, false, false));
compareSwitch('disable-field-input', { Review: [], ReviewInput: ['stars'], ReviewFiltersInput: [] }, starsAre(false, true, false));
compareSwitch('disable-field-filters', { Review: [], ReviewInput: [], ReviewFiltersInput: ['stars'] }, starsAre(false, false, true));

compare('getters', ['getters'], (plain, extended) => {
	it('tell what is enabled, before and after', async () => {
		assert.deepEqual((await extended.client.get('/api/getters')).json, ['10 10 10 10 10 10 111', '01 01 01 01 10 10 010']);
	});
});

compare('use-types', ['use-types'], (plain, extended) => {
	it('adds types of every kind', async () => {
		const kinds = {
			Heat: 'ENUM',
			MenuItem: 'INTERFACE',
			Dish: 'OBJECT',
			Wine: 'OBJECT',
			Choice: 'UNION',
			OrderInput: 'INPUT_OBJECT',
			Table: 'SCALAR',
		};
		for (const [name, kind] of Object.entries(kinds)) {
			assert.equal(await members(plain, name), null);
			assert.equal((await members(extended, name)).kind, kind);
		}
		const heat = await members(extended, 'Heat');
		assert.deepEqual(
			[heat.description, heat.enumValues],
			[
				'How hot it is',
				[
					{ name: 'MILD', description: 'For children' },
					{ name: 'HOT', description: null },
				],
			],
		);
		assert.deepEqual(
			(await members(extended, 'Choice')).possibleTypes.map(({ name }) => name),
			['Dish', 'Wine'],
		);
		assert.deepEqual((await members(extended, 'MenuItem')).possibleTypes.map(({ name }) => name).sort(), ['Dish', 'Wine']);
		assert.deepEqual((await members(extended, 'Wine')).interfaces, [{ name: 'MenuItem' }]);
		const dish = await members(extended, 'Dish');
		assert.deepEqual(
			[dish.by.name.description, dish.by.name.type.kind, dish.by.heat.deprecationReason],
			['What it is called', 'NON_NULL', 'Taste it'],
		);
		const order = await members(extended, 'OrderInput');
		assert.deepEqual(order.inputFields, [
			{ name: 'dish', description: null, defaultValue: null },
			{ name: 'table', description: 'Where it goes', defaultValue: null },
			{ name: 'count', description: null, defaultValue: '1' },
		]);
	});
	it('adds fields to types that are there, with arguments', async () => {
		const had = await names(plain, 'Query');
		const query = await members(extended, 'Query');
		assert.deepEqual(query.names, [...had, 'choice', 'menu', 'order', 'table']);
		const [kind] = query.by.choice.args;
		assert.deepEqual([kind.name, kind.defaultValue, kind.description], ['kind', '"DISH"', 'Which one']);
		assert.deepEqual(await names(extended, 'Restaurant'), [...(await names(plain, 'Restaurant')), 'motto']);
	});
	it('resolves them', async () => {
		const { data, errors } = await ask(
			extended,
			`{
			choice { __typename ... on Dish { name heat } } wine: choice(kind: "WINE") { __typename ... on Wine { name year } }
			menu { __typename name ... on Wine { year } } order(order: {dish: "Soup", table: "b3"}) two: order(order: {dish: "Pie",
				table: "C1", count: 2}) table(table: "a9")
		}`,
			{ headers: {} },
		);
		assert.equal(errors, undefined);
		assert.deepEqual(data, {
			choice: { __typename: 'Dish', name: 'Soup', heat: 'MILD' },
			wine: { __typename: 'Wine', name: 'Riesling', year: 2019 },
			menu: [
				{ __typename: 'Wine', name: 'Riesling', year: 2019 },
				{ __typename: 'Dish', name: 'Curry' },
			],
			order: '1 of Soup for b3',
			two: '2 of Pie for c1',
			table: 'A9',
		});
		const { data: restaurants } = await ask(extended, '{ restaurants(pagination: {limit: 2}) { data { id attributes { motto } } } }');
		for (const { id, attributes } of restaurants.restaurants.data) assert.equal(attributes.motto, `Eat at number ${id}`);
	});
	it('refuses what is wrong', async () => {
		refusal(await ask(extended, '{ table(table: "Z9") }'), /Expected a table from A1 to C9/, 'GRAPHQL_VALIDATION_FAILED');
		const byVariable = await ask(extended, 'query ($table: Table!) { table(table: $table) }', { variables: { table: 'D1' } });
		refusal(byVariable, /Expected a table from A1 to C9/, 'BAD_USER_INPUT');
		assert.deepEqual((await ask(extended, 'query ($table: Table!) { table(table: $table) }', { variables: { table: 'C2' } })).data, {
			table: 'C2',
		});
		refusal(await ask(extended, '{ order(order: {dish: "Soup"}) }'), /table/);
		refusal(await ask(plain, '{ menu { name } }'), /Cannot query field "menu"/);
	});
});

compare('use-type-defs', ['use-type-defs'], (plain, extended) => {
	it('adds what the text defines, to types that are there too', async () => {
		assert.equal(await members(plain, 'Place'), null);
		assert.deepEqual(
			[(await members(extended, 'Place')).description, await names(extended, 'Place')],
			['A place', ['city', 'restaurants']],
		);
		assert.deepEqual(await names(extended, 'Query'), [...(await names(plain, 'Query')), 'place']);
		const { place } = (await members(extended, 'Query')).by;
		assert.deepEqual([place.description, place.args[0].defaultValue], ['How many restaurants there are', '"Graz"']);
		assert.ok((await names(extended, 'Restaurant')).includes('nameLength'));
	});
	it('resolves it, by members of the value and by the content service', async () => {
		const { data: answer } = await ask(
			extended,
			'{ restaurants(pagination: {limit: 1}) { data { attributes { name nameLength address { city } } } } }',
		);
		const { name, nameLength, address } = answer.restaurants.data[0].attributes;
		assert.equal(nameLength, name.length);
		const total = (await plain.client.get(`/api/restaurants?filters[address][city][$eq]=${encodeURIComponent(address.city)}`, full)).json
			.meta.pagination.total;
		const { data } = await ask(extended, 'query ($city: String) { place(city: $city) { city restaurants } graz: place { city } }', {
			headers: {},
			variables: { city: address.city },
		});
		assert.deepEqual(data, { place: { city: address.city, restaurants: total }, graz: { city: 'Graz' } });
		const [unselected] = (await ask(extended, '{ restaurants(pagination: {limit: 1}) { data { attributes { nameLength } } } }')).data
			.restaurants.data;
		assert.equal(unselected.attributes.nameLength, nameLength, 'the resolver knows more of its parent than was selected');
		refusal(await ask(extended, '{ place { nope } }'), /Cannot query field "nope" on type "Place"/);
	});
});

compare('use-plugins', ['use-plugins', 'use-type-defs'], (plain, extended) => {
	it('sees every type and field, those of other extensions too', async () => {
		const { data } = await ask(
			extended,
			'{ __schema { types { name fields(includeDeprecated: true) { name } inputFields { name } } } counts }',
			{ headers: {} },
		);
		const own = data.__schema.types.filter(
			({ name }) => !name.startsWith('__') && !['Int', 'Float', 'String', 'Boolean', 'ID'].includes(name),
		);
		assert.ok(own.some(({ name }) => name === 'Place'));
		assert.ok(data.counts[0] >= own.length, `${data.counts[0]} types of ${own.length}`);
		assert.ok(data.counts[1] >= own.flatMap(({ fields, inputFields }) => fields ?? inputFields ?? []).length - 1);
	});
	it('changes a field wherever it is', async () => {
		const { stars: had } = (await members(plain, 'Review')).by;
		const { stars: has } = (await members(extended, 'Review')).by;
		assert.deepEqual([had.description, had.isDeprecated], [null, false]);
		assert.deepEqual([has.description, has.isDeprecated, has.deprecationReason], ['One to five', true, 'Read the body']);
	});
	it('stands around every resolver', async () => {
		const counts = async () => (await ask(extended, '{ counts }')).data.counts.slice(2);
		const [done, failed] = await counts();
		const { data } = await ask(
			extended,
			'{ categories(pagination: {limit: 3}) { data { id attributes { name } } meta { pagination { total } } } place { city } }',
		);
		assert.equal(data.categories.data.length, 3);
		// categories, data, 3 × (id, attributes, name), meta, pagination, total, place, city; and counts itself
		assert.deepEqual(await counts(), [done + 2 + 9 + 3 + 2 + 1, failed]);
		await ask(extended, '{ categories { data { id } } }', { headers: { Authorization: `Bearer ${'a'.repeat(64)}` } });
		await ask(extended, 'mutation { createReview(data: {stars: 9}) { data { id } } }');
		assert.equal((await counts())[1], failed + 1);
	});
});

compare('use-resolvers', ['use-resolvers'], (plain, extended) => {
	const like = '{ categoriesLike(start: "Category 2") { data { id attributes { name parent { data { id attributes { name } } } } } } }';
	it('answers with entries of types that the models give', async () => {
		refusal(await ask(plain, like), /Cannot query field/);
		const { data, errors } = await ask(extended, like);
		assert.equal(errors, undefined);
		const { data: had } = await ask(
			plain,
			like.replace('categoriesLike(start: "Category 2")', 'categories(filters: {name: {startsWith: "Category 2"}}, sort: "id")'),
		);
		assert.deepEqual(data.categoriesLike, had.categories);
		assert.ok(data.categoriesLike.data.length > 3);
	});
	it('is for callers who are known, unless its config says otherwise', async () => {
		refusal(await ask(extended, like, { headers: {} }), /Forbidden access/, 'FORBIDDEN');
		assert.equal((await ask(extended, like, { headers: user(1) })).errors, undefined);
	});
	it('puts a resolver in place of one that was there', async () => {
		const query = '{ chains(pagination: {limit: 2}) { data { id attributes { name } } } }';
		for (const { id, attributes } of (await ask(extended, query)).data.chains.data) assert.equal(attributes.name, `CHAIN ${id}`);
		assert.doesNotMatch((await ask(plain, query)).data.chains.data[0].attributes.name, /^CHAIN/);
	});
	it('writes in a transaction: all, or nothing', async () => {
		const create = list => ask(extended, 'mutation ($list: [String!]!) { createCategories(names: $list) }', { variables: { list } });
		const count = () => extended.database("SELECT count(*) AS n FROM categories WHERE name LIKE 'pair%'")[0].n;
		const made = await create(['pair 1', 'pair 2']);
		assert.equal(made.data.createCategories.length, 2);
		assert.equal(count(), 2);
		refusal(await create(['pair 3', 'pair 1']), /unique/);
		assert.equal(count(), 2, 'what was made before the failure was taken back');
		const both = await ask(
			extended,
			'mutation { a: createCategories(names: ["pair 4", "pair 1"]) b: createCategories(names: ["pair 5"]) }',
		);
		assert.deepEqual([both.data.a, both.data.b.length], [null, 1]);
		assert.equal(count(), 3, 'each field of Mutation is a transaction of its own');
	});
});

compare('auth-none', ['auth-none'], (plain, extended) => {
	const query = '{ categories(pagination: {limit: 1}) { data { id } } }';
	it('lets anybody in', async () => {
		plain.database("DELETE FROM up_permissions WHERE action = 'api::category.category.find'");
		extended.database("DELETE FROM up_permissions WHERE action = 'api::category.category.find'");
		refusal(await ask(plain, query, { headers: {} }), /Forbidden access/, 'FORBIDDEN');
		assert.equal((await ask(extended, query, { headers: {} })).data.categories.data.length, 1);
		assert.equal((await ask(extended, query, { headers: user(1) })).data.categories.data.length, 1);
		refusal(
			await ask(extended, '{ category(id: 1) { data { id } } chains { data { id } } }', {
				headers: { Authorization: `Bearer ${'c'.repeat(64)}` },
			}),
			/Forbidden access/,
		);
	});
});

compare('auth-scope', ['auth-scope'], (plain, extended) => {
	const query = '{ categories(pagination: {limit: 1}) { data { id } } }';
	it('asks for all of its actions in place of the usual one', async () => {
		for (const { database } of [plain, extended])
			database(
				"DELETE FROM up_permissions WHERE action IN ('api::review.review.find', 'api::review.review.update'); INSERT INTO " +
					"up_permissions (id, action) VALUES (9001, 'api::review.review.find'); INSERT INTO up_permissions_role_links (permission_id, " +
					"role_id) SELECT 9001, id FROM up_roles WHERE type = 'authenticated'",
			);
		const custom = { Authorization: `Bearer ${'c'.repeat(64)}` };
		assert.equal((await ask(plain, query, { headers: custom })).data.categories.data.length, 1);
		refusal(await ask(extended, query, { headers: custom }), /Forbidden access/, 'FORBIDDEN');
		refusal(await ask(extended, query, { headers: user(1) }), /Forbidden access/, 'FORBIDDEN');
		extended.database(
			"INSERT INTO up_permissions (id, action) VALUES (9002, 'api::review.review.update'); INSERT INTO up_permissions_role_links " +
				"(permission_id, role_id) SELECT 9002, id FROM up_roles WHERE type = 'authenticated'",
		);
		assert.equal((await ask(extended, query, { headers: user(1) })).data.categories.data.length, 1);
		assert.equal((await ask(extended, query)).data.categories.data.length, 1, 'a full-access token may do all');
	});
});

compare('resolver-policies', ['resolver-policies'], (plain, extended) => {
	const list = limit => `{ categories(pagination: {limit: ${limit}}) { data { id } } }`;
	const headers = { ...full, 'X-Purpose': 'test' };
	it('are asked in order, with the arguments and their config', async () => {
		assert.equal((await ask(plain, list(8))).data.categories.data.length, 8);
		refusal(await ask(extended, list(8), { headers }), /^At most 5 at once, please$/);
		refusal(await ask(extended, list(101), { headers }), /^At most 100 at once, please$/);
		assert.equal((await ask(extended, list(5), { headers })).data.categories.data.length, 5);
	});
	it('know the request', async () => {
		const refused = await ask(extended, list(5));
		refusal(refused, /^Policy Failed$/);
		assert.equal(refused.errors[0].extensions.error.name, 'PolicyError');
	});
	it('know who is calling, before anything is written', async () => {
		const create = 'mutation { createCategory(data: {name: "by policy"}) { data { id } } }';
		refusal(await ask(extended, create), /^Policy Failed$/);
		assert.deepEqual(extended.database("SELECT id FROM categories WHERE name = 'by policy'"), []);
		assert.ok((await ask(plain, create)).data.createCategory.data.id);
	});
	it('know the parent of a nested field', async () => {
		const { data, errors } = await ask(extended, '{ chains { data { id attributes { name } } } }');
		assert.ok(data.chains.data.length > 1);
		for (const { id, attributes } of data.chains.data) assert.equal(!attributes, id % 2 === 1, `chain ${id}: its name may not be null`);
		assert.equal(errors.length, data.chains.data.filter(({ id }) => id % 2 === 1).length);
		assert.deepEqual(errors[0].path?.at(-1) ?? 'name', 'name');
	});
	it('come after permissions', async () => {
		refusal(await ask(extended, list(8), { headers: { Authorization: `Bearer ${'c'.repeat(64)}` } }), /At most 5|Forbidden/);
		refusal(
			await ask(extended, 'mutation { createCategory(data: {name: "x"}) { data { id } } }', { headers: {} }),
			/Forbidden access/,
			'FORBIDDEN',
		);
	});
});

compare('resolver-middlewares', ['resolver-middlewares'], (plain, extended) => {
	const counted = async () => (await extended.client.get('/api/counted')).json;
	it('wrap a field of Query, and may answer themselves', async () => {
		const before = await counted();
		const { data } = await ask(extended, '{ category(id: 0) { data { id attributes { name } } } one: category(id: 1) { data { id } } }');
		assert.equal(data.category.data.id, '0');
		assert.equal(data.one.data.id, '1');
		assert.equal(await counted(), before + 3, 'two categories and one name');
		assert.equal((await ask(plain, '{ category(id: 0) { data { id } } }')).data.category.data, null);
	});
	it('may change an argument for what is inside', async () => {
		const list = given => `{ categories${given} { data { id } meta { pagination { pageSize } } } }`;
		assert.equal((await ask(plain, list(''))).data.categories.data.length, 10);
		const { categories } = (await ask(extended, list(''))).data;
		assert.deepEqual([categories.data.length, categories.meta.pagination.pageSize], [2, 2]);
		assert.equal((await ask(extended, list('(pagination: {limit: 4})'))).data.categories.data.length, 4);
	});
	it('wrap nested fields, the first outermost', async () => {
		const [had, has] = await Promise.all(
			[plain, extended].map(side =>
				ask(side, '{ restaurants(pagination: {limit: 2}) { data { attributes { categories { data { attributes { name } } } } } } }'),
			),
		);
		const list = ({ data }) =>
			data.restaurants.data.flatMap(({ attributes }) => attributes.categories.data.map(entry => entry.attributes.name));
		assert.ok(list(had).length > 2);
		assert.deepEqual(
			list(has),
			list(had).map(name => `*'${name}'*`),
		);
	});
	it('wrap a field of Mutation, and may change its refusal', async () => {
		refusal(
			await ask(extended, 'mutation { createCategory(data: {name: "Category 1"}) { data { id } } }'),
			/^No category was made: .*unique/,
		);
		assert.ok((await ask(extended, 'mutation { createCategory(data: {name: "new one"}) { data { id } } }')).data.createCategory.data.id);
	});
});

compare('nested-fields', ['nested-fields'], (plain, extended) => {
	const averages = side =>
		Object.fromEntries(
			side
				.database(
					'SELECT l.restaurant_id AS id, avg(r.stars) AS stars FROM reviews r JOIN reviews_restaurant_links l ON l.review_id = r.id ' +
						'WHERE r.published_at IS NOT NULL GROUP BY l.restaurant_id',
				)
				.map(({ id, stars: mean }) => [id, mean]),
		);
	it('answers for all parents of a level at once, wherever they stand', async () => {
		const want = averages(extended);
		const { data, errors } = await ask(
			extended,
			'{ restaurants(pagination: {limit: 20}) { data { id attributes { averageStars } } } categories(pagination: {limit: 4}) { data ' +
				'{ attributes { restaurants(pagination: {limit: 3}) { data { id attributes { averageStars } } } } } } }',
		);
		assert.equal(errors, undefined);
		const all = [...data.restaurants.data, ...data.categories.data.flatMap(({ attributes }) => attributes.restaurants.data)];
		assert.ok(all.length > 22);
		assert.ok(all.some(({ attributes }) => attributes.averageStars > 0));
		for (const { id, attributes } of all) assert.ok(Math.abs((attributes.averageStars ?? 0) - (want[id] ?? 0)) < 1e-9, `restaurant ${id}`);
		refusal(await ask(plain, '{ restaurants { data { attributes { averageStars } } } }'), /Cannot query field "averageStars"/);
	});
	it('takes the same number of statements however many there are', async () => {
		const folder = makeExtendedProject(['nested-fields']);
		const server = await startServer({ folder, env: { LECTERN_COUNT_STATEMENTS: '1', LECTERN_THREADS: '1' } });
		server.ownsFolder = true;
		const client = new Client(server.base);
		try {
			const count = limit =>
				fewestStatements(() =>
					client.request('POST', '/graphql', {
						headers: full,
						body: {
							query:
								`{ restaurants(pagination: {limit: ${limit}}) { data { attributes { averageStars } } } categories { data { attributes { ` +
								'restaurants { data { attributes { averageStars } } } } } } }',
						},
					}),
				);
			const few = await count(10);
			assert.equal(await count(40), few);
			assert.ok(few < 20, `${few} statements`);
		} finally {
			client.close();
			await server.stop();
		}
	});
});

describe("an extension that can't be loaded", () => {
	const entry = body =>
		`#include <lectern.h>\n#include <stdlib.h>\nbool lectern_register(lectern_app *app)\n{\n\t(void)app;\n\t${body}\n\treturn true;\n}\n`;
	const hello =
		'static bool hello(void *context, lectern_call *call)\n{\n\t(void)context;\n\treturn lectern_respond(call, ' +
		'lectern_new_text(call, "hello"));\n}\n';
	const good =
		`#include <lectern.h>\n${hello}bool lectern_register(lectern_app *app)\n{\n\treturn lectern_auth_none(lectern_add_route(app, ` +
		'"GET", "/good", hello, NULL));\n}\n';
	const route = (path, rule) =>
		`#include <lectern.h>\n${hello}bool lectern_register(lectern_app *app)\n{\n\tlectern_auth_none(lectern_add_route(app, "GET", ` +
		`"/before", hello, NULL));\n\tlectern_rule *rule = lectern_add_route(app, "GET", "${path}", hello, NULL);\n\t${rule}\n\treturn ` +
		'rule != NULL;\n}\n';
	const header = readFileSync(path.join(root, 'include/lectern.h'), 'utf8');
	const version = (part, number) =>
		good.replace('#include <lectern.h>', () => header.replace(new RegExp(`(LECTERN_INTERFACE_${part}) \\d+`), `$1 ${number}`));
	const using = parts =>
		`#include <lectern.h>\n${hello}bool lectern_register(lectern_app *app)\n{\n\tstatic lectern_graphql extension;\n\textension = ` +
		`(lectern_graphql){${parts}};\n\t(void)hello;\n\treturn lectern_use(app, &extension);\n}\n`;
	const sdl = text => using(`.type_defs = ${JSON.stringify(text)}`);
	const building = body =>
		'#include <lectern.h>\n#include <stdlib.h>\nstatic bool build(void *context, lectern_schema ' +
		`*schema)\n{\n\t(void)context;\n\t(void)schema;\n\t${body}\n\treturn true;\n}\n` +
		`${entry('return lectern_use_function(app, build, NULL);')}`;
	const faults = {
		'crashes when it registers': [entry('abort();'), /crashed while it was loaded|ended the process/],
		'crashes before it registers': [
			`${good}__attribute__((constructor)) static void crash(void)\n{\n\t__builtin_trap();\n}\n`,
			/crashed while it was loaded|ended the process/,
		],
		'ends the process': [entry('exit(0);'), /ended the process/],
		'never comes back': [entry('for (;;)\n\t\tlectern_log(LECTERN_DEBUG, "still here");'), /still registering after 10 seconds/],
		'refuses itself': [entry('return lectern_refuse(app, "no licence for %s", lectern_extension_name(app));'), /no licence for broken/],
		'fails without a reason': [entry('return false;'), /returned false without a reason/],
		'has no entry point': ['#include <lectern.h>\nint nothing;\n', /undefined symbol|no function lectern_register/],
		'was not built with the header': [
			'int lectern_register(void *app);\nint lectern_register(void *app)\n{\n\treturn app != 0;\n}\n',
			/not built with lectern\.h/,
		],
		'was built for another major version': [version('MAJOR', 2), /built for version 2\.0 of the interface, and this server has 1\.0/],
		'was built for a later minor version': [version('MINOR', 99), /built for version 1\.99/],
		'needs a function that is not there': [entry('extern void lectern_fly(void);\n\tlectern_fly();'), /undefined symbol: lectern_fly/],
		'names an unknown type': [entry('lectern_on(app, "api::nope.nope", LECTERN_AFTER_CREATE, 0, 0);'), /no content-type "api::nope\.nope"/],
		'names a component as a type': [entry('lectern_core_action(app, "location.address", "find");'), /is a component/],
		'names an unknown action': [
			entry('lectern_core_action(app, "api::category.category", "publish");'),
			/api::category\.category has no action "publish"/,
		],
		'names an action that a single type has not': [
			entry('lectern_core_action(app, "api::homepage.homepage", "create");'),
			/has no action "create"/,
		],
		'names an unknown policy': [
			entry('lectern_use_policy(lectern_core_action(app, "api::category.category", "find"), "nope", NULL);'),
			/no policy is named "nope"/,
		],
		'names an unknown middleware': [
			entry('lectern_use_middleware(lectern_core_action(app, "api::category.category", "find"), "nope", NULL);'),
			/no middleware is named "nope"/,
		],
		'names an unknown scope': [
			entry('lectern_auth_scope(lectern_core_action(app, "api::category.category", "find"), "api::category.category.nope");'),
			/no action "api::category\.category\.nope"/,
		],
		'gives a config that is no JSON': [
			`${good
				.replace(
					'bool lectern_register',
					'static bool yes(void *context, lectern_call *call, const lectern_value *config)\n{\n\treturn !context && call && ' +
						'config;\n}\nbool lectern_register',
				)
				.replace(
					'return lectern_auth',
					'return lectern_register_policy(app, "yes", yes, NULL) && lectern_use_policy(lectern_core_action(app, ' +
						'"api::category.category", "find"), "yes", "{no}") && lectern_auth',
				)}`,
			/config of "yes" is not valid JSON/,
		],
		'adds a route for nobody': [route('/x', ''), /does not say who may call it/],
		'adds a route without a path': [route('x', 'lectern_auth_none(rule);'), /invalid path "x"/],
		'adds a route of an unknown method': [
			route('/x', 'lectern_auth_none(lectern_add_route(app, "FETCH", "/y", hello, NULL)); lectern_auth_none(rule);'),
			/unknown method "FETCH"/,
		],
		'disables an unknown type': [
			entry('lectern_disable(lectern_shadow_crud(app, "api::nope.nope"));'),
			/no content-type "api::nope\.nope"/,
		],
		'disables an unknown field': [
			entry('lectern_field_disable(lectern_shadow_field_named(lectern_shadow_crud(app, "api::review.review"), "nope"));'),
			/api::review\.review has no field "nope"/,
		],
		'disables an unknown action': [
			entry('lectern_disable_action(lectern_shadow_crud(app, "api::review.review"), "publish");'),
			/"publish" is no action/,
		],
		'brings definitions that are no definitions': [sdl('type Book {'), /type definitions are wrong: .*Syntax Error/],
		'defines a field of an unknown type': [sdl('type Query { book: Boook }'), /Unknown type .*Boook/],
		'defines a field that is there': [sdl('type Query { categories: String }'), /Query\.categories.* already/],
		'defines an input as an output': [sdl('type Query { book: RestaurantInput }'), /Query\.book/],
		'extends an unknown type': [sdl('extend type Nope { book: String }'), /Nope/],
		'makes a schema that can not be': [
			sdl('type Query { thing: Thing } interface Thing { a: Int } type Real implements Thing { b: Int }'),
			/Thing\.a/,
		],
		'resolves an unknown field': [
			using('.resolvers = (lectern_named_resolver[]){{.field = "Query.nope", .resolve = hello}, {0}}'),
			/"Query\.nope" is of a field that the schema has not/,
		],
		'configures an unknown resolver': [
			entry('lectern_auth_none(lectern_resolver_rule(app, "Query.nope"));'),
			/"Query\.nope" is no field of the schema/,
		],
		'gives auth to a nested field': [
			entry('lectern_auth_none(lectern_resolver_rule(app, "Restaurant.name"));'),
			/only fields of Query and Mutation/,
		],
		'names an unknown policy for a resolver': [
			using(
				'.resolvers_config = (lectern_resolver_config[]){{.field = "Query.categories", .policies = (lectern_step[]){{.name = ' +
					'"nope"}, {0}}}, {0}}',
			),
			/no policy is named "nope"/,
		],
		'names an unknown scope for a resolver': [
			entry('lectern_auth_scope(lectern_resolver_rule(app, "Query.categories"), "api::nope.nope.find");'),
			/no action "api::nope\.nope\.find"/,
		],
		'makes a type that is there': [building('lectern_object_type(schema, "Restaurant", NULL);'), /there is a type "Restaurant" already/],
		'adds a field whose type is no type': [
			building('lectern_add_field(lectern_extend_type(schema, "Query"), "x", "[String", NULL);'),
			/Query\.x can't be added/,
		],
		'extends by the builder what is not there': [
			building('lectern_add_field(lectern_extend_type(schema, "Nope"), "x", "String", NULL);'),
			/the schema has no type "Nope"/,
		],
		'adds a field to an enum': [
			building('lectern_add_field(lectern_extend_type(schema, "PublicationState"), "x", "String", NULL);'),
			/"PublicationState" is no object type/,
		],
		'crashes when it extends the schema': [building('abort();'), /crashed while it was loaded|ended the process/],
		'is no shared object': [null, /file too short|invalid ELF header/],
	};
	const put = (folder, source, flags) => {
		if (source === null) writeFileSync(path.join(folder, 'extensions/broken.so'), 'nothing');
		else buildExtension(folder, 'broken', source, flags);
	};
	for (const [what, [source, message, flags]] of Object.entries(faults)) {
		it(`is told of by name when it ${what}, and the server ends`, async () => {
			const folder = makeExtendedProject({ good });
			try {
				put(folder, source, flags);
				const { code, stderr, signal } = await runCommand(['serve', folder, '--port', '1']);
				assert.equal(signal, null);
				assert.equal(code, 1);
				assert.match(stderr, /^lectern: the extension broken can't be loaded: /m);
				assert.match(stderr, message);
			} finally {
				rmSync(folder, { recursive: true, force: true });
			}
		});
	}
	it('is left out whole where that is configured, and the others are there', async () => {
		const folder = makeExtendedProject({ good }, { extensions: { onFailure: 'leaveOut' } });
		put(folder, ...faults['names an unknown policy'].slice(0, 1));
		buildExtension(folder, 'halfway', route('/x', ''));
		const server = await startServer({ folder });
		server.ownsFolder = true;
		const client = new Client(server.base);
		try {
			assert.match(server.stderr, /the extension broken was left out: no policy is named "nope"/);
			assert.match(server.stderr, /the extension halfway was left out: .*\/x does not say who may call it/);
			assert.equal((await client.get('/api/good')).json, 'hello');
			assertError(await client.get('/api/before'), 404);
			assert.equal((await client.get('/api/categories', full)).status, 200);
		} finally {
			client.close();
			await server.stop();
		}
	});
	it('is not looked at where it is disabled', async () => {
		for (const config of [{ disabled: ['broken'] }, { enabled: false }]) {
			const folder = makeExtendedProject({}, { extensions: config });
			buildExtension(folder, 'broken', faults['crashes when it registers'][0]);
			const server = await startServer({ folder });
			server.ownsFolder = true;
			await server.stop();
		}
	});
	it('is found by lectern check', async () => {
		const folder = makeExtendedProject({ good });
		const right = await runCommand(['check', folder, '--load-extensions']);
		assert.deepEqual([right.code, right.stdout.split('\n')[0]], [0, 'ok: 1 extensions']);
		buildExtension(folder, 'broken', faults['names an unknown action'][0]);
		const wrong = await runCommand(['check', folder, '--load-extensions']);
		rmSync(folder, { recursive: true, force: true });
		assert.equal(wrong.code, 1);
		assert.match(wrong.stdout, /^extensions: the extension broken can't be loaded: .*no action "publish"/m);
	});
	it('has mistakes in its configuration told', async () => {
		for (const [config, message] of [
			[{ onFailure: 'x' }, /extensions\.json: \$\.onFailure: .*leaveOut/],
			[{ config: [] }, /extensions\.json: \$\.config/],
			[{ enabled: 'perhaps' }, /extensions\.json: \$\.enabled/],
		]) {
			const folder = makeProject({ extensions: config });
			const { code, stdout, stderr } = await runCommand(['check', folder]);
			rmSync(folder, { recursive: true, force: true });
			assert.equal(code, 1);
			assert.match(stdout + stderr, message);
		}
	});
});

describe('hooks of users', () => {
	const source = `#include <lectern.h>
static bool guard(void *context, lectern_call *call)
{
	lectern_text name = lectern_as_text(lectern_get(lectern_event_data(call), "username"));
	(void)context;
	if (name.length < 3 || name.data[0] != 'w')
		return true;
	return lectern_fail_validation(call, "%s %d %d %d", lectern_event_type(call), (int)lectern_caller_kind(call),
		(int)lectern_caller_user_id(call), lectern_allowed(call, "plugin::users-permissions.user.create"));
}
bool lectern_register(lectern_app *app)
{
	return lectern_on(app, "plugin::users-permissions.user", LECTERN_BEFORE_CREATE, guard, NULL) &&
		lectern_on(app, "plugin::users-permissions.user", LECTERN_BEFORE_UPDATE, guard, NULL);
}
`;
	it('know who registers, makes or changes one', async () => {
		const server = await startExtended({ guard: source });
		const client = new Client(server.base);
		try {
			const body = { username: 'who', email: 'who@example.com', password: 'secret123' };
			const said = async (method, where, options) => (await client.request(method, where, options)).json.error?.message;
			assert.equal(await said('POST', '/api/auth/local/register', { body }), 'plugin::users-permissions.user 0 0 0');
			assert.equal(await said('POST', '/api/users', { body: { ...body, role: 1 }, headers: full }), 'plugin::users-permissions.user 2 0 1');
			assert.equal(await said('PUT', '/api/users/1', { body: { username: 'who' }, headers: full }), 'plugin::users-permissions.user 2 0 1');
			const { json } = await client.request('POST', '/graphql', {
				body: { query: 'mutation { register(input: {username: "who", email: "who@example.com", password: "secret123"}) { jwt } }' },
			});
			assert.equal(json.errors[0].message, 'plugin::users-permissions.user 0 0 0');
		} finally {
			client.close();
			await server.stop();
		}
	});
});

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

describe('extensions under load', () => {
	it('are called from all threads at once', async () => {
		const server = await startExtended(
			[
				'creator-fields',
				'lifecycle-hooks',
				'nested-fields',
				'resolver-middlewares',
				'rest-policies',
				'rest-routes',
				'use-plugins',
				'use-resolvers',
				'use-type-defs',
				'use-types',
			],
			{ env: { LECTERN_THREADS: '4' } },
		);
		const client = new Client(server.base, { connections: 24 });
		try {
			const headers = { ...full, 'X-Purpose': 'load', 'X-Reason': 'load' };
			const graphql = query => client.request('POST', '/graphql', { headers, body: { query } });
			const kinds = [
				() => client.get('/api/reviews?pagination[pageSize]=5', headers),
				() => client.get('/api/categories', headers),
				() => client.get('/api/categories/3', headers),
				() => client.get('/api/restaurants/cities/Graz', headers),
				i => client.request('POST', '/api/reviews', { headers, body: { data: { title: `load ${i}`, stars: 4 } } }),
				() =>
					graphql(
						'{ restaurants(pagination: {limit: 3}) { data { attributes { name nameLength motto averageStars categories { data { ' +
							'attributes { name } } } } } } }',
					),
				() =>
					graphql(
						'{ counts choice { ... on Dish { name } } place(city: "Graz") { restaurants } table(table: "a1") chains { data { ' +
							'attributes { name } } } }',
					),
				i => graphql(`mutation { createCategories(names: ["load ${i}"]) }`),
				() => graphql('{ categoriesLike(start: "Category 1") { data { attributes { name } } } category(id: 2) { data { id } } }'),
			];
			const answers = await Promise.all(Array.from({ length: 360 }, (_, i) => kinds[i % kinds.length](i)));
			for (const { status, json, text } of answers) {
				assert.equal(status, 200, text);
				assert.equal(json.errors, undefined, text);
			}
			const database = sql => sqlite(path.join(server.folder, '.tmp/data.db'), sql);
			assert.equal(database("SELECT count(*) AS n FROM reviews WHERE title LIKE 'load %!'")[0].n, 40);
			assert.equal(database("SELECT count(*) AS n FROM bookmarks WHERE label LIKE 'created load %'")[0].n, 40);
			assert.equal(database("SELECT count(*) AS n FROM categories WHERE name LIKE 'load %'")[0].n, 40);
		} finally {
			client.close();
			await server.stop();
		}
	});
});

describe('middlewares around changes', () => {
	// With X-Late they fail after the change was made; with X-Deaf they take no notice that it failed.
	const source = `#include <lectern.h>

static bool wrap(void *context, lectern_call *call, const lectern_value *options)
{
	bool done = lectern_next(call);
	(void)context;
	(void)options;
	if (lectern_request_header(call, "X-Late").length)
		return lectern_fail_validation(call, "too late");
	if (!done && lectern_request_header(call, "X-Deaf").length) {
		lectern_clear_error(call);
		return lectern_is_graphql(call) ? lectern_resolve(call, NULL) : lectern_respond(call, NULL);
	}
	return done;
}

bool lectern_register(lectern_app *app)
{
	return lectern_use_middleware_function(lectern_resolver_rule(app, "Mutation.createCategory"), wrap, NULL) &&
	       lectern_use_middleware_function(lectern_core_action(app, "api::category.category", "create"), wrap, NULL);
}
`;
	const side = {};
	before(async () => {
		side.server = await startExtended({ wrap: source });
		side.client = new Client(side.server.base);
	});
	after(async () => {
		side.client?.close();
		await side.server?.stop();
	});
	const count = name =>
		sqlite(path.join(side.server.folder, '.tmp/data.db'), `SELECT count(*) AS n FROM categories WHERE name = '${name}'`)[0].n;
	const overRest = (name, headers) =>
		side.client.request('POST', '/api/categories', { headers: { ...full, ...headers }, body: { data: { name } } });
	const overGraphql = (name, headers) =>
		ask(side, `mutation { createCategory(data: {name: "${name}"}) { data { id } } }`, { headers: { ...full, ...headers } });
	it('take it back when they fail afterwards', async () => {
		assertError(await overRest('late', { 'X-Late': '1' }), 400, 'ValidationError', /too late/);
		refusal(await overGraphql('late', { 'X-Late': '1' }), /too late/);
		assert.equal(count('late'), 0);
	});
	it('can not make a success of its failure', async () => {
		assert.equal((await overRest('once')).status, 200);
		assertError(await overRest('once', { 'X-Deaf': '1' }), 400, 'ValidationError', /unique/);
		refusal(await overGraphql('once', { 'X-Deaf': '1' }), /unique/);
		assert.ok((await overGraphql('twice')).data.createCategory.data.id);
		assert.deepEqual([count('once'), count('twice')], [1, 1]);
	});
});

describe('extensions on PostgreSQL', () => {
	const side = {};
	let cluster;
	before(async () => {
		cluster = await Cluster.create();
		side.server = await startExtended(['creator-fields', 'lifecycle-hooks', 'nested-fields', 'rest-routes', 'use-resolvers'], {
			args: ['--database', cluster.url()],
		});
		side.client = new Client(side.server.base);
	});
	after(async () => {
		side.client?.close();
		await side.server?.stop();
		cluster?.destroy();
	});
	const count = (table, where) => Number(cluster.sql(`SELECT count(*) FROM ${table} WHERE ${where}`));
	it('read and write as on SQLite, all or nothing', async () => {
		const made = await side.client.request('POST', '/api/reviews', { headers: full, body: { data: { title: 'fine', stars: 4 } } });
		assert.equal(made.json.data.attributes.title, 'fine!');
		assert.equal(count('bookmarks', `label = 'created fine! ${made.json.data.id}'`), 1);
		assertError(
			await side.client.request('POST', '/api/reviews', { headers: full, body: { data: { title: 'so so', stars: 3 } } }),
			400,
			'ValidationError',
			/Make up your mind/,
		);
		assertError(
			await side.client.request('POST', '/api/restaurants/2/close', { headers: full, body: { reason: 'bad', stars: 9 } }),
			400,
			'ValidationError',
			/stars/,
		);
		assert.equal(count('reviews', "title LIKE 'bad%'"), 0);
		refusal(await ask(side, 'mutation { createCategories(names: ["pair 1", "pair 1"]) }'), /unique/);
		assert.equal(count('categories', "name = 'pair 1'"), 0);
		assert.equal((await ask(side, 'mutation { createCategories(names: ["pair 1", "pair 2"]) }')).data.createCategories.length, 2);
		assert.ok((await side.client.get('/api/reviews', full)).json.data.some(({ attributes }) => attributes.createdBy?.firstname === 'Ada'));
		const { data } = await ask(side, '{ restaurants(pagination: {limit: 10}) { data { attributes { averageStars } } } }');
		assert.ok(data.restaurants.data.some(({ attributes }) => attributes.averageStars > 0));
	});
});

describe('functions of extensions over GraphQL', () => {
	const source = `#include <lectern.h>
#include <string.h>

static bool add_up(void *context, lectern_call *call, const lectern_value *options)
{
	lectern_value *value;
	int64_t sum = 0;
	(void)context;
	(void)options;
	if (!lectern_next(call) || !lectern_resolved(call, &value))
		return false;
	for (size_t i = 0; i < lectern_length(value); i++)
		sum += lectern_as_integer(lectern_get(lectern_at(value, i), "id"), 0);
	if (lectern_kind_of(value) == LECTERN_OBJECT)
		sum = lectern_as_integer(lectern_get(value, "id"), 0);
	lectern_set(lectern_state(call), "sum", lectern_new_integer(call, sum));
	return true;
}

static bool sum(void *context, lectern_call *call)
{
	(void)context;
	return lectern_resolve(call, lectern_get(lectern_state(call), "sum"));
}

static bool leave_note(void *context, lectern_call *call, const lectern_value *config)
{
	(void)context;
	(void)config;
	return lectern_set(lectern_state(call), "by", lectern_info_key(call).length ? lectern_info_field(call).data[0] == 'n' ?
		lectern_new_text(call, lectern_info_key(call).data) : NULL : NULL);
}

static bool note(void *context, lectern_call *call)
{
	(void)context;
	return lectern_resolve(call, lectern_new_format(call, "%s %s.%s %s %s %s", lectern_as_text(lectern_get(lectern_state(call), "by")).data,
		lectern_info_parent_type(call).data, lectern_info_field(call).data, lectern_info_type(call).data,
			lectern_request_method(call).data, lectern_request_path(call).data));
}

static bool fail(void *context, lectern_call *call)
{
	const char *how = lectern_as_text(lectern_argument(call, "how")).data;
	lectern_value *value;
	(void)context;
	if (!strcmp(how, "teapot")) {
		lectern_fail(call, 418, "TeapotError", "short and stout");
		return lectern_fail_details(call, lectern_json(call, "{\\"handle\\": 1}"));
	}
	if (!strcmp(how, "write"))
		return lectern_create(call, "api::category.category", lectern_json(call, "{\\"name\\": \\"x\\"}"), NULL, 0, NULL);
	if (!strcmp(how, "type"))
		return lectern_resolve(call, lectern_new_object(call));
	if (!strcmp(how, "argument"))
		return lectern_set_argument(call, "how", lectern_new_array(call));
	if (!strcmp(how, "unknown"))
		return lectern_set_argument(call, "nope", NULL);
	if (!strcmp(how, "index"))
		return lectern_resolve_at(call, 7, NULL);
	if (!strcmp(how, "respond"))
		return lectern_respond(call, NULL);
	if (!strcmp(how, "result"))
		return lectern_resolved_at(call, 9, &value);
	return false;
}

static bool swallow(void *context, lectern_call *call)
{
	lectern_value *data = lectern_json(call, "{\\"name\\": \\"swallowed\\"}");
	(void)context;
	if (!lectern_create(call, "api::category.category", data, NULL, 0, NULL))
		return false;
	lectern_create(call, "api::category.category", data, NULL, 0, NULL);
	lectern_clear_error(call);
	return lectern_resolve(call, lectern_new_text(call, "all is well"));
}

static bool sign_in(void *context, lectern_call *call)
{
	lectern_value *answer = lectern_json(call, "{\\"jwt\\": \\"none\\", \\"user\\": {\\"id\\": 1}}");
	int64_t count;
	(void)context;
	if (!lectern_count(call, "plugin::users-permissions.user", NULL, 0, &count))
		return false;
	lectern_put(call, answer, "user.username", lectern_new_format(call, "one of %d", (int)count));
	return lectern_resolve(call, answer);
}

static bool called(void *context, lectern_call *call)
{
	size_t count = lectern_parent_count(call);
	(void)context;
	for (size_t i = 0; i < count; i++)
		lectern_resolve_at(call, i, lectern_new_format(call, "%s of %d", lectern_as_text(lectern_get(lectern_parent_at(call, i),
			"name")).data, (int)count));
	return !lectern_parent_at(call, count);
}

static bool build(void *context, lectern_schema *schema)
{
	lectern_type *query = lectern_extend_type(schema, "Query"), *mutation = lectern_extend_type(schema, "Mutation");
	(void)context;
	lectern_resolve_by(lectern_find_field(mutation, "login"), sign_in, NULL);
	lectern_resolve_by(lectern_add_field(query, "note", "String!", NULL), note, NULL);
	lectern_resolve_all_by(lectern_add_field(lectern_extend_type(schema, "Category"), "called", "String", NULL), called, NULL);
	lectern_resolve_by(lectern_add_argument(lectern_add_field(query, "fail", "Int", NULL), "how", "String", NULL, NULL), fail, NULL);
	lectern_resolve_by(lectern_add_field(mutation, "swallow", "String", NULL), swallow, NULL);
	lectern_resolve_by(lectern_add_field(query, "sum", "Int", NULL), sum, NULL);
	lectern_use_middleware_function(lectern_resolver_rule(lectern_schema_app(schema), "CategoryEntityResponseCollection.data"), add_up, NULL);
	lectern_use_middleware_function(lectern_resolver_rule(lectern_schema_app(schema), "CategoryEntityResponse.data"), add_up, NULL);
	return lectern_use_policy_function(lectern_resolver_rule(lectern_schema_app(schema), "Query.note"), leave_note, NULL);
}

bool lectern_register(lectern_app *app)
{
	static const char *const open[] = {"Query.note", "Query.fail", "Mutation.swallow"};
	for (size_t i = 0; i < 3; i++)
		if (!lectern_auth_none(lectern_resolver_rule(app, open[i])))
			return false;
	return lectern_use_function(app, build, NULL);
}
`;
	const side = {};
	before(async () => {
		side.server = await startExtended({ run: source });
		side.client = new Client(side.server.base);
	});
	after(async () => {
		side.client?.close();
		await side.server?.stop();
	});
	it('share the state of a request, and tell what is resolved', async () => {
		assert.deepEqual((await ask(side, '{ a: note note }')).data, {
			a: 'a Query.note String! POST /graphql',
			note: 'note Query.note String! POST /graphql',
		});
	});
	it('know each parent of a batch', async () => {
		const { data } = await ask(side, '{ categories(pagination: {limit: 3}, sort: "id") { data { attributes { name called } } } }');
		for (const { attributes } of data.categories.data) assert.equal(attributes.called, `${attributes.name} of 3`);
	});
	it('look at entries in middlewares', async () => {
		const { data } = await ask(side, '{ categories(pagination: {limit: 3}, sort: "id") { data { id } } sum }');
		assert.equal(
			data.sum,
			data.categories.data.reduce((total, { id }) => total + Number(id), 0),
		);
		assert.equal((await ask(side, '{ category(id: 4) { data { attributes { name } } } sum }')).data.sum, 4);
	});
	const refusals = {
		teapot: /^short and stout$/,
		write: /^Internal Server Error$/,
		type: /Int cannot represent/,
		argument: /"\$how" got invalid value \[\]; String cannot represent/,
		unknown: /^Internal Server Error$/,
		index: /^Internal Server Error$/,
		respond: /^Internal Server Error$/,
		result: /^Internal Server Error$/,
		silent: /^Internal Server Error$/,
	};
	for (const [how, message] of Object.entries(refusals))
		it(`fail with an error: ${how}`, async () => {
			const answer = await ask(side, `{ fail(how: "${how}") categories(pagination: {limit: 1}) { data { id } } }`);
			refusal(answer, message);
			assert.equal(answer.data.fail, null);
			assert.equal(answer.data.categories.data.length, 1, 'all else is answered');
			if (how === 'teapot')
				assert.deepEqual(answer.errors[0].extensions.error, { name: 'TeapotError', message: 'short and stout', details: { handle: 1 } });
		});
	it('may stand in for those of accounts', async () => {
		const { data } = await ask(side, 'mutation { login(input: {identifier: "x", password: "y"}) { jwt user { username } } }', {
			headers: {},
		});
		assert.equal(data.login.jwt, 'none');
		assert.match(data.login.user.username, /^one of \d+$/);
	});
	it('never keep half a transaction', async () => {
		refusal(await ask(side, 'mutation { swallow }'), /unique/);
		assert.deepEqual(sqlite(path.join(side.server.folder, '.tmp/data.db'), "SELECT id FROM categories WHERE name = 'swallowed'"), []);
	});
	it('make a schema of their own where none is made of the models', async () => {
		const config = { plugins: { graphql: { config: { shadowCRUD: false } } } };
		const without = await startServer({ config });
		const server = await startExtended(
			{
				only:
					'#include <lectern.h>\nstatic bool hello(void *context, lectern_call *call)\n{\n\t(void)context;\n\treturn ' +
					'lectern_resolve(call, lectern_new_text(call, "hello"));\n}\nbool lectern_register(lectern_app *app)\n{\n\tstatic const ' +
					'lectern_named_resolver resolvers[] = {{.field = "Query.hello", .resolve = hello}, {0}};\n\tstatic const lectern_graphql ' +
					'extension = {.type_defs = "type Query { hello: String }", .resolvers = resolvers};\n\treturn lectern_use(app, &extension) ' +
					'&& lectern_auth_none(lectern_resolver_rule(app, "Query.hello"));\n}\n',
			},
			{ config },
		);
		const clients = [without, server].map(({ base }) => new Client(base));
		try {
			const [none, own] = await Promise.all(
				clients.map(client =>
					client.request('POST', '/graphql', {
						body: { query: '{ hello __schema { queryType { fields { name } } mutationType { name } } }' },
					}),
				),
			);
			assertError(none, 405);
			assert.deepEqual(own.json, {
				data: { hello: 'hello', __schema: { queryType: { fields: [{ name: 'hello' }] }, mutationType: null } },
			});
		} finally {
			for (const client of clients) client.close();
			await without.stop();
			await server.stop();
		}
	});
});

describe('functions of extensions', () => {
	// Every failure that can be made at run time, as a route each.
	const source = `#include <lectern.h>
#include <string.h>

static const char uid[] = "api::category.category";

static bool run(void *context, lectern_call *call)
{
	const char *what = context;
	lectern_value *value = NULL, *object = lectern_new_object(call);
	int64_t count;
	if (!strcmp(what, "silent"))
		return false;
	if (!strcmp(what, "unknown-type"))
		return lectern_find(call, "api::nope.nope", NULL, 0, &value);
	if (!strcmp(what, "bad-query"))
		return lectern_find(call, uid, lectern_json(call, "{\\"sort\\": \\"nope\\"}"), 0, &value);
	if (!strcmp(what, "write"))
		return lectern_create(call, uid, lectern_json(call, "{\\"name\\": \\"x\\"}"), NULL, 0, NULL);
	if (!strcmp(what, "teapot")) {
		lectern_fail(call, 418, "TeapotError", "short and %s", "stout");
		return lectern_fail_details(call, lectern_json(call, "{\\"handle\\": 1}"));
	}
	if (!strcmp(what, "header"))
		return lectern_set_header(call, "X-A", "a\\r\\nX-B: b") && lectern_respond(call, NULL);
	if (!strcmp(what, "length"))
		return lectern_set_header(call, "Content-Length", "1") && lectern_respond(call, NULL);
	if (!strcmp(what, "status"))
		return lectern_set_status(call, 7) && lectern_respond(call, NULL);
	if (!strcmp(what, "swallow")) {
		/* the first is stored, the second fails: swallowing that must not keep the first */
		if (!lectern_create(call, uid, lectern_json(call, "{\\"name\\": \\"swallowed\\"}"), NULL, 0, NULL))
			return false;
		lectern_create(call, uid, lectern_json(call, "{\\"name\\": \\"swallowed\\"}"), NULL, 0, NULL);
		lectern_clear_error(call);
		return lectern_respond(call, lectern_new_text(call, "all is well"));
	}
	if (!strcmp(what, "values")) {
		lectern_value *array = lectern_new_array(call);
		lectern_append(array, lectern_new_integer(call, INT64_MIN));
		lectern_append(array, lectern_new_number(call, 0.1));
		lectern_append(array, lectern_new_number(call, 1e300 * 1e300));
		lectern_append(array, lectern_new_string(call, "a\\0\\xff\\"", 4));
		lectern_append(array, lectern_new_boolean(call, true));
		lectern_set(object, "array", array);
		lectern_put(call, object, "a.b.c", lectern_new_text(call, "d"));
		lectern_set(object, "twice", array);
		lectern_set(object, "copy", lectern_copy(call, array));
		lectern_append(lectern_get(object, "copy"), NULL);
		lectern_unset(object, "nothing");
		lectern_set(object, "length", lectern_new_integer(call, (int64_t)lectern_length(array)));
		lectern_set(object, "path", lectern_path(object, "array.1"));
		lectern_set(object, "none", lectern_path(object, "array.9.x"));
		lectern_set(object, "key", lectern_new_text(call, lectern_key_at(object, 1)));
		lectern_set(object, "member", lectern_member_at(object, 1));
		lectern_set(object, "behind", lectern_new_boolean(call, lectern_key_at(object, 99) || lectern_member_at(object, 99) ||
			lectern_member_at(array, 0)));
		lectern_set(object, "boolean", lectern_new_boolean(call, lectern_as_boolean(lectern_at(array, 4), false) &&
			!lectern_as_boolean(lectern_at(array, 1), false) && lectern_as_boolean(NULL, true)));
		lectern_set(object, "number", lectern_new_number(call, lectern_as_number(lectern_at(array, 1),
			7) + lectern_as_number(lectern_at(array, 3), 7) + lectern_as_number(lectern_new_integer(call, 1), 7)));
		lectern_set(object, "itself", object);
		lectern_set(object, "text", lectern_new_text(call, lectern_write(call, array).data));
		return lectern_respond(call, object);
	}
	if (!strcmp(what, "who")) {
		lectern_text role;
		lectern_value *user;
		if (!lectern_caller_role(call, &role) || !lectern_caller_user(call, &user))
			return false;
		lectern_set(object, "kind", lectern_new_integer(call, lectern_caller_kind(call)));
		lectern_set(object, "id", lectern_new_integer(call, lectern_caller_user_id(call)));
		lectern_set(object, "role", lectern_new_text(call, role.data));
		lectern_set(object, "user", user);
		lectern_set(object, "allowed", lectern_new_boolean(call, lectern_allowed(call, "api::category.category.find")));
		lectern_set(object, "method", lectern_new_text(call, lectern_request_method(call).data));
		lectern_set(object, "path", lectern_new_text(call, lectern_request_path(call).data));
		lectern_set(object, "agent", lectern_new_text(call, lectern_request_header(call, "user-agent").data));
		lectern_set(object, "address", lectern_new_text(call, lectern_request_address(call).data));
		lectern_set(object, "body", lectern_new_text(call, lectern_request_body_text(call).data));
		return lectern_respond(call, object);
	}
	if (!strcmp(what, "private")) {
		lectern_value *as_caller, *full;
		lectern_value *query = lectern_json(call,
			"{\\"filters\\": {\\"code\\": \\"C2\\"}, \\"populate\\": [\\"createdBy\\", \\"restaurants\\"]}");
		if (!lectern_find(call, uid, query, LECTERN_WITH_PRIVATE, &full) || !lectern_count(call, uid, query, 0, &count))
			return false;
		lectern_set(object, "full", lectern_at(full, 0));
		lectern_set(object, "count", lectern_new_integer(call, count));
		if (lectern_find(call, uid, query, LECTERN_AS_CALLER, &as_caller))
			return lectern_fail(call, 500, "Leak", "a caller searched a private field");
		lectern_set(object, "refused", lectern_new_text(call, lectern_error_message(call)));
		lectern_set(object, "status", lectern_new_integer(call, lectern_error_status(call)));
		lectern_set(object, "name", lectern_new_text(call, lectern_error_name(call)));
		lectern_fail_details(call, lectern_json(call, "{\\"of\\": 1}"));
		lectern_set(object, "details", lectern_copy(call, lectern_error_details(call)));
		lectern_log(LECTERN_WARNING, "%s was refused,\\nas it should be", "private");
		lectern_clear_error(call);
		if (!lectern_find_one(call, uid, 2, lectern_json(call, "{\\"populate\\": \\"*\\"}"), LECTERN_AS_CALLER | LECTERN_WRAPPED, &as_caller))
			return false;
		lectern_set(object, "asCaller", as_caller);
		return lectern_respond(call, object);
	}
	if (!strcmp(what, "delete")) {
		if (!lectern_to_integer(lectern_request_part(call, "id"), &count) ||
			!lectern_delete(call, uid, count, lectern_json(call, "{\\"fields\\": [\\"name\\"]}"), 0, &value))
			return false;
		lectern_set(object, "was", value);
		lectern_set(object, "gone", lectern_new_boolean(call, lectern_find_one(call, uid, count, NULL, 0, &value) && !value));
		return lectern_respond(call, object);
	}
	if (!strcmp(what, "config"))
		return lectern_respond(call, object);
	return lectern_fail_not_found(call);
}

static lectern_value *config_copy;

static bool config(void *context, lectern_call *call)
{
	(void)context;
	return lectern_respond(call, config_copy);
}

bool lectern_register(lectern_app *app)
{
	static const char *const gets[] = {"silent", "unknown-type", "bad-query", "write", "teapot", "header", "length", "status",
		"values", "who", "private"};
	char path[64] = "/run/";
	config_copy = (lectern_value *)(uintptr_t)lectern_extension_config(app);
	for (size_t i = 0; i < sizeof gets / sizeof *gets; i++) {
		strcpy(path + 5, gets[i]);
		if (!lectern_auth_none(lectern_add_route(app, "GET", path, run, (void *)(uintptr_t)gets[i])))
			return false;
	}
	return lectern_auth_none(lectern_add_route(app, "POST", "/run/swallow", run, "swallow")) &&
	       lectern_auth_none(lectern_add_route(app, "DELETE", "/run/:id", run, "delete")) &&
	       lectern_auth_none(lectern_add_route(app, "PATCH", "/run/who", run, "who")) &&
	       lectern_auth_none(lectern_add_route(app, "GET", "/run/config", config, NULL)) &&
	       lectern_has_type(app, uid) && !lectern_has_type(app, "x") && lectern_has_field(app, uid, "name") &&
		!lectern_has_field(app, uid, "x");
}
`;
	let server;
	let client;
	before(async () => {
		server = await startExtended({ run: source }, { config: { extensions: { config: { run: { greeting: 'hello' } } } } });
		client = new Client(server.base);
	});
	after(async () => {
		client?.close();
		await server?.stop();
	});
	const refusals = {
		silent: [500, 'InternalServerError', /^Internal Server Error$/],
		'unknown-type': [500, 'InternalServerError', /^Internal Server Error$/],
		'bad-query': [400, 'ValidationError', /nope/],
		write: [500, 'InternalServerError', /^Internal Server Error$/],
		teapot: [418, 'TeapotError', /^short and stout$/],
		header: [500, 'InternalServerError', /./],
		length: [500, 'InternalServerError', /./],
		status: [500, 'InternalServerError', /./],
	};
	for (const [what, [status, name, message]] of Object.entries(refusals))
		it(`fail with an error: ${what}`, async () => {
			const answer = await client.get(`/api/run/${what}`);
			assertError(answer, status, name, message);
			if (what === 'teapot') assert.deepEqual(answer.json.error.details, { handle: 1 });
		});
	it('tell the reason in the log', async () => {
		for (let i = 0; i < 50 && !server.stderr.includes('set the status 7'); i++) await sleep(20);
		for (const reason of [
			/the extension run failed without a reason/,
			/entries of "api::nope\.nope"/,
			/wanted to write where nothing is written/,
			/set the status 7/,
		])
			assert.match(server.stderr, reason);
	});
	it('never keep half a transaction', async () => {
		assertError(await client.request('POST', '/api/run/swallow'), 400, 'ValidationError', /unique/);
		assert.deepEqual(sqlite(path.join(server.folder, '.tmp/data.db'), "SELECT id FROM categories WHERE name = 'swallowed'"), []);
	});
	it('make and read values', async () => {
		const { text, json } = await client.get('/api/run/values');
		const array = [0, 0.1, null, 'a\0\ufffd"', true];
		assert.match(text, /"array":\[-9223372036854775808,0\.1,null,/);
		assert.deepEqual(json.array.slice(1), array.slice(1));
		assert.deepEqual(json.twice, json.array);
		assert.deepEqual(json.copy.slice(1), [...array.slice(1), null]);
		const { a, length, path: at, none, key, itself, member, behind, boolean, number } = json;
		assert.deepEqual(
			{ a, length, at, none, key, itself },
			{ a: { b: { c: 'd' } }, length: 5, at: 0.1, none: null, key: 'a', itself: undefined },
		);
		assert.deepEqual({ member, behind, boolean, number }, { member: a, behind: false, boolean: true, number: 8.1 });
		assert.equal(JSON.parse(json.text).length, 5);
	});
	it('know who is calling, and what was asked', async () => {
		const ask = async headers => (await client.get('/api/run/who', headers)).json;
		const anybody = await ask({ 'User-Agent': 'test' });
		assert.deepEqual(anybody, {
			kind: 0,
			id: 0,
			role: 'public',
			user: null,
			allowed: anybody.allowed,
			method: 'GET',
			path: '/api/run/who',
			agent: 'test',
			address: '127.0.0.1',
			body: '',
		});
		const one = await ask(user(1));
		assert.deepEqual(
			[one.kind, one.id, one.role, one.user.username, one.user.role.type],
			[1, 1, 'authenticated', 'user1', 'authenticated'],
		);
		assert.ok(!('password' in one.user) && !('resetPasswordToken' in one.user));
		assert.deepEqual([(await ask(full)).kind, (await ask(full)).allowed, (await ask(full)).role], [2, true, '']);
		const changed = await client.request('PATCH', '/api/run/who', { headers: user(2), body: '{"a":1}' });
		assert.deepEqual(
			[changed.json.method, changed.json.body, changed.json.id, changed.json.allowed],
			['PATCH', '{"a":1}', 2, (await ask(user(2))).allowed],
		);
	});
	it('find what a caller may not, unless they ask as the caller', async () => {
		const { json } = await client.get('/api/run/private');
		assert.equal(json.full.code, 'C2');
		assert.ok('createdBy' in json.full && Array.isArray(json.full.restaurants));
		assert.equal(json.count, 1);
		assert.deepEqual([json.status, json.refused, json.name, json.details], [400, 'Invalid parameter code', 'ValidationError', { of: 1 }]);
		for (let i = 0; i < 50 && !server.stderr.includes('private was refused'); i++) await sleep(20);
		assert.match(server.stderr, / warning private was refused,\?as it should be$/m);
		assert.deepEqual(Object.keys(json.asCaller), ['id', 'attributes']);
		assert.ok(!('code' in json.asCaller.attributes) && !('createdBy' in json.asCaller.attributes));
	});
	it('delete an entry, and tell what it was', async () => {
		const { json } = await client.request('POST', '/api/categories', { body: { data: { name: 'short-lived' } }, headers: full });
		const { id } = json.data;
		const answer = await client.request('DELETE', `/api/run/${id}`);
		assert.deepEqual(answer.json, { was: { id, name: 'short-lived' }, gone: true });
		assertError(await client.request('DELETE', `/api/run/${id}`), 404, 'NotFoundError');
		assertError(await client.get(`/api/categories/${id}`, full), 404);
	});
	it('read their configuration', async () => {
		assert.deepEqual((await client.get('/api/run/config')).json, { greeting: 'hello' });
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
