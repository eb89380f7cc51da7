// All that Strapi's panel sent, and what was sent beside it, in the order in which it was recorded: 1480 requests with the answers of
// Strapi 4.26.2. Three projects: the work of an editor and an administrator, requests to each endpoint and then a walk through all pages
// of the panel, and the first administrator of an empty database.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { codeIn, databaseOf, mailTo, outbox } from './lib/accounts.mjs';
import { unlimited } from './lib/admins.mjs';
import { Traffic } from './lib/admin_traffic.mjs';
import { readCases } from './lib/data.mjs';
import { Client } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, startServer } from './lib/server.mjs';

/** Where lectern answers otherwise: why. */
const differences = {
	1087: 'Strapi breaks on a body without permissions: 400',
	1121: 'Strapi breaks on a role that is not there: 400',
	1186: 'the words of a name that is not found',
	1187: 'Strapi breaks on a webhook that is not there: 404',
	1204: 'a token that is custom no more loses all its permissions, in Strapi all but one of them',
	1209: 'the same token',
	1262: 'Strapi breaks on a sort by an unknown field: 400',
	1281: 'the order of components',
	1295: 'a copy names no language versions',
	1312: 'other languages as they are after the change',
	1318: 'a collection type at the path of a single type: 404',
	1336: 'no mail provider: 503',
	1338: 'no mail provider: 503',
	1423: 'Strapi breaks on a sort by an unknown field: 400',
	1429: 'the copy that names no language versions',
	1435: 'the body of a 405',
	771: 'the copy that names no language versions',
	1023: 'other languages as they are after the change',
};

/** What the panel tells of the project. */
const dependencies = {
	'@strapi/strapi': '4.26.2',
	'@strapi/plugin-users-permissions': '4.26.2',
	'@strapi/plugin-i18n': '4.26.2',
	'@strapi/plugin-graphql': '4.26.2',
	'better-sqlite3': '8.6.0',
	pg: '8.11.3',
};
const packageJson = { name: 'reference', dependencies, strapi: { uuid: 'reference' } };

/** What the recording leaves out, before the request of that number. */
const unrecorded = {
	351: ({ client }) => client.request('POST', '/api/chains', { body: { data: { name: 'After' } } }),
	426: ({ traffic }) => traffic.send({ as: 'super', method: 'PUT', path: '/admin/users/me', body: { preferedLanguage: 'en' } }),
	// Strapi has used an id for the admin whom it then refused.
	1172: ({ server }) => sqlite(databaseOf(server), "update sqlite_sequence set seq = seq + 1 where name = 'admin_users'"),
};

const lines = readCases('panel-traffic');

describe('the traffic of the panel', () => {
	let server, client, traffic;
	const start = async (project, config) => {
		const folder = makeProject(config);
		if (project === 'empty') rmSync(path.join(folder, '.tmp/data.db'));
		writeFileSync(path.join(folder, 'package.json'), JSON.stringify(packageJson));
		mkdirSync(path.join(folder, 'build'));
		writeFileSync(path.join(folder, 'build/index.html'), '<!doctype html>the panel');
		server = await startServer({ folder, ownsFolder: true, env: { NODE_ENV: 'production' } });
		client = new Client(server.base);
		traffic = new Traffic(client, async () => codeIn(await mailTo(server, 'first@example.com')));
	};

	it('is recorded as a whole', () => assert.equal(lines.length, 1480));

	for (const project of ['panel', 'direct', 'empty'])
		it(`is answered as Strapi does: ${project}`, async () => {
			await start(project, project === 'empty' ? { ...unlimited, ...outbox } : unlimited);
			const wrong = [];
			const own = lines.filter(line => line.project === project);
			for (const line of own) {
				await unrecorded[line.number]?.({ server, client, traffic });
				const difference = await traffic.replay(line);
				if (Boolean(difference) !== line.number in differences)
					wrong.push(`${line.number} ${line.method} ${line.path}: ${difference ?? `is equal, though ${differences[line.number]}`}`);
			}
			client.close();
			await server.stop();
			assert.equal(wrong.length, 0, wrong.slice(0, 5).join('\n'));
		});
});
