// What happens to connections to PostgreSQL that can't be opened, or are given back in the middle of something.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sleep, until } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { Cluster, serverFolder, startBouncer } from './lib/postgres.mjs';
import { tally } from './lib/pressure.mjs';
import { startServer } from './lib/server.mjs';
import { startWiretap } from './lib/wiretap.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };

/** Serves from `url` with `config` while `run` asks. */
async function serve(url, config, run) {
	const server = await startServer({ config, args: ['--database', url] });
	const client = new Client(server.base, { connections: 16 });
	try {
		return await run(client, server);
	} finally {
		client.close();
		await server.stop();
	}
}

describe('a PostgreSQL server that takes fewer connections than the pool may have', () => {
	let cluster;
	before(async () => (cluster = await Cluster.create(['max_connections = 8', 'superuser_reserved_connections = 0'])));
	after(() => cluster?.destroy());

	it('serves with those that it takes', () =>
		serve(
			cluster.url(),
			{ server: { threads: 16, maxRequestTime: 10_000 }, database: { connection: { pool: { min: 0, max: 20 } } } },
			async (client, server) => {
				assert.equal((await client.get('/api/categories')).status, 200);
				const holder = spawn('psql', [...cluster.where(), '-q'], { stdio: ['pipe', 'pipe', 'inherit'] });
				holder.stdin.write('BEGIN; LOCK TABLE categories IN ACCESS EXCLUSIVE MODE;\n\\echo held\n');
				await new Promise(resolve => holder.stdout.once('data', resolve));
				// Equal ones would wait for the first of them, without a connection.
				const asked = Array.from({ length: 16 }, (_, n) => client.get(`/api/categories?pagination[pageSize]=${n + 1}`));
				await sleep(2500);
				holder.stdin.end();
				assert.deepEqual(tally(await Promise.all(asked)), { 200: 16 });
				assert.doesNotMatch(server.stderr, /is down/);
				assert.match(server.stderr, /takes no more connections/);
			},
		));

	it('keeps to the fewest as far as it may', () =>
		serve(cluster.url(), { database: { connection: { pool: { min: 12, max: 20 } } } }, async (client, server) => {
			await until(() => /takes no more connections/.test(server.stderr), 'the line of the log');
			for (let i = 0; i < 10; i++) assert.equal((await client.get('/api/categories')).status, 200);
		}));
});

