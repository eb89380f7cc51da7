// Pages that lie far behind the first row are read in another way than near ones: they are cut from the same list.
import assert from 'node:assert/strict';
import { it } from 'node:test';
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
