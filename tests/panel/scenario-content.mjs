// The content manager: lists, entries with all kinds of fields, copies, several at once, single types, languages.
import { assert, editors, fits, one, page, route, same, uid } from './editors.mjs';

const { step, p, visitor, list, agree, signIn, inside, end } = await editors();
const made = {};
const save = (name, method = 'POST', rest) => p.answer(method, fits(name, rest), () => p.button('Save'));
const related = async (field, search, name) => {
	await p.fill(field, search);
	await p.click('option', new RegExp(`(^|\\s)${name}$`));
	await p.find('link', name);
};
const links = async () =>
	p.page.$$eval('main ol a, main ul a', found => found.map(link => link.innerText.trim()).filter(text => /^(Category|Chain) /.test(text)));

await signIn();

await step(
	'filter by a relation, a date and a text, and take one away',
	async () => {
		await list('restaurant');
		await p.button('Filters');
		await p.choose('Select field', 'name');
		await p.choose('Select filter', 'contains');
		await p.fill(() => p.css('input[name=name], [aria-label=name], [aria-label="Filter value"]'), '1');
		const a = await list('restaurant', () => p.button('Add filter'));
		assert(a.results.length && a.results.every(found => found.name.includes('1')), 'others among them');
		await p.button('Filters');
		await p.choose('Select field', 'open');
		const b = await list('restaurant', () => p.button('Add filter'));
		assert(b.pagination.total <= a.pagination.total && b.results.every(found => found.open === true), 'closed ones among them');
		const c = await list('restaurant', () => p.button('name contains 1'));
		assert(c.pagination.total >= b.pagination.total, 'fewer without a filter');
	},
	inside,
);

await step(
	'sort by clicking twice',
	async () => {
		await list('office');
		const up = await list('office', () => p.button('Sort on city'));
		const down = await list('office', () => p.button('Sort on city'));
		assert(up.results[0].city !== down.results[0].city, 'the order is the same');
	},
	inside,
);

await step(
	'write every kind of field',
	async () => {
		await p.go(page('kitchen-sink', '/create'));
		await p.find('heading', 'Create an entry');
		const fields = {
			string: 'Grüße',
			text: 'two\nlines',
			email: 'ada@example.com',
			password: 'Secret123',
			regexed: 'abc',
			uniq: 'one of a kind',
		};
		for (const [name, value] of Object.entries(fields)) await p.fill(() => p.find('textbox', name), value);
		for (const [name, value] of Object.entries({ integer: '42', biginteger: '9007199254740991', float: '1.5', decimal: '2.25' }))
			await p.fill(name, value);
		await p.fill(() => p.find('textbox', /^requiredText/), 'needed');
		await p.choose('enumeration', 'two');
		await p.click('checkbox', 'boolean');
		const { body } = await save('kitchen-sink');
		same(
			[body.string, body.integer, body.biginteger, body.float, body.decimal, body.enumeration, body.email, body.requiredText],
			['Grüße', 42, '9007199254740991', 1.5, 2.25, 'two', 'ada@example.com', 'needed'],
			'answer',
		);
		assert(!('password' in body), 'the answer has the password');
		await p.see('Saved');
		made.sink = body.id;
	},
	inside,
);

await step(
	'be told of what is wrong',
	async () => {
		p.allow(400, /kitchen-sink/);
		await p.go(page('kitchen-sink', '/create'));
		await p.find('heading', 'Create an entry');
		await p.fill('uniq', 'one of a kind');
		await p.fill(() => p.find('textbox', /^requiredText/), 'again');
		const { status, body } = await p.answer('POST', fits('kitchen-sink'), () => p.button('Save'), { ok: false });
		same([status, body.error.name, body.error.details.errors[0].path], [400, 'ValidationError', ['uniq']], 'answer');
		await p.see('This attribute must be unique');
		await p.fill('regexed', 'ABC');
		await p.button('Save');
		await p.see('The value does not match the regex');
	},
	{ needs: ['write every kind of field'] },
);

await step(
	'write text in the editor of blocks, and read it again',
	async () => {
		await p.go(page('kitchen-sink', `/${made.sink}`));
		await p.until(async () => (await p.value('string')) === 'Grüße', 'the entry is not shown');
		await p.press(() => p.css('[data-slate-editor=true]'));
		await p.type('A paragraph of blocks');
		const { body } = await save('kitchen-sink', 'PUT', `/${made.sink}`);
		same(body.content[0].children[0].text, 'A paragraph of blocks', 'answer');
		await p.go(page('kitchen-sink', `/${made.sink}`));
		await p.see('A paragraph of blocks');
	},
	{ needs: ['write every kind of field'] },
);

