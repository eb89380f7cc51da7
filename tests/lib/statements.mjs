// How many SQL statements a request runs, told by servers that were started with LECTERN_COUNT_STATEMENTS=1.
import assert from 'node:assert/strict';

/**
 * The fewest of several askings: what the server had to remember first, or was made to forget by a write of its own (when a
 * token was last used), is not counted.
 */
export async function fewestStatements(ask, askings = 3) {
	const counts = [];
	for (let i = 0; i < askings; i++) {
		const { status, headers, json, text } = await ask();
		assert.equal(status, 200, text);
		assert.equal(json.errors, undefined, text);
		assert.match(headers['x-lectern-statements'] ?? '', /^\d+$/, 'no X-Lectern-Statements header');
		counts.push(Number(headers['x-lectern-statements']));
	}
	return Math.min(...counts);
}
