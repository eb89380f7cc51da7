// Models that Strapi starts with: what lectern makes of them, on both databases. Tables and answers are those of Strapi 4.26.2 for the
// same models; where it answers 500 instead, a comment says so.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { sqlite } from './lib/schema.mjs';
import { runCommand, startServer } from './lib/server.mjs';

const relation = (kind, target, more) => ({ type: 'relation', relation: kind, target: `api::${target}.${target}`, ...more });
const string = { type: 'string' };

const models = {
	author: {
		name: string,
		books: relation('oneToMany', 'book', { mappedBy: 'missing' }),
		novels: relation('oneToMany', 'book', { mappedBy: 'title' }),
		lone: relation('oneToOne', 'book', { mappedBy: 'gone' }),
		stories: relation('manyToMany', 'book', { mappedBy: 'tags' }),
		shelves: relation('manyToMany', 'shelf', { inversedBy: 'authors' }),
		works: relation('oneToMany', 'book', { mappedBy: 'another' }),
		owned: relation('manyToMany', 'book', { inversedBy: 'owners' }),
	},
	book: {
		title: string,
		tags: relation('manyToMany', 'tag'),
		writer: relation('manyToOne', 'author', { inversedBy: 'works' }),
		owners: relation('oneToMany', 'author', { mappedBy: 'owned' }),
	},
	shelf: { label: string, authors: relation('manyToMany', 'author', { inversedBy: 'shelves' }) },
	tag: { word: string, colour: { type: 'customField', customField: 'plugin::color-picker.color', regex: '^#' } },
	note: {},
};

function makeProject(types, files = {}) {
	const folder = mkdtempSync(path.join(tmpdir(), 'lectern-test-'));
	const write = (file, text) => {
		mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		writeFileSync(path.join(folder, file), typeof text === 'string' ? text : JSON.stringify(text));
	};
	for (const [name, attributes] of Object.entries(types))
		write(`src/api/${name}/content-types/${name}/schema.json`, {
			kind: 'collectionType',
			collectionName: `${name}s`,
			info: { singularName: name, pluralName: `${name}s`, displayName: name },
			options: {},
			attributes,
		});
	write('config/plugins.json', { graphql: { enabled: true } });
	write('.env', 'JWT_SECRET=a\nAPI_TOKEN_SALT=b\n');
	for (const [file, text] of Object.entries(files)) write(file, text);
	return folder;
}

async function lectern(...args) {
	const { code, stdout, stderr } = await runCommand(args);
	assert.equal(code, 0, stderr);
	return stdout.trim();
}

/** The server, a client with a token, and what runs SQL, on SQLite and on PostgreSQL. */
function onEachDatabase(tests) {
	for (const kind of ['SQLite', 'PostgreSQL']) {
		describe(`models that Strapi starts with, on ${kind}`, () => {
			const use = {};
			let cluster, folder, server;
			before(async () => {
				folder = makeProject(models);
				const args = [];
				if (kind === 'PostgreSQL') {
					cluster = await Cluster.create();
					cluster.sql('CREATE DATABASE models', 'postgres');
					args.push('--database', cluster.url('models'));
				}
				await lectern('migrate', folder, ...(cluster ? args : ['--create']));
				const token = await lectern('token', 'create', 'all', '--type', 'full-access', '--project', folder, ...args);
				server = await startServer({ folder, args });
				const client = new Client(server.base);
				use.ask = async (method, where, data) => {
					const headers = { Authorization: `Bearer ${token}` };
					const body = data && { data };
					const answer = await client.request(method, `/api/${where}`, { headers, body: body ?? null });
					return { status: answer.status, ...answer.json };
				};
				use.graphql = async query => {
					const headers = { Authorization: `Bearer ${token}` };
					return (await client.request('POST', '/graphql', { headers, body: { query } })).json;
				};
				use.rows = (table, columns) =>
					cluster
						? cluster.sql(`select ${columns} from ${table} order by 1, 2`, 'models')
						: sqlite(path.join(folder, '.tmp/data.db'), `select ${columns} from ${table} order by 1, 2`)
								.map(row => Object.values(row).join('|'))
								.join('\n');
				use.close = () => client.close();
			});
			after(async () => {
				use.close?.();
				await server?.stop();
				cluster?.destroy();
				rmSync(folder, { recursive: true });
			});
			tests(use);
		});
	}
}

const ids = list => list.data.map(({ id }) => id);

