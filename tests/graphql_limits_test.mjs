// Documents made to hurt, over HTTP: each is answered soon, with a proper status and in bounded memory, and the server serves on.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sanitized } from './lib/expect.mjs';
import { ask, full } from './lib/endpoint.mjs';
import { sendRaw } from './lib/http.mjs';
import { makeProject, startServer, useServer } from './lib/server.mjs';

const size = 100_000;
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const repeat = (text, count = Math.floor(size / text.length)) => text.repeat(count);
const query = text => ({ query: text });

/** As many parts as fit into a document. */
function fill(make, begin, end) {
	const parts = [begin];
	let length = begin.length + end.length;
	for (let index = 0; ; index++) {
		const part = make(index);
		if ((length += part.length + 1) > size) break;
		parts.push(part);
	}
	return [...parts, end].join(' ');
}

/** begin × depth, middle, end × depth. */
const nest = (begin, middle, end, depth = Math.floor(size / (begin.length + end.length))) =>
	begin.repeat(depth) + middle + end.repeat(depth);

const typeReference = 'type { name fields { name ';

/** A name, the request, and what the answer may be: refused (a 4xx with errors), data, or either. */
const sixtyCategories = times(60, b => `b${b}:categories{data{id}}`).join(' ');
const documents = [
	['braces without end', query('{'.repeat(size)), 'refused'],
	['fields in fields without end', query(repeat('{a')), 'refused'],
	['fields in fields', query(nest('{a', '', '}')), 'refused'],
	['relations in relations', query(`{categories${nest('{data{attributes{parent', '{data{id}}', '}}}')}}`), 'refused'],
	['inline fragments in each other', query(`{${nest('...{', '__typename', '}')}}`), 'any'],
	['lists in lists', query(`{category(id:${nest('[', '', ']')}){data{id}}}`), 'refused'],
	['objects in objects', query(`{categories(filters:${nest('{not:', '{}', '}')}){data{id}}}`), 'refused'],
	['types of lists of lists', query(`query($a:${nest('[', 'Int', ']')}){__typename}`), 'refused'],
	['aliases', query(fill(i => `a${i}:__typename`, '{', '}')), 'any'],
	['aliases of lists', query(fill(i => `a${i}:restaurants(pagination:{limit:100}){data{id}}`, '{', '}')), 'refused'],
	[
		'aliases of counted lists',
		query(fill(i => `a${i}:restaurants(filters:{seats:{gt:${i}}}){meta{pagination{total}}}`, '{', '}')),
		'refused',
	],
	[
		'aliases of aliases of lists',
		query(`{${times(30, a => `a${a}:restaurants(pagination:{limit:100}){data{attributes{${sixtyCategories}}}}`).join(' ')}}`),
		'any',
	],
	['the same field again and again', query(fill(() => 'category(id:1){data{id}}', '{', '}')), 'any'],
	['the same fields in other orders', query(fill(i => `category(id:1){data{id attributes{a${i}:name b${i % 7}:name}}}`, '{', '}')), 'any'],
	['fields that overlap and differ', query(fill(i => `a:category(id:${i}){data{id}}`, '{', '}')), 'refused'],
	[
		'fragments that double',
		query(fill(i => `fragment f${i} on Query{...f${i + 1} ...f${i + 1}}`, '{...f0}', 'fragment last on Query{__typename}')),
		'refused',
	],
	[
		'fragments that double, to the end',
		query(
			`{...f0} ${times(1000, i => `fragment f${i} on Query{...f${i + 1} ...f${i + 1}}`).join(' ')} fragment f1000 on Query{__typename}`,
		),
		'any',
	],
	[
		'fragments that double fields',
		query(
			'{...f0} ' +
				times(
					40,
					i => `fragment f${i} on Query{a${i}:category(id:1){data{id}} ...f${i + 1} b:category(id:2){data{id}} ...f${i + 1}} `,
				).join('') +
				'fragment f40 on Query{__typename}',
		),
		'any',
	],
	['fragments in a circle', query(`{...f0} ${times(2000, i => `fragment f${i} on Query{...f${(i + 1) % 2000}}`).join(' ')}`), 'refused'],
	[
		'fragments that all include all',
		query(`{...f0} ${times(100, i => `fragment f${i} on Query{${times(100, k => `...f${k}`).join(' ')}}`).join(' ')}`),
		'refused',
	],
	['fragments that nobody uses', query(fill(i => `fragment f${i} on Query{__typename}`, '{__typename}', '')), 'refused'],
	[
		'a wide fragment in many places',
		query(
			`{${times(900, i => `a${i}:category(id:1){data{...F}}`).join(' ')}} ` +
				`fragment F on CategoryEntity{${times(900, i => `b${i}:attributes{name}`).join(' ')}}`,
		),
		'any',
	],
	[
		'fragments that overlap in pairs',
		query(
			`{${times(300, i => `...f${i}`).join(' ')}} ` +
				`${times(
					300,
					i =>
						`fragment f${i} on Query{a:categories(pagination:{limit:1}){data{id attributes{n:name ` +
						`${times(10, k => `x${k}:name`).join(' ')}}}}}`,
				).join(' ')}`,
		),
		'any',
	],
	['fields that are not there', query(fill(i => `restauran${i}`, '{', '}')), 'refused'],
	['a name that is long', query(`{${'restaurants'.repeat(size / 11)}}`), 'refused'],
	['arguments that are not there', query(`{category(${fill(i => `nope${i}:1`, 'id:1', '')}){data{id}}}`), 'refused'],
	['directives', query(`{__typename ${repeat('@skip(if:false) ')}}`), 'refused'],
	['directives that are not there', query(`{__typename ${fill(i => `@nope${i}`, '', '')}}`), 'refused'],
	['variables that nobody uses', query(`query(${fill(i => `$v${i}:Int`, '', '')}){__typename}`), 'refused'],
	['variables that are the same', query(`query(${fill(() => '$v:Int', '', '')}){a:__typename}`), 'refused'],
	['variables that are not defined', query(fill(i => `a${i}:category(id:$v${i}){data{id}}`, 'query Q{', '}')), 'refused'],
	['operations', query(fill(i => `query Q${i}{__typename}`, '', '')), 'refused'],
	['operations with one name', { query: fill(() => 'query Q{__typename}', '', ''), operationName: 'Q' }, 'refused'],
	['introspection in introspection', query(`{__schema{types{fields{${nest(typeReference, '', '}}', 8)}}}}}`), 'any'],
	['introspection by aliases', query(fill(i => `a${i}:__schema{types{name fields{name type{name}}}}`, '{', '}')), 'any'],
	['possible types of possible types', query(`{__schema{types{${nest('possibleTypes{name interfaces{name} ', '', '}', 10)}}}}`), 'any'],
	['commas', query(`{__typename${','.repeat(size)}}`), 'data'],
	['comments', query(`{__typename\n${repeat('#\n')}}`), 'data'],
	['carriage returns', query(`{__typename${'\r'.repeat(size)}nope}`), 'refused'],
	['a long string', query(`{category(id:"${'x'.repeat(size)}"){data{id}}}`), 'any'],
	['a long string of escapes', query(`{category(id:"${repeat('\\u0041')}"){data{id}}}`), 'any'],
	['a long block string', query(`{category(id:"""${repeat('\n \t x')}"""){data{id}}}`), 'any'],
	['a long number', query(`{restaurants(pagination:{limit:${'9'.repeat(size)}}){data{id}}}`), 'refused'],
	['a long fraction', query(`{restaurants(filters:{rating:{gt:0.${'9'.repeat(size)}}}){data{id}}}`), 'any'],
	['a string without end', query(`{category(id:"${'x'.repeat(size)}`), 'refused'],
	['a block string without end', query(`{category(id:"""${repeat('""')}`), 'any'],
	['surrogates', query(`{category(id:"${repeat('\\uD800')}"){data{id}}}`), 'refused'],
	['filters in filters', query(`{categories(filters:${nest('{and:[', '{name:{eq:"x"}}', ']}', 3000)}){data{id}}}`), 'refused'],
	['filters beside filters', query(`{categories(filters:{or:[${fill(i => `{name:{containsi:"${i}"}}`, '', '')}]}){data{id}}}`), 'any'],
	['a long list of ids', query(`{categories(filters:{id:{in:[${fill(i => `${i}`, '', '')}]}}){data{id}}}`), 'any'],
	['a long list of sorts', query(`{categories(sort:[${repeat('"name",')}]){data{id}}}`), 'any'],
	['a long sort', query(`{categories(sort:"${repeat('name.')}"){data{id}}}`), 'refused or data null'],
	[
		'variables in variables',
		{ query: 'query($f:CategoryFiltersInput){categories(filters:$f){data{id}}}', variables: '@nested' },
		'refused',
	],
	[
		'many values in variables',
		{ query: 'query($f:CategoryFiltersInput){categories(filters:$f){data{id}}}', variables: { f: { id: { in: times(15_000, i => i) } } } },
		'any',
	],
	[
		'wrong values in variables',
		{
			query: 'query($f:CategoryFiltersInput){categories(filters:$f){data{id}}}',
			variables: { f: { or: times(8000, () => ({ nope: 1 })) } },
		},
		'refused',
	],
	['variables by the thousand', { query: '{__typename}', variables: Object.fromEntries(times(8000, i => [`v${i}`, i])) }, 'any'],
	[
		'a JSON column of JSON',
		{ query: 'mutation($j:JSON){createKitchenSink(data:{requiredText:"x",json:$j}){data{id}}}', variables: '@nested' },
		'refused',
	],
	['fragments on types that are not there', query(fill(i => `...on Nope${i}{a}`, '{', '}')), 'refused'],
	['schema definitions', query(fill(i => `type T${i}{a:Int}`, '', '')), 'refused'],
];

