// Roles as they are made by hand: fields, languages and conditions of types, rights in the media library and in settings, and
// what who has them sees.
import path from 'node:path';
import { assert, editors, page, pictures, route, same } from './editors.mjs';

const { step, open, p, signIn, inside, end } = await editors();
const made = {};
const roles = /^\/admin\/roles\/\d+\/permissions$/;
const short = ({ action, subject, properties, conditions }) => ({
	action: action.split('.').pop(),
	subject: subject?.split('.').pop() ?? null,
	...properties,
	conditions,
});

/** Saves the role; its permissions as they are answered, shortened. */
async function save(method = 'PUT') {
	let role;
	const { body } = await p.answer('PUT', roles, async () => {
		if (method === 'POST') role = await p.answer('POST', /^\/admin\/roles$/, () => p.button('Save'));
		else await p.button('Save');
	});
	return { id: role?.body.data.id, permissions: body.data.map(short) };
}

/** Opens the conditions of a row of the matrix, which is named by its first box, and chooses one for each action named by its place. */
async function conditions(row, ...chosen) {
	const button = await p.until(async () => {
		const found = await p.page.evaluateHandle(label => {
			const box = document.querySelector(`input[aria-label="${label}"], input[name="${label}"]`);
			const after = e => box && box.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING;
			return [...document.querySelectorAll('main button')].find(e => e.innerText.trim() === 'Settings' && e.role !== 'tab' && after(e));
		}, row);
		return found.asElement();
	}, `no conditions of ${row}`);
	await p.press(button);
	const d = await p.dialog();
	for (const [place, condition] of chosen) {
		await p.tick(await p.find('combobox', undefined, { within: d, nth: place }), condition);
		await p.see(/1 currently selected/, { within: d });
	}
	await p.button('Apply', { within: d });
	await p.gone('dialog');
}