await step(
	'make a uid anew',
	async () => {
		await p.go(page('restaurant', '/create'));
		await p.find('heading', 'Create an entry');
		await p.fill('name', 'Chez Zoé & Söhne');
		const { body } = await p.answer('POST', /^\/content-manager\/uid\/generate/, () => p.button('Regenerate'));
		same(body.data, 'chez-zoe-and-soehne', 'answer');
		await p.until(async () => (await p.value('slug')) === 'chez-zoe-and-soehne', 'the slug does not follow');
		const free = await p.answer('POST', /^\/content-manager\/uid\/check-availability/, () => p.fill('slug', 'restaurant-1'));
		assert('isAvailable' in free.body, 'no answer of the name');
	},
	inside,
);

await step(
	'write a dynamic zone and repeated components, and move them',
	async () => {
		await p.go(page('restaurant', '/create'));
		await p.find('heading', 'Create an entry');
		await p.fill('name', 'Zone');
		await p.fill('slug', 'zone');
		await p.button('No entry yet. Click on the button below to add one.', { nth: 1 });
		await p.choose('day', 'mon');
		await p.button('Add an entry');
		await p.choose('day', 'tue');
		await p.button('Add a component to blocks');
		await p.button('Quote');
		await p.fill(() => p.find('textbox', /^text/), 'A quoted line');
		await p.button('Add a component to blocks');
		await p.button('Slider');
		await p.fill('blocks.1.title', 'Pictures');
		const { body } = await save('restaurant');
		same(
			body.blocks.map(block => block.__component),
			['blocks.quote', 'blocks.slider'],
			'the zone',
		);
		same(
			body.hours.map(hour => hour.day),
			['mon', 'tue'],
			'the hours',
		);
		made.zone = body.id;
		await p.see('Saved');
	},
	inside,
);

await step(
	'take a component out of a zone',
	async () => {
		await p.go(page('restaurant', `/${made.zone}`));
		await p.find('heading', 'Zone');
		await p.button('Delete Quote');
		const { body } = await save('restaurant', 'PUT', `/${made.zone}`);
		same(
			body.blocks.map(block => block.__component),
			['blocks.slider'],
			'the zone',
		);
	},
	{ needs: ['write a dynamic zone and repeated components, and move them'] },
);

await step(
	'order relations, and take one out',
	async () => {
		await p.go(page('restaurant', `/${made.zone}`));
		await p.find('heading', 'Zone');
		for (const [search, name] of [
			['Category 1', 'Category 12'],
			['Category 2', 'Category 20'],
			['Category 3', 'Category 3'],
		])
			await related('categories', search, name);
		const { body } = await save('restaurant', 'PUT', `/${made.zone}`);
		same(body.categories.count, 3, 'answer');
		await p.see('Saved');
		await p.go(page('restaurant', `/${made.zone}`));
		await p.find('link', 'Category 3');
		same(await links(), ['Category 12', 'Category 20', 'Category 3'], 'order');
		// by keyboard: space takes it up, arrows move it, space puts it down
		const handle = await p.find('button', 'Drag', { nth: 0 });
		await handle.focus();
		await p.key('Space');
		await p.key('ArrowDown');
		await p.key('ArrowDown');
		await p.key('Space');
		await p.until(async () => (await links())[0] === 'Category 20', 'the order does not follow');
		await save('restaurant', 'PUT', `/${made.zone}`);
		await p.see('Saved');
		await p.go(page('restaurant', `/${made.zone}`));
		await p.find('link', 'Category 3');
		same(await links(), ['Category 20', 'Category 3', 'Category 12'], 'order afterwards');
		await p.button('Remove', { nth: 0 });
		const less = await save('restaurant', 'PUT', `/${made.zone}`);
		same(less.body.categories.count, 2, 'without one');
	},
	{ needs: ['write a dynamic zone and repeated components, and move them'] },
);

