#!/usr/bin/env node
// Measures lectern on PostgreSQL: the server, the database and the load share the machine. See bench/README.md.
// usage: bench/postgres.mjs [--lectern build-release/lectern] [--seconds 5] [--connections 32] [--copies 760] [--only NAME]
//                           [--json OUT.json]
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { askOnce, graphqlShapes, processorTime, readArguments, runWrk, shapes as restShapes, table } from './measure.mjs';

const options = readArguments({ seconds: '5', connections: '32', copies: '760', only: null, json: null });
const { startServer } = await import('../tests/lib/server.mjs');
const { Cluster } = await import('../tests/lib/postgres.mjs');
const { assertSameAnswer, ourShape, startPostGraphile, theirShape } = await import('./postgraphile.mjs');

const shapes = [...restShapes, ...graphqlShapes].filter(shape => !options.only || shape.name.includes(options.only));
const ms = microseconds => (microseconds / 1000).toFixed(2);

async function measure(server, cluster, shape) {
	const url = server.base + shape.path;
	// The same processes before and after: one that comes or goes meanwhile is left out.
	const clock = () => ({ lectern: processorTime(server.pid), database: new Map(cluster.pids().map(pid => [pid, processorTime(pid)])) });
	const answer = await askOnce(server.base, shape);
	const env = shape.body ? { WRK_BODY: shape.body } : {};
	await runWrk(url, { seconds: 1, connections: options.connections, env });
	const before = clock();
	const { requests, microseconds, p50, p99, errors } = await runWrk(url, {
		seconds: options.seconds,
		connections: options.connections,
		env,
	});
	const after = clock();
	if (errors) throw new Error(`${errors} errors at ${url}`);
	let database = 0;
	for (const [pid, seconds] of after.database) database += seconds - (before.database.get(pid) ?? seconds);
	const each = seconds => (seconds * 1e6) / requests;
	const rate = requests / (microseconds / 1e6);
	return {
		shape: shape.name,
		bytes: Buffer.byteLength(answer.text),
		rate,
		p50,
		p99,
		lectern: each(after.lectern - before.lectern),
		database: each(database),
	};
}

async function benchmark(name, cluster) {
	if (!shapes.length) return { name, results: [] };
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
	for (const r of results)
		rows.push([r.shape, r.bytes, Math.round(r.rate), ms(r.p50), ms(r.p99), r.lectern.toFixed(1), r.database.toFixed(1)]);
	console.log(`\n${name}\n${table(rows)}\nmemory of lectern under load: ${(memory / 1024).toFixed(1)} MB`);
	return { name, results, memory };
}

/** The same entries with the same relation from PostGraphile: with one process, and with one for each processor. */
async function comparePostGraphile(cluster) {
	const load = async (base, shape) => {
		const settings = { connections: options.connections, env: { WRK_BODY: shape.body } };
		await runWrk(base + shape.path, { seconds: 2, ...settings });
		const { requests, microseconds, p50, p99, errors } = await runWrk(base + shape.path, { seconds: options.seconds, ...settings });
		if (errors) throw new Error(`${errors} errors from ${shape.name}`);
		return { rate: requests / (microseconds / 1e6), p50, p99 };
	};
	const results = [];
	for (const workers of new Set([1, os.cpus().length])) {
		const postgraphile = await startPostGraphile(cluster.url(), workers);
		try {
			const server = await startServer({ args: ['--database', cluster.url()] });
			await assertSameAnswer(server.base, postgraphile.base).finally(() => server.stop());
			results.push({
				name: `PostGraphile 4, ${workers} process${workers > 1 ? 'es' : ''}`,
				...(await load(postgraphile.base, theirShape)),
			});
		} finally {
			await postgraphile.stop();
		}
	}
	const server = await startServer({ args: ['--database', cluster.url()] });
	try {
		results.push({ name: 'lectern', ...(await load(server.base, ourShape)) });
	} finally {
		await server.stop();
	}
	const best = Math.max(...results.slice(0, -1).map(({ rate }) => rate));
	const rows = [['', 'req/s', 'p50 ms', 'p99 ms'], ...results.map(r => [r.name, Math.round(r.rate), ms(r.p50), ms(r.p99)])];
	console.log(
		`\n25 entries with a relation over GraphQL\n${table(rows)}\nlectern to the better PostGraphile: ` +
			`${(results.at(-1).rate / best).toFixed(2)}x (aim 4x)`,
	);
	return { name: 'PostGraphile', results };
}

console.log(
	`PostgreSQL on ${os.cpus().length} processors (${os.cpus()[0].model}), shared by server, database and wrk; ` +
		`${options.connections} connections, ${options.seconds} s each`,
);
const cluster = await Cluster.create(['shared_buffers = 256MB']);
cluster.sql('VACUUM ANALYZE'); // as autovacuum would have it a minute later
try {
	const all = [await benchmark('the reference data', cluster)];
	if (!options.only || 'PostGraphile'.includes(options.only)) all.push(await comparePostGraphile(cluster));
	if (options.copies !== '0') {
		cluster.sql(readFileSync(new URL('enlarge-postgres.sql', import.meta.url), 'utf8').replaceAll('@COPIES@', options.copies));
		cluster.sql('VACUUM ANALYZE');
		all.push(await benchmark(`${cluster.sql('SELECT count(*) FROM restaurants')} restaurants`, cluster));
	}
	if (options.json) writeFileSync(options.json, JSON.stringify(all, null, 2));
} finally {
	cluster.destroy();
}
