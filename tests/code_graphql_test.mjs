// GraphQL in a project's code: strapi.plugin('graphql').service('extension'), beside Strapi's recorded answers, and code that
// hangs, ends or is wrong.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { Saved, compareCase, encodePath } from './lib/cases.mjs';
import { makeCodeProject } from './lib/code.mjs';
import { dataFolder } from './lib/data.mjs';
import { runCommand, sparePort, startServer } from './lib/server.mjs';

const recorded = JSON.parse(brotliDecompressSync(readFileSync(`${dataFolder}code-graphql.json.br`)).toString('utf8'));

const plugins = ['graphql', 'i18n', 'users-permissions'].map(name => [`@strapi/plugin-${name}`, '4.26.2']);
const packages = { 'package.json': { name: 'project', dependencies: { '@strapi/strapi': '4.26.2', ...Object.fromEntries(plugins) } } };

async function ask(server, { method = 'POST', path = '/graphql', headers = {}, body }) {
	const answer = await fetch(server.base + encodePath(path), {
		method,
		headers: { 'content-type': 'application/json', ...headers },
		body: body === null ? undefined : JSON.stringify(body),
	});
	return { status: answer.status, json: await answer.json() };
}
const query = async (server, text, variables) => (await ask(server, { body: { query: text, variables } })).json;

for (const [name, { files, cases }] of Object.entries(recorded)) {
	describe(`recorded requests to a project with GraphQL code: ${name}`, () => {
		let server;
		let folder;
		before(async () => {
			folder = makeCodeProject({ ...packages, ...files });
			server = await startServer({ folder, args: ['--env', 'production'] });
		});
		after(async () => {
			await server?.stop();
			rmSync(folder, { recursive: true, force: true });
		});
		const saved = new Saved();
		for (const one of cases) {
			it(`${one.id} ${one.body?.query ?? one.path}`.slice(0, 100), async () => {
				const answer = await ask(server, saved.fill(one));
				saved.take(one, answer);
				assert.deepEqual(compareCase(one, answer), []);
			});
		}
	});
}

const index = `
let turn = 0, waiting = false;
const sameTurn = () => {
	if (!waiting) setImmediate(() => { turn++; waiting = false; });
	waiting = true;
	return turn;
};
const cyclic = {}; cyclic.self = cyclic;
module.exports = {
	register({ strapi }) {
		const extension = strapi.plugin('graphql').service('extension');
		const restaurant = extension.shadowCRUD('api::restaurant.restaurant');
		const office = extension.shadowCRUD('api::office.office').disableAction('delete').disableMutations();
		restaurant.field('seats').disableFilters();
		globalThis.switches = [
			restaurant.isEnabled(), restaurant.isDisabled(), restaurant.areQueriesEnabled(), office.areMutationsDisabled(),
			office.isActionEnabled('delete'), office.isActionDisabled('find'), restaurant.field('seats').hasInputEnabled(),
			restaurant.field('seats').hasOutputEnabled(), restaurant.field('seats').isEnabled(),
		];
		extension.use({
			typeDefs: \`
				type Query {
					hangs: String loops: String ends: String cyclic: JSON huge: [Int] switches: [Boolean] state: Int deep: JSON
					stays: [CategoryEntity]
				}
				type Mutation { hangsToo: String endsToo: String half: String createChain(data: String!): ChainEntityResponse }
				extend type Category { turn: Int }
				type Category { id: ID! name: String! floor: Int }
				type Category { id: ID name(short: Boolean): String }
			\`,
			resolvers: {
				Query: {
					hangs: () => new Promise(() => {}), loops: () => { for (;;); }, ends: () => process.exit(1), cyclic: () => cyclic,
					huge: () => new Array(2e6).fill(1), switches: () => globalThis.switches,
					state: (p, a, ctx) => ctx.state.count = (ctx.state.count ?? 0) + 1,
					deep: () => { let at = {}; for (let i = 0; i < 1000; i++) at = { at }; return at; },
					stays: () => strapi.entityService.findMany('api::category.category', { limit: 100 }),
				},
				Mutation: {
					hangsToo: () => new Promise(() => {}), endsToo: () => process.exit(1),
					createChain: async (parent, { data }) => ({ value: await strapi.entityService.create('api::chain.chain', { data: { name: data } }) }),
					half: async () => { await strapi.entityService.create('api::chain.chain', { data: { name: 'kept' } }); throw new Error('after'); },
				},
				Category: { turn: sameTurn },
			},
			resolversConfig: Object.fromEntries([
				...['hangs', 'loops', 'ends', 'cyclic', 'huge', 'switches', 'state', 'deep', 'stays'].map(name => ['Query.' + name, { auth: false }]),
				...['hangsToo', 'endsToo', 'half', 'createChain'].map(name => ['Mutation.' + name, { auth: false }]),
			]),
		});
	},
};
`;

