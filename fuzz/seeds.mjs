#!/usr/bin/env node
// Writes the seeds of the fuzz targets from the reference cases and models: OUT/<target>/<number>.
// usage: fuzz/seeds.mjs OUT
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { encodePath } from '../tests/lib/cases.mjs';
import { dataFolder, readCases } from '../tests/lib/data.mjs';
import { makeTar } from '../tests/lib/tar.mjs';

const out = process.argv[2];
if (!out) {
	console.error('usage: fuzz/seeds.mjs OUT');
	process.exit(2);
}

function write(target, seeds) {
	const folder = path.join(out, target);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	[...new Set(seeds)].forEach((seed, index) => writeFileSync(path.join(folder, String(index)), seed));
}

const paths = [...readCases('reads'), ...readCases('generated')].map(recorded => encodePath(recorded.path));

write('request_target', paths);
// The first byte chooses one of the registry's types: any spread will do.
const queries = paths.filter(text => text.includes('?')).map(text => text.slice(text.indexOf('?') + 1));
const anyType = (query, index) => String.fromCharCode(32 + (index % 94)) + query;
// What the recorded cases have not: what is private, asked for behind a polymorphic relation. Each for every type.
const hidden = [
	'populate[related][populate][reviews][filters][author][password][$startsWith]=a',
	'populate[target][populate][parent][sort]=code',
	'populate[blocks][populate][image][filters][related][id]=1',
];
write('query_string', [
	...queries.map(anyType),
	...hidden.flatMap(query => Array.from({ length: 94 }, (_, index) => anyType(query, index))),
]);

const written = [...readCases('writes'), ...readCases('random-writes')].filter(
	({ body, path: target }) => body && /^\/api\/[\w-]+/.test(target),
);
write(
	'request_body',
	written.map(({ method, path: target, body }) => {
		const action = target.includes('/localizations') ? 'L' : method === 'PUT' ? 'U' : 'C';
		return `${action}${/^\/api\/([\w-]+)/.exec(target)[1]}\n${typeof body === 'string' ? body : JSON.stringify(body)}`;
	}),
);

const models = readdirSync(path.join(dataFolder, 'project/src'), { recursive: true, withFileTypes: true });
write(
	'model_json',
	models.filter(file => file.name.endsWith('.json')).map(file => readFileSync(path.join(file.path, file.name), 'utf8')),
);

// The example's content, a run of lines each; and lines of attributes that it has not.
const content = readFileSync(new URL('../examples/foodadvisor/content.ndjson', import.meta.url), 'utf8')
	.split('\n')
	.filter(Boolean);
write('import_line', [
	...content,
	...[4, 16].flatMap(size => content.map((_, at) => content.slice(at, at + size).join('\n'))),
	'{"type":"api::kitchen-sink.kitchen-sink","id":1,"fields":{"string":"a","biginteger":"9007199254740993","float":1e300,"boolean":true,' +
		'"date":"2024-02-29","time":"12:30:00.000","datetime":"2024-02-29T12:30:00.000Z","timestamp":"2024-02-29T12:30:00.000Z",' +
		'"json":{"a":[1,null]},"createdBy":1}}',
	'{"link":"plugin::upload.file","field":"related","from":1,"to":1,"toType":"api::restaurant.restaurant","toField":"cover","order":1.5}',
]);

write('json_text', [
	...written.map(({ body }) => (typeof body === 'string' ? body : JSON.stringify(body))),
	'{"a\\u0000b":"\\u0000\\ud800\\ud83d\\ude00\\ud836\\udc00\\/\\n","\\udfff":[1e400,-0,18446744073709551616,1E-5]}',
]);

