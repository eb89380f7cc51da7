// Runs one Strapi 4 project unchanged on Strapi and on lectern, from the same database, with the same random requests. See README.md.
// usage: run.mjs --project FOLDER --strapi FOLDER [--seed N] [--requests N] [--scratch FOLDER] [--modules FOLDER] [--env NAME]
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sleep } from '../lib/expect.mjs';
import { Chance } from '../lib/graphql_random.mjs';
import { Client } from '../lib/http.mjs';
import { sparePort, startServer } from '../lib/server.mjs';
import { compareAnswers, isRefusal } from './compare.mjs';
import { compile, copyProject, useSqlite } from './project.mjs';
import { Requests } from './requests.mjs';

const { values: options } = parseArgs({
	options: {
		project: { type: 'string' },
		strapi: { type: 'string' },
		seed: { type: 'string', default: '1' },
		requests: { type: 'string', default: '300' },
		scratch: { type: 'string' },
		modules: { type: 'string' },
		env: { type: 'string', default: 'production' },
	},
});
const program = fileURLToPath(new URL('strapi.mjs', import.meta.url));
const scratch = options.scratch ? path.resolve(options.scratch) : mkdtempSync(path.join(tmpdir(), 'beside-strapi-'));
const chance = new Chance(Number(options.seed));
const fail = why => {
	console.log(why);
	process.exit(1);
};

/** The environment of both: nothing of ours but what finds programs. */
const environment = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: options.env, STRAPI_TELEMETRY_DISABLED: 'true', TZ: 'UTC' };

/** Strapi's own packages lie elsewhere, and require providers of the project's. */
const strapiEnvironment = folder => ({ ...environment, NODE_PATH: path.join(folder, 'node_modules') });

/** Migrations that want the tables of an older database fail on the empty one here: then all are left out, on both sides. */
function leaveMigrations(folders, said) {
	if (!said.includes('MigrationError') || !readdirSync(path.join(folders.strapi, 'database/migrations')).length) return false;
	for (const folder of Object.values(folders)) {
		rmSync(path.join(folder, 'database/migrations'), { recursive: true });
		mkdirSync(path.join(folder, 'database/migrations'));
		rmSync(path.join(folder, '.tmp/data.db'), { force: true });
	}
	console.log('the migrations fail on an empty database: left out');
	return true;
}

/** A configuration of the database that wants variables we do not know is replaced, on both sides. */
function replaceDatabase(folders) {
	const replaced = Object.values(folders).map(folder => useSqlite(folder, { always: true }));
	if (!replaced.includes(true)) return false;
	if (existsSync(path.join(folders.strapi, 'tsconfig.json'))) compile(folders.strapi, options.strapi);
	console.log('Strapi does not start with its configuration of the database: replaced');
	return true;
}

function seed(folders) {
	const folder = folders.strapi;
	const file = path.join(scratch, 'seeded.json');
	const env = { ...strapiEnvironment(folder), PORT: '1337' };
	const run = spawnSync(process.execPath, [program, 'seed', options.seed, file], {
		cwd: folder,
		env,
		encoding: 'utf8',
		timeout: 300_000,
		maxBuffer: 1 << 28,
	});
	writeFileSync(path.join(scratch, 'seed.log'), run.stdout + run.stderr);
	if (run.status !== 0 && leaveMigrations(folders, run.stderr)) return seed(folders);
	if (run.status !== 0 && replaceDatabase(folders)) return seed(folders);
	if (run.status !== 0) fail(`Strapi does not start: ${(run.stdout + run.stderr).slice(-3000)}`);
	return JSON.parse(readFileSync(file, 'utf8'));
}

/** The database that was made, where the project's configuration has it. */
function copyDatabase({ strapi, lectern }, { database }) {
	const copy = path.join(lectern, path.relative(strapi, database));
	if (!copy.startsWith(lectern + path.sep)) fail(`The database lies outside of the project: ${database}`);
	mkdirSync(path.dirname(copy), { recursive: true });
	for (const end of ['', '-wal', '-shm']) if (existsSync(database + end)) cpSync(database + end, copy + end);
}

