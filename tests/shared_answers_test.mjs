// What answers tell the caches in front of the server: Cache-Control by the setting of their content-type, and the keys of
// what they hold. Webhooks carry the keys of a change: whoever drops the answers that have one of them has no old one.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { full } from './lib/accounts.mjs';
import { onEachDatabase } from './lib/databases.mjs';
import { sleep, until } from './lib/expect.mjs';
import { makeForm } from './lib/forms.mjs';
import { Client } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, runCommand, startServer, useServer } from './lib/server.mjs';
import { allowPrivate, Receiver, webhookRow } from './lib/webhooks.mjs';

const shared = contentTypes => ({ server: { cache: { contentTypes } } });
const keysOf = answer => (answer.headers['surrogate-key'] ?? '').split(' ').filter(Boolean);

const types = ['restaurant', 'category', 'chain', 'office', 'review', 'bookmark', 'homepage', 'global'];
const plural = { category: 'categories' };
const pathOf = type => `/api/${['homepage', 'global'].includes(type) ? type : (plural[type] ?? `${type}s`)}`;

/** Lets the public read all of them, and what they are related to. */
function permitAll(sql, names = types) {
	const actions = names.flatMap(name => [`api::${name}.${name}.find`, `api::${name}.${name}.findOne`]);
	for (const action of actions) {
		sql(`delete from up_permissions_role_links where permission_id in (select id from up_permissions where action = '${action}')`);
		sql(`insert into up_permissions (action) values ('${action}')`);
		sql(
			'insert into up_permissions_role_links (permission_id, role_id) ' +
				`select max(p.id), (select id from up_roles where type = 'public') from up_permissions p where p.action = '${action}'`,
		);
	}
}

