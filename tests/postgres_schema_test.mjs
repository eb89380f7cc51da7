// The tables that lectern makes on PostgreSQL, beside those that Strapi makes, and how they change with the models.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { postgresSchema } from './lib/schema.mjs';
import { makeProject, runCommand, startServer } from './lib/server.mjs';

const modelFile = (folder, name) => path.join(folder, `src/api/${name}/content-types/${name}/schema.json`);

function changeModel(folder, name, change) {
	const model = JSON.parse(readFileSync(modelFile(folder, name), 'utf8'));
	change(model);
	writeFileSync(modelFile(folder, name), JSON.stringify(model));
}

const cluster = await Cluster.create();
after(() => cluster.destroy());
const schemaOf = name => postgresSchema(sql => cluster.sql(sql, name));

function makeDatabase(name) {
	cluster.sql(`CREATE DATABASE ${name}`, 'postgres');
	return name;
}

async function migrate(folder, name, ...args) {
	const { code, stdout, stderr } = await runCommand(['migrate', folder, '--database', cluster.url(name), ...args]);
	assert.equal(code, 0, stderr);
	return stdout;
}

const own = 'lectern_ended_tokens';
const deliveries = 'lectern_webhook_deliveries';

describe('the tables of an empty database on PostgreSQL', () => {
	const theirs = schemaOf(Cluster.database);
	let folder;
	let ours;
	before(async () => {
		folder = makeProject();
		await migrate(folder, makeDatabase('fresh'));
		ours = schemaOf('fresh');
	});
	after(() => rmSync(folder, { recursive: true }));

	it('are those of Strapi, and two of our own', () => {
		assert.deepEqual(
			Object.keys(ours).filter(table => !table.startsWith(own) && !table.startsWith(deliveries)),
			Object.keys(theirs),
		);
		assert.ok(ours[own].includes('column user_id bigint') && ours[own].includes('column ended_before bigint'));
	});
	for (const table of Object.keys(theirs)) it(table, () => assert.deepEqual(ours[table], theirs[table]));

	it('hold the default roles with their permissions, and the locale', () => {
		// Strapi makes them all at once, and their order is a matter of luck there.
		const grants = `select r.type, p.action from up_permissions p
			join up_permissions_role_links l on l.permission_id = p.id join up_roles r on r.id = l.role_id
			where p.action like 'plugin::users-permissions.%' and p.id < 10 order by 1, 2`;
		assert.equal(cluster.sql(grants, 'fresh'), cluster.sql(grants));
		assert.equal(cluster.sql('select name, code from i18n_locale', 'fresh'), 'English (en)|en');
	});

	it('need nothing more, nor do those that Strapi made', async () => {
		assert.equal(await migrate(folder, 'fresh'), '');
		assert.equal(await migrate(folder, Cluster.database), `add table ${own}\nadd table ${deliveries}\nadd triggers that tell of changes\n`);
		assert.equal(await migrate(folder, Cluster.database), '');
		assert.equal(
			cluster.sql("select value from strapi_core_store_settings where key = 'core_persisted_tables'"),
			`["${own}","${deliveries}"]`,
		);
		assert.equal(await migrate(folder, Cluster.database, '--prune', '--dry-run'), '');
	});

	it('come from the SQL of --dry-run too', async () => {
		makeDatabase('by_hand');
		const sql = await migrate(folder, 'by_hand', '--dry-run');
		assert.deepEqual(schemaOf('by_hand'), {});
		const { status, stderr } = spawnSync('psql', [...cluster.where('by_hand'), '-q', '-v', 'ON_ERROR_STOP=1'], {
			input: sql,
			encoding: 'utf8',
		});
		assert.equal(status, 0, stderr);
		assert.deepEqual(schemaOf('by_hand'), ours);
	});
});

