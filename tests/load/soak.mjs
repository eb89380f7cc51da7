#!/usr/bin/env node
// A mixed load of reads over kept-alive connections: every answer must be the one that was given first, and memory must
// not grow.
// usage: node tests/load/soak.mjs [--seconds 600] [--connections 64]
import { parseArgs } from 'node:util';
import { encodePath } from '../lib/cases.mjs';
import { readCases } from '../lib/data.mjs';
import { Client } from '../lib/http.mjs';
import { startServer } from '../lib/server.mjs';

/** Asks `paths` in turn over `connections` for `seconds`. Returns how many were asked, what went wrong (at most 20), the
 * resident memory after a tenth of the time and at the end (KiB), and how long the slowest took (ms). */
export async function soak(server, { seconds, connections = 64 }) {
	const cases = [...readCases('reads'), ...readCases('generated')].filter(recorded => recorded.method === 'GET');
	const client = new Client(server.base, { connections });
	const wrong = [];
	const first = new Map();
	const began = Date.now();
	const until = began + seconds * 1000;
	let asked = 0;
	let slowest = 0;
	let early = 0;

	const one = async recorded => {
		const asks = Date.now();
		const answer = await client.get(encodePath(recorded.path), recorded.headers ?? {});
		slowest = Math.max(slowest, Date.now() - asks);
		asked++;
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
			if (!early && Date.now() - began > seconds * 100) early = server.memory();
		}
	};
	await Promise.all(Array.from({ length: connections }, (_, number) => worker(number)));
	client.close();
	return { asked, wrong, early, late: server.memory(), highest: server.memory('VmHWM'), slowest };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
	const { values } = parseArgs({
		options: { seconds: { type: 'string', default: '600' }, connections: { type: 'string', default: '64' } },
	});
	const server = await startServer();
	const result = await soak(server, { seconds: Number(values.seconds), connections: Number(values.connections) });
	await server.stop();
	const growth = result.late - result.early;
	console.log(
		`${result.asked} requests over ${values.connections} connections in ${values.seconds} s, the slowest in ${result.slowest} ms`,
	);
	console.log(`memory: ${result.early} KiB after a tenth of the time, ${result.late} KiB at the end, ${result.highest} KiB at its highest`);
	for (const line of result.wrong) console.log(`WRONG ${line}`);
	const grew = growth > 2048;
	if (grew) console.log(`WRONG memory grew by ${growth} KiB`);
	process.exit(result.wrong.length || grew ? 1 : 0);
}