describe('Cache-Control', () => {
	let client, server;
	const contentTypes = {
		'api::category.category': { maxAge: 60, sharedMaxAge: 3600, staleWhileRevalidate: 30, staleIfError: 86400 },
		'api::office.office': { maxAge: 120, staleWhileRevalidate: 10 },
		'api::chain.chain': {},
	};
	useServer(started => ({ client, server } = started), { config: shared(contentTypes) });
	before(async () => {
		permitAll(text => sqlite(path.join(server.folder, '.tmp/data.db'), text), ['category', 'office', 'chain', 'review']);
		await until(async () => (await client.get('/api/reviews')).status === 200, 'the permissions');
	});
	const control = async (target, headers) => {
		const answer = await client.get(target, headers);
		assert.equal(answer.status, 200, answer.text);
		return answer.headers['cache-control'];
	};

	it('is what the setting of the content-type says', async () => {
		const whole = 'public, max-age=60, s-maxage=3600, stale-while-revalidate=30, stale-if-error=86400';
		assert.equal(await control('/api/categories'), whole);
		assert.equal(await control('/api/categories/1'), whole);
		assert.equal(await control('/api/offices'), 'public, max-age=120, stale-while-revalidate=10');
		assert.equal(await control('/api/chains'), 'public, max-age=0');
		assert.equal(await control('/api/reviews'), undefined);
	});

	it('is the same for a remembered answer and a 304', async () => {
		const first = await client.get('/api/categories?sort=name');
		const second = await client.get('/api/categories?sort=name');
		const third = await client.get('/api/categories?sort=name', { 'If-None-Match': first.headers.etag });
		assert.equal(third.status, 304);
		for (const name of ['cache-control', 'surrogate-key', 'vary', 'etag'])
			for (const answer of [second, third]) assert.equal(answer.headers[name], first.headers[name], name);
		assert.match(first.headers.vary, /\bAuthorization\b/);
	});

	it('is private for those who say who they are, whoever asked before', async () => {
		await control('/api/categories?sort=id');
		for (let i = 0; i < 2; i++) {
			const answer = await client.get('/api/categories?sort=id', full);
			assert.equal(answer.headers['cache-control'], 'private, no-cache');
			assert.equal(answer.headers['surrogate-key'], undefined);
			assert.match(answer.headers.vary, /\bAuthorization\b/);
		}
		assert.match(await control('/api/categories?sort=id'), /^public/);
	});

	it('stands in no refusal and in no answer to a change', async () => {
		const missing = await client.get('/api/categories/99999');
		const made = await client.request('POST', '/api/categories', { headers: full, body: { data: { name: 'shared' } } });
		assert.deepEqual([missing.status, made.status], [404, 200]);
		for (const answer of [missing, made]) assert.equal(answer.headers['cache-control'], undefined);
	});

	it('holds over GraphQL with GET for all types that are asked for', async () => {
		const ask = query => control(`/graphql?query=${encodeURIComponent(query)}`);
		assert.equal(await ask('{ offices { data { id } } }'), 'public, max-age=120, stale-while-revalidate=10');
		assert.equal(
			await ask('{ offices { data { id } } categories { data { id } } }'),
			'public, max-age=60, s-maxage=120, stale-while-revalidate=10',
		);
		assert.equal(await ask('{ offices { data { id } } reviews { data { id } } }'), undefined);
		const posted = await client.request('POST', '/graphql', { body: { query: '{ offices { data { id } } }' } });
		assert.equal(posted.headers['cache-control'], undefined);
	});

	it('answers tell nothing without the setting', async () => {
		const other = await startServer({});
		const answer = await new Client(other.base).get('/api/categories', full);
		assert.deepEqual([answer.status, answer.headers['cache-control'], answer.headers['surrogate-key']], [200, undefined, undefined]);
		await other.stop();
	});

	it('mistakes in the setting are told', async () => {
		const mistakes = {
			'api::nothing.nothing': {},
			'shared.seo': {},
			'api::office.office': { maxAge: -1 },
			'api::chain.chain': { maxage: 1 },
			'api::review.review': { maxAge: '1' },
		};
		for (const [uid, ages] of Object.entries(mistakes)) {
			const { code, stdout, stderr } = await runCommand(['check', makeProject(shared({ [uid]: ages }))]);
			assert.notEqual(code, 0, uid);
			assert.ok((stdout + stderr).includes(uid), stdout + stderr);
		}
		const named = await runCommand(['check', makeProject({ server: { cache: { keyHeader: 'a b' } } })]);
		assert.notEqual(named.code, 0);
	});
});

describe('keys', () => {
	it('have the header that is named, with commas for tags', async () => {
		const config = shared({ '*': {} });
		config.server.cache.keyHeader = 'Cache-Tag';
		const folder = makeProject(config);
		permitAll(text => sqlite(path.join(folder, '.tmp/data.db'), text));
		const server = await startServer({ folder, ownsFolder: true });
		const answer = await new Client(server.base).get('/api/chains/1?populate=headquarters');
		assert.equal(answer.status, 200, answer.text);
		const office = answer.json.data.attributes.headquarters.data.id;
		assert.deepEqual(
			answer.headers['cache-tag'].split(',').sort(),
			['chains/1', 'chains_headquarters_links', `offices/${office}`].sort(),
			answer.headers['cache-tag'],
		);
		assert.equal(answer.headers['surrogate-key'], undefined);
		await server.stop();
	});
});

/* ---- a cache that drops what it is told to ---- */

// LECTERN_SHARED_CHANGES and LECTERN_SEED: more of them, and others.
const changes = Number(process.env.LECTERN_SHARED_CHANGES ?? 60);

/** Numbers that look random, the same each time: mulberry32. */
function randomNumbers(seed) {
	return most => {
		seed = (seed + 0x6d2b79f5) | 0;
		let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) % most;
	};
}