onEachDatabase(use => {
	before(async () => {
		for (const title of ['one', 'two', 'three']) assert.equal((await use.ask('POST', 'books', { title })).status, 200);
		for (const name of ['Ann', 'Bob']) assert.equal((await use.ask('POST', 'authors', { name })).status, 200);
		for (const label of ['top', 'low']) assert.equal((await use.ask('POST', 'shelfs', { label })).status, 200);
	});

	it('a side that nothing points back to keeps nothing and is not in answers', async () => {
		const data = { books: [1], novels: { connect: [2] }, lone: 3, stories: [1, 2] };
		const { status, data: entry } = await use.ask('PUT', 'authors/1?populate=*', data);
		assert.equal(status, 200);
		// With `stories` in the model, a manyToMany, Strapi answers 500 to populate=*.
		assert.deepEqual(Object.keys(entry.attributes), ['name', 'createdAt', 'updatedAt', 'shelves', 'works', 'owned']);
	});
	it('a filter of such a side asks the entry itself, as far as it has the column', async () => {
		assert.deepEqual(ids(await use.ask('GET', 'authors?filters[books][title]=one')), []);
		assert.deepEqual(ids(await use.ask('GET', 'authors?filters[lone][id][$null]=true&sort=id')), []);
		assert.deepEqual(ids(await use.ask('GET', 'authors?filters[lone][id]=2')), [2]);
		assert.deepEqual(ids(await use.ask('GET', 'authors?sort=books.title,id')), [1, 2]);
	});
	it('GraphQL has it, empty', async () => {
		const { data } = await use.graphql('{ authors(sort: "id") { data { attributes { books { data { id } } lone { data { id } } } } } }');
		assert.deepEqual(data.authors.data[0].attributes, { books: { data: [] }, lone: { data: null } });
	});
	it('an id that is not there is refused there, too', async () => {
		assert.equal((await use.ask('PUT', 'authors/1', { books: [99] })).status, 400);
	});
	it('of two owners the later one keeps the links, and the other table stays empty', async () => {
		await use.ask('PUT', 'authors/1', { shelves: [2, 1] });
		const { data } = await use.ask('PUT', 'shelfs/2?populate=*', { authors: { connect: [2] } });
		assert.deepEqual(ids(data.attributes.authors), [1, 2]);
		assert.equal(
			use.rows('shelfs_authors_links', 'shelf_id, author_id, author_order, shelf_order').replace(/\.0/g, ''),
			'1|1|1|2\n2|1|1|1\n2|2|2|1',
		);
		assert.equal(use.rows('authors_shelves_links', 'author_id, shelf_id'), '');
	});
	it('inversedBy gives its links to the side that it names', async () => {
		await use.ask('PUT', 'books/1', { writer: 1 });
		await use.ask('PUT', 'books/2', { writer: 1 });
		const { data } = await use.ask('PUT', 'authors/2?populate=works', { works: { connect: [2] } });
		assert.deepEqual(ids(data.attributes.works), [2]);
		assert.equal(use.rows('books_writer_links', 'book_id, author_id'), '1|1\n2|2');
	});
	it('a oneToMany over links of a manyToMany takes away only what is connected', async () => {
		await use.ask('PUT', 'authors/1', { owned: [1, 2] });
		await use.ask('PUT', 'authors/2', { owned: [2] });
		await use.ask('PUT', 'books/1', { owners: { connect: [2] } });
		assert.equal(use.rows('authors_owned_links', 'author_id, book_id'), '1|1\n1|2\n2|1');
	});

	it('a custom field is stored and checked as its base type', async () => {
		assert.equal((await use.ask('POST', 'tags', { word: 'a', colour: '#fff' })).data.attributes.colour, '#fff');
		assert.equal((await use.ask('POST', 'tags', { word: 'a', colour: 'fff' })).status, 400);
		assert.equal(use.rows('tags', 'colour, word'), '#fff|a');
	});

	it('a type without a field has no input in GraphQL, and its changes take no data', async () => {
		const { data } = await use.graphql('mutation { createNote { data { id } } updateNote(id: 1) { data { id } } }');
		assert.deepEqual(data, { createNote: { data: { id: '1' } }, updateNote: { data: { id: '1' } } });
		const { data: schema } = await use.graphql('{ __type(name: "NoteInput") { name } }');
		assert.equal(schema.__type, null);
		const { errors } = await use.graphql('mutation { createNote(data: {}) { data { id } } }');
		assert.match(errors[0].message, /Unknown argument "data"/);
	});
});

