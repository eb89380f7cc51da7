// What a subscriber to all lifecycles sees of reads and changes: the events of Strapi 4.26.2 for the same requests, in their
// order. The order of members is not compared; of GraphQL and the panel ("part": "writes") only what is written, and where.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { full } from './lib/accounts.mjs';
import { bearer, signIn } from './lib/admins.mjs';
import { makeCodeProject } from './lib/code.mjs';
import { dataFolder } from './lib/data.mjs';
import { Client } from './lib/http.mjs';
import { startServer } from './lib/server.mjs';

const index = `const seen = [];
module.exports = {
	register({ strapi }) {
		strapi.server.routes([{ method: 'GET', path: '/seen', handler: ctx => { ctx.body = seen.splice(0); }, config: { auth: false } }]);
	},
	bootstrap({ strapi }) {
		strapi.db.lifecycles.subscribe(({ action, model, params }) => {
			if (/^(api::|[a-z]+\\.)/.test(model.uid)) seen.push(JSON.parse(JSON.stringify([action, model.uid, params])));
		});
	},
};\n`;
const cases = JSON.parse(readFileSync(path.join(dataFolder, 'hook-events.json'), 'utf8'));
const times = text => text.replace(/\b20\d\d-\d\d-\d\dT[0-9:.]+Z/g, 'TIME');

describe('events of changes', () => {
	let server, client, admin;
	before(async () => {
		server = await startServer({ folder: makeCodeProject({ 'src/index.js': index }) });
		client = new Client(server.base);
		admin = bearer(await signIn(client));
	});
	after(() => server?.stop());

	const writes = seen =>
		seen
			.filter(([action]) => /(Create|Update)$/.test(action))
			.map(([action, uid, { data, where }]) => JSON.parse(JSON.stringify([action, uid, { data, where }])));

	for (const { method, path: target, body, status, events, part } of cases)
		it(`${method} ${target}`, async () => {
			await client.get('/seen');
			const answer = await client.request(method, target, { headers: target.startsWith('/content-manager') ? admin : full, body });
			assert.equal(answer.status, status, answer.text);
			const seen = JSON.parse(times((await client.get('/seen')).text));
			assert.deepEqual(part ? writes(seen) : seen, events);
		});
});
