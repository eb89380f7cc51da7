// Writing entries: every kind of input, components inside components, zones in another order, pickers, languages, warnings.
import { assert, editors, fits, one, page, route, same } from './editors.mjs';

const { step, p, visitor, list, agree, signIn, inside, end } = await editors();
const made = {};
const save = (name, method = 'POST', rest) => p.answer(method, fits(name, rest), () => p.button('Save'));
const create = async name => {
	await p.go(page(name, '/create'));
	await p.find('heading', 'Create an entry');
};
const open = async (name, id, title, more = '') => {
	await p.go(page(name, `/${id}${more}`));
	await p.find('heading', title);
};
const related = async (field, search, name) => {
	await p.fill(field, search);
	await p.click('option', new RegExp(`(^|\\s)${name}$`));
	await p.find('link', name);
};
/** Takes what the handle belongs to one place down, by keyboard. */
const moveDown = async handle => {
	await handle.focus();
	await p.key('Space');
	await p.key('ArrowDown');
	await p.key('Space');
};

await signIn();

await step(
	'dates, times, JSON and formatted text',
	async () => {
		await create('kitchen-sink');
		await p.fill(() => p.find('textbox', /^requiredText/), 'needed');
		await p.fill(() => p.find('combobox', 'date'), '02/03/2024');
		await p.key('Tab');
		await p.fill(() => p.find('combobox', 'time'), '12:30');
		await p.click('option', '12:30').catch(() => p.key('Tab'));
		await p.press(() => p.css('.cm-content'));
		await p.type('{"a": [1, null, "ü"]');
		await p.press(() => p.css('.CodeMirror'));
		await p.type('# Heading and **bold**');
		const { body } = await save('kitchen-sink');
		same([body.date, body.time, body.richtext], ['2024-02-03', '12:30:00.000', '# Heading and **bold**'], 'answer');
		same(body.json, { a: [1, null, 'ü'] }, 'json');
		made.sink = body.id;
	},
	inside,
);

await step(
	'change it, empty some of it, and read it again',
	async () => {
		await p.go(page('kitchen-sink', `/${made.sink}`));
		await p.until(async () => (await p.value('string')) === 'hello', 'the entry is not shown');
		await p.fill('string', '');
		await p.fill('integer', '7');
		const { body } = await save('kitchen-sink', 'PUT', `/${made.sink}`);
		same([body.integer, body.date], [7, '2024-02-03'], 'answer');
		await p.fill('integer', '');
		const again = await save('kitchen-sink', 'PUT', `/${made.sink}`);
		same(again.body.integer, null, 'emptied');
	},
	{ needs: ['dates, times, JSON and formatted text'] },
);

await step(
	'blocks: a heading, a list, bold text and a link',
	async () => {
		await p.go(page('kitchen-sink', `/${made.sink}`));
		await p.until(async () => (await p.value('integer')) === '', 'the entry is not shown');
		await p.press(() => p.css('[data-slate-editor=true]'));
		await p.type('plain ');
		await p.page.keyboard.down('Control');
		await p.key('KeyB');
		await p.page.keyboard.up('Control');
		await p.type('strong');
		const { body } = await save('kitchen-sink', 'PUT', `/${made.sink}`);
		const [first] = body.content;
		same(
			first.children.map(({ text, bold }) => [text, bold ?? false]),
			[
				['plain ', false],
				['strong', true],
			],
			'text',
		);
	},
	{ needs: ['dates, times, JSON and formatted text'] },
);

await step(
	'a component in a component, and pictures in several places',
	async () => {
		await create('restaurant');
		await p.fill('name', 'Nested');
		await p.fill('slug', 'nested');
		await p.button('No entry yet. Click on the button below to add one.', { nth: 0 });
		await p.fill('address.street', 'Via Roma 3');
		await p.button('No entry yet. Click on the button below to add one.', { nth: 0 });
		await p.fill('address.geo.lat', '45.5');
		await p.fill('address.geo.lng', '9.25');
		await p.button('Click to add an asset or drag and drop one in this area', { nth: 1 });
		const d = await p.dialog();
		await p.click('checkbox', 'pic5.jpg', { within: d });
		await p.button('Finish', { within: d });
		await p.gone('dialog');
		const { body } = await save('restaurant');
		same([body.address.street, body.address.geo.lat, body.address.geo.lng], ['Via Roma 3', 45.5, 9.25], 'answer');
		made.nested = body.id;
	},
	inside,
);