await step(
	'publish with a draft among its relations, and take it back',
	async () => {
		await p.go(page('restaurant', `/${made.zone}`));
		await p.find('heading', 'Zone');
		const { body } = await p.answer('POST', fits('restaurant', `/${made.zone}/actions/publish`), () => p.button('Publish'));
		assert(body.publishedAt, 'publishedAt is empty');
		await p.answer('POST', fits('restaurant', `/${made.zone}/actions/unpublish`), async () => {
			await p.button('Unpublish');
			await agree('Yes, confirm');
		});
		await p.find('button', 'Publish');
	},
	{ needs: ['write a dynamic zone and repeated components, and move them'] },
);

await step(
	'copy an entry from the list, by way of its form',
	async () => {
		p.allow(400, /auto-clone/);
		await list('restaurant', () => p.go(page('restaurant', '?_q=Zone&plugins[i18n][locale]=en')));
		await p.see('1 entry found');
		await p.button('Duplicate item line 1');
		await p.link('Create', { within: await p.dialog() });
		await p.until(() => /\/create\/clone\/\d+$/.test(p.path), 'the form of the copy does not open');
		await p.fill('slug', 'zone-two');
		const { body } = await p.answer('POST', fits('restaurant', `/clone/${made.zone}`), () => p.button('Save'));
		same([body.name, body.slug, body.blocks.length], ['Zone', 'zone-two', 1], 'the copy');
		made.copy = body.id;
	},
	{ needs: ['write a dynamic zone and repeated components, and move them'] },
);

await step(
	'publish several, and take them back',
	async () => {
		await list('restaurant', () => p.go(page('restaurant', '?_q=Zone&plugins[i18n][locale]=en')));
		await p.see('2 entries found');
		await p.click('checkbox', 'Select all entries');
		await p.button('Publish');
		const a = await p.answer('POST', fits('restaurant', '/actions/bulkPublish'), async () => {
			await p.button('Publish', { within: await p.dialog() });
			await p.see('Are you sure you want to publish these entries?');
			await agree('Publish');
		});
		same(a.body.count, 2, 'published');
		await list('restaurant', () => p.go(page('restaurant', '?_q=Zone&plugins[i18n][locale]=en')));
		await p.click('checkbox', 'Select all entries');
		const b = await p.answer('POST', fits('restaurant', '/actions/bulkUnpublish'), async () => {
			await p.button('Unpublish');
			await agree('Unpublish');
		});
		same(b.body.count, 2, 'taken back');
	},
	{ needs: ['copy an entry from the list, by way of its form'] },
);

await step(
	'delete several',
	async () => {
		await list('restaurant', () => p.go(page('restaurant', '?_q=Zone&plugins[i18n][locale]=en')));
		await p.see('2 entries found');
		await p.click('checkbox', 'Select all entries');
		const { body } = await p.answer('POST', fits('restaurant', '/actions/bulkDelete'), async () => {
			await p.button('Delete');
			await agree();
		});
		same(body.count, 2, 'deleted');
		await p.until(async () => /No content found|0 entries found/.test(await p.text()), 'they are still shown');
	},
	{ needs: ['copy an entry from the list, by way of its form'] },
);

await step(
	'write a single type in two languages, publish it and delete one',
	async () => {
		p.allow(404, /single-types|relations/);
		await p.go('/admin/content-manager/single-types/api::homepage.homepage?plugins[i18n][locale]=en');
		await p.css('input[name=title]');
		await p.fill('title', 'Welcome');
		const a = await p.answer('PUT', one('homepage'), () => p.button('Save'));
		same([a.body.title, a.body.locale], ['Welcome', 'en'], 'answer');
		await p.see('Saved');
		await p.go('/admin/content-manager/single-types/api::homepage.homepage?plugins[i18n][locale]=fr');
		await p.css('input[name=title]');
		await p.fill('title', 'Bienvenue');
		const b = await p.answer('PUT', one('homepage'), () => p.button('Save'));
		same([b.body.title, b.body.locale], ['Bienvenue', 'fr'], 'answer in French');
		await p.see('Saved');
		if (b.body.publishedAt) {
			await p.answer('POST', one('homepage', 'actions/unpublish'), async () => {
				await p.button('Unpublish');
				await agree('Yes, confirm');
			});
			await p.find('button', 'Publish');
		}
		await p.answer('POST', one('homepage', 'actions/publish'), () => p.button('Publish'));
		await p.find('button', 'Unpublish');
		await p.answer('DELETE', one('homepage'), async () => {
			await p.button('Delete this entry');
			await agree();
		});
	},
	inside,
);

