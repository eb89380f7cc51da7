// What can happen between lectern and PostgreSQL: a server or a connection is lost, a replica stops or hangs, a statement
// takes too long, another process writes.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { sleep, until } from './lib/expect.mjs';
import { Client, patiently } from './lib/http.mjs';
import { Cluster, startBouncer } from './lib/postgres.mjs';
import { Pressure, tally } from './lib/pressure.mjs';
import { runCommand, makeProject, sparePort, startServer } from './lib/server.mjs';
import { startWiretap } from './lib/wiretap.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const poolMost = 6;
const pool = { pool: { min: 1, max: poolMost } };

/** Only 200 and 503 with Retry-After came; all is well from `recovered` (ms of Date.now) on. */
function assertOnlyGaps(answers, recovered) {
	const counts = tally(answers);
	assert.deepEqual(
		Object.keys(counts).filter(status => !['200', '503'].includes(status)),
		[],
		JSON.stringify(counts),
	);
	assert.ok(
		answers.every(({ status, retry }) => status !== 503 || Number(retry) >= 1),
		'a 503 without Retry-After',
	);
	const late = answers.filter(({ began }) => began > recovered);
	assert.ok(late.length > 20, `only ${late.length} requests after the gap`);
	assert.deepEqual(tally(late), { 200: late.length });
}

