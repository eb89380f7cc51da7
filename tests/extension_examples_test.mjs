// Examples of extensions that change REST, and the hooks: a server without each and one with it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertError } from './lib/expect.mjs';
import { compare, full, user } from './lib/extension_examples.mjs';

compare('creator-fields', ['creator-fields'], (plain, extended) => {
	const list = '/api/reviews?sort=id&pagination[limit]=100';
	it('shows them in lists and alone, and nowhere without it', async () => {
		const [had, has] = await Promise.all([plain, extended].map(({ client }) => client.get(list, full)));
		assert.equal(had.status, 200);
		assert.equal(has.json.data.length, had.json.data.length);
		for (const { attributes } of had.json.data) assert.ok(!('createdBy' in attributes));
		const ada = { id: 1, firstname: 'Ada', lastname: 'Admin' };
		const made = has.json.data.filter(({ attributes }) => attributes.createdBy);
		assert.ok(made.length > 0);
		assert.ok(made.length < has.json.data.length, 'the server made none of the others');
		for (const { attributes } of made) assert.deepEqual([attributes.createdBy, attributes.updatedBy], [ada, ada]);
		const one = await extended.client.get(`/api/reviews/${made[0].id}`, full);
		assert.deepEqual(one.json.data.attributes.createdBy, made[0].attributes.createdBy);
		assert.deepEqual(one.json.data.attributes.updatedBy, made[0].attributes.updatedBy);
		// all else is as it was
		for (const [index, entry] of has.json.data.entries()) {
			const rest = { ...entry.attributes };
			delete rest.createdBy;
			delete rest.updatedBy;
			assert.deepEqual(rest, had.json.data[index].attributes);
		}
	});
	it('leaves refusals as they are', async () => {
		assertError(await extended.client.get('/api/reviews/99999', full), 404, 'NotFoundError');
		assertError(await extended.client.get('/api/reviews?sort=nope', full), 400, 'ValidationError', /nope/);
	});
});

compare('rest-routes', ['rest-routes'], (plain, extended) => {
	const close = '/api/restaurants/1/close';
	it('answers a route that is open to all, with a header of its own', async () => {
		const city = extended.database(
			"SELECT a.city FROM components_location_addresses a JOIN restaurants_components c ON c.component_type = 'location.address' " +
				"AND c.component_id = a.id JOIN restaurants r ON r.id = c.entity_id WHERE r.published_at IS NOT NULL AND r.locale = 'en' AND " +
				'a.city IS NOT NULL LIMIT 1',
		)[0].city;
		const path = `/api/restaurants/cities/${encodeURIComponent(city)}`;
		const answer = await extended.client.get(path);
		assert.equal(answer.status, 200, answer.text);
		const list = await plain.client.get(`/api/restaurants?filters[address][city][$eq]=${encodeURIComponent(city)}`, full);
		assert.deepEqual(answer.json, { city, restaurants: list.json.meta.pagination.total });
		assert.ok(answer.json.restaurants > 0);
		assert.equal(answer.headers['cache-control'], 'max-age=60');
		assert.equal((await extended.client.get(path, { Authorization: 'Bearer nonsense' })).status, 200, 'auth: false');
		assertError(await plain.client.get(path), 404, 'NotFoundError');
		assertError(await extended.client.request('POST', path), 405);
	});
	it('asks for an action, which roles can be granted', async () => {
		assertError(await extended.client.request('POST', close), 403, 'ForbiddenError');
		assertError(await extended.client.request('POST', close, { headers: user(1) }), 403, 'ForbiddenError');
		assertError(await extended.client.request('POST', close, { headers: { Authorization: 'Bearer nonsense' } }), 401);
		extended.database(
			"INSERT INTO up_permissions (id, action) VALUES (9999, 'api::restaurant.restaurant.close'); INSERT INTO " +
				"up_permissions_role_links (permission_id, role_id) SELECT 9999, id FROM up_roles WHERE type = 'authenticated'",
		);
		const answer = await extended.client.request('POST', close, { headers: user(1), body: { reason: 'holidays' } });
		assert.equal(answer.status, 202, answer.text);
		assert.equal(answer.json.data.attributes.open, false);
		assert.deepEqual(
			extended.database(
				'SELECT r.title, r.stars, l.restaurant_id FROM reviews r JOIN reviews_restaurant_links l ON l.review_id = r.id WHERE r.title ' +
					"= 'holidays'",
			),
			[{ title: 'holidays', stars: 1, restaurant_id: 1 }],
		);
		assertError(await plain.client.request('POST', close, { headers: full, body: {} }), 405);
	});
	it('takes back all of it when a part fails', async () => {
		extended.database('UPDATE restaurants SET open = 1 WHERE id = 2');
		const answer = await extended.client.request('POST', '/api/restaurants/2/close', { headers: full, body: { reason: 'bad', stars: 9 } });
		assertError(answer, 400, 'ValidationError', /stars/);
		assert.deepEqual(extended.database('SELECT open FROM restaurants WHERE id = 2'), [{ open: 1 }]);
		assertError(await extended.client.request('POST', '/api/restaurants/99999/close', { headers: full, body: {} }), 404);
		assertError(await extended.client.request('POST', '/api/restaurants/x/close', { headers: full, body: {} }), 404);
		assertError(await extended.client.request('POST', close, { headers: full, body: '{"reason":' }), 400, 'ValidationError');
	});
	it('lists the action among those that can be granted', async () => {
		const { json } = await extended.client.get('/api/users-permissions/permissions', full);
		assert.ok('close' in json.permissions['api::restaurant'].controllers.restaurant);
	});
});

