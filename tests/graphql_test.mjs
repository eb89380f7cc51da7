// GraphQL on a running server: the schema that is made of the models, the recorded answers of Strapi, and what the
// endpoint takes and refuses.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { compareCase, encodePath, useMade } from './lib/cases.mjs';
import { dataFolder, readCases } from './lib/data.mjs';
import { sanitized, sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { makeProject, runCommand, startServer, useServer } from './lib/server.mjs';
import { fewestStatements } from './lib/statements.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const custom = { Authorization: `Bearer ${'c'.repeat(64)}` };

const typeReference = `kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`;
const introspection = `{ __schema {
	queryType { name } mutationType { name } subscriptionType { name }
	types {
		kind name description
		fields(includeDeprecated: true) {
			name description args { name description type { ${typeReference} } defaultValue } type { ${typeReference} }
			isDeprecated deprecationReason
		}
		inputFields { name description type { ${typeReference} } defaultValue }
		interfaces { ${typeReference} }
		enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
		possibleTypes { name }
	}
	directives { name }
} }`;

/** Posts a query; resolves with the answer. */
function ask(client, query, { variables, headers = {}, ...more } = {}) {
	return client.request('POST', '/graphql', { headers, body: { query, variables, ...more } });
}

/** The data that a query gives, without errors. */
async function data(client, query, options) {
	const { status, json, text } = await ask(client, query, options);
	assert.equal(status, 200, text);
	assert.equal(json.errors, undefined, text);
	return json.data;
}

describe('the schema made of the models', () => {
	let client;
	useServer(started => ({ client } = started));

	const recorded = JSON.parse(brotliDecompressSync(readFileSync(`${dataFolder}introspection.json.br`)).toString());
	const want = (recorded.data ?? recorded).__schema;
	const plain = value => JSON.parse(JSON.stringify(value, (key, item) => (item === null ? undefined : item)));
	/* Strapi has components in the order of its file system; here it is that of their names. */
	const inOrder = types => [...types].sort((a, b) => (a.name < b.name ? -1 : 1));
	const comparable = type => ({
		...plain(type),
		possibleTypes: type.possibleTypes && inOrder(type.possibleTypes.map(({ name }) => ({ name }))),
	});

	it('is that of Strapi, type by type', async () => {
		const { __schema: got } = await data(client, introspection);
		const own = types => types.filter(({ name }) => !name.startsWith('__'));
		assert.deepEqual(
			own(got.types)
				.map(({ name }) => name)
				.sort(),
			own(want.types)
				.map(({ name }) => name)
				.sort(),
		);
		for (const type of own(want.types)) {
			const found = got.types.find(({ name }) => name === type.name);
			const mine = comparable(found);
			const theirs = comparable(type);
			/* Ours says what its fields' reference can't: nothing else may differ. */
			for (const field of theirs.fields ?? []) for (const argument of field.args) delete argument.isDeprecated;
			assert.deepEqual(plain(mine), plain(theirs), type.name);
		}
		assert.equal(got.queryType.name, 'Query');
		assert.equal(got.mutationType.name, 'Mutation');
		assert.equal(got.subscriptionType, null);
		assert.deepEqual(
			got.directives.map(({ name }) => name),
			['include', 'skip', 'deprecated', 'specifiedBy'],
		);
	});

	it("has types, fields, arguments and values in Strapi's order", async () => {
		const { __schema: got } = await data(client, introspection);
		const order = types =>
			types.map(({ name }) => name).filter(name => !/^(Component|ENUM_COMPONENT|__|Int$|Float$|String$|Boolean$|ID$)/.test(name));
		assert.deepEqual(order(got.types), order(want.types));
		for (const name of ['Query', 'Mutation', 'Restaurant', 'RestaurantInput', 'RestaurantFiltersInput']) {
			const names = types => {
				const type = types.find(each => each.name === name);
				return (type.fields ?? type.inputFields).map(field => [field.name, field.args?.map(argument => argument.name)]);
			};
			assert.deepEqual(names(got.types), names(want.types));
		}
	});

	it('is printed by lectern schema', async () => {
		const folder = makeProject();
		const { code, stdout } = await runCommand(['schema', folder]);
		const definitions = text =>
			text
				.split(/\n\n(?=(?:"""|type |input |enum |union |scalar ))/)
				.map(part => part.trim())
				.filter(part => !part.startsWith('union GenericMorph'))
				.sort();
		assert.equal(code, 0);
		assert.deepEqual(definitions(stdout), definitions(readFileSync(`${dataFolder}schema.graphql`, 'utf8')));
	});
});

describe("a schema that can't be", () => {
	it('is told of: two types of one name', async () => {
		const folder = makeProject();
		mkdirSync(`${folder}/src/api/upload-file/content-types/upload-file`, { recursive: true });
		writeFileSync(
			`${folder}/src/api/upload-file/content-types/upload-file/schema.json`,
			JSON.stringify({
				kind: 'collectionType',
				collectionName: 'own_files',
				info: { singularName: 'upload-file', pluralName: 'upload-files', displayName: 'Own' },
				attributes: { name: { type: 'string' } },
			}),
		);
		const { code, stderr } = await runCommand(['schema', folder]);
		assert.equal(code, 1);
		assert.match(stderr, /plugin::upload\.file and api::upload-file\.upload-file are both called UploadFile in GraphQL/);
	});
});

async function replay(client, recorded) {
	const { method, path, headers, body } = recorded;
	return client.request(method, encodePath(path), { headers: headers ?? {}, body: body ?? null });
}

describe("Strapi's answers over GraphQL", () => {
	let client;
	useServer(started => ({ client } = started));

	const cases = readCases('graphql');
	it('are all there', () => assert.equal(cases.length, 108));
	for (const recorded of cases) {
		it(`${recorded.id} ${recorded.body?.query ?? recorded.path}`, async () => {
			const answer = await replay(client, recorded);
			const wrong = compareCase(recorded, answer);
			if (wrong.length) assert.fail(wrong.join('\n'));
		});
	}
});

describe("Strapi's answers over GraphQL on PostgreSQL", () => {
	let cluster;
	let server;
	let client;
	before(async () => {
		cluster = await Cluster.create();
		server = await startServer({ args: ['--database', cluster.url()] });
		client = new Client(server.base);
		useMade('made-pg.txt');
	});
	after(async () => {
		useMade('made.txt');
		client?.close();
		await server?.stop();
		await cluster?.destroy();
	});

	const cases = readCases('graphql-pg');
	it('are all there', () => assert.equal(cases.length, 108));
	for (const recorded of cases) {
		it(`${recorded.id} ${recorded.body?.query ?? recorded.path}`, async () => {
			const answer = await replay(client, recorded);
			const wrong = compareCase(recorded, answer);
			if (wrong.length) assert.fail(wrong.join('\n'));
		});
	}
});

describe('reading over GraphQL', () => {
	let client;
	useServer(started => ({ client } = started), { env: { LECTERN_COUNT_STATEMENTS: '1', LECTERN_CACHE: '0' } });
	before(async () => {
		await ask(client, '{restaurants{data{id}}}', { headers: full });
		await sleep(300);
	});

	it('gives each parent a page of its own', async () => {
		const page = pagination =>
			data(
				client,
				`{restaurants(pagination:{limit:20},publicationState:PREVIEW){data{id attributes{
			reviews(${pagination}sort:"id",publicationState:PREVIEW){data{id}}}}}}`,
				{ headers: full },
			);
		const all = (await page('pagination:{limit:-1},')).restaurants.data;
		const cut = (await page('pagination:{start:1,limit:2},')).restaurants.data;
		const usual = (await page('')).restaurants.data;
		assert.ok(all.some(({ attributes }) => attributes.reviews.data.length > 3));
		all.forEach(({ attributes }, i) => {
			assert.deepEqual(cut[i].attributes.reviews.data, attributes.reviews.data.slice(1, 3));
			assert.deepEqual(usual[i].attributes.reviews.data, attributes.reviews.data.slice(0, 10));
		});
	});

	it('reads the same relation as often as it is selected, each with its arguments', async () => {
		const { restaurants } = await data(
			client,
			`{restaurants(pagination:{limit:5}){data{attributes{
			up:categories(sort:"name"){data{attributes{name}}}
			down:categories(sort:"name:desc"){data{id attributes{name}}}
			one:categories(sort:"name",pagination:{limit:1}){data{attributes{n:name}}}
		}}}}`,
		);
		for (const {
			attributes: { up, down, one },
		} of restaurants.data) {
			const names = up.data.map(({ attributes }) => attributes.name);
			assert.deepEqual(
				down.data.map(({ attributes }) => attributes.name),
				[...names].reverse(),
			);
			assert.deepEqual(
				one.data.map(({ attributes }) => attributes.n),
				names.slice(0, 1),
			);
		}
	});

	it('applies the publication state of a list to the relations to one entry below', async () => {
		const query = state => `{reviews(publicationState:${state},pagination:{limit:-1}){data{id attributes{
			restaurant{data{id attributes{publishedAt}}}}}}}`;
		const preview = await data(client, query('PREVIEW'), { headers: full });
		const live = await data(client, query('LIVE'), { headers: full });
		const drafts = preview.reviews.data
			.map(({ attributes }) => attributes.restaurant.data)
			.filter(entry => entry && entry.attributes.publishedAt === null);
		assert.ok(drafts.length > 0);
		for (const { attributes } of live.reviews.data) assert.notEqual(attributes.restaurant.data?.attributes.publishedAt, null);
	});

	it('forbids relations to what may not be found, whatever their arguments, for each entry', async () => {
		const forbidden = {
			message: 'Forbidden access',
			extensions: { error: { name: 'ForbiddenError', message: 'Forbidden access', details: {} }, code: 'FORBIDDEN' },
		};
		for (const [relation, headers] of [
			['owner{data{id}}', {}],
			['reviews{data{id}}', custom],
			['reviews(sort:"title"){data{id}}', custom],
			['reviews(sort:"nothing"){data{id}}', custom],
			['reviews(filters:{title:{eq:"x"}}){data{id}}', custom],
			['reviews(pagination:{limit:1}){data{id}}', custom],
			['reviews(publicationState:PREVIEW){data{id}}', custom],
		]) {
			const { json } = await ask(client, `{restaurants(pagination:{limit:3}){data{attributes{name r:${relation}}}}}`, { headers });
			assert.deepEqual(json.errors, [forbidden, forbidden, forbidden], relation);
			for (const { attributes } of json.data.restaurants.data) assert.ok(attributes.name && attributes.r === null, relation);
		}
	});

	it('refuses filters and sorts over what may not be found or is private', async () => {
		for (const [query, name] of [
			['{restaurants(filters:{owner:{username:{eq:"user1"}}}){data{id}}}', 'owner'],
			['{restaurants(sort:"owner.username"){data{id}}}', 'owner'],
			['{restaurants{data{attributes{categories(filters:{restaurants:{owner:{id:{eq:1}}}}){data{id}}}}}}', 'owner'],
			['{kitchenSinks(filters:{secret:{eq:"x"}}){data{id}}}', 'secret'],
			['{kitchenSinks(filters:{password:{null:true}}){data{id}}}', 'password'],
			['{categories(sort:"code"){data{id}}}', 'code'],
		]) {
			const { status, json } = await ask(client, query);
			assert.equal(status, 200);
			assert.equal(json.errors[0].message, `Invalid parameter ${name}`, query);
			assert.equal(json.errors[0].extensions.code, 'BAD_USER_INPUT');
			assert.equal(json.errors[0].extensions.error.name, 'ValidationError');
		}
	});

	it('answers filters on what is behind a relation, negated too', async () => {
		const { none } = await data(
			client,
			`{none:categories(filters:{restaurants:{not:{name:{contains:"Restaurant"}}}},
			pagination:{limit:-1}){data{id}}}`,
		);
		assert.ok(Array.isArray(none.data));
	});

	it('compares JSON as JSON', async () => {
		const values = await data(client, '{kitchenSinks(pagination:{limit:-1}){data{id attributes{json}}}}');
		for (const [literal, value] of [
			['5', 5],
			['"x"', 'x'],
			['[1,2]', [1, 2]],
		]) {
			const { kitchenSinks } = await data(client, `{kitchenSinks(filters:{json:{eq:${literal}}},pagination:{limit:-1}){data{id}}}`);
			const want = values.kitchenSinks.data.filter(({ attributes }) => JSON.stringify(attributes.json) === JSON.stringify(value));
			assert.deepEqual(
				kitchenSinks.data.map(({ id }) => id),
				want.map(({ id }) => id),
				literal,
			);
		}
	});

	it('keeps lists within amountLimit, and pages in their numbers', async () => {
		const { restaurants } = await data(
			client,
			'{restaurants(pagination:{limit:1000},publicationState:PREVIEW){data{id}meta{pagination{total page pageSize pageCount}}}}',
		);
		assert.equal(restaurants.data.length, 100);
		assert.deepEqual(restaurants.meta.pagination, { total: 120, page: 1, pageSize: 100, pageCount: 2 });
		const { pages } = await data(
			client,
			'{pages:restaurants(pagination:{page:3,pageSize:7}){meta{pagination{total page pageSize pageCount}}}}',
		);
		assert.deepEqual(pages.meta.pagination, { total: 105, page: 3, pageSize: 7, pageCount: 15 });
		const { all } = await data(client, '{all:restaurants(pagination:{limit:-1}){data{id}meta{pagination{total page pageSize pageCount}}}}');
		assert.equal(all.data.length, 100);
		assert.deepEqual(all.meta.pagination, { total: 105, page: 1, pageSize: 100, pageCount: 2 });
		/* A list that fits is one page, as in Strapi. */
		const { rest } = await data(
			client,
			`{rest:restaurants(pagination:{start:10,limit:-1}){
			data{id}meta{pagination{total page pageSize pageCount}}}}`,
		);
		assert.equal(rest.data.length, 95);
		assert.deepEqual(rest.meta.pagination, { total: 105, page: 1, pageSize: 95, pageCount: 1 });
	});

	const statements = query => fewestStatements(() => ask(client, query, { headers: full }));

	for (const selection of [
		'id',
		'attributes{name categories{data{id}}}',
		'attributes{reviews(pagination:{limit:3},sort:"stars"){data{id}}}',
		'attributes{a:reviews(pagination:{limit:1}){data{id}}b:reviews{data{id}}}',
		'attributes{chain{data{attributes{name seo{metaTitle}}}}}',
		'attributes{cover{data{id}}gallery{data{id}}address{geo{lat}map{data{id}}}hours{day}}',
		'attributes{blocks{__typename ...on ComponentBlocksRelated{restaurants{data{id}}}...on ComponentBlocksSlider{files{data{id}}}}}',
	])
		it(`runs as many statements for 100 entries as for 2: ${selection}`, async () => {
			const counts = [];
			for (const limit of [2, 25, 100])
				counts.push(
					await statements(
						`{restaurants(publicationState:PREVIEW,pagination:{limit:${limit}}){data{${selection}}meta{pagination{total}}}}`,
					),
				);
			assert.ok(counts[0] > 0);
			/* Where no entry of a page has a block of some type, what hangs on it is not asked for. */
			if (selection.includes('blocks')) assert.ok(counts[2] <= 12, `${counts}`);
			else assert.deepEqual(counts, [counts[0], counts[0], counts[0]]);
		});

	it('cuts the relations of each entry where their page ends, whether they all fit or not', async () => {
		const ids = list => list.data.map(({ id }) => id);
		for (const limit of [50, 1, 3, 2, 50]) {
			const { restaurants } = await data(
				client,
				`{restaurants(pagination:{limit:100},publicationState:PREVIEW){data{attributes{
				all:categories(pagination:{limit:-1}){data{id}} some:categories(pagination:{limit:${limit}}){data{id}}
				allReviews:reviews(pagination:{limit:-1}){data{id}} someReviews:reviews(pagination:{limit:${limit}}){data{id}}}}}}`,
			);
			for (const { attributes } of restaurants.data) {
				assert.deepEqual(ids(attributes.some), ids(attributes.all).slice(0, limit));
				assert.deepEqual(ids(attributes.someReviews), ids(attributes.allReviews).slice(0, limit));
			}
			assert.ok(limit > 2 || restaurants.data.some(({ attributes }) => attributes.all.data.length > limit));
		}
	});

	it('reads all fields of a query of one moment, in one session', async () => {
		const one = await statements('{a:categories{data{id}}}');
		const three = await statements('{a:categories{data{id}}b:categories{data{id}}c:categories{data{id}}}');
		assert.ok(three <= one + 2, `${one}, ${three}`);
	});
});

describe('changing over GraphQL', () => {
	let client;
	useServer(started => ({ client } = started));

	it('makes changes in order, and takes back only the one that fails', async () => {
		const { status, json } = await ask(
			client,
			`mutation{
			a:createCategory(data:{name:"One"}){data{id attributes{name}}}
			b:createCategory(data:{name:"One"}){data{id}}
			c:updateCategory(id:1,data:{name:"First"}){data{attributes{name}}}
			d:updateCategory(id:1,data:{name:"Second"}){data{attributes{name}}}
		}`,
			{ headers: full },
		);
		assert.equal(status, 200);
		assert.equal(json.data.a.data.attributes.name, 'One');
		assert.equal(json.data.b, null);
		assert.equal(json.errors.length, 1);
		assert.equal(json.errors[0].message, 'This attribute must be unique');
		assert.equal(json.data.c.data.attributes.name, 'First');
		assert.equal(json.data.d.data.attributes.name, 'Second');
		const { category, categories } = await data(
			client,
			'{category(id:1){data{attributes{name}}}categories(filters:{name:{eq:"One"}}){data{id}}}',
		);
		assert.equal(category.data.attributes.name, 'Second');
		assert.equal(categories.data.length, 1);
	});

	it('makes drafts, with components, dynamic zones, media and relations', async () => {
		const { createRestaurant } = await data(
			client,
			`mutation($data:RestaurantInput!){createRestaurant(data:$data){data{id attributes{
			name publishedAt address{street geo{lat lng}}hours{day opens}blocks{__typename ...on ComponentBlocksQuote{text author}}
			cover{data{id}}categories(sort:"id"){data{id}}chain{data{id}}}}}}`,
			{
				headers: full,
				variables: {
					data: {
						name: 'New',
						address: { street: 's', geo: { lat: 1.5, lng: 2 } },
						hours: [{ day: 'mon', opens: '08:00:00' }],
						blocks: [{ __typename: 'ComponentBlocksQuote', text: 't', author: 'a' }],
						cover: 1,
						categories: ['1', 2],
						chain: 3,
					},
				},
			},
		);
		assert.deepEqual(createRestaurant.data.attributes, {
			name: 'New',
			publishedAt: null,
			address: { street: 's', geo: { lat: 1.5, lng: 2 } },
			hours: [{ day: 'mon', opens: '08:00:00.000' }],
			blocks: [{ __typename: 'ComponentBlocksQuote', text: 't', author: 'a' }],
			cover: { data: { id: '1' } },
			categories: { data: [{ id: '1' }, { id: '2' }] },
			chain: { data: { id: '3' } },
		});
	});

	it('asks of new entries what is required, though they are no published ones', async () => {
		const { json } = await ask(client, 'mutation{createRestaurant(data:{price:cheap}){data{id}}}', { headers: full });
		assert.equal(json.errors[0].message, 'name must be defined.');
		const draft = await data(client, 'mutation{createRestaurant(data:{price:cheap,publishedAt:null}){data{id attributes{price}}}}', {
			headers: full,
		});
		assert.equal(draft.createRestaurant.data.attributes.price, 'cheap');
	});

	it('takes texts for languages, and nothing else', async () => {
		const read = 'query($l:I18NLocaleCode){restaurants(locale:$l){data{id}}}';
		const create = 'mutation($l:I18NLocaleCode){createRestaurant(data:{name:"Nowhere"},locale:$l){data{id}}}';
		for (const l of [1, true, { code: 'en' }, [1], [['en']], ['en', null]])
			for (const query of [read, create]) {
				const { status, json } = await ask(client, query, { variables: { l }, headers: full });
				assert.equal(status, 400, `${query} ${JSON.stringify(l)}`);
				assert.match(json.errors[0].message, /Locale cannot represent non string type$/);
			}
		const count = async l =>
			(await data(client, 'query($l:I18NLocaleCode){restaurants(locale:$l){meta{pagination{total}}}}', { variables: { l }, headers: full }))
				.restaurants.meta.pagination.total;
		assert.equal((await count('en')) + (await count('fr')), await count(['en', 'fr']));
	});

	it('tells what Strapi tells where a field got no id, and nothing where it got null', async () => {
		const undefinedId = 'Undefined binding(s) detected when compiling WHERE. Undefined column(s): [t0.id] query: where `t0`.`id` = ?';
		for (const field of ['category', 'usersPermissionsRole', 'uploadFile', 'i18NLocale']) {
			const query = `query($id:ID){${field}(id:$id){data{id}}}`;
			const { json } = await ask(client, query, { headers: full });
			assert.deepEqual(json.data, { [field]: { data: null } });
			const [{ message, path, extensions }] = json.errors;
			assert.deepEqual(
				{ message, path, extensions },
				{ message: undefinedId, path: [field, 'data'], extensions: { code: 'INTERNAL_SERVER_ERROR' } },
			);
			assert.deepEqual((await ask(client, query, { headers: full, variables: { id: null } })).json, { data: { [field]: { data: null } } });
		}
		const { json } = await ask(client, 'mutation{createRestaurantLocalization(data:{name:"x"}){data{id}}}', { headers: full });
		assert.deepEqual([json.errors[0].message, json.errors[0].path], [undefinedId, ['createRestaurantLocalization']]);
	});

	it('deletes an entry, on which nothing hangs any more', async () => {
		const { createRestaurant } = await data(
			client,
			`mutation{createRestaurant(data:{name:"Gone",categories:[1,2],cover:1,gallery:[1],hours:[{day:mon}]}){data{id attributes{
			categories{data{id}} cover{data{id}} gallery{data{id}} hours{day}}}}}`,
			{ headers: full },
		);
		const { id, attributes } = createRestaurant.data;
		assert.deepEqual([attributes.categories.data.length, attributes.cover.data.id, attributes.hours.length], [2, '1', 1]);
		const { deleteRestaurant } = await data(
			client,
			`mutation{deleteRestaurant(id:${id}){data{id attributes{name categories(pagination:{limit:1}){data{id}} cover{data{id}}
			gallery{data{id}} hours{day} address{city} blocks{__typename} localizations{data{id}}}}}}`,
			{ headers: full },
		);
		const none = { data: null };
		const nothing = { data: [] };
		assert.deepEqual(deleteRestaurant.data, {
			id,
			attributes: {
				name: 'Gone',
				categories: nothing,
				cover: none,
				gallery: nothing,
				hours: null,
				address: null,
				blocks: null,
				localizations: nothing,
			},
		});
	});

	it('tells of no password, and tells of what it refuses where the data would stand', async () => {
		const { createKitchenSink } = await data(
			client,
			`mutation{createKitchenSink(data:{requiredText:"r",password:"secret"}){
			data{attributes{requiredText password}}}}`,
			{ headers: full },
		);
		assert.deepEqual(createKitchenSink.data.attributes, { requiredText: 'r', password: null });
		const { json } = await ask(client, 'mutation{deleteGlobal{data{id}}updateGlobal(data:{seo:{metaTitle:"m"}}){data{id}}}', {
			headers: full,
		});
		assert.deepEqual(json.data, { deleteGlobal: { data: { id: '1' } }, updateGlobal: { data: null } });
		assert.equal(json.errors[0].message, 'siteName must be defined.');
		assert.deepEqual((await data(client, '{global{data{id}}}')).global, { data: null });
	});

	it('tells of no password that is required either', async () => {
		const folder = makeProject();
		const model = path.join(folder, 'src/api/kitchen-sink/content-types/kitchen-sink/schema.json');
		const schema = JSON.parse(readFileSync(model, 'utf8'));
		schema.attributes.password.required = true;
		writeFileSync(model, JSON.stringify(schema));
		const server = await startServer({ folder });
		const other = new Client(server.base);
		const { kitchenSink } = await data(other, '{kitchenSink(id:1){data{id attributes{password}}}}');
		assert.deepEqual(kitchenSink.data, { id: '1', attributes: { password: null } });
		other.close();
		await server.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	it('signs users in whose own fields hold deep JSON', async () => {
		const folder = makeProject();
		const extension = path.join(folder, 'src/extensions/users-permissions/content-types/user');
		mkdirSync(extension, { recursive: true });
		writeFileSync(
			path.join(extension, 'schema.json'),
			JSON.stringify({
				attributes: {
					username: { type: 'string', unique: true, required: true },
					email: { type: 'email', required: true },
					provider: { type: 'string' },
					password: { type: 'password', private: true },
					resetPasswordToken: { type: 'string', private: true },
					confirmationToken: { type: 'string', private: true },
					confirmed: { type: 'boolean', default: false },
					blocked: { type: 'boolean', default: false },
					profile: { type: 'json' },
					role: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.role', inversedBy: 'users' },
				},
			}),
		);
		const extended = await startServer({ folder });
		const other = new Client(extended.base, { connections: 1 });
		const variables = { profile: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) };
		await data(other, 'mutation($profile:JSON){updateUsersPermissionsUser(id:1,data:{profile:$profile}){data{id}}}', {
			variables,
			headers: full,
		});
		const { login } = await data(other, 'mutation{login(input:{identifier:"user1",password:"Passw0rd1"}){jwt user{username}}}');
		assert.equal(login.user.username, 'user1');
		assert.equal((await data(other, '{me{username}}', { headers: { Authorization: `Bearer ${login.jwt}` } })).me.username, 'user1');
		other.close();
		await extended.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	it('runs changes of entries and of accounts in one request', async () => {
		const changed = await data(
			client,
			`mutation{
			createCategory(data:{name:"Both"}){data{attributes{name}}}
			login(input:{identifier:"user1",password:"Passw0rd1"}){jwt user{username}}
			updateUsersPermissionsUser(id:3,data:{username:"third"}){data{id attributes{username role{data{attributes{type}}}}}}
		}`,
			{ headers: full },
		);
		assert.equal(changed.createCategory.data.attributes.name, 'Both');
		assert.match(changed.login.jwt, /^[\w-]+\.[\w-]+\.[\w-]+$/);
		assert.equal(changed.updateUsersPermissionsUser.data.attributes.username, 'third');
		assert.equal(changed.updateUsersPermissionsUser.data.attributes.role.data.attributes.type, 'authenticated');
		const { me } = await data(client, '{me{id username email confirmed blocked role{id name type}}}', {
			headers: { Authorization: `Bearer ${changed.login.jwt}` },
		});
		assert.equal(me.username, 'user1');
		assert.equal(me.role.type, 'authenticated');
	});

	it('answers what is no id of a user or role like one that nothing has', async () => {
		const found = async (field, id) => (await ask(client, `mutation{${field.replace('ID', `"${id}"`)}}`, { headers: full })).json;
		for (const [field, message] of [
			['updateUsersPermissionsUser(id:ID,data:{username:"nobody"}){data{id}}', 'User not found'],
			['deleteUsersPermissionsUser(id:ID){data{id}}', undefined],
			['updateUsersPermissionsRole(id:ID,data:{name:"nothing"}){ok}', 'Role not found'],
			['deleteUsersPermissionsRole(id:ID){ok}', 'Role not found'],
		]) {
			const answer = await found(field, 'abc');
			assert.equal(answer.errors?.[0].message, message, field);
			assert.deepEqual(answer, await found(field, '99999'));
			assert.deepEqual(answer, await found(field, '-1'));
		}
	});

	it('asks for the permission of each field', async () => {
		const { json } = await ask(client, `mutation{a:createCategory(data:{name:"Mine"}){data{id}}b:deleteCategory(id:2){data{id}}}`, {
			headers: custom,
		});
		assert.ok(json.data.a.data.id);
		assert.equal(json.data.b, null);
		assert.equal(json.errors[0].message, 'Forbidden access');
		assert.equal((await data(client, '{category(id:2){data{id}}}')).category.data.id, '2');
	});
});

describe('the endpoint', () => {
	let client;
	useServer(started => ({ client } = started));
	const query = '{category(id:1){data{id}}}';
	const answer = { data: { category: { data: { id: '1' } } } };
	const post = (body, headers = {}) => client.request('POST', '/graphql', { headers, body });

	it('takes POST and GET, and tells so', async () => {
		assert.deepEqual((await post({ query })).json, answer);
		assert.deepEqual((await client.get(`/graphql?query=${encodeURIComponent(query)}`)).json, answer);
		assert.deepEqual((await client.get(`/graphql/?query=${encodeURIComponent(query)}`)).json, answer);
		const put = await client.request('PUT', '/graphql', { body: { query } });
		assert.equal(put.status, 405);
		assert.equal(put.headers.allow, 'GET, POST');
		const mutation = await client.get('/graphql?query=mutation{deleteCategory(id:1){data{id}}}');
		assert.equal(mutation.status, 405);
		assert.equal(mutation.headers.allow, 'POST');
	});

	it('takes variables and an operation name in the query string', async () => {
		const text = encodeURIComponent('query A($id:ID){category(id:$id){data{id}}} query B{__typename}');
		const variables = encodeURIComponent('{"id":"1"}');
		assert.deepEqual((await client.get(`/graphql?query=${text}&operationName=A&variables=${variables}`)).json, answer);
		assert.equal((await client.get(`/graphql?query=${text}&operationName=A&variables={`)).status, 400);
		assert.equal((await client.get(`/graphql?query=${text}&operationName=C`)).status, 400);
	});

	it('refuses what is no GraphQL request', async () => {
		for (const [body, headers, status] of [
			['{', {}, 400],
			['[]', {}, 400],
			['{}', {}, 400],
			['"x"', {}, 400],
			['null', {}, 400],
			['\xff', {}, 400],
			[{ query: 1 }, {}, 400],
			[{ query: '' }, {}, 400],
			[{ query, variables: 'x' }, {}, 400],
			[{ query, operationName: 1 }, {}, 400],
			[{ query, extensions: 'x' }, {}, 400],
			[`query=${query}`, { 'Content-Type': 'application/x-www-form-urlencoded' }, 400],
			[JSON.stringify({ query }), { 'Content-Type': 'text/plain' }, 400],
			[JSON.stringify({ query }), { 'Content-Type': 'application/json; charset=latin1' }, 400],
			[{ query: '{nope}' }, {}, 400],
			[{ query: '{' }, {}, 400],
			[{ query: 'query($x:Int!){__typename}' }, {}, 400],
		]) {
			const { status: got, json, text } = await post(body, headers);
			assert.equal(got, status, `${JSON.stringify(body)}: ${text}`);
			assert.ok(json.errors[0].message, text);
			assert.ok(json.errors[0].extensions.code, text);
			assert.equal('data' in json, false);
		}
		assert.equal((await client.get('/graphql')).status, 400);
		// As Apollo Server takes them.
		for (const variables of [[1], '{}']) assert.equal((await post({ query, variables })).status, 200);
	});

	it('speaks the media type that is asked for', async () => {
		const modern = 'application/graphql-response+json';
		for (const [accept, type] of [
			[undefined, 'application/json'],
			['*/*', 'application/json'],
			['application/json', 'application/json'],
			[modern, modern],
			[`${modern}, application/json;q=0.9`, modern],
			[`application/json, ${modern};q=0.5`, 'application/json'],
			[`${modern},application/json`, modern],
			[`application/json,${modern}`, 'application/json'],
		]) {
			const { headers } = await post({ query }, accept ? { Accept: accept } : {});
			assert.equal(headers['content-type'], `${type}; charset=utf-8`, accept);
			assert.match(headers.vary, /Accept/);
		}
	});

	it('takes batches, up to a number', async () => {
		const { json } = await post([{ query }, { query: '{nope}' }, { query: '{__typename}' }]);
		assert.deepEqual(json[0], answer);
		assert.equal(json[1].errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED');
		assert.deepEqual(json[2], { data: { __typename: 'Query' } });
		const broken = await post([1, null, {}, { query }]);
		assert.equal(broken.status, 200);
		assert.deepEqual(
			broken.json.map(({ errors }) => Boolean(errors)),
			[true, true, true, false],
		);
		assert.equal((await post(Array(11).fill({ query }))).status, 400);
		const mixed = await post(
			[
				{ query: 'mutation{createCategory(data:{name:"Batch"}){data{attributes{name}}}}' },
				{ query: '{categories(filters:{name:{eq:"Batch"}}){data{attributes{name}}}}' },
			],
			full,
		);
		assert.equal(mixed.json[0].data.createCategory.data.attributes.name, 'Batch');
		assert.equal(mixed.json[1].data.categories.data.length, 0, 'queries read before anything is changed');
	});

	it('remembers persisted queries', async () => {
		const text = '{category(id:1){data{id}}} # persisted';
		const sha256Hash = createHash('sha256').update(text).digest('hex');
		const extensions = { persistedQuery: { version: 1, sha256Hash } };
		const unknown = await post({ extensions });
		assert.equal(unknown.status, 200);
		assert.equal(unknown.json.errors[0].message, 'PersistedQueryNotFound');
		assert.equal(unknown.json.errors[0].extensions.code, 'PERSISTED_QUERY_NOT_FOUND');
		assert.deepEqual((await post({ query: text, extensions })).json, answer);
		assert.deepEqual((await post({ extensions })).json, answer);
		assert.deepEqual((await client.get(`/graphql?extensions=${encodeURIComponent(JSON.stringify(extensions))}`)).json, answer);
		const wrong = await post({ query, extensions });
		assert.equal(wrong.status, 400);
		assert.equal(wrong.json.errors[0].message, 'provided sha does not match query');
	});

	it('refuses documents that are too large, too deep, or ask for too much', async () => {
		const nested = count => `{restaurants(filters:${'{not:'.repeat(count)}{}${'}'.repeat(count)}){data{id}}}`;
		const wide = Array.from(
			{ length: 60 },
			(_, i) => `a${i}:restaurants{data{attributes{${Array.from({ length: 100 }, (__, j) => `b${i}x${j}:name`).join(' ')}}}}`,
		);
		for (const text of [
			`{__typename ${'#'.repeat(110_000)}\n}`,
			`{${'a{'.repeat(5000)}`,
			nested(100),
			`{${Array.from({ length: 300 }, (_, i) => `a${i}:__typename`).join(' ')}}`,
			`{${wide.join(' ')}}`,
			`{${'__typename '.repeat(16_000)}}`,
			`${Array.from({ length: 100 }, (_, i) => `fragment F${i} on Query{...F${(i + 1) % 100}}`).join(' ')}{...F0}`,
			'{restaurants{data{attributes{categories{data{attributes{restaurants{data{attributes{categories{data{id}}}}}}}}}}}}',
		]) {
			const began = Date.now();
			const { status, json } = await post({ query: text });
			assert.ok(status === 400 || json.errors, text.slice(0, 60));
			assert.ok(json.errors[0].message);
			assert.ok(Date.now() - began < 20_000, `${text.slice(0, 60)} took ${Date.now() - began} ms`);
		}
	});
});

describe('what a request may read', () => {
	let client;
	const longer = { plugins: { graphql: { config: { maxTime: 20_000 } } } };
	useServer(started => ({ client } = started), sanitized ? { config: longer } : {});

	it('is bounded over all its fields', async () => {
		const all = 'pagination:{limit:-1},publicationState:PREVIEW';
		const fragment = `fragment F on RestaurantEntityResponseCollection{data{attributes{reviews(${all}){data{id}}neighbours(${all}){data{id}}
			categories(pagination:{limit:-1}){data{id}}gallery(pagination:{limit:-1}){data{id}}hours(pagination:{limit:-1}){id}
			chain{data{id}}cover{data{id}}owner{data{id}}}}}`;
		const fields = Array.from({ length: 190 }, (_, i) => `a${i}:restaurants(locale:"all",${all}){...F}`);
		const began = Date.now();
		const { status, json } = await ask(client, `{${fields.join(' ')}} ${fragment}`, { headers: full });
		assert.equal(status, 200);
		assert.equal(json.data.a0.data.length, 100);
		assert.equal(json.data.a189, null);
		assert.match(json.errors[0].message, /reads too many entries/);
		assert.equal(json.errors[0].extensions.code, 'BAD_USER_INPUT');
		assert.ok(Date.now() - began < 20_000, `${Date.now() - began} ms`);
	});
});

describe('the settings of GraphQL', () => {
	const using = async (graphql, run, options = {}) => {
		const server = await startServer({ config: { plugins: { graphql } }, ...options });
		const client = new Client(server.base);
		try {
			await run(client);
		} finally {
			client.close();
			await server.stop();
		}
	};

	it('give another endpoint and other limits', () =>
		using(
			{
				config: {
					endpoint: '/api-of-graphs',
					depthLimit: 2,
					defaultLimit: 3,
					maxLimit: 4,
					apolloServer: { introspection: false, allowBatchedHttpRequests: false },
				},
			},
			async client => {
				const post = query => client.request('POST', '/api-of-graphs', { body: { query } });
				assert.equal((await client.get('/graphql?query={__typename}')).status, 404);
				assert.equal((await post('{categories{data{id}}}')).json.data.categories.data.length, 3);
				assert.equal((await post('{categories(pagination:{limit:-1}){data{id}}}')).json.data.categories.data.length, 4);
				assert.match((await post('{categories{data{attributes{name}}}}')).json.errors[0].message, /exceeds maximum operation depth of 2/);
				assert.equal((await post('{__schema{queryType{name}}}')).status, 400);
				assert.equal((await client.request('POST', '/api-of-graphs', { body: [{ query: '{__typename}' }] })).status, 400);
			},
		));

	it('answer introspection in production only when they say so', async () => {
		const introspect = wanted => async client => {
			const { status, json } = await client.request('POST', '/graphql', { body: { query: '{__schema{queryType{name}}}' } });
			assert.equal(status, wanted);
			if (wanted === 400) assert.match(json.errors[0].message, /^GraphQL introspection is not allowed by Apollo Server/);
		};
		const env = { NODE_ENV: 'production', JWT_SECRET: 'jwtsecret', API_TOKEN_SALT: 'apitokensalt' };
		const folder = makeProject();
		const file = path.join(folder, 'config/plugins.json');
		writeFileSync(file, '{"graphql":{"enabled":true}}');
		await using(undefined, introspect(400), { config: {}, folder, env });
		await using(undefined, introspect(200), { config: {}, folder });
		writeFileSync(file, '{"graphql":{"config":{"apolloServer":{"introspection":true}}}}');
		await using(undefined, introspect(200), { config: {}, folder, env });
		rmSync(folder, { recursive: true });
	});

	it('hold every list to amountLimit', () =>
		using({ config: { amountLimit: 2, defaultLimit: -1 } }, async client => {
			const most = query =>
				client.request('POST', '/graphql', { headers: full, body: { query } }).then(({ json }) => {
					assert.equal(json.errors, undefined, JSON.stringify(json.errors));
					const lengths = [];
					JSON.stringify(json.data, (key, value) => (Array.isArray(value) && lengths.push(value.length), value));
					return Math.max(...lengths);
				});
			const nested = given => `{restaurants${given}{data{attributes{
			categories${given}{data{id}}hours${given}{id}gallery${given}{data{id}}}}}}`;
			for (const pagination of ['limit:-1', 'start:0,limit:3', 'page:1,pageSize:3', 'start:1'])
				assert.equal(await most(nested(`(pagination:{${pagination}})`)), 2, pagination);
			assert.equal(await most(nested('')), 2);
			await client.request('PUT', '/api/bookmarks/1', {
				headers: full,
				body: { data: { related: [1, 2, 3].map(id => ({ __type: 'api::category.category', id })) } },
			});
			assert.equal(await most('{bookmark(id:1){data{attributes{related{__typename}}}}}'), 2);
			assert.equal(
				await most(`mutation{updateRestaurant(id:1,data:{categories:[1,2,3]}){
			data{attributes{categories(pagination:{limit:-1}){data{id}}}}}}`),
				2,
			);
		}));

	it('give an endpoint that is found with a slash at its end, and in capitals', () =>
		using({ config: { endpoint: '/Graphs/here/' } }, async client => {
			for (const at of ['/Graphs/here', '/Graphs/here/', '/graphs/HERE'])
				assert.equal((await client.get(`${at}?query={__typename}`)).text, '{"data":{"__typename":"Query"}}', at);
			for (const at of ['/Graphs', '/Graphs/hereabouts', '/Graphs/here/there', '/Graphs/here//'])
				assert.equal((await client.get(`${at}?query={__typename}`)).status, 404, at);
			assert.match((await client.get('/graphs/HERE', { Accept: 'text/html' })).text, /src="\/graphs\/HERE\/script-/);
		}));

	it('give no tracing, as Strapi 4 does, and ask browsers to ask first', () =>
		using({ config: { apolloServer: { tracing: true, csrfPrevention: true } } }, async client => {
			const { json } = await ask(client, '{category(id:1){data{id}}}');
			assert.deepEqual(json, { data: { category: { data: { id: '1' } } } });
			const get = '/graphql?query={__typename}';
			assert.match((await client.get(get)).json.errors[0].message, /Cross-Site Request Forgery/);
			assert.equal((await client.get(get, { 'Apollo-Require-Preflight': '1' })).status, 200);
		}));

	it('turn it off', async () => {
		await using({ enabled: false }, async client => assert.equal((await client.get('/graphql?query={__typename}')).status, 404));
		await using({ config: { shadowCRUD: false } }, async client =>
			assert.equal((await client.get('/graphql?query={__typename}')).status, 404),
		);
	});
});