/** The bytes of the body; "@nested" stands for a value that no JSON writer makes. */
const bodyOf = request =>
	JSON.stringify(request).replace('"@nested"', `{"f":${nest('[', '', ']', size / 2)},"j":${nest('[', '', ']', size / 2)}}`);

describe('a document made to hurt', () => {
	let server;
	useServer(started => ({ server } = started));

	/** Asks, and fails when it took a second of processor time or much memory, or when the server stopped serving. */
	async function bounded(name, act, megabytes = 64, most = 1) {
		const [ticks, memory] = [server.ticks(), server.memory('VmHWM')];
		const result = await act();
		const [seconds, grown] = [(server.ticks() - ticks) / 100, (server.memory('VmHWM') - memory) / 1024];
		if (process.env.SHOW) console.log(`${name}: ${seconds} s, ${grown.toFixed(1)} MB`);
		if (!sanitized) {
			assert.ok(seconds < most, `${seconds} s of processor time`);
			assert.ok(grown < megabytes, `${grown} MB of memory`);
		}
		const after = await ask(server.base, query('{category(id:1){data{id}}}'));
		assert.deepEqual(after.json, { data: { category: { data: { id: '1' } } } });
		return result;
	}

	for (const [name, request, expected] of documents)
		it(name, async () => {
			const answer = await bounded(name, () => ask(server.base, bodyOf(request), full));
			const said = `${answer.status} ${answer.text.slice(0, 300)}`;
			assert.ok([200, 400, 413].includes(answer.status), said);
			assert.ok(answer.json, said);
			const errors = answer.json.errors ?? (answer.json.error ? [answer.json.error] : []);
			if (answer.status !== 200) assert.ok(errors.length > 0, said);
			for (const error of errors)
				assert.ok(typeof error.message === 'string' && error.message.length > 0 && error.message.length < 2 * size, said);
			assert.ok(errors.length <= 501, `${errors.length} errors`);
			if (expected === 'refused') assert.ok(answer.status >= 400, said);
			if (expected === 'refused or data null') assert.ok(errors.length > 0, said);
			if (expected === 'data') assert.ok(answer.status === 200 && !answer.json.errors, said);
		});

	it('of 10 MB is refused before it is read', async () => {
		const answer = await bounded('10 MB', () =>
			ask(server.base, query(`{${'a'.repeat(10_000_000)}}`)).catch(error => ({ status: 'closed', error })),
		);
		// The server may close the connection while the client still sends: then the client sees no answer.
		assert.ok(answer.status === 413 || answer.status === 'closed', String(answer.status));
	});

	it('of 10 MB in pieces of unknown length is refused', async () => {
		const piece = `10000\r\n${'a'.repeat(65536)}\r\n`;
		const head = 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
		const answer = await bounded('chunks', () => sendRaw(server.port, head + piece.repeat(160), { wait: 1500 }));
		if (answer.text) assert.match(answer.text, /^HTTP\/1\.1 413 /);
	});

	it('of a megabyte, the most that is read, is refused in time', async () => {
		for (const text of [
			`{${times(60_000, i => `a${i}:__typename`).join(' ')}}`,
			'{'.repeat(1_000_000),
			`{__typename ${'@skip(if:false) '.repeat(60_000)}}`,
		]) {
			const answer = await bounded('1 MB', () => ask(server.base, query(text)));
			assert.ok([400, 413].includes(answer.status), `${answer.status} ${answer.text.slice(0, 200)}`);
		}
	});

	it('with a megabyte of variables is refused in time', async () => {
		const filtered = 'query($f:CategoryFiltersInput){categories(filters:$f){data{id}}}';
		for (const [text, variables] of [
			[filtered, { f: { id: { in: times(140_000, i => i) } } }],
			[filtered, { f: { or: times(40_000, i => ({ id: { eq: i } })) } }],
			[filtered, { f: { and: times(40_000, () => ({ name: { eq: 'x' } })) } }],
			['query($s:[String]){categories(sort:$s){data{id}}}', { s: times(120_000, () => 'name') }],
			['mutation($d:CategoryInput!){createCategory(data:$d){data{id}}}', { d: { name: 'x', restaurants: times(140_000, i => i + 1000) } }],
			[
				'mutation($d:RestaurantInput!){createRestaurant(data:$d){data{id}}}',
				{ d: { name: 'x', hours: times(50_000, () => ({ day: 'mon' })) } },
			],
		]) {
			const answer = await bounded(text, () => ask(server.base, { query: text, variables }, full), 300);
			assert.ok(answer.json.errors?.length > 0, answer.text.slice(0, 200));
		}
	});

	it('with variables in many places is refused before they are put there', async () => {
		const filters = text => `categories(filters:${text}){data{id}}`;
		const many = {
			l: times(90_000, i => i),
			n: times(9000, i => `x${i}`),
			f: { or: times(9000, i => ({ name: { eq: `x${i}` } })) },
			s: 'x'.repeat(900_000),
			e: times(40_000, () => ({})),
		};
		for (const [text, variable] of [
			[`query($f:CategoryFiltersInput){${filters(`{or:[${'$f,'.repeat(4000)}]}`)}}`, 'f'],
			[`query($e:[CategoryFiltersInput]){${filters(`{or:[${'{or:$e},'.repeat(2000)}]}`)}}`, 'e'],
			[`query($l:[ID]){${times(190, i => `a${i}:${filters('{id:{in:$l}}')}`).join(' ')}}`, 'l'],
			[`query($l:[ID]){restaurants{data{attributes{${times(190, i => `a${i}:${filters('{id:{in:$l}}')}`).join(' ')}}}}}`, 'l'],
			[`query($n:[String]){restaurants{data{attributes{${times(190, i => `a${i}:${filters('{name:{in:$n}}')}`).join(' ')}}}}}`, 'n'],
			[`query($s:String){${times(190, i => `a${i}:${filters('{name:{eqi:$s}}')}`).join(' ')}}`, 's'],
			[`query($l:JSON){kitchenSinks(filters:{json:{eq:[${'$l,'.repeat(5000)}]}}){data{id}}}`, 'l'],
			[`query($s:JSON){kitchenSinks(filters:{json:{eq:[${'$s,'.repeat(5000)}]}}){data{id}}}`, 's'],
			[`mutation($l:JSON){createKitchenSink(data:{requiredText:"x",json:[${'$l,'.repeat(5000)}]}){data{id}}}`, 'l'],
			// The same without variables: a fragment in many places.
			[
				`{${times(190, i => `a${i}:restaurants{...F}`).join(' ')}} fragment F on ` +
					`RestaurantEntityResponseCollection{data{attributes{categories(filters:{id:{in:[${'1 '.repeat(9000)}]}}){data{id}}}}}`,
			],
		]) {
			const body = { query: text, variables: variable && { [variable]: many[variable] } };
			const answer = await bounded(text.slice(0, 100), () => ask(server.base, body, full), 128);
			assert.match(
				answer.json.errors?.at(-1).message ?? '',
				/^The (arguments|filters and sorts) of the request hold too many values/,
				answer.text.slice(0, 200),
			);
		}
		// What is used once is let through, however much it is.
		const whole = await ask(
			server.base,
			{ query: 'mutation($l:JSON){createKitchenSink(data:{requiredText:"x",json:$l}){data{id}}}', variables: { l: many.l } },
			full,
		);
		assert.equal(whole.json.errors, undefined, whole.text.slice(0, 200));
	});

	it('with variables that are wrapped in lists is refused before they are', async () => {
		const lists = inner => '['.repeat(150) + inner + ']'.repeat(150);
		for (const [definition, variables] of [
			[`$l:${lists('Int')}`, { l: times(90_000, () => 1) }],
			[`$l:${lists('Int')}=[${'1 '.repeat(14_000)}]`, {}],
		]) {
			const body = { query: `query(${definition}){kitchenSinks(filters:{json:{eq:{a:$l}}}){data{id}}}`, variables };
			const answer = await bounded(definition.slice(0, 100), () => ask(server.base, body, full), 64, 0.5);
			assert.equal(
				answer.json.errors?.[0].message,
				`Variable "$l" holds too many values for the type "${lists('Int')}".`,
				answer.text.slice(0, 200),
			);
		}
	});

	it('with a megabyte of empty objects is refused, over REST too', async () => {
		const objects = `[${'{},'.repeat(340_000)}{}]`;
		const graphql =
			`{"query":"mutation($j:JSON){createKitchenSink(data:{requiredText:\\"x\\",json:$j}){data{id}}}",` + `"variables":{"j":${objects}}}`;
		const answer = await bounded('empty objects', () => ask(server.base, graphql));
		assert.equal(answer.status, 413);
		assert.match(answer.json.errors[0].message, /too many objects/);
		const rest = await fetch(`${server.base}/api/kitchen-sinks`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: `{"data":{"json":${objects}}}`,
		});
		assert.ok([403, 413].includes(rest.status), String(rest.status));
		await rest.text();
	});

	it("thirty at a time don't take all memory: some are told to come again", async () => {
		const objects = `[${'{},'.repeat(150_000)}{}]`;
		const body =
			`{"query":"mutation($j:JSON){createKitchenSink(data:{requiredText:\\"x\\",json:$j}){data{id}}}",` + `"variables":{"j":${objects}}}`;
		const answers = await bounded('many', () => Promise.all(times(30, () => ask(server.base, body))), 600, 30);
		for (const { status, headers, text } of answers) {
			assert.ok([200, 503].includes(status), `${status} ${text.slice(0, 200)}`);
			if (status === 503) assert.ok(headers.get('retry-after'));
		}
		assert.ok(answers.some(({ status }) => status === 200));
	});

	it('that waits with many others to write does not take all memory', async () => {
		// As long as it takes until enough of them wait.
		const pause = sanitized ? 8 : 3;
		const held = spawn(
			'sqlite3',
			[path.join(server.folder, '.tmp/data.db'), 'BEGIN IMMEDIATE', '.shell echo held', `.shell sleep ${pause}`, 'ROLLBACK'],
			{ stdio: ['ignore', 'pipe', 'ignore'] },
		);
		await once(held.stdout, 'data');
		const batch = n => times(10, i => query(`mutation{createCategory(data:{name:"Waits ${n} ${i}"}){data{${'id '.repeat(14_900)}}}}`));
		const answers = await bounded('waiting', () => Promise.all(times(60, n => ask(server.base, batch(n), full))), 600, 30);
		const each = answers.flatMap(({ status, json }) => (status === 200 ? json : [json]));
		const refused = each.filter(({ errors }) => errors);
		for (const { errors } of refused) assert.equal(errors[0].extensions.code, 'SERVICE_UNAVAILABLE', errors[0].message);
		assert.ok(refused.some(({ errors }) => errors[0].message === 'Too many large requests at a time. Try again later'));
		assert.ok(each.length > refused.length, 'some are done');
	});

	it('in a batch of 1,000 is refused as a whole', async () => {
		for (const one of [
			query('{__typename}'),
			query('{restaurants(pagination:{limit:100}){data{id attributes{name categories{data{id}}}}}}'),
		]) {
			const answer = await bounded('batch', () =>
				ask(
					server.base,
					times(1000, () => one),
				),
			);
			assert.equal(answer.status, 400, answer.text.slice(0, 200));
			assert.match(answer.text, /batch/i);
		}
	});

	it('by GET is refused by its length', async () => {
		const answer = await fetch(`${server.base}/graphql?query=${encodeURIComponent('{'.repeat(20_000))}`);
		assert.ok([400, 414, 431].includes(answer.status), String(answer.status));
		await answer.text();
	});

	it('a hundred times at once leaves room for others', async () => {
		const heavy = bodyOf(documents.find(([name]) => name === 'fragments that overlap in pairs')[1]);
		const rush = Promise.all(times(100, () => ask(server.base, heavy)));
		const began = Date.now();
		const answer = await ask(server.base, query('{category(id:1){data{id}}}'));
		assert.equal(answer.status, 200);
		const waited = Date.now() - began;
		await rush;
		if (!sanitized) assert.ok(waited < 60_000, `a simple query waited ${waited} ms`);
	});

	it('leaves no memory behind', () => {
		if (!sanitized) assert.ok(server.memory('VmRSS') < 100 * 1024, `${server.memory('VmRSS')} KiB`);
	});
});

