// PgBouncer from version 1.21 on carries prepared statements from server to server: lectern finds out, and prepares there, too.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { Cluster, carryingBouncer, startBouncer } from './lib/postgres.mjs';
import { Pressure, tally } from './lib/pressure.mjs';
import { startServer } from './lib/server.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };

describe('a pooler that carries prepared statements', () => {
	let cluster;
	let command;
	before(async () => {
		command = carryingBouncer();
		cluster = await Cluster.create();
	});
	after(() => cluster?.destroy());

	/** lectern behind PgBouncer, for as long as `use` takes. */
	async function serve(lines, use, config = {}) {
		const bouncer = await startBouncer(cluster, lines, command);
		const args = ['--database', bouncer.url];
		const server = await startServer({ config: { server: { threads: 2 }, ...config }, args, env: { LECTERN_CACHE: '0' } });
		const client = new Client(server.base);
		/** Asks the server connection that PgBouncer hands out. */
		const ask = sql => spawnSync('psql', [bouncer.url, '-Atc', sql], { encoding: 'utf8' }).stdout.trim();
		try {
			await use({ client, server, ask });
		} finally {
			client.close();
			await server.stop();
			await bouncer.stop();
		}
		return server.stderr;
	}

	const read = client => client.get('/api/restaurants?populate=categories&sort=name', full);
	const change = (client, name) => client.request('PUT', '/api/categories/1', { body: { data: { name } }, headers: full });

	it('has each statement prepared once, and run again and again', async () => {
		const log = await serve(['default_pool_size = 1'], async ({ client, ask }) => {
			for (let i = 0; i < 40; i++) {
				assert.equal((await read(client)).status, 200);
				const changed = await change(client, `changed ${i}`);
				assert.equal(changed.json?.data?.attributes.name, `changed ${i}`, changed.text);
			}
			const prepared = ask("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'PGBOUNCER_%'");
			assert.ok(Number(prepared) > 5 && Number(prepared) < 100, prepared);
			// Of each a plan for all values, as without a pooler.
			assert.ok(Number(ask('SELECT sum(generic_plans) FROM pg_prepared_statements')) > 150);
			assert.equal(ask('SELECT max(generic_plans) >= 40 FROM pg_prepared_statements WHERE statement LIKE \'%"restaurants"%\''), 't');
		});
		assert.match(log, /pooler between: settings go with each transaction, statements are prepared, as it carries them/);
		assert.doesNotMatch(log, /not prepared/);
	});

	for (const [name, lines] of [
		['that refuses start-up options', []],
		['that ignores start-up options', ['ignore_startup_parameters = options,extra_float_digits']],
		['with a single server connection', ['default_pool_size = 1']],
		['that keeps few statements', ['max_prepared_statements = 3']],
	])
		it(`is asked by many at once: ${name}`, async () => {
			let answers;
			const log = await serve(
				lines,
				async ({ client, server }) => {
					const pressure = new Pressure(server.base, full, 8);
					const until = Date.now() + 1500;
					for (let i = 0; Date.now() < until; i++) {
						const changed = await change(client, `changed ${i}`);
						assert.equal(changed.status, 200, changed.text);
						assert.equal((await client.get('/api/categories/1', full)).json.data.attributes.name, `changed ${i}`);
						assert.equal(
							(await client.request('PUT', '/api/categories/1', { body: { data: { restaurants: [99999] } }, headers: full })).status,
							400,
						);
					}
					answers = await pressure.stop();
				},
				{ server: { threads: 4 } },
			);
			assert.deepEqual(tally(answers), { 200: answers.length });
			assert.ok(answers.length > 20);
			assert.doesNotMatch(log, /not prepared/);
			assert.equal(cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"), '0');
		});

	it('is not filled by texts that are asked for once', async () => {
		const fields = ['name', 'slug', 'description', 'rating', 'price', 'seats', 'open', 'founded', 'createdAt', 'updatedAt'];
		const log = await serve(['default_pool_size = 1'], async ({ client, server }) => {
			for (let i = 1; i <= 900; i++) {
				const chosen = fields.filter((_, bit) => i & (1 << bit));
				const answer = await client.get(
					`/api/restaurants?pagination[pageSize]=1&${chosen.map((name, at) => `fields[${at}]=${name}`).join('&')}`,
					full,
				);
				assert.equal(answer.status, 200, answer.text);
				assert.deepEqual(Object.keys(answer.json.data[0].attributes).sort(), [...chosen].sort());
			}
			await sleep(100);
			assert.equal((await read(client)).status, 200);
			assert.equal(server.child.exitCode, null);
		});
		assert.doesNotMatch(log, /not prepared|is down|lost/);
	});

	it('has plans from before a change of the tables', async () => {
		const log = await serve([], async ({ client }) => {
			for (let i = 0; i < 20; i++) {
				assert.equal((await read(client)).status, 200);
				assert.equal((await change(client, `before ${i}`)).status, 200);
			}
			cluster.sql('ALTER TABLE categories ALTER COLUMN name TYPE text; ALTER TABLE restaurants ALTER COLUMN name TYPE text');
			for (let i = 0; i < 20; i++) {
				// What meets it first is refused, as it has seen some rows already, and may be tried again.
				for (const { status, headers, text } of [await read(client), await change(client, `after ${i}`)])
					assert.ok(status === 200 || (i === 0 && status === 503 && Number(headers['retry-after']) >= 1), text);
			}
			assert.equal((await client.get('/api/categories/1', full)).json.data.attributes.name, 'after 19');
		});
		assert.match(log, /from before a change of the tables: statements are not prepared any more/);
	});

	it('may be told to carry none', async () => {
		const log = await serve(['max_prepared_statements = 0', 'default_pool_size = 1'], async ({ client, ask }) => {
			for (let i = 0; i < 10; i++) {
				assert.equal((await read(client)).status, 200);
				assert.equal((await change(client, `plain ${i}`)).status, 200);
			}
			assert.equal(ask('SELECT count(*) FROM pg_prepared_statements'), '0');
		});
		assert.match(log, /settings go with each transaction, statements are not prepared/);
	});

	it('is not asked to where the configuration says so', async () => {
		const connection = { client: 'postgres', preparedStatements: false };
		const log = await serve(
			['default_pool_size = 1'],
			async ({ client, ask }) => {
				for (let i = 0; i < 10; i++) assert.equal((await read(client)).status, 200);
				assert.equal(ask("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'PGBOUNCER_%'"), '0');
			},
			{ database: { connection } },
		);
		assert.match(log, /statements are not prepared/);
	});
});