// Documents for both schemas of the tests, and the schemas' own definitions in pieces.
const schemas = ['schema', 'language'].map(name => readFileSync(path.join(dataFolder, `${name}.graphql`), 'utf8'));
const documents = [
	'{ restaurants(filters: {and: [{name: {eq: "a"}}, {not: {price: {in: [cheap, fair]}}}]}, pagination: {limit: 2}, sort: ' +
		'["name:asc"], publicationState: LIVE) { data { id attributes { name categories { data { attributes { name } } } } } meta { ' +
		'pagination { total } } } }',
	'query Q($id: ID = 1, $locale: I18NLocaleCode, $f: [RestaurantFiltersInput] = [{id: {eq: 3}}]) @skip(if: false) { a: ' +
		'restaurant(id: $id, locale: $locale) { ...F } b: restaurants(filters: {or: $f}) { data { ...G } } } fragment F on ' +
		'RestaurantEntityResponse { data { ...G } } fragment G on RestaurantEntity { id ... on RestaurantEntity @include(if: true) { ' +
		'attributes { name } } }',
	'mutation M($d: RestaurantInput!) { createRestaurant(data: $d) { data { id } } updateRestaurant(id: 1, data: {name: """\n  ' +
		'block\n    \\""" text\n""", rating: -1.5e3, open: true, price: null}) { data { id } } }',
	'{ __schema { types { name kind fields(includeDeprecated: true) { name args { name type { ofType { name } } } } } } ' +
		'__type(name: "Query") { name } }',
	'query A($a: Nested!, $b: [Int!] = [1, 2]) { arguments { nested(nested: $a) { ints(list: $b) } nested(nested: {required: true, ' +
		'deep: [[{required: false, color: BROWN}]]}) { int } } catOrDog { ... on Cat { barks } ... on Dog { barks: nickname puppies { ' +
		'...D } } } } fragment D on Dog { name(surname: true) mother { ...D } }',
	'subscription S { being { name ... on Pet { name ... on Dog { doesKnowCommand(dogCommand: SIT, other: [HEEL]) } } } dog { name } }',
	'{ dog { nam(surnam: 1) @many @many(times: "x") @nope(a: $b) ...E ...E } } { ...E } fragment E on Dgo { ...E } type A ' +
		'implements B & C { a(b: [Int!]! = {c: 1, c: 2}): A @x }',
	'{ pet { name name: nickname ... { name(surname: false) } ...P } } fragment P on Pet { name(surname: true) ...Q } fragment Q on ' +
		'Being { ...P name }',
	'{ a(s: "\\u{1F600}\\uD83D\\uDE00\\n\\u0000", t: \ufeff "ä😀") # comment\r\n,, }',
];
write('graphql_document', [...documents, ...schemas.flatMap(text => text.split('\n\n'))]);
write('graphql_validate', documents);
write('graphql_definitions', [
	...schemas.slice(1),
	'type Query { a(b: [Int!]! = [1, 2] @deprecated, c: I = {d: null}): U @deprecated(reason: "x") } union U = Query | T type T ' +
		'implements N & M { x: ID! } interface N implements M { x: ID } interface M { x: ID } input I { d: E = A } enum E { A B ' +
		'@deprecated }',
	'schema @x { query: Q mutation: Q } "d" type Q { "e" a: S } scalar S @specifiedBy(url: "u") directive @x(a: Int = 3) repeatable ' +
		'on SCHEMA | FIELD extend type Q { b: Float } extend scalar S @y directive @y on SCALAR',
	'type Query { a: Int } extend type Query implements P @z(b: {c: [1.5, "x", true, null]}) { p: Boolean } interface P { p: ' +
		'Boolean } directive @z(b: J) on OBJECT scalar J input L { m: [L] = [{m: []}], n: L = null }',
]);
// The byte before and the variables behind: see the target.
const runs = [
	[
		'{ human(id: 1) { name(surname: true) pets { name ... on Dog { barks puppies(first: 2) { name barks mother { name } } } ... on ' +
			'Cat { furColor meows } } relatives { name iq } } }',
	],
	[
		'query($n: Nested!, $i: [Int!] = [1], $c: FurColor = BROWN, $b: Boolean! = false) { arguments { nested(nested: $n, more: [$n]) ' +
			'{ ints(list: $i) enum(color: $c) id(id: "a") float(float: 1) string @skip(if: $b) } multipleReqs(x: 1, y: 2) } }',
		'{"n":{"required":true,"deep":[[{"required":false,"color":"TAN","any":{"a":[1,null,"x"]}}]],' +
			'"idField":3,"floatField":1.5},"i":2,"b":true}',
	],
	[
		'{ a: catsOrDogs(first: 3) { __typename ... on Being { name } ...D } being(id: "x") { ... on Mammal { mother { name father { ' +
			'...D } } } } self { self { dog { isHouseTrained doesKnowCommand(dogCommand: SIT, other: [HEEL, DOWN]) } } } } fragment D on ' +
			'Dog { nickname puppies { name } barks isAtLocation(x: 1, y: -2) }',
	],
	[
		'mutation M($x: ID!, $y: String!) { rename(id: $x, name: $y) { name } feed(nested: {required: true}) { lists(list: [[1, null], ' +
			'2]) strings(list: "a") any(any: {a: $y}, all: [1]) } }',
		'{"x":12,"y":"ä"}',
	],
	['subscription { dog { puppies { puppies { puppies { barks } } } } }'],
	[
		'{ __schema { types { name fields { name type { kind ofType { name } } } } directives { name args { defaultValue } } } ' +
			'__type(name: "Nested") { inputFields { defaultValue } } }',
	],
];
write(
	'graphql_execute',
	runs.flatMap(([text, variables = '{}']) => ['0', 'x', '~'].map(dice => `${dice}${text}\0${variables}`)),
);

