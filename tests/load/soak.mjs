#!/usr/bin/env node
// A long mixed load: busy connections with all kinds of reads, idle ones, and slow ones in each phase of a request. Every
// answer must be the one that was given first, and memory must not grow.
// usage: node tests/load/soak.mjs [--seconds 600] [--connections 64] [--idle 5000] [--slow 50]
import { parseArgs } from 'node:util';
import { encodePath } from '../lib/cases.mjs';
import { readCases } from '../lib/data.mjs';
import { Client } from '../lib/http.mjs';
import { startServer } from '../lib/server.mjs';
import { keepIdle, keepSlow } from './connections.mjs';

const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Asks `paths` in turn over `connections` for `seconds`, beside `idle` and `slow` connections. Returns how many were asked
 * (`asked`) and answered with 503 (`refused`), what went wrong (at most 20), the resident memory after a third of the time
 * and at the end (KiB), each third's highest (`thirds`), how long the slowest took (ms), and how the idle and slow connections fared. */
export async function soak(server, { seconds, connections = 64, idle = 0, slow = 0 }) {
	const cases = [...readCases('reads'), ...readCases('generated')].filter(recorded => recorded.method === 'GET');
	const client = new Client(server.base, { connections });
	const wrong = [];
	const first = new Map();
	const began = Date.now();
	const until = began + seconds * 1000;
	const thirds = [0, 0, 0];
	let asked = 0;
	let refused = 0;
	let slowest = 0;
	let early = 0;

	const one = async recorded => {
		const asks = Date.now();
		const answer = await client.get(encodePath(recorded.path), recorded.headers ?? {});
		slowest = Math.max(slowest, Date.now() - asks);
		asked++;
		if (answer.status === 503 && answer.headers['retry-after']) {
			refused++;
			await sleep(100);
			return;
		}
		if (answer.status !== recorded.status) wrong.push(`${recorded.id}: ${answer.status}, not ${recorded.status}`);
		const before = first.get(recorded.id);
		if (before === undefined) first.set(recorded.id, answer.text.length);
		else if (before !== answer.text.length) wrong.push(`${recorded.id}: answered with ${answer.text.length} bytes, before with ${before}`);
	};
	const worker = async number => {
		for (let i = number * 37; Date.now() < until && wrong.length < 20; i++) {
			try {
				await one(cases[i % cases.length]);
			} catch (error) {
				wrong.push(`${cases[i % cases.length].id}: ${error.message}`);
			}
		}
	};
	const watch = async () => {
		while (Date.now() < until && wrong.length < 20) {
			const memory = server.memory();
			const third = Math.min(2, Math.floor((3 * (Date.now() - began)) / (seconds * 1000)));
			thirds[third] = Math.max(thirds[third], memory);
			if (third && !early) early = memory;
			await sleep(Math.min(1000, seconds * 20));
		}
	};
	const others = [keepIdle(server, { count: idle, until }), keepSlow(server, { count: slow, until })];
	await Promise.all([watch(), ...Array.from({ length: connections }, (_, number) => worker(number))]);
	client.close();
	const [idleOnes, slowOnes] = await Promise.all(others);
	return {
		asked,
		refused,
		wrong,
		early,
		late: server.memory(),
		highest: server.memory('VmHWM'),
		thirds,
		slowest,
		idle: idleOnes,
		slow: slowOnes,
	};
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
	const { values } = parseArgs({
		options: {
			seconds: { type: 'string', default: '600' },
			connections: { type: 'string', default: '64' },
			idle: { type: 'string', default: '5000' },
			slow: { type: 'string', default: '50' },
		},
	});
	const [seconds, connections, idle, slow] = [values.seconds, values.connections, values.idle, values.slow].map(Number);
	const most = connections + idle + slow + 100;
	// Short timeouts, so that idle and slow connections end often and are made anew.
	const server = await startServer({
		config: { server: { maxConnections: most, maxConnectionsPerAddress: most, requestTimeout: 10, idleTimeout: 60 } },
		env: { ASAN_OPTIONS: 'quarantine_size_mb=16:detect_leaks=1' },
	});
	const result = await soak(server, { seconds, connections, idle, slow });
	try {
		await server.stop();
	} catch (error) {
		result.wrong.push(error.message);
	}
	console.log(
		`${result.asked} requests over ${connections} connections in ${seconds} s, the slowest in ${result.slowest} ms;`,
		`${result.refused} answered with 503`,
	);
	console.log(`idle: ${JSON.stringify(result.idle)}\nslow: ${JSON.stringify(result.slow)}`);
	console.log(`memory: at its highest ${result.thirds.join(', ')} KiB in each third of the time, ${result.late} KiB at the end`);
	const grew = result.thirds[2] - result.thirds[1];
	// Of a quarter of an hour and more: the same load needs the same memory.
	if (grew > 4096) result.wrong.push(`memory grew by ${grew} KiB in the last third`);
	if (result.refused > result.asked / 10) result.wrong.push('more than a tenth of the requests was refused');
	if (result.idle.most < idle) result.wrong.push(`at most ${result.idle.most} connections were idle at a time`);
	for (const line of result.wrong) console.log(`WRONG ${line}`);
	process.exit(result.wrong.length ? 1 : 0);
}
