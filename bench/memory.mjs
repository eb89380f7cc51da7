#!/usr/bin/env node
// What the server holds in memory, and what its start takes: node bench/memory.mjs [--lectern FILE] [--cache 0] [--seconds 1]
// [--threads 2] [--starts 10] [--top 12] [--fill 0]. Prints the processor time of a start (the median of ten), and the resident
// memory, by the files that its pages are of, when the server has started and when the requests of bench/run.mjs were asked, and
// when --fill bytes of answers that all differ were asked for, a third each as they are, with gzip and with brotli.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '../tests/lib/http.mjs';
import { cores, graphqlShapes, median, readArguments, runWrk, shapes } from './measure.mjs';

const options = readArguments({ cache: '0', seconds: '1', threads: '2', starts: '10', top: '12', fill: '0' });
const { startServer } = await import('../tests/lib/server.mjs');

const mib = kib => (kib / 1024).toFixed(1);

/** Resident KiB of the process: all, what no file is behind, and by file. */
function resident(pid) {
	const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
	const field = name => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)[1]);
	const files = new Map();
	let file;
	for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
		const head = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)$/.exec(line);
		if (head) file = path.basename(head[1]);
		const pages = /^Rss:\s+(\d+)/.exec(line);
		if (pages) files.set(file, (files.get(file) ?? 0) + Number(pages[1]));
	}
	const listed = [...files].filter(([name]) => name).sort((a, b) => b[1] - a[1]);
	return { all: field('Rss'), own: field('Anonymous'), listed };
}

function show(when, pid) {
	const { all, own, listed } = resident(pid);
	const most = listed.slice(0, Number(options.top)).map(([name, kib]) => `${name} ${mib(kib)}`);
	console.log(`${when}: ${mib(all)} MiB resident, ${mib(own)} of it written to; ${most.join(', ')}`);
}

/** Milliseconds of processor time that all threads of the process have used. */
const used = pid =>
	readdirSync(`/proc/${pid}/task`)
		.map(task => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]))
		.reduce((sum, one) => sum + one / 1e6, 0);

const start = () => startServer({ env: { LECTERN_CACHE: options.cache, LECTERN_THREADS: options.threads } });

const starts = [];
for (let i = 0; i < Number(options.starts); i++) {
	const server = await start();
	starts.push(used(server.pid));
	await server.stop();
}
console.log(`processor time of a start: ${median(starts).toFixed(1)} ms`);
const server = await start();
show('started', server.pid);
for (const { path: where, body } of [...shapes, ...graphqlShapes])
	await runWrk(server.base + where, {
		seconds: Number(options.seconds),
		connections: 32,
		core: cores.load,
		env: body ? { WRK_BODY: body } : {},
	});
show('under load', server.pid);

/** Asks for answers that all differ, until they have so many bytes: pages of all lengths, from lists of 25 to entries with all that they
 * are linked with. */
async function fill(bytes) {
	const clients = Array.from({ length: 16 }, () => new Client(server.base));
	const encodings = ['identity', 'gzip', 'br'];
	let [left, number] = [bytes, 0];
	await Promise.all(
		clients.map(async client => {
			while (left > 0) {
				const one = number++;
				const page = `pagination[start]=${one % 120}&pagination[limit]=${1 + (one % 25)}`;
				const where = `/api/restaurants?${page}&filters[id][$lt]=${1000 + one}${one % 2 ? '&populate=*' : ''}`;
				const { status, text } = await client.get(where, { 'Accept-Encoding': encodings[one % 3] });
				if (status !== 200) throw new Error(`${where} was answered with ${status}`);
				left -= text.length;
			}
		}),
	);
	for (const client of clients) client.close();
	return number;
}

if (Number(options.fill)) {
	const asked = await fill(Number(options.fill));
	show(`after ${asked} answers that differ, ${mib(Number(options.fill) / 1024)} MiB as they travel`, server.pid);
}
console.log(`at its highest: ${mib(server.memory('VmHWM'))} MiB`);
await server.stop();
