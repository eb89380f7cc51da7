// Sends the texts of a file to Strapi and to lectern, on the reference project with code of tests/projects over it. It tells what
// differs, and writes Strapi's answers as tests/code_recorded_test.mjs reads them. See README.md.
// usage: record.mjs --strapi FOLDER --projects NAME,NAME --texts FILE.json [--into FILE.jsonl[.br]] [--headers NAME,NAME] [--log FOLDER]
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { signIn } from '../lib/admins.mjs';
import { sleep } from '../lib/expect.mjs';
import { Client } from '../lib/http.mjs';
import { callers, comparable, makeRecorded, requestOf } from '../lib/recorded.mjs';
import { sparePort, startServer } from '../lib/server.mjs';

const { values: options } = parseArgs({
	options: {
		strapi: { type: 'string' },
		projects: { type: 'string' },
		texts: { type: 'string' },
		into: { type: 'string' },
		headers: { type: 'string', default: '' },
		log: { type: 'string' },
		modules: { type: 'boolean', default: false },
	},
});
/** Told where they differ, recorded only where --headers names them. */
const telling = ['content-type', 'location', 'set-cookie', 'allow', 'cache-control', 'content-disposition', 'x-lab', 'vary'];
const recorded = options.headers.split(',').filter(Boolean);
const program = "require('@strapi/strapi')({ appDir: process.cwd(), distDir: process.cwd() }).start()";
const environment = { ...process.env, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true', TZ: 'UTC' };

async function startStrapi(folder, port) {
	const env = { ...environment, PORT: String(port), NODE_PATH: path.join(folder, 'node_modules') };
	const child = spawn(process.execPath, ['-e', program], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
	const server = { base: `http://127.0.0.1:${port}`, said: '', stop: () => child.kill('SIGKILL') };
	for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (server.said += part));
	const end = Date.now() + 120_000;
	while ((await fetch(`${server.base}/_health`).catch(() => ({}))).status === undefined) {
		if (child.exitCode !== null || Date.now() > end) throw new Error(`Strapi does not start: ${server.said.slice(-3000)}`);
		await sleep(300);
	}
	return server;
}

/** The answers of one server to all texts, in order. */
async function answersOf({ base }, texts) {
	callers.admin = await signIn(new Client(base)).catch(() => undefined);
	const answers = [];
	for (const text of texts) {
		const [where, request] = requestOf(text);
		const signal = AbortSignal.timeout(60_000);
		const response = await fetch(base + where, { ...request, signal }).catch(error => ({ status: 0, text: async () => String(error) }));
		answers.push({ status: response.status, answer: await response.text(), headers: response.headers ?? new Headers() });
	}
	return answers;
}

function differences(strapi, lectern) {
	if (strapi.status !== lectern.status) return ['status'];
	const same = strapi.status === 405 || JSON.stringify(comparable(strapi.answer)) === JSON.stringify(comparable(lectern.answer));
	const others = telling.filter(name => strapi.headers.get(name) !== lectern.headers.get(name));
	return [...(same ? [] : ['body']), ...others];
}

const texts = JSON.parse(readFileSync(options.texts, 'utf8'));
const names = options.projects.split(',');
const folder = makeRecorded(...names);
const copy = `${folder}-strapi`;
cpSync(folder, copy, { recursive: true });
mkdirSync(path.join(copy, 'build'), { recursive: true });
mkdirSync(path.join(copy, 'public/uploads'), { recursive: true });
for (const name of ['plugins', 'middlewares']) // Strapi reads them as JavaScript only
	if (!existsSync(path.join(copy, `config/${name}.js`)) && existsSync(path.join(copy, `config/${name}.json`)))
		writeFileSync(path.join(copy, `config/${name}.js`), `module.exports = require('./${name}.json');\n`);
writeFileSync(path.join(copy, 'build/index.html'), '<html></html>\n');
symlinkSync(path.join(path.resolve(options.strapi), 'node_modules'), path.join(copy, 'node_modules'));
cpSync(path.join(options.strapi, 'package.json'), path.join(copy, 'package.json'));

const strapi = await startStrapi(copy, await sparePort());
const expected = await answersOf(strapi, texts);
await sleep(300);
strapi.stop();
if (options.modules) symlinkSync(path.join(path.resolve(options.strapi), 'node_modules'), path.join(folder, 'node_modules'));
const lectern = await startServer({ folder, env: { NODE_ENV: 'production', TZ: 'UTC' } });
const given = await answersOf(lectern, texts);
await lectern.stop().catch(error => console.log(error.message));
if (options.log) {
	mkdirSync(options.log, { recursive: true });
	writeFileSync(path.join(options.log, 'strapi.log'), strapi.said);
	writeFileSync(path.join(options.log, 'lectern.log'), lectern.stdout + lectern.stderr);
}
rmSync(copy, { recursive: true });

let equal = 0;
texts.forEach((text, i) => {
	const found = differences(expected[i], given[i]);
	if (!found.some(name => name === 'status' || name === 'body')) equal++;
	if (!found.length) return;
	console.log(`${text.replace(/\s+/g, ' ').slice(0, 300)}\n    differs: ${found.join(', ')}`);
	for (const [who, { status, answer, headers }] of [
		['strapi ', expected[i]],
		['lectern', given[i]],
	]) {
		const shown = found.filter(name => telling.includes(name)).map(name => `${name}: ${headers.get(name)}`);
		console.log(`    ${who} ${status} ${answer.slice(0, 600)} ${shown.join('; ')}`);
	}
});
console.log(`${equal}/${texts.length} equal`);
if (options.into) {
	const line = (text, { status, answer, headers }) => {
		const seen = headers.get('x-lab') ?? undefined;
		const kept = recorded.length ? Object.fromEntries(recorded.map(name => [name, headers.get(name)])) : undefined;
		return JSON.stringify({ text, status, answer, seen, headers: kept });
	};
	const lines = texts.map((text, i) => `${line(text, expected[i])}\n`).join('');
	writeFileSync(options.into, options.into.endsWith('.br') ? brotliCompressSync(lines) : lines);
}
