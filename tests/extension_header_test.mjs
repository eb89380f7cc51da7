// include/lectern.h alone: what compiles it, and that it declares what the server exports.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { root } from './lib/data.mjs';
import { binary } from './lib/server.mjs';

describe('lectern.h', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'lectern-test-'));
	after(() => rmSync(folder, { recursive: true, force: true }));
	const has = compiler => spawnSync(compiler, ['--version']).status === 0;
	const warnings = ['-Wall', '-Wextra', '-Wpedantic', '-Wshadow', '-Wconversion', '-Wmissing-declarations', '-Werror'];
	const inC = ['-Wstrict-prototypes', '-Wmissing-prototypes'];
	const languages = [
		['c', 'c99', inC],
		['c', 'c11', inC],
		['c', 'c17', inC],
		['c', 'c2x', inC],
		['c++', 'c++17', []],
		['c++', 'c++20', []],
	];
	for (const compiler of ['gcc', 'clang'])
		for (const [language, standard, more] of languages)
			it(`compiles alone as ${standard} with all warnings of ${compiler}`, { skip: !has(compiler) }, () => {
				const file = path.join(folder, 'alone.txt');
				writeFileSync(file, '#include <lectern.h>\nbool lectern_register(lectern_app *app)\n{\n\treturn app != 0;\n}\n');
				const { status, stderr } = spawnSync(
					compiler,
					['-x', language, `-std=${standard}`, ...warnings, ...more, `-I${root}/include`, '-c', file, '-o', '/dev/null'],
					{ encoding: 'utf8' },
				);
				assert.equal(status, 0, stderr);
			});

	it('declares what the server exports, and the server exports nothing else of its own', () => {
		const header = readFileSync(path.join(root, 'include/lectern.h'), 'utf8');
		const declared = [
			...header
				.replace(/\/\*[\s\S]*?\*\//g, '')
				.replace(/typedef .*?;/g, '')
				.matchAll(/\b(lectern_\w+)\(/g),
		].map(match => match[1]);
		const exported = spawnSync('nm', ['-D', '--defined-only', binary], { encoding: 'utf8' })
			.stdout.split('\n')
			.map(line => line.split(' ')[2])
			.filter(name => name?.startsWith('lectern_'));
		assert.ok(exported.length > 80);
		assert.deepEqual([...new Set(declared)].filter(name => name !== 'lectern_register').sort(), exported.sort());
		// And each is called by a test or an example.
		const files = [
			...readdirSync(path.join(root, 'tests'))
				.filter(name => name.startsWith('extension_'))
				.map(name => `tests/${name}`),
			...readdirSync(path.join(root, 'examples/extensions')).map(name => `examples/extensions/${name}/${name}.c`),
		];
		const calls = files.map(file => readFileSync(path.join(root, file), 'utf8')).join();
		assert.deepEqual(
			exported.filter(name => !calls.includes(`${name}(`)),
			[],
		);
	});
});
