// The tables that lectern makes, beside those that Strapi makes, and how they change with the models. On SQLite.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readDatabase } from './lib/data.mjs';
import { Client } from './lib/http.mjs';
import { sqlite, sqliteKeyNames, sqliteSchema } from './lib/schema.mjs';
import { makeProject, runCommand, startServer } from './lib/server.mjs';

const database = folder => path.join(folder, '.tmp/data.db');
const modelFile = (folder, name) => path.join(folder, `src/api/${name}/content-types/${name}/schema.json`);

function emptyProject() {
	const folder = makeProject();
	rmSync(path.join(folder, '.tmp'), { recursive: true });
	return folder;
}

async function migrate(folder, ...args) {
	const { code, stdout, stderr } = await runCommand(['migrate', folder, ...args]);
	assert.equal(code, 0, stderr);
	return stdout;
}

function changeModel(folder, name, change) {
	const model = JSON.parse(readFileSync(modelFile(folder, name), 'utf8'));
	change(model);
	writeFileSync(modelFile(folder, name), JSON.stringify(model));
}

const own = 'lectern_ended_tokens';
const deliveries = 'lectern_webhook_deliveries';
const added = `add table ${own}\nadd table ${deliveries}\n`;
const persisted = `"${own}","${deliveries}"`;
const ownColumns = [
	'column ended_before bigint',
	'column id integer not null primary key',
	'column user_id bigint',
	`unique index ${own}_user_id_unique (user_id)`,
];
const settings = 'strapi_core_store_settings';

/** Strapi's own description of the tables, which its next start believes. */
const listed = folder => JSON.parse(sqlite(database(folder), 'select schema from strapi_database_schema')[0].schema).tables;
const byName = items => Object.fromEntries(items.map(item => [item.name, item]));

describe('the tables of an empty database', () => {
	const reference = path.join(mkdtempSync(path.join(tmpdir(), 'lectern-test-')), 'data.db');
	writeFileSync(reference, readDatabase());
	const theirs = sqliteSchema(reference);
	let folder;
	let ours;
	before(async () => {
		folder = emptyProject();
		await migrate(folder);
		ours = sqliteSchema(database(folder));
	});
	after(() => {
		rmSync(folder, { recursive: true });
		rmSync(path.dirname(reference), { recursive: true });
	});

	it('are those of Strapi, and two of our own', () => {
		assert.deepEqual(
			Object.keys(ours).filter(table => table !== own && table !== deliveries),
			Object.keys(theirs),
		);
		assert.deepEqual(ours[own], ownColumns);
	});
	it('name our own to Strapi, which else would drop it', () => {
		assert.deepEqual(sqlite(database(folder), `select value, type from ${settings} where key = 'core_persisted_tables'`), [
			{ value: `[${persisted}]`, type: 'array' },
		]);
	});
	for (const table of Object.keys(theirs)) it(table, () => assert.deepEqual(ours[table], theirs[table]));

	it('have foreign keys of the same names', () => assert.deepEqual(sqliteKeyNames(database(folder)), sqliteKeyNames(reference)));

	it('are described as Strapi describes them', () => {
		const parts = tables =>
			byName(
				tables.map(table => ({
					name: table.name,
					columns: byName(table.columns),
					indexes: byName(table.indexes.map(({ type, ...index }) => (type ? { ...index, type } : index))),
					foreignKeys: byName(table.foreignKeys),
				})),
			);
		const [row] = sqlite(reference, 'select schema from strapi_database_schema');
		assert.deepEqual(parts(listed(folder)), parts(JSON.parse(row.schema).tables));
	});

	it('hold the default roles with their permissions, and the locale', () => {
		const grants = `select r.type as role, p.action, l.permission_order as place from up_permissions p
			join up_permissions_role_links l on l.permission_id = p.id join up_roles r on r.id = l.role_id
			where p.action like 'plugin::users-permissions.%' and p.id < 10 order by r.type, p.action`;
		assert.deepEqual(sqlite(database(folder), grants), sqlite(reference, grants));
		for (const rows of [
			'name, description, type from up_roles',
			"name, code from i18n_locale where code = 'en'",
			"key, value, type from strapi_core_store_settings where key in ('plugin_i18n_default_locale', 'plugin_users-permissions_advanced')",
		])
			assert.deepEqual(sqlite(database(folder), `select ${rows} order by 1`), sqlite(reference, `select ${rows} order by 1`));
	});

	it('are named to Strapi beside others that are named there', async () => {
		for (const [value, expected] of [
			['[]', `[${persisted}]`],
			['[{"name":"a","dependsOn":[{"name":"b"}]}]', `[{"name":"a","dependsOn":[{"name":"b"}]},${persisted}]`],
		]) {
			const project = makeProject();
			sqlite(database(project), `insert into ${settings} (key, value, type) values ('core_persisted_tables', '${value}', 'array')`);
			await migrate(project);
			assert.deepEqual(sqlite(database(project), `select value from ${settings} where key = 'core_persisted_tables'`), [
				{ value: expected },
			]);
			rmSync(project, { recursive: true });
		}
	});

	it('need nothing more', async () => assert.equal(await migrate(folder), ''));
	it('need nothing but our own where Strapi made them', async () => {
		const project = makeProject();
		const before = sqlite(database(project), 'select hash from strapi_database_schema');
		assert.equal(await migrate(project), added);
		assert.equal(await migrate(project), '');
		assert.equal(await migrate(project, '--prune', '--dry-run'), '');
		assert.deepEqual(sqlite(database(project), 'select hash from strapi_database_schema'), before);
		rmSync(project, { recursive: true });
	});
});

