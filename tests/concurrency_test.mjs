// Many clients write at once: what must be unique stays so, and the order of relations stays clean.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { postgresDatabase, sqliteFile } from './lib/consistency.mjs';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { tally } from './lib/pressure.mjs';
import { makeProject, startServer } from './lib/server.mjs';

const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
const many = 64;

/** Sends what `make` gives for 0 … 63 at once, in turn to the servers. Resolves with all answers. */
async function atOnce(servers, make) {
	const clients = servers.map(server => new Client(server.base, { connections: many }));
	try {
		return await Promise.all(
			Array.from({ length: many }, (_, index) => {
				const { method = 'POST', path: target, data } = make(index);
				return clients[index % clients.length].request(method, target, { headers, body: { data } });
			}),
		);
	} finally {
		clients.forEach(client => client.close());
	}
}

function tests(start, count) {
	let servers = [];
	let database;
	let stop;
	before(async () => {
		({ servers, database, stop } = await start(count));
	});
	after(() => stop?.());

	const only = answers => {
		assert.deepEqual(tally(answers), { 200: 1, 400: many - 1 });
		const [refusal] = answers.filter(({ status }) => status === 400);
		assert.equal(refusal.json.error.message, 'This attribute must be unique');
	};

	it('a unique value is given to one client only', async () => {
		for (const value of ['one', 'two', 'three']) {
			only(await atOnce(servers, () => ({ path: '/api/categories', data: { name: value } })));
			assert.equal(database.rows(`SELECT id FROM categories WHERE name = '${value}'`).length, 1);
		}
	});

	it('so is a uid', async () => {
		only(await atOnce(servers, index => ({ path: '/api/restaurants', data: { name: `Place ${index}`, slug: 'the-place' } })));
		assert.equal(database.rows("SELECT id FROM restaurants WHERE slug = 'the-place'").length, 1);
	});

	it('one of many updates gets a unique value', async () => {
		const made = await atOnce(servers, index => ({ path: '/api/categories', data: { name: `Rubric ${index}` } }));
		only(
			await atOnce(servers, index => ({ method: 'PUT', path: `/api/categories/${made[index].json.data.id}`, data: { name: 'wanted' } })),
		);
	});

	it('connecting to one relation at once leaves its order without gaps', async () => {
		const { json } = (await atOnce(servers, () => ({ path: '/api/restaurants', data: { name: 'Hub' } })))[0];
		const hub = json.data.id;
		const made = await atOnce(servers, index => ({ path: '/api/categories', data: { name: `Spoke ${index}` } }));
		const ids = made.map(answer => answer.json.data.id);
		const positions = [{}, { position: { start: true } }, { position: { end: true } }];
		const put = data => ({ method: 'PUT', path: `/api/restaurants/${hub}`, data: { categories: data } });
		const all = await atOnce(servers, index => put({ connect: [{ id: ids[index], ...positions[index % 3] }] }));
		assert.deepEqual(tally(all), { 200: many });
		const places = () =>
			database.rows(
				`SELECT category_id AS id, category_order AS place FROM restaurants_categories_links WHERE restaurant_id = ${hub} ORDER BY ` +
					'category_order, id',
			);
		assert.deepEqual(
			places().map(({ place }) => Number(place)),
			ids.map((_, index) => index + 1),
		);
		assert.deepEqual(
			places()
				.map(({ id }) => id)
				.sort((a, b) => a - b),
			[...ids].sort((a, b) => a - b),
		);

		const half = await atOnce(servers, index =>
			put(index % 2 ? { disconnect: [ids[index]] } : { connect: [{ id: ids[index], position: { start: true } }] }),
		);
		assert.deepEqual(tally(half), { 200: many });
		assert.deepEqual(
			places().map(({ place }) => Number(place)),
			ids.slice(0, many / 2).map((_, index) => index + 1),
		);
	});

	it('connecting from the other side at once leaves that order without gaps, too', async () => {
		const { json } = (await atOnce(servers, index => ({ path: '/api/categories', data: { name: `Hub ${index}` } })))[0];
		const hub = json.data.id;
		const all = await atOnce(servers, index => ({ path: '/api/restaurants', data: { name: `Spoke ${index}`, categories: [hub, 1] } }));
		assert.deepEqual(tally(all), { 200: many });
		const orders = database.rows(
			`SELECT restaurant_order AS place FROM restaurants_categories_links WHERE category_id = ${hub} ORDER BY 1`,
		);
		assert.deepEqual(
			orders.map(({ place }) => Number(place)),
			orders.map((_, index) => index + 1),
		);
		assert.equal(orders.length, many);
	});

	it('a to-one relation wanted by many has one owner at the end', async () => {
		const { json } = (await atOnce(servers, index => ({ path: '/api/chains', data: { name: `Chain ${index}` } })))[0];
		const review = (await atOnce(servers, () => ({ path: '/api/reviews', data: { stars: 3 } })))[0].json.data.id;
		const makers = await atOnce(servers, index => ({
			path: '/api/restaurants',
			data: { name: `Rival ${index}`, reviews: [review], chain: json.data.id },
		}));
		assert.deepEqual(tally(makers), { 200: many });
		assert.equal(database.rows(`SELECT id FROM reviews_restaurant_links WHERE review_id = ${review}`).length, 1);
		const orders = database.rows(
			`SELECT restaurant_order AS place FROM restaurants_chain_links WHERE chain_id = ${json.data.id} ORDER BY 1`,
		);
		assert.deepEqual(
			orders.map(({ place }) => Number(place)),
			Array.from({ length: many }, (_, index) => index + 1),
		);
	});
}

/** `count` servers on one copy of the data. */
async function onSqlite(count) {
	const folder = makeProject();
	const servers = [];
	for (let i = 0; i < count; i++) servers.push(await startServer({ folder }));
	const stop = async () => {
		for (const server of servers) await server.stop();
		rmSync(folder, { recursive: true, force: true });
	};
	return { servers, database: sqliteFile(path.join(folder, '.tmp/data.db')), stop };
}

async function onPostgres(count) {
	const cluster = await Cluster.create();
	const servers = [];
	for (let i = 0; i < count; i++) servers.push(await startServer({ args: ['--database', cluster.url()] }));
	const stop = async () => {
		for (const server of servers) await server.stop();
		cluster.destroy();
	};
	return { servers, database: postgresDatabase(cluster), stop };
}

describe('64 clients on SQLite', () => tests(onSqlite, 1));
describe('64 clients of two servers on one SQLite file', () => tests(onSqlite, 2));
describe('64 clients of two servers on PostgreSQL', () => tests(onPostgres, 2));