describe('resolvers in code', () => {
	let server;
	let folder;
	const native = () => query(server, '{ chains(pagination: {limit: 1}) { data { id } } }');
	const failed = field => ({
		errors: [{ message: 'Internal Server Error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
		data: { [field]: null },
	});
	before(async () => {
		folder = makeCodeProject({ ...packages, 'src/index.js': index });
		server = await startServer({ folder, args: ['--env', 'production'], env: { LECTERN_CODE_TIME: '4000' } });
	});
	after(async () => {
		await server?.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	it('says which parts of the schema are on', async () => {
		assert.deepEqual((await query(server, '{ switches }')).data.switches, [true, false, true, true, false, false, true, true, true]);
	});

	it('is printed with the schema', async () => {
		const { code, stdout } = await runCommand(['schema', folder]);
		assert.equal(code, 0);
		assert.match(stdout, /^type Query \{\n {2}hangs: String\n/m);
		assert.match(stdout, /^type Category \{\n {2}turn: Int\n/m);
	});

	it('puts definitions of one type together, and gives members that the model does not show', async () => {
		const { data, errors } = await query(server, '{ categories { data { id attributes { id name(short: true) floor } } } }');
		assert.equal(errors, undefined);
		assert.ok(data.categories.data.length > 0);
		for (const { id, attributes } of data.categories.data) {
			assert.equal(attributes.id, id);
			assert.ok(attributes.name.length > 0);
			assert.equal(attributes.floor, null);
		}
		const { stdout } = await runCommand(['schema', folder]);
		assert.match(stdout, /^type Category \{\n {2}turn: Int\n {2}id: ID!\n {2}name\(short: Boolean\): String!\n {2}floor: Int\n/m);
	});

	it('takes arguments of other types than the models give, with a resolver for them', async () => {
		const answer = await query(server, 'mutation { createChain(data: "retyped") { data { attributes { name } } } }');
		assert.deepEqual(answer, { data: { createChain: { data: { attributes: { name: 'retyped' } } } } });
	});

	it('asks once for all entries that were read together', async () => {
		for (const list of ['categories(pagination: {limit: 100}) { data { attributes { turn } } }', 'stays { attributes { turn } }']) {
			const { data } = await query(server, `{ list: ${list} }`);
			const turns = (data.list.data ?? data.list).map(({ attributes }) => attributes.turn);
			assert.equal(turns.length, 24);
			assert.equal(new Set(turns).size, 1, String(turns));
		}
	});

	it('keeps the state of a request, and of no other', async () => {
		for (let i = 0; i < 2; i++) assert.deepEqual((await query(server, '{ a: state b: state }')).data, { a: 1, b: 2 });
	});

	it('refuses values that contain themselves, are nested too deep or too many', async () => {
		assert.match((await query(server, '{ cyclic }')).errors[0].message, /contains itself/);
		assert.match((await query(server, '{ deep }')).errors[0].message, /too deep/);
		assert.match((await query(server, '{ huge }')).errors[0].message, /more values/);
	});

	it('ends what hangs at its time, and serves others meanwhile', async () => {
		let ended = false;
		const hangs = query(server, '{ hangs }').finally(() => (ended = true));
		assert.equal((await native()).data.chains.data.length, 1);
		assert.equal(ended, false);
		assert.deepEqual(await hangs, failed('hangs'));
		assert.deepEqual(await query(server, 'mutation { hangsToo }'), failed('hangsToo'));
	});

	it('answers for a process that ends or never comes back, and starts another', async () => {
		for (const text of ['{ ends }', '{ loops }', 'mutation { endsToo }']) {
			const { data, errors } = await query(server, text);
			assert.deepEqual(Object.values(data), [null]);
			assert.match(errors[0].message, /Internal Server Error|does not run/);
			assert.equal((await native()).data.chains.data.length, 1);
		}
		const deadline = Date.now() + 60_000;
		let answer;
		do answer = await query(server, '{ state }');
		while (answer.errors && Date.now() < deadline);
		assert.deepEqual(answer, { data: { state: 1 } });
	});

	it('keeps what code has written before it fails, as Strapi does', async () => {
		assert.equal((await query(server, 'mutation { half }')).errors[0].message, 'after');
		assert.equal((await query(server, '{ chains(filters: {name: {eq: "kept"}}) { data { id } } }')).data.chains.data.length, 1);
	});
});

const late = `
async function add(strapi) {
	const extension = await strapi.plugin('graphql').service('extension');
	for (let i = 0; i < 50; i++) await null;
	await extension.use({
		typeDefs: 'type Query { late: String }',
		resolvers: { Query: { late: () => 'here' } },
		resolversConfig: { 'Query.late': { auth: false } },
	});
	await new Promise(setImmediate);
	await extension.use(({ nexus }) => ({
		types: [
			nexus.extendType({ type: 'Found', definition(t) { t.string('first', { resolve: ({ word }) => word + '!' }); } }),
			nexus.extendType({ type: 'Found', definition(t) { t.string('word'); t.json('any'); t.list.dateTime('times'); t.long('far'); } }),
			nexus.extendType({ type: 'Category', definition(t) { t.string('more', { resolve: () => 'more' }); } }),
			nexus.extendType({ type: 'Query', definition(t) {
				t.field('found', { type: 'Found', resolve: () => ({ word: 'a', any: { b: [1] }, times: [new Date(0)], far: 2 ** 40 }) });
			} }),
		],
		resolversConfig: { 'Query.found': { auth: false } },
	}));
}
module.exports = { register({ strapi }) { add(strapi); } };
`;

describe('what code registers without waiting for it, and types that it only extends', () => {
	it('are in the schema, as in Strapi', async () => {
		const folder = makeCodeProject({ ...packages, 'src/index.js': late });
		const server = await startServer({ folder, args: ['--env', 'production'] });
		const found = { word: 'a', first: 'a!', any: { b: [1] }, times: ['1970-01-01T00:00:00.000Z'], far: 2 ** 40 };
		assert.deepEqual(await query(server, '{ late found { word first any times far } }'), { data: { late: 'here', found } });
		const { data } = await query(server, '{ categories(pagination: {limit: 1}) { data { attributes { name more } } } }');
		assert.equal(data.categories.data[0].attributes.more, 'more');
		assert.equal(typeof data.categories.data[0].attributes.name, 'string');
		await server.stop();
		rmSync(folder, { recursive: true, force: true });
	});
});

describe('code that is wrong about the schema', () => {
	const use = text => `module.exports = { register({ strapi }) { strapi.plugin('graphql').service('extension').use(${text}); } };`;
	const refusals = {
		'a text that is no SDL': [use('{ typeDefs: "type Query {\\n  a: }" }'), /src\/index\.js.*(line 2|2:)/s],
		'a type that is not there': [use('{ typeDefs: "type Query { a: Nothing }" }'), /Nothing/],
		'arguments of other types for what lectern resolves': [
			use('{ typeDefs: "type Query { categories(filters: JSON): CategoryEntityResponseCollection }" }'),
			/Query\.categories gets arguments of other types/,
		],
		'a field of two types': [use('{ typeDefs: "type Category { name: Int }" }'), /Category\.name/],
		'a resolver for no field': [use('{ typeDefs: "type Query { a: Int }", resolvers: { Query: { b: () => 1 } } }'), /Query\.b/],
		'a resolver that is neither function nor object': [
			use('{ typeDefs: "type Query { a: Int }", resolvers: { Query: { a: "b" } } }'),
			/Resolver Query\.a must be object or function/,
		],
		'a policy that is not there': [
			use('{ typeDefs: "type Query { a: Int }", resolversConfig: { "Query.a": { policies: ["global::none"] } } }'),
			/global::none/,
		],
		'a plugin of nexus': [use('{ plugins: [{ config: { name: "mine" } }] }'), /nexus plugins are not supported: mine/],
	};
	for (const [what, [text, wanted]] of Object.entries(refusals)) {
		it(`refuses to start with ${what}`, async () => {
			const folder = makeCodeProject({ ...packages, 'src/index.js': text });
			const { code, stdout, stderr } = await runCommand(['serve', folder, '--port', String(await sparePort())]);
			rmSync(folder, { recursive: true, force: true });
			assert.notEqual(code, 0);
			assert.match(stdout + stderr, wanted);
		});
	}
});
