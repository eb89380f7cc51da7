// Extensions for the whole-server tests: built with cc into a project's folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './data.mjs';
import { binary, makeProject, startServer, useServer } from './server.mjs';

const flags = ['-std=c17', '-Wall', '-Wextra', '-Wpedantic', '-Wshadow', '-Werror', '-shared', '-fPIC', `-I${path.join(root, 'include')}`];
// What runs in a server that is watched is watched, too.
const symbols = spawnSync('nm', ['-D', binary], { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout ?? '';
const sanitizer = ['thread', 'address']
	.filter(name => symbols.includes({ thread: '__tsan_init', address: '__asan_init' }[name]))
	.map(name => `-fsanitize=${name}`);

/** Builds C text, or the file of that name, as the extension `name` of the project. */
export function buildExtension(folder, name, source, more = []) {
	mkdirSync(path.join(folder, 'extensions'), { recursive: true });
	const given = source.includes('\n') ? path.join(folder, `${name}.c`) : source;
	if (given !== source) writeFileSync(given, source);
	const { status, stderr } = spawnSync(
		process.env.CC ?? 'cc',
		[...flags, ...sanitizer, ...more, '-o', path.join(folder, 'extensions', `${name}.so`), given],
		{ encoding: 'utf8' },
	);
	if (status !== 0) throw new Error(`${name} can't be built:\n${stderr}`);
}

export const exampleFile = name => path.join(root, 'examples/extensions', name, `${name}.c`);

/** A fresh project with examples, or {name: C text}, built into it. */
export function makeExtendedProject(extensions, config = {}) {
	const folder = makeProject(config);
	const sources = Array.isArray(extensions) ? Object.fromEntries(extensions.map(name => [name, exampleFile(name)])) : extensions;
	for (const [name, source] of Object.entries(sources)) buildExtension(folder, name, source);
	return folder;
}

const serverOptions = (extensions, { config = {}, ...options }) => ({
	folder: makeExtendedProject(extensions, config),
	ownsFolder: true,
	...options,
});

/** A server with them, which takes its folder away when it stops. */
export const startExtended = (extensions, options = {}) => startServer(serverOptions(extensions, options));

/** As useServer, with extensions; `options` may be a function that gives them. */
export const useExtended = (take, extensions, options = {}) =>
	useServer(take, () => serverOptions(extensions, typeof options === 'function' ? options() : options));
