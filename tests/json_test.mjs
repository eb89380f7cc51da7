// What is taken for JSON, and what it is taken for, beside JSON.parse: random texts, texts with a mistake, and odd ones.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { root } from './lib/data.mjs';
import { Chance } from './lib/graphql_random.mjs';

const program = join(dirname(resolve(root, process.env.LECTERN ?? 'build/lectern')), 'json_values');
const ROUNDS = Number(process.env.JSON_ROUNDS ?? 6000);
const [DEEPEST, DEEPEST_COLUMN] = [64, 512];

const bytesOf = text => (Buffer.isBuffer(text) ? text : Buffer.from(text));

/** For each text what json_parse and json_write_compact say: the JSON, or null with the error. */
function ask(texts) {
	const parts = texts.flatMap(text => {
		const head = Buffer.alloc(4);
		head.writeUInt32LE(bytesOf(text).length);
		return [head, bytesOf(text)];
	});
	const { stdout, stderr, status } = spawnSync(program, { input: Buffer.concat(parts), maxBuffer: 1 << 30 });
	assert.equal(status, 0, stderr.toString());
	const lines = stdout.toString().split('\n');
	const read = line => (line[0] === '+' ? { json: line.slice(1) } : { json: null, error: line.slice(1) });
	return texts.map((_, i) => ({ parsed: read(lines[2 * i]), compact: read(lines[2 * i + 1]) }));
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What JavaScript makes of the bytes: {value}, or null when it refuses them. */
function javascript(bytes) {
	try {
		return { value: JSON.parse(decoder.decode(bytes)) };
	} catch {
		return null;
	}
}

/** Strings without lone surrogates, in keys too. */
function wellFormed(value) {
	if (typeof value === 'string') return value.toWellFormed();
	if (Array.isArray(value)) return value.map(wellFormed);
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item)]));
}

/** Keys that become the same key: the text is another then. */
const hasIllFormedKey = value =>
	value !== null && typeof value === 'object' && Object.entries(value).some(([key, item]) => !key.isWellFormed() || hasIllFormedKey(item));

function compare(text, answer) {
	const bytes = bytesOf(text);
	const expected = javascript(bytes);
	const shown = JSON.stringify(bytes.toString('latin1')).slice(0, 400);
	assert.equal(answer.parsed.json !== null, expected !== null, `${shown}: ${answer.parsed.error ?? 'taken for JSON'}`);
	assert.equal(answer.compact.json !== null, expected !== null, `${shown}: as a column`);
	if (!expected) return false;
	const good = wellFormed(expected.value);
	const ours = JSON.parse(answer.parsed.json);
	assert.deepEqual(ours, JSON.parse(JSON.stringify(good)), shown);
	assert.deepEqual(JSON.parse(answer.compact.json), JSON.parse(JSON.stringify(expected.value)), shown);
	if (!hasIllFormedKey(expected.value)) assert.equal(answer.parsed.json, JSON.stringify(good), shown);
	return true;
}

function compareAll(texts) {
	const answers = ask(texts);
	return texts.filter((text, i) => compare(text, answers[i])).length;
}

// ---- random texts ----

const characters = [
	'a',
	'Z',
	'0',
	' ',
	'\\"',
	'\\\\',
	'\\/',
	'\\n',
	'\\b',
	'\\u0000',
	'\\u0041',
	'\\u00e9',
	'\\ud83d\\ude00',
	'\\ud800',
	'\\udfff',
	'\\uD800\\uD800',
	'é',
	'日',
	'🐕',
	'\u2028',
	'\u007f',
	'password',
	'__proto__',
	'constructor',
];
const numbers = [
	'0',
	'-0',
	'1',
	'-1',
	'12',
	'0.5',
	'-0.0',
	'1e5',
	'1E5',
	'1e+5',
	'1E-5',
	'1.5e300',
	'1e400',
	'-1e400',
	'1e-400',
	'5e-324',
	'9007199254740993',
	'9223372036854775807',
	'9223372036854775808',
	'-9223372036854775808',
	'-9223372036854775809',
	'18446744073709551615',
	'123456789012345678901234567890',
	'0.1234567890123456789',
	'1.7976931348623157e308',
	'1.7976931348623159e308',
	'2.2250738585072011e-308',
	'100000000000000000000.0',
	'4.35',
	'0.000001',
	'0.0000001',
	'123456789.123456789',
];

