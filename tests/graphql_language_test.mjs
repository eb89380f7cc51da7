// The language of GraphQL, judged by graphql-js: documents made from two schemas, valid, broken by rule, and texts that are
// no documents. Both must say the same: the same errors in the same order, with the same words at the same places.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { buildSchema, parse, parseAs15, specifiedRules, validate } from './lib/graphql.mjs';
import { breakDocument, breakSyntax, layOut, makeDocument, randomFrom, tokens } from './lib/graphql_documents.mjs';

const program = path.join(path.dirname(process.env.LECTERN ?? 'build/lectern'), 'graphql_verdicts');
const data = new URL('data/', import.meta.url).pathname;

function ask(schema, documents, ...limits) {
	const run = spawnSync(program, [schema, ...limits], {
		input: documents.map(text => `${JSON.stringify(text)}\n`).join(''),
		maxBuffer: 1 << 30,
	});
	assert.equal(run.status, 0, `${run.signal ?? ''} ${run.stderr}`);
	return run.stdout
		.toString()
		.trim()
		.split('\n')
		.map(line => JSON.parse(line));
}

const plain = error => ({ message: error.message, locations: error.locations ?? [] });

// What graphql-js says; null where it throws instead (it evaluates the @skip and @include of subscriptions).
function judge(schema, text) {
	let document;
	try {
		parseAs15(text);
		document = parse(text);
	} catch (error) {
		return [plain(error)];
	}
	try {
		return validate(schema, document, specifiedRules, { maxErrors: 500 }).map(plain);
	} catch {
		return null;
	}
}

