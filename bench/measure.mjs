// What the benchmarks share: the arguments, the requests, the load, and the reading of clocks.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../tests/lib/data.mjs';
import { Client } from '../tests/lib/http.mjs';

/** Reads the arguments: --lectern, and the `names` with what each is by default (null: nothing). The binary that is measured is
 * LECTERN afterwards, for the helpers of tests/lib, which look at it when they are loaded. */
export function readArguments(names) {
	const all = Object.entries({ lectern: 'build-release/lectern', ...names });
	const { values } = parseArgs({
		options: Object.fromEntries(all.map(([name, usual]) => [name, { type: 'string', ...(usual !== null && { default: usual }) }])),
	});
	process.env.LECTERN = values.lectern;
	process.env.LECTERN_CACHE_EXACT ??= '0'; // as it is by default
	return values;
}

/** The processors of the server and of the load: one each, as far as there are two. */
export const cores = os.cpus().length > 1 ? { server: '0', load: '1' } : { server: '0', load: '0' };

export const median = values => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The requests. `aim`: lectern's processor time to nginx's, on SQLite. */
export const shapes = [
	{ name: 'point read', path: '/api/restaurants/1', aim: 1.3 },
	{ name: 'list of 25', path: '/api/restaurants', aim: 3 },
	{ name: 'filtered, sorted', path: '/api/restaurants?filters[price][$eq]=cheap&sort=name', aim: 4 },
	{ name: 'one relation', path: '/api/restaurants?populate=categories', aim: 5 },
	{ name: 'populate=*', path: '/api/restaurants?populate=*', aim: 14 },
];

const scalars = 'name slug description rating price seats open founded createdAt updatedAt publishedAt locale';
const meta = 'meta { pagination { page pageSize pageCount total } }';
const categories = 'categories { data { id attributes { name createdAt updatedAt } } }';
const graphql = query => ({ path: '/graphql', body: JSON.stringify({ query }) });

/** The same answers over GraphQL. `as`: the request above that it is compared with; `aim`: lectern's processor time to that one's. */
export const graphqlShapes = [
	{
		name: 'GraphQL: point read',
		as: 'point read',
		aim: 1.1,
		...graphql(`{ restaurant(id: 1) { data { id attributes { ${scalars} } } } }`),
	},
	{
		name: 'GraphQL: list of 25',
		as: 'list of 25',
		aim: 1.1,
		...graphql(`{ restaurants(pagination: { pageSize: 25 }) { data { id attributes { ${scalars} } } ${meta} } }`),
	},
	{
		name: 'GraphQL: one relation',
		as: 'one relation',
		aim: 1.1,
		...graphql(`{ restaurants(pagination: { pageSize: 25 }) { data { id attributes { ${scalars} ${categories} } } ${meta} } }`),
	},
];

/** Asks for a shape once, as wrk will many times. */
export async function askOnce(base, { path: where, body }) {
	const client = new Client(base);
	try {
		const answer = await client.request(body ? 'POST' : 'GET', where, { body: body ?? null });
		if (answer.status !== 200 || answer.json?.errors)
			throw new Error(`${where} was answered with ${answer.status}: ${answer.text.slice(0, 300)}`);
		return answer;
	} finally {
		client.close();
	}
}

const ticksPerSecond = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100;

/** What `strapi start` does, without its check of the panel: for node -e. */
export const beginStrapi = "require('@strapi/strapi')({ appDir: process.cwd(), distDir: process.cwd() }).start()";

/** Processor seconds a process has used, with all its threads. */
export function processorTime(pid) {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
		.replace(/^.*\) /, '')
		.split(' ');
	return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Processor seconds of a process and of those it has started. */
export function wholeTime(pid) {
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
	return processorTime(pid) + (children ? children.split(' ').reduce((sum, child) => sum + wholeTime(child), 0) : 0);
}

/** Asks as fast as it can. `core`: the processor that wrk is pinned to; any, when not given.
 * `env`: WRK_BODY: what is posted, if anything; WRK_TOKEN: with which API token, if any. */
export function runWrk(url, { seconds, connections, core, env = {} }) {
	return new Promise((resolve, reject) => {
		const pinned = core === undefined ? [] : ['taskset', '-c', core];
		const line = [
			...pinned,
			'wrk',
			'-t1',
			`-c${connections}`,
			`-d${Math.ceil(seconds)}s`,
			'--timeout',
			'20s',
			'-s',
			path.join(root, 'bench/report.lua'),
			url,
		];
		const child = spawn(line[0], line.slice(1), { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
		let text = '';
		child.stdout.on('data', part => (text += part));
		child.on('close', () => {
			const match = /^RESULT (.*)$/m.exec(text);
			if (match) resolve(JSON.parse(match[1]));
			else reject(new Error(`wrk said: ${text}`));
		});
	});
}

/** Rows as text: the first column to the left, the others to the right. */
export const table = rows => {
	const widths = rows[0].map((_, column) => Math.max(...rows.map(row => String(row[column]).length)));
	return rows
		.map(row =>
			row.map((cell, column) => (column ? String(cell).padStart(widths[column]) : String(cell).padEnd(widths[column]))).join('  '),
		)
		.join('\n');
};
