// Writes tables of what npm packages know, which Strapi goes by, as C files: `types`, the media types of mime-types and the
// extensions of file names; `letters`, how @sindresorhus/slugify writes letters in ASCII.
// usage: node build.mjs types|letters OUTPUT.c
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [, , wanted, output] = process.argv;

// The tables depend on these files alone. They are kept in bundle/DIGEST, so that a build needs npm and its registry only once.
const digest = createHash('sha256');
for (const name of ['package-lock.json', 'build.mjs']) digest.update(readFileSync(join(here, name)));
const kept = join(here, 'bundle', digest.digest('hex').slice(0, 16));

const byName = (a, b) => (a[0] < b[0] ? -1 : 1);

function typesTable(types, row) {
	const extensions = Object.entries(types.types).sort(byName);
	const first = Object.entries(types.extensions).sort(byName);
	return `/* Made by web/file-tables/build.mjs. */
#include "base/media_types_table.h"

const struct media_type_of_extension media_types_by_extension[] = {
${extensions.map(([extension, type]) => row([extension, type, types.contentType(type)])).join('')}};
const size_t media_types_extension_count = ${extensions.length};

const struct media_type_extension media_types_by_type[] = {
${first.map(([type, list]) => row([type, list[0]])).join('')}};
const size_t media_types_type_count = ${first.length};
`;
}

// All its replacements are of single letters, but for two marks of Arabic with a mark of direction behind them.
function lettersTable(require, row) {
	const transliterate = require('@sindresorhus/transliterate');
	const customReplacements = require('@sindresorhus/slugify/overridable-replacements');
	const letters = [];
	for (let code = 1; code < 0x30000; code++) {
		const letter = String.fromCodePoint(code);
		if ((code < 0xd800 || code >= 0xe000) && letter !== '\n' && letter.normalize() === letter) letters.push(letter);
	}
	// All at once: it goes through its replacements for each text. Line ends keep the letters apart.
	const written = transliterate(letters.join('\n'), { customReplacements }).split('\n');
	if (written.length !== letters.length) throw new Error('a replacement has a line end');
	let rows = '';
	let count = 0;
	letters.forEach((letter, i) => {
		if (written[i] === letter) return;
		rows += row([letter.codePointAt(0), written[i]]);
		count++;
	});
	return `/* Made by web/file-tables/build.mjs. */
#include "media/letters_table.h"

const struct letter letters[] = {
${rows}};
const size_t letter_count = ${count};
`;
}

// Both tables may be made at the same time, and other builds beside this one: each installs the packages in a folder of its own.
function makeTables() {
	const work = `${kept}.${process.pid}`;
	const tables = join(work, 'tables');
	mkdirSync(tables, { recursive: true });
	for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(here, name), join(work, name));
	const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: work, stdio: 'inherit' });
	if (npm.status !== 0) {
		rmSync(work, { recursive: true });
		process.exit(1);
	}
	const require = createRequire(join(work, 'package.json'));
	const row = values => `\t{${values.map(value => (typeof value === 'number' ? value : JSON.stringify(value))).join(', ')}},\n`;
	const texts = { types: typesTable(require('mime-types'), row), letters: lettersTable(require, row) };
	for (const [name, text] of Object.entries(texts)) writeFileSync(join(tables, `${name}.c`), text);
	// Another build may have been faster.
	try {
		renameSync(tables, kept);
	} catch {
		if (!existsSync(kept)) throw new Error(`${kept} can't be made`);
	}
	rmSync(work, { recursive: true });
}

if (!existsSync(kept)) makeTables();
writeFileSync(output, readFileSync(join(kept, `${wanted}.c`)));