const check = async (types, files) => {
	const folder = makeProject(types, files);
	const { code, stdout } = await runCommand(['check', folder]);
	rmSync(folder, { recursive: true });
	return { code, stdout };
};

describe('lectern check', () => {
	it('names unknown keys with the nearest known one', async () => {
		const { code, stdout } = await check({ tag: { word: { ...string, requird: true } } });
		assert.equal(code, 0, stdout);
		const where = 'src/api/tag/content-types/tag/schema.json: $.attributes.word.requird';
		assert.ok(stdout.includes(`${where}: unknown key requird; did you mean required?`), stdout);
	});
	it('tells of relations that do not fit, and is content', async () => {
		const { code, stdout } = await check(models);
		assert.equal(code, 0, stdout);
		for (const [place, what] of [
			['author/schema.json: $.attributes.books.mappedBy', 'the relation keeps nothing'],
			['author/schema.json: $.attributes.shelves.inversedBy', 'authors_shelves_links stays empty'],
		])
			assert.ok(
				stdout.split('\n').some(line => line.includes(place) && line.includes(what)),
				stdout,
			);
	});
	it('tells of extensions that are not used, and passes over those of plugins that it does not have', async () => {
		const extension = { attributes: { nick: string } };
		const { code, stdout } = await check(models, {
			'src/extensions/users-permissions/content-types/Users/schema.json': extension,
			'src/extensions/navigation/content-types/item/schema.json': extension,
			'src/extensions/.gitkeep': '',
		});
		assert.equal(code, 0, stdout);
		assert.match(stdout, /content-types\/Users\/schema.json: \$: there is no type plugin::users-permissions.users to extend/);
		assert.doesNotMatch(stdout, /navigation/);
	});
	it('takes folders of types in capitals', async () => {
		const type = { kind: 'collectionType', info: { singularName: 'big', pluralName: 'bigs', displayName: 'Big' }, attributes: {} };
		const { code, stdout } = await check(models, { 'src/api/Big/content-types/Big/schema.json': type });
		assert.equal(code, 0, stdout);
	});
});

describe('a custom field of an unknown plugin', () => {
	const types = { film: { stars: { type: 'customField', customField: 'plugin::stars.stars', max: 5 } } };
	it('is a mistake without a database, which says where to write its type', async () => {
		const { code, stdout } = await check(types);
		assert.equal(code, 1);
		assert.match(stdout, /\$\.attributes\.stars\.customField: unknown custom field plugin::stars\.stars.*config\/custom-fields\.json/);
	});
	it('has the type that the configuration names', async () => {
		const config = type => ({ 'config/custom-fields.json': { types: { 'plugin::stars.stars': type } } });
		assert.equal((await check(types, config('integer'))).code, 0);
		const { code, stdout } = await check(types, config('integr'));
		assert.equal(code, 1);
		assert.match(stdout, /config\/custom-fields\.json: \$\.types\.plugin::stars\.stars: expected the type/);
	});
	it('has the type of its column, or the one that Strapi noted', async () => {
		const folder = makeProject({ film: { stars: { type: 'integer' } } });
		await lectern('migrate', folder, '--create');
		writeFileSync(
			path.join(folder, 'src/api/film/content-types/film/schema.json'),
			JSON.stringify({
				kind: 'collectionType',
				collectionName: 'films',
				info: { singularName: 'film', pluralName: 'films', displayName: 'Film' },
				attributes: types.film,
			}),
		);
		assert.match(await lectern('schema', folder), /^ {2}stars: Int$/m);
		const noted = { 'api::film.film': { attributes: { stars: { type: 'biginteger', customField: 'plugin::stars.stars' } } } };
		sqlite(
			path.join(folder, '.tmp/data.db'),
			`insert into strapi_core_store_settings (key, value, type)
				values ('strapi_content_types_schema', '${JSON.stringify(noted)}', 'object')`,
		);
		assert.match(await lectern('schema', folder), /^ {2}stars: Long$/m);
		rmSync(folder, { recursive: true });
	});
});

