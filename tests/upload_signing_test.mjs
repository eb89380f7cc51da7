// A provider of the project's own whose files are private: its getSignedUrl gives the urls that clients get.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { databaseOf, full } from './lib/accounts.mjs';
import { controller, makeCodeProject } from './lib/code.mjs';
import { media, sendForm } from './lib/forms.mjs';
import { Client } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { startServer } from './lib/server.mjs';

const name = 'strapi-provider-upload-vault';

/** Urls count how often one was signed: an answer that was remembered would show an old number. */
const provider = `
let signed = 0;
module.exports = {
	init: () => ({
		async upload(file) {
			file.url = 'vault://' + file.hash + file.ext;
		},
		async delete() {},
		async isPrivate() {
			return true;
		},
		async getSignedUrl(file) {
			if (file.name === 'broken.txt') throw new Error('secret trouble');
			return { url: 'https://vault.test/' + file.hash + file.ext + '?signed=' + ++signed };
		},
	}),
};`;

const asked = `() => ({
	async find(ctx) {
		const populate = { cover: true, gallery: true };
		const byService = await strapi.entityService.findOne('api::restaurant.restaurant', Number(ctx.query.id), { populate });
		const byQuery = await strapi.db.query('api::restaurant.restaurant').findOne({ where: { id: byService.id }, populate });
		const changed = await strapi.entityService.update('api::restaurant.restaurant', byService.id, { data: { seats: 7 }, populate });
		const loaded = await strapi.entityService.load('api::restaurant.restaurant', byService, 'cover');
		return { data: { byService, byQuery, changed, loaded } };
	},
})`;

describe('files of a private provider', () => {
	let server;
	let client;
	let picture;
	before(async () => {
		const plugins = JSON.parse(readFileSync(path.join(makeCodeProject(), 'config/plugins.json')));
		const folder = makeCodeProject({
			[`node_modules/${name}/index.js`]: provider,
			[`node_modules/${name}/package.json`]: { name, version: '1.0.0', main: 'index.js' },
			'src/api/office/controllers/office.js': controller('office', asked),
			'config/plugins.json': { ...plugins, upload: { config: { provider: name } } },
		});
		server = await startServer({ folder, ownsFolder: true });
		client = new Client(server.base);
		const parts = [['files', media('501x300.jpg'), 'photo.jpg', 'image/jpeg']];
		[picture] = (await sendForm(client, 'POST', '/api/upload', parts, full)).json;
		const body = { data: { cover: picture.id, gallery: [picture.id] } };
		assert.equal((await client.request('PUT', '/api/restaurants/1', { headers: full, body })).status, 200);
	});
	after(async () => {
		client?.close();
		await server?.stop();
	});

	const signedUrl = /^https:\/\/vault\.test\/(\w+)\.jpg\?signed=(\d+)$/;
	function assertSigned({ url, isUrlSigned, formats }) {
		assert.match(url, signedUrl);
		assert.equal(signedUrl.exec(url)[1], picture.hash);
		assert.notEqual(isUrlSigned, false);
		for (const [key, format] of Object.entries(formats)) {
			assert.match(format.url, signedUrl);
			assert.ok(signedUrl.exec(format.url)[1].startsWith(key));
		}
		return Number(signedUrl.exec(url)[2]);
	}
	const coverOf = async target => (await client.get(target, full)).json.data.attributes.cover.data.attributes;

	it('are stored as the provider left them', async () => {
		const rows = sqlite(databaseOf(server), `select url from files where id = ${picture.id}`);
		assert.deepEqual(rows, [{ url: `vault://${picture.hash}.jpg` }]);
	});

	it('have new urls in each answer of REST', async () => {
		const target = '/api/restaurants/1?populate[cover]=*&populate[gallery]=*';
		const numbers = [];
		for (let i = 0; i < 3; i++) numbers.push(assertSigned(await coverOf(target)));
		assert.ok(numbers[0] < numbers[1] && numbers[1] < numbers[2], `${numbers}`);
		const { gallery } = (await client.get(target, full)).json.data.attributes;
		assertSigned(gallery.data[0].attributes);
		const body = { data: { seats: 3 } };
		const changed = await client.request('PUT', '/api/restaurants/1?populate=cover', { headers: full, body });
		assertSigned(changed.json.data.attributes.cover.data.attributes);
	});

	it('and over GraphQL', async () => {
		const query = '{ restaurant(id: 1) { data { attributes { cover { data { attributes { url formats } } } } } } }';
		const { json } = await client.request('POST', '/graphql', { headers: full, body: { query } });
		assertSigned(json.data.restaurant.data.attributes.cover.data.attributes);
	});

	it('are signed for code that asks the entity service, not the query engine', async () => {
		const { status, json, text } = await client.get('/api/offices?id=1', full);
		assert.equal(status, 200, text);
		const { byService, byQuery, changed, loaded } = json.data;
		for (const file of [byService.cover, byService.gallery[0], changed.cover, loaded]) {
			assertSigned(file);
			assert.equal(file.isUrlSigned, true);
		}
		assert.deepEqual([byQuery.cover.url, byQuery.cover.isUrlSigned], [picture.url, undefined]);
	});

	it('of another provider keep their urls', async () => {
		const rows = sqlite(
			databaseOf(server),
			`select related_id as id from files_related_morphs m join files f on f.id = m.file_id where f.provider = 'local'
				and m.field = 'cover' and m.related_type = 'api::restaurant.restaurant' and m.related_id <> 1 limit 1`,
		);
		const { url } = await coverOf(`/api/restaurants/${rows[0].id}?populate=cover`);
		assert.match(url, /^\/uploads\//);
	});

	it('are not shown when the provider fails', async () => {
		const [file] = (await sendForm(client, 'POST', '/api/upload', [['files', 'x', 'broken.txt', 'text/plain']], full)).json;
		const gallery = { data: { gallery: [file.id] } };
		assert.equal((await client.request('PUT', '/api/restaurants/3', { headers: full, body: gallery })).status, 200);
		const { status, text } = await client.get('/api/restaurants/3?populate=gallery', full);
		assert.equal(status, 500);
		assert.ok(!text.includes('vault://') && !text.includes('secret'), text);
		assert.equal((await client.get('/api/restaurants/3', full)).status, 200);
	});
});