const relations = {
	restaurant: ['categories', 'reviews', 'chain', 'neighbours', 'cover', 'gallery', 'localizations', 'address', 'blocks'],
	category: ['bookmarks', 'restaurants', 'parent', 'children'],
	chain: ['restaurants', 'headquarters', 'seo', 'bookmark'],
	office: ['chain'],
	review: ['restaurant'],
	bookmark: ['target', 'related'],
	homepage: ['body', 'featured', 'localizations'],
	global: ['seo', 'favicon'],
};
const scalar = { restaurant: 'name', category: 'name', chain: 'name', office: 'city', review: 'stars', bookmark: 'label' };

const targets = pick => {
	const type = types[pick(types.length)];
	const base = pathOf(type);
	const populate = [
		'',
		'populate=*',
		`populate=${relations[type][pick(relations[type].length)]}`,
		`populate[${relations[type][0]}][populate]=*`,
		`populate[${relations[type][pick(relations[type].length)]}][sort]=id:desc`,
	][pick(5)];
	if (['homepage', 'global'].includes(type)) return `${base}?${populate}`;
	if (pick(2)) return `${base}/${1 + pick(12)}?${populate}`;
	const list = [
		'pagination[limit]=5',
		`sort=${scalar[type]}:desc&pagination[pageSize]=4`,
		type === 'restaurant' ? 'filters[categories][name][$contains]=a&locale=all' : 'filters[id][$lt]=9',
		type === 'review' ? 'sort=restaurant.name&pagination[limit]=6' : 'pagination[start]=2&pagination[limit]=3',
	][pick(4)];
	return `${base}?${list}&${populate}`;
};

const queries = [
	'{ restaurants(pagination: { limit: 3 }) { data { id attributes { name categories { data { id attributes { name } } } } } } }',
	'{ restaurant(id: 3) { data { attributes { name chain { data { attributes { name headquarters { data { id } } } } } } } } }',
	'{ chain(id: 2) { data { attributes { name restaurants(pagination: { limit: 2 }) { data { id attributes { name } } } } } } }',
	'{ category(id: 1) { data { attributes { parent { data { attributes { name } } } children { data { id } } } } } }',
	'{ chains { meta { pagination { total } } } }',
].map(query => `/graphql?query=${encodeURIComponent(query)}`);

function randomChange(pick) {
	const some = () => Array.from({ length: pick(4) }, () => 1 + pick(12)).filter((id, i, all) => all.indexOf(id) === i);
	const list = () => [some(), { connect: some() }, { disconnect: some() }, { set: some() }][pick(4)];
	const one = () => [1 + pick(12), null, { connect: [1 + pick(12)] }][pick(3)];
	const word = `w${pick(1000)}`;
	const data = {
		restaurant: () => [
			{ name: word },
			{ price: ['cheap', 'fair', 'fancy'][pick(3)] },
			{ categories: list() },
			{ chain: one() },
			{ reviews: list() },
			{ neighbours: list() },
			{ publishedAt: pick(2) ? null : new Date().toISOString() },
			{ address: { street: word, city: word } },
		],
		category: () => [{ name: word }, { parent: one() }, { restaurants: list() }, { children: list() }, { bookmarks: list() }],
		chain: () => [{ name: word }, { restaurants: list() }, { headquarters: one() }],
		office: () => [{ city: word }, { chain: one() }],
		review: () => [{ stars: 1 + pick(5) }, { restaurant: one() }, { publishedAt: pick(2) ? null : new Date().toISOString() }],
		bookmark: () => [{ label: word }],
	};
	const needed = { restaurant: { name: word }, category: { name: word }, chain: { name: word }, office: { city: word } };
	Object.assign(needed, { review: { stars: 3, text: word }, bookmark: { label: word } });
	const names = Object.keys(data);
	const type = names[pick(names.length)];
	const change = data[type]();
	const sent = { ...change[pick(change.length)] };
	const kind = pick(10);
	if (kind === 0) return ['DELETE', `${pathOf(type)}/${1 + pick(12)}`];
	if (kind < 3) return ['POST', pathOf(type), { data: { ...needed[type], ...sent } }];
	if (kind === 3 && type === 'restaurant')
		return ['POST', `${pathOf(type)}/${1 + pick(12)}/localizations`, { name: word, locale: ['de', 'fr'][pick(2)] }];
	return ['PUT', `${pathOf(type)}/${1 + pick(12)}`, { data: sent }];
}