describe('names that the server has as well', () => {
	const admin = { type: 'relation', relation: 'oneToOne', target: 'admin::user' };
	const types = {
		piece: {
			createdAt: string,
			createdBy: string,
			created_by: string,
			updatedById: admin,
			publishedAt: { type: 'datetime' },
			slug: { type: 'uid', targetField: 'gone' },
		},
	};
	let folder;
	let server;
	before(async () => {
		folder = makeProject(types, {
			'src/extensions/users-permissions/content-types/User/schema.json': {
				kind: 'collectionType',
				collectionName: 'people',
				info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
				attributes: {
					username: string,
					email: { type: 'email' },
					provider: string,
					password: { type: 'password', private: true },
					resetPasswordToken: { type: 'string', private: true },
					confirmationToken: { type: 'string', private: true },
					confirmed: { type: 'boolean' },
					blocked: { type: 'boolean' },
					role: {
						type: 'relation',
						relation: 'manyToOne',
						target: 'plugin::users-permissions.role',
						inversedBy: 'users',
						configurable: false,
					},
					nick: string,
				},
			},
		});
		await lectern('migrate', folder, '--create');
		server = await startServer({ folder });
	});
	after(async () => {
		await server?.stop();
		rmSync(folder, { recursive: true });
	});

	it("are the server's, and others are only taken with a column of theirs", async () => {
		const { stdout } = await runCommand(['check', folder]);
		assert.match(stdout, /\$\.attributes\.createdAt: the server has an attribute createdAt of its own/);
		assert.match(stdout, /\$\.attributes\.slug\.targetField: unknown attribute gone/);
		assert.match(stdout, /\$\.attributes\.slug\.targetField: unknown attribute gone/);
		assert.match(stdout, /\$\.attributes\.createdBy: the server has an attribute createdBy of its own/);
		const columns = sqlite(path.join(folder, '.tmp/data.db'), "select group_concat(name) as names from pragma_table_info('pieces')");
		assert.match(JSON.stringify(columns), /created_by,.*created_at/);
		assert.match(await lectern('schema', folder), /^ {2}created_by: String$/m);
	});
	it('a publishedAt of its own says what is live', async () => {
		const token = await lectern('token', 'create', 'all', '--type', 'full-access', '--project', folder);
		const headers = { Authorization: `Bearer ${token}` };
		const client = new Client(server.base);
		const ask = async (method, query, data) =>
			(await client.request(method, `/api/pieces${query}`, { headers, body: data ? { data } : null })).json;
		for (const publishedAt of [null, '2020-01-01T00:00:00.000Z'])
			assert.ok((await ask('POST', '', { created_by: 'me', publishedAt })).data);
		assert.deepEqual(ids(await ask('GET', '')), [2]);
		assert.deepEqual(ids(await ask('GET', '?publicationState=preview')), [1, 2]);
		const { json } = await client.request('POST', '/graphql', { headers, body: { query: '{ pieces { data { id } } }' } });
		assert.deepEqual(ids(json.data.pieces), ['1', '2']);
		client.close();
	});
	it('a folder in capitals extends the type of a plugin', async () => {
		assert.match(await lectern('schema', folder), /^ {2}nick: String$/m);
		assert.match(
			JSON.stringify(sqlite(path.join(folder, '.tmp/data.db'), "select name from sqlite_master where name = 'people'")),
			/people/,
		);
	});
});

describe('defaults that no entry may have', () => {
	it('are noted, and refused where no value is sent, as in Strapi', async () => {
		const folder = makeProject({
			knob: {
				status: { type: 'enumeration', enum: ['on', 'off'], default: 'Off' },
				level: { type: 'integer', default: '5' },
				half: { type: 'integer', default: 1.5 },
				word: { type: 'string', default: 7 },
				open: { type: 'boolean', default: 'true' },
				price: { type: 'decimal', default: '1.5' },
			},
		});
		const { code, stdout } = await runCommand(['check', folder]);
		assert.equal(code, 0, stdout);
		assert.match(stdout, /\$\.attributes\.status\.default: expected one of the values of enum; entries that are made without/);
		await lectern('migrate', folder, '--create');
		const token = await lectern('token', 'create', 'all', '--type', 'full-access', '--project', folder);
		const server = await startServer({ folder });
		const client = new Client(server.base);
		const create = async data =>
			(await client.request('POST', '/api/knobs', { headers: { Authorization: `Bearer ${token}` }, body: { data } })).json;
		assert.deepEqual(
			(await create({})).error.details.errors.map(({ message }) => message),
			[
				'status must be one of the following values: on, off, ',
				'level must be a `number` type, but the final value was: `"5"`.',
				'half must be an integer',
				'word must be a `string` type, but the final value was: `7`.',
				'open must be a `boolean` type, but the final value was: `"true"`.',
				'price must be a `number` type, but the final value was: `"1.5"`.',
			],
		);
		const sent = { status: 'on', level: 1, half: 2, word: 'a', open: false, price: 3 };
		const { price, word, open } = (await create(sent)).data.attributes;
		assert.deepEqual({ price, word, open }, { price: 3, word: 'a', open: false });
		client.close();
		await server.stop();
		rmSync(folder, { recursive: true });
	});
});

