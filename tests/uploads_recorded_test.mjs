// Every request with files that Strapi's answer was recorded of, with what was served and lay on the disk afterwards. Each recording
// has its own project. Cases with large pictures are left out, and where lectern differs on purpose (docs/files.md) they carry the
// answer that is wanted.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readCases } from './lib/data.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, startServer } from './lib/server.mjs';
import { UploadReplay, bytesOf } from './lib/upload_cases.mjs';

function projectOf({ config = {}, sql = [], files = {} }) {
	const folder = makeProject(Object.fromEntries(Object.entries(config).map(([name, value]) => [name.replace('.json', ''), value])));
	for (const statement of sql) sqlite(path.join(folder, '.tmp/data.db'), statement);
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
		writeFileSync(path.join(folder, name), bytesOf(text));
	}
	return folder;
}

const recordings = readCases('uploads');

it('the recordings are all there', () => {
	assert.equal(recordings.length, 25);
	assert.equal(
		recordings.reduce((sum, { cases }) => sum + cases.length, 0),
		1187,
	);
});

for (const { name, setup, cases } of recordings)
	describe(`Strapi's answers: uploads, ${name}`, () => {
		let server;
		let replay;
		before(async () => {
			server = await startServer({ folder: projectOf(setup), ownsFolder: true });
			replay = new UploadReplay(server);
		});
		after(async () => {
			replay?.close();
			await server?.stop();
		});

		for (const recorded of cases)
			it(`${recorded.id} ${recorded.method ?? 'disk'} ${recorded.path ?? recorded.disk}`, async () => {
				const wrong = await replay.run(recorded);
				if (wrong.length) assert.fail(wrong.join('\n'));
			});
	});
