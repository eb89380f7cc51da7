#!/usr/bin/env node
// Measures lectern beside Strapi 4.26.2, Directus, and endpoints written by hand on Fastify with better-sqlite3 and on Bun with
// bun:sqlite: on the same rows, each on one processor, in rounds that take turns. Then beside PostGraphile on PostgreSQL.
// See bench/README.md.
// usage: bench/compare.mjs [--lectern build-release/lectern] [--seconds 2] [--rounds 3] [--connections 32] [--only NAME,NAME]
//                          [--servers NAME,NAME] [--strapi FOLDER] [--directus FOLDER] [--markdown OUT.md] [--json OUT.json]
//        --strapi, --directus: folders where they are installed; without them npm installs them in bench/
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepareDirectus, requests as directusRequests, shown as shownByDirectus } from './compare/directus.mjs';
import { askOnce, cores, graphqlShapes, median, readArguments, runWrk, shapes as restShapes, table, wholeTime } from './measure.mjs';
import { configureNginx } from './nginx.mjs';

const options = readArguments({
	seconds: '2',
	rounds: '3',
	connections: '32',
	only: null,
	servers: null,
	strapi: null,
	directus: null,
	markdown: null,
	json: null,
});
const { dataFolder, readDatabase, root } = await import('../tests/lib/data.mjs');
const { sleep } = await import('../tests/lib/expect.mjs');
const { sparePort } = await import('../tests/lib/server.mjs');
const { addGeneratedCode, prepareStrapi } = await import('../tests/lib/strapi.mjs');
const { Cluster } = await import('../tests/lib/postgres.mjs');
const { assertSameAnswer, ourShape, startPostGraphile, theirShape } = await import('./postgraphile.mjs');

const shapes = [...restShapes, graphqlShapes.at(-1)].filter(({ name }) => !options.only || options.only.split(',').includes(name));
const wanted = name => !options.servers || options.servers.split(',').some(part => name.startsWith(part));
const work = mkdtempSync(path.join(os.tmpdir(), 'lectern-compare-'));
const running = new Set();
const pinned = ['taskset', '-c', cores.server];

/** Where npm has installed what package.json in bench/NAME names. */
function installed(name, folder = null) {
	const at = path.resolve(folder ?? path.join(root, 'bench', name));
	if (!existsSync(path.join(at, 'node_modules'))) {
		const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
		if (spawnSync('npm', args, { cwd: at, stdio: 'inherit' }).status !== 0) throw new Error(`npm can't install bench/${name}`);
	}
	return path.join(at, 'node_modules');
}

function makeProject() {
	const folder = mkdtempSync(path.join(work, 'project-'));
	cpSync(path.join(dataFolder, 'project'), folder, { recursive: true });
	mkdirSync(path.join(folder, '.tmp'), { recursive: true });
	writeFileSync(path.join(folder, '.tmp/data.db'), readDatabase());
	return folder;
}

function makeDatabase() {
	const file = path.join(mkdtempSync(path.join(work, 'database-')), 'data.db');
	writeFileSync(file, readDatabase());
	return file;
}

/* ---- who takes part: `prepare` gives {line, env, cwd}; `requests` those that are not asked as lectern is ---- */

const lecternLine = async folder => [
	path.resolve(root, options.lectern),
	'serve',
	folder,
	'--host',
	'127.0.0.1',
	'--port',
	String(await sparePort()),
];
const handwritten = (name, file, runner) => ({
	name,
	requests: { 'GraphQL: one relation': null },
	prepare: async () => {
		const modules = installed('compare');
		const port = await sparePort();
		return { line: [runner(modules), path.join(root, 'bench/compare', file), makeDatabase(), String(port)], port };
	},
});
const lectern = (name, env) => ({
	name,
	prepare: async () => {
		const line = await lecternLine(makeProject());
		return { line, port: line.at(-1), env: { LECTERN_THREADS: '1', ...env } };
	},
});

const candidates = [
	lectern('lectern', {}),
	lectern('lectern, nothing remembered', { LECTERN_CACHE: '0' }),
	handwritten('by hand, Bun', 'bun.mjs', modules => path.join(modules, '.bin/bun')),
	handwritten('by hand, Fastify', 'fastify.mjs', () => process.execPath),
	{
		name: 'Directus 11',
		requests: { 'populate=*': null, ...directusRequests },
		shown: shownByDirectus,
		prepare: async () => {
			const port = await sparePort();
			const database = makeDatabase();
			return { ...prepareDirectus(installed('directus', options.directus), database, port), port, cwd: path.dirname(database) };
		},
	},
	{
		name: 'Strapi 4.26.2',
		prepare: async () => {
			const folder = makeProject();
			addGeneratedCode(folder);
			const modules = installed('strapi', options.strapi);
			return { ...(await prepareStrapi(folder, path.dirname(modules))), cwd: folder };
		},
	},
].filter(({ name }) => wanted(name));

