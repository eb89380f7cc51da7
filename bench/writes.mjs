#!/usr/bin/env node
// Measures writes, on SQLite and on PostgreSQL: creates a second with 1, 16 and 64 clients, and point reads meanwhile.
// See bench/README.md.
// usage: bench/writes.mjs [--lectern build-release/lectern] [--seconds 4] [--only sqlite|postgres] [--json OUT.json]
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { sleep } from '../tests/lib/expect.mjs';
import { processorTime, readArguments, runWrk, table } from './measure.mjs';

const options = readArguments({ seconds: '4', only: null, json: null });
const { startServer } = await import('../tests/lib/server.mjs');
const { Cluster } = await import('../tests/lib/postgres.mjs');

const ms = microseconds => (microseconds / 1000).toFixed(2);

/** What is created. "@10": a number from 1 to 10, another each time. */
const bodies = {
	review: { path: '/api/reviews', data: { title: 'Good', body: 'Very good soup.', stars: 5 } },
	restaurant: {
		path: '/api/restaurants',
		data: {
			name: 'Measured',
			seats: 20,
			chain: '@10',
			categories: ['@12', '@24'],
			address: { street: 'Main Street 1', city: 'Here', geo: { lat: 1, lng: 2 } },
			hours: [{ day: 'mon' }, { day: 'tue' }],
		},
	},
};

const wrk = (server, { path, body, connections, seconds }) =>
	runWrk(server.base + path, {
		seconds,
		connections,
		env: body ? { WRK_BODY: JSON.stringify({ data: body }), WRK_TOKEN: 'f'.repeat(64) } : {},
	});

/** Counts what a process asks the disk to make sure of, until stopped. Resolves with undefined where strace is missing. */
async function countSyncs(pid) {
	const child = spawn('strace', ['-f', '-c', '-e', 'trace=fsync,fdatasync', '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] });
	let text = '';
	let missing = false;
	child.on('error', () => (missing = true));
	child.stderr.on('data', part => (text += part));
	const ended = new Promise(resolve => child.on('close', resolve));
	await sleep(300);
	return async () => {
		if (missing) return undefined;
		child.kill('SIGINT');
		await ended;
		if (!/attached/.test(text)) return undefined;
		return [...text.matchAll(/^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s.*f(?:data)?sync$/gm)].reduce((sum, match) => sum + Number(match[1]), 0);
	};
}

async function measure(server, name, connections, { walSyncs }) {
	const { path, data } = bodies[name];
	const seconds = Number(options.seconds);
	await wrk(server, { path, body: data, connections, seconds: 1 });
	const before = processorTime(server.pid);
	const made = await wrk(server, { path, body: data, connections, seconds });
	const cpu = ((processorTime(server.pid) - before) * 1e6) / made.requests;
	const rate = made.requests / (made.microseconds / 1e6);
	// Counting slows the server down: it is done in a run of its own.
	const stop = walSyncs ? walSyncs() : await countSyncs(server.pid);
	const counted = await wrk(server, { path, body: data, connections, seconds: 2 });
	const syncs = await stop();
	// Reads beside writes, by another wrk.
	const [reads] = await Promise.all([
		wrk(server, { path: '/api/restaurants/1', connections: 8, seconds: 2 }),
		wrk(server, { path, body: data, connections, seconds: 2 }),
	]);
	for (const { errors } of [made, counted, reads]) if (errors) throw new Error(`${errors} errors`);
	return {
		name,
		connections,
		rate,
		p50: made.p50,
		p99: made.p99,
		cpu,
		syncs: syncs === undefined ? undefined : syncs / counted.requests,
		reads,
	};
}

async function benchmark(name, server, how) {
	const results = [];
	for (const body of Object.keys(bodies))
		for (const connections of [1, 16, 64]) results.push(await measure(server, body, connections, how));
	await server.stop();
	const rows = [
		['', 'clients', 'creates/s', 'to 1 client', 'p50 ms', 'p99 ms', 'CPU µs', 'syncs a create', 'reads/s', 'read p50 ms', 'p99 ms'],
	];
	for (const r of results) {
		const single = results.find(other => other.name === r.name && other.connections === 1);
		rows.push([
			r.name,
			r.connections,
			Math.round(r.rate),
			`${(r.rate / single.rate).toFixed(1)}x`,
			ms(r.p50),
			ms(r.p99),
			r.cpu.toFixed(0),
			r.syncs?.toFixed(3) ?? '?',
			Math.round(r.reads.requests / (r.reads.microseconds / 1e6)),
			ms(r.reads.p50),
			ms(r.reads.p99),
		]);
	}
	console.log(`\n${name}\n${table(rows)}`);
	return { name, results };
}

const all = [];
if (options.only !== 'postgres') all.push(await benchmark('SQLite, synchronous = FULL', await startServer(), {}));
if (options.only !== 'sqlite') {
	const cluster = await Cluster.create(['fsync = on', 'track_wal_io_timing = off']);
	try {
		const count = () => Number(cluster.sql('SELECT wal_sync FROM pg_stat_wal'));
		const walSyncs = () => {
			const before = count();
			return async () => {
				await sleep(1200); // it tells its counters once a second
				return count() - before;
			};
		};
		all.push(await benchmark('PostgreSQL', await startServer({ args: ['--database', cluster.url()] }), { walSyncs }));
	} finally {
		cluster.destroy();
	}
}
if (options.json) writeFileSync(options.json, JSON.stringify(all, null, 2));
