#!/usr/bin/env node
// Measures lectern on PostgreSQL: the server, the database and the load share the machine. See bench/README.md.
// usage: bench/postgres.mjs [--lectern build-release/lectern] [--seconds 5] [--connections 32] [--copies 760] [--only NAME]
//                           [--json OUT.json]
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { Client } from '../tests/lib/http.mjs';
import { processorTime, runWrk, shapes as allShapes, table } from './measure.mjs';

const { values: options } = parseArgs({
	options: {
		lectern: { type: 'string', default: 'build-release/lectern' },
		seconds: { type: 'string', default: '5' },
		connections: { type: 'string', default: '32' },
		copies: { type: 'string', default: '760' },
		only: { type: 'string' },
		json: { type: 'string' },
	},
});
// These look at LECTERN when they are loaded.
process.env.LECTERN = options.lectern;
const { startServer } = await import('../tests/lib/server.mjs');
const { Cluster } = await import('../tests/lib/postgres.mjs');

const shapes = allShapes.filter((shape) => !options.only || shape.name.includes(options.only));
const ms = (microseconds) => (microseconds / 1000).toFixed(2);

async function measure(server, cluster, shape) {
	const url = server.base + shape.path;
	// The same processes before and after: one that comes or goes meanwhile is left out.
	const clock = () => ({ lectern: processorTime(server.pid), database: new Map(cluster.pids().map((pid) => [pid, processorTime(pid)])) });
	const client = new Client(server.base);
	const answer = await client.get(shape.path);
	client.close();
	if (answer.status !== 200) throw new Error(`${shape.path} was answered with ${answer.status}: ${answer.text.slice(0, 200)}`);
	await runWrk(url, { seconds: 1, connections: options.connections });
	const before = clock();
	const { requests, microseconds, p50, p99, errors } = await runWrk(url, { seconds: options.seconds, connections: options.connections });
	const after = clock();
	if (errors) throw new Error(`${errors} errors at ${url}`);
	let database = 0;
	for (const [pid, seconds] of after.database) database += seconds - (before.database.get(pid) ?? seconds);
	const each = (seconds) => (seconds * 1e6) / requests;
	const rate = requests / (microseconds / 1e6);
	return { shape: shape.name, bytes: Buffer.byteLength(answer.text), rate, p50, p99, lectern: each(after.lectern - before.lectern), database: each(database) };
}

async function benchmark(name, cluster) {
	const server = await startServer({ args: ['--database', cluster.url()] });
	const results = [];
	let memory;
	try {
		for (const shape of shapes) results.push(await measure(server, cluster, shape));
		memory = server.memory();
	} finally {
		await server.stop();
	}
	const rows = [['', 'bytes', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'database CPU µs']];
	for (const r of results) rows.push([r.shape, r.bytes, Math.round(r.rate), ms(r.p50), ms(r.p99), r.lectern.toFixed(1), r.database.toFixed(1)]);
	console.log(`\n${name}\n${table(rows)}\nmemory of lectern under load: ${(memory / 1024).toFixed(1)} MB`);
	return { name, results, memory };
}

console.log(`PostgreSQL on ${os.cpus().length} processors (${os.cpus()[0].model}), shared by server, database and wrk; ${options.connections} connections, ${options.seconds} s each`);
const cluster = await Cluster.create(['shared_buffers = 256MB']);
try {
	const all = [await benchmark('the reference data', cluster)];
	if (options.copies !== '0') {
		cluster.sql(readFileSync(new URL('enlarge-postgres.sql', import.meta.url), 'utf8').replaceAll('@COPIES@', options.copies));
		cluster.sql('VACUUM ANALYZE');
		all.push(await benchmark(`${cluster.sql('SELECT count(*) FROM restaurants')} restaurants`, cluster));
	}
	if (options.json) writeFileSync(options.json, JSON.stringify(all, null, 2));
} finally {
	cluster.destroy();
}
