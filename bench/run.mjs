#!/usr/bin/env node
// Measures lectern beside nginx, which serves the same bytes from files: both pinned to one processor, wrk on another,
// one after the other for each request. See bench/README.md.
// usage: bench/run.mjs [--lectern build-release/lectern] [--beside OTHER/lectern] [--seconds 5] [--connections 32]
//                      [--restaurants 100000, 0: no large data set] [--only NAME,NAME] [--json OUT.json]
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dataFolder, readDatabase, root } from '../tests/lib/data.mjs';
import { Client } from '../tests/lib/http.mjs';
import { sparePort } from '../tests/lib/server.mjs';
import { sleep } from '../tests/lib/expect.mjs';
import { askOnce, cores, graphqlShapes, median, processorTime, readArguments, runWrk, shapes as restShapes, table } from './measure.mjs';
import { configureNginx } from './nginx.mjs';

const options = readArguments({ beside: null, seconds: '5', connections: '32', restaurants: '100000', only: null, json: null });

const allShapes = [...restShapes, ...graphqlShapes];
// What a shape is compared with is measured as well.
const wanted = name => !options.only || options.only.split(',').some(part => name.startsWith(part));
const compared = allShapes.filter(({ name, as }) => as && wanted(name)).map(({ as }) => as);
const shapes = allShapes.filter(({ name }) => wanted(name) || compared.includes(name));

const work = mkdtempSync(path.join(os.tmpdir(), 'lectern-bench-'));
const running = [];

