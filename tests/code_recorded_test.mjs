// What code does in a project, and what Strapi 4.26.2 answered to the same: tests/projects/NAME is the code, laid over the
// reference project, and over another one of tests/projects where `bases` says so; tests/data/code-NAME.jsonl.br what was sent, in
// this order from the data set, and what came back.
//
// A line has `text` (see requestOf in lib/recorded.mjs), `status`, `answer`, `seen`, the header in which a middleware of the project says
// what it saw, and `headers`, others that are compared. Not compared: the order of keys, times after the data set
// was made, JWTs, an entry's own "meta", the body of a 405.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { signIn } from './lib/admins.mjs';
import { dataFolder, readCases } from './lib/data.mjs';
import { Client } from './lib/http.mjs';
import { callers, comparable, makeRecorded, requestOf } from './lib/recorded.mjs';
import { startServer } from './lib/server.mjs';

const projects = readdirSync(dataFolder)
	.map(name => /^code-(.*)\.jsonl\.br$/.exec(name)?.[1])
	.filter(Boolean);
/** The project that the code of another is laid over. */
const bases = { 'own-apollo-hooks': 'own-apollo', outermost: 'secure-sessions' };

for (const name of projects) {
	describe(`code of the project ${name} gets what Strapi gives it:`, () => {
		let server;
		before(async () => {
			// A Date is stored by the time zone of the process.
			server = await startServer({ folder: makeRecorded(...['lab', bases[name], name].filter(Boolean)), env: { TZ: 'UTC' } });
			callers.admin = await signIn(new Client(server.base));
		});
		after(() => server?.stop());

		for (const { text, status, answer, seen, headers } of readCases(`code-${name}`)) {
			it(text.replace(/\s+/g, ' ').slice(0, 150), async () => {
				const [where, request] = requestOf(text);
				const response = await fetch(server.base + where, request);
				assert.equal(response.status, status);
				if (status !== 405) assert.deepEqual(comparable(await response.text()), comparable(answer));
				if (seen) assert.equal(response.headers.get('x-lab'), seen);
				for (const [header, value] of Object.entries(headers ?? {})) assert.equal(response.headers.get(header), value, header);
			});
		}
	});
}