await step(
	'put repeated components and those of a zone in another order',
	async () => {
		await open('restaurant', made.nested, 'Nested');
		await p.button('No entry yet. Click on the button below to add one.', { nth: -1 });
		await p.choose('day', 'mon');
		await p.button('Add an entry');
		await p.choose('day', 'tue');
		await p.button('Add a component to blocks');
		await p.button('Quote');
		await p.fill(() => p.find('textbox', /^text/), 'First');
		await p.button('Add a component to blocks');
		await p.button('Slider');
		await p.fill('blocks.1.title', 'Second');
		const { body } = await save('restaurant', 'PUT', `/${made.nested}`);
		same([body.hours.map(({ day }) => day), body.blocks.length], [['mon', 'tue'], 2], 'before');
		const ids = body.hours.map(({ id }) => id);
		await p.see('Saved');
		await open('restaurant', made.nested, 'Nested');
		const drags = await p.until(async () => {
			const found = await p.all('button', 'Drag');
			return found.length >= 4 && found;
		}, 'nothing to drag');
		await moveDown(drags[0]);
		await moveDown(drags[2]);
		const moved = await save('restaurant', 'PUT', `/${made.nested}`);
		same(
			moved.body.hours.map(({ id, day }) => [id, day]),
			[
				[ids[1], 'tue'],
				[ids[0], 'mon'],
			],
			'hours',
		);
		same(
			moved.body.blocks.map(block => block.__component),
			['blocks.slider', 'blocks.quote'],
			'the zone',
		);
		await open('restaurant', made.nested, 'Nested');
		const { body: read } = await p.api('GET', route('restaurant', `/${made.nested}`));
		same(
			read.hours.map(({ day }) => day),
			['tue', 'mon'],
			'read again',
		);
	},
	{ needs: ['a component in a component, and pictures in several places'] },
);

await step(
	'a relation inside a component of a zone',
	async () => {
		await open('restaurant', made.nested, 'Nested');
		await p.button('Add a component to blocks');
		await p.button('Related');
		const { results } = (
			await p.answer('GET', /^\/content-manager\/relations\/blocks\.related\/category\?/, async () => {
				await p.fill('blocks.2.category', 'Category 2');
			})
		).body;
		assert(results.length > 0, 'no candidates');
		await p.click('option', /Category 20$/);
		const { body } = await save('restaurant', 'PUT', `/${made.nested}`);
		same(body.blocks[2].category, { count: 1 }, 'answer');
		await open('restaurant', made.nested, 'Nested');
		const where = `/content-manager/relations/blocks.related/${body.blocks[2].id}/category`;
		same((await p.api('GET', where)).body.data.name, 'Category 20', 'read again');
	},
	{ needs: ['put repeated components and those of a zone in another order'] },
);

await step(
	'a relation to one is replaced, and emptied',
	async () => {
		await open('restaurant', made.nested, 'Nested');
		await related('chain', 'Chain', 'Chain 8');
		const a = await save('restaurant', 'PUT', `/${made.nested}`);
		same(a.body.chain.count, 1, 'one');
		await p.see('Saved');
		await open('restaurant', made.nested, 'Nested');
		await p.find('link', 'Chain 8');
		await related('chain', 'Chain', 'Chain 3');
		const b = await save('restaurant', 'PUT', `/${made.nested}`);
		same(b.body.chain.count, 1, 'another one');
		const { body } = await p.api('GET', `/content-manager/relations/api::restaurant.restaurant/${made.nested}/chain`);
		same(body.data.name, 'Chain 3', 'which');
	},
	{ needs: ['a component in a component, and pictures in several places'] },
);

await step(
	'a picker shows entries of the language, and the next page of them',
	async () => {
		await open('restaurant', made.nested, 'Nested');
		const first = await p.answer('GET', /^\/content-manager\/relations\/api::restaurant\.restaurant\/neighbours\?/, async () => {
			await p.press(() => p.css('input[name=neighbours]'));
		});
		assert(first.body.results.length === 10 && first.body.pagination.pageCount > 1, 'no pages');
		const second = await p.api('GET', '/content-manager/relations/api::restaurant.restaurant/neighbours?locale=en&pageSize=10&page=2');
		same(second.body.pagination.page, 2, 'the next page');
		const shown = [...first.body.results, ...second.body.results].map(({ id }) => id);
		same(new Set(shown).size, shown.length, 'none twice');
	},
	{ needs: ['a component in a component, and pictures in several places'] },
);

await step(
	'a published entry keeps what is required',
	async () => {
		p.allow(400, /restaurant/);
		await open('restaurant', made.nested, 'Nested');
		await p.answer('POST', fits('restaurant', `/${made.nested}/actions/publish`), () => p.button('Publish'));
		await p.find('button', 'Unpublish');
		await p.fill('name', '');
		await p.button('Save');
		await p.see(/This value is required/);
		await p.fill('name', 'x'.repeat(121));
		await p.button('Save');
		await p.see(/too long/);
		await p.fill('name', 'Nested');
		await p.fill('seats', '-1');
		await p.button('Save');
		await p.see(/superior|The value must be|too low|inferior/);
	},
	{ needs: ['a component in a component, and pictures in several places'] },
);

