// What editors come by that is no plain way: changes that are not saved, two who write one entry, the way back, a session that has
// ended, one who may only read, mistakes deep inside, pictures among blocks, and the filters of pickers.
import { assert, editors, fits, one, page, route, same, uid } from './editors.mjs';

const { step, open, p, list, agree, signIn, inside, end } = await editors();
const made = {};
const asked = [];
p.page.on('dialog', dialog => asked.push(dialog.message()));
const office = (rest = '') => fits('office', `/${made.office}${rest}(\\?|$)`);
const atOffice = async (w = p) => {
	await w.go(page('office', `/${made.office}`));
	await w.until(async () => (await w.value('city')) !== '', 'the entry is not shown');
};

await signIn();

await step(
	'leave an entry that is not saved, and come back',
	async () => {
		made.office = (await p.api('POST', route('office'), { city: 'Bergen' })).body.id;
		await atOffice();
		await p.fill('city', 'Oslo');
		await p.link('Category');
		await p.until(() => p.path.endsWith(uid('category')), 'the list does not open');
		same(asked.length, 1, 'questions of the browser');
		await p.page.goBack();
		await p.until(async () => (await p.value('city')) === 'Bergen', 'what was not saved is shown');
	},
	inside,
);

await step(
	'change the language with something that is not saved',
	async () => {
		await p.go(page('restaurant', '/1'));
		await p.until(async () => (await p.value('name')) === 'Restaurant 1 sit', 'the entry is not shown');
		await p.fill('name', 'Not kept');
		asked.length = 0;
		await p.answer('GET', fits('restaurant', '/2(\\?|$)'), () => p.choose('Locales', 'French (fr)'));
		await p.until(async () => (await p.value('name')) === 'FR Restaurant 1 sit', 'the translation is not shown');
		same((await p.api('GET', route('restaurant', '/1'))).body.name, 'Restaurant 1 sit', 'the entry');
	},
	inside,
);

await step(
	'two write one entry: who saves last is kept, and the other sees it',
	async () => {
		const other = await open();
		await other.login('ada@example.com', 'Adm1nPassw0rd');
		await atOffice();
		await atOffice(other);
		await p.fill('city', 'Trondheim');
		await other.fill('city', 'Tromsø');
		const first = await p.answer('PUT', office(), () => p.button('Save'));
		const second = await other.answer('PUT', office(), () => other.button('Save'));
		same([first.body.city, second.body.city], ['Trondheim', 'Tromsø'], 'answers');
		await atOffice();
		same(await p.value('city'), 'Tromsø', 'what is kept');
		await p.api('DELETE', route('office', `/${made.office}`));
		other.allow(404, /office/);
		await other.fill('city', 'Narvik');
		same((await other.answer('PUT', office(), () => other.button('Save'), { ok: false })).status, 404, 'an entry that is gone');
		await other.close();
	},
	{ needs: ['leave an entry that is not saved, and come back'] },
);

await step(
	'a page of a list as the address has it, and back to it from an entry',
	async () => {
		const where = page('restaurant', '?page=2&pageSize=20&sort=name:DESC&_q=re');
		const { url, body } = await p.answer('GET', fits('restaurant', '\\?'), () => p.go(where));
		same([body.pagination.page, body.pagination.pageSize], [2, 20], 'the page');
		assert(/_q=re/.test(url) && /sort=name/.test(url), `not asked as the address says: ${url}`);
		await p.press(() => p.css('main tbody td:nth-child(3)'));
		await p.until(async () => (await p.value('name')) === body.results[0].name, 'the entry does not open');
		const again = await p.answer('GET', fits('restaurant', '\\?'), () => p.page.goBack());
		same(
			again.body.results.map(({ id }) => id),
			body.results.map(({ id }) => id),
			'the list',
		);
	},
	inside,
);

await step(
	'search with signs that addresses and patterns have',
	async () => {
		await p.api('POST', route('office'), { city: 'A&B=C #1 100% [x]+y?' });
		for (const words of ['A&B=C #1', '100% [', ']+y?', '%', 'b=c']) {
			const { results } = await list('office', () => p.go(page('office', `?_q=${encodeURIComponent(words)}`)));
			same(
				results.map(({ city }) => city),
				['A&B=C #1 100% [x]+y?'],
				`found by ${words}`,
			);
		}
	},
	inside,
);

await step(
	'mistakes in components, and in one of several',
	async () => {
		await p.go(page('restaurant', '/create'));
		await p.fill('name', 'With mistakes');
		await p.button('No entry yet. Click on the button below to add one.', { nth: 0 });
		await p.css('input[name="address.street"]');
		await p.fill('address.city', 'Turin');
		await p.button('No entry yet. Click on the button below to add one.', { nth: 1 });
		await p.find('combobox', /^day/);
		const { body } = await p.answer('POST', fits('restaurant'), () => p.button('Save'));
		same([body.address.city, body.hours.length, body.publishedAt], ['Turin', 1, null], 'a draft may lack what is required');
		await p.see('Saved');
		let sent = 0;
		p.page.on('request', request => (sent += /publish/.test(request.url())));
		await p.button('Publish');
		await p.see(/required/i);
		same(sent, 0, 'requests to publish it');
		p.allow(400, /publish/);
		const refused = await p.api('POST', route('restaurant', `/${body.id}/actions/publish`));
		same(
			refused.body.error.details.errors.map(({ path }) => path.join('.')),
			['address.street', 'hours.0.day'],
			'where the mistakes are',
		);
	},
	inside,
);

