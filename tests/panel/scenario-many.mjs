// More entries than a page has: all of a page and all of them are published, taken back and deleted. And what is looked for with signs
// that patterns, addresses and SQL have a meaning for, in the content manager, the media library and the settings.
import path from 'node:path';
import { assert, editors, fits, page, pictures, route, same } from './editors.mjs';

const { run, step, p, list, agree, signIn, inside, end } = await editors();
const signs = ['100%', 'a_b', "o'clock", 'salt & pepper', 'Grüße 東京'];
const many = (rest = '') => page('review', `?_q=Many&sort=id:ASC${rest}`);
const states = async () => {
	const { results } = (await p.api('GET', route('review', '?_q=Many&pageSize=100&sort=id:ASC'))).body;
	return results.map(({ publishedAt }) => (publishedAt ? 'p' : 'd')).join('');
};
const select = async (rest, count) => {
	await list('review', () => p.go(many(rest)));
	await p.click('checkbox', 'Select all entries');
	await p.see(`${count} entries selected`);
};

await signIn();

await step(
	'publish all entries of a page, not those of the next one',
	async () => {
		for (let i = 0; i < 24; i++) {
			const { status } = await p.api('POST', route('review'), { title: `Many ${i}`, stars: 1 + (i % 5) });
			same(status, 200, 'a draft');
		}
		await select('&page=1&pageSize=10', 10);
		await p.button('Publish');
		const d = await p.dialog();
		await p.see(/10 entries ready to publish/, { within: d });
		const { body } = await p.answer('POST', fits('review', '/actions/bulkPublish'), async () => {
			await p.button('Publish', { within: d });
			await p.until(async () => (await p.page.$$('[role=dialog], [role=alertdialog]')).length > 1, 'no question');
			await agree('Publish');
		});
		same(body.count, 10, 'how many');
		same(await states(), 'p'.repeat(10) + 'd'.repeat(14), 'what is published');
	},
	inside,
);

await step(
	'publish all of them on a larger page, where some are published',
	async () => {
		await select('&page=1&pageSize=50', 24);
		await p.button('Publish');
		const d = await p.dialog();
		await p.see(/10 entries already published\. 14 entries ready to publish/, { within: d });
		await p.answer('POST', fits('review', '/actions/bulkPublish'), async () => {
			await p.button('Publish', { within: d });
			await p.until(async () => (await p.page.$$('[role=dialog], [role=alertdialog]')).length > 1, 'no question');
			await agree('Publish');
		});
		same(await states(), 'p'.repeat(24), 'what is published');
	},
	{ needs: ['publish all entries of a page, not those of the next one'] },
);

await step(
	'take all but one of a page back',
	async () => {
		await select('&page=2&pageSize=10', 10);
		await p.click('checkbox', /Select Many 10$|Select 11$/, { nth: 0 }).catch(async () => {
			const boxes = await p.all('checkbox');
			await p.press(boxes[1]);
		});
		await p.see('9 entries selected');
		const { body } = await p.answer('POST', fits('review', '/actions/bulkUnpublish'), async () => {
			await p.button('Unpublish');
			await agree('Unpublish');
		});
		same(body.count, 9, 'how many');
		same(await states(), `${'p'.repeat(11)}${'d'.repeat(9)}pppp`, 'what is published');
	},
	{ needs: ['publish all of them on a larger page, where some are published'] },
);

await step(
	'delete the last page, and then all',
	async () => {
		await select('&page=3&pageSize=10', 4);
		const last = await p.answer('POST', fits('review', '/actions/bulkDelete'), async () => {
			await p.button('Delete');
			await agree();
		});
		same(last.body.count, 4, 'the last page');
		same((await states()).length, 20, 'what is left');
		await select('&page=1&pageSize=50', 20);
		const all = await p.answer('POST', fits('review', '/actions/bulkDelete'), async () => {
			await p.button('Delete');
			await agree();
		});
		same(all.body.count, 20, 'all');
		same(await states(), '', 'what is left in the end');
		const own = await p.api('GET', route('review', '?pageSize=1'));
		same(own.body.pagination.total, 240, 'the other reviews');
	},
	{ needs: ['take all but one of a page back'] },
);

