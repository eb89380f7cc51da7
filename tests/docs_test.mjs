// Every example in README.md and docs/ is run against the example project, and its shown answer compared.
//
// An example is a ```sh block with a curl command on http://127.0.0.1:1337 or with `lectern role`, `user` or `token`,
// followed by a ```json block with the answer or a ```text block with what is printed. In JSON "…" stands for anything: as a
// value, as the first or last item of a list for more items, as a key for more keys. $TOKEN holds an API token that may do
// everything. An example without such a block after it is run, and must not fail.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from './lib/data.mjs';
import { binary, startServer } from './lib/server.mjs';

const address = 'http://127.0.0.1:1337';

/** The examples of a page: {line, command, answer (text) or null, printed (text) or null}. */
function readExamples(file) {
	const text = readFileSync(file, 'utf8');
	const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
	const examples = [];
	blocks.forEach((block, index) => {
		if (block[1] !== 'sh' || !(block[2].includes(address) || /\blectern (role|user|token) /.test(block[2]))) return;
		const next = blocks[index + 1];
		const answer = next?.[1] === 'json' ? next[2] : null;
		const printed = next?.[1] === 'text' ? next[2] : null;
		const line = text.slice(0, block.index).split('\n').length;
		examples.push({ line, command: block[2].trim(), answer, printed });
	});
	return examples;
}

/** What differs, with "…" for anything in `want`. */
function mismatch(want, got, at = '$') {
	if (want === '…') return null;
	if (Array.isArray(want) && Array.isArray(got)) {
		if (want[0] === '…')
			return got.length < want.length - 1 ? `${at}: too few items` : mismatch(want.slice(1), got.slice(1 - want.length), at);
		const open = want.at(-1) === '…';
		const items = open ? want.slice(0, -1) : want;
		if (open ? got.length < items.length : got.length !== items.length) return `${at}: ${got.length} items, not ${items.length}`;
		for (let i = 0; i < items.length; i++) {
			const found = mismatch(items[i], got[i], `${at}[${i}]`);
			if (found) return found;
		}
		return null;
	}
	if (want && got && typeof want === 'object' && typeof got === 'object') {
		for (const key of Object.keys(want)) {
			if (key === '…') continue;
			if (!(key in got)) return `${at}.${key}: missing`;
			const found = mismatch(want[key], got[key], `${at}.${key}`);
			if (found) return found;
		}
		const extra = Object.keys(got).find(key => !(key in want));
		return extra && !('…' in want) ? `${at}.${extra}: not shown` : null;
	}
	return want === got ? null : `${at}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`;
}

const run = (command, env, cwd) =>
	new Promise(resolve =>
		execFile(
			'bash',
			['-c', command],
			{ cwd, env: { ...process.env, ...env, PATH: `${path.dirname(binary)}:${process.env.PATH}` } },
			(error, stdout, stderr) => resolve({ failed: error, stdout, stderr }),
		),
	);

describe('the documentation', () => {
	let server;
	let folder;
	let token;
	before(async () => {
		folder = mkdtempSync(path.join(tmpdir(), 'lectern-test-'));
		cpSync(path.join(root, 'examples/foodadvisor'), folder, { recursive: true, filter: source => !/\/(\.tmp|\.env)$/.test(source) });
		execFileSync(path.join(root, 'examples/prepare'), [folder, binary]);
		server = await startServer({ folder });
		token = execFileSync(binary, ['token', 'create', 'of the examples', '--type', 'full-access', '--project', folder], {
			encoding: 'utf8',
		}).trim();
	});
	after(async () => {
		await server?.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	const pages = [
		'README.md',
		...readdirSync(path.join(root, 'docs'))
			.filter(name => name.endsWith('.md'))
			.map(name => `docs/${name}`),
	];
	let count = 0;
	for (const page of pages) {
		for (const { line, command, answer, printed } of readExamples(path.join(root, page))) {
			count++;
			it(`${page}:${line} ${command.split('\n').at(-1)}`, async () => {
				const { failed, stdout, stderr } = await run(
					command.replaceAll('curl ', 'curl -sS ').replaceAll(address, server.base),
					{ TOKEN: token },
					folder,
				);
				if (printed !== null) return assert.equal(stdout + stderr, printed);
				assert.equal(failed, null, stderr);
				if (answer === null) return;
				const wrong = mismatch(JSON.parse(answer), JSON.parse(stdout));
				if (wrong) assert.fail(`${wrong}\nanswered: ${stdout}`);
			});
		}
	}
	it('has examples', () => assert.ok(count > 10));

	it('links to what is there', () => {
		for (const page of pages) {
			const text = readFileSync(path.join(root, page), 'utf8');
			for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g))
				assert.doesNotThrow(() => readFileSync(path.resolve(root, path.dirname(page), target)), `${page} links to ${target}`);
		}
	});
});