describe('migrate --dry-run', () => {
	it('prints SQL that makes the same, and changes nothing', async () => {
		const [folder, other] = [emptyProject(), emptyProject()];
		const sql = await migrate(folder, '--dry-run');
		assert.ok(!existsSync(path.join(folder, '.tmp')));
		await migrate(other);
		mkdirSync(path.join(folder, '.tmp'));
		sqlite(database(folder), sql);
		assert.deepEqual(sqliteSchema(database(folder)), sqliteSchema(database(other)));
		for (const project of [folder, other]) rmSync(project, { recursive: true });
	});
});

describe('what models gain', () => {
	let folder;
	before(async () => {
		folder = makeProject();
		changeModel(folder, 'category', ({ options, attributes }) => {
			Object.assign(attributes, {
				motto: { type: 'text' },
				handle: { type: 'uid' },
				chains: { type: 'relation', relation: 'manyToMany', target: 'api::chain.chain' },
				head: { type: 'relation', relation: 'oneToOne', target: 'api::chain.chain', useJoinTable: false },
			});
			options.draftAndPublish = true;
		});
		changeModel(folder, 'category', model => (model.pluginOptions = { i18n: { localized: true } }));
	});
	after(() => rmSync(folder, { recursive: true }));

	it('is added', async () => {
		const was = sqliteSchema(database(folder));
		const said = await migrate(folder);
		const now = sqliteSchema(database(folder));
		const added = now.categories.filter(line => !was.categories.includes(line));
		assert.deepEqual(added, [
			'column handle varchar(255)',
			'column head_id integer',
			'column locale varchar(255)',
			'column motto text',
			'column published_at datetime',
			'index categories_head_id_fk (head_id)',
			'key head_id to chains.id on delete SET NULL on update NO ACTION',
			'unique index categories_handle_unique (handle)',
		]);
		assert.deepEqual(
			was.categories.filter(line => !now.categories.includes(line)),
			[],
		);
		assert.deepEqual(
			Object.keys(now).filter(table => !was[table]),
			['categories_chains_links', 'categories_localizations_links', own, deliveries],
		);
		assert.match(said, /^add column categories\.motto$/m);
		assert.match(said, /^add table categories_chains_links$/m);
		assert.doesNotMatch(said, /drop/);
	});

	it('leaves entries published, and in the default locale', () => {
		const [{ all, right }] = sqlite(
			database(folder),
			"select count(*) as 'all', sum(published_at = created_at and locale = 'en') as right from categories",
		);
		assert.ok(all > 0);
		assert.equal(right, all);
	});

	it('stands in the description of Strapi', () => {
		const { columns, indexes, foreignKeys } = byName(listed(folder)).categories;
		for (const name of ['motto', 'handle', 'head_id', 'locale', 'published_at']) assert.ok(byName(columns)[name], name);
		assert.equal(byName(columns).name.type, 'string');
		assert.equal(byName(indexes).categories_handle_unique.type, 'unique');
		assert.ok(byName(foreignKeys).categories_head_id_fk);
		assert.ok(byName(listed(folder)).categories_chains_links);
	});

	it('is not forced on rows that forbid it', async () => {
		const other = makeProject();
		sqlite(database(other), "drop index restaurants_slug_unique; update restaurants set slug = 'same'");
		const { code, stderr } = await runCommand(['migrate', other]);
		assert.equal(code, 0, stderr);
		assert.match(stderr, /restaurants_slug_unique/);
		rmSync(other, { recursive: true });
	});
});

