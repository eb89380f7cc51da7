#!/usr/bin/env node
// Measures what connections cost on SQLite: system calls of a request on busy kept-alive connections, memory of an idle
// one, and what thousands of idle ones change for those that are busy. See bench/README.md.
// usage: bench/connections.mjs [--lectern build-release/lectern] [--seconds 5] [--idle 10000]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { sleep } from '../tests/lib/expect.mjs';
import { cores, median, processorTime, readArguments, runWrk, table } from './measure.mjs';

const options = readArguments({ seconds: '5', idle: '10000' });
const { startServer } = await import('../tests/lib/server.mjs');

const idle = Number(options.idle);
const seconds = Number(options.seconds);
const paths = { 'one entry': '/api/restaurants/1', 'list of 25': '/api/restaurants' };
const rounds = 5;

/** What strace counts of the process while it is asked: {name: calls}. Null where there is no strace. */
async function countCalls(server, path) {
	const load = runWrk(server.base + path, { seconds: 3, connections: 32, core: cores.load });
	await sleep(1000);
	const tracer = spawn('strace', ['-f', '-c', '-p', String(server.pid)], { stdio: ['ignore', 'ignore', 'pipe'] });
	let text = '';
	tracer.stderr.on('data', part => (text += part));
	const ended = new Promise(resolve => tracer.on('close', () => resolve(true)).on('error', () => resolve(false)));
	await sleep(1000);
	tracer.kill('SIGINT');
	const traced = await ended;
	await load;
	if (!traced) return null;
	const lines = [...text.matchAll(/^ *[\d.]+ +[\d.]+ +\d+ +(\d+)(?: +\d+)? +(\w+)$/gm)];
	return Object.fromEntries(lines.filter(([, , name]) => name !== 'total').map(([, calls, name]) => [name, Number(calls)]));
}

/** Opens connections; every other one asks once. */
async function openIdle(server, count) {
	const sockets = [];
	const open = number =>
		new Promise((resolve, reject) => {
			const socket = net.connect(server.port, '127.0.0.1');
			sockets.push(socket);
			socket.on('error', reject);
			socket.on('connect', () => (number % 2 ? socket.write('GET /_health HTTP/1.1\r\nHost: x\r\n\r\n') : resolve()));
			socket.on('data', () => resolve());
		});
	for (let at = 0; at < count; at += 200) await Promise.all(Array.from({ length: Math.min(200, count - at) }, (_, i) => open(i)));
	for (const socket of sockets) socket.on('error', () => {});
	return sockets;
}

async function closeAll(sockets) {
	await Promise.all(sockets.map(socket => new Promise(resolve => socket.on('close', resolve).destroy())));
	await sleep(500);
}

async function measure(server, path) {
	const before = processorTime(server.pid);
	const { requests, microseconds, p50, p99, errors } = await runWrk(server.base + path, { seconds, connections: 32, core: cores.load });
	if (errors) throw new Error(`${errors} errors`);
	const cpu = ((processorTime(server.pid) - before) * 1e6) / requests;
	return { rate: requests / (microseconds / 1e6), p50, p99, cpu };
}

const most = idle + 200;
const server = await startServer({
	config: { server: { maxConnections: most, maxConnectionsPerAddress: most, requestTimeout: 3600, idleTimeout: 3600 } },
	env: { LECTERN_THREADS: '1' },
	wrap: ['taskset', '-c', cores.server],
});
try {
	for (const [name, path] of Object.entries(paths)) {
		const calls = await countCalls(server, path);
		if (!calls) {
			console.log('system calls: there is no strace');
			break;
		}
		const each = Object.entries(calls).filter(([, count]) => count > calls.sendmsg / 100);
		const shown = each.map(([call, count]) => `${call} ${(count / calls.sendmsg).toFixed(2)}`).join(', ');
		const all = Object.values(calls).reduce((sum, count) => sum + count, 0);
		console.log(`system calls a request, ${name}: ${(all / calls.sendmsg).toFixed(2)} (${shown})`);
	}

	const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]);
	await measure(server, paths['one entry']);
	const before = resident();
	const first = await openIdle(server, idle);
	console.log(`memory of an idle connection: ${Math.round(((resident() - before) * 1024) / idle)} bytes`);
	await closeAll(first);

	const found = { without: [], with: [] };
	for (let round = 0; round < rounds; round++) {
		found.without.push(await measure(server, paths['one entry']));
		const sockets = await openIdle(server, idle);
		found.with.push(await measure(server, paths['one entry']));
		await closeAll(sockets);
	}
	const middle = Object.fromEntries(
		Object.entries(found).map(([name, all]) => [
			name,
			Object.fromEntries(['rate', 'p50', 'p99', 'cpu'].map(what => [what, median(all.map(one => one[what]))])),
		]),
	);
	const row = (name, { rate, p50, p99, cpu }) => [name, Math.round(rate), (p50 / 1000).toFixed(2), (p99 / 1000).toFixed(2), cpu.toFixed(1)];
	const change = (what, { with: a, without: b }) => `${(100 * (a[what] / b[what] - 1)).toFixed(1)}%`;
	const rows = [
		['one entry, 32 busy connections', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs'],
		row('no idle ones', middle.without),
		row(`${idle} idle ones`, middle.with),
		['difference', ...['rate', 'p50', 'p99', 'cpu'].map(what => change(what, middle))],
	];
	console.log(`\n${table(rows)}\naim: 5 % of the rate and of p99 at most`);
} finally {
	await server.stop();
}
