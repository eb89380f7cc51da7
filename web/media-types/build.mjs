// Writes the media types of mime-types, which Strapi and Koa go by, as a C file of two sorted tables.
// usage: node build.mjs OUTPUT.c
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2];

// The tables depend on these files alone. They are kept in bundle/DIGEST, so that a build needs npm and its registry only once.
const digest = createHash('sha256');
for (const name of ['package-lock.json', 'build.mjs']) digest.update(readFileSync(join(here, name)));
const kept = join(here, 'bundle', digest.digest('hex').slice(0, 16));

const byName = (a, b) => (a[0] < b[0] ? -1 : 1);

function makeTables() {
	// npm notes what it installed; a newer lock file means that it is to be done again.
	const installed = join(here, 'node_modules', '.package-lock.json');
	const lock = join(here, 'package-lock.json');
	if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
		const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: here, stdio: 'inherit' });
		if (npm.status !== 0) process.exit(1);
	}
	const types = createRequire(join(here, 'package.json'))('mime-types');
	const row = values => `\t{${values.map(value => JSON.stringify(value)).join(', ')}},\n`;
	const extensions = Object.entries(types.types).sort(byName);
	const first = Object.entries(types.extensions).sort(byName);
	const text = `/* Made by web/media-types/build.mjs. */
#include "base/media_types_table.h"

const struct media_type_of_extension media_types_by_extension[] = {
${extensions.map(([extension, type]) => row([extension, type, types.contentType(type)])).join('')}};
const size_t media_types_extension_count = ${extensions.length};

const struct media_type_extension media_types_by_type[] = {
${first.map(([type, list]) => row([type, list[0]])).join('')}};
const size_t media_types_type_count = ${first.length};
`;
	const making = `${kept}.${process.pid}`;
	mkdirSync(making, { recursive: true });
	writeFileSync(join(making, 'media_types.c'), text);
	// A build beside this one may have been faster.
	try {
		renameSync(making, kept);
	} catch {
		rmSync(making, { recursive: true });
	}
}

if (!existsSync(kept)) makeTables();
writeFileSync(output, readFileSync(join(kept, 'media_types.c')));