const requestOf = (server, shape) => (server.requests && shape.name in server.requests ? server.requests[shape.name] : shape);

/** Starts a server; resolves when it has answered a point read. `began`: milliseconds until then. */
async function start(candidate) {
	const { line, port, env, cwd } = await candidate.prepare();
	const began = performance.now();
	const child = spawn(pinned[0], [...pinned.slice(1), ...line], {
		cwd,
		env: { ...process.env, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let said = '';
	for (const output of [child.stdout, child.stderr]) output.on('data', part => (said = (said + part).slice(-2000)));
	running.add(child);
	const server = { ...candidate, child, pid: child.pid, base: `http://127.0.0.1:${port}` };
	server.ended = new Promise(resolve => child.on('exit', resolve)).then(() => running.delete(child));
	for (const end = Date.now() + 300_000; ; await sleep(5))
		try {
			await askOnce(server.base, requestOf(server, restShapes[0]));
			server.began = performance.now() - began;
			return server;
		} catch (error) {
			if (child.exitCode !== null || Date.now() > end) throw new Error(`${server.name} does not start: ${error.message}\n${said}`);
		}
}

async function stop(server) {
	server.child.kill('SIGTERM');
	const timer = setTimeout(() => server.child.kill('SIGKILL'), 5000);
	await server.ended;
	clearTimeout(timer);
}

/** Resident KiB of a process and those it has started, each at its highest. */
function highestMemory(pid) {
	const own = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
	const children = readdirSync(`/proc/${pid}/task`).flatMap(task =>
		readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
	);
	return children.reduce((sum, child) => sum + highestMemory(child), own);
}

/** The ids of an answer in the form of Strapi, and of the categories of each entry. */
function shown({ data }) {
	const rows = [data.restaurants?.data ?? data].flat();
	return rows.map(({ id, attributes }) => [Number(id), (attributes.categories?.data ?? []).map(category => Number(category.id))]);
}

/** Fails unless all give the same entries with the same categories in the same order. */
async function assertSameEntries(servers, shape) {
	let first;
	for (const server of servers) {
		const request = requestOf(server, shape);
		if (!request) continue;
		const { json } = await askOnce(server.base, request);
		let found = (server.shown ?? shown)(json);
		if (!shape.path.includes('populate') && !shape.body) found = found.map(([id]) => id);
		first ??= { name: server.name, text: JSON.stringify(found) };
		if (JSON.stringify(found) !== first.text)
			throw new Error(`${shape.name}: ${server.name} gives ${JSON.stringify(found)},\n${first.name} ${first.text}`);
	}
}

/** Requests a second and processor µs a request of each of `targets`, {base, request, clock}: medians of rounds that take turns. */
async function byTurns(targets) {
	const load = ({ base, request }, seconds) =>
		runWrk(base + request.path, {
			seconds,
			connections: options.connections,
			core: cores.load,
			env: request.body ? { WRK_BODY: request.body } : {},
		});
	const found = targets.map(() => []);
	for (const target of targets) await load(target, 1);
	for (let round = 0; round < Number(options.rounds); round++)
		for (const [index, target] of targets.entries()) {
			const before = target.clock();
			const { requests, microseconds, errors } = await load(target, options.seconds);
			if (errors) throw new Error(`${errors} errors at ${target.base}${target.request.path}`);
			found[index].push({ rate: (requests * 1e6) / microseconds, cpu: ((target.clock() - before) * 1e6) / requests });
		}
	return found.map(all => ({ rate: median(all.map(({ rate }) => rate)), cpu: median(all.map(({ cpu }) => cpu)) }));
}

/** nginx with the bytes of lectern's answers. */
async function startNginx(from) {
	const folder = mkdtempSync(path.join(work, 'files-'));
	const port = await sparePort();
	for (const [index, shape] of shapes.entries()) writeFileSync(path.join(folder, `${index}.json`), (await askOnce(from.base, shape)).text);
	const requests = Object.fromEntries(shapes.map(({ name }, index) => [name, { path: `/${index}.json` }]));
	requests[restShapes[0].name] ??= { path: '/0.json' };
	return start({
		name: 'nginx, the same bytes',
		requests,
		prepare: () => ({ line: ['nginx', ...configureNginx(work, folder, port)], port }),
	});
}

async function onSqlite() {
	const servers = [];
	for (const candidate of candidates) servers.push(await start(candidate));
	for (const shape of shapes) await assertSameEntries(servers, shape);
	servers.push(await startNginx(servers[0]));
	const results = servers.map(({ name, began }) => ({ name, began, shapes: {} }));
	for (const shape of shapes) {
		const asked = [...servers.entries()].filter(([, server]) => requestOf(server, shape));
		const found = await byTurns(
			asked.map(([, server]) => ({ base: server.base, request: requestOf(server, shape), clock: () => wholeTime(server.pid) })),
		);
		for (const [at, [index]] of asked.entries()) results[index].shapes[shape.name] = found[at];
	}
	for (const [index, server] of servers.entries()) {
		results[index].memory = highestMemory(server.pid) / 1024;
		await stop(server);
	}
	return results;
}

/** The list with a relation over GraphQL on PostgreSQL, whose processes are on the server's processor as well and are counted. */
async function onPostgres() {
	const cluster = await Cluster.create(['shared_buffers = 256MB']);
	const servers = [];
	try {
		cluster.sql('VACUUM ANALYZE');
		spawnSync('taskset', ['-a', '-cp', cores.server, String(cluster.postmaster())], { stdio: 'ignore' });
		for (const [name, env] of [
			['lectern', {}],
			['lectern, nothing remembered', { LECTERN_CACHE: '0' }],
		]) {
			const line = [...(await lecternLine(makeProject())), '--database', cluster.url()];
			const port = line[line.indexOf('--port') + 1];
			servers.push({
				...(await start({ name, prepare: () => ({ line, port, env: { LECTERN_THREADS: '1', ...env } }) })),
				request: ourShape,
			});
		}
		const postgraphile = await startPostGraphile(cluster.url(), 1, pinned);
		servers.push({ name: 'PostGraphile 4', request: theirShape, ...postgraphile });
		await assertSameAnswer(servers[0].base, postgraphile.base);
		const clock = pid => () => wholeTime(pid) + wholeTime(cluster.postmaster());
		const found = await byTurns(servers.map(({ base, request, pid }) => ({ base, request, clock: clock(pid) })));
		return servers.map(({ name, pid }, index) => ({ name, ...found[index], memory: highestMemory(pid) / 1024 }));
	} finally {
		for (const server of servers) await (server.child ? stop(server) : server.stop());
		cluster.destroy();
	}
}

const number = value => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2));
const markdown = rows => {
	const line = row => `| ${row.join(' | ')} |`;
	return [line(rows[0]), `|---${'|--:'.repeat(rows[0].length - 1)}|`, ...rows.slice(1).map(line)].join('\n');
};

try {
	const where = `${os.cpus()[0].model}; servers on processor ${cores.server}, wrk on ${cores.load}, ${options.connections} connections`;
	console.log(where);
	const sqlite = candidates.length ? await onSqlite() : [];
	const head = shapes.map(({ name }) => name);
	const cell = what => result => head.map(name => (result.shapes[name] ? number(result.shapes[name][what]) : '–'));
	const tables = [
		[
			['requests a second', ...head, 'memory', 'start'],
			...sqlite.map(result => [result.name, ...cell('rate')(result), `${number(result.memory)} MB`, `${number(result.began)} ms`]),
		],
		[['processor µs a request', ...head], ...sqlite.map(result => [result.name, ...cell('cpu')(result)])],
	];
	const postgres = wanted('PostGraphile') ? await onPostgres() : [];
	if (postgres.length)
		tables.push([
			['GraphQL on PostgreSQL: 25 entries with a relation', 'requests a second', 'processor µs, with the database', 'memory'],
			...postgres.map(({ name, rate, cpu, memory }) => [name, number(rate), number(cpu), `${number(memory)} MB`]),
		]);
	for (const rows of tables) console.log(`\n${table(rows)}`);
	if (options.markdown) writeFileSync(options.markdown, `${tables.map(markdown).join('\n\n')}\n`);
	if (options.json) writeFileSync(options.json, JSON.stringify({ where, sqlite, postgres }, null, 2));
} finally {
	for (const child of running) child.kill('SIGKILL');
	rmSync(work, { recursive: true, force: true });
}
