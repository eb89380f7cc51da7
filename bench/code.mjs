#!/usr/bin/env node
// Measures what a project's own code costs, beside the same project without code and beside Strapi. See bench/README.md.
// usage: bench/code.mjs [--lectern build-release/lectern] [--seconds 3] [--rounds 5] [--starts 15] [--only untouched,code,start]
//        [--strapi FOLDER]    a folder where Strapi 4.26.2 is installed; without it npm installs it in bench/strapi
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeCodeProject, controller, router, service, writeFiles } from '../tests/lib/code.mjs';
import { root } from '../tests/lib/data.mjs';
import { sleep } from '../tests/lib/expect.mjs';
import { makeProject, sparePort } from '../tests/lib/server.mjs';
import { askOnce, beginStrapi, cores, median, readArguments, runWrk, shapes, table, wholeTime } from './measure.mjs';

const options = readArguments({ seconds: '3', rounds: '5', starts: '15', only: null, strapi: path.join(root, 'bench/strapi') });
const wanted = part => !options.only || options.only.split(',').includes(part);
const token = 'f'.repeat(64);

/** The code: a controller that goes on with Strapi's own action, and a hook before each review. */
const code = {
	'src/api/category/controllers/category.js': controller(
		'category',
		`() => ({
	async find(ctx) {
		const { data, meta } = await super.find(ctx);
		return { data, meta };
	},
})`,
	),
	'src/api/category/routes/category.js': router('category'),
	'src/api/category/services/category.js': service('category'),
	'src/api/review/content-types/review/lifecycles.js': `module.exports = {
	beforeCreate(event) {
		event.params.data.title = event.params.data.title.trim();
	},
};
`,
	'config/plugins.json': { graphql: { enabled: false }, 'users-permissions': { config: { jwtSecret: 'jwtsecret' } } },
	'config/admin.json': {
		auth: { secret: 'adminsecret' },
		apiToken: { salt: 'apitokensalt' },
		transfer: { token: { salt: 'transfersalt' } },
		serveAdminPanel: false,
	},
};
const projects = [];
const started = [];

/** A project with the data of tests/data. */
function make(files) {
	const folder = files ? makeCodeProject(files) : makeProject();
	projects.push(folder);
	if (!files) writeFiles(folder, { 'config/plugins.json': code['config/plugins.json'], 'config/admin.json': code['config/admin.json'] });
	return folder;
}