describe('bounds that leave no value', () => {
	it('are noted, and refuse every value, as in Strapi', async () => {
		const folder = makeProject({
			knob: { level: { type: 'integer', min: 5, max: 1 }, mark: { type: 'string', minLength: 3, maxLength: 1 } },
		});
		const { code, stdout } = await runCommand(['check', folder]);
		assert.equal(code, 0, stdout);
		assert.match(stdout, /\$\.attributes\.level\.min: expected no more than max; every value is refused/);
		assert.match(stdout, /\$\.attributes\.mark\.minLength: expected no more than maxLength; every value is refused/);
		await lectern('migrate', folder, '--create');
		const token = await lectern('token', 'create', 'all', '--type', 'full-access', '--project', folder);
		const server = await startServer({ folder });
		const client = new Client(server.base);
		const create = async data =>
			(await client.request('POST', '/api/knobs', { headers: { Authorization: `Bearer ${token}` }, body: { data } })).json;
		const { error } = await create({ level: 3, mark: 'ab' });
		assert.deepEqual(
			error.details.errors.map(({ message }) => message),
			[
				'level must be greater than or equal to 5',
				'level must be less than or equal to 1',
				'mark must be at least 3 characters',
				'mark must be at most 1 characters',
			],
		);
		assert.equal((await create({})).data.attributes.level, null);
		client.close();
		await server.stop();
		rmSync(folder, { recursive: true });
	});
});

describe('an API folder that is a link', () => {
	it('is passed over, as by Strapi', async () => {
		const folder = makeProject({ tag: { name: string }, book: { title: string } }, {});
		renameSync(path.join(folder, 'src/api/book'), path.join(folder, 'src/books'));
		symlinkSync('../books', path.join(folder, 'src/api/book'));
		const { stdout } = await runCommand(['check', folder]);
		assert.match(stdout, /^src\/api\/book: \$: a link; as in Strapi, what it leads to is not used$/m);
		assert.doesNotMatch(await lectern('schema', folder), /books/);
		rmSync(folder, { recursive: true });
	});
});

describe('a localized type in a project without the plugin i18n', () => {
	const dependencies = { '@strapi/strapi': '4.26.2', '@strapi/plugin-users-permissions': '4.26.2' };
	const localized = more => {
		const folder = makeProject({ tag: { word: string } }, { 'package.json': { dependencies: { ...dependencies, ...more } } });
		const file = path.join(folder, 'src/api/tag/content-types/tag/schema.json');
		writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file)), pluginOptions: { i18n: { localized: true } } }));
		return folder;
	};
	const columns = async folder => /create table [`"]tags[`"] \([^;]*/i.exec(await lectern('migrate', folder, '--dry-run', '--create'))[0];

	it('has no languages, as in Strapi, and check says so', async () => {
		const folder = localized({});
		const { stdout } = await runCommand(['check', folder]);
		assert.match(stdout, /^src\/api\/tag\/.*: \$\.pluginOptions\.i18n: @strapi\/plugin-i18n is not in package\.json/m);
		assert.doesNotMatch(await columns(folder), /locale/);
		rmSync(folder, { recursive: true });
		const other = localized({ '@strapi/plugin-i18n': '4.26.2' });
		assert.match(await columns(other), /locale/);
		rmSync(other, { recursive: true });
	});
	it('has nothing of the plugin', async () => {
		const folder = localized({});
		await lectern('migrate', folder, '--create');
		assert.doesNotMatch(await lectern('schema', folder), /I18N/);
		const token = await lectern('token', 'create', 'all', '--type', 'full-access', '--project', folder);
		const server = await startServer({ folder });
		const client = new Client(server.base);
		const ask = where => client.get(where, { Authorization: `Bearer ${token}` });
		assert.equal((await ask('/api/i18n/locales')).status, 404);
		const { permissions } = (await ask('/api/users-permissions/permissions')).json;
		assert.deepEqual([!permissions['plugin::users-permissions'], !permissions['plugin::i18n']], [false, true]);
		const types = (await ask('/api/content-type-builder/content-types')).json.data.map(({ uid }) => uid);
		assert.deepEqual([types.includes('api::tag.tag'), types.includes('plugin::i18n.locale')], [true, false]);
		client.close();
		await server.stop();
		rmSync(folder, { recursive: true });
	});
	it('runs hooks', async () => {
		const folder = localized({});
		const hooks = 'module.exports = { beforeCreate({ params }) { params.data.word += "!"; } };\n';
		writeFileSync(path.join(folder, 'src/api/tag/content-types/tag/lifecycles.js'), hooks);
		for (const [what, name] of Object.entries({ routes: 'Router', controllers: 'Controller', services: 'Service' })) {
			mkdirSync(path.join(folder, `src/api/tag/${what}`));
			const text = `module.exports = require('@strapi/strapi').factories.createCore${name}('api::tag.tag');\n`;
			writeFileSync(path.join(folder, `src/api/tag/${what}/tag.js`), text);
		}
		await lectern('migrate', folder, '--create');
		const token = await lectern('token', 'create', 'all', '--type', 'full-access', '--project', folder);
		const server = await startServer({ folder });
		const client = new Client(server.base);
		const headers = { Authorization: `Bearer ${token}` };
		const made = await client.request('POST', '/api/tags', { headers, body: { data: { word: 'one' } } });
		assert.equal(made.status, 200, made.text + server.stderr);
		assert.equal(made.json.data.attributes.word, 'one!');
		client.close();
		await server.stop();
		rmSync(folder, { recursive: true });
	});
});

