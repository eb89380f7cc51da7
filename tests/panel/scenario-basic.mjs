// An editor's and an administrator's day in Strapi's panel: node scenario-basic.mjs BASEURL [--record FILE.jsonl.gz]
// The server runs on a fresh copy of data.db with the panel's build/ in place; the steps write into that data.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { scenario, assert, same } from './driver.mjs';

const pictures = path.join(path.dirname(fileURLToPath(import.meta.url)), '../data/media');
const EMAIL = 'ada@example.com',
	PASSWORD = 'Adm1nPassw0rd';
const uid = name => `api::${name}.${name}`;
const page = (name, rest = '') => `/admin/content-manager/collection-types/${uid(name)}${rest}`;
const route = (name, rest = '') => `/content-manager/collection-types/${uid(name)}${rest}`;
const fits = (name, rest = '$') => new RegExp('^' + route(name).replace(/\./g, '\\.') + rest);

const run = await scenario(),
	{ step } = run,
	p = await run.open();
const made = {}; // ids that later steps need
const visitor = async (where, init) => {
	const r = await fetch(run.base + where, init);
	return { status: r.status, body: await r.json().catch(() => null) };
};
const bearer = token => ({ headers: { authorization: `Bearer ${token}` } });
const table = () => p.page.$$eval('main tbody tr', l => l.map(r => [...r.cells].map(c => c.innerText.trim())));
const headings = () => p.page.$$eval('main thead th', l => l.map(h => h.innerText.trim().split('\n')[0].toUpperCase()).filter(Boolean));
const list = async (name, act = () => p.go(page(name))) => (await p.answer('GET', fits(name, '\\?'), act)).body;
const agree = async (button = 'Confirm') => p.button(button, { within: await p.dialog() });
async function pick(field, search, name) {
	// one more target of a relation
	await p.fill(field, search);
	await p.click('option', new RegExp(`(^|\\s)${name}$`));
	await p.find('link', name);
}

