// The connection that writes to PostgreSQL: what it sends without waiting, what it prepares, and how failures are told
// to the changes that they belong to.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { Cluster, startBouncer } from './lib/postgres.mjs';
import { tally } from './lib/pressure.mjs';
import { startServer } from './lib/server.mjs';
import { startWiretap } from './lib/wiretap.mjs';

const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
const write = (client, method, target, data) => client.request(method, target, { headers, body: { data } });

/** Another program with a transaction of its own, which it has begun. */
async function hold(cluster, text) {
	const child = spawn('psql', [...cluster.where(), '-q'], { stdio: ['pipe', 'pipe', 'inherit'] });
	child.stdin.write(`BEGIN; ${text};\n\\echo held\n`);
	await new Promise(resolve => child.stdout.on('data', part => /held/.test(part) && resolve()));
	return async end => {
		child.stdin.end(`${end};\n`);
		await new Promise(resolve => child.on('exit', resolve));
	};
}

describe('the connection that writes', () => {
	let cluster, server, client;
	before(async () => {
		cluster = await Cluster.create(['log_min_duration_statement = 0']);
		server = await startServer({ args: ['--database', cluster.url()] });
		client = new Client(server.base, { connections: 32 });
	});
	after(async () => {
		client?.close();
		await server?.stop();
		cluster?.destroy();
	});

	it('prepares its statements', async () => {
		for (let i = 0; i < 3; i++) assert.equal((await write(client, 'POST', '/api/reviews', { title: 'prepared', stars: 3 })).status, 200);
		const log = readFileSync(path.join(cluster.folder, 'log'), 'utf8');
		const inserts = [...log.matchAll(/execute (\S+): INSERT INTO "reviews"/g)].map(match => match[1]);
		assert.equal(inserts.length, 3);
		assert.notEqual(inserts[0], '<unnamed>');
		assert.equal(new Set(inserts).size, 1);
	});

	// A flush (H) and a Sync (S) are what a client waits behind.
	it('creates an entry with components and relations in few round trips', async () => {
		const tap = await startWiretap(cluster.port);
		const beside = await startServer({
			args: ['--database', `postgres://postgres@127.0.0.1:${tap.port}/${Cluster.database}`],
			env: { LECTERN_CACHE: '0' },
		});
		const other = new Client(beside.base);
		const data = {
			name: 'Few',
			chain: 1,
			categories: [2, 1],
			address: { street: 'Main Street 1', city: 'Here', geo: { lat: 1, lng: 2 } },
			hours: [{ day: 'mon' }, { day: 'tue' }, { day: 'wed' }],
		};
		const ids = [];
		const create = async () => {
			const { status, json, text } = await write(other, 'POST', '/api/restaurants', data);
			assert.equal(status, 200, text);
			ids.push(json.data.id);
		};
		for (let i = 0; i < 3; i++) await create();
		const writer = tap.connections.find(kinds => kinds.filter(kind => kind === 'S').length >= 3 && kinds.length > 150);
		const before = writer.length;
		await create();
		const sent = writer.slice(before);
		assert.ok(sent.length > 40, sent.join(''));
		assert.ok(sent.join('').match(/H+|S+/g).length <= 6, sent.join(''));
		assert.deepEqual(
			ids.map(id => id - ids[0]),
			[0, 1, 2, 3],
		);
		const query = 'populate[categories][fields]=id&populate[hours]=*&populate[address][populate]=geo&populate[chain][fields]=id';
		const { json } = await other.get(`/api/restaurants/${ids[3]}?${query}`, headers);
		const { categories, hours, address, chain } = json.data.attributes;
		assert.deepEqual(
			categories.data.map(({ id }) => id),
			[2, 1],
		);
		assert.deepEqual(
			hours.map(({ day }) => day),
			['mon', 'tue', 'wed'],
		);
		assert.ok(hours[0].id < hours[1].id && hours[1].id < hours[2].id);
		assert.equal(address.geo.lng, 2);
		assert.equal(chain.data.id, 1);
		assert.equal(cluster.sql(`SELECT count(DISTINCT restaurant_order) FROM restaurants_chain_links WHERE restaurant_id IN (${ids})`), '4');
		other.close();
		await beside.stop();
		tap.stop();
	});

	it('blames no client for a database that does not come to read', async () => {
		const { json } = await write(client, 'POST', '/api/restaurants', { name: 'Waits', categories: [1] });
		const path = `/api/restaurants/${json.data.id}?populate=categories`;
		const end = await hold(cluster, 'LOCK TABLE categories IN ACCESS EXCLUSIVE MODE');
		const refused = await client.request('DELETE', path, { headers });
		await end('ROLLBACK');
		assert.equal(refused.status, 503, refused.text);
		assert.match(refused.json.error.message, /^The change is not made: the database takes more than 200 milliseconds/);
		assert.ok(Number(refused.headers['retry-after']) >= 1);
		const gone = await client.request('DELETE', path, { headers });
		assert.equal(gone.status, 200, gone.text);
		assert.equal(gone.json.data.attributes.categories.data.length, 1);
	});

	it('prepares no statement that is as long as a client likes', async () => {
		const filters = count => Array.from({ length: count }, (_, i) => `filters[$or][${i}][categories][restaurants][name]=x`).join('&');
		const names = async count => {
			const { status } = await client.request('GET', encodeURI(`/api/restaurants?${filters(count)}&pagination[withCount]=false`), {
				headers,
			});
			assert.equal(status, 200);
			const log = readFileSync(path.join(cluster.folder, 'log'), 'utf8');
			return log.match(/execute \S+: WITH r0/g).at(-1);
		};
		assert.match(await names(10), /execute s\d+:/);
		assert.equal(await names(90), 'execute <unnamed>: WITH r0');
	});

	// The index alone refuses what another program wrote: lectern could not see it when it checked.
	it('refuses only the change that meets what another program wrote', async () => {
		const end = await hold(cluster, "INSERT INTO restaurants (name, slug, locale) VALUES ('other', 'taken', 'en')");
		const writes = Array.from({ length: 24 }, (_, i) =>
			write(client, 'POST', '/api/restaurants', { name: `place ${i}`, slug: i === 12 ? 'taken' : `place-${i}`, categories: [1, 2] }),
		);
		await sleep(500);
		await end('COMMIT');
		const answers = await Promise.all(writes);
		assert.deepEqual(tally(answers), { 200: 23, 400: 1 });
		assert.equal(answers[12].json.error.message, 'This attribute must be unique');
		assert.equal(cluster.sql("SELECT count(*) FROM restaurants WHERE name LIKE 'place %'"), '23');
		assert.equal(
			cluster.sql(
				"SELECT count(*) FROM restaurants_categories_links AS l JOIN restaurants AS r ON r.id = l.restaurant_id WHERE r.name LIKE 'place %'",
			),
			'46',
		);
	});

	// Deleting is the last thing that is sent, and nobody waits for its answer but who keeps the savepoint.
	it('refuses only the deletion that the database does not allow', async () => {
		cluster.sql('CREATE TABLE keepers (chain_id integer REFERENCES chains (id)); INSERT INTO keepers VALUES (1)');
		const writes = [write(client, 'DELETE', '/api/chains/1')];
		for (let i = 0; i < 20; i++) writes.push(write(client, 'POST', '/api/chains', { name: `chain ${i}` }));
		const [refused, ...others] = await Promise.all(writes);
		cluster.sql('DROP TABLE keepers');
		assert.equal(refused.status, 400, refused.text);
		assert.deepEqual(tally(others), { 200: 20 });
		assert.equal((await client.get('/api/chains/1', headers)).status, 200);
	});

	it('changes many rows at once', async () => {
		const blocks = Array.from({ length: 150 }, (_, i) => ({ __component: 'blocks.quote', text: `quote ${i}` }));
		const made = await write(client, 'POST', '/api/restaurants?populate=blocks', { name: 'well-read', blocks });
		assert.equal(made.status, 200, made.text);
		const { id, attributes } = made.json.data;
		assert.deepEqual(
			attributes.blocks.map(block => block.text),
			blocks.map(block => block.text),
		);
		const turned = attributes.blocks.map(block => ({ __component: 'blocks.quote', id: block.id, text: block.text })).reverse();
		const changed = await write(client, 'PUT', `/api/restaurants/${id}?populate=blocks`, { blocks: turned });
		assert.equal(changed.status, 200, changed.text);
		assert.deepEqual(
			changed.json.data.attributes.blocks.map(({ id: block, text }) => [block, text]),
			turned.map(({ id: block, text }) => [block, text]),
		);
	});

	it('goes on when a table is changed under prepared statements', async () => {
		assert.equal((await write(client, 'POST', '/api/chains', { name: 'before' })).status, 200);
		cluster.sql('ALTER TABLE chains ALTER COLUMN name TYPE text');
		const first = await write(client, 'POST', '/api/chains', { name: 'after' });
		assert.ok([200, 503].includes(first.status), first.text);
		for (let i = 0; i < 5; i++) assert.equal((await write(client, 'POST', '/api/chains', { name: `after ${i}` })).status, 200);
	});

	it('does without its connection when that is cut', async () => {
		for (let i = 0; i < 5; i++) {
			cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'COMMIT'");
			await sleep(100);
			const { status, text } = await write(client, 'POST', '/api/chains', { name: `cut ${i}` });
			assert.equal(status, 200, text);
		}
	});

	it('gives up waiting for a lock', async () => {
		const hasty = await startServer({
			config: { database: { connection: { statementTimeout: 1000 } } },
			args: ['--database', cluster.url()],
		});
		const other = new Client(hasty.base);
		const end = await hold(cluster, 'SELECT pg_advisory_xact_lock(30506433041920622)');
		const late = await write(other, 'POST', '/api/chains', { name: 'late' });
		await end('COMMIT');
		assert.equal(late.status, 503, late.text);
		assert.equal((await write(other, 'POST', '/api/chains', { name: 'in time' })).status, 200);
		other.close();
		await hasty.stop();
	});
});

