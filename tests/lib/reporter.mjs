// A reporter for node --test: failures with their reasons (the first 25 of a file), a line for each file with the seconds that it
// took, and the count at the end.
import path from 'node:path';

export default async function* reporter(source) {
	const files = new Map();
	const times = new Map(); // milliseconds
	for await (const event of source) {
		if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
		const { name, details, file, nesting, skip } = event.data;
		const key = file ? path.basename(file) : 'tests';
		// A suite, or the file itself, fails with its parts: only the parts count.
		const inner = details?.error?.failureType === 'subtestsFailed';
		const own = file && (name === file || path.resolve(name) === file);
		// The parts of a file run one after the other.
		if (nesting === 0 && !own) times.set(key, (times.get(key) ?? 0) + (details?.duration_ms ?? 0));
		if (inner || (event.type === 'test:pass' && (own || details?.type === 'suite'))) continue;
		const tally = files.get(key) ?? { passed: 0, failed: 0, skipped: 0 };
		files.set(key, tally);
		if (skip !== undefined && skip !== false) {
			tally.skipped++;
			yield `skipped: ${key}: ${name}${typeof skip === 'string' ? ` (${skip})` : ''}\n`;
		} else if (event.type === 'test:pass') {
			if (!(nesting === 0 && details?.type === 'file')) tally.passed++;
		} else {
			tally.failed++;
			const error = details?.error?.cause ?? details?.error;
			if (tally.failed > 25) continue;
			yield `FAILED ${key}: ${name}\n${String(error?.message ?? error).replace(/^/gm, '    ')}\n`;
			if (error?.stack && !/AssertionError|ERR_ASSERTION/.test(`${error.name} ${error.code}`))
				yield `${String(error.stack).split('\n').slice(1, 5).join('\n')}\n`;
		}
	}
	let passed = 0;
	let failed = 0;
	for (const [key, tally] of files) {
		passed += tally.passed;
		failed += tally.failed;
		const seconds = Math.round((times.get(key) ?? 0) / 1000);
		yield `${key.padEnd(28)} ${String(tally.passed).padStart(5)} passed, ${tally.failed} failed, ${seconds} s\n`;
	}
	yield `whole-server tests: ${passed} passed, ${failed} failed\n`;
}
