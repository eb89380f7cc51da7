// Bundles the console's script and style, which need nothing from elsewhere, compresses them, and writes them as a C file.
// usage: node build.mjs OUTPUT.c
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2];

// The bundle depends on these files alone. It is kept in bundle/DIGEST, so that a build needs npm and its registry only once.
const digest = createHash('sha256');
for (const name of ['main.jsx', 'package-lock.json', 'build.mjs']) digest.update(readFileSync(join(here, name)));
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
		entryPoints: ['main.jsx'],
		bundle: true,
		minify: true,
		// GraphiQL titles its icons by the names of functions.
		keepNames: true,
		write: false,
		outdir: 'out',
		target: 'es2020',
		format: 'iife',
		jsx: 'automatic',
		legalComments: 'none',
		define: { 'process.env.NODE_ENV': '"production"' },
		loader: { '.woff2': 'dataurl', '.woff': 'dataurl', '.ttf': 'dataurl', '.svg': 'dataurl' },
	});
	const making = `${kept}.${process.pid}`;
	mkdirSync(making, { recursive: true });
	for (const file of bundle.outputFiles) writeFileSync(join(making, `bundle${extname(file.path)}`), file.text);
	// A build beside this one may have been faster.
	try {
		renameSync(making, kept);
	} catch {
		rmSync(making, { recursive: true });
	}
}

if (!existsSync(kept)) await makeBundle();
const text = extension => readFileSync(join(kept, `bundle${extension}`), 'utf8');

const bytes = packed => {
	let lines = '';
	for (let at = 0; at < packed.length; at += 32) lines += `\t${[...packed.subarray(at, at + 32)].join(',')},\n`;
	return lines;
};

// Names carry what is in the file, so that browsers may keep it for ever.
const asset = (name, type, content) => {
	const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
	const packed = gzipSync(content, { level: 9 });
	console.log(`${name}: ${content.length} bytes, ${packed.length} compressed`);
	const [stem, extension] = name.split('.');
	return `static const unsigned char ${stem}_bytes[] = {
${bytes(packed)}};
const struct console_asset console_${stem} = {"${stem}-${digest}.${extension}", "${type}", ${stem}_bytes, sizeof ${stem}_bytes};
`;
};

writeFileSync(
	output,
	`/* Made by web/console/build.mjs. */
#include "console/assets.h"

${asset('script.js', 'text/javascript; charset=utf-8', text('.js'))}
${asset('style.css', 'text/css; charset=utf-8', text('.css'))}`,
);