const asked = readCases('graphql').filter(({ body }) => body?.query);
write(
	'graphql_content',
	asked.map(({ body }) => `${body.query}\0${JSON.stringify(body.variables ?? {})}`),
);

const encode = value => Buffer.from(value).toString('base64url');
const token = (header, payload, secret = 'jwtsecret') => {
	const text = `${encode(JSON.stringify(header))}.${encode(JSON.stringify(payload))}`;
	return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const recorded = [...readCases('reads')].map(item => item.headers?.Authorization ?? '').filter(text => text.includes('.'));
write('jwt', [
	...recorded.map(text => text.replace(/^\w+ /, '')),
	token({ alg: 'HS256', typ: 'JWT' }, { id: 1, iat: 1700000000, exp: 1900000000 }),
	token({ alg: 'HS256' }, { id: 1, exp: 1 }),
	token({ alg: 'none' }, { id: 1 }),
	token({ alg: 'HS512' }, { id: 'x' }),
	JSON.stringify({ id: 1, iat: 1700000000, exp: 1900000000 }),
	JSON.stringify({ id: '1', exp: '1', nbf: 1e300, nested: [[[[{}]]]] }),
]);

// Bodies, templates with a user behind them, addresses and codes, chosen by the first byte.
const accounts = [...readCases('auth'), ...readCases('accounts')]
	.filter(({ body }) => body)
	.map(({ body }) => (typeof body === 'string' ? body : JSON.stringify(body)));
write('account_texts', [
	...accounts.map(text => `\0${text}`),
	...['<p><%= URL %>?code=<%= TOKEN %></p>', '<%=USER.username%><% x %>${y}<%= USER.a.b %>', '<%<%= CODE %>%>'].map(
		text => `\x01${text}\n{"username":"<b>","a":{"b":1}}`,
	),
	...['a@b.co', 'Ann "B" <a@b.co>', 'Jürgen <j@b.co>', '=?UTF-8?Q?x?= <a@b.co>\r\nBcc: c@d.ef'].map(text => `\x02${text}`),
	...['0123456789abcdef'.repeat(4), 'Ünï Cödé HTTPServer v2', 'Straße ǅ İ'].map(text => `\x03${text}`),
]);

// An ID token, a line break, and the provider's keys.
const pairs = { RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }), ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
const keys = Object.entries(pairs).map(([alg, { publicKey }]) => ({ ...publicKey.export({ format: 'jwk' }), kid: alg, alg, use: 'sig' }));
const claims = {
	iss: 'https://login.example.com',
	aud: 'lectern',
	sub: '1',
	iat: 1800000000,
	exp: 1800000060,
	email: 'a@b.co',
	email_verified: true,
};
const signed = alg => {
	const text = `${encode(JSON.stringify({ alg, kid: alg }))}.${encode(JSON.stringify(claims))}`;
	return `${text}.${sign('sha256', Buffer.from(text), { key: pairs[alg].privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
};
write('id_token', [
	...Object.keys(pairs).map(alg => `${signed(alg)}\n${JSON.stringify({ keys })}`),
	`${JSON.stringify({ ...claims, aud: ['lectern', 'b'], azp: 'lectern', nbf: 1e300 })}\n` +
		`{"keys":[null,7,{"kty":"oct","k":"c2VjcmV0"},{"kty":"EC","crv":"P-256","x":"x","y":"y"}]}`,
	`http://localhost:80@example.com/\n{"keys":{}}`,
]);

// LIKE: twice the pattern's length, one more with an escape, then pattern and text.
const like = (pattern, text, escape) =>
	Buffer.from(`${String.fromCharCode(2 * pattern.length + (escape ? 1 : 0))}${pattern}${text}`, 'latin1');
write('like', [
	like('%ab%a_b', 'xabyaab'),
	like('a\\%%', 'A%b', true),
	like('%_%_a', 'bba'),
	like('aab%aab', 'aaaab\xC3\xA9aab'),
	like('%\xC3\xA9_', 'e\xC3\xA9\xF0\x9F\x98\x80'),
]);

