// What a hostile caller may try on the read path: probing from inside of a populate, values that look like SQL, and short
// requests that would cost a lot. None of it is answered with 500, and none keeps the server from answering others.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, sanitized } from './lib/expect.mjs';
import { useServer } from './lib/server.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const times = (count, write, separator = '') => Array.from({ length: count }, (_, index) => write(index)).join(separator);

describe('security', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started));

	for (const [path, named] of [
		['/api/categories?populate[parent][filters][code]=C1', 'code'],
		['/api/categories?populate[parent][sort]=code', 'code'],
		['/api/categories?populate[parent][fields]=code', 'code'],
		['/api/categories?populate[parent][populate][children][filters][$or][0][$not][code]=C1', 'code'],
		['/api/categories?populate[restaurants][populate][categories][sort][code]=asc', 'code'],
		['/api/restaurants?populate[reviews][filters][moderator][id]=1', 'moderator'],
		['/api/restaurants?populate[reviews][populate][author][filters][password][$startsWith]=$2a', 'password'],
		['/api/restaurants?populate[blocks][on][blocks.related][populate][category][filters][code]=C1', 'code'],
		['/api/restaurants?populate[blocks][populate][category][filters][code]=C1', 'code'],
		['/api/bookmarks?populate[related][on][api::category.category][filters][code]=C1', 'code'],
		['/api/bookmarks?populate[related][on][api::category.category][sort]=code', 'code'],
		['/api/bookmarks?populate[target][on][api::category.category][fields]=code', 'code'],
		['/api/bookmarks?populate[target][on][plugin::users-permissions.user][filters][password][$notNull]=true', 'password'],
		['/api/users?populate[role][populate][users][filters][password][$notNull]=true', 'password'],
		['/api/users/count?password[$startsWith]=$2a', 'password'],
		['/api/users/count?filters[resetPasswordToken][$null]=true', 'resetPasswordToken'],
		['/api/upload/files?filters[folderPath]=/', 'folderPath'],
	])
		it(`does not let what is private be probed from the inside: ${path}`, async () => {
			assertError(await client.get(path, full), 400, 'ValidationError', new RegExp(`Invalid parameter ${named}`));
		});

	it('does not let a filter on a polymorphic relation probe what is private', async () => {
		assertError(await client.get('/api/bookmarks?populate[target][filters][code][$startsWith]=C'), 400, 'ValidationError', /code/);
		// Who may find all types finds one with a public code: categories are left out all the same.
		const answer = await client.get('/api/bookmarks?populate[related][filters][code]=C8', full);
		assert.equal(answer.status, 200);
		assert.equal(answer.text.includes('api::category.category'), false);
	});

	it('keeps what is private behind polymorphic relations, however deep', async () => {
		for (const path of [
			'/api/bookmarks?populate[related][populate]=*',
			'/api/categories?populate[bookmarks][populate]=*',
			'/api/chains?populate[bookmark][populate][related][populate]=*',
			'/api/bookmarks?populate=related.owner,related.reviews.author',
		]) {
			const answer = await client.get(path, full);
			assert.equal(answer.status, 200, path);
			assert.equal(/\$2[aby]\$|"password"|"moderator"|"resetPasswordToken"|ada@example/.test(answer.text), false, path);
		}
		const inverse = await client.get('/api/chains?populate[bookmark][populate][related]=true', full);
		assert.match(inverse.text, /"__type":"api::category.category"/);
		assert.equal(inverse.text.includes('"code"'), false);
	});

	it('shows no drafts in a list, in dynamic zones and polymorphic relations neither', async () => {
		for (const path of [
			'/api/bookmarks?populate[related][on][api::restaurant.restaurant][fields]=publishedAt&pagination[pageSize]=100',
			'/api/restaurants?populate[blocks][on][blocks.related][populate][restaurants][populate][chain][populate]=restaurants' +
				'&pagination[pageSize]=100',
		])
			assert.equal((await client.get(path)).text.includes('"publishedAt":null'), false, path);
	});

	it('takes no value for SQL, whatever the operator', async () => {
		const operators = [
			'$eq',
			'$ne',
			'$eqi',
			'$nei',
			'$lt',
			'$gte',
			'$in',
			'$notIn',
			'$contains',
			'$containsi',
			'$notContains',
			'$startsWith',
			'$endsWithi',
			'$null',
			'$between',
		];
		for (const text of ["' OR 1=1 --", '") OR (1=1', '"', "'", '\\', '?1', '%s%n', '%', ';', '/*', 'NULL', '-- '])
			for (const operator of operators) {
				const value = encodeURIComponent(text);
				const query =
					operator === '$between'
						? `filters[name][$between][0]=${value}&filters[name][$between][1]=${value}`
						: `filters[name][${operator}]=${value}`;
				assert.equal((await client.get(`/api/categories?${query}&locale=${value}&_q=${value}`)).status, 200, query);
			}
		for (const query of [
			`sort=name"--`,
			`fields=name"`,
			`filters[name"]=x`,
			`populate[parent"][sort]=x`,
			`sort=name:asc;`,
			`populate[parent][ordering]=asc;`,
		])
			assert.ok([200, 400].includes((await client.get(`/api/categories?${encodeURI(query)}`)).status), query);
		assert.equal((await client.get('/api/categories')).json.meta.pagination.total, 24);
	});

	const through = '[reviews][restaurant][chain][name]';
	for (const [what, path, wanted] of [
		['filters over a relation that goes to itself', `/api/categories?filters${'[parent]'.repeat(18)}[name]=x`, 200],
		['negations in each other', `/api/categories?filters${'[$not]'.repeat(18)}[name]=x`, 200],
		[
			'or-ed filters over lists of lists',
			`/api/categories?${times(80, i => `filters[$or][${i}][restaurants][reviews][stars]=9`, '&')}`,
			200,
		],
		[
			'and-ed filters over lists of lists',
			`/api/categories?${times(80, i => `filters[$and][${i}][restaurants][categories][name][$null]=true`, '&')}`,
			200,
		],
		['filters over lists and back', `/api/categories?filters${'[restaurants][categories]'.repeat(9)}[name]=x`, 200],
		[
			'nested relations under or',
			`/api/categories?${times(40, i => `filters[$or][${i % 2}][$and][${i}][restaurants][$or][${i}]${through}=x`, '&')}`,
			200,
		],
		['operators with lists', `/api/categories?${times(100, i => `filters[name][$contains][${i}]=x`, '&')}`, 200],
		['long patterns', `/api/restaurants?filters[description][$contains]=${'%25a'.repeat(3000)}`, 200],
		['a long search', `/api/restaurants?_q=${'x'.repeat(12000)}`, 200],
		['sorts over lists of lists', `/api/categories?${times(5, i => `sort[${i}]=restaurants.reviews.stars`, '&')}`, 400],
		['sorts over many relations', `/api/categories?${times(60, i => `sort[${i}]=parent.parent.parent.name`, '&')}`, 400],
		['a deep sort', `/api/categories?sort=${'parent.'.repeat(300)}name`, 400],
		[
			'a populate over lists and back',
			`/api/categories?pagination[pageSize]=100&populate=${'restaurants.categories.'.repeat(4)}restaurants`,
			400,
		],
		['a deep populate', `/api/categories?populate=${'parent.'.repeat(200)}parent`, 400],
		[
			'populates of polymorphic relations in each other',
			`/api/bookmarks?populate${'[related][populate][bookmarks][populate]'.repeat(4)}=*`,
			200,
		],
		['deep brackets', `/api/categories?a${'[a]'.repeat(3000)}=1`, 400],
		['many parameters', `/api/categories?${'a&'.repeat(7000)}`, 400],
		['one parameter again and again', `/api/categories?${'a=1&'.repeat(990)}`, 200],
		['a page beyond all numbers', '/api/categories?pagination[page]=99999999999999999999', 200],
		['a start beyond all numbers', '/api/categories?pagination[start]=1e300', 200],
	])
		it(`bounds what a request may cost: ${what}`, async () => {
			for (const headers of [{}, full]) {
				const before = server.ticks();
				const answer = await client.get(path, headers);
				assert.equal(answer.status, wanted, answer.text.slice(0, 300));
				if (wanted === 400) assertError(answer, 400, 'ValidationError');
				const seconds = (server.ticks() - before) / 100;
				if (!sanitized) assert.ok(seconds < 1.5, `${seconds} s of processor time`);
			}
		});

	it('has not taken much memory for all that', { skip: sanitized }, () => {
		const highest = server.memory('VmHWM');
		assert.ok(highest < 300_000, `${highest} kB`);
	});
});

// As Strapi has it: in every type and component, beside what the models say.
describe('what config/api.json makes private', () => {
	let client;
	useServer(started => ({ client } = started), { config: { api: { responses: { privateAttributes: ['seats', 'createdAt', 'city'] } } } });

	it('is in no answer', async () => {
		const { text } = await client.get('/api/restaurants?populate=*', full);
		assert.match(text, /"street":/);
		assert.doesNotMatch(text, /"(seats|createdAt|city)":/);
		assert.doesNotMatch((await client.get('/api/restaurants?fields=name,seats', full)).text, /"seats":/);
	});

	for (const query of ['filters[seats]=3', 'sort=seats', 'filters[address][city]=a', 'populate[chain][sort]=createdAt'])
		it(`can't be asked for: ${query}`, async () => assert.equal((await client.get(`/api/restaurants?${query}`, full)).status, 400));

	it('can be written', async () => {
		const body = { data: { name: 'secretive', seats: 12 } };
		const { status, json } = await client.request('POST', '/api/restaurants', { headers: full, body });
		assert.equal(status, 200);
		assert.equal('seats' in json.data.attributes, false);
	});
});
