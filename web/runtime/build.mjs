// Bundles what runs in the Node process beside lectern, compresses it, and writes it as a C file.
// usage: node build.mjs OUTPUT.c [DEPENDENCIES]    the second file tells ninja which files the first is made of
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2];
const folders = ['', 'internal', 'load', 'strapi', 'graphql'].filter(folder => existsSync(join(here, folder)));
const names = folders
	.flatMap(folder => readdirSync(join(here, folder)).map(name => join(folder, name)))
	.filter(name => name.endsWith('.mjs') && !name.endsWith('_test.mjs'));

// The bundle depends on these files alone. It is kept in bundle/DIGEST, so that a build needs npm and its registry only once.
const digest = createHash('sha256');
for (const name of [...names.sort(), 'build.mjs', 'package-lock.json']) digest.update(`${name}\n`).update(readFileSync(join(here, name)));
const kept = join(here, 'bundle', digest.digest('hex').slice(0, 16));

/** Packages that are compiled when they are first required: most projects need few of them. By the names that the sources require. */
const parts = [
	['graphql', 'graphql/jsutils/inspect.js'],
	['grant'],
	['koa-body'],
	['koa-session'],
	[
		'knex/lib/index.js',
		'knex/lib/dialects/postgres/index.js',
		'knex/lib/dialects/better-sqlite3/index.js',
		'knex/lib/knex-builder/make-knex.js',
	],
	['node-schedule'],
	['sucrase'],
	['@strapi/utils'],
];
// Encodings of East Asia that strapi::body could be told to read bodies in: large tables.
const tables = ['./tables/*.json'];
// Drivers of databases, which knex would load for connections of its own.
const drivers = ['better-sqlite3', 'sqlite3', 'mysql', 'mysql2', 'pg', 'pg-native', 'pg-query-stream', 'oracledb', 'tedious'];

/** The text of one bundle, of ASCII alone. */
async function bundleOf(build, options, external) {
	const { outputFiles } = await build({
		absWorkingDir: here,
		...options,
		external,
		bundle: true,
		minify: true,
		keepNames: true,
		write: false,
		platform: 'node',
		target: 'node18',
		format: 'cjs',
		legalComments: 'none',
	});
	// esbuild leaves letters in regular expressions. Node reads the file as one byte a character: half the memory, and faster.
	return outputFiles[0].text.replace(/[^\0-\x7f]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The first line tells where the others begin: [[names, length], …], those of the main part first. spawn.c reads it. */
async function makeTexts(build) {
	const texts = [[[], await bundleOf(build, { entryPoints: ['main.mjs'] }, [...drivers, ...parts.flat()])]];
	for (const names of parts) {
		const members = names.map(name => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`);
		const stdin = { contents: `module.exports = { ${members} };`, resolveDir: here, loader: 'js' };
		texts.push([names, await bundleOf(build, { stdin }, [...drivers, ...tables])]);
	}
	return `${JSON.stringify(texts.map(([names, text]) => [names, text.length]))}\n${texts.map(([, text]) => text).join('')}`;
}

async function makeBundle() {
	// npm notes what it installed; a newer lock file means that it is to be done again.
	const installed = join(here, 'node_modules', '.package-lock.json');
	const lock = join(here, 'package-lock.json');
	if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
		const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: here, stdio: 'inherit' });
		if (npm.status !== 0) process.exit(1);
	}
	const { build } = await import('esbuild');
	const making = `${kept}.${process.pid}`;
	mkdirSync(making, { recursive: true });
	writeFileSync(join(making, 'runtime.js'), await makeTexts(build));
	// A build beside this one may have been faster.
	try {
		renameSync(making, kept);
	} catch {
		rmSync(making, { recursive: true });
	}
}

if (!existsSync(kept)) await makeBundle();
const text = readFileSync(join(kept, 'runtime.js'));
let lines = '';
for (let at = 0; at < text.length; at += 32) lines += `\t${[...text.subarray(at, at + 32)].join(',')},\n`;
console.log(`runtime: ${text.length} bytes`);
writeFileSync(
	output,
	`/* Made by web/runtime/build.mjs. */
#include "host/process/bundle.h"

const unsigned char bundle_bytes[] = {
${lines}};
const size_t bundle_length = sizeof bundle_bytes;
`,
);

if (process.argv[3]) {
	const inputs = [...folders, ...names, 'package-lock.json'].map(name => join(here, name));
	writeFileSync(process.argv[3], `${output}: ${inputs.join(' ')}\n`);
}