await step('log in', async () => {
	await p.go('/admin');
	await p.until(() => p.path === '/admin/auth/login', 'no login page');
	const a = await p.login(EMAIL, PASSWORD);
	same([a.body.data.user.email, typeof a.body.data.token], [EMAIL, 'string'], 'answer');
	if (await p.has('button', /Skip the tour/)) await p.button(/Skip the tour/);
});
const inside = { needs: ['log in'] };
await step(
	'open a list from the menu',
	async () => {
		await p.link('Content Manager');
		await p.link('Review', { within: await p.find('navigation', 'Content') });
		await p.see('240 entries found');
		same(await headings(), ['ID', 'TITLE', 'BODY', 'STARS', 'STATE', 'ACTIONS'], 'columns');
		same((await table()).length, 10, 'rows');
	},
	inside,
);
await step(
	'search',
	async () => {
		await list('chain');
		await p.see('10 entries found');
		await p.button('Search');
		await p.type('chain 1');
		const a = await list('chain', () => p.key('Enter'));
		same(
			a.results.map(c => c.name),
			['Chain 1', 'Chain 10'],
			'found',
		);
		await p.see('2 entries found');
	},
	inside,
);
await step(
	'sort',
	async () => {
		await list('category');
		await p.see('24 entries found');
		const a = await list('category', () => p.button('Sort on name'));
		same(a.results[0].name, 'Category 9', 'last name first');
		await p.until(async () => (await table())[0].includes('Category 9'), 'the rows do not follow');
	},
	inside,
);
await step(
	'filter',
	async () => {
		await list('review');
		await p.see('240 entries found');
		await p.button('Filters');
		await p.choose('Select field', 'stars');
		await p.fill(() => p.find('textbox', 'stars'), '4');
		const a = await list('review', () => p.button('Add filter'));
		assert(a.pagination.total > 0 && a.results.every(r => r.stars === 4), 'other reviews among them');
		await p.see(`${a.pagination.total} entries found`);
		const b = await list('review', () => p.button('stars is 4'));
		same(b.pagination.total, 240, 'without the filter');
	},
	inside,
);
await step(
	'turn pages',
	async () => {
		await list('review');
		await p.see('240 entries found');
		const a = await list('review', () => p.link('Go to next page'));
		same([a.pagination.page, a.pagination.pageCount], [2, 24], 'page');
		const b = await list('review', () => p.choose('Entries per page', '100'));
		same(b.results.length, 100, 'page size');
		await p.until(async () => (await table()).length === 100, 'the rows do not follow');
	},
	inside,
);
await step(
	'write a draft with relations, a component and a picture',
	async () => {
		await p.go(page('restaurant', '/create'));
		await p.find('heading', 'Create an entry');
		await p.fill('name', 'Trattoria Aurora');
		await p.fill('slug', 'aurora');
		await p.fill('seats', '18');
		await p.choose('price', 'fancy');
		await pick('categories', 'Category 1', 'Category 12');
		await pick('chain', 'Chain', 'Chain 8');
		await p.button('Click to add an asset or drag and drop one in this area', { nth: 0 });
		const d = await p.dialog();
		await p.click('checkbox', 'pic4.jpg', { within: d });
		await p.button('Finish', { within: d });
		await p.gone('dialog');
		await p.button('No entry yet. Click on the button below to add one.', { nth: 0 });
		await p.fill('address.street', 'Via Roma 3');
		const { body } = await p.answer('POST', fits('restaurant', '(\\?|$)'), () => p.button('Save'));
		made.id = body.id;
		await p.see('Saved');
		await p.until(() => p.path.endsWith(`/${made.id}`), 'the new entry does not open');
		same(
			[
				body.name,
				body.slug,
				body.seats,
				body.price,
				body.publishedAt,
				body.cover.name,
				body.address.street,
				body.categories.count,
				body.createdBy.firstname,
			],
			['Trattoria Aurora', 'aurora', 18, 'fancy', null, 'pic4.jpg', 'Via Roma 3', 1, 'Ada'],
			'answer',
		);
		same((await visitor('/api/restaurants?filters[slug]=aurora')).body.data, [], 'what visitors see');
	},
	inside,
);
const written = { needs: ['write a draft with relations, a component and a picture'] };
await step(
	'publish it',
	async () => {
		await p.go(page('restaurant', `/${made.id}`));
		await p.find('heading', 'Trattoria Aurora');
		const { body } = await p.answer('POST', fits('restaurant', `/${made.id}/actions/publish`), () => p.button('Publish'));
		assert(body.publishedAt, 'publishedAt is empty');
		await p.find('button', 'Unpublish');
		const { attributes } = (await visitor(`/api/restaurants/${made.id}?populate=*`)).body.data;
		same(
			[attributes.chain.data.attributes.name, attributes.categories.data[0].attributes.name],
			['Chain 8', 'Category 12'],
			'what visitors see',
		);
	},
	written,
);
await step(
	'edit it',
	async () => {
		await p.go(page('restaurant', `/${made.id}`));
		await p.find('link', 'Category 12');
		await p.fill('seats', '20');
		await p.fill('address.city', 'Turin');
		await pick('categories', 'Category 2', 'Category 20');
		const { body } = await p.answer('PUT', fits('restaurant', `/${made.id}`), () => p.button('Save'));
		await p.see('Saved');
		same([body.seats, body.address.city, body.categories.count, body.updatedBy.lastname], [20, 'Turin', 2, 'Admin'], 'answer');
		const { attributes } = (await visitor(`/api/restaurants/${made.id}?populate=categories`)).body.data;
		same([attributes.seats, attributes.categories.data.length], [20, 2], 'what visitors see');
	},
	written,
);
await step(
	'write it in another locale',
	async () => {
		await p.go(page('restaurant', `/${made.id}?plugins[i18n][locale]=en`));
		await p.find('heading', 'Trattoria Aurora');
		await p.choose('Locales', 'German (de)');
		await p.until(() => /\/create$/.test(p.path), 'no new page');
		await p.find('heading', 'Create an entry');
		await p.until(async () => (await p.value('seats')) === '20', 'what is shared by the locales is not filled in');
		await p.fill('name', 'Gasthaus Aurora');
		await p.fill('slug', 'gasthaus-aurora');
		const { body } = await p.answer('POST', fits('restaurant', '(\\?|$)'), () => p.button('Save'));
		same([body.locale, body.seats, body.localizations.map(l => l.id)], ['de', 20, [made.id]], 'answer');
		made.german = body.id;
	},
	written,
);
await step(
	'delete both',
	async () => {
		await p.go(page('restaurant', `/${made.german}?plugins[i18n][locale]=de`));
		await p.find('heading', 'Gasthaus Aurora');
		await p.answer('DELETE', fits('restaurant', `/${made.german}`), async () => {
			await p.button('Delete this entry');
			await agree();
		});
		await list('restaurant', () => p.go(page('restaurant', '?_q=Aurora&plugins[i18n][locale]=en')));
		await p.see('1 entry found');
		await p.answer('DELETE', fits('restaurant', `/${made.id}`), async () => {
			await p.button('Delete item line 1');
			await agree();
		});
		same((await p.api('GET', route('restaurant', `/${made.id}`))).status, 404, 'reading it');
	},
	{ needs: ['write it in another locale'] },
);
await step(
	'edit a single type',
	async () => {
		await p.go('/admin/content-manager/single-types/api::global.global');
		await p.until(async () => (await p.value('siteName')) === 'FoodAdvisor', 'another siteName');
		await p.fill('siteName', 'Aurora guide');
		await p.answer('PUT', /^\/content-manager\/single-types\/api::global\.global/, () => p.button('Save'));
		same((await visitor('/api/global')).body.data.attributes.siteName, 'Aurora guide', 'what visitors see');
	},
	inside,
);
await step(
	'upload a picture',
	async () => {
		await p.go('/admin/plugins/upload');
		await p.find('heading', /^Assets \(12\)/);
		await p.button('Add new assets');
		await (await p.css('[role=dialog] input[type=file]')).uploadFile(path.join(pictures, 'rotated.jpg'));
		const { body } = await p.answer('POST', /^\/upload$/, () => p.button(/^Upload 1 asset/), { wait: 30000 });
		const [f] = body;
		assert(f.width && f.formats.thumbnail, 'no size or thumbnail');
		same([f.name, f.mime], ['rotated.jpg', 'image/jpeg'], 'answer');
		same((await fetch(run.base + f.url)).status, 200, 'the file');
		await p.find('heading', /^Assets \(13\)/);
		await p.find('button', 'rotated.jpg');
	},
	inside,
);
await step(
	'let visitors add chains',
	async () => {
		const add = name =>
			visitor('/api/chains', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data: { name } }) });
		same((await add('Before')).status, 403, 'before');
		await p.go('/admin/settings/users-permissions/roles/2');
		await p.button('Chain');
		await p.click('checkbox', 'create');
		const { body } = await p.answer('PUT', /^\/users-permissions\/roles\/2$/, () => p.button('Save'));
		same(body, { ok: true }, 'answer');
		same((await add('After')).body.data.attributes.name, 'After', 'afterwards');
	},
	inside,
);
await step(
	'make an API token',
	async () => {
		await p.go('/admin/settings/api-tokens/create');
		await p.find('heading', 'Create API Token');
		await p.fill('name', 'Shop window');
		await p.choose('Token duration', '30 days');
		await p.choose('Token type', 'Full access');
		const { status, body } = await p.answer('POST', /^\/admin\/api-tokens$/, () => p.button('Save'));
		same([status, body.data.type, body.data.lifespan], [201, 'full-access', String(30 * 86400000)], 'answer');
		await p.see(body.data.accessKey);
		same((await visitor('/api/offices', bearer(body.data.accessKey))).status, 200, 'its use');
		await p.go('/admin/settings/api-tokens');
		await p.answer('DELETE', new RegExp(`/admin/api-tokens/${body.data.id}$`), async () => {
			await p.button('Delete Shop window');
			await agree();
		});
		same((await visitor('/api/offices', bearer(body.data.accessKey))).status, 401, 'its use after deletion');
	},
	inside,
);
await step(
	'make a role with few permissions',
	async () => {
		await p.go('/admin/settings/roles/new');
		await p.find('heading', 'Create a role');
		await p.fill('name', 'Chain keeper');
		await p.button('Chain');
		await p.click('checkbox', 'Select Read chain permission');
		await p.click('checkbox', 'Select name Update permission');
		let role;
		const { body } = await p.answer('PUT', /^\/admin\/roles\/\d+\/permissions$/, async () => {
			role = await p.answer('POST', /^\/admin\/roles$/, () => p.button('Save'));
		});
		made.role = role.body.data.id;
		same(
			body.data.map(x => [x.action.split('.').pop(), x.properties.fields.length > 1]).sort(),
			[
				['read', true],
				['update', false],
			],
			'permissions',
		);
	},
	inside,
);
await step(
	'invite someone to it, who sees chains and nothing else',
	async () => {
		await p.go('/admin/settings/users');
		await p.button('Invite new user');
		const d = await p.dialog();
		await p.fill('firstname', 'Bo');
		await p.fill('email', 'bo@example.com');
		await p.tick(await p.find('combobox', "User's roles", { within: d }), 'Chain keeper');
		const { body } = await p.answer('POST', /^\/admin\/users\/?$/, () => p.button('Invite user'));
		const bo = await run.open();
		try {
			await bo.go(`/admin/auth/register?registrationToken=${body.data.registrationToken}`);
			await bo.until(async () => (await bo.value('email')) === 'bo@example.com', 'the address is not shown');
			await bo.fill('password', 'B0sPassword');
			await bo.fill('confirmPassword', 'B0sPassword');
			await bo.answer('POST', /^\/admin\/register$/, () => bo.button("Let's start"));
			await bo.link('Content Manager');
			await bo.find('link', 'Chain');
			for (const other of ['Office', 'Restaurant', 'Global']) assert(!(await bo.has('link', other)), `${other} is in the menu`);
			same(
				[
					(await bo.api('GET', route('chain'))).status,
					(await bo.api('GET', route('office'))).status,
					(await bo.api('DELETE', route('chain', '/1'))).status,
					(await bo.api('GET', '/admin/roles')).status,
				],
				[200, 403, 403, 403],
				'answers',
			);
		} finally {
			await bo.close();
		}
	},
	{ needs: ['make a role with few permissions'] },
);
await step(
	'choose the columns of a list',
	async () => {
		await p.go(page('review', '/configurations/list'));
		await p.find('heading', /Configure the view/);
		await p.button('Delete body');
		await p.button('Add a field');
		await p.click('menuitem', 'restaurant');
		const { body } = await p.answer('PUT', new RegExp(`/content-types/${uid('review')}/configuration$`), () => p.button('Save'));
		same(body.data.contentType.layouts.list, ['id', 'title', 'stars', 'restaurant'], 'answer');
		await list('review');
		await p.until(async () => (await headings()).join() === 'ID,TITLE,STARS,RESTAURANT,STATE,ACTIONS', 'the columns do not follow');
	},
	inside,
);
await step(
	'keep a webhook',
	async () => {
		await p.go('/admin/settings/webhooks/create');
		await p.fill('name', 'Search index');
		await p.fill('url', 'http://search.invalid/changed');
		await p.click('checkbox', 'entry.update');
		await p.click('checkbox', 'media.create');
		const { status, body } = await p.answer('POST', /^\/admin\/webhooks\/?$/, () => p.button('Save'));
		same([status, body.data.events, body.data.isEnabled], [201, ['entry.update', 'media.create'], true], 'answer');
		await p.go('/admin/settings/webhooks');
		await p.see('http://search.invalid/changed');
		const off = await p.answer('PUT', new RegExp(`/admin/webhooks/${body.data.id}$`), () => p.click('switch', 'Search index status'));
		same(off.body.data.isEnabled, false, 'switched off');
		await p.answer('POST', /^\/admin\/webhooks\/batch-delete$/, async () => {
			await p.button('Delete webhook');
			await agree();
		});
		await p.unseen('Search index');
	},
	inside,
);
await step(
	'log out',
	async () => {
		await p.go('/admin/');
		await p.button(/Ada Admin/);
		await p.press(() => p.until(async () => (await p.page.$$('::-p-text(Logout)')).at(-1), 'no Logout'));
		await p.until(() => p.path === '/admin/auth/login', 'no login page');
		same((await visitor(route('review'))).status, 401, 'reading without being signed in');
	},
	inside,
);

await run.end();
