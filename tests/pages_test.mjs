// Pages that lie far behind the first row are read in another way than near ones: they are cut from the same list.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { full } from './lib/accounts.mjs';
import { onEachDatabase } from './lib/databases.mjs';

const sorts = [
	'name',
	'name:desc',
	'rating:desc,name',
	'open',
	'founded:desc',
	'id:desc',
	'chain.name',
	'chain.name:desc,seats',
	'categories.name',
	'id',
];
const rests = [
	'',
	'&filters[rating][$notNull]=true',
	'&filters[categories][name][$contains]=1',
	'&_q=a',
	'&fields[0]=slug&populate=categories',
];

// An entry stands once for each of its categories; the first one of a page is shown with more.
const shown = entries => entries.map(({ id, attributes }) => [id, attributes]);

onEachDatabase('a far page', use => {
	let client;
	use(started => ({ client } = started), { env: { LECTERN_CACHE: '0' } });

	for (const sort of sorts)
		it(`is cut from the list sorted by ${sort}`, async () => {
			for (const rest of rests) {
				const list = `/api/restaurants?publicationState=preview&locale=all&sort=${sort}${rest}`;
				const read = async page => (await client.get(list + page, full)).json;
				// Near pages, two of which have the whole list.
				const [first, second] = [0, 60].map(async start => (await read(`&pagination[start]=${start}&pagination[limit]=100`)).data);
				const whole = [...(await first), ...(await second).slice(40)];
				if (!rest) assert.ok(whole.length > 130, `${whole.length} restaurants`);
				for (const [start, limit] of [
					[100, 7],
					[103, 50],
					[129, 25],
					[500, 5],
					[4, 4],
				]) {
					const page = await read(`&pagination[start]=${start}&pagination[limit]=${limit}`);
					assert.deepEqual(shown(page.data), shown(whole.slice(start, start + limit)), `${list} from ${start}`);
				}
			}
		});
});

// What takes long to sort or search is read by its ids, which are remembered while the database stays as it is.
onEachDatabase('a long list', use => {
	let client, sql;
	use(started => ({ client, sql } = started), { env: { LECTERN_CACHE: '0' } });
	before(() =>
		sql(`insert into restaurants (id, name, slug, description, locale, published_at)
			with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
			select 10000 + i, 'Long ' || ((i * 7919) % 20011), 'long-' || i, case when i % 1000 = 0 then 'A NEEDLE in hay' else 'hay' end,
				'en', '2024-01-01' from n`),
	);
	const list = '/api/restaurants?filters[name][$startsWith]=Long&fields[0]=name';
	const read = async rest => (await client.get(`${list}${rest}`, full)).json;
	const names = ({ data }) => data.map(({ attributes }) => attributes.name);
	const sorted = Array.from({ length: 20000 }, (_, i) => `Long ${((i + 1) * 7919) % 20011}`).sort();

	it('has the same pages, however often they are asked for', async () => {
		for (let round = 0; round < 3; round++)
			for (const page of [1, 2, 3, 40, 700, 800, 801]) {
				const answer = await read(`&sort=name&pagination[page]=${page}`);
				assert.deepEqual(names(answer), sorted.slice((page - 1) * 25, page * 25), `page ${page}`);
				assert.equal(answer.meta.pagination.total, 20000);
			}
	});

	it('finds the same, however often it is searched', async () => {
		for (let round = 0; round < 3; round++) {
			const found = await read('&_q=a%20needle&sort=id:desc&pagination[pageSize]=15');
			assert.deepEqual(
				found.data.map(({ id }) => id),
				Array.from({ length: 15 }, (_, i) => 30000 - i * 1000),
			);
			assert.equal(found.meta.pagination.total, 20);
			assert.equal((await read('&_q=nowhere&sort=name')).meta.pagination.total, 0);
		}
	});

	it('shows what has changed with the next answer', async () => {
		const first = async () => [names(await read('&sort=name'))[0], (await read('&_q=a%20needle')).meta.pagination.total];
		for (let i = 9; i > 0; i--) {
			const data = { name: `Long !${i}`, description: i % 2 ? 'no more' : 'a needle' };
			assert.equal((await client.request('PUT', '/api/restaurants/11000', { headers: full, body: { data } })).status, 200);
			assert.deepEqual(await first(), [data.name, i % 2 ? 19 : 20]);
		}
		sql("update restaurants set name = 'Long !!' where id = 12000");
		assert.deepEqual(await first(), ['Long !!', 19]);
		assert.equal((await client.request('DELETE', '/api/restaurants/12000', { headers: full })).status, 200);
		assert.deepEqual(await first(), ['Long !1', 18]);
	});
});
