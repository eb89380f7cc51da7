// How lists and forms are shown: all kinds of filters, columns, layouts of types and components.
import { assert, editors, page, route, same, uid } from './editors.mjs';

const { step, p, table, list, agree, signIn, inside, end } = await editors();
const configured = name => new RegExp(`/content-types/${uid(name)}/configuration$`);
const ask = (name, filter, more = '') => list(name, () => p.go(page(name, `?page=1&pageSize=100${more}&filters[$and][0]${filter}`)));
const headings = () =>
	p.page.$$eval('main thead th', found => found.map(cell => cell.innerText.trim().split('\n')[0].toUpperCase()).filter(Boolean));
const configure = async (name, kind) => {
	await p.go(page(name, `/configurations/${kind}`));
	await p.find('heading', /Configure the view/);
};

await signIn();

const text = '[name]';
const filters = [
	[`${text}[$eq]=Chain 1`, found => found.name === 'Chain 1', 1],
	[`${text}[$eqi]=cHAIN 1`, found => found.name === 'Chain 1', 1],
	[`${text}[$ne]=Chain 1`, found => found.name !== 'Chain 1', 9],
	[`${text}[$nei]=chain 1`, found => found.name !== 'Chain 1', 9],
	[`${text}[$contains]=1`, found => found.name.includes('1'), 2],
	[`${text}[$containsi]=CHAIN 1`, found => found.name.startsWith('Chain 1'), 2],
	[`${text}[$notContains]=1`, found => !found.name.includes('1'), 8],
	[`${text}[$notContainsi]=CHAIN 1`, found => !found.name.includes('1'), 8],
	[`${text}[$startsWith]=Chain 1`, found => found.name.startsWith('Chain 1'), 2],
	[`${text}[$startsWithi]=CHAIN 1`, found => found.name.startsWith('Chain 1'), 2],
	[`${text}[$endsWith]=0`, found => found.name.endsWith('0'), 1],
	[`${text}[$endsWithi]=N 2`, found => found.name.endsWith('2'), 1],
	[`${text}[$null]=true`, () => false, 0],
	[`${text}[$notNull]=true`, () => true, 10],
	['[id][$gt]=4', found => found.id > 4, 6],
	['[id][$lte]=4', found => found.id <= 4, 4],
	['[createdAt][$lt]=2000-01-01T00:00:00.000Z', () => false, 0],
	['[createdAt][$gt]=2000-01-01T00:00:00.000Z', () => true, 10],
	['[headquarters][id][$eq]=1', found => found.headquarters.id === 1, 1],
	['[headquarters][id][$null]=true', found => found.headquarters === null, null],
];
await step(
	'filters of a text, a number, a date and a relation, as the address bar has them',
	async () => {
		for (const [filter, holds, count] of filters) {
			const { results, pagination } = await ask('chain', filter);
			assert(results.every(holds), `${filter}: others among them`);
			if (count !== null) same(pagination.total, count, filter);
			await p.see(`${pagination.total} ${pagination.total === 1 ? 'entry' : 'entries'} found`);
		}
	},
	inside,
);

await step(
	'filters of an enumeration, a boolean, a decimal and a date without a time',
	async () => {
		for (const [filter, holds, count] of [
			['[price][$eq]=cheap', found => found.price === 'cheap'],
			['[price][$ne]=cheap', found => found.price !== 'cheap'],
			['[open][$eq]=true', found => found.open === true],
			['[open][$eq]=false', found => found.open === false],
			['[rating][$gte]=2.5', found => Number(found.rating) >= 2.5],
			['[rating][$lt]=2.5', found => Number(found.rating) < 2.5],
			['[founded][$gt]=2000-01-01', found => found.founded > '2000-01-01'],
			['[founded][$notNull]=true', found => found.founded !== null],
			['[chain][name][$contains]=Chain 1', found => /^Chain 1/.test(found.chain.name)],
			['[categories][name][$eq]=Category 1', found => found.categories !== undefined, 11],
			['[publishedAt][$notNull]=true', found => found.publishedAt !== null],
			['[publishedAt][$null]=true', found => found.publishedAt === null],
			['[updatedBy][id][$null]=true', found => found.updatedBy === null],
		]) {
			const { results, pagination } = await ask('restaurant', filter, '&plugins[i18n][locale]=en');
			assert(results.length > 0 && results.every(holds), `${filter}: others among them, or none`);
			if (count) same(pagination.total, count, filter);
			assert(
				results.every(found => found.locale === 'en'),
				`${filter}: another language`,
			);
		}
	},
	inside,
);

