// Databases that an earlier version of Strapi made. tests/data/strapi-4.0.4*.sql.br is what Strapi 4.0.4 wrote for the
// models of tests/data/project (without kitchen-sink's "content": it has no blocks), with entries of all types.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readOldData } from './lib/data.mjs';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { postgresSchema, sqlite, sqliteSchema } from './lib/schema.mjs';
import { makeProject, runCommand, startServer } from './lib/server.mjs';

const database = folder => path.join(folder, '.tmp/data.db');
const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
// Of these Strapi makes some later by itself, and lectern writes to the others.
const apart = /^(strapi_release|strapi_database_schema|strapi_core_store|sqlite_|lectern_)/;
// Of the permissions of admins those of the super admin are made anew where types have other fields, as Strapi does.
const renewed = /^admin_permissions/;
const keptPermissions = `select p.id, p.action, p.subject, p.properties, p.conditions, r.code from admin_permissions p
	join admin_permissions_role_links l on l.permission_id = p.id join admin_roles r on r.id = l.role_id
	where r.code <> 'strapi-super-admin' order by p.id`;

function oldProject(more = '') {
	const folder = makeProject();
	rmSync(path.join(folder, '.tmp'), { recursive: true });
	mkdirSync(path.join(folder, '.tmp'));
	const { status, stderr } = spawnSync('sqlite3', [database(folder)], { input: readOldData('sqlite') + more, encoding: 'utf8' });
	assert.equal(status, 0, stderr);
	return folder;
}

async function migrate(folder, ...args) {
	const { code, stdout, stderr } = await runCommand(['migrate', folder, ...args]);
	assert.equal(code, 0, stderr);
	return stdout;
}

const copies = folder => readdirSync(path.join(folder, '.tmp')).filter(name => name.includes('.before-'));
const tablesOf = file =>
	sqlite(file, "select name from sqlite_master where type = 'table' and sql is not null")
		.map(({ name }) => name)
		.filter(name => !apart.test(name));
const columnsOf = (file, table) =>
	sqlite(file, `select name from pragma_table_info('${table}') order by cid`).map(({ name }) => `"${name}"`);
/** What each table of the old file holds, as it stands in `file` now. */
const rowsOf = (file, old) =>
	Object.fromEntries(
		tablesOf(old)
			.filter(table => !renewed.test(table))
			.map(table => [table, sqlite(file, `select ${columnsOf(old, table)} from "${table}" order by rowid`)]),
	);

/** Changes of entries with what each answers afterwards: the same on both databases. */
async function change(client) {
	const put = await client.request('PUT', '/api/restaurants/2?populate=categories', {
		headers: full,
		body: { data: { seats: 77, categories: { set: [{ id: 3 }, { id: 1 }, { id: 2 }] } } },
	});
	assert.equal(put.status, 200, put.text);
	assert.deepEqual(
		put.json.data.attributes.categories.data.map(({ id }) => id),
		[3, 1, 2],
	);
	const moved = await client.request('PUT', '/api/restaurants/2?populate=categories', {
		headers: full,
		body: { data: { categories: { connect: [{ id: 4, position: { before: 1 } }] } } },
	});
	assert.deepEqual(
		moved.json.data.attributes.categories.data.map(({ id }) => id),
		[3, 4, 1, 2],
	);
	const made = await client.request('POST', '/api/restaurants?populate=*', {
		headers: full,
		body: {
			data: {
				name: 'New',
				slug: 'new',
				hours: [{ day: 'mon' }, { day: 'tue' }],
				gallery: [2, 1],
				chain: 1,
				blocks: [{ __component: 'blocks.quote', text: 'q' }],
			},
		},
	});
	assert.equal(made.status, 200, made.text);
	assert.deepEqual(
		made.json.data.attributes.hours.map(({ day }) => day),
		['mon', 'tue'],
	);
	assert.deepEqual(
		made.json.data.attributes.gallery.data.map(({ id }) => id),
		[2, 1],
	);
	const signedIn = await client.request('POST', '/api/auth/local', { body: { identifier: 'user1', password: 'Passw0rd1' } });
	assert.equal(signedIn.status, 200, signedIn.text);
	const refused = await client.request('PUT', '/api/restaurants/2', {
		headers: { Authorization: `Bearer ${'a'.repeat(64)}` },
		body: { data: {} },
	});
	assert.equal(refused.status, 403);
}