await step(
	'filters and searches of entries with signs that have a meaning',
	async () => {
		for (const sign of signs) same((await p.api('POST', route('office'), { city: `In-${sign}-town` })).status, 200, sign);
		for (const sign of signs) {
			// The panel does not encode an ampersand of a filter.
			for (const operator of sign.includes('&') ? [] : ['$contains', '$containsi', '$endsWith', '$startsWith', '$eq', '$notContains']) {
				const text = { $endsWith: `${sign}-town`, $startsWith: `In-${sign}`, $eq: `In-${sign}-town` }[operator] ?? sign;
				const filter = `?filters[$and][0][city][${operator}]=${encodeURIComponent(text)}&filters[$and][1][city][$startsWith]=In&pageSize=100`;
				const { results } = await list('office', () => p.go(page('office', filter)));
				same(results.length, operator === '$notContains' ? signs.length - 1 : 1, `${operator} ${text}`);
				if (operator !== '$notContains') await p.see(`In-${sign}-town`);
			}
			const { results } = await list('office', () => p.go(page('office', `?_q=${encodeURIComponent(sign)}`)));
			same(results.map(({ city }) => city).join(), `In-${sign}-town`, `search for ${sign}`);
		}
	},
	{ ...inside, limit: 600000 },
);

await step(
	'search in the media library with such signs',
	async () => {
		const library = '/admin/plugins/upload';
		for (const sign of signs.slice(0, 4)) {
			await p.go(library);
			await p.button('Add new assets');
			await (await p.css('[role=dialog] input[type=file]')).uploadFile(path.join(pictures, 'rotated.jpg'));
			const { body } = await p.answer('POST', /^\/upload$/, () => p.button(/^Upload 1 asset/), { wait: 60000 });
			await p.gone('dialog');
			await p.button('Edit', { within: () => p.find('button', 'rotated.jpg') });
			const d = await p.dialog();
			await p.css('input[name=alternativeText]', { within: d });
			await p.fill('name', `${sign} of ours.jpg`);
			await p.fill('caption', `Called ${sign}`);
			const told = await p.answer('POST', /^\/upload\?id=\d+$/, () => p.button('Finish', { within: d }));
			same([told.body.id, told.body.name], [body[0].id, `${sign} of ours.jpg`], 'its name');
			await p.gone('dialog');
		}
		for (const sign of signs.slice(0, 4)) {
			const { body } = await p.answer('GET', /^\/upload\/files\?.*_q=/, () => p.go(`${library}?_q=${encodeURIComponent(sign)}`));
			same(body.results.map(({ name }) => name).join(), `${sign} of ours.jpg`, `search for ${sign}`);
			await p.find('button', `${sign} of ours.jpg`);
		}
	},
	{ ...inside, limit: 300000 },
);

await step(
	'search for administrators with such signs',
	async () => {
		for (const [i, sign] of signs.entries()) {
			const user = { firstname: sign, lastname: `Of ${sign}`, email: `sign${i}@example.com`, roles: [2] };
			same((await p.api('POST', '/admin/users', user)).status, 201, sign);
		}
		for (const [i, sign] of signs.entries()) {
			const { body } = await p.answer('GET', /^\/admin\/users\/?\?.*_q=/, () =>
				p.go(`/admin/settings/users?pageSize=10&page=1&sort=firstname:ASC&_q=${encodeURIComponent(sign)}`),
			);
			same(body.data.results.map(({ email }) => email).join(), `sign${i}@example.com`, `search for ${sign}`);
			await p.see(`sign${i}@example.com`);
			const filter = `filters[$and][0][firstname][$contains]=${encodeURIComponent(sign)}`;
			const filtered = await p.answer('GET', /^\/admin\/users\/?\?.*filters/, () =>
				p.go(`/admin/settings/users?pageSize=10&page=1&${filter}`),
			);
			same(filtered.body.data.results.length, 1, `filter by ${sign}`);
		}
	},
	{ ...inside, limit: 300000 },
);

