// A short mixed load; `make soak` is the long one.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sanitized } from './lib/expect.mjs';
import { startServer } from './lib/server.mjs';
import { soak } from './load/soak.mjs';

it('64 connections with all kinds of reads: no error, the same answers, no growth of memory', async () => {
	const server = await startServer();
	const { asked, wrong, early, late, highest } = await soak(server, { seconds: 8 });
	await server.stop();
	assert.deepEqual(wrong, []);
	assert.ok(asked > 200, `only ${asked} requests`);
	if (sanitized) return;
	assert.ok(late - early < 4096, `memory grew from ${early} to ${late} KiB`);
	assert.ok(highest < 30 * 1024, `${highest} KiB at its highest`);
});