describe('a PostgreSQL server', () => {
	let cluster;
	let server;
	let client;
	let pressure;
	before(async () => {
		cluster = await Cluster.create();
		server = await startServer({
			config: { server: { threads: 4 }, database: { connection: pool } },
			args: ['--database', cluster.url()],
			env: { LECTERN_COUNT_STATEMENTS: '1', LECTERN_CACHE: '0' },
		});
		client = new Client(server.base);
	});
	afterEach(async () => {
		await pressure?.stop();
		pressure = undefined;
	});
	after(async () => {
		client?.close();
		await server?.stop();
		cluster?.destroy();
	});

	const total = async () => (await client.get('/api/categories', full)).json.meta.pagination.total;

	it('has its totals right as soon as another process has written', async () => {
		const earlier = await total();
		for (let i = 1; i <= 20; i++) {
			cluster.sql(`INSERT INTO categories (name, created_at, updated_at) VALUES ('new ${i}', now(), now())`);
			assert.equal(await total(), earlier + i);
		}
		cluster.sql("DELETE FROM categories WHERE name LIKE 'new %'");
		assert.equal(await total(), earlier);
	});

	it('does not count again while nothing is written', async () => {
		const statements = async () => Number((await client.get('/api/chains?pagination[pageSize]=2', full)).headers['x-lectern-statements']);
		const counts = [];
		for (let i = 0; i < 40; i++) counts.push(await statements());
		const fewest = Math.min(...counts);
		// Each of the four threads counts once; now and then the server itself writes.
		assert.ok(counts[0] > fewest && counts.filter(count => count === fewest).length >= 30, `${counts}`);
	});

	it('gives changed permissions effect within a second', async () => {
		const earlier = await client.get('/api/categories');
		assert.equal(earlier.status, 200);
		const of = "action = 'api::category.category.find'";
		cluster.sql(`UPDATE up_permissions SET action = 'x' || action WHERE ${of}`);
		await sleep(600);
		assert.equal((await client.get('/api/categories')).status, 403);
		cluster.sql(`UPDATE up_permissions SET action = substr(action, 2) WHERE action = 'xapi::category.category.find'`);
		await sleep(600);
		assert.equal((await client.get('/api/categories')).status, 200);
	});

	it('shows one request one moment, whatever is committed meanwhile', async () => {
		const psql = spawn('psql', [...cluster.where(), '-q'], { stdio: ['pipe', 'ignore', 'inherit'] });
		const ended = new Promise(resolve => psql.on('exit', resolve));
		// Each transaction moves all reviews of two restaurants to the other one: together they always have as many.
		const move = 'UPDATE reviews_restaurant_links SET restaurant_id = 4 - restaurant_id WHERE restaurant_id IN (1, 3);\n';
		psql.stdin.end(move.repeat(400));
		let running = true;
		ended.then(() => (running = false));
		const seen = new Set();
		while (running) {
			const answer = await client.get(
				'/api/restaurants?filters[id][$in][0]=1&filters[id][$in][1]=3&sort=id&populate[reviews][fields]=id&publicationState=preview',
				full,
			);
			assert.equal(answer.status, 200, answer.text);
			seen.add(answer.json.data.map(({ attributes }) => attributes.reviews.data.length).reduce((a, b) => a + b, 0));
		}
		assert.equal(seen.size, 1, [...seen].join());
	});

	it('answers numbers, ids and texts that a column cannot hold', async () => {
		const none = [
			'filters[id]=99999999999',
			'filters[seats]=1.5',
			'filters[seats][$gt]=1e30',
			'filters[id][$in][0]=9223372036854775807',
			'filters[rating]=1e400',
			'filters[createdAt][$lt]=-8640000000000000',
			'filters[createdAt][$gt]=8640000000000000',
		];
		for (const filter of none) {
			const answer = await client.get(`/api/restaurants?${filter}`, full);
			assert.equal(answer.status, 200, `${filter}: ${answer.text}`);
			assert.deepEqual(answer.json.data, [], filter);
		}
		for (const filter of ['filters[name]=a%00b', 'filters[name][$endsWith]=a%5C', 'filters[id]=abc']) {
			const answer = await client.get(`/api/restaurants?${filter}`, full);
			assert.equal(answer.status, 400, `${filter}: ${answer.text}`);
		}
		assert.equal((await client.get('/api/restaurants/99999999999', full)).status, 404);
		assert.equal((await client.get('/api/restaurants/abc', full)).status, 400);
	});

	it('may lose a backend to kill -9 under load', async () => {
		pressure = new Pressure(server.base, full);
		await sleep(1000);
		// A small server in a container: the backend that is killed is one of ours.
		process.kill(cluster.pids()[0], 'SIGKILL');
		await sleep(4000);
		const recovered = Date.now();
		await sleep(1500);
		assertOnlyGaps(await pressure.stop(), recovered);
		assert.ok(cluster.connections() <= poolMost, `${cluster.connections()} connections`);
	});

	it('may be restarted under load', async () => {
		pressure = new Pressure(server.base, full);
		await sleep(1000);
		cluster.restart();
		await sleep(3000);
		const recovered = Date.now();
		await sleep(1500);
		assertOnlyGaps(await pressure.stop(), recovered);
		assert.ok(cluster.connections() <= poolMost, `${cluster.connections()} connections`);
	});

	it('answers 503 at once while it is down, and comes back by itself', async () => {
		cluster.stop('immediate');
		const first = await client.get('/api/restaurants', full);
		assert.equal(first.status, 503, first.text);
		assert.ok(Number(first.headers['retry-after']) >= 1);
		const began = Date.now();
		for (let i = 0; i < 50; i++) assert.equal((await client.get('/api/restaurants', full)).status, 503);
		assert.ok(Date.now() - began < 15_000, `50 refusals took ${Date.now() - began} ms`);
		await sleep(2000);
		cluster.start();
		await until(async () => (await client.get('/api/restaurants', full)).status === 200, 'an answer');
	});

	it('may cut connections one by one', async () => {
		pressure = new Pressure(server.base, full);
		for (let i = 0; i < 20; i++) {
			await sleep(100);
			cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lectern' LIMIT 1");
		}
		await sleep(500);
		const recovered = Date.now();
		await sleep(500);
		assertOnlyGaps(await pressure.stop(), recovered);
		assert.ok(cluster.connections() <= poolMost);
	});

	it('may change a table under prepared statements', async () => {
		assert.equal((await client.get('/api/chains', full)).status, 200);
		cluster.sql('ALTER TABLE chains ALTER COLUMN name TYPE text');
		// A request whose first statement finds it is asked again elsewhere; one that has read something already (its token,
		// every half second) would see another moment there.
		assert.ok([200, 503].includes((await client.get('/api/chains', full)).status));
		for (let i = 0; i < 8; i++) assert.equal((await patiently(() => client.get('/api/chains', full))).status, 200);
	});
});