async function invite(first, role) {
	const { body } = await p.api('POST', '/admin/users', {
		firstname: first,
		lastname: 'X',
		email: `${first}@example.com`.toLowerCase(),
		roles: [role],
	});
	const w = await open();
	w.allow(403, /^\/(admin|upload|i18n|content-manager|content-type-builder|users-permissions|email)\//);
	await w.go(`/admin/auth/register?registrationToken=${body.data.registrationToken}`);
	await w.until(async () => (await w.value('firstname')) === first, 'the name is not shown');
	await w.fill('password', 'Passw0rd1');
	await w.fill('confirmPassword', 'Passw0rd1');
	await w.answer('POST', /^\/admin\/register$/, () => w.button("Let's start"));
	await w.find('link', 'Content Manager');
	if (await w.has('button', /Skip the tour/)) await w.button(/Skip the tour/);
	return w;
}

await signIn();

await step(
	'give a role some fields, and a condition',
	async () => {
		await p.go('/admin/settings/roles/new');
		await p.find('heading', 'Create a role');
		await p.fill('name', 'Own reviews');
		await p.button('Review');
		await p.click('checkbox', 'Select title Read permission');
		await p.click('checkbox', 'Select stars Read permission');
		for (const action of ['Create', 'Update']) await p.click('checkbox', `Select ${action} review permission`);
		await p.click('checkbox', 'Select body Update permission');
		await conditions('Select all review permissions', [2, 'Is creator']);
		const { id, permissions } = await save('POST');
		made.role = id;
		const all = ['title', 'body', 'stars', 'restaurant', 'author', 'moderator'];
		same(
			permissions.sort((a, b) => (a.action < b.action ? -1 : 1)),
			[
				{ action: 'create', subject: 'review', fields: all, conditions: [] },
				{ action: 'read', subject: 'review', fields: ['title', 'stars'], conditions: [] },
				{ action: 'update', subject: 'review', fields: all.filter(name => name !== 'body'), conditions: ['admin::is-creator'] },
			],
			'permissions',
		);
		await p.go(`/admin/settings/roles/${id}`);
		await p.button('Review');
		await p.until(
			async () =>
				(await (await p.find('checkbox', 'Select stars Read permission')).evaluate(box => box.checked ?? box.ariaChecked)) === true,
			'what was saved is not ticked',
		);
	},
	inside,
);

await step(
	'who has it sees these fields, and changes what is their own',
	async () => {
		const w = await invite('Olga', made.role);
		try {
			await w.go(page('review', '/1'));
			await w.css('input[name=title]');
			await w.css('[placeholder="No permissions to see this field"]');
			await w.go(page('review', '/create'));
			await w.fill('title', 'By Olga');
			await w.fill('stars', '5');
			const { body } = await w.answer('POST', /collection-types\/api::review\.review(\?|$)/, () => w.button('Save'));
			same([body.title, body.stars, body.body], ['By Olga', 5, undefined], 'answer');
			await w.until(() => /\/\d+$/.test(w.path), 'the entry has no page');
			await w.fill('title', 'By Olga, again');
			const put = await w.answer('PUT', /collection-types\/api::review\.review\/\d+/, () => w.button('Save'));
			same(put.body.title, 'By Olga, again', 'changed');
			same((await w.api('PUT', route('review', '/1'), { title: 'x' })).status, 403, "another's");
			const kept = await w.api('PUT', route('review', `/${body.id}`), { body: 'not allowed', stars: 3 });
			same([kept.status, kept.body.stars], [200, 3], 'a field that may be changed');
			same((await p.api('GET', route('review', `/${body.id}`))).body.body, null, 'a field that may not');
			same((await w.api('DELETE', route('review', `/${body.id}`))).status, 403, 'deleting');
		} finally {
			w.refused();
			await w.close();
		}
	},
	{ needs: ['give a role some fields, and a condition'] },
);

await step(
	'copy a role, and make it one for a language',
	async () => {
		await p.go('/admin/settings/roles');
		await p.see('Own reviews');
		await p.press(() => p.inRow('Own reviews', 'Duplicate'));
		await p.until(() => /\/roles\/duplicate\/\d+$/.test(p.path), 'no page for a copy');
		await p.until(async () => (await p.value('name')) !== undefined, 'no form');
		await p.fill('name', 'French menus');
		await p.button('Restaurant');
		await p.click('checkbox', 'Select Read restaurant permission');
		await p.click('checkbox', 'Select Update restaurant permission');
		for (const action of ['Read', 'Update'])
			for (const language of ['en', 'de']) await p.click('checkbox', `Select ${language} ${action} permission`);
		const { id, permissions } = await save('POST');
		made.french = id;
		const menus = permissions.filter(({ subject }) => subject === 'restaurant');
		same(
			menus.map(({ action, locales }) => [action, locales]).sort(),
			[
				['read', ['fr']],
				['update', ['fr']],
			],
			'permissions',
		);
		same(permissions.filter(({ subject }) => subject === 'review').length, 3, 'what was copied');
	},
	{ needs: ['give a role some fields, and a condition'] },
);

await step(
	'who has that sees the one language alone',
	async () => {
		const w = await invite('Fleur', made.french);
		try {
			const { body } = await w.answer('GET', /collection-types\/api::restaurant\.restaurant\?/, () => w.go(page('restaurant')));
			assert(body.results.length > 0 && body.results.every(({ locale }) => locale === 'fr'), 'other languages are shown');
			const [{ id }] = body.results;
			await w.go(page('restaurant', `/${id}?plugins[i18n][locale]=fr`));
			await w.fill('name', 'Chez Fleur');
			const put = await w.answer('PUT', /collection-types\/api::restaurant\.restaurant\/\d+/, () => w.button('Save'));
			same(put.body.name, 'Chez Fleur', 'answer');
			same((await w.api('GET', route('restaurant', '/1'))).status, 403, 'another language');
		} finally {
			w.refused();
			await w.close();
		}
	},
	{ needs: ['copy a role, and make it one for a language'] },
);

await step(
	'rights in the media library, under a condition, and one of the settings',
	async () => {
		await p.go(`/admin/settings/roles/${made.role}`);
		await p.until(async () => (await p.value('name')) === 'Own reviews', 'the role is not shown');
		await p.click('tab', 'Plugins');
		await p.button(/^Upload/);
		const box = name => p.css(`input[name="plugins..upload..${name}..properties..enabled"]`).then(found => p.press(found));
		await box('general..plugin::upload.read');
		await box('assets..plugin::upload.assets.create');
		await box('assets..plugin::upload.assets.update');
		await conditions('plugins..upload..general', [0, 'Is creator']);
		await p.click('tab', 'Settings');
		await p.button(/^Webhooks/);
		await p.press(() => p.css('input[name$="admin::webhooks.read..properties..enabled"]'));
		const { permissions } = await save();
		same(
			permissions
				.filter(({ subject }) => !subject)
				.map(({ action, conditions: list }) => [action, list])
				.sort(),
			[
				['create', []],
				['read', []],
				['read', ['admin::is-creator']],
				['update', []],
			],
			'permissions',
		);
	},
	{ needs: ['give a role some fields, and a condition'] },
);

await step(
	'who has these sees their own files, and the webhooks',
	async () => {
		const w = await invite('Mia', made.role);
		try {
			const { body } = await w.answer('GET', /^\/upload\/files\?/, () => w.go('/admin/plugins/upload'));
			same(body.results.length, 0, 'files of others');
			await w.button('Add new assets');
			await (await w.css('[role=dialog] input[type=file]')).uploadFile(path.join(pictures, '501x300.jpg'));
			await w.answer('POST', /^\/upload$/, () => w.button(/^Upload 1 asset/), { wait: 60000 });
			await w.gone('dialog');
			await w.find('button', '501x300.jpg');
			await w.go('/admin/settings/webhooks');
			await w.find('heading', 'Webhooks');
			assert(!(await w.has('link', 'Roles')), 'roles are in the menu');
			same((await w.api('POST', '/admin/webhooks', {})).status, 403, 'making one');
		} finally {
			w.refused();
			await w.close();
		}
	},
	{ needs: ['rights in the media library, under a condition, and one of the settings'] },
);

await step(
	'who has the role of creators may read what others of the role made',
	async () => {
		await p.go('/admin/settings/roles/new');
		await p.find('heading', 'Create a role');
		await p.fill('name', 'Team');
		await p.button('Category');
		for (const action of ['Create', 'Read']) await p.click('checkbox', `Select ${action} category permission`);
		await conditions('Select all category permissions', [1, 'Has same role as creator']);
		const { id } = await save('POST');
		const [one, two] = [await invite('Tim', id), await invite('Tom', id)];
		try {
			const { body } = await one.api('POST', route('category'), { name: 'Of the team' });
			await two.go(page('category'));
			await two.see('1 entry found');
			await two.see('Of the team');
			same((await two.api('GET', route('category', `/${body.id}`))).body.name, 'Of the team', 'the entry');
			same((await two.api('GET', route('category', '/1'))).status, 403, "nobody's");
		} finally {
			for (const w of [one, two]) {
				w.refused();
				await w.close();
			}
		}
	},
	inside,
);

await end();
