// The content manager: what the rights of an admin leave of entries, and entries that have rules of their own.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { bearer, explorer, makeAdmin, signIn, unlimited } from './lib/admins.mjs';
import { onEachDatabase } from './lib/databases.mjs';
import { assertError } from './lib/expect.mjs';

const types = '/content-manager/collection-types';
const categories = `${types}/api::category.category`;
const reviews = `${types}/api::review.review`;
const chains = `${types}/api::chain.chain`;
const users = `${types}/plugin::users-permissions.user`;
const sameRole = { conditions: ['admin::has-same-role-as-creator'] };

onEachDatabase('rights in the content manager', use => {
	let client, token, sql;
	use(started => ({ client, sql } = started), { config: unlimited });
	const send = (method, where, body = null) => client.request(method, where, { body, headers: bearer(token) });
	before(async () => (token = await signIn(client)));
	const total = answer => answer.json.pagination.total;

	it('searches what may be read, private fields among it, and nothing else', async () => {
		const { json: entry } = await send('POST', categories, { name: 'Sought', code: 'zzsecretzz' });
		assert.equal(total(await send('GET', `${categories}?_q=zzsecretzz`)), 1);
		const names = await makeAdmin(client, token, 'names', [explorer('read', 'api::category.category', ['name'])]);
		assert.equal(total(await names('GET', `${categories}?_q=zzsecretzz`)), 0);
		assert.equal(total(await names('GET', `${categories}?_q=Sought`)), 1);
		assert.ok(total(await names('GET', `${categories}?_q=${entry.id}`)) > 0);
	});

	it('knows no roles of the creator where Strapi reads none', async () => {
		const fields = ['title', 'stars'];
		const permissions = ['create', 'update', 'delete'].map(action => explorer(action, 'api::review.review', fields));
		permissions[2].properties = {};
		const author = await makeAdmin(client, token, 'samerole', [...permissions, explorer('read', 'api::review.review', fields, sameRole)]);
		const bare = ['id', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'];
		const made = await author('POST', reviews, { title: 'Mine', stars: 3 });
		assert.deepEqual(Object.keys(made.json), bare, made.text);
		assert.deepEqual((await author('GET', `${reviews}/${made.json.id}`)).json.title, 'Mine');
		assert.deepEqual(Object.keys((await author('PUT', `${reviews}/${made.json.id}`, { stars: 4 })).json), bare);
		assert.deepEqual(Object.keys((await author('DELETE', `${reviews}/${made.json.id}`)).json), bare);
	});

	it('takes a narrow permission beside a wide one for no more than is known', async () => {
		const wide = explorer('update', 'api::review.review', ['title']);
		const narrow = explorer('update', 'api::review.review', ['stars'], { conditions: ['admin::is-creator'] });
		const rest = ['create', 'read'].map(action => explorer(action, 'api::review.review', ['title', 'stars']));
		const editor = await makeAdmin(client, token, 'wide', [wide, ...rest]);
		const { id: second } = (await send('POST', '/admin/roles', { name: 'narrow', description: '' })).json.data;
		await send('PUT', `/admin/roles/${second}/permissions`, { permissions: [narrow] });
		const [{ id, roles }] = (await send('GET', '/admin/users?filters[firstname][$eq]=wide')).json.data.results;
		const both = await send('PUT', `/admin/users/${id}`, { roles: [...roles.map(role => role.id), second] });
		assert.equal(both.status, 200, both.text);
		const { json: mine } = await editor('POST', reviews, { title: 'Mine', stars: 3 });
		const { json: changed } = await editor('PUT', `${reviews}/${mine.id}`, { title: 'Changed', stars: 5 });
		assert.deepEqual([changed.title, changed.stars], ['Changed', 3]);
	});

	it('shows an entry of a single type by is-creator, and never by has-same-role-as-creator', async () => {
		const single = '/content-manager/single-types/api::global.global';
		const rule = more => explorer('read', 'api::global.global', ['siteName'], more);
		const own = await makeAdmin(client, token, 'ownglobal', [rule({ conditions: ['admin::is-creator'] })]);
		const same = await makeAdmin(client, token, 'sameglobal', [rule(sameRole)]);
		for (const name of ['ownglobal', 'sameglobal']) {
			await sql(`UPDATE globals SET created_by_id = (SELECT id FROM admin_users WHERE firstname = '${name}')`);
			const answer = await (name === 'ownglobal' ? own : same)('GET', single);
			assert.equal(answer.status, name === 'ownglobal' ? 200 : 403, answer.text);
		}
		assertError(await same('GET', `${single}/actions/countDraftRelations`), 403, 'ForbiddenError');
	});

	it('counts relations of every kind in the answer to a change', async () => {
		const { json: bookmark } = await send('POST', `${types}/api::bookmark.bookmark`, {
			label: 'b',
			target: { __type: 'api::office.office', id: 1 },
			related: [{ __type: 'api::office.office', id: 1 }],
		});
		assert.deepEqual([bookmark.target, bookmark.related], [{ count: 1 }, { count: 1 }]);
		const { json: category } = await send('POST', categories, { name: 'Counted' });
		assert.deepEqual([category.bookmarks, category.parent], [{ count: 0 }, { count: 0 }]);
		const { json: gone } = await send('DELETE', `${types}/api::bookmark.bookmark/${bookmark.id}`);
		assert.deepEqual([gone.target, gone.related], [{ count: 1 }, { count: 1 }]);
	});

	it('copies relations, with what is connected and without what is disconnected', async () => {
		const { json: source } = await send('POST', categories, { name: 'Source', restaurants: [3, 5, 7] });
		const restaurants = {
			connect: [
				{ id: 9, position: { start: true } },
				{ id: 11, position: { before: 7 } },
			],
			disconnect: [{ id: 5 }],
		};
		const { json: copy } = await send('POST', `${categories}/clone/${source.id}`, { name: 'Copy', restaurants });
		const related = id => send('GET', `/content-manager/relations/api::category.category/${id}/restaurants`);
		const idsOf = async id => (await related(id)).json.results.map(entry => entry.id).reverse();
		assert.deepEqual(await idsOf(copy.id), [9, 3, 11, 7]);
		assert.deepEqual(await idsOf(source.id), [3, 5, 7]);
	});

	it('moves to a copy what belongs to one entry alone, as Strapi does', async () => {
		const { json: office } = await send('POST', `${types}/api::office.office`, { city: 'Moved' });
		const { json: source } = await send('POST', chains, { name: 'Whole', headquarters: office.id, restaurants: [21, 23] });
		const { json: copy } = await send('POST', `${chains}/clone/${source.id}`, { name: 'Part' });
		assert.deepEqual([copy.headquarters, copy.restaurants], [{ count: 1 }, { count: 2 }]);
		const { json: left } = await send('GET', `${chains}/${source.id}`);
		assert.deepEqual([left.headquarters, left.restaurants], [{ count: 0 }, { count: 0 }]);
	});

	it('empties in a copy what of a component may not be set, and refuses it as Strapi does', async () => {
		const { json: full } = await send('POST', chains, { name: 'Seen', seo: { metaTitle: 'T', metaDescription: 'D', keywords: 'k' } });
		const { json: bare } = await send('POST', chains, { name: 'Unseen' });
		const all = ['name', 'seo.metaTitle', 'seo.metaDescription', 'seo.image', 'seo.keywords'];
		const may = (name, fields) =>
			makeAdmin(client, token, name, [explorer('read', 'api::chain.chain', all), explorer('create', 'api::chain.chain', fields)]);
		const titles = await may('titles', ['name', 'seo.metaTitle']);
		for (const [name, body] of Object.entries({ Left: {}, Null: { seo: null }, Empty: { seo: {} }, Sent: { seo: { keywords: 'x' } } })) {
			const { status, text, json } = await titles('POST', `${chains}/clone/${full.id}`, { name, ...body });
			assert.equal(status, 200, text);
			assert.deepEqual({ ...json.seo, id: 0 }, { id: 0, metaTitle: 'T', metaDescription: null, keywords: null, image: null });
			const refused = await titles('POST', `${chains}/clone/${bare.id}`, { name: `${name} none`, ...body });
			assertError(refused, 400, 'ValidationError');
			assert.equal(refused.json.error.message, 'seo.metaTitle must be defined.');
		}
		const names = await may('chainnames', ['name']);
		assertError(await names('POST', `${chains}/clone/${full.id}`, { name: 'No title' }), 400, 'ValidationError');
		const whole = await send('POST', `${chains}/clone/${bare.id}`, { name: 'Whole rights', seo: null });
		assert.deepEqual([whole.status, whole.json.seo], [200, null]);
	});

	it('checks the copy of what is published as what is published, and refuses one without its zone', async () => {
		const restaurants = `${types}/api::restaurant.restaurant`;
		const made = await send('POST', restaurants, {
			name: 'Published',
			slug: 'published-source',
			blocks: [{ __component: 'blocks.quote', text: 'q' }],
		});
		assert.equal((await send('POST', `${restaurants}/${made.json.id}/actions/publish`)).status, 200);
		assertError(await send('POST', `${restaurants}/clone/${made.json.id}`, { name: null, slug: 'a' }), 400, 'ValidationError');
		const copy = await send('POST', `${restaurants}/clone/${made.json.id}`, { slug: 'copy-of-published' });
		assert.deepEqual([copy.status, copy.json.publishedAt, copy.json.blocks.length], [200, null, 1]);
		const draft = await send('POST', `${restaurants}/clone/${copy.json.id}`, { name: null, slug: 'b' });
		assert.equal(draft.status, 200, draft.text);
		const fields = ['name', 'slug'];
		const rights = ['read', 'create'].map(action =>
			explorer(action, 'api::restaurant.restaurant', fields, { properties: { locales: ['en'] } }),
		);
		const named = await makeAdmin(client, token, 'withoutzone', rights);
		const refused = await named('POST', `${restaurants}/clone/${copy.json.id}`, { slug: 'c' });
		assertError(refused, 400, 'ValidationError');
	});

	it('changes nothing by true for a relation or a file, and looks past texts that are no ids', async () => {
		const restaurants = `${types}/api::restaurant.restaurant`;
		const { json: made } = await send('POST', restaurants, { name: 'True', slug: 'true', chain: 2, cover: 1, categories: [3, 5] });
		const odd = { chain: true, cover: true, categories: true };
		const changed = await send('PUT', `${restaurants}/${made.id}`, odd);
		const counts = ({ chain, cover, categories: list }) => [chain.count, cover?.id ?? null, list.count];
		assert.deepEqual([changed.status, ...counts(changed.json)], [200, 1, 1, 2], changed.text);
		const bare = await send('POST', restaurants, { name: 'True', slug: 'true-too', ...odd });
		assert.deepEqual([bare.status, ...counts(bare.json)], [200, 0, null, 0], bare.text);
		assertError(await send('PUT', `${restaurants}/${made.id}`, { categories: [true] }), 400, 'ValidationError');
		const drafts = query => send('GET', `${restaurants}/actions/countManyEntriesDraftRelations?${query}`);
		const { json: counted } = await drafts('ids[]=1&ids[]=2&ids[]=3');
		assert.deepEqual((await drafts('ids[]=1&ids[]=x&ids[]=2&ids[]=1.5&ids[]=3&ids[]=')).json, counted);
		const picker = query => send('GET', `/content-manager/relations/api::restaurant.restaurant/categories?${query}`);
		const { json: whole } = await picker('idsToOmit[]=1');
		assert.deepEqual((await picker('idsToOmit[]=x&idsToOmit[]=1')).json, whole);
		assertError(await picker('idsToOmit[0][a]=1'), 400, 'ValidationError');
		assertError(await picker('idsToInclude[a]=1'), 400, 'ValidationError');
		const { json: lists } = await picker('idsToInclude=4&idsToOmit=3&pageSize=x');
		const cast = value => `(cast from the value \`"${value}"\`)`;
		assert.deepEqual(
			lists.error.details.errors.map(({ message }) => message),
			[
				`idsToOmit must be a \`array\` type, but the final value was: \`null\` ${cast(3)}.`,
				`idsToInclude must be a \`array\` type, but the final value was: \`null\` ${cast(4)}.`,
				`pageSize must be a \`number\` type, but the final value was: \`NaN\` ${cast('x')}.`,
			],
		);
	});

	it('takes % in a query string for itself where nothing is encoded by it, as the panel sends it', async () => {
		for (const name of ['50% of it', '50%25', 'a%zzb=c']) await send('POST', categories, { name });
		const named = async query => (await send('GET', `${categories}?${query}`)).json.results?.map(entry => entry.name).sort();
		assert.deepEqual(await named('filters[$and][0][name][$contains]=50%&page=1'), ['50% of it', '50%25']);
		assert.deepEqual(await named('filters[name][$contains]=50%+of'), ['50% of it']);
		assert.deepEqual(await named('filters[name][$contains]=50%25'), ['50% of it', '50%25']);
		assert.deepEqual(await named('filters[name]=a%zzb=c'), ['a%zzb=c']);
		assert.deepEqual(await named('_q=%zzb&x%=%ff'), ['a%zzb=c']);
		for (const where of ['/api/categories?sort=%g1', '/content-manager/%zz?a=%']) assert.equal((await send('GET', where)).status, 400);
	});

	it('filters and sorts by who made an entry, as far as admins are shown', async () => {
		const few = await makeAdmin(client, token, 'byauthor', [
			explorer('create', 'api::category.category', ['name']),
			explorer('read', 'api::category.category', ['name']),
		]);
		await few('POST', categories, { name: 'By the author' });
		const named = await few('GET', `${categories}?filters[createdBy][firstname][$eq]=byauthor`);
		assert.deepEqual(
			named.json.results.map(({ name }) => name),
			['By the author'],
		);
		const sorted = await few('GET', `${categories}?sort=createdBy.firstname:desc&filters[createdBy][id][$notNull]=true`);
		const names = sorted.json.results.map(entry => entry.createdBy.firstname);
		assert.deepEqual(names, [...names].sort().reverse());
		const everybody = total(await few('GET', categories));
		assert.equal(total(await few('GET', `${categories}?filters[createdBy][email][$startsWith]=byauthor`)), everybody);
	});

	it('filters by the other side of a relation to entries of any type, and refuses that side itself', async () => {
		const bookmarks = `${types}/api::bookmark.bookmark`;
		const { json: bookmark } = await send('POST', bookmarks, { label: 'filtered' });
		await send('POST', categories, { name: 'Marked', bookmarks: [bookmark.id] });
		const { json } = await send('GET', `${categories}?filters[bookmarks][label][$eq]=filtered`);
		assert.deepEqual(
			json.results.map(({ name }) => name),
			['Marked'],
		);
		assertError(await send('GET', `${bookmarks}?filters[target][id][$eq]=1`), 400, 'ValidationError');
	});

	it('spells names of other scripts in Latin letters', async () => {
		const slugs = {
			'Привет мир': 'privet-mir',
			'Щука 2': 'shhuka-2',
			Київ: 'kiyiv',
			Ελλάδα: 'ellada',
			مرحبا: 'mrhba',
			ქართული: 'qartuli',
			Հայ: 'hay',
			'Nguyễn Văn': 'nguyen-van',
			'Ünïcödé Straße': 'uenicoede-strasse',
			'Crème Brûlée & Co': 'creme-brulee-and-co',
			'I ♥ XMLHttp fooBar AB12': 'i-love-xml-http-foo-bar-ab-12',
			'Cafe\u0301': 'cafe',
			'東京 Ramen': 'ramen',
			'Größe ẞ': 'groesse-ss',
			'Łódź żółw': 'lodz-zolw',
			'گچپژ ٣': 'gchpzh-3',
			'Åse İstanbul ığ': 'ase-istanbul-ig',
			'x\u20f0y x\u20f1y x\ufe23y x\ufe24y': 'xy-x-y-xy-x-y',
		};
		for (const [name, slug] of Object.entries(slugs)) {
			const body = { contentTypeUID: 'api::restaurant.restaurant', field: 'slug', data: { name } };
			assert.equal((await send('POST', '/content-manager/uid/generate', body)).json.data, slug, name);
		}
	});

	it('begins a translation with the fields that a role has in its language', async () => {
		const where = '/i18n/content-manager/actions/get-non-localized-fields';
		const french = { properties: { locales: ['fr'] } };
		const english = { properties: { locales: ['en'] } };
		const translator = await makeAdmin(client, token, 'translates', [
			explorer('read', 'api::restaurant.restaurant', ['name', 'rating', 'seats'], english),
			explorer('create', 'api::restaurant.restaurant', ['name', 'seats'], french),
		]);
		const begin = locale => translator('POST', where, { model: 'api::restaurant.restaurant', id: 3, locale });
		assert.deepEqual(Object.keys((await begin('fr')).json.nonLocalizedFields), ['seats']);
		assert.deepEqual(Object.keys((await begin('de')).json.nonLocalizedFields), []);
	});
});

onEachDatabase('users in the content manager', use => {
	let client, token, sql;
	use(started => ({ client, sql } = started), { config: unlimited });
	const send = (method, where, body = null) => client.request(method, where, { body, headers: bearer(token) });
	before(async () => (token = await signIn(client)));
	const neue = { username: 'neue', email: 'Neue@Example.com', password: 'secret1', role: { connect: [{ id: 1 }] } };

	it('have a name, an address, a password and a role', async () => {
		for (const [change, messages] of [
			[{ username: undefined, email: undefined, password: undefined, role: undefined }, 4],
			[{ role: null }, 'role must be a `object` type, but the final value was: `null`.'],
			[{ role: {} }, 'role.connect is a required field'],
			[{ role: { connect: [] } }, 'Users must have a role'],
			[{ role: { connect: [{}] } }, 'role.connect[0].id is a required field'],
			[{ role: [1] }, 'role must be a `object` type, but the final value was: `[\n  "1"\n]`.'],
			[{ username: '' }, 2],
			[{ email: 'x' }, 'email must be a valid email'],
			[{ password: null }, 'password must be a `string` type, but the final value was: `null`.'],
		]) {
			const answer = await send('POST', users, { ...neue, ...change });
			const { json } = answer;
			assertError(answer, 400, 'ValidationError');
			assert.equal(json.error.message, typeof messages === 'number' ? `${messages} errors occurred` : messages);
			assert.equal(json.error.details.errors.length, typeof messages === 'number' ? messages : 1);
		}
		for (const [change, message] of [
			[{ username: 'user1' }, 'Username already taken'],
			[{ email: 'USER1@example.com' }, 'Email already taken'],
			[{ username: 'ab' }, 'username must be at least 3 characters'],
		]) {
			const answer = await send('POST', users, { ...neue, ...change });
			assertError(answer, 400, 'ApplicationError');
			assert.deepEqual([answer.json.error.message, answer.json.error.details], [message, {}]);
		}
	});

	it('are made as Strapi makes them, and sign in', async () => {
		const made = await send('POST', users, { ...neue, provider: 'google', resetPasswordToken: 'x' });
		assert.deepEqual([made.status, made.json.email, made.json.role], [201, 'neue@example.com', { count: 1 }], made.text);
		const row = JSON.stringify(await sql(`SELECT provider, reset_password_token FROM up_users WHERE id = ${made.json.id}`));
		assert.match(row, /local/);
		assert.doesNotMatch(row, /x/);
		const body = { identifier: 'neue', password: 'secret1' };
		assert.equal((await client.request('POST', '/api/auth/local', { body })).status, 200);
	});

	it('take no name, address or role of nobody in a change', async () => {
		assertError(await send('PUT', `${users}/999`, {}), 404, 'NotFoundError');
		for (const [body, name, message] of [
			[{ username: 'user2' }, 'ApplicationError', 'Username already taken'],
			[{ email: 'USER2@example.com' }, 'ApplicationError', 'Email already taken'],
			[{ email: '' }, 'ValidationError', 'email must be at least 1 characters'],
			[{ role: { connect: [], disconnect: [{ id: 1 }] } }, 'ValidationError', 'Cannot remove role'],
		]) {
			const answer = await send('PUT', `${users}/1`, body);
			assertError(answer, 400, name);
			assert.equal(answer.json.error.message, message);
		}
		await sql("UPDATE up_users SET reset_password_token = 'mailed' WHERE id = 1");
		const changed = await send('PUT', `${users}/1`, { username: 'user1', email: 'Other@Example.com' });
		assert.deepEqual([changed.status, changed.json.email], [200, 'other@example.com'], changed.text);
		assert.doesNotMatch(JSON.stringify(await sql('SELECT reset_password_token FROM up_users WHERE id = 1')), /mailed/);
	});

	it('are made with the default role by one who may not set it', async () => {
		const fields = ['username', 'email', 'password'];
		const permissions = [explorer('create', 'plugin::users-permissions.user', fields), explorer('read', 'plugin::users-permissions.user')];
		const clerk = await makeAdmin(client, token, 'clerk', permissions);
		const made = await clerk('POST', users, { ...neue, username: 'clerked', email: 'c@example.com', role: { connect: [{ id: 2 }] } });
		assert.equal(made.status, 201, made.text);
		const { json } = await send('GET', `/content-manager/relations/plugin::users-permissions.user/${made.json.id}/role`);
		assert.equal(json.data.id, 1);
	});
});
