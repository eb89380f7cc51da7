// What every refusal must look like.
import assert from 'node:assert/strict';

/** The error envelope: data null, error with status, name, message and details; `message` is a pattern it must match. */
export function assertError(answer, status, name, message) {
	assert.equal(answer.status, status, `status ${answer.status}: ${answer.text ?? answer.body}`);
	assert.deepEqual(Object.keys(answer.json ?? {}).sort(), ['data', 'error'], answer.text ?? answer.body);
	assert.equal(answer.json.data, null);
	// As in Strapi, what was not expected has no details.
	const members = status === 500 ? ['message', 'name', 'status'] : ['details', 'message', 'name', 'status'];
	assert.deepEqual(Object.keys(answer.json.error).sort(), members);
	assert.equal(answer.json.error.status, status);
	if (name) assert.equal(answer.json.error.name, name);
	assert.ok(answer.json.error.message.length > 0);
	if (message) assert.match(answer.json.error.message, message);
	assert.match(answer.headers['content-type'], /^application\/json/);
}

export const sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Waits until `condition` holds. */
export async function until(condition, what, milliseconds = 10_000) {
	for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(50)) if (await condition()) return;
	assert.fail(`${what} did not happen in ${milliseconds} ms`);
}

/** Bounds on time and memory don't hold under sanitizers. */
export const sanitized = process.env.LECTERN_SANITIZED === 'yes';
