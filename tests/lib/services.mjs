// Calls of the services that a project's code uses, as Strapi answered them, beside lectern's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { dataFolder, readDatabase, root } from './data.mjs';

const program = join(dirname(resolve(root, process.env.LECTERN ?? 'build/lectern')), 'service_calls');

/** Runs `use(call)` with the reference data: `call` runs calls and gives their answers, each with the events of the
 * lifecycles of the types `heard` that came before it. `url`: of a database in PostgreSQL that has them. */
export function withServices(use, heard = [], url = null) {
	const folder = mkdtempSync(join(tmpdir(), 'lectern-services-'));
	const file = url ?? join(folder, 'data.db');
	if (!url) writeFileSync(file, readDatabase());
	const call = calls => {
		const lineOf = ({ service, rest, arguments: list }) => `${JSON.stringify({ service, rest, arguments: list })}\n`;
		const options = { input: calls.map(lineOf).join(''), maxBuffer: 1 << 30 };
		const answer = spawnSync(program, [`${dataFolder}project`, file, ...heard], options);
		assert.equal(answer.status, 0, `${answer.signal} ${answer.stderr}`);
		const lines = answer.stdout.toString().split('\n');
		const answers = [];
		let events = [];
		for (const line of lines.filter(text => /^\{"(value|error|event)":/.test(text))) {
			const read = JSON.parse(line);
			if (read.event) {
				events.push(read.event);
				continue;
			}
			answers.push(heard.length ? { ...read, events } : read);
			events = [];
		}
		return answers;
	};
	try {
		use(call, file);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** SQL, and the names that tables have in it, are no part of what a message says. */
const plainMessage = ({ name, message }) => `${name}: ${/\bt\d+\.|select|insert|update `|delete /.test(message) ? '' : message}`;

/** What of an answer has to be the same. */
export const essence = ({ value, error }) => (error ? { error: plainMessage(error) } : { value });

/** As the recordings of changes have it: "NOW" for times of the recording, "HASH" for those of passwords. */
export function timeless(value, since) {
	if (typeof value === 'string') {
		if (/^\d{4}-\d\d-\d\dT.*Z$/.test(value) && Date.parse(value) >= since) return 'NOW';
		return /^\$2.{58}$/.test(value) ? 'HASH' : value;
	}
	if (Array.isArray(value)) return value.map(item => timeless(item, since));
	if (value === null || typeof value !== 'object') return value;
	// Keys of the content that begin with @ have another one, so that they are no tags.
	const entries = Object.entries(value).map(([key, item]) => [key.replace(/^@@/, '@'), timeless(item, since)]);
	return Object.fromEntries(entries);
}
