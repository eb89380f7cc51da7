// The content-type builder, while the project is developed: a type is made, gets fields, a component and a relation of two
// sides, has an entry written, and is deleted. The server runs with --watch (Strapi: strapi develop).
import http from 'node:http';
import { assert, editors, page, fits, same } from './editors.mjs';

const { step, p, visitor, signIn, inside, end } = await editors();
const builder = (rest = '') => `/admin/plugins/content-type-builder${rest}`;
const types = /^\/content-type-builder\/content-types/;

const served = () => p.until(async () => !(await p.page.$('#autoReloadOverlayBlocker')), 'the panel waits for the server');

/** Saves in the builder, and waits until the project is served as it is then. */
async function save(method, path = types) {
	const { status, body } = await p.answer(method, path, () => p.button('Save'));
	assert(status < 300, `${method} was answered ${status}: ${JSON.stringify(body)}`);
	await served();
	return body;
}
const pier = () => p.go(builder('/content-types/api::pier.pier'));
const addField = async (kind, name, more = async () => {}) => {
	await p.find('button', /^Add another field/);
	await p.button(/^Add another field/);
	await p.button(kind);
	await p.fill('name', name);
	await more();
};

await signIn();
await p.page.evaluate(() => localStorage.setItem('GUIDED_TOUR_SKIPPED', 'true'));
p.allow(503, /^\/_health$/); // the panel waits for it

await step(
	'make a collection type with a text',
	async () => {
		await p.go(builder());
		await p.button('Create new collection type');
		await p.fill('displayName', 'Pier');
		await p.until(async () => (await p.value('pluralName')) === 'piers', 'no plural is proposed');
		await p.button('Continue');
		await p.button(/^Text/);
		await p.fill('name', 'title');
		await p.button('Finish');
		same(await save('POST'), { data: { uid: 'api::pier.pier' } }, 'answer');
		await p.find('heading', 'Pier');
		same((await visitor('/api/piers')).status, 403, 'its route, which nobody may ask');
	},
	inside,
);

const made = { needs: ['make a collection type with a text'] };

await step(
	'add a number',
	async () => {
		await pier();
		await addField(/^Number/, 'length', () => p.choose('Number format', 'integer (ex: 10)'));
		await p.button('Finish');
		await save('PUT');
		await p.see('length');
	},
	made,
);

await step(
	'add a relation of two sides, which the other type gets, too',
	async () => {
		await pier();
		await addField(/^Relation/, 'offices', async () => {
			await p.button(/^Bookmark|^Select|^User/, { within: await p.dialog() });
			await p.click('menuitem', /^Office/);
			// The kinds of relations are pictures without a name; the fifth is many to many.
			await p.press(() =>
				p.css('[role=dialog] div > button[type=button]:not([aria-label]):not([aria-haspopup]):has(> svg:only-child)', { nth: 4 }),
			);
			await p.see('has and belongs to many');
		});
		await p.button('Finish');
		await save('PUT');
		await p.go(builder('/content-types/api::office.office'));
		await p.see('piers');
	},
	made,
);

await step(
	'write an entry of it',
	async () => {
		await p.go(page('pier', '/create'));
		await p.fill('title', 'North pier');
		await p.fill('length', '120');
		const { body } = await p.answer('POST', fits('pier', '(\\?|$)'), () => p.button('Save'));
		same([body.title, body.length], ['North pier', 120], 'answer');
		await p.see('Saved');
	},
	{ needs: ['add a number'] },
);

await step(
	'make a component of a new category, and use it',
	async () => {
		await p.go(builder());
		await p.button('Create new component');
		await p.fill('displayName', 'Bollard');
		await p.fill('category', 'harbour');
		await p.click('option', /harbour/);
		await p.button('Continue');
		await p.button(/^Boolean/);
		await p.fill('name', 'lit');
		await p.button('Finish');
		same(await save('POST', /^\/content-type-builder\/components/), { data: { uid: 'harbour.bollard' } }, 'answer');
		await p.see('lit');
	},
	inside,
);

await step(
	'add a choice, and give the type the component, several times',
	async () => {
		await pier();
		await addField(/^Enumeration/, 'side', () => p.css('[role=dialog] textarea').then(list => p.fill(list, 'north\nsouth')));
		await p.button('Finish');
		await p.button(/^Add another field/);
		await p.button(/^Component/);
		await p.press(() => p.css('[role=dialog] input[name=createComponent]', { nth: 1 }));
		await p.button('Select a component');
		await p.click('combobox', 'Select a component', { within: await p.dialog() });
		await p.click('option', /bollard/i);
		await p.fill('name', 'bollards');
		await p.button('Finish');
		await save('PUT');
		await p.see('bollards');
		await p.go(page('pier', '/create'));
		await p.fill('title', 'South pier');
		await p.choose('side', 'south');
		const { body } = await p.answer('POST', fits('pier', '(\\?|$)'), () => p.button('Save'));
		same(body.side, 'south', 'answer');
	},
	{ needs: ['make a collection type with a text', 'make a component of a new category, and use it'] },
);

await step(
	'take a field away',
	async () => {
		await pier();
		await p.press(() => p.css('::-p-xpath(//tr[.//text()="length"]//button[contains(., "Delete")])'));
		await save('PUT');
		await p.unseen('length');
		const { body } = await p.api('GET', '/content-type-builder/content-types/api::pier.pier');
		same(body.data.schema.attributes.length, undefined, 'the field');
	},
	{ needs: ['add a number'] },
);