describe('the limits of lists', () => {
	let server;
	useServer(started => ({ server } = started));

	it('hold for what is asked at the root and below', async () => {
		const answer = await ask(
			server.base,
			query(
				'{reviews(pagination:{limit:1000000}){data{id}} restaurants(pagination:{pageSize:5000}){data{id ' +
					'attributes{reviews(pagination:{limit:5000}){data{id}}}}}}',
			),
			full,
		);
		assert.equal(answer.status, 200);
		assert.equal(answer.json.data.reviews.data.length, 100);
		assert.equal(answer.json.data.restaurants.data.length, 100);
	});
});

describe('a database in which all is related to all', () => {
	const page = '(pagination:{limit:100})';
	const deep = `restaurants${page}{data{attributes{categories${page}{data{attributes{restaurants${page}{data{id}}}}}}}}`;
	const alias = (count, text) => query(`{${times(count, i => `a${i}:${text}`).join(' ')}}`);
	const folders = [];
	const servers = [];
	after(async () => {
		for (const server of servers) await server.stop();
		for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	});

	async function start(config) {
		const folder = makeProject({ plugins: { graphql: { config: { depthLimit: 10, ...config } } } });
		folders.push(folder);
		execFileSync('sqlite3', [path.join(folder, '.tmp/data.db')], {
			input: `
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
				INSERT INTO categories(name, created_at, updated_at) SELECT 'Dense ' || i, 1650000000000, 1650000000000 FROM n;
			DELETE FROM restaurants_categories_links;
			INSERT INTO restaurants_categories_links(restaurant_id, category_id, category_order, restaurant_order)
				SELECT r.id, c.id, c.id, r.id FROM restaurants r, categories c;`,
		});
		const server = await startServer({ folder });
		servers.push(server);
		return server;
	}

	let server;
	before(async () => (server = await start({})));

	it('is read to the depth that is allowed', async () => {
		const answer = await ask(server.base, query(`{${deep}}`), full);
		const { data } = answer.json.data.restaurants;
		assert.equal(data.length, 100);
		assert.equal(data[99].attributes.categories.data[99].attributes.restaurants.data.length, 100);
	});

	it('gives no answer of any size', async () => {
		for (const body of [alias(10, deep), times(10, () => query(`{${deep}}`))]) {
			const ticks = server.ticks();
			const answer = await ask(server.base, body, full);
			const seconds = (server.ticks() - ticks) / 100;
			assert.equal(answer.status, 200);
			for (const one of [answer.json].flat())
				assert.match(one.errors[0].message, /^The answer is larger than \d+ bytes|^The request reads too many entries/);
			assert.ok(answer.text.length < 1_000_000);
			if (!sanitized) assert.ok(seconds < 3, `${seconds} s`);
		}
		if (!sanitized) assert.ok(server.memory('VmHWM') < 300 * 1024, `${server.memory('VmHWM')} KiB`);
	});

	it('does not keep a thread: what is not begun in time has an error of its own', async () => {
		const hurried = await start({ maxTime: 20, maxAliases: 0 });
		const small = `restaurants${page}{data{attributes{categories(pagination:{limit:1},sort:"name:desc"){data{id}}}}}`;
		const ticks = hurried.ticks();
		const answer = await ask(hurried.base, alias(300, small), full);
		const seconds = (hurried.ticks() - ticks) / 100;
		assert.equal(answer.status, 200);
		assert.equal(answer.json.data.a0.data.length, 100);
		assert.equal(answer.json.data.a299, null);
		assert.match(answer.json.errors.at(-1).message, /^The request asks for too much: its fields have taken more than 20 ms$/);
		assert.equal(answer.json.errors.at(-1).extensions.code, 'BAD_USER_INPUT');
		if (!sanitized) assert.ok(seconds < 1, `${seconds} s`);
		// It holds for a batch as a whole, and for the next request anew.
		const batch = await ask(
			hurried.base,
			times(10, () => alias(30, small)),
			full,
		);
		assert.ok(batch.json.at(-1).errors?.length, 'the last of the batch came in time');
		assert.equal((await ask(hurried.base, query('{category(id:1){data{id}}}'))).json.errors, undefined);
	});
});
