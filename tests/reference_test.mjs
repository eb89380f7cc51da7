// Every recorded request of the reference, on a fresh copy of its project and data; those that write in their order.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareCase, encodePath } from './lib/cases.mjs';
import { readCases } from './lib/data.mjs';
import { useServer } from './lib/server.mjs';

for (const [name, count] of [['reads', 471], ['generated', 696], ['writes', 381], ['random-writes', 615], ['specification', 35]]) {
	describe(`the reference's ${name}`, () => {
		let client;
		useServer((started) => ({ client } = started));

		const cases = readCases(name);
		it('are all there', () => assert.equal(cases.length, count));
		for (const recorded of cases) {
			it(`${recorded.id} ${recorded.method} ${recorded.path}`, async () => {
				const { method, path, headers, body } = recorded;
				const answer = await client.request(method, encodePath(path), { headers: headers ?? {}, body: body ?? null });
				const wrong = compareCase(recorded, answer);
				if (wrong.length) assert.fail(wrong.join('\n'));
			});
		}
	});
}
