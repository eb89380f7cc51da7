// lectern advise, on both databases: slow statements are noted without their values, and the indexes that it names are made while the
// server goes on.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client, patiently } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { postgresSchema, sqlite, sqliteSchema } from './lib/schema.mjs';
import { makeProject, runCommand, startServer } from './lib/server.mjs';

const rows = 30_000;
const columns = '(name, slug, rating, price, open, locale, published_at, created_at, updated_at)';
const index = 'restaurants_price_name_id_locale_published_at_index';
const list = '/api/restaurants?filters[price][$eq]=fair&sort=name&pagination[pageSize]=5';

function tests(place) {
	let folder;
	let server;
	let client;
	let answer;
	const log = () => path.join(folder, '.tmp/lectern-shapes.jsonl');
	const lines = () => (existsSync(log()) ? readFileSync(log(), 'utf8').trim().split('\n') : []);
	const advise = async (...args) => {
		const { code, stdout, stderr } = await runCommand(['advise', folder, ...place.args(), ...args]);
		assert.equal(code, 0, stderr);
		return stdout;
	};
	before(async () => {
		folder = makeProject();
		place.run(folder, place.fill);
		assert.equal(await advise(), 'no statement that an index would serve was slow\n');
		server = await startServer({ folder, ownsFolder: false, args: place.args(), env: { LECTERN_CACHE: '0' } });
		client = new Client(server.base);
	});
	after(async () => {
		client?.close();
		await server?.stop();
		rmSync(folder, { recursive: true });
	});

	it('statements that take long are noted, and none of their values', async () => {
		answer = await client.get(list);
		assert.equal(answer.status, 200);
		assert.ok(answer.json.meta.pagination.total > rows / 8);
		const isNoted = () => lines().some(line => line.includes('"kind":"count"')) && lines().some(line => line.includes('"name:asc"'));
		await patiently(async () => ({ status: isNoted() ? 200 : 503 }));
		for (const line of lines()) {
			const shape = JSON.parse(line);
			assert.ok(shape.count >= 1 && shape.nanoseconds >= 200_000 && shape.longest <= shape.nanoseconds, line);
			assert.ok(!line.includes('fair'), line);
		}
		const shapes = lines()
			.map(line => JSON.parse(line))
			.filter(({ table }) => table === 'restaurants');
		assert.ok(shapes.some(({ kind }) => kind === 'count'));
		for (const shape of shapes) assert.deepEqual([shape.equal.toSorted(), shape.live], [['locale', 'price'], true]);
	});

	it('the index that would serve them is named, with what it gains, and not made', async () => {
		const output = await advise();
		assert.match(output, /^restaurants where locale =, price =, sorted by name$/m);
		assert.match(output, new RegExp(`^ {2}index ${index}$`, 'm'));
		assert.match(output, /^ {2}a list: [\d.]+ ms, with the index [\d.]+ ms$/m);
		assert.match(output, /^ {2}[\d.]+ MB for \d+ rows, measured on a copy of the (database|table)$/m);
		assert.match(output, /options.indexes of the model: \{"columns": \["price", "name", "id", "locale", "published_at"\]\}/);
		assert.ok(!place.schema(folder).restaurants.some(line => line.includes(index)));
	});

	it('--apply makes it while the server goes on, and the answers stay', async () => {
		const others = (async () => {
			for (let i = 0; i < 20; i++) assert.equal((await client.get('/api/restaurants/1')).status, 200);
		})();
		assert.match(await advise('--apply'), new RegExp(`^made ${index} in \\d+ ms$`, 'm'));
		await others;
		assert.ok(place.schema(folder).restaurants.some(line => line.includes(index)));
		assert.deepEqual((await client.get(list)).json, answer.json);
		assert.doesNotMatch(await advise(), new RegExp(`index ${index}$`, 'm'));
	});

	it('migrate makes it again when it was dropped', async () => {
		place.run(folder, `drop index ${index}`);
		const { stdout, stderr } = await runCommand(['migrate', folder, ...place.args()]);
		assert.equal(stdout, `add index ${index}\n`, stderr);
	});

	it('what stands in the file and is no shape is passed over', async () => {
		const before = readFileSync(log(), 'utf8');
		writeFileSync(log(), `nonsense\n{"table":3}\n[]\n{"shape":"1","table":"nowhere","kind":"list"}\n\0\n${before}`);
		assert.match(await advise(), /kinds of slow statements/);
	});
}

describe('advice on SQLite', () => {
	const file = folder => path.join(folder, '.tmp/data.db');
	tests({
		args: () => [],
		fill: `insert into restaurants ${columns} with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows})
			select 'many ' || (i * 7919 % ${rows}), 'many-' || i, i % 50 / 10.0, case i % 3 when 0 then 'cheap' when 1 then 'fair' else
			'fancy' end, i % 2, 'en', 1700000000000, 1700000000000, 1700000000000 from n`,
		schema: folder => sqliteSchema(file(folder)),
		run: (folder, sql) => sqlite(file(folder), sql),
	});
});

describe('advice on PostgreSQL', () => {
	let cluster;
	before(async () => {
		cluster = await Cluster.create();
	});
	after(() => cluster?.destroy());
	tests({
		args: () => ['--database', cluster.url()],
		fill: `insert into restaurants ${columns} select 'many ' || (i * 7919 % ${rows}), 'many-' || i, i % 50 / 10.0,
			case i % 3 when 0 then 'cheap' when 1 then 'fair' else 'fancy' end, i % 2 = 0, 'en', now(), now(), now()
			from generate_series(1, ${rows}) i`,
		schema: () => postgresSchema(sql => cluster.sql(sql)),
		run: (folder, sql) => cluster.sql(sql),
	});
});
