// Migrations of the project's own, in database/migrations: each is run once, before the tables are changed, as by Strapi 4.26.2.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject, writeFiles } from './lib/code.mjs';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { postgresSchema, sqlite, sqliteSchema } from './lib/schema.mjs';
import { runCommand, startServer } from './lib/server.mjs';

const env = { JWT_SECRET: 'jwtsecret', API_TOKEN_SALT: 'apitokensalt', LECTERN_CACHE_EXACT: '1' };
const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
const schemaFile = 'src/api/chain/content-types/chain/schema.json';

/** A migration; `body` has knex, the transaction. */
const js = body => `module.exports = { async up(knex) { ${body} } };`;

/** The project, whose model calls the name of a chain its title. Without the first migration all titles would be empty. */
function project(migrations) {
	const folder = makeCodeProject({});
	const schema = JSON.parse(readFileSync(path.join(folder, schemaFile)));
	const { name, ...attributes } = schema.attributes;
	schema.attributes = { title: name, ...attributes };
	writeFiles(folder, { [schemaFile]: schema });
	for (const [file, text] of Object.entries(migrations)) writeFiles(folder, { [`database/migrations/${file}`]: text });
	return folder;
}

const rename = {
	'2024.01.01T00.00.00.rename.js': js("await knex.schema.alterTable('chains', table => table.renameColumn('name', 'title'));"),
};
const several = {
	...rename,
	'2024.02.01T00.00.00.change.js': js(`
		if (!(await knex.schema.hasTable('chains'))) throw new Error('no table');
		const rows = await knex('chains').select('id', 'title').orderBy('id').limit(1);
		await knex('chains').where({ id: rows[0].id }).update({ title: rows[0].title + ' & Co', updated_at: new Date(0) });
		await knex.transaction(async inner => {
			await inner('chains').update({ title: 'undone' });
			throw new Error('undone');
		}).catch(error => { if (error.message !== 'undone') throw error; });`),
	'2024.03.01T00.00.00.old.sql': "update chains set title = title || '!'",
	'2024.04.01T00.00.00.type.ts': 'export default {};',
	'.gitkeep': '',
};
const names = ['2024.01.01T00.00.00.rename.js', '2024.02.01T00.00.00.change.js', '2024.03.01T00.00.00.old.sql'];

/** Both databases, asked in the same way: `args` name it for lectern, `rows` asks it. */
const databases = {
	SQLite: () => ({
		begin() {},
		args: () => [],
		rows: (folder, sql) => sqlite(path.join(folder, '.tmp/data.db'), sql),
		schema: folder => sqliteSchema(path.join(folder, '.tmp/data.db')),
		empty: folder => rmSync(path.join(folder, '.tmp'), { recursive: true }),
		end() {},
	}),
	PostgreSQL: () => {
		let cluster;
		let number = 0;
		const places = new Map();
		return {
			async begin() {
				cluster = await Cluster.create();
			},
			make(folder, template) {
				places.set(folder, `content${++number}`);
				cluster.sql(`create database content${number} template ${template}`, 'postgres');
			},
			place(folder) {
				if (!places.has(folder)) this.make(folder, 'content');
				return places.get(folder);
			},
			empty(folder) {
				this.make(folder, 'template0');
			},
			args(folder) {
				return ['--database', cluster.url(this.place(folder))];
			},
			rows(folder, sql) {
				const text = cluster.sql(`select coalesce(json_agg(found), '[]') from (${sql}) found`, this.place(folder));
				return JSON.parse(text);
			},
			schema(folder) {
				return postgresSchema(sql => cluster.sql(sql, this.place(folder)));
			},
			end: () => cluster?.destroy(),
		};
	},
};

