// Values of every type come from PostgreSQL as text first, and in its binary format when a statement runs again on a
// connection: both must give the same answers.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { startServer } from './lib/server.mjs';
import { startWiretap } from './lib/wiretap.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };

/** Values of the columns of kitchen_sinks, as SQL. */
const columns = {
	date: ["'2024-02-29'", "'0044-03-15 BC'", "'12345-06-07'", "'1999-12-31'", "'infinity'", "'-infinity'"],
	time: ["'00:00:00'", "'23:59:59.999999'", "'05:06:07.5'", "'24:00:00'"],
	datetime: ["'2024-02-29 12:13:14.5678'", "'1969-12-31 23:59:59.9999'", "'0001-01-01 00:00:00 BC'", "'infinity'", "'9999-12-31 23:59:59'"],
	timestamp: ["'2000-01-01 00:00:00'", "'1999-12-31 23:59:59.999'", "'1900-03-01 00:00:00'"],
	integer: ['0', '-1', '2147483647', '-2147483648'],
	biginteger: ['0', '9223372036854775807', '-9223372036854775808', '-12'],
	float: ['0', "'-0'", '0.1', '1e15', '999999999999999', '1e-7', '1e300', '5', '-2.5', "'NaN'", "'Infinity'"],
	decimal: ['0', '0.10', '12345678.91', '-5.45', '0.01', '100', '10000'],
	boolean: ['true', 'false'],
	json: ['\'{"b": 1, "a": [null, "ü", 1.50]}\'', "'null'", "'5'", "'[]'"],
	text: ["''", "'ü 東京 𝒳'", "repeat('long ', 5000)"],
};

describe('values of PostgreSQL', () => {
	let cluster, tap;
	const servers = [];
	const counts = Object.values(columns).map(values => values.length);
	const rows = Math.max(...counts) + 1; // the last one is all null

	before(async () => {
		cluster = await Cluster.create();
		const names = Object.keys(columns);
		const tuples = Array.from(
			{ length: rows },
			(_, i) =>
				`(${1000 + i}, 'row ${i}', ${names.map(name => (i < rows - 1 ? columns[name][i % columns[name].length] : 'null')).join(', ')})`,
		);
		cluster.sql(`insert into kitchen_sinks (id, string, ${names.map(name => `"${name}"`).join(', ')}) values ${tuples.join(', ')}`);
		tap = await startWiretap(cluster.port);
		for (const [port, prepared] of [
			[tap.port, ''],
			[cluster.port, 'false'],
		]) {
			const env = { LECTERN_CACHE: '0', LECTERN_THREADS: '1' };
			const config = { database: { connection: prepared ? { preparedStatements: false } : {} } };
			const server = await startServer({ config, args: ['--database', `postgres://postgres@127.0.0.1:${port}/${Cluster.database}`], env });
			servers.push({ server, client: new Client(server.base, { connections: 1 }) });
		}
	});
	after(async () => {
		for (const { server, client } of servers) {
			client.close();
			await server.stop();
		}
		tap?.stop();
		cluster?.destroy();
	});

	/** The answers to the same request, several times from the server that prepares, and once from the other. */
	async function ask(where, wanted = 200) {
		const [prepares, plain] = servers;
		const expected = await plain.client.get(where, full);
		assert.equal(expected.status, wanted, expected.text);
		tap.binary.length = 0;
		for (let i = 0; i < 4; i++) {
			const { status, text } = await prepares.client.get(where, full);
			assert.equal(status, wanted, text);
			assert.equal(text, expected.text);
		}
		return { expected, binary: tap.binary.filter(Boolean).length };
	}

	/** What was prepared for the old type fails once, on each connection. */
	async function settle() {
		for (let i = 0; i < 3; i++) {
			const { status, text } = await servers[0].client.get('/api/kitchen-sinks/1002', full);
			assert.ok(status === 200 || status === 503, text);
		}
	}

	for (let i = 0; i < rows; i++)
		it(`of the row ${i}`, async () => {
			const { expected, binary } = await ask(`/api/kitchen-sinks/${1000 + i}`);
			assert.equal(expected.json.data.attributes.string, `row ${i}`);
			assert.ok(binary >= 2, `${binary} statements in the binary format`);
		});

	it('of a list, its total, and sorted by each column', async () => {
		for (const name of Object.keys(columns)) {
			if (name === 'json') continue;
			const { expected } = await ask(`/api/kitchen-sinks?sort[0]=${name}&sort[1]=id&pagination[pageSize]=100&filters[id][$gte]=1000`);
			assert.equal(expected.json.meta.pagination.total, rows);
		}
	});

	it('of relations, components, zones and files', async () => {
		const { binary } = await ask('/api/restaurants?populate=*');
		assert.ok(binary > 10, `${binary} statements in the binary format`);
		await ask(
			'/api/restaurants?populate[categories][sort]=name&populate[blocks][populate]=*&populate[cover]=true&publicationState=preview',
		);
	});

	it('of another type than before, after a change beside', async () => {
		await ask('/api/kitchen-sinks/1002');
		cluster.sql('alter table kitchen_sinks alter column "integer" type real');
		await settle();
		await ask('/api/kitchen-sinks/1002'); // as text: a real has fewer digits than a double
		cluster.sql('alter table kitchen_sinks alter column "integer" type integer using 7');
		await settle();
		await ask('/api/kitchen-sinks/1002');
	});
});