await step(
	'filter by hand: a date, an enumeration and who made it',
	async () => {
		await list('restaurant', () => p.go(page('restaurant', '?plugins[i18n][locale]=en')));
		await p.button('Filters');
		await p.choose('Select field', 'price');
		await p.choose('Select filter', 'is not');
		await p.choose('price', 'cheap');
		const a = await list('restaurant', () => p.button('Add filter'));
		assert(a.results.every(found => found.price !== 'cheap') && a.results.length, 'cheap ones among them');
		await p.button('Filters');
		await p.choose('Select field', 'seats');
		await p.choose('Select filter', 'is greater than');
		await p.fill(() => p.find('textbox', 'seats'), '20');
		const b = await list('restaurant', () => p.button('Add filter'));
		assert(
			b.results.every(found => found.seats > 20 && found.price !== 'cheap'),
			'small ones among them',
		);
		await p.button('Filters');
		await p.choose('Select field', 'name');
		await p.choose('Select filter', 'is not null');
		const c = await list('restaurant', () => p.button('Add filter'));
		same(c.pagination.total, b.pagination.total, 'all have a name');
	},
	inside,
);

await step(
	'search with signs that mean something elsewhere',
	async () => {
		for (const sign of ['%', '_', "'", '"', '<b>', '\\', '東京', '100%']) {
			const { results } = await list('restaurant', () =>
				p.go(page('restaurant', `?plugins[i18n][locale]=en&_q=${encodeURIComponent(sign)}`)),
			);
			if (sign === '東京') assert(results.length > 0, 'nothing found');
		}
	},
	inside,
);

await step(
	'filter by what addresses have signs for, written by hand',
	async () => {
		const signs = ['100%', 'a & b', 'tag#1', '1+1=2', '50%25', '[x]', 'Ünï?'];
		for (const sign of signs) {
			const made = await p.api('POST', route('restaurant'), { name: `Sign ${sign}`, slug: `sign-${signs.indexOf(sign)}` });
			same(made.status, 200, `an entry named ${sign}`);
		}
		for (const sign of signs) {
			await list('restaurant', () => p.go(page('restaurant', '?plugins[i18n][locale]=en')));
			await p.button('Filters');
			await p.choose('Select field', 'name');
			await p.choose('Select filter', 'contains');
			await p.fill(() => p.css('input[name=name], [aria-label=name], [aria-label="Filter value"]'), sign);
			const { results } = await list('restaurant', () => p.button('Add filter'));
			// A plus that is not encoded is a space, in Strapi's panel, too.
			const found = results.some(entry => entry.name.endsWith(sign));
			assert(found || sign === '1+1=2', `nothing is found by ${sign}`);
		}
	},
	inside,
);

await step(
	'add columns, take one away, and name one',
	async () => {
		await configure('restaurant', 'list');
		for (const name of ['chain', 'categories', 'cover', 'hours', 'createdBy']) {
			await p.button('Add a field');
			await p.click('menuitem', name);
		}
		await p.button('Edit name');
		const d = await p.dialog();
		await p.fill('label', 'Title');
		await p.button('Finish', { within: d });
		const { body } = await p.answer('PUT', configured('restaurant'), () => p.button('Save'));
		const columns = body.data.contentType.layouts.list;
		same(columns.slice(-5), ['chain', 'categories', 'cover', 'hours', 'createdBy'], 'columns');
		same(body.data.contentType.metadatas.name.list.label, 'Title', 'its name');
		const { results } = await list('restaurant', () => p.go(page('restaurant', '?plugins[i18n][locale]=en')));
		assert('count' in results[0].categories, 'no count');
		await p.until(async () => (await headings()).includes('TITLE'), 'the heading does not follow');
		await p.until(async () => (await table()).some(row => row.some(cell => /^\d+\s*items?/.test(cell))), 'no relation is told');
	},
	inside,
);

await step(
	'look at relations from the list',
	async () => {
		const { results } = await list('restaurant', () => p.go(page('restaurant', '?plugins[i18n][locale]=en&sort=id:ASC')));
		const at = results.findIndex(found => found.categories.count > 0);
		const row = (await p.page.$$('main tbody tr'))[at];
		assert(row, 'no restaurant has categories');
		const cell = (await row.$$('button')).at(0);
		assert(cell, 'no button');
		const { body } = await p.answer('GET', /^\/content-manager\/relations\/api::restaurant\.restaurant\/\d+\/categories/, async () => {
			for (const button of await row.$$('button')) {
				const said = await button.evaluate(element => element.innerText);
				if (/\d\s*items?$/.test(said.trim())) return p.press(button);
			}
			throw new Error('no relation to open');
		});
		same(body.pagination.total, results[at].categories.count, 'how many');
	},
	{ needs: ['add columns, take one away, and name one'] },
);

