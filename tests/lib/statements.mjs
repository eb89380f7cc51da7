// How many SQL statements a request runs, told by servers that were started with LECTERN_COUNT_STATEMENTS=1.
import assert from 'node:assert/strict';

/**
 * The fewest of many askings: what the server had to remember first, or was made to forget by a write of its own (when a
 * token was last used), is not counted. That write may come at any time, on a busy machine also amid the askings.
 */
export async function fewestStatements(ask, askings = 12) {
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