describe('a request that fails before it has read all that it asked for', () => {
	let cluster;
	const path =
		'/api/restaurants?pagination[pageSize]=100&publicationState=preview&populate[reviews]=true&populate[chain][filters][id][$eq]=abc';
	before(async () => {
		cluster = await Cluster.create();
		cluster.sql("UPDATE reviews SET body = repeat('x', 10000000) WHERE id IN (SELECT review_id FROM reviews_restaurant_links LIMIT 3)");
	});
	after(() => cluster?.destroy());

	it('leaves no transaction open', () =>
		serve(cluster.url(), { server: { threads: 1 }, database: { connection: { pool: { min: 1, max: 2 } } } }, async client => {
			const refused = await client.get(path, full);
			assert.equal(refused.status, 400, refused.text);
			await until(
				() => cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'lectern' AND state <> 'idle'") === '0',
				'the end of the transaction',
				20_000,
			);
			assert.equal((await client.get('/api/categories', full)).status, 200);
		}));

	it('gives the server back to PgBouncer', async () => {
		const bouncer = await startBouncer(cluster, ['default_pool_size = 1']);
		await serve(bouncer.url, { server: { threads: 2 } }, async client => {
			assert.equal((await client.get(path, full)).status, 400);
			const began = Date.now();
			const answers = await Promise.all(Array.from({ length: 16 }, () => client.get('/api/categories', full)));
			assert.deepEqual(tally(answers), { 200: 16 });
			assert.ok(Date.now() - began < 20_000, `${Date.now() - began} ms`);
		});
		await bouncer.stop();
	});

	it('ends the transaction behind PgBouncer when one of the others fails, too', async () => {
		const bouncer = await startBouncer(cluster);
		await serve(bouncer.url, { server: { threads: 1 } }, async client => {
			const failing = '/api/restaurants?populate[reviews][filters][title][$endsWith]=a%5C&populate[chain][filters][id][$eq]=abc';
			assert.equal((await client.get(failing, full)).status, 400);
			await sleep(200);
			assert.equal(cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"), '0');
			assert.equal((await client.get('/api/categories', full)).status, 200);
		});
		await bouncer.stop();
	});
});

describe('a prepared statement', () => {
	let cluster;
	before(async () => (cluster = await Cluster.create()));
	after(() => cluster?.destroy());

	it('stays while others are used in turns', async () => {
		const tap = await startWiretap(cluster.port);
		after(() => tap.stop());
		const parses = () => tap.connections.flat().filter(kind => kind === 'P').length;
		const names = ['name', 'slug', 'seats', 'rating', 'price', 'open', 'founded', 'description'];
		const shapes = names.flatMap(sort => names.map(field => `/api/restaurants?sort=${sort}&fields=${field}&pagination[withCount]=false`));
		await serve(`postgres://postgres@127.0.0.1:${tap.port}/${Cluster.database}`, { server: { threads: 1 } }, async client => {
			const ask = async () => {
				for (const shape of shapes) assert.equal((await client.get(shape)).status, 200);
			};
			await ask();
			const before = parses();
			for (let i = 0; i < 3; i++) await ask();
			// 192 times, if none stayed. On a busy machine a request may be begun anew on a background thread, whose
			// connection prepares each of the 64 once.
			assert.ok(parses() - before < 150, `prepared ${parses() - before} times`);
		});
	});

	const everywhere = [
		['fails when it runs for the first time', '/api/categories?filters[name][$endsWith]=a%5C'],
		['is not waited for since another one fails', '/api/categories?populate[parent]=true&populate[children][filters][id][$eq]=abc'],
	];
	for (const [name, failing] of everywhere)
		it(`is prepared once when it ${name}`, async () => {
			const tap = await startWiretap(cluster.port);
			after(() => tap.stop());
			const parses = () => tap.connections.flat().filter(kind => kind === 'P').length;
			await serve(`postgres://postgres@127.0.0.1:${tap.port}/${Cluster.database}`, { server: { threads: 1 } }, async client => {
				const fail = async () => assert.equal((await client.get(failing, full)).status, 400);
				for (let i = 0; i < 3; i++) await fail();
				const before = parses();
				for (let i = 0; i < 20; i++) await fail();
				assert.ok(parses() - before < 15, `prepared ${parses() - before} times`);
			});
		});
});

/** Relays to a server until a client commits; then the connection is cut, before or after the server knows. */
async function startCutter(target) {
	const sockets = new Set();
	const relay = net.createServer(client => {
		const upstream = net.connect(target, '127.0.0.1');
		let committing = false;
		let writes = false; // behind a pooler those that read commit, too
		const cut = () => [client, upstream].forEach(socket => socket.destroy());
		for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}).on('close', cut));
		client.on('data', bytes => {
			writes ||= bytes.includes('READ WRITE');
			committing = writes && cutter.cuts > 0 && bytes.includes('COMMIT\0');
			if (committing) cutter.cuts--;
			if (committing && cutter.before) cut();
			else upstream.write(bytes);
		});
		upstream.on('data', bytes => (committing ? cut() : client.write(bytes)));
	});
	await new Promise(resolve => relay.listen(0, '127.0.0.1', resolve));
	const stop = () => (relay.close(), sockets.forEach(socket => socket.destroy()));
	const cutter = { url: `postgres://postgres@127.0.0.1:${relay.address().port}/${Cluster.database}`, cuts: 0, before: false, stop };
	after(stop);
	return cutter;
}

describe('a connection that breaks during COMMIT', () => {
	let cluster;
	before(async () => (cluster = await Cluster.create()));
	after(() => cluster?.destroy());
	const stored = name => Number(cluster.sql(`SELECT count(*) FROM categories WHERE name LIKE '${name} %'`));

	const where = pooled => (pooled ? ', behind PgBouncer' : '');
	for (const pooled of [false, true])
		for (const before of [false, true])
			it(`${before ? 'before' : 'after'} the server has it: the answer says what was stored${where(pooled)}`, async () => {
				const bouncer = pooled ? await startBouncer(cluster) : null;
				const cutter = await startCutter(bouncer?.port ?? cluster.port);
				await serve(cutter.url, {}, async client => {
					const name = `cut ${pooled} ${before}`;
					const write = i => client.request('POST', '/api/categories', { headers: full, body: { data: { name: `${name} ${i}` } } });
					assert.equal((await write(0)).status, 200);
					await sleep(1200); // until the use of the token has been written, too
					Object.assign(cutter, { cuts: 1, before });
					const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => write(i + 1)));
					const counts = tally(answers);
					assert.equal(stored(name), 1 + (counts[200] ?? 0), JSON.stringify(counts));
					if (before) assert.ok(counts[503] > 0, JSON.stringify(counts));
					else assert.deepEqual(counts, { 200: 8 });
					assert.equal(cutter.cuts, 0);
					assert.equal((await write(9)).status, 200);
				});
				await bouncer?.stop();
			});
});