onEachDatabase('a cache that drops the answers with the keys of each change has no old one', use => {
	const receiver = new Receiver();
	let started;
	before(() => receiver.start());
	after(() => receiver.stop());
	use(value => (started = value), { env: allowPrivate, config: shared({ '*': { maxAge: 60 } }) });
	before(async () => {
		permitAll(started.sql);
		started.sql(webhookRow({ id: 1, url: receiver.url }));
		await until(async () => (await started.client.get('/api/globals')).status !== 403, 'the permissions');
		for (const type of types.slice(0, 6))
			await until(async () => (await started.client.get(pathOf(type))).status === 200, `the permissions of ${type}`);
	});

	const told = () => receiver.calls.flatMap(call => call.body.keys);

	/** Makes a change and gives the keys of what is told of it; nothing where it is refused. `of` starts one of these keys: what
	 * else the request makes, such as the first upload's folder, is a change of its own and may be told before. */
	async function change(method, target, options, of = '') {
		receiver.calls.length = 0;
		const answer = await started.client.request(method, target, options);
		assert.ok(answer.status < 500, `${method} ${target} ${answer.text}`);
		if (answer.status !== 200) return null;
		await until(() => told().some(key => key.startsWith(of)), `the call of ${method} ${target}`, 60_000);
		return told();
	}

	it('after random changes', async () => {
		const pick = randomNumbers(Number(process.env.LECTERN_SEED ?? 18));
		const cache = new Map();
		const counts = { made: 0, dropped: 0, old: 0, kept: 0 };
		// The table of webhooks is read now and then.
		await until(async () => {
			await started.client.request('POST', '/api/offices', { headers: full, body: { data: { city: 'probe' } } });
			return receiver.calls.length > 0;
		}, 'the first call');
		await sleep(300);
		for (let i = 0; counts.made < changes; i++) {
			assert.ok(i < 5 * changes, 'most changes are refused');
			while (cache.size < 60) {
				const target = pick(8) ? targets(pick) : queries[pick(queries.length)];
				const answer = await started.client.get(target);
				if (answer.status !== 200 || answer.json.errors) continue;
				assert.equal(answer.headers['cache-control'], 'public, max-age=60', target);
				assert.ok(answer.headers['surrogate-key'].length <= 2048);
				cache.set(target, { text: answer.text, keys: keysOf(answer) });
			}
			let [method, target, body] = randomChange(pick);
			let keys;
			if (i % 12 === 5) {
				[method, target, body] = ['POST', '/api/upload', null];
				const parts = [
					['files', `text ${i}`, 'a.txt', 'text/plain'],
					['ref', 'api::restaurant.restaurant'],
					['refId', String(1 + pick(12))],
					['field', ['cover', 'gallery'][pick(2)]],
				];
				keys = await change(method, target, makeForm(parts, full), 'files/');
			} else {
				keys = await change(method, target, { headers: full, body });
			}
			if (!keys) continue;
			counts.made++;
			for (const [asked, known] of cache) {
				const now = await started.client.get(asked);
				const drops = known.keys.some(key => keys.includes(key));
				if (drops) {
					counts.dropped++;
					cache.delete(asked);
				} else {
					counts.kept++;
					assert.equal(
						now.text,
						known.text,
						`${asked} is old after ${method} ${target} ${JSON.stringify(body)}: it has ${known.keys}, the change ${keys}`,
					);
				}
				if (now.text !== known.text) counts.old++;
			}
		}
		// The test could not fail if nothing became old, or if all were dropped each time.
		assert.ok(counts.old > changes / 3 && counts.kept > counts.dropped, JSON.stringify(counts));
	});
});