describe('the pool', () => {
	let cluster;
	before(async () => (cluster = await Cluster.create()));
	after(() => cluster?.destroy());

	async function serve(connection, run, more = {}) {
		const server = await startServer({
			config: { server: { threads: 4 }, database: { connection } },
			args: ['--database', cluster.url()],
			...more,
		});
		const client = new Client(server.base, { connections: 8 });
		try {
			return await run(client, server);
		} finally {
			client.close();
			await server.stop();
		}
	}

	it('never has more connections than allowed, and serves more threads than that', () =>
		serve({ pool: { min: 0, max: 1 } }, async (client, server) => {
			// Not by a token: that it is used is written, over the one connection more that writes.
			const pressure = new Pressure(server.base, {}, 16);
			let most = 0;
			for (let i = 0; i < 10; i++) {
				await sleep(100);
				most = Math.max(most, cluster.connections());
			}
			const answers = await pressure.stop();
			assert.equal(most, 1);
			assert.deepEqual(tally(answers), { 200: answers.length });
			assert.ok(answers.length > 100);
		}));

	it('opens the fewest at the start', () =>
		serve({ pool: { min: 3, max: 5 } }, () => until(() => cluster.connections() === 3, 'three connections')));

	it('gives up a statement that takes too long', () => {
		const unremembered = { env: { LECTERN_CACHE: '0' } };
		return serve(
			{ statementTimeout: 300 },
			async client => {
				assert.equal((await client.get('/api/chains', full)).status, 200);
				const holder = spawn('psql', [...cluster.where(), '-q'], { stdio: ['pipe', 'ignore', 'inherit'] });
				holder.stdin.write('BEGIN; LOCK TABLE chains IN ACCESS EXCLUSIVE MODE;\n');
				await until(
					() =>
						cluster.sql(
							"SELECT count(*) FROM pg_locks WHERE relation = 'chains'::regclass AND mode = 'AccessExclusiveLock' AND granted",
						) === '1',
					'the lock',
				);
				const began = Date.now();
				const answer = await client.get('/api/chains', full);
				const took = Date.now() - began;
				// One of several statements that were sent together.
				const among = await client.get('/api/restaurants?populate=*', full);
				const beside = await client.get('/api/categories?populate=*', full);
				holder.stdin.end();
				assert.equal(among.status, 503, among.text);
				assert.equal(beside.status, 200, beside.text);
				assert.equal(answer.status, 503, answer.text);
				assert.ok(Number(answer.headers['retry-after']) >= 1);
				assert.ok(took >= 250 && took < 15_000, `${took} ms`);
				await until(async () => (await client.get('/api/chains', full)).status === 200, 'an answer');
				for (let i = 0; i < 8; i++) assert.equal((await client.get('/api/restaurants?populate=*', full)).status, 200);
			},
			unremembered,
		);
	});

	it('works in another schema', async () => {
		cluster.sql('ALTER SCHEMA public RENAME TO "my ""content"""');
		const project = {
			client: 'postgres',
			connection: { host: '127.0.0.1', port: cluster.port, database: Cluster.database, user: 'postgres', schema: 'my "content"' },
		};
		const server = await startServer({ config: { database: { connection: { ...project } } } });
		const client = new Client(server.base);
		const answer = await client.get('/api/restaurants', full);
		client.close();
		await server.stop();
		cluster.sql('ALTER SCHEMA "my ""content""" RENAME TO public');
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.json.data.length, 25);
	});

	it('speaks TLS, and checks the server when told to', async () => {
		const [key, certificate] = ['key', 'crt'].map(end => path.join(cluster.data, `server.${end}`));
		const made = spawnSync(
			'openssl',
			[
				'req',
				'-new',
				'-x509',
				'-days',
				'2',
				'-nodes',
				'-newkey',
				'ec',
				'-pkeyopt',
				'ec_paramgen_curve:prime256v1',
				'-subj',
				'/CN=127.0.0.1',
				'-addext',
				'subjectAltName=IP:127.0.0.1',
				'-keyout',
				key,
				'-out',
				certificate,
			],
			{ encoding: 'utf8' },
		);
		assert.equal(made.status, 0, made.stderr);
		const { uid, gid } = statSync(cluster.data);
		for (const file of [key, certificate]) {
			if (process.getuid() === 0) chownSync(file, uid, gid);
			chmodSync(file, 0o600);
		}
		cluster.configure(['ssl = on']);
		cluster.restart();
		const connect = async options => {
			const server = await startServer({ args: ['--database', `${cluster.url()}?${options}`] });
			const used = cluster.sql(
				"SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'lectern'",
			);
			await server.stop();
			return used;
		};
		assert.equal(await connect('sslmode=require'), 't');
		assert.equal(await connect('sslmode=disable'), 'f');
		assert.equal(await connect(`sslmode=verify-full&sslrootcert=${certificate}`), 't');
		await assert.rejects(connect('sslmode=verify-full&sslrootcert=/nonexistent'), /can't be reached|cannot be reached/);
	});

	it('names a database that cannot be reached at the start', async () => {
		const port = await sparePort();
		const folder = makeProject();
		const { code, stderr } = await runCommand([
			'serve',
			folder,
			'--port',
			`${await sparePort()}`,
			'--database',
			`postgres://ada:secret@127.0.0.1:${port}/content`,
		]);
		assert.notEqual(code, 0);
		assert.match(stderr, new RegExp(`127.0.0.1:${port}/content (can't|cannot) be reached`));
		assert.doesNotMatch(stderr, /secret/);
	});
});