describe('a list of hosts', () => {
	let cluster;
	before(async () => (cluster = await Cluster.create()));
	after(() => cluster?.destroy());

	it('leads past one that takes connections and says nothing', async () => {
		const sockets = [];
		const silent = net.createServer(socket => sockets.push(socket.on('error', () => {})));
		await new Promise(resolve => silent.listen(0, '127.0.0.1', resolve));
		const url =
			`postgres://postgres@127.0.0.1:${silent.address().port},127.0.0.1:${cluster.port}/${Cluster.database}` +
			`?connect_timeout=2&target_session_attrs=read-write`;
		try {
			await serve(url, { server: { threads: 1 } }, async client => {
				assert.equal((await client.get('/api/categories', full)).status, 200);
				const made = await client.request('POST', '/api/categories', { headers: full, body: { data: { name: 'made' } } });
				assert.equal(made.status, 200, made.text);
			});
		} finally {
			silent.close();
			sockets.forEach(socket => socket.destroy());
		}
	});
});

describe('a primary that hangs', () => {
	let cluster;
	before(async () => (cluster = await Cluster.create()));
	after(() => cluster?.destroy());

	it('lets nobody wait for long who writes', () =>
		serve(cluster.url(), { server: { threads: 4 } }, async client => {
			const write = name => client.request('POST', '/api/categories', { headers: full, body: { data: { name } } });
			assert.equal((await write('before')).status, 200);
			cluster.signal('SIGSTOP');
			const began = Date.now();
			const answers = await Promise.all([write('one'), write('two'), client.get('/api/categories?sort=name', full), write('three')]);
			const took = Date.now() - began;
			cluster.signal('SIGCONT');
			assert.deepEqual(tally(answers), { 503: 4 });
			assert.ok(took < 30_000, `${took} ms`);
			await until(async () => (await write('after')).status === 200, 'a change');
		}));
});

/** Files of an authority, and of a certificate that it gives `name`, in `folder`. */
function makeCertificates(folder, name) {
	const openssl = (...args) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
	const made = file => ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${file}.key`];
	openssl('req', '-x509', ...made('authority'), '-out', 'authority.crt', '-subj', '/CN=authority', '-days', '2');
	openssl('req', ...made(name), '-out', 'request', '-subj', `/CN=${name}`);
	writeFileSync(path.join(folder, 'names'), 'subjectAltName = DNS:localhost\n');
	const signed = ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial', '-extfile', 'names', '-days', '2'];
	openssl('x509', '-req', '-in', 'request', ...signed, '-out', `${name}.crt`);
	return Object.fromEntries(readdirSync(folder).map(file => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

describe('a PostgreSQL server that wants TLS and the certificate of its clients', () => {
	const folder = serverFolder('tls');
	let cluster;
	let files;
	before(async () => {
		files = makeCertificates(folder, 'postgres');
		const file = name => `'${path.join(folder, name)}'`;
		const { uid, gid } = statSync(folder);
		for (const name of readdirSync(folder)) {
			chmodSync(path.join(folder, name), 0o600);
			chownSync(path.join(folder, name), uid, gid);
		}
		const settings = ['ssl = on', `ssl_cert_file = ${file('postgres.crt')}`, `ssl_key_file = ${file('postgres.key')}`];
		cluster = await Cluster.create([...settings, `ssl_ca_file = ${file('authority.crt')}`]);
		writeFileSync(path.join(cluster.data, 'pg_hba.conf'), 'local all all trust\nhostssl all all 127.0.0.1/32 cert\n');
		cluster.control('reload');
	});
	after(() => {
		cluster?.destroy();
		rmSync(folder, { recursive: true });
	});

	/** Serves with `ssl` in the configuration; gives the status of a list, or what was said in its place. */
	async function statusWith(ssl, host = 'localhost') {
		const connection = { filename: null, host, port: cluster.port, database: Cluster.database, user: 'postgres', ssl };
		const server = await startServer({ config: { database: { connection: { client: 'postgres', connection } } } }).catch(error => error);
		if (server instanceof Error) return server.message;
		const { status } = await fetch(`${server.base}/api/categories`);
		await server.stop();
		return status;
	}

	it('is opened with the texts of config/database, as Node has them', async () => {
		const own = { cert: files['postgres.crt'], key: files['postgres.key'] };
		assert.equal(await statusWith({ ...own, ca: files['authority.crt'] }), 200);
		assert.equal(await statusWith({ ...own, rejectUnauthorized: false }), 200);
		assert.match(String(await statusWith(own)), /certificate verify failed/);
		assert.match(String(await statusWith({ ...own, ca: files['authority.crt'] }, '127.0.0.1')), /does not match host name/);
		assert.match(String(await statusWith({ ca: files['authority.crt'] })), /certificate/);
		assert.match(String(await statusWith(true)), /certificate verify failed/);
	});
});
