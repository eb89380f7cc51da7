// The content manager: that nobody gets to what their rights leave out. What Strapi answers is in admin_traffic_test.mjs.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { bearer, explorer, makeAdmin, signIn, unlimited } from './lib/admins.mjs';
import { onEachDatabase } from './lib/databases.mjs';
import { assertError } from './lib/expect.mjs';

const types = '/content-manager/collection-types';
const restaurants = `${types}/api::restaurant.restaurant`;
const categories = `${types}/api::category.category`;
const reviews = `${types}/api::review.review`;

onEachDatabase('the content manager', use => {
	let client, token;
	use(started => ({ client } = started), { config: unlimited });
	const send = (method, where, body = null) => client.request(method, where, { body, headers: bearer(token) });
	before(async () => (token = await signIn(client)));

	it('filters, sorts and searches by nothing that is secret', async () => {
		const total = (await send('GET', restaurants)).json.pagination.total;
		const first = (await send('GET', restaurants)).json.results.map(entry => entry.id);
		const secret = ['createdBy][password', 'updatedBy][resetPasswordToken', 'createdBy][email', 'createdBy][roles][id', 'owner][password'];
		for (const field of [...secret, 'owner][resetPasswordToken', 'owner][createdBy][password', 'nope', 'owner][nope'])
			for (const operator of ['$startsWith', '$null', '$gt']) {
				const { status, json } = await send('GET', `${restaurants}?filters[${field}][${operator}]=x`);
				assert.deepEqual([status, json.pagination?.total], [200, total], field);
				const nested = await send('GET', `${restaurants}?filters[$and][0][$or][0][${field}][${operator}]=x`);
				assert.equal(nested.json.pagination?.total, total, field);
			}
		for (const field of ['createdBy.password', 'createdBy.email', 'owner.password', 'owner.resetPasswordToken', 'updatedBy.roles.id'])
			for (const sort of [`sort=${field}:desc`, `sort[0]=${field}:desc`, `sort[${field.replaceAll('.', '][')}]=desc`]) {
				const { status, json } = await send('GET', `${restaurants}?${sort}`);
				assert.deepEqual([status, json.results?.map(entry => entry.id)], [200, first], sort);
			}
		const { text } = await send('GET', `${restaurants}?pageSize=100&filters[owner][id][$notNull]=true`);
		for (const name of ['password', 'resetPasswordToken', 'confirmationToken', 'ada@example.com', '"roles"'])
			assert.ok(!text.includes(name), name);
	});

	it('makes users that can sign in, and no two of one name', async () => {
		const users = `${types}/plugin::users-permissions.user`;
		const role = { connect: [{ id: 1 }], disconnect: [] };
		const visitor = { username: 'visitor', email: 'Visitor@Example.com', password: 'Visit0rPass', confirmed: true, role };
		const made = await send('POST', users, visitor);
		assert.deepEqual([made.status, made.json.email], [201, 'visitor@example.com'], made.text);
		const signed = await client.request('POST', '/api/auth/local', { body: { identifier: 'visitor', password: 'Visit0rPass' } });
		assert.equal(signed.status, 200, signed.text);
		for (const [more, message] of [
			[{ email: 'other@example.com' }, /^Username already taken$/],
			[{ username: 'other' }, /^Email already taken$/],
		])
			assertError(await send('POST', users, { ...visitor, ...more }), 400, 'ApplicationError', message);
		const without = { username: 'third', email: 'third@example.com', password: 'Visit0rPass' };
		assertError(await send('POST', users, without), 400, 'ValidationError');
		assertError(await send('POST', users, { ...without, role: { connect: [] } }), 400, 'ValidationError', /^Users must have a role$/);
		const third = await send('POST', users, { ...without, role: 1 });
		assert.equal(third.status, 201, third.text);
		const taken = await send('PUT', `${users}/${third.json.id}`, { email: 'VISITOR@example.com' });
		assertError(taken, 400, 'ApplicationError', /^Email already taken$/);
		const changed = await send('PUT', `${users}/${third.json.id}`, {
			...third.json,
			role: { connect: [], disconnect: [] },
			email: 'T@x.org',
		});
		assert.deepEqual([changed.status, changed.json.email, changed.json.username], [200, 't@x.org', 'third'], changed.text);
		const lost = { connect: [], disconnect: [{ id: 1 }] };
		assertError(await send('PUT', `${users}/${third.json.id}`, { role: lost }), 400, 'ValidationError', /^Cannot remove role$/);
	});

	it('keeps to the fields of a role, in answers, filters, sorts and changes', async () => {
		const permissions = ['read', 'create', 'update'].map(action => explorer(action, 'api::category.category', ['name']));
		const few = await makeAdmin(client, token, 'few', permissions);
		const shown = ['id', 'name', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy'];
		const { json } = await few('GET', `${categories}?filters[code][$eq]=C3&sort=code:desc&filters[parent][name]=x`);
		assert.equal(json.pagination.total, (await send('GET', categories)).json.pagination.total);
		for (const entry of json.results) assert.deepEqual(Object.keys(entry), shown);
		const made = await few('POST', categories, { name: 'Of few', code: 'SECRET', restaurants: { connect: [{ id: 1 }] } });
		assert.equal(made.status, 200, made.text);
		assert.deepEqual(Object.keys(made.json), shown);
		const { json: whole } = await send('GET', `${categories}/${made.json.id}`);
		assert.deepEqual([whole.code, whole.restaurants, whole.createdBy.firstname], [null, { count: 0 }, 'few']);
		const changed = await few('PUT', `${categories}/${made.json.id}`, { name: 'Renamed', code: 'HACK', createdBy: 1 });
		assert.equal(changed.json.name, 'Renamed', changed.text);
		const { json: after } = await send('GET', `${categories}/${made.json.id}`);
		assert.deepEqual([after.code, after.createdBy.firstname, after.updatedBy.firstname], [null, 'few', 'few']);
		assertError(await few('DELETE', `${categories}/${made.json.id}`), 403, 'ForbiddenError');
		assertError(await few('POST', `${categories}/actions/bulkDelete`, { ids: [made.json.id] }), 403, 'ForbiddenError');
		assertError(await few('GET', restaurants), 403, 'ForbiddenError');
		assertError(await few('GET', '/content-manager/relations/api::category.category/restaurants'), 403, 'ForbiddenError');
		assertError(await few('GET', '/content-manager/relations/api::category.category/1/parent'), 403, 'ForbiddenError');
	});

	it('keeps to conditions in lists, on single entries and in what is done to several', async () => {
		const own = { conditions: ['admin::is-creator'] };
		const all = ['read', 'create', 'update'].map(action => explorer(action, 'api::review.review', ['title', 'stars'], own));
		const others = ['delete', 'publish'].map(action => explorer(action, 'api::review.review', null, own));
		const author = await makeAdmin(client, token, 'author', [...all, ...others]);
		assert.equal((await author('GET', reviews)).json.pagination.total, 0);
		const { json: mine } = await author('POST', reviews, { title: 'Mine', stars: 3 });
		const { json: list } = await author('GET', reviews);
		assert.deepEqual(
			list.results.map(({ id, title }) => [id, title]),
			[[mine.id, 'Mine']],
		);
		for (const [method, where, body] of [
			['GET', '/1'],
			['PUT', '/1', { title: 'x' }],
			['DELETE', '/1'],
			['POST', '/1/actions/publish', {}],
			['POST', '/actions/bulkPublish', { ids: [mine.id, 1] }],
			['GET', '/1/actions/countDraftRelations'],
		])
			assertError(await author(method, reviews + where, body), 403, 'ForbiddenError');
		assertError(await author('GET', `${reviews}/999999`), 404, 'NotFoundError');
		assert.equal((await author('POST', `${reviews}/${mine.id}/actions/publish`, {})).status, 200);
		assertError(await author('POST', `${reviews}/${mine.id}/actions/publish`, {}), 400, 'ApplicationError');
		assert.deepEqual((await author('POST', `${reviews}/actions/bulkDelete`, { ids: [mine.id, 1, 2] })).json, { count: 1 });
		assert.equal((await send('GET', `${reviews}/1`)).status, 200);
	});

	it('keeps to the languages of a role', async () => {
		const french = { properties: { locales: ['fr'] } };
		const permissions = ['read', 'create', 'update'].map(action => explorer(action, 'api::restaurant.restaurant', ['name'], french));
		const translator = await makeAdmin(client, token, 'translator', permissions);
		assert.equal((await translator('GET', `${restaurants}?locale=en`)).json.pagination.total, 0);
		assert.ok((await translator('GET', `${restaurants}?locale=fr`)).json.pagination.total > 0);
		assertError(await translator('GET', `${restaurants}/1`), 403, 'ForbiddenError');
		assertError(await translator('POST', `${restaurants}?locale=en`, { name: 'x' }), 403, 'ForbiddenError');
		const made = await translator('POST', `${restaurants}?locale=fr`, { name: 'En français' });
		assert.deepEqual([made.status, made.json.locale], [200, 'fr'], made.text);
	});

	it('refuses what is no request for it', async () => {
		assertError(await send('GET', `${restaurants}?page=0`), 400, 'PaginationError');
		assertError(await send('GET', `${restaurants}?sort=nope:ASC`), 400, 'ValidationError');
		assertError(await send('GET', `${restaurants}?sort=chain[nope]:ASC`), 400, 'ValidationError');
		const ids = async sort => (await send('GET', `${restaurants}?sort=${sort}`)).json.results?.map(({ id }) => id);
		assert.deepEqual(await ids('chain[name]:DESC,id:ASC'), await ids('chain.name:DESC,id:ASC'));
		assertError(await send('GET', `${restaurants}/nope`), 404, 'NotFoundError');
		assertError(await send('GET', `${types}/location.address`), 403, 'ForbiddenError');
		assertError(await send('POST', `${restaurants}/actions/bulkDelete`, { ids: [] }), 400, 'ValidationError');
		assertError(await send('POST', `${restaurants}?locale=xx`, { name: 'x' }), 400, 'ApplicationError');
		assertError(await send('POST', `${restaurants}?relatedEntityId=999999`, { name: 'x' }), 400, 'ApplicationError');
		assertError(await send('GET', '/content-manager/relations/api::restaurant.restaurant/name'), 400, 'BadRequestError');
		assertError(await send('GET', '/content-manager/relations/api::restaurant.restaurant/chain?pageSize=1000'), 400, 'ValidationError');
		assertError(await send('GET', '/content-manager/single-types/api::category.category'), 404, 'NotFoundError');
	});

	it('joins a translation to its entry, and keeps what they share in step', async () => {
		const { json: english } = await send('POST', restaurants, { name: 'One', seats: 11 });
		const made = await send('POST', `${restaurants}?locale=fr&relatedEntityId=${english.id}`, { name: 'Un' });
		assert.deepEqual([made.status, made.json.seats, made.json.localizations.map(({ id }) => id)], [200, 11, [english.id]], made.text);
		assertError(await send('POST', `${restaurants}?locale=fr&relatedEntityId=${english.id}`, { name: 'Deux' }), 400, 'ApplicationError');
		await send('PUT', `${restaurants}/${english.id}`, { seats: 12 });
		assert.equal((await send('GET', `${restaurants}/${made.json.id}`)).json.seats, 12);
	});
});
