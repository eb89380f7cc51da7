// A short mixed load; `make soak` is the long one.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sanitized } from './lib/expect.mjs';
import { startServer } from './lib/server.mjs';
import { soak } from './load/soak.mjs';

for (const [remembered, bytes, most] of [
	['no answers remembered', '0', 30],
	['answers remembered', String(32 << 20), 64],
])
	it(`64 connections with all kinds of reads, ${remembered}: no error, the same answers, memory within bounds`, async () => {
		const server = await startServer({ env: { LECTERN_CACHE: bytes } });
		const { asked, wrong, early, late, highest } = await soak(server, { seconds: 6 });
		await server.stop();
		assert.deepEqual(wrong, []);
		assert.ok(asked > 200, `only ${asked} requests`);
		if (sanitized) return;
		if (bytes === '0') assert.ok(late - early < 4096, `memory grew from ${early} to ${late} KiB`);
		assert.ok(highest < most * 1024, `${highest} KiB at its highest`);
	});