const randomSpace = chance => (chance.often(0.7) ? '' : chance.pick([' ', '\n', '\t', '\r', ' \r\n  ']));
const randomString = chance => `"${Array.from({ length: chance.below(6) }, () => chance.pick(characters)).join('')}"`;
const randomNumber = chance => (chance.often(0.6) ? chance.pick(numbers) : String((chance.next() - 0.5) * 10 ** (chance.below(60) - 30)));

function randomJson(chance, depth) {
	const many = write => Array.from({ length: chance.below(5) }, write).join(',');
	const kind = chance.below(depth ? 8 : 5);
	const member = () => `${randomSpace(chance)}${randomString(chance)}${randomSpace(chance)}:${randomJson(chance, depth - 1)}`;
	const makers = [
		() => chance.pick(['true', 'false', 'null']),
		...Array(2).fill(() => randomString(chance)),
		...Array(2).fill(() => randomNumber(chance)),
		() => `[${many(() => randomJson(chance, depth - 1))}${randomSpace(chance)}]`,
		...Array(2).fill(() => `{${many(member)}${randomSpace(chance)}}`),
	];
	const value = makers[kind]();
	return randomSpace(chance) + value + randomSpace(chance);
}

const inserted = [
	'NaN',
	'Infinity',
	'-',
	'+',
	'.',
	'e',
	'0',
	',',
	':',
	'"',
	"'",
	'\\',
	'\\u',
	'\\x41',
	'{',
	'}',
	'[',
	']',
	'//',
	'/**/',
	'#',
	'null',
	'True',
	'\0',
	'\x01',
	'\n',
	'\x7f',
	'\u00a0',
	'\ufeff',
	'\u2028',
	'\f',
	'\v',
	'undefined',
	'0x1',
	'1_0',
].map(bytesOf);
const bytes = [0x80, 0xc0, 0xc3, 0xed, 0xf5, 0xff].map(byte => Buffer.of(byte));

/** A text with something put in, taken out or exchanged. */
function mutated(chance, text) {
	const from = chance.below(text.length + 1);
	const to = Math.min(text.length, from + (chance.often(0.4) ? 0 : 1 + chance.below(3)));
	const between = chance.often(0.25) ? Buffer.alloc(0) : chance.often(0.2) ? chance.pick(bytes) : chance.pick(inserted);
	return Buffer.concat([text.subarray(0, from), between, text.subarray(to)]);
}

test('random texts', () => {
	const chance = new Chance(14);
	const texts = Array.from({ length: ROUNDS }, () => randomJson(chance, 1 + chance.below(7)));
	assert.equal(compareAll(texts), ROUNDS);
});

test('random texts with mistakes', () => {
	const chance = new Chance(15);
	const texts = Array.from({ length: 2 * ROUNDS }, () => mutated(chance, bytesOf(randomJson(chance, 1 + chance.below(4)))));
	const good = compareAll(texts);
	// Neither all nor none of them.
	assert.ok(good > ROUNDS / 10 && good < 1.9 * ROUNDS, `${good}`);
});

test('each prefix, and each byte in each place', () => {
	const text = Buffer.from(' {"a\\u0000é": [1.5e-3, -0, true, null, "\\ud83d\\ude00"], "b": {}}\n');
	const texts = Array.from(text, (_, i) => text.subarray(0, i));
	for (let at = 0; at < text.length; at++)
		for (let byte = 0; byte < 256; byte++) {
			const changed = Buffer.from(text);
			changed[at] = byte;
			texts.push(changed);
		}
	compareAll(texts);
});

test('keys that are array indexes', () => {
	const chance = new Chance(16);
	const key = () =>
		chance.pick(['a', 'b', 'é', '00', '4294967294', '4294967295', '\\u0031', '\\u0001', ...'0123456789', '10', '11', '100']);
	const value = depth => {
		if (depth === 0 || chance.often(0.3)) return chance.pick(['1', '"x"', 'null', '12345678901234567890', '[]']);
		const members = new Map(Array.from({ length: chance.below(6) }, () => [JSON.parse(`"${key()}"`), value(depth - 1)]));
		const object = `{${Array.from(members, ([name, item]) => `${JSON.stringify(name)}:${item}`).join(',')}}`;
		return chance.often(0.3) ? `[${object},${value(depth - 1)}]` : object;
	};
	const texts = Array.from({ length: ROUNDS }, () => value(4));
	const answers = ask(texts);
	compareAll(texts);
	for (const [i, text] of texts.entries()) assert.equal(answers[i].compact.json, JSON.stringify(JSON.parse(text)), text);
});