await step(
	'a form: leave a field out, put it back, and choose its size and the title of entries',
	async () => {
		await configure('office', 'edit');
		await p.button('Delete city');
		await p.button('Insert another field');
		await p.click('menuitem', 'city');
		await p.button('Edit city');
		const d = await p.dialog();
		await p.fill('placeholder', 'Where it lies');
		await p.choose('Size', '100%', { within: d }).catch(() => {});
		await p.button('Finish', { within: d });
		await p.choose('Entry title', 'id').catch(() => {});
		const { body } = await p.answer('PUT', configured('office'), async () => {
			await p.button('Save');
			await agree();
		});
		const edit = body.data.contentType.layouts.edit.flat();
		assert(
			edit.some(({ name }) => name === 'city'),
			'the field is missing',
		);
		same(body.data.contentType.metadatas.city.edit.placeholder, 'Where it lies', 'placeholder');
		await p.go(page('office', '/create'));
		await p.until(async () => await p.page.$('input[placeholder="Where it lies"]'), 'the form does not follow');
	},
	inside,
);

await step(
	'the layout of a component',
	async () => {
		await p.go('/admin/content-manager/components/location.address/configurations/edit');
		await p.find('heading', /Configure the view/);
		await p.button('Edit zip');
		const d = await p.dialog();
		await p.fill('label', 'Postal code');
		await p.fill('description', 'At most ten signs');
		await p.button('Finish', { within: d });
		const { body } = await p.answer('PUT', /\/content-manager\/components\/location\.address\/configuration$/, async () => {
			await p.button('Save');
			await agree();
		});
		const shown = body.data.metadatas ?? body.data.component?.metadatas;
		same(shown.zip.edit.label, 'Postal code', 'label');
		await p.go(page('restaurant', '/create'));
		await p.find('heading', 'Create an entry');
		await p.button('No entry yet. Click on the button below to add one.', { nth: 0 });
		await p.see('At most ten signs');
	},
	inside,
);

await step(
	'the first field of a repeated component names each of them',
	async () => {
		await p.go('/admin/content-manager/components/info.opening-hour/configurations/edit');
		await p.find('heading', /Configure the view/);
		await p.choose('Entry title', 'day');
		const { status } = await p.answer('PUT', /\/content-manager\/components\/info\.opening-hour\/configuration$/, async () => {
			await p.button('Save');
			await agree();
		});
		same(status, 200, 'answer');
	},
	inside,
);

await step(
	'sort by each column that can be sorted',
	async () => {
		for (const [name, way] of [
			['id', 'DESC'],
			['name', 'ASC'],
			['rating', 'DESC'],
			['createdAt', 'ASC'],
			['publishedAt', 'DESC'],
			['chain.name', 'ASC'],
			['chain[name]', 'DESC'],
		]) {
			const { results } = await list('restaurant', () => p.go(page('restaurant', `?plugins[i18n][locale]=en&sort=${name}:${way}`)));
			same(results.length, 10, name);
		}
	},
	inside,
);

await step(
	'pages, and how many entries they have',
	async () => {
		const { pagination } = await list('restaurant', () => p.go(page('restaurant', '?page=3&pageSize=20&plugins[i18n][locale]=en')));
		same([pagination.page, pagination.pageSize], [3, 20], 'page');
		const beyond = await list('restaurant', () => p.go(page('restaurant', '?page=999&pageSize=20&plugins[i18n][locale]=en')));
		same(beyond.results, [], 'a page behind the last one');
	},
	inside,
);

await step(
	'lists in another language, and entries that have none',
	async () => {
		const { results } = await list('restaurant', () => p.go(page('restaurant', '?plugins[i18n][locale]=fr')));
		assert(results.length > 0 && results.every(found => found.locale === 'fr'), 'another language');
		const { pagination } = await list('restaurant', async () => {
			await p.press(() => p.find('combobox', /French \(fr\)/));
			await p.click('option', 'German (de)');
		});
		assert(pagination.total < results.length + 200, 'all of them');
		await p.until(() => p.page.url().includes('locale]=de') || p.page.url().includes('locale%5D=de'), 'the address does not follow');
	},
	inside,
);

await end();
