// The schema definition language, judged by graphql-js: what it makes a schema of, we do, too, and print it the same; what
// it refuses, we refuse.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { buildSchema, parse, print, printSchema, validateSchema } from './lib/graphql.mjs';
import { randomFrom } from './lib/graphql_documents.mjs';

const program = path.join(path.dirname(process.env.LECTERN ?? 'build/lectern'), 'graphql_engine');
const base = readFileSync(new URL('data/language.graphql', import.meta.url), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'lectern-definitions-'));
after(() => rmSync(folder, { recursive: true }));

// The schema printed, or why there is none.
function judge(text) {
	try {
		const schema = buildSchema(text);
		const [error] = validateSchema(schema);
		return error ? { error: error.message } : { printed: printSchema(schema) };
	} catch (error) {
		return { error: error.message };
	}
}

function ask(text) {
	const file = path.join(folder, 'schema.graphql');
	writeFileSync(file, text);
	const run = spawnSync(program, [file]);
	assert.equal(run.signal, null);
	const out = run.stdout.toString();
	return run.status === 0 ? { printed: out } : { error: out + run.stderr };
}

// Where we refuse and graphql-js does not: section 3 of the specification wants default values to be of their type, and a
// schema is no place for operations.
const stricter = /default|is not defined by type|no operations and fragments/;

function compare(text) {
	const expected = judge(text),
		got = ask(text);
	if (!expected.error && stricter.test(got.error ?? '')) return 'stricter';
	assert.equal(Boolean(got.error), Boolean(expected.error), `graphql-js: ${expected.error}; ours: ${got.error}\n${text}`);
	if (got.printed) assert.equal(got.printed.trim(), expected.printed.trim());
	return got.error ? 'refused' : 'good';
}

// One each, behind the base (where it may be good, or not) and behind a type alone.
const pieces = `
extend type Dog { more: Int }
extend type Dog @onType(reason: "a")
extend type Nope { a: Int }
extend input Nested { extra: Int = 3 @deprecated }
extend enum FurColor { PINK }
extend enum FurColor { BROWN }
extend union CatOrDog = Human
extend union CatOrDog = Cat
extend interface Pet { age: Int }
extend interface Being implements Pet
extend scalar Anything @nope
extend schema { query: Root }
extend schema @nope
type Empty
input Loop { a: Loop! }
input A { b: B! } input B { a: A! }
input C { c: [C!]! d: D } input D { c: C! }
type __Bad { a: Int }
type T { __a: Int }
enum E { A A }
enum E2 { __X B }
union U
union U = Cat | Cat
union U = Int
union U = Being
interface I implements I { a: Int }
interface I2 implements J2 { a: Int } interface J2 implements I2 { a: Int }
type X implements Being { name: String }
type X implements Being { name(surname: Int): String }
type X implements Being { name(surname: Boolean, more: Int!): String }
type X implements Being { name(surname: Boolean, more: Int! = 1): String! }
type X implements Canine { name(surname: Boolean): String mother: Canine father: Canine }
type X implements Being & Being { name(surname: Boolean): String }
type X implements Nope { a: Int }
type X implements Dog { a: Int }
type X { a: Nested }
type X { a(b: Dog): Int }
type X { a(b: Int, b: Int): Int }
type X { a: Int a: Int }
input Y { a: Dog }
input Y { a: Int a: Int }
input Y { a: Int = "x" }
input Y { a: Int! @deprecated }
type X { a(b: Int! @deprecated): Int }
type X { a(b: Int! = 1 @deprecated(reason: "x")): Int @deprecated(reason: 3) }
directive @a(b: C1) on FIELD
directive @a on FIELD directive @a on QUERY
directive @a(b: Int @a) on ARGUMENT_DEFINITION
directive @__a on FIELD
directive @skip on FIELD
directive @a(b: Int, b: Int) on FIELD
directive @a on NOWHERE
scalar Int
scalar Anything
scalar Z @specifiedBy
scalar Z @specifiedBy(url: 1)
scalar Z @specifiedBy(url: "a") @specifiedBy(url: "b")
type Query { a: Int }
schema { query: Root }
schema { query: Dog mutation: Dog }
type X @onType { a: Int }
type X @onType(reason: "x", nope: 1) { a: Int }
type X { a: Int @skip(if: true) }
type X { a: [Int!]! b(c: [Nested!] = {required: true, deep: [[{required: false}]]}): ID! }
type X { b(c: Nested = {nope: 1}): ID! }
type X { b(c: FurColor = NOPE): ID! }
"""d""" type X { """e\\n\\n  f""" a("g" b: Int): Int }
query Q { a }
type X { a: Undefined }
input R { a: [R] b: R c: S! } input S { r: R }
interface K { a: Int } interface L implements K { a: Int } type M implements L { a: Int }
interface K { a: K } type M implements K { a: M }
interface K { a: [K] } type M implements K { a: [M!]! }
interface K { a: K! } type M implements K { a: M }
interface K { a: CatOrDog } type M implements K { a: Cat }
input O { a: Int = null b: Int! = null }
enum Deprecated { A @deprecated(reason: """x""") B @deprecated }
extend enum Deprecated { C }
extend type X { z: Int }
`
	.trim()
	.split('\n')
	.map(line => line.replaceAll('\\n', '\n'));

