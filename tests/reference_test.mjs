// Every request that Strapi's answer was recorded of, on a fresh copy of its project and data; those that write in their order.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareCase, encodePath, Saved } from './lib/cases.mjs';
import { readCases } from './lib/data.mjs';
import { useServer } from './lib/server.mjs';

/* As Strapi was set when it answered these: else most of them would be too many. */
const unlimited = { config: { plugins: { 'users-permissions': { config: { ratelimit: { max: 100_000 } } } } } };

const recordings = [
	['reads', 471],
	['generated', 696],
	['writes', 381],
	['random-writes', 615],
	['specification', 35],
	['auth', 62],
];
for (const [name, count, options] of [...recordings, ['accounts', 683, unlimited]]) {
	describe(`Strapi's answers: ${name}`, () => {
		const saved = new Saved();
		let client;
		useServer(started => ({ client } = started), options);

		const cases = readCases(name);
		it('are all there', () => assert.equal(cases.length, count));
		for (const recorded of cases) {
			it(`${recorded.id} ${recorded.method} ${recorded.path}`, async () => {
				const { method, path, headers, body } = saved.fill(recorded);
				const answer = await client.request(method, encodePath(path), { headers, body });
				saved.take(recorded, answer);
				const wrong = compareCase(recorded, answer);
				if (wrong.length) assert.fail(wrong.join('\n'));
			});
		}
	});
}