async function startStrapi(folder, port) {
	const child = spawn(process.execPath, [program, 'serve', String(port)], {
		cwd: folder,
		env: { ...strapiEnvironment(folder), PORT: String(port) },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let said = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (said += part));
	const base = `http://127.0.0.1:${port}`;
	const end = Date.now() + 120_000;
	while ((await fetch(`${base}/_health`).catch(() => ({}))).status === undefined) {
		if (child.exitCode !== null || Date.now() > end) fail(`Strapi does not start: ${said.slice(-3000)}`);
		await sleep(300);
	}
	const stop = () => {
		child.kill('SIGKILL');
		appendFileSync(path.join(scratch, 'strapi.log'), said);
	};
	return { base, stop, hasEnded: () => child.exitCode !== null };
}

async function startLectern(folder) {
	const port = await sparePort();
	const env = { ...environment, PORT: String(port), LECTERN_CODE_TIME: '120000' }; // Both share the machine.
	const server = await startServer({ folder, ownsFolder: false, port, env, patience: 120_000 }).catch(error => fail(error.message));
	const stop = async () => {
		await server.stop().catch(error => console.log(error.message.slice(0, 2000)));
		writeFileSync(path.join(scratch, 'lectern.log'), server.stdout + server.stderr);
	};
	return { base: server.base, stop };
}

function authorizationOf(caller, { users, tokens }) {
	const token = caller === 'user' ? users[0]?.jwt : tokens[caller];
	return token ? { Authorization: `Bearer ${token}` } : {};
}

const afterDifference = '(after a change that differed) ';

/** Sends all requests to both, and tells what differs. `again` starts Strapi once more where the
 * project's code has ended it. Gives {equal, total, refused, statuses}. */
async function compareAll([strapi, lectern], requests, seeded, again) {
	const counts = { equal: 0, total: 0, refused: 0, statuses: {} };
	let diverged = '';
	const made = new Set();
	for (const { method, path, caller, body } of requests.all(Number(options.requests))) {
		const line = `${method} ${path} ${caller}${body ? ` ${JSON.stringify(body)}` : ''}`;
		const isQuery = method === 'GET' || body?.query?.startsWith('query');
		if (isQuery && made.has(line)) continue;
		made.add(line);
		const ask = client => client.request(method, path, { headers: authorizationOf(caller, seeded), body: body ?? null });
		const failed = error => ({ status: 0, text: error.message });
		const [a, b] = await Promise.all([ask(strapi).catch(failed), ask(lectern).catch(failed)]);
		if (a.status === 0 && (await again())) {
			console.log(`Strapi ended at or before ${line.slice(0, 200)}`);
			diverged = afterDifference;
			continue;
		}
		counts.total++;
		counts.statuses[a.status] = (counts.statuses[a.status] ?? 0) + 1;
		let found = compareAnswers(a, b);
		if (found && isQuery && compareAnswers(a, await ask(strapi).catch(failed))) found = null; // Strapi says something else each time.
		if (!found) counts.equal++;
		else {
			const refused = isRefusal(a, b);
			counts.refused += refused;
			console.log(`${refused ? 'refused ' : diverged}${line.slice(0, 700)}\n    ${found}`);
			if (!isQuery) diverged = afterDifference;
		}
	}
	return counts;
}

if (!options.project || !options.strapi)
	fail('usage: run.mjs --project FOLDER --strapi FOLDER_WITH_NODE_MODULES [--seed N] [--requests N]');
rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const { project, strapi: strapiFolder, modules } = options;
const folders = copyProject(path.resolve(project), { strapi: strapiFolder, modules, scratch, say: text => console.log(text) });
const seeded = seed(folders);
copyDatabase(folders, seeded);
const lectern = await startLectern(folders.lectern);
const port = await sparePort();
let strapi = await startStrapi(folders.strapi, port);
const again = async () => {
	await sleep(300);
	if (!strapi.hasEnded()) return false;
	strapi.stop();
	strapi = await startStrapi(folders.strapi, port);
	return true;
};
const clients = [new Client(strapi.base), new Client(lectern.base)];
const requests = new Requests(chance, seeded, folders.lectern);
const { equal, total, refused, statuses } = await compareAll(clients, requests, seeded, again);
for (const client of clients) client.close();
strapi.stop();
await lectern.stop();
if (!options.scratch) rmSync(scratch, { recursive: true, force: true });
const told = Object.entries(statuses).map(([status, count]) => `${count} of ${status}`);
console.log(`${equal}/${total} equal${refused ? `, ${refused} that Strapi answers with 500 are refused` : ''} (${told.join(', ')})`);
