// JSON as it comes from outside: what JSON.parse refuses is refused, and a NUL does not end a key.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { full, makeUser, newName } from './lib/accounts.mjs';
import { onEachDatabase } from './lib/databases.mjs';
import { assertError } from './lib/expect.mjs';

/** None of these is JSON. Put in the place of a value. */
const refused = [
	'NaN',
	'-NaN',
	'Infinity',
	'-Infinity',
	'[1,]',
	'{"a":1,}',
	'01',
	'-01',
	'+1',
	'1.',
	'.5',
	'0x1',
	"'a'",
	'{a:1}',
	'1 // a',
	'/* a */ 1',
	'True',
	'NULL',
	'undefined',
	'"a\nb"',
	'"\t"',
	'"\\x41"',
	'"\\u12"',
	'1 2',
	'{"a" 1}',
];
/** What comes back of these is what JSON.parse and JSON.stringify make of them. */
const kept = [
	'-0',
	'1E5',
	'1e400',
	'0.5e-3',
	'"\\u0041\\/\\ud83d\\ude00\\ud836\\udc00"',
	'{"__proto__":1}',
	'{"a":1,"b":2,"a":3}',
	'{"constructor":{"prototype":[]}}',
	' [ 1 , { } ] ',
	'"\u2028\u007f"',
];

onEachDatabase('JSON', use => {
	let client;
	use(started => ({ client } = started));

	const post = (target, body, headers = full) => client.request('POST', target, { headers, body });
	const mutation = 'mutation($data: KitchenSinkInput!) {createKitchenSink(data: $data) {data {id attributes {json}}}}';

	for (const value of refused)
		it(`${JSON.stringify(value)} is refused`, async () => {
			assertError(
				await post('/api/kitchen-sinks', `{"data": {"requiredText": "x", "json": ${value}}}`),
				400,
				'ValidationError',
				/^The body is not valid JSON: /,
			);
			const variables = `{"data": {"requiredText": "x", "json": ${value}}}`;
			const { status, text } = await post('/graphql', `{"query": "${mutation}", "variables": ${variables}}`);
			assert.equal(status, 400, text);
			const query = 'query($a: JSON) {kitchenSinks(filters: {json: {eq: $a}}) {data {id}}}';
			const get = await client.get(`/graphql?query=${encodeURIComponent(query)}&variables=${encodeURIComponent(`{"a": ${value}}`)}`, full);
			assert.equal(get.status, 400, get.text);
			assert.match(get.text, /have to be JSON/);
		});

	for (const value of kept)
		it(`${value} is what it is to JavaScript`, async () => {
			const { status, text, json } = await post('/api/kitchen-sinks', `{"data": {"requiredText": "x", "json": ${value}}}`);
			assert.equal(status, 200, text);
			const expected = JSON.parse(JSON.stringify(JSON.parse(value)));
			assert.deepEqual(json.data.attributes.json, expected);
			const read = await client.get(`/api/kitchen-sinks/${json.data.id}`, full);
			assert.deepEqual(read.json.data.attributes.json, expected);
		});

	it('a byte order mark at the beginning is skipped, as the body parser of Strapi does', async () => {
		const { status, text } = await post('/api/kitchen-sinks', '\ufeff{"data": {"requiredText": "x"}}');
		assert.equal(status, 200, text);
		assertError(
			await post('/api/kitchen-sinks', '\ufeff\ufeff{"data": {}}'),
			400,
			'ValidationError',
			/expected a value in line 1, column 1$/,
		);
	});

	it('an error says what was expected and where', async () => {
		for (const [body, message] of [
			['{"data": {"a": 1', /expected ',' or '}', but the text ends in line 1$/],
			['{"data":\n {"a": NaN}}', /expected a value in line 2, column 8$/],
			['[1 2]', /expected ',' or '\]' in line 1, column 4$/],
			['['.repeat(65) + ']'.repeat(65), /nested deeper than 64 levels$/],
			['12', /^invalid JSON, only supports object and array$/],
		])
			assertError(await post('/api/kitchen-sinks', body), 400, 'ValidationError', message);
	});

	it('a key with a NUL signs nobody in', async () => {
		const user = await makeUser(client);
		const signIn = (body, headers = {}) => post('/api/auth/local', body, headers);
		const good = await signIn(`{"identifier": "${user.username}", "password": "secret123"}`);
		assert.equal(good.status, 200, good.text);
		for (const key of ['password\\u0000', 'password\\u0000y', '\\u0000password'])
			assertError(await signIn(`{"identifier": "${user.username}", "${key}": "secret123"}`), 400, 'ValidationError', /password/);
		assertError(await signIn(`{"identifier\\u0000x": "${user.username}", "password": "secret123"}`), 400, 'ValidationError', /identifier/);
		// The same in a form.
		const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
		assert.equal((await signIn(`identifier=${user.username}&password=secret123`, form)).status, 200);
		const answer = await signIn(`identifier=${user.username}&password%00y=secret123`, form);
		assert.equal(answer.status, 400, answer.text);
	});

	it('a key with a NUL registers nobody, and sets no field', async () => {
		const name = newName();
		const body = `{"username": "${name}", "email": "${name}@example.com", "password\\u0000y": "secret123"}`;
		assert.equal((await post('/api/auth/local/register', body, {})).status, 400);
		const { json } = await post('/api/kitchen-sinks', '{"data": {"requiredText": "x", "requiredText\\u0000": "y", "string\\u0000y": "z"}}');
		assert.equal(json.data.attributes.requiredText, 'x');
		assert.notEqual(json.data.attributes.string, 'z');
		assertError(await post('/api/kitchen-sinks', '{"data\\u0000x": {"requiredText": "x"}}'), 400, 'ValidationError');
	});

	it('a key with a NUL is kept whole in a JSON attribute, where the database can hold it', async () => {
		for (const value of ['{"a\\u0000b":1,"a":2}', '{"x":{"\\u0000":[{"\\u0000":"\\u0000"}]}}']) {
			const { status, text, json } = await post('/api/kitchen-sinks', `{"data": {"requiredText": "x", "json": ${value}}}`);
			// A jsonb of PostgreSQL has no U+0000.
			if (status === 400) {
				assert.match(json.error.message, /unsupported Unicode escape sequence/);
				continue;
			}
			assert.equal(status, 200, text);
			const read = await client.get(`/api/kitchen-sinks/${json.data.id}`, full);
			assert.deepEqual(read.json.data.attributes.json, JSON.parse(value));
		}
	});

	it('a key with a NUL is no field of a GraphQL input', async () => {
		const { status, json, text } = await post(
			'/graphql',
			`{"query": "${mutation}", "variables": {"data": {"requiredText": "x", "json\\u0000y": 1}}}`,
		);
		assert.ok(status === 400 || status === 200, text);
		assert.match(json.errors[0].message, /is not defined by type "KitchenSinkInput"/);
		assert.equal((await post('/graphql', '{"query\\u0000y": "{__typename}"}')).json.errors?.length, 1);
	});
});