describe('a database of Strapi 4.0.4 on SQLite', () => {
	let folder, old, said, fresh;
	before(async () => {
		[folder, old, fresh] = [oldProject(), oldProject(), makeProject()];
		rmSync(path.join(fresh, '.tmp'), { recursive: true });
		await migrate(fresh);
		said = await migrate(folder);
	});
	after(() => [folder, old, fresh].forEach(project => rmSync(project, { recursive: true })));

	it('gets the tables of today', () => {
		const [ours, wanted] = [sqliteSchema(database(folder)), sqliteSchema(database(fresh))];
		for (const table of Object.keys(wanted).filter(name => !apart.test(name))) assert.deepEqual(ours[table], wanted[table], table);
	});
	it('keeps every row, in its order', () =>
		assert.deepEqual(rowsOf(database(folder), database(old)), rowsOf(database(old), database(old))));
	it('keeps the permissions of the other roles of admins', () => {
		const kept = sqlite(database(old), keptPermissions);
		assert.ok(kept.length > 5);
		assert.deepEqual(sqlite(database(folder), keptPermissions), kept);
	});
	it('says which tables were made anew', () => assert.match(said, /^rebuild table admin_permissions_role_links$/m));
	it('is copied first, to a file beside it for its owner alone', () => {
		const [name, ...others] = copies(folder);
		assert.deepEqual(others, []);
		assert.match(name, /^data\.db\.before-\d{8}T\d{6}Z$/);
		const copy = path.join(folder, '.tmp', name);
		assert.equal(statSync(copy).mode & 0o777, 0o600);
		assert.ok(said.includes(name));
		assert.deepEqual(sqliteSchema(copy), sqliteSchema(database(old)));
		assert.deepEqual(rowsOf(copy, database(old)), rowsOf(database(old), database(old)));
	});
	it('needs nothing more', async () => {
		assert.equal(await migrate(folder), '');
		assert.equal(copies(folder).length, 1);
	});
	it('is described to Strapi as it is', () => {
		const [{ schema }] = sqlite(database(folder), 'select schema from strapi_database_schema');
		const listed = JSON.parse(schema).tables.find(({ name }) => name === 'restaurants_categories_links');
		assert.deepEqual(listed.columns.map(({ name }) => name).sort(), [
			'category_id',
			'category_order',
			'id',
			'restaurant_id',
			'restaurant_order',
		]);
	});
	it('is whole', () => {
		assert.deepEqual(sqlite(database(folder), 'pragma integrity_check'), [{ integrity_check: 'ok' }]);
		assert.deepEqual(sqlite(database(folder), 'pragma foreign_key_check'), []);
	});
	it('serves, and takes changes', async () => {
		const project = oldProject();
		const server = await startServer({ folder: project });
		const client = new Client(server.base);
		assert.match(server.stderr, /a copy of it as it was is kept in \S+data\.db\.before-/);
		await change(client);
		client.close();
		await server.stop();
		rmSync(project, { recursive: true });
	});
});