test('each character as an escape', () => {
	const escaped = text => Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
	const texts = [];
	for (let from = 0; from < 0x110000; from += 0x1000)
		texts.push(`["${escaped(String.fromCodePoint(...Array.from({ length: 0x1000 }, (_, i) => from + i)))}"]`);
	assert.equal(compareAll(texts), texts.length);
});

test('odd texts', () => {
	compareAll([
		'',
		' ',
		'\0',
		'{}\0',
		'NaN',
		'[NaN]',
		'{"a":NaN}',
		'Infinity',
		'-Infinity',
		'[1,-Infinity]',
		'nan',
		'inf',
		'-',
		'-0',
		'-00',
		'01',
		'+1',
		'1.',
		'.5',
		'1e',
		'1E5',
		'0e0',
		'0E+00',
		'0x1F',
		'1e400',
		'-1e400',
		'1n',
		'\ufeff{}',
		'{}\ufeff',
		'[1,]',
		'{"a":1,}',
		'[,]',
		'[1,,2]',
		'{,}',
		'// a\n1',
		'/* a */1',
		'1/**/',
		'#',
		"'a'",
		'{a:1}',
		'{"a":1,"a":2}',
		'{"a":1,"b":2,"a":{"c":3}}',
		'{"__proto__":1,"__proto__":{"a":2}}',
		'{"constructor":{"prototype":1}}',
		'{"a\\u0000b":1,"a":2,"a\\u0000":3}',
		'{"\\u0000":1,"":2}',
		'["\\u0000"]',
		'{"2":1,"1":2}',
		'{"b":1,"10":2,"9":3,"a":4,"01":5,"-1":6,"1.0":7,"4294967295":8,"4294967294":9,"0":10}',
		'{"1":1,"\\u0030":2,"\\u0061":3,"2":4}',
		'{"1":"a","1":"b","0":{"5":[{"7":1,"6":9007199254740993}],"4":"\\ud800"}}',
		'"\\ud800"',
		'"\\udc00\\ud800"',
		'{"\\ud800":1}',
		'"\\u{41}"',
		'"\\0"',
		'"\\a"',
		'"\n"',
		'"\t"',
		'"\x7f"',
		'true false',
		'nulll',
		'TRUE',
		'tru',
		'"',
		'"\\',
		'"\\u',
		'"\\u1',
		'[',
		'{',
		'{"a"',
		'{"a":',
		'[1',
		']',
		'}',
		':',
		',',
		'[}',
		'{]',
		`[${'1'.repeat(5000)}]`,
		`[0.${'1'.repeat(5000)}]`,
		`[1${'0'.repeat(400)}]`,
		`"${'x'.repeat(100000)}"`,
		`[${'{},'.repeat(20000)}{}]`,
		`${' '.repeat(100000)}1`,
		Buffer.of(0x22, 0xc0, 0x80, 0x22),
		Buffer.of(0x22, 0xed, 0xa0, 0x80, 0x22),
		Buffer.of(0xff, 0xfe, 0x31, 0),
		Buffer.of(0x22, 0xf4, 0x90, 0x80, 0x80, 0x22),
	]);
});

test('how deep', () => {
	const nested = (depth, open, close, inner) => open.repeat(depth) + inner + close.repeat(depth);
	for (const [open, close] of [
		['[', ']'],
		['{"a":', '}'],
	])
		for (const inner of ['1', 'null', '[]']) {
			const levels = inner === '[]' ? 1 : 0;
			const depths = [1, 2, 62, 63, 64, 65, 66, 128, 129, 510, 511, 512, 513, 514, 600, 700, 100000];
			const answers = ask(depths.map(depth => nested(depth, open, close, inner)));
			depths.forEach((depth, i) => {
				const name = `${depth} times ${open}${inner}`;
				assert.equal(answers[i].parsed.json !== null, depth + levels <= DEEPEST, name);
				assert.equal(answers[i].compact.json !== null, depth + levels <= DEEPEST_COLUMN, name);
				if (answers[i].parsed.json === null) assert.equal(answers[i].parsed.error, `nested deeper than ${DEEPEST} levels`);
			});
		}
});

test('more objects than memory is given to', () => {
	const [answer] = ask([`[${'{},'.repeat(999999)}{}]`]);
	assert.match(answer.parsed.error, /too many objects/);
	assert.equal(answer.compact.json.length, 3000001);
});