describe('an attribute of another type', () => {
	let folder;
	const types = () =>
		Object.fromEntries(
			sqliteSchema(database(folder))
				.kitchen_sinks.filter(line => line.startsWith('column'))
				.map(line => line.split(' ').slice(1)),
		);
	const values = (columns, where = 'id = 1000') => sqlite(database(folder), `select ${columns} from kitchen_sinks where ${where}`)[0];
	const retype = changed =>
		changeModel(folder, 'kitchen-sink', ({ attributes }) => {
			for (const [name, type] of Object.entries(changed)) attributes[name] = { type };
		});
	before(async () => {
		folder = makeProject();
		await migrate(folder);
		retype({
			one: 'string',
			two: 'text',
			three: 'integer',
			four: 'datetime',
			five: 'boolean',
			six: 'json',
			seven: 'float',
			eight: 'string',
			nine: 'date',
		});
		await migrate(folder);
		sqlite(
			database(folder),
			`insert into kitchen_sinks (id, one, two, three, four, five, six, seven, eight, nine)
			values (1000, '12', 'short', 2147483647, 1700000000123, 1, '{"a":[1]}', 3, '2024-02-29', '2024-02-29')`,
		);
		sqlite(database(folder), 'create unique index kitchen_sinks_own on kitchen_sinks (three, one)');
	});
	after(() => rmSync(folder, { recursive: true }));

	it('is noted by serve, and changes nothing', async () => {
		retype({
			one: 'integer',
			two: 'string',
			three: 'biginteger',
			four: 'text',
			five: 'string',
			six: 'text',
			seven: 'integer',
			eight: 'date',
			nine: 'datetime',
		});
		const was = sqliteSchema(database(folder));
		const server = await startServer({ folder });
		await server.stop();
		assert.match(server.stderr, /column kitchen_sinks\.one stays varchar\(255\), and the model wants integer: lectern migrate changes it/);
		assert.deepEqual(sqliteSchema(database(folder)), was);
	});

	it('is taken on by migrate, with its values and indexes', async () => {
		changeModel(folder, 'restaurant', ({ attributes }) => (attributes.seats = { type: 'biginteger' }));
		const seats = () => sqlite(database(folder), 'select count(seats) as n, sum(seats) as sum from restaurants');
		const links = () => sqlite(database(folder), 'select count(*) as n from restaurants_categories_links');
		const was = [seats(), links()];
		assert.ok(links()[0].n > 100);
		const said = await migrate(folder);
		assert.match(said, /^change column kitchen_sinks\.one from varchar\(255\) to integer$/m);
		const { one, two, three, four, five, six, seven, eight, nine } = types();
		assert.deepEqual(
			[one, two, three, four, five, six, seven, eight, nine],
			['integer', 'varchar(255)', 'bigint', 'text', 'varchar(255)', 'text', 'integer', 'date', 'datetime'],
		);
		assert.deepEqual(values('one, two, three, four, five, six, seven, eight, nine'), {
			one: 12,
			two: 'short',
			three: 2147483647,
			four: '2023-11-14T22:13:20.123Z',
			five: 'true',
			six: '{"a":[1]}',
			seven: 3,
			eight: '2024-02-29',
			nine: Date.UTC(2024, 1, 29),
		});
		assert.ok(sqliteSchema(database(folder)).kitchen_sinks.includes('unique index kitchen_sinks_own (three, one)'));
		assert.match(said, /^change column restaurants\.seats from integer to bigint$/m);
		assert.deepEqual([seats(), links()], was);
		assert.equal(byName(byName(listed(folder)).kitchen_sinks.columns).three.type, 'bigInteger');
		assert.equal(await migrate(folder), '');
	});

	it('does not lose a value unless it may', async () => {
		retype({ four: 'integer', six: 'boolean', seven: 'string', nine: 'date' });
		sqlite(
			database(folder),
			'update kitchen_sinks set nine = nine + 1 where id = 1000; insert into kitchen_sinks (id, seven) values (1001, 1)',
		);
		const said = await migrate(folder);
		assert.match(said, /^column kitchen_sinks\.four stays text, and the model wants integer: 1 of its values would be lost; --lossy/m);
		assert.match(said, /^column kitchen_sinks\.nine stays datetime/m);
		assert.match(said, /^change column kitchen_sinks\.seven from integer to varchar\(255\)$/m);
		assert.deepEqual(values('four, six, seven, nine'), {
			four: '2023-11-14T22:13:20.123Z',
			six: '{"a":[1]}',
			seven: '3',
			nine: Date.UTC(2024, 1, 29) + 1,
		});
		assert.match(await migrate(folder, '--dry-run'), /^-- column kitchen_sinks\.four stays/m);
		assert.match(await migrate(folder, '--lossy'), /^change column kitchen_sinks\.nine from datetime to date, losing 1 values$/m);
		assert.deepEqual(values('four, six, nine'), { four: null, six: null, nine: '2024-02-29' });
		assert.equal(await migrate(folder), '');
	});

	it('is the business of whoever changed the column by hand', async () => {
		sqlite(
			database(folder),
			'alter table kitchen_sinks rename column two to old; alter table kitchen_sinks add column two text; alter table kitchen_sinks ' +
				'drop column old',
		);
		assert.equal(await migrate(folder), '');
		assert.equal(types().two, 'text');
	});

	it('is served', async () => {
		const server = await startServer({ folder });
		const client = new Client(server.base);
		const { json } = await client.get('/api/kitchen-sinks/1000?publicationState=preview', { Authorization: `Bearer ${'f'.repeat(64)}` });
		const { one, three, eight, nine } = json.data.attributes;
		assert.deepEqual([one, three, eight, nine], [12, '2147483647', '2024-02-29', '2024-02-29']);
		client.close();
		await server.stop();
	});
});

