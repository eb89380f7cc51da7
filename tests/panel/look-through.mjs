// Looks through the panel at all that admins have written into a database, and changes each: entries in every language, single types,
// files, roles, admins, webhooks, tokens, languages and roles of visitors. A part of back.mjs, run like a scenario, after others have
// worked on that database with another server.
import { EMAIL, assert, editors, page, route, same, uid } from './editors.mjs';

const { step, p, signIn, inside, end } = await editors();
/** The field that is shown and changed, of each type. */
const titles = {
	bookmark: 'label',
	category: 'name',
	chain: 'name',
	'kitchen-sink': 'string',
	office: 'city',
	restaurant: 'name',
	review: 'title',
	'plugin::users-permissions.user': 'username',
};
const singles = { global: 'siteName', homepage: 'title' };
const MOST = 6;
const get = async where => {
	const { status, body } = await p.api('GET', where);
	same(status, 200, where);
	return body;
};
const isShown = (name, text) => p.until(async () => (await p.value(name)) === text, `${name} is not ${JSON.stringify(text)}`);

/** Opens a page, sees the value in a field, and changes it. */
async function change(where, name, value, path, method = 'PUT') {
	await p.go(where);
	await isShown(name, value ?? '');
	const wanted = `${value ?? ''} 2`;
	await p.fill(name, wanted);
	const { body } = await p.answer(method, path, () => p.button('Save'));
	same((body.data ?? body)[name], wanted, `${where}, saved`);
	await p.see(/Saved|saved|updated/);
}

p.allow(404, /single-types|relations/);
await signIn();
const locales = (await get('/i18n/locales')).map(({ code }) => code);

for (const [type, title] of Object.entries(titles)) {
	await step(
		`entries: ${type}`,
		async () => {
			let seen = 0;
			const { data } = await get(`/content-manager/content-types/${uid(type)}/configuration`);
			assert(data.contentType.uid === uid(type), 'no such type');
			const translated = type === 'restaurant' ? locales : [''];
			for (const locale of translated) {
				const asked = `?pageSize=100&sort=id:DESC&filters[$and][0][updatedBy][id][$notNull]=true${locale && `&locale=${locale}`}`;
				for (const entry of (await get(route(type, asked))).results.slice(0, MOST)) {
					const where = locale ? `/${entry.id}?plugins[i18n][locale]=${locale}` : `/${entry.id}`;
					await change(page(type, where), title, entry[title], new RegExp(`${uid(type)}/${entry.id}(\\?|$)`.replaceAll('.', '\\.')));
					seen++;
				}
			}
			console.log(`     ${seen} entries`);
		},
		{ ...inside, limit: 600_000 },
	);
}

await step(
	'single types',
	async () => {
		for (const [type, title] of Object.entries(singles)) {
			for (const locale of type === 'homepage' ? locales : ['']) {
				const kept = await p.api('GET', `/content-manager/single-types/${uid(type)}${locale && `?locale=${locale}`}`);
				if (kept.status === 404) continue;
				const where = `/admin/content-manager/single-types/${uid(type)}${locale && `?plugins[i18n][locale]=${locale}`}`;
				await change(where, title, kept.body[title], /^\/content-manager\/single-types\//);
			}
		}
	},
	{ ...inside, limit: 600_000 },
);

await step(
	'files',
	async () => {
		const { results } = await get('/upload/files?pageSize=100&sort=id:DESC');
		for (const { id, name, folder, folderPath } of results.slice(0, 2 * MOST)) {
			await p.go(`/admin/plugins/upload?pageSize=100&${folder ? `folder=${folder.id}&folderPath=${folderPath}` : ''}`);
			await p.button('Edit', { within: () => p.find('button', name) });
			const d = await p.dialog();
			await p.css('input[name=name]', { within: d });
			same(await p.value('name'), name, 'name');
			await p.fill('caption', `seen ${id}`);
			const { body } = await p.answer('POST', /^\/upload\?id=\d+$/, () => p.button('Finish', { within: d }));
			same([body.name, body.caption], [name, `seen ${body.id}`], 'saved');
			await p.gone('dialog');
		}
		const folders = await get('/upload/folders?pagination[pageSize]=-1&filters[$and][0][parent][id][$null]=true');
		await p.go('/admin/plugins/upload');
		for (const { name } of folders.data) await p.find('link', new RegExp(`^${name}`));
	},
	{ ...inside, limit: 600_000 },
);

await step(
	'roles of admins',
	async () => {
		for (const { id, name, code } of (await get('/admin/roles')).data) {
			await p.go(`/admin/settings/roles/${id}`);
			await isShown('name', name);
			if (code === 'strapi-super-admin') continue;
			await p.fill(() => p.find('textbox', /^Description/), 'Seen');
			const { body } = await p.answer('PUT', new RegExp(`^/admin/roles/${id}$`), () => p.button('Save'));
			same([body.data.name, body.data.description], [name, 'Seen'], 'saved');
			await p.see(/Saved|saved/);
		}
	},
	{ ...inside, limit: 600_000 },
);

await step(
	'admins',
	async () => {
		for (const { id, email, lastname } of (await get('/admin/users?pageSize=100')).data.results) {
			await p.go(`/admin/settings/users/${id}`);
			await isShown('email', email);
			if (email === EMAIL) continue;
			await p.fill('lastname', `${lastname ?? ''} 2`);
			const { body } = await p.answer('PUT', new RegExp(`^/admin/users/${id}$`), () => p.button('Save'));
			same(body.data.lastname, `${lastname ?? ''} 2`, 'saved');
		}
	},
	inside,
);

await step(
	'webhooks',
	async () => {
		for (const { id, name, url } of (await get('/admin/webhooks')).data) {
			await p.go(`/admin/settings/webhooks/${id}`);
			await isShown('name', name);
			same(await p.value('url'), url, 'url');
			await p.fill('name', `${name} 2`);
			const { body } = await p.answer('PUT', new RegExp(`^/admin/webhooks/${id}$`), () => p.button('Save'));
			same(body.data.name, `${name} 2`, 'saved');
		}
	},
	inside,
);

await step(
	'tokens',
	async () => {
		const kinds = { 'api-tokens': 'api-tokens', 'transfer-tokens': 'transfer/tokens' };
		for (const [kind, path] of Object.entries(kinds)) {
			for (const { id, name } of (await get(`/admin/${path}`)).data) {
				await p.go(`/admin/settings/${kind}/${id}`);
				await p.find('heading', name);
				await p.fill(() => p.find('textbox', /^Description/), 'Seen');
				const { body } = await p.answer('PUT', new RegExp(`^/admin/${path}/${id}$`), () => p.button('Save'));
				same([body.data.name, body.data.description], [name, 'Seen'], 'saved');
			}
		}
	},
	inside,
);

await step(
	'languages, and roles of visitors',
	async () => {
		await p.go('/admin/settings/internationalization');
		for (const { name } of await get('/i18n/locales')) await p.see(name);
		for (const { id, name, description } of (await get('/users-permissions/roles')).roles) {
			await p.go(`/admin/settings/users-permissions/roles/${id}`);
			await isShown('name', name);
			await p.fill(() => p.find('textbox', /^Description/), `${description} 2`);
			const { body } = await p.answer('PUT', new RegExp(`^/users-permissions/roles/${id}$`), () => p.button('Save'));
			same(body, { ok: true }, 'saved');
		}
	},
	inside,
);

await end();