describe('changes on PostgreSQL', () => {
	let folder;
	const name = 'changed';
	before(async () => {
		folder = makeProject();
		await migrate(folder, makeDatabase(name));
		cluster.sql("insert into categories (name, created_at) values ('A', now())", name);
	});
	after(() => rmSync(folder, { recursive: true }));

	it('what models gain is added', async () => {
		const was = schemaOf(name);
		changeModel(folder, 'category', model => {
			Object.assign(model.attributes, {
				price: { type: 'decimal' },
				handle: { type: 'uid' },
				head: { type: 'relation', relation: 'oneToOne', target: 'api::chain.chain', useJoinTable: false },
			});
			model.options.draftAndPublish = true;
			model.pluginOptions = { i18n: { localized: true } };
		});
		const said = await migrate(folder, name);
		const now = schemaOf(name);
		assert.deepEqual(
			now.categories.filter(line => !was.categories.includes(line)),
			[
				'CREATE INDEX categories_head_id_fk ON public.categories USING btree (head_id)',
				'CREATE UNIQUE INDEX categories_handle_unique ON public.categories USING btree (handle)',
				'column handle character varying(255)',
				'column head_id integer',
				'column locale character varying(255)',
				'column price numeric(10,2)',
				'column published_at timestamp(6) without time zone',
				'constraint categories_handle_unique UNIQUE (handle)',
				'constraint categories_head_id_fk FOREIGN KEY (head_id) REFERENCES chains(id) ON DELETE SET NULL',
			].sort(),
		);
		assert.match(said, /^add column categories\.price$/m);
		assert.equal(cluster.sql('select locale, published_at = created_at from categories', name), 'en|t');
		assert.equal(await migrate(folder, name), '');
	});

	it('names that PostgreSQL cuts are found again', async () => {
		const long = `a${'_very'.repeat(7)}_set`; // the table's name fits, those of its indexes do not;
		changeModel(
			folder,
			'category',
			({ attributes }) => (attributes[long] = { type: 'relation', relation: 'manyToMany', target: 'api::chain.chain' }),
		);
		changeModel(folder, 'category', ({ attributes }) => (attributes[`${long}_${long}`] = { type: 'string' }));
		await migrate(folder, name);
		assert.equal(await migrate(folder, name), '');
	});

	it('an attribute of another type takes its column along, but loses no value unless it may', async () => {
		const retype = changed =>
			changeModel(folder, 'kitchen-sink', ({ attributes }) => {
				for (const [key, type] of Object.entries(changed)) attributes[key] = { type };
			});
		const types = () =>
			schemaOf(name)
				.kitchen_sinks.filter(line => /^column (one|two|three|four|five) /.test(line))
				.map(line => line.slice(7));
		const values = () => cluster.sql('select one, two, three, four, five from kitchen_sinks where id = 1000', name);
		retype({ one: 'string', two: 'string', three: 'integer', four: 'datetime', five: 'text' });
		await migrate(folder, name);
		cluster.sql(
			`insert into kitchen_sinks (id, one, two, three, four, five) ` +
				`values (1000, '12', 'short', 7, '2024-02-29 12:30', '${'long'.repeat(100)}')`,
			name,
		);
		retype({ one: 'integer', two: 'text', three: 'biginteger', four: 'date', five: 'string' });
		const said = await migrate(folder, name);
		assert.match(said, /^change column kitchen_sinks\.two from character varying\(255\) to text$/m);
		assert.match(
			said,
			/^column kitchen_sinks\.four stays timestamp\(6\) without time zone, and the model wants date: 1 of its values would be lost; --lossy/m,
		);
		assert.match(said, /^column kitchen_sinks\.five stays text/m);
		assert.deepEqual(types(), ['five text', 'four timestamp(6) without time zone', 'one integer', 'three bigint', 'two text']);
		assert.equal(values(), `12|short|7|2024-02-29 12:30:00|${'long'.repeat(100)}`);
		retype({ two: 'integer' });
		const lossy = await migrate(folder, name, '--lossy');
		assert.match(
			lossy,
			new RegExp(
				"^column kitchen_sinks\\.two stays text, and the model wants integer: its values can't be converted: " +
					'invalid input syntax for type integer: "short"',
				'm',
			),
		);
		assert.match(lossy, /^change column kitchen_sinks\.four from timestamp\(6\) without time zone to date, losing 1 values$/m);
		assert.deepEqual(types(), ['five character varying(255)', 'four date', 'one integer', 'three bigint', 'two text']);
		assert.equal(values(), `12|short|7|2024-02-29|${'long'.repeat(100).slice(0, 255)}`);
		cluster.sql("update kitchen_sinks set two = '5' where id = 1000", name);
		assert.match(await migrate(folder, name), /^change column kitchen_sinks\.two from text to integer$/m);
		assert.equal(await migrate(folder, name), '');
		cluster.sql('delete from kitchen_sinks where id = 1000', name);
	});

	it('what models lose goes with --prune only', async () => {
		changeModel(folder, 'category', ({ attributes }) => {
			for (const key of Object.keys(attributes)) if (/^(head|handle|price)$|_very/.test(key)) delete attributes[key];
		});
		const was = schemaOf(name);
		assert.equal(await migrate(folder, name), '');
		assert.deepEqual(schemaOf(name), was);
		const said = await migrate(folder, name, '--prune');
		assert.match(said, /^drop column categories\.price$/m);
		assert.match(said, /^drop table categories_a_very/m);
		const now = schemaOf(name);
		assert.equal(
			now.categories.some(line => /head|handle|price|very/.test(line)),
			false,
		);
		assert.equal(await migrate(folder, name, '--prune'), '');
	});
});

describe('serve on an empty PostgreSQL database', () => {
	it('makes the tables once, also when four servers start at once', async () => {
		const url = cluster.url(makeDatabase('raced'));
		const started = await Promise.allSettled([1, 2, 3, 4].map(() => startServer({ args: ['--database', url] })));
		for (const { value: server } of started.filter(({ value }) => value)) {
			const client = new Client(server.base);
			assert.equal((await client.get('/api/restaurants')).status, 403);
			client.close();
			await server.stop();
		}
		for (const { reason } of started) assert.ifError(reason);
		assert.equal(cluster.sql('select count(*) from up_roles', 'raced'), '2');
		assert.deepEqual(schemaOf('raced'), schemaOf(Cluster.database));
	});

	it('uses the configured schema, and says so when there is none', async () => {
		makeDatabase('apart');
		const folder = makeProject({ database: { connection: { connection: { schema: 'of Ours' } } } });
		const refused = await runCommand(['migrate', folder, '--database', cluster.url('apart')]);
		assert.equal(refused.code, 1);
		assert.match(refused.stderr, /of Ours/);
		cluster.sql('create schema "of Ours"', 'apart');
		await migrate(folder, 'apart');
		assert.equal(
			cluster.sql(
				"select count(*) > 60, bool_and(schemaname = 'of Ours') from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
				'apart',
			),
			't|t',
		);
		rmSync(folder, { recursive: true });
	});

	it('says so when it cannot be reached', async () => {
		const folder = makeProject();
		const { code, stderr } = await runCommand(['migrate', folder, '--database', 'postgres://127.0.0.1:1/nothing']);
		assert.equal(code, 1);
		assert.match(stderr, /127\.0\.0\.1:1\/nothing/);
		rmSync(folder, { recursive: true });
	});
});