compare('rest-policies', ['rest-policies'], (plain, extended) => {
	const headers = { ...full, 'X-Purpose': 'test' };
	it('asks a policy by its name', async () => {
		assert.equal((await plain.client.get('/api/categories', full)).status, 200);
		assertError(await extended.client.get('/api/categories', full), 403, 'PolicyError', /^Policy Failed$/);
		assert.equal((await extended.client.get('/api/categories', headers)).status, 200);
	});
	it('asks one with its config, and functions after it', async () => {
		assertError(await extended.client.get('/api/categories/2', full), 403, 'PolicyError', /^Expected the header X-Reason$/);
		assert.equal((await extended.client.get('/api/categories/2', { ...full, 'X-Reason': 'x' })).status, 200);
		assertError(await extended.client.get('/api/categories/1', { ...full, 'X-Reason': 'x' }), 403, 'PolicyError');
		assert.equal((await plain.client.get('/api/categories/1', full)).status, 200);
	});
	it('asks policies after permissions', async () => {
		assertError(await extended.client.get('/api/categories', { Authorization: `Bearer ${'e'.repeat(64)}` }), 401);
	});
	it('lets a middleware change the query', async () => {
		const { json } = await extended.client.get('/api/categories', headers);
		assert.equal(json.data.length, 3);
		assert.equal(json.meta.pagination.pageSize, 3);
		const asked = await extended.client.get('/api/categories?pagination[pageSize]=5&filters[name][$contains]=Category%202', headers);
		assert.deepEqual([asked.json.data.length, asked.json.meta.pagination.pageSize], [5, 5]);
	});
	it('lets a middleware replace the core action', async () => {
		const answer = await extended.client.request('DELETE', '/api/categories/5', { headers: full });
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.json.data.attributes.name, 'retired 5');
		assert.equal(extended.database('SELECT name FROM categories WHERE id = 5')[0].name, 'retired 5');
		assert.equal((await plain.client.request('DELETE', '/api/categories/5', { headers: full })).status, 200);
		assert.deepEqual(plain.database('SELECT name FROM categories WHERE id = 5'), []);
		assertError(await extended.client.request('DELETE', '/api/categories/6'), 403, 'ForbiddenError');
	});
});

compare('lifecycle-hooks', ['lifecycle-hooks'], (plain, extended) => {
	const send = (side, method, path, data) => side.client.request(method, path, { headers: full, body: data ? { data } : null });
	const labels = () => extended.database('SELECT label FROM bookmarks ORDER BY id DESC LIMIT 1')[0].label;
	it('runs before and after a creation, an update and a deletion', async () => {
		const made = await send(extended, 'POST', '/api/reviews', { title: 'fine', stars: 4 });
		assert.equal(made.json.data.attributes.title, 'fine!');
		const { id } = made.json.data;
		assert.equal(labels(), `created fine! ${id}`);
		const changed = await send(extended, 'PUT', `/api/reviews/${id}`, { title: 'finer' });
		assert.equal(changed.json.data.attributes.title, 'finer!');
		assert.equal(labels(), `updated finer! ${id}`);
		assert.equal((await send(extended, 'DELETE', `/api/reviews/${id}`)).status, 200);
		assert.equal(labels(), `deleted finer! ${id}`);
		assert.equal((await send(plain, 'POST', '/api/reviews', { title: 'fine', stars: 3 })).json.data.attributes.title, 'fine');
	});
	it('takes back what a hook refuses', async () => {
		const count = extended.database('SELECT count(*) AS n FROM reviews')[0].n;
		assertError(await send(extended, 'POST', '/api/reviews', { title: 'so so', stars: 3 }), 400, 'ValidationError', /Make up your mind/);
		const kept = await send(extended, 'POST', '/api/reviews', { title: 'keep', stars: 5 });
		assertError(await send(extended, 'DELETE', `/api/reviews/${kept.json.data.id}`), 403, 'ForbiddenError');
		assert.equal(extended.database('SELECT count(*) AS n FROM reviews')[0].n, count + 1);
	});
	it('validates what a hook made of the data', async () => {
		assertError(await send(extended, 'POST', '/api/reviews', { title: 'fine', stars: 7 }), 400, 'ValidationError', /stars/);
		assertError(await send(extended, 'DELETE', '/api/reviews/99999'), 404);
	});
	it('takes back what was done before a hook after it failed', async () => {
		const before = extended.database('SELECT count(*) AS n FROM reviews')[0].n;
		extended.database("CREATE TRIGGER no_bookmarks BEFORE INSERT ON bookmarks BEGIN SELECT RAISE(ABORT, 'no'); END");
		const answer = await send(extended, 'POST', '/api/reviews', { title: 'lost', stars: 4 });
		extended.database('DROP TRIGGER no_bookmarks');
		assert.ok(answer.status >= 400, answer.text);
		assert.equal(extended.database('SELECT count(*) AS n FROM reviews')[0].n, before);
	});
});