// Code as projects have it, whole and in parts.
const code = readFileSync(new URL('../tests/project_code_test.mjs', import.meta.url), 'utf8');
const texts = [...code.matchAll(/'src\/[^']*\.[jt]s': ["'`]([\s\S]*?)["'`],\n/g)].map(([, text]) => text.replaceAll('\\n', '\n'));
write('project_code', [code, ...texts, ...code.split('\n\n')]);
// The first byte says how a request is cut.
const requests = [
	'GET /a%20b?c=d HTTP/1.1\r\nHost: x\r\nX: y\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
	'POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhelloGET /c HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
	'POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello',
	'PUT /c HTTP/1.1\r\nHost: [::1]:80\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\nHEAD / ' +
		'HTTP/1.1\r\nHost: x\r\n\r\n',
	'OPTIONS * HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: PUT\r\n\r\n',
	'BREW / HTTP/1.1\r\nHost: x\r\n\r\n',
	'\r\nGET http://x/y HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
];
write(
	'http_connection',
	requests.flatMap((text, index) => [`\x00${text}`, `${String.fromCharCode(1 + index)}${text}`]),
);
write('multipart', [
	'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
	'x\r\n--b\r\nContent-Disposition: form-data; name="f"; filename="a\\b%22&#8364;.txt"\r\nContent-Type: text/plain\r\n\r\n\r\n--\r\n--b--',
	'--b\r\nContent-Disposition: form-data; name=f; filename=x\r\nContent-Transfer-Encoding: base64\r\n\r\naGVsbG8=\r\n--b--',
]);
write('chunked_body', [
	'5\r\nhello\r\n0\r\n\r\n',
	'1;a="b;c"\r\nx\r\n00a\r\n0123456789\r\n0\r\nA: b\r\nC: d\r\n\r\nrest',
	'2\n{}\r\n0\r\n\r\n',
]);

// Frames: length of what follows, kind, id, length of the head; then head and body.
const frame = (kind, id, head, body = '') => {
	const fixed = Buffer.alloc(13);
	fixed.writeUInt32LE(9 + head.length + body.length, 0);
	fixed.write(kind, 4, 'latin1');
	fixed.writeUInt32LE(id, 5);
	fixed.writeUInt32LE(head.length, 9);
	return Buffer.concat([fixed, Buffer.from(head + body, 'latin1')]);
};
const frames = [
	frame('H', 0, '{"protocol":1,"node":"20.1.0"}'),
	frame('C', 7, '{"service":"db.query.findOne","arguments":["api::a.a",{"where":{"id":1}}],"ask":2}'),
	frame('R', 2, '{"status":200}', 'body'),
	frame('E', 3, '{"@":"error","name":"Error","message":"x"}'),
];
write('host_frame', [...frames, Buffer.concat(frames)]);

write('file_name', [
	'picture.png',
	'Ünï cødé (1).tar.gz',
	'..',
	'../../etc/passwd',
	'.hidden',
	'a/b\\c.svg',
	'no extension',
	'日本語.jpg',
	'x_0123456789.webp',
]);

// The first byte says what the text is: a URL, headers, events.
write('webhook', [
	'0https://hooks.example.com/a?b=c',
	'0http://127.0.0.1:1337/x',
	'0http://[::ffff:10.0.0.1]/',
	'0http://user:pass@localhost./',
	'0http://0x7f.1/',
	'1{"Authorization":"Bearer x","X-A":"1","x-a":2,"Content-Length":"9"}',
	'1{"X-B":"a\\r\\nX-C: d","":null}',
	'2["entry.create","media.delete"]',
	'2["nope",1,null]',
]);

// Archives: a first byte 0xff stands for a key, its second bit for --force.
const archives = [
	[
		['content.jsonl', '{"lectern":1}\n'],
		['uploads/a.txt', 'text'],
	],
	[
		['content.jsonl', ''],
		['uploads/../../b.txt', 'text'],
	],
	[
		['content.jsonl', ''],
		['/etc/passwd', 'x'],
	],
	[
		['metadata.json', '{}'],
		['schemas/schemas_00001.jsonl', '{"uid":"api::category.category"}\n'],
		['entities/entities_00001.jsonl', '{"type":"api::category.category","id":1,"data":{"name":"a"}}\n'],
		[
			'links/links_00001.jsonl',
			'{"kind":"relation.basic","relation":"manyToOne","left":{"type":"api::restaurant.restaurant","ref":1,"field":"chain"},' +
				'"right":{"type":"api::chain.chain","ref":1}}\n',
		],
		['configuration/configuration_00001.jsonl', '{"type":"core-store","value":{"key":"a","value":"1"}}\n'],
		['assets/uploads/c.txt', 'text'],
	],
].map(makeTar);
const encrypted = readFileSync(`${dataFolder}strapi-export.tar.gz.enc`).subarray(0, 16_000);
write('archive', [
	...archives.map(bytes => Buffer.concat([Buffer.from('\x02'), bytes])),
	...archives.map(bytes => Buffer.concat([Buffer.from('\x00'), gzipSync(bytes)])),
	Buffer.concat([Buffer.from([0xff]), encrypted]),
]);
