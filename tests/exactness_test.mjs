// Remembered answers are exact: writers and readers on two servers, with writes beside them, servers that are killed, and connections
// that are cut. tests/load/exactness.mjs does the same for a million reads.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sanitized } from './lib/expect.mjs';
import { checkExactness } from './load/exactness.mjs';
import { Register } from './load/history.mjs';

describe('the judge of reads', () => {
	const register = new Register('a name', version => `${version}`);
	for (const [place, start, end] of [
		[0, 10, 20],
		[1, 30, 40],
		[0, 50, undefined],
	])
		register.begin(place, start).end = end;
	const judge = (shown, place, sent, exact = false) => register.judge({ shown, place, sent, answered: sent + 5, exact });

	it('takes what was the last answered write', () => assert.deepEqual(judge('2', 0, 45), { wrong: null, age: 0 }));
	it('takes a write that is under way, or was never answered', () => {
		assert.deepEqual(judge('2', 0, 32), { wrong: null, age: 0 });
		assert.deepEqual(judge('3', 1, 60), { wrong: null, age: 0 });
		assert.deepEqual(judge('2', 1, 60), { wrong: null, age: 0 });
	});
	it('takes what is old on the other server, and says how old', () => assert.deepEqual(judge('1', 0, 45), { wrong: null, age: 5 }));
	it('refuses that where reads are exact, and on the server that answered the write', () => {
		assert.match(judge('1', 0, 45, true).wrong, /5\.0 ms after server 1/);
		assert.match(judge('1', 1, 45).wrong, /5\.0 ms after server 1/);
		assert.match(judge('0', 0, 25).wrong, /a name shows 0/);
	});
	it('refuses what was never written, or not yet', () => {
		assert.match(judge('7', 0, 45).wrong, /never written/);
		assert.match(judge('3', 0, 40).wrong, /never written/);
	});
});

describe('reads beside writes on two servers', { skip: sanitized }, () => {
	for (const [name, options] of [
		['SQLite, where servers are killed', { database: 'sqlite', faults: true }],
		['PostgreSQL, where connections are cut and servers are killed', { database: 'postgres', faults: true }],
		['PostgreSQL, where all servers are exact', { database: 'postgres', exact: true }],
	])
		it(`are never older than they may be: ${name}`, async () => {
			const figures = await checkExactness({ ...options, reads: 3000, readers: 16, pause: 300 });
			assert.deepEqual(figures.wrong, []);
			assert.ok(figures.reads >= 3000 && figures.writes > 50 && figures.remembered > 0, JSON.stringify(figures));
			if (options.faults) assert.ok(figures.kills > 0, JSON.stringify(figures));
		});
});