await step(
	'a picture among blocks',
	async () => {
		await p.go(page('kitchen-sink', '/1'));
		await p.press(() => p.css('[data-slate-editor=true]'));
		await p.click('combobox', 'Select a block');
		await p.click('option', 'Image');
		const d = await p.dialog();
		await p.click('checkbox', 'pic3.jpg', { within: d });
		await p.button('Finish', { within: d });
		await p.gone('dialog');
		const { body } = await p.answer('PUT', fits('kitchen-sink', '/1(\\?|$)'), () => p.button('Save'));
		const picture = body.content.find(({ type }) => type === 'image');
		same([picture.image.name, picture.children[0].type], ['pic3.jpg', 'text'], 'the block');
		await p.see('Saved');
	},
	inside,
);

await step(
	'look for a picture in the picker',
	async () => {
		await p.go(page('restaurant', '/create'));
		await p.button('Click to add an asset or drag and drop one in this area', { nth: 0 });
		const d = await p.dialog();
		await p.click('checkbox', 'pic3.jpg', { within: d });
		const sorted = await p.answer('GET', /^\/upload\/files\?.*sort=name/, () => p.choose('Sort by', /Alphabetical order \(A to Z\)/));
		same(sorted.body.results[0].name, 'pic1.jpg', 'sorted');
		await p.button('Search', { within: d });
		const { body } = await p.answer('GET', /^\/upload\/files\?.*_q=pic1/, async () => {
			await p.fill('search', 'pic1', { within: d });
			await p.key('Enter');
		});
		assert(body.results.length && body.results.every(({ name }) => name.startsWith('pic1')), 'other pictures are found');
		await p.button('Finish', { within: d });
		await p.gone('dialog');
		await p.see('pic3');
	},
	inside,
);

await step(
	'a single type: a draft, published and taken back',
	async () => {
		p.allow(404, /single-types|relations/);
		await p.go('/admin/content-manager/single-types/api::homepage.homepage?plugins[i18n][locale]=de');
		await p.css('input[name=title]');
		await p.fill('title', 'Willkommen');
		const { body } = await p.answer('PUT', one('homepage'), () => p.button('Save'));
		same([body.title, body.locale, body.publishedAt], ['Willkommen', 'de', null], 'answer');
		await p.answer('POST', one('homepage', 'actions/publish'), () => p.button('Publish'));
		await p.find('button', 'Unpublish');
		const taken = await p.answer('POST', one('homepage', 'actions/unpublish'), async () => {
			await p.button('Unpublish');
			await agree('Yes, confirm');
		});
		same(taken.body.publishedAt, null, 'taken back');
		await p.find('button', 'Publish');
	},
	inside,
);

await step(
	'one who may only read',
	async () => {
		const role = (await p.api('POST', '/admin/roles', { name: 'Readers', description: '' })).body.data;
		const permission = {
			action: 'plugin::content-manager.explorer.read',
			subject: uid('office'),
			properties: { fields: ['city'] },
			conditions: [],
		};
		await p.api('PUT', `/admin/roles/${role.id}/permissions`, { permissions: [permission] });
		const invited = (await p.api('POST', '/admin/users', { firstname: 'Rea', lastname: 'Der', email: 'rea@example.com', roles: [role.id] }))
			.body.data;
		const joined = { firstname: 'Rea', lastname: 'Der', password: 'Rea1Passw0rd' };
		await p.api('POST', '/admin/register', { registrationToken: invited.registrationToken, userInfo: joined });
		const reader = await open();
		reader.allow(403, /./);
		await reader.login('rea@example.com', joined.password);
		const { body } = await reader.answer('GET', fits('office', '\\?'), () => reader.go(page('office')));
		await reader.see(body.results[0].city);
		assert(!(await reader.has('link', /Create new entry/)), 'an entry may be made');
		await reader.go(page('office', `/${body.results[0].id}`));
		await reader.until(async () => (await reader.value('city')) === body.results[0].city, 'the entry is not shown');
		assert(await (await reader.css('input[name=city]')).evaluate(field => field.disabled), 'it may be changed');
		assert(!(await reader.has('button', 'Delete this entry')), 'it may be deleted');
		same((await reader.api('PUT', route('office', `/${body.results[0].id}`), { city: 'x' })).status, 403, 'a change');
		await reader.close();
	},
	inside,
);

await step(
	'a session that has ended',
	async () => {
		const w = await open();
		await w.login('ada@example.com', 'Adm1nPassw0rd');
		w.allow(401, /./);
		w.allow(400, /renew-token/);
		await w.page.evaluate(() => {
			for (const kept of [sessionStorage, localStorage]) if (kept.getItem('jwtToken')) kept.setItem('jwtToken', '"ended"');
		});
		await w.go(page('office'));
		await w.until(() => /auth\/login/.test(w.path), 'the page to sign in is not shown');
		await w.css('input[name=email]');
		await w.close();
	},
	inside,
);

await end();
