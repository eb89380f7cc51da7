// Numbers that don't fit 64 bits or 15 digits come back as JavaScript reads them, whichever way they came in. The
// expectations are what Strapi 4.26.2 answered.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachDatabase } from './lib/databases.mjs';

const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
/** What is sent, as text, and what is read back. */
const numbers = {
	'12345678901234567890': '12345678901234567000',
	'-99999999999999999999': '-100000000000000000000',
	'18446744073709551615': '18446744073709552000',
	'9223372036854775807': '9223372036854776000',
	'[100000000000000000000,{"a":1000000000000000000000}]': '[100000000000000000000,{"a":1e+21}]',
	'0.1234567890123456789': '0.12345678901234568',
	0.3333333333333333: '0.3333333333333333',
	'1e308': '1e+308',
	'[1e-300,1e+400]': '[1e-300,null]',
};

onEachDatabase('numbers', use => {
	let client;
	use(started => ({ client } = started));

	const send = async (target, body) => {
		const { status, text, json } = await client.request('POST', target, { headers, body });
		assert.equal(status, 200, text);
		assert.equal(json.errors, undefined, text);
		return { text, json };
	};
	/** The text of one field. */
	async function read(id, field) {
		const { text } = await client.get(`/api/kitchen-sinks/${id}?fields=${field}`, headers);
		return text.match(new RegExp(`"${field}":(.*)\\},"meta"`))?.[1].replace(/\},"meta".*/, '');
	}

	for (const [sent, expected] of Object.entries(numbers)) {
		it(`${sent} in JSON`, async () => {
			const rest = await send('/api/kitchen-sinks', `{"data": {"requiredText": "x", "json": ${sent}}}`);
			assert.equal(await read(rest.json.data.id, 'json'), expected);
			const query = 'mutation($data: KitchenSinkInput!) {createKitchenSink(data: $data) {data {id attributes {json}}}}';
			const graphql = await send('/graphql', `{"query": "${query}", "variables": {"data": {"requiredText": "x", "json": ${sent}}}}`);
			assert.ok(graphql.text.includes(`"json":${expected}}`), graphql.text);
			assert.equal(await read(graphql.json.data.createKitchenSink.data.id, 'json'), expected);
		});
	}

	it('a literal that is no number in JavaScript is null', async () => {
		const { json } = await send('/graphql', {
			query: 'mutation {createKitchenSink(data: {requiredText: "x", json: {a: 1e400}}) {data {attributes {json}}}}',
		});
		assert.deepEqual(json.data.createKitchenSink.data.attributes, { json: { a: null } });
	});

	it('a float', async () => {
		for (const [sent, expected] of [
			['100000000000000000000', '100000000000000000000'],
			['12345678901234567890', '12345678901234567000'],
		]) {
			const { json } = await send('/api/kitchen-sinks', `{"data": {"requiredText": "x", "float": ${sent}}}`);
			assert.equal(await read(json.data.id, 'float'), expected);
		}
	});
});