describe('whatever else stands in a table that is made anew', () => {
	it('stays: columns, indexes, triggers, links to nothing, links stored twice', async () => {
		const folder = oldProject(`
			alter table restaurants_categories_links add column note varchar(30) default 'n';
			create index own_index on restaurants_categories_links (note);
			create table own_log (text text);
			create trigger own_trigger after insert on restaurants_categories_links begin insert into own_log values ('seen'); end;
			create view own_view as select * from restaurants_categories_links;
			insert into restaurants_categories_links (restaurant_id, category_id, note) values (9999, 1, 'nothing'), (2, 7, 'a'), (2, 7, 'b');
			delete from own_log;`);
		const links = 'select restaurant_id, category_id, note from restaurants_categories_links order by rowid';
		const were = sqlite(database(folder), links);
		await migrate(folder);
		assert.deepEqual(sqlite(database(folder), links), were);
		assert.deepEqual(sqlite(database(folder), 'select count(*) as count from own_log'), [{ count: 0 }]);
		const names = sqlite(
			database(folder),
			"select name from sqlite_master where tbl_name = 'restaurants_categories_links' and type != 'table'",
		);
		assert.ok(names.some(({ name }) => name === 'own_index') && names.some(({ name }) => name === 'own_trigger'));
		assert.ok(!names.some(({ name }) => name === 'restaurants_categories_links_unique'));
		assert.equal(sqlite(database(folder), 'select count(*) as count from own_view')[0].count, were.length);
		rmSync(folder, { recursive: true });
	});
	it('stays when the change fails: all of it is undone', async () => {
		const folder = oldProject('drop table globals; create view globals as select 1 as id;');
		const was = sqliteSchema(database(folder));
		const { code, stderr } = await runCommand(['migrate', folder]);
		assert.notEqual(code, 0);
		assert.match(stderr, /globals/);
		assert.deepEqual([sqliteSchema(database(folder)), copies(folder)], [was, []]);
		rmSync(folder, { recursive: true });
	});
	it('is not touched by a dry run', async () => {
		const folder = oldProject();
		const was = sqliteSchema(database(folder));
		assert.match(await migrate(folder, '--dry-run'), /create temp table/);
		assert.deepEqual([sqliteSchema(database(folder)), copies(folder)], [was, []]);
		rmSync(folder, { recursive: true });
	});
});

describe('a database of Strapi 4.0.4 on PostgreSQL', () => {
	let cluster, folder;
	const schemaOf = name => postgresSchema(sql => cluster.sql(sql, name));
	const load = name => {
		cluster.sql(`CREATE DATABASE ${name}`, 'postgres');
		const { status, stderr } = spawnSync('psql', [...cluster.where(name), '-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null'], {
			input: readOldData('postgres'),
			encoding: 'utf8',
		});
		assert.equal(status, 0, stderr);
		return cluster.url(name);
	};
	const rows = (name, table, columns) => cluster.sql(`select ${columns} from "${table}" order by 1, 2`, name);
	before(async () => {
		cluster = await Cluster.create();
		folder = makeProject();
		load('old');
		await migrate(folder, '--database', load('migrated'));
	});
	after(() => {
		cluster?.destroy();
		rmSync(folder, { recursive: true });
	});

	it('gets the tables of today', () => {
		const [ours, wanted] = [schemaOf('migrated'), schemaOf(Cluster.database)];
		for (const table of Object.keys(wanted).filter(name => !apart.test(name))) assert.deepEqual(ours[table], wanted[table], table);
	});
	it('keeps every row', () => {
		const tables = cluster.sql(
			`select relname, string_agg('"' || attname || '"', ', ' order by attnum) from pg_class
				join pg_attribute on attrelid = pg_class.oid
				where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 group by 1`,
			'old',
		);
		for (const [table, columns] of tables.split('\n').map(line => line.split('|')))
			if (!apart.test(table) && !renewed.test(table)) assert.equal(rows('migrated', table, columns), rows('old', table, columns), table);
	});
	it('keeps the permissions of the other roles of admins', () =>
		assert.equal(cluster.sql(keptPermissions, 'migrated'), cluster.sql(keptPermissions, 'old')));
	it('needs nothing more', async () => assert.equal(await migrate(folder, '--database', cluster.url('migrated')), ''));
	it('serves, and takes changes', async () => {
		const server = await startServer({ args: ['--database', load('served')] });
		const client = new Client(server.base);
		await change(client);
		client.close();
		await server.stop();
	});
});