/** A server under `line`; resolves when it answers. */
async function start(name, line, { folder, port, env = {}, pinned = false }) {
	const whole = [...(pinned ? ['taskset', '-c', cores.server] : []), ...line];
	const child = spawn(whole[0], whole.slice(1), {
		cwd: folder,
		env: { ...process.env, NODE_ENV: 'production', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let said = '';
	for (const output of [child.stdout, child.stderr]) output.on('data', part => (said = (said + part).slice(-2000)));
	const server = { name, child, pid: child.pid, base: `http://127.0.0.1:${port}` };
	started.push(server);
	server.ended = new Promise(resolve => child.on('exit', resolve));
	for (let i = 0; ; i++) {
		try {
			await askOnce(server.base, shapes[0]);
			return server;
		} catch (error) {
			if (i === 600 || child.exitCode !== null) throw new Error(`${name} does not start: ${error.message}\n${said}`);
			await sleep(100);
		}
	}
}

async function stop(server) {
	server.child.kill('SIGTERM');
	const timer = setTimeout(() => server.child.kill('SIGKILL'), 10_000);
	await server.ended;
	clearTimeout(timer);
}

async function startLectern(name, folder, how = {}) {
	const port = await sparePort();
	const line = [path.resolve(root, options.lectern), 'serve', folder, '--host', '127.0.0.1', '--port', String(port)];
	return start(name, line, { folder, port, ...how });
}

/** Strapi's own, without the one that logs each request. */
const middlewares = ['errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public'];

async function startStrapi() {
	const at = path.join(options.strapi, 'node_modules');
	if (!existsSync(path.join(at, '@strapi/strapi/package.json'))) {
		const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--silent'];
		if (spawnSync('npm', args, { cwd: options.strapi, stdio: 'inherit' }).status !== 0) throw new Error('Strapi could not be installed');
	}
	const { version } = JSON.parse(readFileSync(path.join(at, '@strapi/strapi/package.json'), 'utf8'));
	const folder = make(code);
	const port = await sparePort();
	symlinkSync(at, path.join(folder, 'node_modules'));
	mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
	writeFiles(folder, {
		'package.json': readFileSync(path.join(root, 'bench/strapi/package.json'), 'utf8'),
		'config/server.json': { host: '127.0.0.1', port, app: { keys: ['k1', 'k2'] } },
		'config/plugins.js': "module.exports = require('./plugins.json');\n",
		'config/middlewares.js': `module.exports = [${middlewares.map(name => `'strapi::${name}'`).join(', ')}];\n`,
	});
	return start(`Strapi ${version}`, [process.execPath, '-e', beginStrapi], { folder, port });
}

/** Asks servers in rounds that take turns. Gives [{rate, cost, least}] for each: requests a second, processor time in µs a request, and
 * that of the round where it was least, which what else the machine does changes least. */
async function byTurns(servers, shape, { connections, core }) {
	const found = servers.map(() => ({ rates: [], costs: [] }));
	const env = shape.body ? { WRK_BODY: shape.body, WRK_TOKEN: token } : {};
	const ask = (server, seconds) => runWrk(server.base + shape.path, { seconds, connections, core, env });
	for (const server of servers) await ask(server, 2);
	for (let round = 0; round < Number(options.rounds); round++) {
		for (const [index, server] of servers.entries()) {
			const before = wholeTime(server.pid);
			const { requests, microseconds, errors } = await ask(server, Number(options.seconds));
			if (errors) throw new Error(`${server.name}: ${errors} errors for ${shape.path}`);
			found[index].rates.push(requests / (microseconds / 1e6));
			found[index].costs.push(((wholeTime(server.pid) - before) * 1e6) / requests);
		}
	}
	return found.map(({ rates, costs }) => ({ rate: median(rates), cost: median(costs), least: Math.min(...costs) }));
}

async function untouched() {
	const how = { pinned: true, env: { LECTERN_THREADS: '1' } };
	const servers = [await startLectern('without code', make(), how), await startLectern('with code', make(code), how)];
	const rows = [['untouched routes, one core', 'without code', '', 'with code', '', 'CPU µs']];
	for (const shape of shapes.slice(0, 4)) {
		const [without, with_] = await byTurns(servers, shape, { connections: 8, core: cores.load });
		rows.push([
			shape.name,
			`${without.rate.toFixed(0)}/s`,
			`${without.least.toFixed(1)} µs`,
			`${with_.rate.toFixed(0)}/s`,
			`${with_.least.toFixed(1)} µs`,
			`${((with_.least / without.least - 1) * 100).toFixed(1)} %`,
		]);
	}
	for (const server of servers) await stop(server);
	console.log(`${table(rows)}\naim: at most 2 %\n`);
}

async function besideStrapi() {
	const servers = [await startLectern('lectern', make(code)), await startStrapi()];
	const asked = [
		{ name: 'a controller that calls super.find', path: '/api/categories', aim: 10 },
		{ name: 'the same, one entry', path: '/api/categories?pagination[pageSize]=1&fields=name', aim: 10 },
		{
			name: 'a create with beforeCreate',
			path: '/api/reviews',
			body: JSON.stringify({ data: { title: ' Good ', body: 'Very good soup.', stars: 5 } }),
			aim: 5,
		},
	];
	const rows = [['', 'lectern', 'CPU µs', servers[1].name, 'CPU µs', 'ratio', 'aim']];
	for (const shape of asked) {
		const bodies = [];
		for (const { base } of servers) {
			if (shape.body) continue;
			// What is known of other languages stands in the answer or not, as the plugin i18n has it.
			const { data, meta } = (await askOnce(base, shape)).json;
			bodies.push(JSON.stringify([data.map(({ id, attributes }) => [id, attributes]), meta]));
		}
		if (bodies[0] !== bodies[1]) throw new Error(`the answers of ${shape.path} differ: ${bodies.join('\n')}`);
		const [ours, theirs] = await byTurns(servers, shape, { connections: 16 });
		rows.push([
			shape.name,
			`${ours.rate.toFixed(0)}/s`,
			ours.cost.toFixed(0),
			`${theirs.rate.toFixed(0)}/s`,
			theirs.cost.toFixed(0),
			`${(ours.rate / theirs.rate).toFixed(1)}x`,
			`${shape.aim}x`,
		]);
	}
	for (const server of servers) await stop(server);
	console.log(`${table(rows)}\n`);
}

/** Milliseconds from the start of the process until it listens and each path is answered; and the processor time of all that. */
async function firstAnswers(folder, paths) {
	const port = await sparePort();
	const began = performance.now();
	const child = spawn(path.resolve(root, options.lectern), ['serve', folder, '--host', '127.0.0.1', '--port', String(port)], {
		env: { ...process.env, NODE_ENV: 'production' },
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const server = { child, ended: new Promise(resolve => child.on('exit', resolve)) };
	started.push(server);
	await new Promise(resolve => child.stdout.once('data', resolve));
	const times = [performance.now() - began];
	times.push(
		...(await Promise.all(
			paths.map(async where => {
				await (await fetch(`http://127.0.0.1:${port}${where}`)).arrayBuffer();
				return performance.now() - began;
			}),
		)),
	);
	times.push(wholeTime(child.pid) * 1000);
	await stop(server);
	return times;
}

async function starts() {
	const folders = [make(), make(code)];
	const found = folders.map(() => []);
	for (let i = 0; i <= Number(options.starts); i++)
		for (const [index, folder] of folders.entries()) {
			const times = await firstAnswers(folder, ['/api/restaurants/1', '/api/categories']);
			if (i) found[index].push(times);
		}
	const column = (index, which) => median(found[index].map(times => times[which]));
	const rows = [['milliseconds from the start', 'without code', 'with code', 'more']];
	for (const [which, name] of [
		'it listens',
		'a native route is answered',
		'the route with code is answered',
		'processor time until then',
	].entries())
		rows.push([name, column(0, which).toFixed(0), column(1, which).toFixed(0), (column(1, which) - column(0, which)).toFixed(0)]);
	console.log(`${table(rows)}\naim: less than 400 ms more\n`);
}

try {
	console.log(`${os.cpus()[0].model}, ${os.cpus().length} processors; medians of rounds that take turns\n`);
	if (wanted('untouched')) await untouched();
	if (wanted('code')) await besideStrapi();
	if (wanted('start')) await starts();
} finally {
	for (const { child } of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
	for (const folder of projects) rmSync(folder, { recursive: true, force: true });
}
