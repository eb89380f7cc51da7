#!/usr/bin/env node
// Measures what the worst requests cost others: point reads and /_health beside eight of them, and stopping amid them, on both
// databases. See bench/README.md.
// usage: bench/limits.mjs [--lectern build-release/lectern] [--seconds 10] [--worst 8] [--json OUT.json]
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { sleep } from '../tests/lib/expect.mjs';
import { readArguments, table } from './measure.mjs';

const options = readArguments({ seconds: '10', worst: '8', json: null });
const { startServer } = await import('../tests/lib/server.mjs');
const { Cluster } = await import('../tests/lib/postgres.mjs');
const { Client } = await import('../tests/lib/http.mjs');

const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
const chain = 'chain.restaurants.'.repeat(4);
const field = `chains{data{attributes{restaurants(sort:"${chain}name"){data{id}}}}}`;
const worst = [
	['GET', `/api/chains?populate[restaurants][sort]=${chain}name`],
	['GET', `/api/restaurants?sort[0]=${chain}name&sort[1]=id&pagination[pageSize]=100&publicationState=preview&locale=all`],
	['POST', '/graphql', { query: `{${Array.from({ length: 8 }, (_, i) => `a${i}:${field}`).join(' ')}}` }],
	['PUT', `/api/chains/1?populate[restaurants][sort]=${chain}name`, { data: { name: 'Slow' } }],
];
const aims = { '/api/restaurants/1': { name: 'p99', most: 20 }, '/_health': { name: 'worst', most: 50 } };
const ms = value => value.toFixed(2);
const percentile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** Asks for a path again and again until `until`: milliseconds, sorted. */
async function ask(client, path, until) {
	const took = [];
	while (performance.now() < until) {
		const began = performance.now();
		const { status } = await client.get(path, headers);
		if (status !== 200 && status !== 204) throw new Error(`${path}: ${status}`);
		took.push(performance.now() - began);
		await sleep(1);
	}
	return took.sort((a, b) => a - b);
}

/** Point reads and /_health for a while, beside `count` of the worst requests at any time. */
async function beside(server, count) {
	const until = performance.now() + Number(options.seconds) * 1000;
	const others = new Client(server.base, { connections: 2 });
	const rush = new Client(server.base, { connections: Math.max(count, 1) });
	const statuses = {};
	const keep = async i => {
		for (let n = i; performance.now() < until; n++) {
			const [method, path, body] = worst[n % worst.length];
			const { status } = await rush.request(method, path, { headers, body });
			statuses[status] = (statuses[status] ?? 0) + 1;
		}
	};
	const asked = Promise.all(Array.from({ length: count }, (_, i) => keep(i)));
	const paths = Object.keys(aims);
	const times = await Promise.all(paths.map(path => ask(others, path, until)));
	await asked;
	rush.close();
	others.close();
	return { worst: count, statuses, times: Object.fromEntries(paths.map((path, i) => [path, times[i]])) };
}

/** Milliseconds from SIGTERM to the end, amid the worst requests. */
async function stop(server) {
	const rush = new Client(server.base, { connections: Number(options.worst) });
	const asked = Promise.allSettled(
		Array.from({ length: Number(options.worst) }, (_, i) => {
			const [method, path, body] = worst[i % worst.length];
			return rush.request(method, path, { headers, body });
		}),
	);
	await sleep(500);
	const began = performance.now();
	await server.stop();
	const took = performance.now() - began;
	await asked;
	rush.close();
	return took;
}

async function benchmark(name, args) {
	const server = await startServer({ args });
	const runs = [];
	for (const count of [0, Number(options.worst)]) runs.push(await beside(server, count));
	const stopping = await stop(server);
	const rows = [['', 'requests', 'p50 ms', 'p99 ms', 'worst ms', 'aim']];
	for (const { worst: count, times } of runs)
		for (const [path, took] of Object.entries(times)) {
			const { name: which, most } = aims[path];
			const cells = { p50: percentile(took, 0.5), p99: percentile(took, 0.99), worst: took.at(-1) };
			const aim = count ? `${which} ${most}: ${cells[which] <= most ? 'met' : 'MISSED'}` : '';
			rows.push([`${path} beside ${count}`, took.length, ms(cells.p50), ms(cells.p99), ms(cells.worst), aim]);
		}
	console.log(`\n${name}\n\n${table(rows)}`);
	console.log(`the worst were answered with ${JSON.stringify(runs.at(-1).statuses)}`);
	console.log(`SIGTERM amid them: ${(stopping / 1000).toFixed(1)} s, aim 5: ${stopping <= 5000 ? 'met' : 'MISSED'}`);
	const summary = runs.map(({ worst: count, times }) => ({
		worst: count,
		...Object.fromEntries(
			Object.entries(times).map(([path, took]) => [path, { p50: percentile(took, 0.5), p99: percentile(took, 0.99), worst: took.at(-1) }]),
		),
	}));
	return { name, runs: summary, stopping };
}

console.log(`${os.cpus().length} processors, load ${os.loadavg()[0].toFixed(1)}`);
const results = [await benchmark('SQLite', [])];
const cluster = await Cluster.create();
try {
	results.push(await benchmark('PostgreSQL', ['--database', cluster.url()]));
} finally {
	cluster.destroy();
}
if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, '\t')}\n`);
