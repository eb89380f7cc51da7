#!/usr/bin/env node
// Measures what extensions cost: processor time a request without any extension, with one that is not concerned, and with a
// middleware that does nothing around every resolver. See bench/README.md.
// usage: bench/extensions.mjs [--lectern build-release/lectern] [--seconds 3] [--rounds 5] [--only NAME]
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dataFolder, readDatabase, root } from '../tests/lib/data.mjs';
import { sparePort } from '../tests/lib/server.mjs';
import { askOnce, cores, graphqlShapes, median, processorTime, readArguments, runWrk, shapes as restShapes, table } from './measure.mjs';

const options = readArguments({ seconds: '3', rounds: '5', only: null });

const around = `#include <lectern.h>
static bool around(void *context, lectern_call *call, const lectern_value *options)
{
	(void)context;
	(void)options;
	return lectern_next(call);
}
bool lectern_register(lectern_app *app)
{
	static const lectern_plugin plugin = {.around_resolver = around};
	static const lectern_plugin *const plugins[] = {&plugin, NULL};
	static const lectern_graphql extension = {.plugins = plugins};
	return lectern_use(app, &extension);
}
`;
const elsewhere = `#include <lectern.h>
static bool hook(void *context, lectern_call *call)
{
	return !context && call;
}
static bool route(void *context, lectern_call *call)
{
	(void)context;
	return lectern_respond(call, NULL);
}
bool lectern_register(lectern_app *app)
{
	return lectern_on(app, "api::review.review", LECTERN_BEFORE_CREATE, hook, NULL) &&
	       lectern_auth_none(lectern_add_route(app, "GET", "/elsewhere", route, NULL));
}
`;

const work = mkdtempSync(path.join(os.tmpdir(), 'lectern-bench-'));

const servers = [];

async function start(name, source) {
	const project = path.join(work, name);
	cpSync(path.join(dataFolder, 'project'), project, { recursive: true });
	mkdirSync(path.join(project, '.tmp'));
	mkdirSync(path.join(project, 'extensions'));
	writeFileSync(path.join(project, '.tmp/data.db'), readDatabase());
	if (source) {
		writeFileSync(path.join(project, 'extension.c'), source);
		const { status, stderr } = spawnSync(
			process.env.CC ?? 'cc',
			[
				'-std=c17',
				'-O2',
				'-shared',
				'-fPIC',
				`-I${root}/include`,
				'-o',
				path.join(project, 'extensions/measured.so'),
				path.join(project, 'extension.c'),
			],
			{ encoding: 'utf8' },
		);
		if (status !== 0) throw new Error(stderr);
	}
	const port = await sparePort();
	const child = spawn(
		'taskset',
		['-c', cores.server, path.resolve(root, options.lectern), 'serve', project, '--host', '127.0.0.1', '--port', String(port)],
		{ env: { ...process.env, LECTERN_THREADS: '1' }, stdio: ['ignore', 'pipe', 'inherit'] },
	);
	await new Promise(resolve => child.stdout.once('data', resolve));
	const server = { name, child, pid: child.pid, base: `http://127.0.0.1:${port}`, costs: {} };
	servers.push(server);
	return server;
}

const shapes = [...graphqlShapes, ...restShapes.slice(0, 2)].filter(({ name }) => !options.only || name === options.only);

try {
	await start('without', null);
	await start('elsewhere', elsewhere);
	await start('around every resolver', around);
	console.log(
		`${os.cpus()[0].model}; servers on processor ${cores.server}, wrk on ${cores.load}; processor time of the server a request, in µs: ` +
			`the median of ${options.rounds} rounds that take turns`,
	);
	for (const shape of shapes) {
		for (const server of servers) {
			await askOnce(server.base, shape);
			server.costs[shape.name] = [];
		}
		const wrk = (server, seconds) =>
			runWrk(server.base + shape.path, { seconds, connections: 8, core: cores.load, env: shape.body ? { WRK_BODY: shape.body } : {} });
		for (let round = 0; round < Number(options.rounds); round++)
			for (const server of servers) {
				if (!round) await wrk(server, 1);
				const before = processorTime(server.pid);
				const { requests } = await wrk(server, Number(options.seconds));
				server.costs[shape.name].push(((processorTime(server.pid) - before) * 1e6) / requests);
			}
	}
	const rows = [['', ...servers.flatMap(({ name }, index) => (index ? [name, ''] : [name]))]];
	for (const { name } of shapes) {
		const costs = servers.map(server => median(server.costs[name]));
		rows.push([
			name,
			...costs.flatMap((cost, index) => (index ? [cost.toFixed(1), `${((cost / costs[0] - 1) * 100).toFixed(1)} %`] : [cost.toFixed(1)])),
		]);
	}
	console.log(table(rows));
	console.log('aims: no more than noise elsewhere, at most 5 % around every resolver on the GraphQL list');
} finally {
	for (const { child } of servers) child.kill('SIGTERM');
	rmSync(work, { recursive: true, force: true });
}