describe('what models lose', () => {
	let folder;
	before(() => {
		folder = makeProject();
		sqlite(database(folder), 'create table of_others (id integer primary key); insert into of_others values (1)');
		rmSync(path.join(folder, 'src/api/bookmark'), { recursive: true });
		changeModel(folder, 'category', ({ attributes }) => delete attributes.bookmarks);
		changeModel(folder, 'chain', ({ attributes }) => delete attributes.bookmark);
		changeModel(folder, 'restaurant', ({ attributes }) => {
			for (const name of ['seats', 'slug', 'neighbours']) delete attributes[name];
		});
	});
	after(() => rmSync(folder, { recursive: true }));

	it('stays', async () => {
		assert.equal(await migrate(folder), added);
		const was = sqliteSchema(database(folder));
		assert.equal(await migrate(folder), '');
		assert.deepEqual(sqliteSchema(database(folder)), was);
	});

	it('is shown before it goes', async () => {
		const was = sqliteSchema(database(folder));
		const sql = await migrate(folder, '--prune', '--dry-run');
		assert.match(sql, /^drop table `bookmarks`;$/m);
		assert.deepEqual(sqliteSchema(database(folder)), was);
	});

	it('goes with --prune, and nothing else', async () => {
		const was = sqliteSchema(database(folder));
		const said = (await migrate(folder, '--prune')).trim().split('\n').sort();
		assert.deepEqual(said, [
			'drop column restaurants.seats',
			'drop column restaurants.slug',
			'drop table bookmarks',
			'drop table bookmarks_related_morphs',
			'drop table restaurants_neighbours_links',
		]);
		const now = sqliteSchema(database(folder));
		assert.deepEqual(
			Object.keys(was).filter(table => !now[table]),
			['bookmarks', 'bookmarks_related_morphs', 'restaurants_neighbours_links'],
		);
		assert.deepEqual(
			was.restaurants.filter(line => !now.restaurants.includes(line)),
			['column seats integer', 'column slug varchar(255)', 'unique index restaurants_slug_unique (slug)'],
		);
		assert.deepEqual(sqlite(database(folder), 'select * from of_others'), [{ id: 1 }]);
		assert.deepEqual(sqlite(database(folder), 'pragma integrity_check; pragma foreign_key_check'), [{ integrity_check: 'ok' }]);
		assert.equal(byName(listed(folder)).bookmarks, undefined);
		assert.equal(byName(byName(listed(folder)).restaurants.columns).seats, undefined);
		assert.equal(await migrate(folder, '--prune'), '');
	});
});

