// A controller that changes ctx.query in place before Strapi's own action runs: values that no query string can say count as in Strapi.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { full } from './lib/accounts.mjs';
import { controller, makeCodeProject } from './lib/code.mjs';
import { Client } from './lib/http.mjs';
import { startServer } from './lib/server.mjs';

const cases = {
	text: 'filters: { name: { $notNull: true } }',
	relation: 'filters: { chain: undefined }',
	inRelation: 'filters: { chain: { id: undefined } }',
	number: 'filters: { seats: { $gt: undefined } }',
	equal: 'filters: { name: undefined }',
	list: 'filters: { id: { $in: Array.from({ length: 150 }, (_, i) => i + 1) } }',
	none: 'filters: { id: { $in: [] } }',
	date: "filters: { createdAt: { $gt: new Date('2100-01-01') } }",
	gone: 'filters: undefined, populate: undefined, sort: undefined, fields: undefined, publicationState: undefined',
};
const action = (name, query) => `${name}(ctx) { Object.assign(ctx.query, { ${query} }); return super.find(ctx); }`;
const actions = Object.entries(cases).map(([name, query]) => action(name, query));
const routes = Object.keys(cases).map(name => `{ method: 'GET', path: '/own/${name}', handler: 'restaurant.${name}' }`);

describe('ctx.query changed in place', () => {
	let server, client;
	const ask = name => client.get(`/api/own/${name}?publicationState=preview&pagination[pageSize]=100`, full);

	before(async () => {
		const files = {
			'src/api/restaurant/controllers/restaurant.js': controller('restaurant', `{ ${actions.join(', ')} }`),
			'src/api/restaurant/routes/01-own.js': `module.exports = { routes: [${routes.join(', ')}] };`,
		};
		server = await startServer({ folder: makeCodeProject(files) });
		client = new Client(server.base);
	});

	after(async () => {
		client.close();
		await server.stop();
	});

	it('refuses undefined in filters where Strapi does', async () => {
		for (const name of ['relation', 'inRelation', 'number']) assert.equal((await ask(name)).status, 500, name);
	});

	it('finds nothing that equals undefined', async () => {
		const { status, json } = await ask('equal');
		assert.equal(status, 200);
		assert.deepEqual(json.data, []);
	});

	it('takes long lists and dates as they are, and leaves out what is undefined beside filters', async () => {
		const found = {};
		for (const name of ['text', 'list', 'none', 'date', 'gone']) {
			const { status, json, text } = await ask(name);
			assert.equal(status, 200, `${name}: ${text}`);
			found[name] = json.meta.pagination.total;
		}
		assert.ok(found.text > 0);
		assert.ok(found.list > 0);
		assert.equal(found.date, 0);
		assert.equal(found.none, found.gone);
	});
});