await step(
	'fill a translation in from another language',
	async () => {
		const source = (await p.api('GET', route('restaurant', '?locale=en&pageSize=100'))).body.results.find(
			found => found.localizations.length === 0 && found.slug,
		);
		assert(source, 'every restaurant is translated');
		p.allow(404, /relations/);
		await p.go(page('restaurant', `/${source.id}?plugins[i18n][locale]=en`));
		await p.find('heading', source.name);
		await p.choose('Locales', 'German (de)');
		await p.until(() => /\/create$/.test(p.path), 'no new page');
		await p.button('Fill in from another locale');
		const d = await p.dialog();
		await p.choose('Locales', 'English (en)', { within: d });
		await p.answer('GET', fits('restaurant', `/${source.id}`), () => p.button('Yes, fill in', { within: d }));
		await p.until(async () => (await p.value('name')) === source.name, 'the name is not filled in');
		await p.fill('slug', 'copied-from-en');
		const { body } = await save('restaurant');
		same([body.locale, body.name, body.localizations.length >= 1], ['de', source.name, true], 'answer');
		await list('restaurant', () => p.go(page('restaurant', '?plugins[i18n][locale]=de&_q=' + encodeURIComponent('copied-from-en'))));
		await p.see('1 entry found');
	},
	inside,
);

await step(
	'settings of a list, and the form of an entry',
	async () => {
		await p.go(page('office', '/configurations/list'));
		await p.find('heading', /Configure the view/);
		await p.choose('Entries per page', '20');
		await p.choose('Default sort order', 'DESC');
		const a = await p.answer('PUT', new RegExp(`/content-types/${uid('office')}/configuration$`), () => p.button('Save'));
		same([a.body.data.contentType.settings.pageSize, a.body.data.contentType.settings.defaultSortOrder], [20, 'DESC'], 'settings');
		const b = await list('office');
		assert(b.pagination.pageSize === 20, 'the list does not follow');
		await p.go(page('office', '/configurations/edit'));
		await p.find('heading', /Configure the view/);
		await p.button('Edit city');
		const d = await p.dialog();
		await p.fill('label', 'Town');
		await p.fill('description', 'Where it lies');
		await p.button('Finish', { within: d });
		const c = await p.answer('PUT', new RegExp(`/content-types/${uid('office')}/configuration$`), async () => {
			await p.button('Save');
			await agree();
		});
		same(c.body.data.contentType.metadatas.city.edit.label, 'Town', 'label');
		await p.go(page('office', '/create'));
		await p.see('Where it lies');
	},
	inside,
);

await step(
	'hide a column for the moment',
	async () => {
		const isShown = () =>
			p.page.$$eval('main thead th', found => found.some(cell => cell.innerText.trim().toUpperCase().startsWith('NAME')));
		await list('category');
		await p.until(isShown, 'there is no column of names');
		await p.button('View settings');
		await p.click('checkbox', 'name');
		await p.until(async () => !(await isShown()), 'the column stays');
		await p.button('Reset');
		await p.until(isShown, 'the column does not come back');
	},
	inside,
);

await step(
	'users of the content API are content, too',
	async () => {
		await list('plugin::users-permissions.user');
		await p.go(page('plugin::users-permissions.user', '/create'));
		await p.find('heading', 'Create an entry');
		await p.fill('username', 'visitor');
		await p.fill('email', 'visitor@example.com');
		await p.fill('password', 'Visit0rPass');
		await p.press(() => p.css('input[name=role]'));
		await p.click('option', /^(Authenticated|1)$/);
		const { body } = await save('plugin::users-permissions.user');
		same([body.username, 'password' in body], ['visitor', false], 'answer');
		await p.see('Saved');
		const login = await visitor('/api/auth/local', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ identifier: 'visitor', password: 'Visit0rPass' }),
		});
		same(login.status, 200, `signing in: ${JSON.stringify(login.body)}`);
	},
	inside,
);

await step(
	'copy an entry at once, where nothing is unique',
	async () => {
		const before = (await list('review')).pagination.total;
		const { body } = await p.answer('POST', fits('review', '/auto-clone/\\d+'), () => p.button('Duplicate item line 1'));
		await p.until(() => p.path.endsWith(`/${body.id}`), 'the copy does not open');
		same((await list('review')).pagination.total, before + 1, 'reviews');
	},
	inside,
);

await end();
