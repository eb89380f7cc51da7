// For the tests of the examples in examples/extensions: a server without them beside one with them.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { startExtended } from './extensions.mjs';
import { Client } from './http.mjs';
import { makeToken, now } from './jwt.mjs';
import { sqlite } from './schema.mjs';
import { startServer } from './server.mjs';

export const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
export const user = id => ({ Authorization: `Bearer ${makeToken({ id, iat: now(), exp: now() + 3600 })}` });

/** Runs `tests` against a server without the examples and one with them. */
export function compare(what, examples, tests, options = {}) {
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

/** Asks over GraphQL: the answer's JSON. */
export async function ask(side, query, { headers = full, variables } = {}) {
	const answer = await side.client.request('POST', '/graphql', { headers, body: { query, variables } });
	return answer.json ?? { status: answer.status, text: answer.text };
}

/** What introspection tells of a type: its fields and input fields by name. */
export async function members(side, type) {
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

export const names = async (side, type) => (await members(side, type))?.names;
export const without = (list, ...gone) => list.filter(name => !gone.includes(name));
export const refusal = (answer, message, code) => {
	assert.match(answer.errors?.[0]?.message ?? JSON.stringify(answer), message);
	if (code) assert.equal(answer.errors[0].extensions.code, code);
};