describe('PgBouncer in transaction mode', () => {
	let cluster;
	before(async () => (cluster = await Cluster.create()));
	after(() => cluster?.destroy());

	for (const [name, lines] of [
		['that refuses start-up options', []],
		['that ignores start-up options', ['ignore_startup_parameters = options,extra_float_digits']],
		['with a single server connection', ['default_pool_size = 1']],
	]) {
		it(name, async () => {
			const bouncer = await startBouncer(cluster, lines);
			const server = await startServer({ config: { server: { threads: 4 } }, args: ['--database', bouncer.url] });
			const pressure = new Pressure(server.base, full, 8);
			await sleep(1500);
			const answers = await pressure.stop();
			await server.stop();
			await bouncer.stop();
			assert.deepEqual(tally(answers), { 200: answers.length });
			assert.ok(answers.length > 50);
			assert.match(server.stderr, /pooler/);
			assert.equal(cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"), '0');
		});
	}

	it('is asked for nothing more behind the end of a transaction', async () => {
		// It would take a server connection for that, and keep it: nothing tells it that the request was answered.
		const bouncer = await startBouncer(cluster, ['default_pool_size = 1']);
		const tap = await startWiretap(bouncer.port);
		const server = await startServer({ args: ['--database', `postgres://postgres@127.0.0.1:${tap.port}/${Cluster.database}`] });
		const client = new Client(server.base);
		const change = (id, data) => client.request('PUT', `/api/categories/${id}`, { body: { data }, headers: full });
		for (let i = 0; i < 20; i++) {
			const changed = await change(1, { name: `changed ${i}` });
			assert.equal(changed.status, 200, changed.text);
			assert.equal((await change(1, { restaurants: [99999] })).status, 400);
			assert.equal((await change(99999, { name: 'x' })).status, 404);
			const read = await client.get('/api/categories/1', full);
			assert.equal(read.json?.data?.attributes.name, `changed ${i}`, read.text);
			assert.equal((await client.get('/api/restaurants?populate=*', full)).status, 200);
		}
		client.close();
		await server.stop();
		await bouncer.stop();
		tap.stop();
		const sent = tap.connections.map(kinds => kinds.join(''));
		assert.ok(sent.join('').split('S').length > 60, `${sent}`);
		// A transaction begins with Parse or Bind.
		for (const kinds of sent) assert.ok(!/S[^PBSX]/.test(kinds), kinds.slice(0, 200));
	});

	it('keeps to the time limit of statements', async () => {
		const bouncer = await startBouncer(cluster);
		const server = await startServer({
			config: { database: { connection: { statementTimeout: 300 } } },
			args: ['--database', bouncer.url],
		});
		const client = new Client(server.base);
		const holder = spawn('psql', [...cluster.where(), '-q'], { stdio: ['pipe', 'ignore', 'inherit'] });
		holder.stdin.write('BEGIN; LOCK TABLE chains IN ACCESS EXCLUSIVE MODE;\n');
		await sleep(500);
		const answer = await client.get('/api/chains', full);
		holder.stdin.end();
		await until(async () => (await client.get('/api/chains', full)).status === 200, 'an answer');
		client.close();
		await server.stop();
		await bouncer.stop();
		assert.equal(answer.status, 503, answer.text);
	});
});

describe('a replica', () => {
	let cluster;
	let replica;
	let server;
	let pressure;
	before(async () => {
		cluster = await Cluster.create();
		replica = await cluster.createReplica();
		// The time that a server hangs is not the request's, but whoever asks just before it hangs, or wakes, can't tell.
		const settings = { threads: 4, maxRequestTime: 20_000 };
		const config = { server: settings, database: { connection: { ...pool, replicas: [replica.url()] } } };
		server = await startServer({ config, args: ['--database', cluster.url()] });
	});
	afterEach(async () => {
		await pressure?.stop();
		pressure = undefined;
	});
	after(async () => {
		await server?.stop();
		replica?.destroy();
		cluster?.destroy();
	});

	/** Whether lectern ran statements on a server while something was done. */
	async function asked(where, run) {
		// The primary is asked each second which webhooks there are.
		const last = () =>
			where.sql(`SELECT max(query_start) FROM pg_stat_activity
				WHERE application_name = 'lectern' AND query NOT LIKE '%strapi_webhooks%'`);
		const earlier = last();
		await run();
		return last() > earlier;
	}

	async function askAll() {
		const client = new Client(server.base, { connections: 8 });
		await Promise.all(Array.from({ length: 200 }, async () => assert.equal((await client.get('/api/restaurants', full)).status, 200)));
		client.close();
	}

	it('takes all reads', async () => {
		assert.equal(await asked(replica, askAll), true);
		assert.equal(await asked(cluster, askAll), false);
	});

	for (const [name, stop, start] of [
		['may stop for 10 s under load', () => replica.stop('immediate'), () => replica.start()],
		['may hang for 10 s under load', () => replica.signal('SIGSTOP'), () => replica.signal('SIGCONT')],
	]) {
		it(name, async () => {
			pressure = new Pressure(server.base, full);
			await sleep(1000);
			stop();
			const stopped = Date.now();
			await sleep(10_000);
			start();
			await sleep(6000);
			const recovered = Date.now();
			await sleep(1500);
			const answers = await pressure.stop();
			assertOnlyGaps(answers, recovered);
			const during = answers.filter(({ began }) => began > stopped + 5500 && began < stopped + 9500);
			assert.ok(during.length > 20, `${during.length} answers while it was away`);
			assert.deepEqual(tally(during), { 200: during.length }, 'the primary takes over');
			// One more is that of the writer.
			for (const where of [cluster, replica]) assert.ok(where.connections() <= poolMost + 1, `${where.connections()} connections`);
			assert.equal(await asked(replica, askAll), true);
			assert.equal(await asked(cluster, askAll), false);
		});
	}

	it('has its totals right when it has replayed what was written', async () => {
		const client = new Client(server.base);
		const total = async () => (await client.get('/api/categories', full)).json.meta.pagination.total;
		const earlier = await total();
		cluster.sql("INSERT INTO categories (name, created_at, updated_at) VALUES ('new', now(), now())");
		await until(() => replica.sql("SELECT count(*) FROM categories WHERE name = 'new'") === '1', 'the replay');
		assert.equal(await total(), earlier + 1);
		client.close();
	});

	it('carries on while the primary is away', async () => {
		const client = new Client(server.base);
		cluster.stop('immediate');
		for (let i = 0; i < 20; i++) assert.equal((await client.get('/api/restaurants', full)).status, 200);
		cluster.start();
		client.close();
	});
});