describe('the connection that writes, behind PgBouncer in transaction mode', () => {
	let cluster;
	before(async () => (cluster = await Cluster.create()));
	after(() => cluster?.destroy());

	for (const [name, lines] of [
		['that refuses start-up options', []],
		['that ignores start-up options', ['ignore_startup_parameters = options,extra_float_digits']],
	])
		it(name, async () => {
			const bouncer = await startBouncer(cluster, lines);
			const server = await startServer({ args: ['--database', bouncer.url] });
			const client = new Client(server.base, { connections: 16 });
			for (let round = 0; round < 10; round++) {
				const answers = await Promise.all(
					Array.from({ length: 16 }, (_, i) => {
						// Now and then one is refused in the middle of a group.
						const data = {
							name: `${name} ${round} ${i}`,
							slug: i ? null : 'one-of-a-kind',
							categories: [1, 2, 3],
							address: { street: 'Main', geo: { lat: 1, lng: 2 } },
						};
						return write(client, 'POST', '/api/restaurants', data);
					}),
				);
				assert.equal(tally(answers.slice(1))[200], 15, answers[1].text);
			}
			client.close();
			await server.stop();
			await bouncer.stop();
			assert.equal(cluster.sql(`SELECT count(*) FROM restaurants WHERE name LIKE '${name} %' AND slug IS NULL`), '150');
			assert.equal(cluster.sql("SELECT count(*) FROM restaurants WHERE slug = 'one-of-a-kind'"), '1');
			assert.equal(cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"), '0');
		});
});
