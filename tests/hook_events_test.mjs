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

/** Whatever the process sends comes back to it as it was. */
const values = `module.exports = {
	register({ strapi }) {
		const ask = async () => {
			const uid = 'api::chain.chain', said = [];
			const kind = value => (value instanceof Date ? 'Date' : typeof value);
			const kinds = object => Object.entries(object).map(([key, value]) => [key, kind(value)]);
			strapi.db.lifecycles.subscribe({
				models: [uid],
				beforeFindMany: ({ params }) => { said.push(['find', kinds(params.where)]); },
				beforeCount: ({ params }) => { said.push(['count', kinds(params.where)]); },
				beforeUpdate: ({ params }) => { said.push(['update', kinds(params.data)]); },
				beforeCreate: ({ params }) => { said.push(['create', kinds(params.data)]); },
			});
			const query = strapi.db.query(uid);
			const results = [];
			const shown = value => (Array.isArray(value) ? value.length : value?.id ? 'entry' : value);
			const ask = async promise => results.push(await promise.then(shown, error => error.message));
			await ask(query.findMany({ where: { name: undefined } }));
			await ask(query.findMany({ where: { name: { $eq: undefined } } }));
			await ask(query.findMany({ where: { id: undefined } }));
			await ask(query.count({ where: { name: undefined } }));
			await ask(query.findMany({ where: { createdAt: { $lt: new Date() } } }));
			await ask(query.create({ data: { name: 'made', updatedAt: undefined, createdAt: new Date(5) } }));
			await ask(query.update({ where: { name: 'made' }, data: { name: undefined, createdAt: new Date(7) } }));
			await ask(query.update({ where: { name: undefined }, data: { name: 'lost' } }));
			const made = await query.findOne({ where: { name: 'made' } });
			await ask(query.delete({ where: { name: 'made' } }));
			return { said, results, made: made && made.createdAt };
		};
		strapi.server.routes([{ method: 'GET', path: '/values', handler: async ctx => { ctx.body = await ask(); }, config: { auth: false } }]);
	},
};
`;

describe('parameters of strapi.db.query with hooks', () => {
	it('keep undefined and dates, as Strapi answered', async () => {
		const server = await startServer({ folder: makeCodeProject({ 'src/index.js': values }), ownsFolder: true });
		const client = new Client(server.base);
		const { json, text } = await client.get('/values');
		client.close();
		await server.stop();
		const find = (...where) => ['find', where];
		assert.deepEqual(
			json,
			{
				said: [
					find(['name', 'undefined']),
					find(['name', 'object']),
					find(['id', 'undefined']),
					['count', [['name', 'undefined']]],
					find(['createdAt', 'object']),
					[
						'create',
						[
							['name', 'string'],
							['updatedAt', 'Date'],
							['createdAt', 'Date'],
						],
					],
					[
						'update',
						[
							['name', 'undefined'],
							['createdAt', 'Date'],
							['updatedAt', 'Date'],
						],
					],
					[
						'update',
						[
							['name', 'string'],
							['updatedAt', 'Date'],
						],
					],
				],
				results: [
					0,
					0,
					'Undefined binding(s) detected when compiling WHERE. Undefined column(s): [t0.id] query: where `t0`.`id` = ?',
					0,
					10,
					'entry',
					'entry',
					null,
					'entry',
				],
				made: '1970-01-01T00:00:00.007Z',
			},
			text,
		);
	});
});