await step(
	'give the type a zone, write in it, and do without drafts',
	async () => {
		await pier();
		await addField(/^Dynamic zone/, 'parts', () => p.button('Add components to the zone'));
		await p.press(await p.css('[role=dialog] input[name=createComponent]', { nth: 1 }));
		await p.click('combobox', /components/, { within: await p.dialog() });
		for (const name of [/^quote/i, /^bollard/i]) await p.click('option', name);
		const { x, y } = await (await p.css('[role=dialog] h2')).boundingBox();
		await p.page.mouse.click(x, y); // beside the options, which closes them alone
		await p.button('Finish');
		await save('PUT');
		await pier(); // anew: the page is drawn again when its data come, and the dialog would go
		await p.button('Edit');
		const d = await p.dialog();
		await p.click('tab', /advanced/i);
		await p.press(() => p.css('[role=dialog] input[name=draftAndPublish]'));
		await p.button(/^Yes/);
		await p.answer('PUT', types, () => p.button('Finish', { within: d }));
		await served();
		const { body } = await p.api('GET', '/content-type-builder/content-types/api::pier.pier');
		same(body.data.schema.draftAndPublish, false, 'drafts');
		same([...body.data.schema.attributes.parts.components].sort(), ['blocks.quote', 'harbour.bollard'], 'the zone');
		const made = await p.api('POST', '/content-manager/collection-types/api::pier.pier', {
			title: 'East pier',
			parts: [{ __component: 'harbour.bollard', lit: true }],
		});
		same([made.body.parts[0].lit, made.body.publishedAt], [true, undefined], 'an entry');
	},
	{ needs: ['add a choice, and give the type the component, several times'] },
);

await step(
	'change a component and its category, and delete it',
	async () => {
		const component = /^\/content-type-builder\/components\//;
		await p.go(builder('/component-categories/harbour/harbour.bollard'));
		await addField(/^Number/, 'height', () => p.choose('Number format', 'integer (ex: 10)'));
		await p.button('Finish');
		same((await save('PUT', component)).data.uid, 'harbour.bollard', 'answer');
		// Categories have no page of their own in this version.
		const renamed = await p.api('PUT', '/content-type-builder/component-categories/harbour', { name: 'quay' });
		same([renamed.status, renamed.body.name], [200, 'quay'], 'the category');
		await p.until(async () => {
			await p.go(builder('/component-categories/quay/quay.bollard'));
			return p.find('heading', /^Bollard/i, { wait: 2000 });
		}, 'the component is not in the other category');
		await p.button('Edit');
		await p.answer('DELETE', component, async () => p.button('Delete', { within: await p.dialog() }));
		await served();
		const { body } = await p.api('GET', '/content-type-builder/content-types/api::pier.pier');
		same([body.data.schema.attributes.bollards, body.data.schema.attributes.parts.components], [undefined, ['blocks.quote']], 'the type');
	},
	{ needs: ['give the type a zone, write in it, and do without drafts'] },
);

await step(
	'a webhook that is received, and tried',
	async () => {
		const calls = [];
		const receiver = http.createServer((request, response) => {
			let body = '';
			request
				.on('data', part => (body += part))
				.on('end', () => {
					calls.push({ event: request.headers['x-strapi-event'], body: JSON.parse(body) });
					response.writeHead(200).end('heard');
				});
		});
		await new Promise(ready => receiver.listen(0, '127.0.0.1', ready));
		await p.go('/admin/settings/webhooks/create');
		await p.fill('name', 'Heard');
		await p.fill('url', `http://127.0.0.1:${receiver.address().port}/`);
		await p.click('checkbox', 'entry.create');
		const { body } = await p.answer('POST', /^\/admin\/webhooks\/?$/, () => p.button('Save'));
		const tried = await p.answer('POST', new RegExp(`^/admin/webhooks/${body.data.id}/trigger$`), () => p.button('Trigger'));
		same([tried.body.data.statusCode, calls[0].event], [200, 'trigger-test'], 'answer');
		await p.see(/success/i);
		await p.api('POST', '/content-manager/collection-types/api::office.office', { city: 'Heard' });
		await p.until(() => calls[1], 'nothing is sent of a new entry');
		same([calls[1].event, calls[1].body.entry.city], ['entry.create', 'Heard'], 'what is sent');
		await p.go('/admin/settings/webhooks');
		await p.answer('POST', /^\/admin\/webhooks\/batch-delete$/, async () => {
			await p.press(() => p.inRow('Heard', 'Delete webhook'));
			await p.button('Confirm', { within: await p.dialog() });
		});
		receiver.close();
		receiver.closeAllConnections();
	},
	inside,
);

await step(
	'make a single type',
	async () => {
		await p.go(builder());
		await p.button('Create new single type');
		await p.fill('displayName', 'Imprint');
		await p.until(async () => (await p.value('singularName')) === 'imprint', 'no name is proposed');
		await p.button('Continue');
		await p.button(/^Rich text/);
		await p.fill('name', 'words');
		await p.button('Finish');
		same(await save('POST'), { data: { uid: 'api::imprint.imprint' } }, 'answer');
		same((await p.api('PUT', '/content-manager/single-types/api::imprint.imprint', { words: 'Who we are' })).status, 200, 'an entry');
	},
	inside,
);

await step(
	'delete the type',
	async () => {
		await pier();
		await p.button('Edit');
		// The browser's own question is answered with yes.
		await p.answer('DELETE', types, async () => p.button('Delete', { within: await p.dialog() }));
		await served();
		same((await visitor('/api/piers')).status, 404, 'its route');
	},
	made,
);

await end();