describe('the actions that permissions can be granted for', () => {
	const core = (name, what, more = '') =>
		`const { createCore${what} } = require('@strapi/strapi').factories;\n` +
		`module.exports = createCore${what}('api::${name}.${name}'${more});\n`;
	const files = {
		'package.json': { dependencies: { '@strapi/strapi': '4.26.2', 'strapi-plugin-menus': '1.6.1' } },
		'src/api/tag/controllers/tag.js': core('tag', 'Controller', ', () => ({ async popular() {}, async unrouted() {} })'),
		'src/api/tag/controllers/hello.js': 'module.exports = { index() {}, hidden() {} };\n',
		'src/api/tag/routes/tag.js': core('tag', 'Router', ", { except: ['delete'] }"),
		'src/api/tag/routes/custom.js': `module.exports = { routes: [
			{ method: 'GET', path: '/tags/popular', handler: 'tag.popular' },
			{ method: 'GET', path: '/tags/other', handler: 'api::book.book.extra', config: { auth: false } },
			{ method: 'GET', path: '/hello', handler: 'hello.index' },
		] };\n`,
		'src/api/book/controllers/book.js': core('book', 'Controller', ', () => ({ async extra() {} })'),
		'src/api/book/routes/book.js': core('book', 'Router'),
	};
	const types = { tag: { word: string }, book: { title: string }, shelf: { label: string } };

	it('are those that routes run, as Strapi lists them, and those of known plugins', async () => {
		const folder = makeProject(types, files);
		await lectern('migrate', folder, '--create', '--without-code');
		const token = await lectern('token', 'create', 'all', '--type', 'full-access', '--project', folder);
		const server = await startServer({ folder, args: ['--without-code'] });
		const client = new Client(server.base);
		const { permissions } = (await client.get('/api/users-permissions/permissions', { Authorization: `Bearer ${token}` })).json;
		const actions = Object.entries(permissions).flatMap(([source, { controllers }]) =>
			Object.entries(controllers).flatMap(([controller, all]) => Object.keys(all).map(action => `${source}.${controller}.${action}`)),
		);
		const role = (await client.get('/api/users-permissions/roles/1', { Authorization: `Bearer ${token}` })).json.role;
		client.close();
		await server.stop();
		rmSync(folder, { recursive: true });
		const crud = ['create', 'delete', 'find', 'findOne', 'update'];
		assert.deepEqual(actions.filter(action => action.startsWith('api::')).sort(), [
			...[...crud.slice(0, 2), 'extra', ...crud.slice(2)].map(action => `api::book.book.${action}`),
			'api::tag.hello.index',
			...['create', 'find', 'findOne', 'popular', 'update'].map(action => `api::tag.tag.${action}`),
		]);
		const menus = ['menu', 'menu-item'].flatMap(controller => crud.map(action => `plugin::menus.${controller}.${action}`));
		assert.deepEqual(actions.filter(action => action.startsWith('plugin::menus.')).sort(), menus.sort());
		assert.deepEqual(Object.keys(role.permissions).sort(), Object.keys(permissions).sort());
	});
});