const copy = node => JSON.parse(JSON.stringify(node));

function nodesOf(node, found = []) {
	if (node?.kind) found.push(node);
	if (node && typeof node === 'object') for (const value of Object.values(node)) nodesOf(value, found);
	return found;
}

const changes = [
	// A type for another, a name for another.
	(random, nodes) => {
		const types = nodes.filter(node => /TypeDefinition$/.test(node.kind) && node.name);
		const used = nodes.filter(node => node.kind === 'NamedType');
		if (types.length && used.length) random.pick(used).name.value = random.pick(types).name.value;
	},
	(random, nodes) => {
		random.pick(nodes.filter(node => node.kind === 'Name')).value = random.pick([
			'x',
			'Dog',
			'name',
			'__x',
			'FIELD',
			'deprecated',
			'Being',
			'Boolean',
		]);
	},
	// Something less, something twice.
	(random, nodes) => {
		const list = random.pick(
			nodes.flatMap(node => [node.fields, node.values, node.types, node.interfaces, node.definitions]).filter(one => one?.length),
		);
		list.splice(random.below(list.length), 1);
	},
	(random, nodes) => {
		const list = random.pick(
			nodes.flatMap(node => [node.fields, node.values, node.arguments, node.definitions]).filter(one => one?.length),
		);
		list.push(copy(random.pick(list)));
	},
	// A list of it, null or not.
	(random, nodes) => {
		const typed = nodes.filter(node => node.kind === 'FieldDefinition' || node.kind === 'InputValueDefinition');
		if (!typed.length) return;
		const node = random.pick(typed);
		if (random.chance(0.5)) node.type = { kind: 'ListType', type: node.type };
		else node.type = node.type.kind === 'NonNullType' ? node.type.type : { kind: 'NonNullType', type: node.type };
	},
];

describe('definitions', () => {
	it('one by one', () => {
		const found = {};
		for (const piece of pieces) {
			for (const before of [base, 'type Query { x: Int }']) {
				const outcome = compare(`${before}\n${piece}`);
				found[outcome] = (found[outcome] ?? 0) + 1;
			}
		}
		assert.ok(found.good > 25 && found.refused > 90, JSON.stringify(found));
	});

	it('changed at random', () => {
		const found = {};
		for (let seed = 0; seed < 250; seed++) {
			const random = randomFrom(seed);
			const document = copy(
				parse([base, ...(random.chance(0.4) ? [random.pick(pieces.filter(piece => !piece.includes('NOWHERE')))] : [])].join('\n'), {
					noLocation: true,
				}),
			);
			for (let i = random.below(3); i > 0; i--) random.pick(changes)(random, nodesOf(document));
			const outcome = compare(print(document));
			found[outcome] = (found[outcome] ?? 0) + 1;
		}
		assert.ok(found.good > 60 && found.refused > 60, JSON.stringify(found));
	});
});
