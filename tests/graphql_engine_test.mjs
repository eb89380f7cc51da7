// The GraphQL engine beside graphql-js: the same schemas, documents and data, compared to the byte.
import { test, after } from 'node:test';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import graphql from 'graphql-16-8';
import { dataFolder, root } from './lib/data.mjs';
import { randomData, randomRequest, randomSchema } from './lib/graphql_random.mjs';

const engine = join(dirname(resolve(root, process.env.LECTERN ?? 'build/lectern')), 'graphql_engine');
const folder = mkdtempSync(join(tmpdir(), 'lectern-graphql-'));
const children = new Set(); // those that a failed test left behind
after(() => {
	for (const child of children) child.kill();
	rmSync(folder, { recursive: true });
});

const rounds = Number(process.env.GRAPHQL_ROUNDS ?? 40);
const options = {
	descriptions: true,
	specifiedByUrl: true,
	directiveIsRepeatable: true,
	schemaDescription: true,
	inputValueDeprecation: true,
};

/** An engine at work on a schema and data. `ask` gives the answer's text. */
class Engine {
	constructor(text, data) {
		writeFileSync(join(folder, 'schema.graphql'), text);
		writeFileSync(join(folder, 'data.json'), JSON.stringify(data));
		this.child = spawn(engine, [join(folder, 'schema.graphql'), join(folder, 'data.json')], { stdio: ['pipe', 'pipe', 'inherit'] });
		children.add(this.child);
		this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
	}
	async ask(request) {
		this.child.stdin.write(`${JSON.stringify(request)}\n`);
		const { value, done } = await this.lines.next();
		assert.ok(!done, `the engine died on ${JSON.stringify(request)}`);
		return value;
	}
	async close() {
		this.child.stdin.end();
		const code = this.child.exitCode ?? (await new Promise(good => this.child.once('exit', good)));
		children.delete(this.child);
		assert.equal(code, 0);
	}
}

function print(text) {
	const path = join(folder, 'print.graphql');
	writeFileSync(path, text);
	const { stdout, status } = spawnSync(engine, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
	assert.equal(status, 0, stdout.toString());
	return stdout.toString();
}

/** Is a schema printed and introspected as graphql-js does? */
async function compareSchema(text, name) {
	const schema = graphql.buildSchema(text);
	assert.equal(print(text), `${graphql.printSchema(schema)}\n`, name);
	const ours = new Engine(text, {});
	const answer = await ours.ask({ query: graphql.getIntrospectionQuery(options) });
	await ours.close();
	assert.equal(answer, JSON.stringify({ data: graphql.introspectionFromSchema(schema, options) }), name);
	graphql.buildClientSchema(JSON.parse(answer).data);
}

test('the schema that Strapi makes is printed and introspected as graphql-js does', async () => {
	await compareSchema(readFileSync(`${dataFolder}schema.graphql`, 'utf8'), 'reference');
});

test('random schemas are printed and introspected as graphql-js does', async () => {
	for (let seed = 1; seed <= rounds; seed++) await compareSchema(randomSchema(seed), `schema ${seed}:\n${randomSchema(seed)}`);
});

/** Fails with the place where two long texts begin to differ. */
function same(ours, theirs, name) {
	let at = 0;
	while (at < ours.length && ours[at] === theirs[at]) at++;
	if (ours === theirs) return;
	const around = text => text.slice(Math.max(0, at - 150), at + 250);
	assert.fail(`${name}: at ${at}\nours:   ${around(ours)}\ntheirs: ${around(theirs)}`);
}

/** What graphql-js answers. */
function judge(schema, data, { query, variables, operationName }) {
	const result = graphql.executeSync({ schema, document: graphql.parse(query), rootValue: data, variableValues: variables, operationName });
	return JSON.stringify(result.data === undefined ? { errors: result.errors } : result);
}

test('random requests are answered as graphql-js does', async () => {
	let failed = 0,
		full = 0,
		count = 0;
	for (let seed = 1; seed <= rounds; seed++) {
		const text = randomSchema(seed);
		const schema = graphql.buildSchema(text);
		const data = randomData(seed, graphql, schema);
		const ours = new Engine(text, data);
		for (let i = 0; i < 40; i++) {
			const request = randomRequest(seed * 1000 + i, graphql, schema);
			const expected = judge(schema, data, request);
			same(await ours.ask(request), expected, `schema ${seed}, request ${i}`);
			count++;
			if (expected.startsWith('{"errors"')) failed++;
			else full++;
		}
		await ours.close();
	}
	// They would agree on nothing, too.
	assert.ok(failed > count / 20 && full > count / 20, `${failed} with errors, ${full} without`);
});
