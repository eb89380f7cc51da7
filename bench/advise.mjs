#!/usr/bin/env node
// Measures a filtered and sorted list of 100,000 restaurants without an index and with the one that `lectern advise` names, and the list
// with its total beside the one without, on SQLite; if asked to, while entries of another type are changed. See bench/README.md.
// usage: bench/advise.mjs [--lectern build-release/lectern] [--restaurants 100000] [--seconds 3] [--changes 0: a second] [--json OUT.json]
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sleep } from '../tests/lib/expect.mjs';
import { cores, median, processorTime, readArguments, runWrk, table } from './measure.mjs';

const options = readArguments({ restaurants: '100000', seconds: '3', changes: '0', json: null });
const { makeProject, runCommand, startServer } = await import('../tests/lib/server.mjs');
const { Client } = await import('../tests/lib/http.mjs');
const { root } = await import('../tests/lib/data.mjs');

const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
const filter = '/api/restaurants?filters[price][$eq]=cheap&sort=name';
const requests = { 'with its total': filter, 'without a total': `${filter}&pagination[withCount]=false` };
const rounds = 3;

const project = makeProject();
mkdirSync(path.join(project, '.tmp'), { recursive: true });
const database = path.join(project, '.tmp/data.db');
const made = spawnSync(path.join(root, 'bench/make-data.mjs'), [options.restaurants, database], { stdio: 'inherit' });
if (made.status !== 0) throw new Error('the data could not be made');

const server = await startServer({
	folder: project,
	ownsFolder: true,
	env: { LECTERN_CACHE: '0', LECTERN_THREADS: '1' },
	wrap: ['taskset', '-c', cores.server],
});
const client = new Client(server.base);
const results = [];

/** Changes a category so many times a second until stopped: what the server keeps of a list ends with each change. */
function change(times) {
	if (!times) return async () => {};
	let goes = true;
	const ended = (async () => {
		for (let number = 0; goes; number++) {
			const { status } = await client.request('PUT', '/api/categories/1', { headers, body: { data: { name: `Kind ${number}` } } });
			if (status !== 200) throw new Error(`a change was answered with ${status}`);
			await sleep(1000 / times);
		}
	})();
	return () => {
		goes = false;
		return ended;
	};
}

/** The requests by turns, while entries are changed: medians of requests a second and processor microseconds. */
async function measure(when) {
	const stop = change(Number(options.changes));
	const found = Object.fromEntries(Object.keys(requests).map(name => [name, []]));
	for (let round = 0; round < rounds; round++)
		for (const [name, where] of Object.entries(requests)) {
			const before = processorTime(server.pid);
			const one = await runWrk(server.base + where, { seconds: Number(options.seconds) / rounds, connections: 8, core: cores.load });
			if (one.errors) throw new Error(`${one.errors} errors at ${where}`);
			const cpu = ((processorTime(server.pid) - before) * 1e6) / one.requests;
			found[name].push({ rate: one.requests / (one.microseconds / 1e6), cpu });
		}
	await stop();
	for (const [name, all] of Object.entries(found))
		results.push({ when, name, rate: median(all.map(({ rate }) => rate)), cpu: median(all.map(({ cpu }) => cpu)) });
}

try {
	await measure('no index');
	await sleep(6000); // shapes are written down every five seconds
	const { code, stdout, stderr } = await runCommand(['advise', project, '--apply']);
	if (code !== 0) throw new Error(stderr);
	console.log(stdout.match(/^made .*$/gm)?.join('\n') ?? stdout);
	await measure('with the index');
} finally {
	client.close();
	await server.stop();
}
console.log(
	`\n${options.restaurants} restaurants, 25 that a filter finds, sorted by name, beside ${options.changes} changes a second\n${table([
		['', '', 'req/s', 'CPU µs'],
		...results.map(({ when, name, rate, cpu }) => [when, name, Math.round(rate), cpu.toFixed(1)]),
	])}`,
);
const [withTotal, without] = results.slice(-2);
console.log(`a list with its total to one without, with the index: ${(withTotal.cpu / without.cpu).toFixed(2)}x (aim 2x)`);
if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 2));
