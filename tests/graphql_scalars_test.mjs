// Fields that are selected in the order in which they are read are written together: whatever the order, the aliases and what
// stands between them, each has the value that it has alone.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from './lib/http.mjs';
import { startServer } from './lib/server.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const types = {
	restaurants: [
		'name',
		'slug',
		'description',
		'rating',
		'price',
		'seats',
		'open',
		'founded',
		'createdAt',
		'updatedAt',
		'publishedAt',
		'locale',
	],
	kitchenSinks: [
		'string',
		'text',
		'richtext',
		'email',
		'enumeration',
		'integer',
		'biginteger',
		'float',
		'decimal',
		'boolean',
		'date',
		'time',
		'datetime',
		'json',
		'uid',
		'password',
		'createdAt',
	],
};

/** Numbers that are the same in every run. */
function numbers(seed) {
	let state = seed;
	return most => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * most);
	};
}

describe('scalars of an entry over GraphQL', () => {
	let server;
	let client;
	before(async () => {
		server = await startServer();
		client = new Client(server.base);
	});
	after(async () => {
		client?.close();
		await server?.stop();
	});

	const ask = async query => {
		const { status, json, text } = await client.request('POST', '/graphql', { body: { query }, headers: full });
		assert.equal(status, 200, text);
		assert.equal(json.errors, undefined, text);
		return json.data;
	};

	for (const [list, wanted] of Object.entries(types))
		it(`of ${list} are the same in every order`, async () => {
			const { __type: type } = await ask(
				`{ __type(name: "${list === 'restaurants' ? 'Restaurant' : 'KitchenSink'}") { fields { name } } }`,
			);
			const fields = wanted.filter(name => type.fields.some(field => field.name === name));
			assert.ok(fields.length > 9, `${fields}`);
			const alone = {};
			for (const name of fields)
				alone[name] = (await ask(`{ ${list} { data { attributes { one: ${name} } } } }`))[list].data.map(
					({ attributes }) => attributes.one,
				);
			assert.ok(alone[fields[0]].length > 5);
			const random = numbers(7);
			for (let turn = 0; turn < 120; turn++) {
				const parts = [];
				const expected = [];
				let at = random(fields.length);
				for (let i = random(14) + 1; i > 0; i--) {
					const name = fields[at % fields.length];
					const kind = random(10);
					const key = kind === 0 ? `a${i}` : name;
					if (kind === 1) parts.push(`... { ${name} }`);
					else if (kind === 2) parts.push('__typename', name);
					else parts.push(key === name ? name : `${key}: ${name}`);
					if (kind === 2 && !expected.some(([one]) => one === '__typename')) expected.push(['__typename', null]);
					if (!expected.some(([one]) => one === key)) expected.push([key, name]);
					at += random(6) ? 1 : random(fields.length);
				}
				const answered = (await ask(`{ ${list} { data { id attributes { ${parts.join(' ')} } } } }`))[list].data;
				for (const [row, { attributes }] of answered.entries()) {
					assert.deepEqual(
						Object.keys(attributes),
						expected.map(([key]) => key),
						parts.join(' '),
					);
					for (const [key, name] of expected) if (name) assert.deepEqual(attributes[key], alone[name][row], `${key} of ${parts.join(' ')}`);
				}
			}
		});
});
