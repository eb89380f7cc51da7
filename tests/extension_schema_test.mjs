// Examples of extensions that change the GraphQL schema: a server without each and one with it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ask, compare, full, members, names, refusal, without } from './lib/extension_examples.mjs';

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
