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
for (const name of [...names.sort(), 'package-lock.json']) digest.update(`${name}\n`).update(readFileSync(join(here, name)));
const kept = join(here, 'bundle', digest.digest('hex').slice(0, 16));

async function makeBundle() {
	// npm notes what it installed; a newer lock file means that it is to be done again.
	const installed = join(here, 'node_modules', '.package-lock.json');
	const lock = join(here, 'package-lock.json');
	if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
		const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: here, stdio: 'inherit' });
		if (npm.status !== 0) process.exit(1);
	}
	const { build } = await import('esbuild');
	const bundle = await build({
		absWorkingDir: here,
		entryPoints: ['main.mjs'],
		bundle: true,
		minify: true,
		keepNames: true,
		write: false,
		platform: 'node',
		target: 'node18',
		format: 'cjs',
		legalComments: 'none',
		// Drivers of databases, which knex would load for connections of its own.
		external: ['better-sqlite3', 'sqlite3', 'mysql', 'mysql2', 'pg', 'pg-native', 'pg-query-stream', 'oracledb', 'tedious'],
	});
	const making = `${kept}.${process.pid}`;
	mkdirSync(making, { recursive: true });
	// esbuild leaves letters in regular expressions. Node reads the file as one byte a character: half the memory, and faster.
	const text = bundle.outputFiles[0].text.replace(/[^\0-\x7f]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
	writeFileSync(join(making, 'runtime.js'), text);
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