const status = (pid, field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

function start(command, args, env = {}) {
	const child = spawn('taskset', ['-c', cores.server, command, ...args], {
		stdio: ['ignore', 'pipe', 'inherit'],
		env: { ...process.env, ...env },
	});
	running.push(child);
	return child;
}

async function answering(base) {
	for (let i = 0; i < 300; i++) {
		const client = new Client(base);
		try {
			await client.get('/');
			return;
		} catch {
			await sleep(100);
		} finally {
			client.close();
		}
	}
	throw new Error(`nothing answers at ${base}`);
}

async function startLectern(database, program) {
	const project = mkdtempSync(path.join(work, 'project-'));
	cpSync(path.join(dataFolder, 'project'), project, { recursive: true });
	mkdirSync(path.join(project, '.tmp'), { recursive: true });
	cpSync(database, path.join(project, '.tmp/data.db'));
	const port = await sparePort();
	const child = start(path.resolve(root, program), ['serve', project, '--host', '127.0.0.1', '--port', String(port)], {
		LECTERN_THREADS: '1',
	});
	const base = `http://127.0.0.1:${port}`;
	await answering(base);
	return { pid: child.pid, base, child };
}

async function startNginx(folder) {
	const port = await sparePort();
	const child = start('nginx', configureNginx(work, folder, port));
	const base = `http://127.0.0.1:${port}`;
	await answering(base);
	return { pid: child.pid, base, child };
}

const wrk = (url, body, seconds) =>
	runWrk(url, { seconds, connections: options.connections, core: cores.load, env: body ? { WRK_BODY: body } : {} });

const rounds = 7;
const middle = (all, what) => median(all.map(what));

/** Measures `rows` of targets, each [server, url, body], in rounds over all of them, so that a slow minute of the machine meets one
 * round of each and not all rounds of one. For each target: the medians of requests a second, microseconds of waiting, processor
 * microseconds a request, and of its processor time to that of the first target of its row in the same round. */
async function measure(rows) {
	const found = rows.map(targets => targets.map(() => []));
	for (const [server, url, body] of rows.flat()) await wrk(server.base + url, body, 1);
	for (let round = 0; round < rounds; round++)
		for (const [row, targets] of rows.entries())
			for (const [column, [server, url, body]] of targets.entries()) {
				const before = processorTime(server.pid);
				const { requests, microseconds, p50, p99, errors } = await wrk(
					server.base + url,
					body,
					Math.max(1, Number(options.seconds) / rounds),
				);
				if (errors) throw new Error(`${errors} errors at ${url}`);
				const cpu = ((processorTime(server.pid) - before) * 1e6) / requests;
				const first = found[row][0][round]?.cpu ?? cpu;
				found[row][column].push({ rate: requests / (microseconds / 1e6), p50, p99, cpu, ratio: cpu / first });
			}
	return found.map(targets =>
		targets.map(all => Object.fromEntries(['rate', 'p50', 'p99', 'cpu', 'ratio'].map(what => [what, middle(all, one => one[what])]))),
	);
}

async function stop({ child }) {
	const ended = new Promise(resolve => child.on('exit', resolve));
	child.kill('SIGTERM');
	await ended;
}

async function benchmark(name, database) {
	const lectern = await startLectern(database, options.lectern);
	const other = options.beside ? await startLectern(database, options.beside) : null;
	const folder = mkdtempSync(path.join(work, 'files-'));
	for (const [index, shape] of shapes.entries()) {
		const answer = await askOnce(lectern.base, shape);
		writeFileSync(path.join(folder, `${index}.json`), answer.text);
		shape.bytes = Buffer.byteLength(answer.text);
	}
	const nginx = await startNginx(folder);

	// nginx gives the bytes of a GraphQL answer for a GET.
	const rows = shapes.map((shape, index) => [
		[nginx, `/${index}.json`],
		...[lectern, other].filter(Boolean).map(server => [server, shape.path, shape.body]),
	]);
	// A request over GraphQL beside the same over REST, in a row of their own.
	const overGraphql = shapes.filter(({ as }) => as);
	const pairs = overGraphql.map(shape => [shapes.find(({ name }) => name === shape.as), shape].map(one => [lectern, one.path, one.body]));
	const found = await measure([...rows, ...pairs]);
	const results = shapes.map(({ name, as, bytes, aim }, index) => {
		const [theirs, ours, others] = found[index];
		return { shape: name, as, bytes, aim, nginx: theirs, lectern: ours, other: others };
	});
	const toRest = overGraphql.map(({ name, aim }, index) => ({ shape: name, aim, ratio: found[rows.length + index][1].ratio }));
	const memory = { resident: status(lectern.pid, 'VmRSS'), highest: status(lectern.pid, 'VmHWM') };
	await stop(nginx);
	await stop(lectern);
	if (other) await stop(other);

	const ms = microseconds => (microseconds / 1000).toFixed(2);
	const lines = [
		[
			'',
			'bytes',
			'req/s',
			'p50 ms',
			'p99 ms',
			'CPU µs',
			'nginx req/s',
			'p50 ms',
			'p99 ms',
			'CPU µs',
			'ratio',
			'aim',
			...(other ? ['beside req/s', 'CPU µs', 'ratio'] : []),
		],
	];
	for (const { shape, as, bytes, aim, nginx: n, lectern: l, other: o } of results)
		lines.push([
			shape,
			bytes,
			Math.round(l.rate),
			ms(l.p50),
			ms(l.p99),
			l.cpu.toFixed(1),
			Math.round(n.rate),
			ms(n.p50),
			ms(n.p99),
			n.cpu.toFixed(1),
			`${l.ratio.toFixed(2)}x`,
			aim && !as ? `${aim}x` : '',
			...(o ? [Math.round(o.rate), o.cpu.toFixed(1), `${o.ratio.toFixed(2)}x`] : []),
		]);
	console.log(
		`\n${name}\n${table(lines)}\nmemory under load: ${(memory.resident / 1024).toFixed(1)} MB resident,`,
		`${(memory.highest / 1024).toFixed(1)} MB at its highest`,
	);
	for (const { shape, aim, ratio } of toRest)
		console.log(`${shape}: ${ratio.toFixed(2)}x the processor time of REST${aim ? ` (aim ${aim}x)` : ''}`);
	return { name, results, toRest, memory };
}

try {
	console.log(
		`${os.cpus()[0].model}; server on processor ${cores.server}, wrk on ${cores.load}, ${options.connections} connections,`,
		`${options.seconds} s each; CPU µs: processor time of the server a request`,
	);
	const small = path.join(work, 'small.db');
	writeFileSync(small, readDatabase());
	const all = [await benchmark('the reference data', small)];
	if (Number(options.restaurants)) {
		const large = path.join(work, 'large.db');
		const made = spawnSync(path.join(root, 'bench/make-data.mjs'), [options.restaurants, large], { stdio: 'inherit' });
		if (made.status !== 0) throw new Error('the large data set could not be made');
		all.push(await benchmark(`${options.restaurants} restaurants`, large));
	}
	const list = all.map(({ results }) => results.find(({ shape }) => shape === 'list of 25'));
	if (list.length > 1 && list[0])
		console.log(`\nlist with its total, large to small: ${(list[1].lectern.cpu / list[0].lectern.cpu).toFixed(2)}x (aim 1.5x)`);
	if (options.json) writeFileSync(options.json, JSON.stringify(all, null, 2));
} finally {
	for (const child of running) if (child.exitCode === null) child.kill('SIGTERM');
	rmSync(work, { recursive: true, force: true });
}