describe('serve on no database', () => {
	it('makes it, also when three servers start at once', async () => {
		const folder = emptyProject();
		const started = await Promise.allSettled([1, 2, 3].map(() => startServer({ folder })));
		for (const { value: server } of started.filter(({ value }) => value)) {
			const client = new Client(server.base);
			const { status, json } = await client.get('/api/restaurants', { Authorization: `Bearer ${'f'.repeat(64)}` });
			client.close();
			assert.ok(status === 401 || (status === 200 && json.data.length === 0), `${status}`);
			await server.stop();
		}
		for (const { reason } of started) assert.ifError(reason);
		assert.deepEqual(sqlite(database(folder), 'select type from up_roles order by id'), [{ type: 'authenticated' }, { type: 'public' }]);
		rmSync(folder, { recursive: true });
	});

	it('refuses a file that is no database, and leaves it alone', async () => {
		const folder = makeProject();
		writeFileSync(database(folder), 'no database, but of some length, so that it is not taken for an empty one');
		const { code, stderr } = await runCommand(['serve', folder, '--port', '1']);
		assert.equal(code, 1);
		assert.match(stderr, /not a database/);
		assert.match(readFileSync(database(folder), 'utf8'), /^no database/);
		rmSync(folder, { recursive: true });
	});
});

describe('new', () => {
	const parent = mkdtempSync(path.join(tmpdir(), 'lectern-test-'));
	const folder = path.join(parent, 'a/project');
	after(() => rmSync(parent, { recursive: true }));
	const secrets = () =>
		Object.fromEntries(
			readFileSync(path.join(folder, '.env'), 'utf8')
				.split('\n')
				.filter(line => /^\w+=/.test(line))
				.map(line => line.split('=')),
		);

	it('writes a project without mistakes', async () => {
		const made = await runCommand(['new', folder], { env: { JWT_SECRET: 'of somebody else' } });
		assert.equal(made.code, 0, made.stderr);
		const { code, stdout, stderr } = await runCommand(['check', folder]);
		assert.equal(code, 0, stdout + stderr);
		assert.equal(await migrate(folder), '');
	});

	it('keeps its secrets in .env, which only its owner may read', () => {
		assert.equal(statSync(path.join(folder, '.env')).mode & 0o777, 0o600);
		assert.match(readFileSync(path.join(folder, '.gitignore'), 'utf8'), /^\.env$/m);
		const values = Object.values(secrets());
		assert.equal(values.length, 4);
		assert.equal(new Set(values).size, 4);
		for (const value of values) assert.match(value, /^[0-9a-f]{48,128}$/);
	});

	it('is served: read by all, and by the token', async () => {
		const server = await startServer({ folder });
		const client = new Client(server.base);
		const { TOKEN } = secrets();
		assert.deepEqual((await client.get('/api/articles?populate=*')).json.data, []);
		assert.equal((await client.get('/api/categories', { Authorization: `Bearer ${TOKEN}` })).status, 200);
		assert.equal((await client.get('/api/categories', { Authorization: `Bearer ${TOKEN}x` })).status, 401);
		assert.equal((await client.get('/api/homepage')).status, 404);
		client.close();
		await server.stop();
	});

	it('refuses a folder that is not empty', async () => {
		const text = readFileSync(path.join(folder, '.env'), 'utf8');
		const { code, stderr } = await runCommand(['new', folder]);
		assert.equal(code, 1);
		assert.match(stderr, /not empty/);
		assert.equal(readFileSync(path.join(folder, '.env'), 'utf8'), text);
		assert.equal((await runCommand(['new'])).code, 2);
	});
});
