// Media fields and files: who may not read a field gets nothing of its files, and files say nothing of who sent them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { full } from './lib/accounts.mjs';
import { bearer, explorer, makeAdmin, signIn, unlimited } from './lib/admins.mjs';
import { sendForm } from './lib/forms.mjs';
import { Client } from './lib/http.mjs';
import { makeProject, startServer } from './lib/server.mjs';

const uid = 'api::restaurant.restaurant';
const manager = `/content-manager/collection-types/${uid}`;

describe('rights of media', () => {
	let server;
	let client;
	let token;
	let cover;
	let hidden;
	before(async () => {
		const folder = makeProject(unlimited);
		const schema = path.join(folder, 'src/api/restaurant/content-types/restaurant/schema.json');
		const model = JSON.parse(readFileSync(schema));
		model.attributes.gallery.private = true;
		writeFileSync(schema, JSON.stringify(model));
		server = await startServer({ folder, ownsFolder: true });
		client = new Client(server.base);
		token = await signIn(client);
		const form = ['shown', 'hidden'].map(name => ['files', name, `${name}file.txt`, 'text/plain']);
		[cover, hidden] = (await sendForm(client, 'POST', '/upload', form, bearer(token))).json;
		const body = { cover: cover.id, gallery: [hidden.id] };
		const { status, text } = await client.request('PUT', `${manager}/1`, { headers: bearer(token), body });
		assert.equal(status, 200, text);
	});
	after(async () => {
		client?.close();
		await server?.stop();
	});
	const assertHides = ({ text }, what) => {
		for (const secret of ['hiddenfile', hidden.hash]) assert.ok(!text.includes(secret), `${what}: ${text.slice(0, 500)}`);
	};

	it('the files of a private field are shown to no client', async () => {
		const shown = await client.get('/api/restaurants/1?populate=*', full);
		assert.equal(shown.json.data.attributes.cover.data.attributes.hash, cover.hash, shown.text);
		for (const query of [
			'populate=*',
			'populate=gallery',
			'populate[gallery]=*',
			'populate[gallery][fields]=name',
			'populate[gallery][populate]=*',
			'populate[cover][populate]=*',
			'populate[cover][populate][related][populate]=*',
			'populate[categories][populate][restaurants][populate]=gallery',
			'fields=gallery',
			'sort=gallery.name',
		])
			assertHides(await client.get(`/api/restaurants/1?${query}`, full), query);
		for (const query of ['filters[gallery][name]=hiddenfile.txt', 'filters[gallery]=1', 'filters[gallery][hash][$startsWith]=h']) {
			const all = await client.get('/api/restaurants?pagination[pageSize]=1', full);
			const found = await client.get(`/api/restaurants?pagination[pageSize]=1&${query}`, full);
			// Refused, or as if it had not been asked.
			if (found.status === 200) assert.deepEqual(found.json.meta, all.json.meta, query);
			else assert.equal(found.status, 400, query);
		}
		const asked = '{ restaurant(id: 1) { data { attributes { gallery { data { id } } } } } }';
		const answer = await client.request('POST', '/graphql', { headers: full, body: { query: asked } });
		assert.equal(answer.status, 400, answer.text);
		const body = { data: { name: 'Another' } };
		assertHides(await client.request('PUT', '/api/restaurants/1?populate=*', { headers: full, body }), 'the answer to a change');
	});

	it('a media field takes files by their ids, and nothing that names none', async () => {
		for (const named of [true, 'x', { connect: [{ id: hidden.id }] }, [true]]) {
			const body = { data: { cover: named } };
			const { status, json } = await client.request('PUT', '/api/restaurants/1', { headers: full, body });
			assert.deepEqual([status, json.error?.name], [400, 'ValidationError'], JSON.stringify(named));
		}
		const kept = await client.get('/api/restaurants/1?populate=cover', full);
		assert.equal(kept.json.data.attributes.cover.data.id, cover.id);
	});

	it('an admin whose role may not read a media field gets none of it', async () => {
		const locales = { properties: { locales: ['en'] } };
		const permissions = ['read', 'update'].map(action => explorer(action, uid, ['name', 'gallery'], locales));
		const reader = await makeAdmin(client, token, 'covers', [explorer('read', uid, ['name', 'cover'], locales)]);
		const other = await makeAdmin(client, token, 'galleries', permissions);
		for (const target of [`${manager}/1`, `${manager}?filters[id]=1`, `${manager}?filters[id]=1&populate=*`]) {
			const seen = await reader('GET', target);
			assertHides(seen, target);
			assert.ok(seen.text.includes(cover.hash), seen.text);
			const galleries = await other('GET', target);
			assert.ok(galleries.text.includes(hidden.hash) && !galleries.text.includes(cover.hash), galleries.text);
		}
		const found = await reader('GET', `${manager}?filters[gallery][name]=hiddenfile.txt`);
		if (found.status === 200) assert.notEqual(found.json.pagination.total, 1, found.text);
		assertHides(await reader('GET', `${manager}?sort=gallery.name:DESC`), 'sort');
		// Nor does a change reach the field.
		assert.equal((await other('PUT', `${manager}/1`, { name: 'By other', cover: null })).status, 200);
		const { json } = await client.request('GET', `${manager}/1`, { headers: bearer(token) });
		assert.deepEqual([json.name, json.cover.hash], ['By other', cover.hash]);
	});

	it('a file says nothing of who sent it', async () => {
		for (const query of [
			'',
			'populate=*',
			'populate=createdBy',
			'populate[createdBy]=*',
			'populate[updatedBy][fields]=email',
			'fields=createdBy',
		]) {
			for (const target of [`/api/upload/files/${cover.id}`, '/api/upload/files']) {
				const { text } = await client.get(`${target}?${query}`, full);
				for (const secret of ['createdBy', 'updatedBy', 'ada@example.com', '$2a$']) {
					if (!text.includes('"error"')) assert.ok(!text.includes(secret), `${target}?${query}: ${text.slice(0, 300)}`);
				}
			}
		}
		for (const query of ['populate[cover][populate]=*', 'populate[cover][populate]=createdBy', 'populate[cover][fields]=createdBy']) {
			const { status, text } = await client.get(`/api/restaurants/1?${query}`, full);
			assert.ok([200, 400].includes(status), text);
			assert.ok(!text.includes('ada@example.com') && !text.includes('"createdBy"'), text);
		}
		const everything = (await client.get('/api/upload/files', full)).json.length;
		for (const query of ['filters[createdBy][email][$startsWith]=ada', 'filters[createdBy][id]=1', 'sort=createdBy.email']) {
			const { status, json } = await client.get(`/api/upload/files?${query}`, full);
			if (status === 200) assert.equal(json.length, everything, query);
			else assert.equal(status, 400, query);
		}
	});

	it('who may read files and not the entries gets none of the entries', async () => {
		const role = (await client.request('GET', '/users-permissions/roles', { headers: bearer(token) })).json.roles.find(
			({ type }) => type === 'public',
		);
		const { json } = await client.request('GET', `/users-permissions/roles/${role.id}`, { headers: bearer(token) });
		const { permissions } = json.role;
		permissions['plugin::upload'].controllers['content-api'].find.enabled = true;
		permissions['plugin::upload'].controllers['content-api'].findOne.enabled = true;
		for (const action of ['find', 'findOne']) permissions['api::restaurant'].controllers.restaurant[action].enabled = false;
		const body = { ...json.role, permissions };
		assert.equal((await client.request('PUT', `/users-permissions/roles/${role.id}`, { headers: bearer(token), body })).status, 200);
		for (const query of ['populate=*', 'populate=related', 'populate[related]=*', 'populate[related][populate]=*']) {
			const { status, text } = await client.get(`/api/upload/files/${cover.id}?${query}`);
			assert.equal(status, 200, text);
			assert.ok(!text.includes('By other') && !text.includes('hiddenfile'), text);
		}
	});
});