// A message without what differs from document to document.
const kind = message =>
	message
		.replace(/"[^"]*"/g, '…')
		.replace(/[{[].*/s, '')
		.replace(/\d+/g, '0')
		.slice(0, 70);

for (const [name, count] of [
	['schema', 500],
	['language', 500],
]) {
	test(`documents for ${name}.graphql`, () => {
		const file = `${data}${name}.graphql`;
		const schema = buildSchema(fs.readFileSync(file, 'utf8'));
		const documents = [],
			seed = name.length * 1000000;
		for (let i = 0; i < count; i++) {
			const random = randomFrom(seed + i);
			const text = makeDocument(schema, random);
			documents.push(['valid', layOut(random, tokens(text))]);
			documents.push(['broken', layOut(random, tokens(breakDocument(schema, random, text)))]);
			documents.push(['broken', layOut(random, tokens(breakDocument(schema, random, text)))]);
			// A message of ours can't show U+0000 (it shows U+FFFD), nor half a surrogate pair.
			const broken = breakSyntax(random, text)
				.replaceAll('\\u0000', '\\u0001')
				.replaceAll(/\\uD83D(?!\\uDE00)/g, '\\u0001');
			documents.push(['syntax', broken]);
		}
		const verdicts = ask(
			file,
			documents.map(([, text]) => text),
		);
		assert.equal(verdicts.length, documents.length);
		const good = { valid: 0, broken: 0, syntax: 0 },
			kinds = new Set();
		let judged = 0;
		documents.forEach(([sort, text], index) => {
			const expected = judge(schema, text);
			if (!expected) return;
			judged++;
			assert.deepEqual(verdicts[index], expected, `${sort}: ${JSON.stringify(text)}`);
			good[sort] += expected.length ? 0 : 1;
			for (const { message } of expected) kinds.add(kind(message));
		});
		// The documents are what they are said to be, and break many rules.
		assert.ok(judged > documents.length * 0.98, `judged ${judged}`);
		assert.ok(good.valid > count * 0.97, `valid ${good.valid}`);
		assert.ok(good.broken < count * 2 * 0.3, `broken, but valid ${good.broken}`);
		assert.ok(good.syntax < count * 0.1, `no document, but valid ${good.syntax}`);
		assert.ok(kinds.size > 90, `kinds of errors ${kinds.size}`);
	});
}

/* One document at least for each rule, so that none goes untested by chance. */
const byRule = {
	ExecutableDefinitionsRule: ['type A { a: Int } { __typename }', 'schema { query: A } extend schema @x extend type Root { a: Int }'],
	UniqueOperationNamesRule: ['query A { __typename } mutation A { __typename } query A { __typename }'],
	LoneAnonymousOperationRule: ['{ __typename } query A { __typename } { __typename }'],
	SingleFieldSubscriptionsRule: [
		'subscription S { importantEmails notImportantEmails }',
		'subscription { a: importantEmails ...F } fragment F on Watch { b: __typename a: importantEmails }',
	],
	KnownTypeNamesRule: [
		'query($a: Dogg, $b: [Strin!]) { ... on Dgo { name } }',
		'query($a: Float, $b: Int) { arguments { float(float: $a) int(int: $b) } }',
	],
	FragmentsOnCompositeTypesRule: ['{ ... on FurColor { a } ... on Nested { b } ...F } fragment F on Int { c }'],
	VariablesAreInputTypesRule: ['query($a: Dog, $b: [CatOrDog!]!) { __typename }'],
	ScalarLeafsRule: ['{ dog { barks { a } puppies } alien }'],
	FieldsOnCorrectTypeRule: [
		'{ dog { nam } pet { nickname furColor barkVolume } catOrDog { name barks } dogOrHuman { __typenam } nope __schema { types { nme } } }',
	],
	UniqueFragmentNamesRule: ['{ ...F } fragment F on Root { __typename } fragment F on Root { dog { name } }'],
	KnownFragmentNamesRule: ['{ ...F ... @skip(if: true) { ...G } }'],
	NoUnusedFragmentsRule: ['{ __typename } fragment F on Root { ...G } fragment G on Root { __typename }'],
	PossibleFragmentSpreadsRule: [
		'{ dog { ... on Cat { name } ...F } catOrDog { ... on Pet { name } ... on Human { name } ... on DogOrHuman { __typename } } } ' +
			'fragment F on HumanOrAlien { __typename }',
	],
	NoFragmentCyclesRule: [
		'{ ...A } fragment A on Root { ...B self { ...A } } fragment B on Root { ...C ...B } fragment C on Root { self { ...A ...B } }',
	],
	UniqueVariableNamesRule: ['query($a: Int, $b: Int, $a: ID, $b: Int, $a: Int) { arguments { int(int: $a) multiple(x: $b) } }'],
	NoUndefinedVariablesRule: [
		'query A($a: Int) { arguments { int(int: $b) ...F nested(nested: {deep: [[{intField: $d}]]}) { int(int: $a) } } } { ...F } ' +
			'fragment F on Arguments { multiple(x: $c, y: $a) }',
	],
	NoUnusedVariablesRule: ['query A($a: Int, $b: Int) { arguments { int(int: $b) } } query($c: Int) { __typename }'],
	KnownDirectivesRule: ['query @skip(if: true) @nope { dog @many(times: 2) @onQuery(a: {required: true}) { name @nope } }'],
	UniqueDirectivesPerLocationRule: ['{ dog @skip(if: true) @skip(if: false) @many @many @skip(if: true) { name } }'],
	KnownArgumentNamesRule: [
		'{ dog { name(surnam: true) puppies(frst: 1, nope: 2) { name(a: {b: $c}) } } alien @skip(iff: true, if: true) @nope(x: 1) { name } }',
	],
	UniqueArgumentNamesRule: ['{ arguments { int(int: 1, int: 2, a: 3, int: 4, a: 5) float @include(if: true, if: false) } }'],
	ValuesOfCorrectTypeRule: [
		'{ arguments { int(int: "1") a: int(int: 1.5) b: int(int: 3000000000) c: int(int: [1]) d: nonNullInt(int: null) float(float: ' +
			'true) string(string: 1) e: string(string: E) id(id: 1.5) f: id(id: {}) boolean(boolean: 0) } }',
		'{ arguments { enum(color: "BLACK") a: enum(color: BLAK) b: enum(color: 2) c: enum(color: brown) d: enum(color: NO_FURR) ' +
			'ints(list: [1, null, "x"]) lists(list: [[1], 2, [null, {}]]) e: ints(list: 3) } }',
		'{ arguments { nested(nested: {deep: [[{required: 1, nope: 2, strinField: 3}], {required: null}], required: true, any: {a: ' +
			'[$x]}, color: PINK}) { int } a: nested(nested: [{required: true}]) { int } b: nested(nested: 3, more: {}) { int } any(any: ' +
			'[[{a: E}]], all: [1, null]) } }',
		'query($a: Int = "x", $b: [Int!] = [null], $c: Nested = {nope: 1}, $d: Dog = 3, $e: Int! = null) { arguments { int(int: $a) } }',
		'{ arguments { int(int: """\n   block\n     string \\"""\n  """) string(string: "\\u{1F600}") a: int(int: "\\u{1F600}\\n\\u0007") } }',
	],
	ProvidedRequiredArgumentsRule: ['query @onQuery { arguments { multipleReqs(y: 1) int @include multiple nonNullInt } }'],
	VariablesInAllowedPositionRule: [
		'query($a: Int, $b: [Int], $c: Int = 1, $d: Int = null, $e: [Int!]!, $f: String) { arguments { nonNullInt(int: $a) x: ' +
			'nonNullInt(int: $c) y: nonNullInt(int: $d) multiple(x: $a, y: $a) ints(list: $b) z: ints(list: $e) lists(list: [$b, $e]) w: ' +
			'lists(list: $a) nested(nested: {required: $f, nonNullField: $a, any: $f, stringListField: [$f, $a]}) { int } } }',
	],
	OverlappingFieldsCanBeMergedRule: [
		'{ dog { name: nickname name } }',
		'{ dog { name(surname: true) name(surname: false) name } }',
		'{ arguments { nested(nested: {required: true, intField: 1}) { int } ...F nested(nested: {intField: 1, required: true}) { int: ' +
			'float } } } fragment F on Arguments { nested(nested: {required: true, intField: 1}) { int float: string } }',
		'{ catOrDog { ... on Cat { barks a: name b: meows } ... on Dog { barks a: nickname b: barkVolume } } }',
		'{ human { pets { ...A ...B } pets { ...C } relatives { name } } human { relatives: pets { name } pets { ...B } } } fragment A ' +
			'on Pet { x: name ...B } fragment B on Pet { x: name(surname: true) ...C } fragment C on Pet { ... on Dog { x: barks ...A } }',
		'{ self { self { a: dog { name } } } self { self { a: cat { name } b: dog { x: name } } self { b: dog { x: nickname } } } }',
	],
	UniqueInputFieldNamesRule: [
		'{ arguments { nested(nested: {required: true, required: false, any: {a: 1, a: {b: 1, b: 2}, a: 3}, required: true}) { int } } }',
	],
};

test('every rule', () => {
	const file = `${data}language.graphql`;
	const schema = buildSchema(fs.readFileSync(file, 'utf8'));
	assert.deepEqual(
		Object.keys(byRule),
		specifiedRules.map(rule => rule.name),
	);
	for (const [rule, texts] of Object.entries(byRule)) {
		const verdicts = ask(file, texts);
		texts.forEach((text, index) => {
			const expected = judge(schema, text);
			assert.deepEqual(verdicts[index], expected, text);
			if (rule !== 'KnownTypeNamesRule' || index === 0)
				assert.ok(
					validate(
						schema,
						parse(text),
						specifiedRules.filter(({ name }) => name === rule),
					).length,
					`${rule}: ${text}`,
				);
		});
	}
});

test('the limit of errors', () => {
	const file = `${data}language.graphql`;
	const schema = buildSchema(fs.readFileSync(file, 'utf8'));
	const texts = [499, 500, 501, 700].map(count => `{ ${'nope '.repeat(count)}}`);
	texts.push(`query A { ${'dog { ...F } '.repeat(3)} } fragment F on Dog { name(surname: $v) ${'nope '.repeat(498)} }`);
	texts.push(
		`{ ${Array.from({ length: 14 }, (_, index) => `same: pet { name(surname: $v${index}) }`).join(' ')} } query B($c: Int) { ...F ` +
			'} fragment F on Root { __typename }',
	);
	ask(file, texts).forEach((verdict, index) => assert.deepEqual(verdict, judge(schema, texts[index]), texts[index]));
});

/* A hundred kilobytes of whatever is dear: none may take seconds of the processor, and answers stay small. */
test('documents that are dear to validate', () => {
	const fill = (unit, before, after) => {
		let text = before;
		for (let i = 0; text.length + after.length < 100000; i++) text += unit(i);
		return text + after;
	};
	const fragments = (count, spread, inside) =>
		`{ ${Array.from({ length: count }, (_, index) => spread(index)).join(' ')} } ` +
		`${Array.from({ length: count }, (_, index) => inside(index)).join(' ')}`;
	const doubled = depth => (depth ? `self { ${doubled(depth - 1)} ${doubled(depth - 1)} }` : '__typename');
	const documents = {
		'the same fields': fill(() => 'dog { puppies { name } } ', '{', '}'),
		conflicts: fill(index => `a: being(id: ${index}) { name } `, '{', '}'),
		'deep conflicts': fill(index => `self { self { a: being(id: ${index}) { name } } } `, '{', '}'),
		'doubled at each level': `{ ${doubled(12)} }`,
		'all fragments beside each other': fragments(
			1500,
			index => `...F${index}`,
			index => `fragment F${index} on Root { self { dog { name } } }`,
		),
		'fragments in a chain': fragments(
			2500,
			() => '...F0',
			index => `fragment F${index} on Root { ...F${index + 1} }`,
		),
		'each fragment spread twice': fragments(
			1000,
			() => '...F0',
			index => `fragment F${index} on Root { a: self { ...F${index + 1} } b: self { ...F${index + 1} } }`,
		),
		cycles: fragments(
			90,
			index => `...F${index}`,
			index => `fragment F${index} on Root { ${Array.from({ length: 90 }, (_, other) => `...F${other}`).join(' ')} }`,
		),
		'one long cycle': fragments(
			2500,
			() => '...F0',
			index => `fragment F${index} on Root { ...F${(index + 1) % 2500} }`,
		),
		'operations and variables': `${'query A { ...F }'.repeat(3000)} fragment F on Arguments { ${'int(int: $a)'.repeat(4000)} }`,
		'inline fragments': `{ ${'... {'.repeat(190)} ${'dog { name } a: dog { nope } '.repeat(3300)} ${'}'.repeat(191)}`,
		'misspelt names': fill(index => `dogg${index} `, '{', '}'),
		'one misspelt name': `{ ${'d'.repeat(99990)} }`,
		arguments: fill(() => 'x: 1 ', '{ arguments { multiple(', ') } }'),
		directives: fill(() => '@many ', '{ dog ', '{ name } }'),
	};
	for (const [name, text] of Object.entries(documents)) {
		for (const limits of [[], ['7']]) {
			const run = spawnSync(
				'/usr/bin/env',
				[
					'bash',
					'-c',
					`${process.env.LECTERN_SANITIZED ? '' : 'ulimit -t 4; '}exec "$0" "$@"`,
					program,
					`${data}language.graphql`,
					...limits,
				],
				{ input: `${JSON.stringify(text)}\n`, maxBuffer: 1 << 30 },
			);
			assert.equal(run.status, 0, `${name}: ${run.signal} ${run.stderr}`);
			assert.ok(run.stdout.length < 2 << 20, `${name}: ${run.stdout.length} bytes of errors`);
		}
	}
});