await step(
	'a draft without what is required is kept, and published when it has it',
	async () => {
		await p.go(page('restaurant', '/create'));
		await p.find('heading', 'Create an entry');
		await p.fill('seats', '12');
		const { body } = await p.answer('POST', fits('restaurant'), () => p.button('Save'));
		same([body.name, body.seats, body.publishedAt], [null, 12, null], 'the draft');
		await p.see('Saved');
		let sent = 0;
		const count = request => /actions\/publish/.test(request.url()) && sent++;
		p.page.on('request', count);
		await p.button('Publish');
		await p.see(/This value is required|Value is required/i);
		p.page.off('request', count);
		same(sent, 0, 'requests to publish');
		const refused = await p.api('POST', route('restaurant', `/${body.id}/actions/publish`));
		same([refused.status, refused.body.error?.name], [400, 'ValidationError'], 'what the server says');
		await p.fill('name', 'Now it has one');
		await p.answer('PUT', fits('restaurant', `/${body.id}(\\?|$)`), () => p.button('Save'));
		await p.see('Saved');
		const published = await p.answer('POST', fits('restaurant', `/${body.id}/actions/publish`), () => p.button('Publish'));
		assert(published.body.publishedAt, 'it is not published');
		same((await fetch(`${run.base}/api/restaurants/${body.id}`)).status, 200, 'what visitors get');
	},
	inside,
);

await step(
	'a copy that keeps what no other may have is refused, and made when that is changed',
	async () => {
		p.allow(400, /auto-clone|\/clone\//);
		await list('chain', () => p.go(page('chain', '?sort=id:ASC&pageSize=100')));
		await p.button('Duplicate item line 1');
		await p.link('Create', { within: await p.dialog() });
		await p.until(() => /\/create\/clone\/1$/.test(p.path), 'the form of the copy does not open');
		await p.until(async () => (await p.page.$('input[name=name]')) !== null, 'no form');
		await p.fill('name', 'Chain 2');
		const refused = await p.answer('POST', fits('chain', '/clone/1'), () => p.button('Save'), { ok: false });
		same([refused.status, refused.body.error?.message], [400, 'This attribute must be unique'], 'refused');
		await p.fill('name', 'Chain of copies');
		const { body } = await p.answer('POST', fits('chain', '/clone/1'), () => p.button('Save'));
		same(body.name, 'Chain of copies', 'the copy');
		same((await p.api('GET', route('chain', '/1'))).body.name, 'Chain 1', 'the source');
	},
	inside,
);

await step(
	'a copy keeps the relations of a component in a zone, and the source has them still',
	async () => {
		p.allow(400, /auto-clone/);
		const data = {
			name: 'With relations inside',
			slug: 'with-relations-inside',
			blocks: [
				{
					__component: 'blocks.related',
					heading: 'Near',
					restaurants: { connect: [{ id: 1 }, { id: 3 }] },
					category: { connect: [{ id: 3 }] },
				},
			],
		};
		const { body: source } = await p.api('POST', route('restaurant', '?plugins[i18n][locale]=en'), data);
		await list('restaurant', () => p.go(page('restaurant', '?_q=With relations inside&plugins[i18n][locale]=en')));
		await p.see('1 entry found');
		await p.button('Duplicate item line 1');
		await p.link('Create', { within: await p.dialog() });
		await p.until(() => /\/create\/clone\/\d+$/.test(p.path), 'the form of the copy does not open');
		await p.until(async () => (await p.value('name')) === data.name, 'the form is empty');
		await p.fill('slug', 'copied-with-relations');
		const { body: copy } = await p.answer('POST', fits('restaurant', `/clone/${source.id}`), () => p.button('Save'));
		same([copy.slug, copy.blocks.length], ['copied-with-relations', 1], 'the copy');
		for (const [what, { id }] of [
			['the copy', copy.blocks[0]],
			['the source', source.blocks[0]],
		]) {
			const { results } = (await p.api('GET', `/content-manager/relations/blocks.related/${id}/restaurants`)).body;
			same(results.map(found => found.id).join(), '3,1', `restaurants of ${what}`);
			same((await p.api('GET', `/content-manager/relations/blocks.related/${id}/category`)).body.data?.id, 3, `category of ${what}`);
		}
	},
	inside,
);

await end();