for (const [kind, make] of Object.entries(databases)) {
	describe(`migrations on ${kind}`, () => {
		const database = make();
		const folders = [];
		before(() => database.begin());
		after(() => {
			for (const folder of folders) rmSync(folder, { recursive: true, force: true });
			database.end();
		});
		const start = migrations => {
			const folder = project(migrations);
			folders.push(folder);
			return folder;
		};
		const run = async (command, folder, ...more) => {
			const { code, stdout, stderr } = await runCommand([command, folder, ...database.args(folder), ...more], { env });
			return { code, text: stdout + stderr };
		};
		const kept = folder => database.rows(folder, 'select name from strapi_migrations order by id').map(row => row.name);
		const chains = (folder, columns) => database.rows(folder, `select ${columns} from chains order by id`);

		it('are run in the order of their names, once, before the tables are changed', async () => {
			const folder = start(several);
			const before = chains(folder, 'name').map(row => row.name);
			const checked = await run('check', folder);
			assert.equal(checked.code, 0, checked.text);
			for (const name of names) assert.ok(checked.text.includes(`database/migrations/${name}: a migration that has not been run`), name);
			assert.ok(!checked.text.includes('type.ts') && !checked.text.includes('gitkeep'), checked.text);
			assert.deepEqual(kept(folder), []);
			const server = await startServer({ folder, env, args: database.args(folder) });
			const client = new Client(server.base);
			const { json } = await client.request('GET', '/api/chains?sort=id&pagination[limit]=100', { headers });
			const wanted = before.map((name, i) => `${name}${i ? '' : ' & Co'}!`);
			assert.deepEqual(
				json.data.map(({ attributes }) => attributes.title),
				wanted,
			);
			assert.equal(json.data[0].attributes.updatedAt, '1970-01-01T00:00:00.000Z');
			client.close();
			await server.stop();
			for (const name of names) assert.ok(server.stderr.includes(`the migration ${name} was run`), server.stderr);
			assert.deepEqual(kept(folder), names);
			// Nothing of them is done again.
			const again = await run('migrate', folder);
			assert.equal(again.code, 0, again.text);
			assert.deepEqual(kept(folder), names);
			assert.deepEqual(
				chains(folder, 'title').map(row => row.title),
				wanted,
			);
		});

		it('that fail are undone and named, those before them stay, and nothing starts', async () => {
			const folder = start({
				...rename,
				'2024.02.01T00.00.00.wrong.js': js("await knex('chains').update({ title: 'lost' }); await knex('nothing').select();"),
				'2024.03.01T00.00.00.never.sql': 'delete from chains',
			});
			const [first] = chains(folder, 'name');
			for (const command of ['migrate', 'serve']) {
				const { code, text } = await run(command, folder);
				assert.equal(code, 1);
				assert.match(text, /the migration database\/migrations\/2024\.02\.01T00\.00\.00\.wrong\.js failed, and is undone: .*nothing/);
				assert.deepEqual(kept(folder), names.slice(0, 1));
				assert.equal(chains(folder, 'title')[0].title, first.name);
			}
			writeFiles(folder, { 'database/migrations/2024.02.01T00.00.00.wrong.js': js('') });
			assert.equal((await run('migrate', folder)).code, 0);
			assert.deepEqual(chains(folder, 'title'), []);
		});

		it('may use the strapi object for SQL, and nothing that needs the tables', async () => {
			const folder = start({
				...rename,
				'2024.02.01T00.00.00.strapi.js': js(`
					await strapi.db.connection('chains').where({ id: 1 }).update({ title: 'by strapi ' + strapi.db.dialect.client });`),
			});
			const done = await run('migrate', folder);
			assert.equal(done.code, 0, done.text);
			assert.match(chains(folder, 'title')[0].title, /^by strapi (sqlite|postgres)$/);
			writeFiles(folder, {
				'database/migrations/2024.03.01T00.00.00.more.js': js("await strapi.db.query('api::chain.chain').findMany();"),
			});
			const { code, text } = await run('migrate', folder);
			assert.equal(code, 1);
			assert.match(text, /more\.js failed, and is undone: lectern does not have \S*findMany in a migration: the tables are not made yet/);
		});

		it('change tables as knex does it there', async () => {
			const folder = start({
				...rename,
				'2024.02.01T00.00.00.tables.js': js(`
					await knex.schema.createTable('own_notes', table => {
						table.increments('id');
						table.string('text').notNullable().defaultTo('none');
						table.integer('chain_id').unsigned().references('id').inTable('chains');
						table.string('old');
					});
					await knex('own_notes').insert([{ text: 'a', chain_id: 1 }, { text: 'b', chain_id: 2 }]);
					await knex.schema.alterTable('own_notes', table => table.dropColumn('old'));
					await knex.schema.alterTable('own_notes', table => table.string('more'));
					if (await knex.schema.hasColumn('own_notes', 'old')) throw new Error('it is still there');
					await knex.schema.alterTable('restaurants', table => table.dropColumn('seats'));
					if (await knex.schema.hasColumn('restaurants', 'seats')) throw new Error('it is still there');`),
			});
			// In Strapi on SQLite they go with the table that is made anew.
			const links = () => database.rows(folder, 'select * from restaurants_categories_links order by id');
			const before = links();
			assert.equal(before.length, 296);
			const { code, text } = await run('migrate', folder);
			assert.equal(code, 0, text);
			assert.deepEqual(links(), before);
			assert.deepEqual(database.rows(folder, 'select text, chain_id, more from own_notes order by id'), [
				{ text: 'a', chain_id: 1, more: null },
				{ text: 'b', chain_id: 2, more: null },
			]);
		});

		it('are run by one of several servers that start at once', async () => {
			const folder = start({
				...rename,
				'2024.02.01T00.00.00.slow.js': js(`
					await new Promise(resolve => setTimeout(resolve, 500));
					await knex('chains').update({ title: knex.raw("title || '+'") });`),
			});
			const before = chains(folder, 'name').map(row => row.name);
			const servers = await Promise.all([1, 2, 3].map(() => startServer({ folder, env, args: database.args(folder) })));
			for (const server of servers) await server.stop();
			assert.deepEqual(
				chains(folder, 'title').map(row => row.title),
				before.map(name => `${name}+`),
			);
			assert.deepEqual(kept(folder), ['2024.01.01T00.00.00.rename.js', '2024.02.01T00.00.00.slow.js']);
		});

		it('may have several statements in a file of SQL where the database of Strapi takes them', async () => {
			const folder = start({
				...rename,
				'2024.02.01T00.00.00.two.sql': "update chains set title = 'one' where id = 1;\nupdate chains set title = 'two' where id = 2;\n",
			});
			const { code, text } = await run('migrate', folder);
			if (kind === 'SQLite') {
				assert.equal(code, 1);
				assert.match(text, /two\.sql failed, and is undone: [^]*more than one statement/);
				return;
			}
			assert.equal(code, 0, text);
			assert.deepEqual(
				chains(folder, 'title')
					.slice(0, 2)
					.map(row => row.title),
				['one', 'two'],
			);
		});

		it('are run on a database that is empty, with the table that Strapi makes for them', async () => {
			const folder = start({ '2024.02.01T00.00.00.first.js': js("await knex.schema.createTable('own', table => table.increments());") });
			const other = start({});
			for (const place of [folder, other]) {
				database.empty(place);
				const { code, text } = await run('migrate', place, '--create');
				assert.equal(code, 0, text);
			}
			const tables = schema => Object.fromEntries(Object.entries(schema).filter(([name]) => !/^own(_id_seq)?$/.test(name)));
			assert.deepEqual(kept(folder), ['2024.02.01T00.00.00.first.js']);
			assert.deepEqual(tables(database.schema(folder)), tables(database.schema(other)));
		});
	});
}