await step(
	'publish reviews with a mistake among them',
	async () => {
		const { body: draft } = await p.api('POST', route('review'), { title: 'Complete', stars: 3 });
		const { body: broken } = await p.api('POST', route('review'), { title: 'Incomplete' });
		assert(draft.id && broken.id, 'they are not made');
		await list('review', () => p.go(page('review', '?_q=complete&sort=id:ASC')));
		await p.see('2 entries found');
		await p.click('checkbox', 'Select all entries');
		await p.button('Publish');
		const d = await p.dialog();
		await p.see(/1 entry ready to publish\. 1 entry waiting for action/, { within: d });
		await p.press(async () => (await p.all('checkbox', undefined, { within: d })).at(-1)); // leaves out the one that is not complete
		const { body } = await p.answer('POST', fits('review', '/actions/bulkPublish'), async () => {
			await p.button('Publish', { within: d });
			await p.until(async () => (await p.page.$$('[role=dialog], [role=alertdialog]')).length > 1, 'no question');
			await agree('Publish');
		});
		same(body.count, 1, 'how many');
		const { body: read } = await p.api('GET', route('review', `/${broken.id}`));
		same(read.publishedAt, null, 'the incomplete one');
	},
	inside,
);

await step(
	'publish an entry beside drafts that it is related to',
	async () => {
		const { body: draft } = await p.api('POST', route('restaurant', '?locale=en'), { name: 'A draft', slug: 'a-draft' });
		const { body: entry } = await p.api('POST', route('restaurant', '?locale=en'), {
			name: 'Beside drafts',
			slug: 'beside-drafts',
			neighbours: { connect: [{ id: draft.id }] },
		});
		await open('restaurant', entry.id, 'Beside drafts');
		const { body } = await p.answer('GET', fits('restaurant', `/${entry.id}/actions/countDraftRelations`), () => p.button('Publish'));
		same(body.data, 1, 'drafts');
		await p.see(/relation/i, { within: await p.dialog() });
		const done = await p.answer('POST', fits('restaurant', `/${entry.id}/actions/publish`), () => agree(/^(Publish|Yes, publish|Confirm)/));
		assert(done.body.publishedAt, 'not published');
		made.beside = entry.id;
	},
	inside,
);

await step(
	'unpublish by hand, and from several',
	async () => {
		await list('restaurant', () => p.go(page('restaurant', '?_q=Beside drafts&plugins[i18n][locale]=en')));
		await p.see('1 entry found');
		await p.click('checkbox', 'Select all entries');
		const { body } = await p.answer('POST', fits('restaurant', '/actions/bulkUnpublish'), async () => {
			await p.button('Unpublish');
			await agree('Unpublish');
		});
		same(body.count, 1, 'how many');
	},
	{ needs: ['publish an entry beside drafts that it is related to'] },
);

await step(
	'an entry that is gone, and one that was never there',
	async () => {
		p.allow(404, /restaurant/);
		await p.answer('GET', fits('restaurant', '/99999'), () => p.go(page('restaurant', '/99999')), { ok: false });
		const { status } = await p.api('DELETE', route('restaurant', '/99999'));
		same(status, 404, 'deleting it');
	},
	inside,
);

await step(
	'a single type with a zone, in the default language',
	async () => {
		p.allow(404, /single-types|relations/);
		await p.go('/admin/content-manager/single-types/api::homepage.homepage?plugins[i18n][locale]=en');
		await p.css('input[name=title]');
		await p.fill('title', 'Start');
		await p.button('Add a component to body');
		await p.button('Rich text').catch(() => p.button(/rich.?text/i));
		await p.press(() => p.css('.CodeMirror'));
		await p.type('Words');
		const { body } = await p.answer('PUT', one('homepage'), () => p.button('Save'));
		same(body.body.at(-1).body, 'Words', 'the zone');
		if (!body.publishedAt) await p.answer('POST', one('homepage', 'actions/publish'), () => p.button('Publish'));
		const { status } = await visitor('/api/homepage');
		assert(status === 200 || status === 403, 'visitors');
	},
	inside,
);

await step(
	'delete an entry from its page',
	async () => {
		await open('restaurant', made.beside, 'Beside drafts');
		await p.answer('DELETE', fits('restaurant', `/${made.beside}`), async () => {
			await p.button('Delete this entry');
			await agree();
		});
		await p.until(() => !p.path.endsWith(`/${made.beside}`), 'the page stays');
	},
	{ needs: ['publish an entry beside drafts that it is related to'] },
);

await end();
