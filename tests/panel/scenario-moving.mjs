// What is put in another order with the mouse: relations, repeated components, a dynamic zone, the pictures of a list, the fields of a
// form and the columns of a list. What is kept is read from the server afterwards.
import { assert, editors, fits, page, route, same, uid } from './editors.mjs';

const { step, p, visitor, agree, signIn, inside, end } = await editors();
const made = {};
const save = () => p.answer('PUT', fits('restaurant', `/${made.id}(\\?|$)`), () => p.button('Save'));
const read = async () => (await p.api('GET', route('restaurant', `/${made.id}`))).body;
const open = async () => {
	await p.go(page('restaurant', `/${made.id}`));
	await p.until(async () => (await p.value('name')) === 'Moved', 'the entry is not shown');
};
const configured = new RegExp(`/content-types/${uid('restaurant')}/configuration$`);
const layouts = async () =>
	(await p.api('GET', `/content-manager/content-types/${uid('restaurant')}/configuration`)).body.data.contentType.layouts;

/** The middle of what can be seen of an element. */
const middle = element =>
	element.evaluate(e => {
		const { x, y, width, height } = e.getBoundingClientRect();
		return { x: x + width / 2, y: y + height / 2 };
	});

/** Drags one thing onto another with the mouse, and so far beside its middle. */
async function drag(from, onto, { x = 0, y = 0 } = {}) {
	await from.evaluate(e => e.scrollIntoView({ block: 'center' }));
	await p.until(async () => {
		const before = JSON.stringify(await middle(from));
		await new Promise(done => setTimeout(done, 100));
		return before === JSON.stringify(await middle(from));
	}, 'it does not stand still');
	const [a, b] = [await middle(from), await middle(onto)];
	await p.page.mouse.move(a.x, a.y);
	await p.page.mouse.down();
	await p.page.mouse.move(a.x + 3, a.y + 3, { steps: 3 });
	await p.page.mouse.move(b.x + x, b.y + y, { steps: 15 });
	await p.page.mouse.move(b.x + x + 1, b.y + y + 1, { steps: 2 });
	await new Promise(done => setTimeout(done, 200));
	await p.page.mouse.up();
}

/** The handles of the three relations, the three hours and the three components of the zone, once all of them are there. */
const handles = () =>
	p.until(async () => {
		const found = await p.all('button', 'Drag');
		return found.length === 9 && found;
	}, 'there are not nine things to drag');

const categories = () =>
	p.page.$$eval('main ol a, main ul a', found => found.map(link => link.innerText.trim()).filter(text => /^Category /.test(text)));

await signIn();

await step(
	'drag a relation to the end',
	async () => {
		const data = {
			name: 'Moved',
			slug: 'moved',
			categories: { connect: [{ id: 12 }, { id: 20 }, { id: 3 }] },
			hours: [{ day: 'mon' }, { day: 'tue' }, { day: 'wed' }],
			blocks: [
				{ __component: 'blocks.quote', text: 'First' },
				{ __component: 'blocks.slider', title: 'Second' },
				{ __component: 'blocks.rich-text', body: 'Third' },
			],
			gallery: [1, 2, 3],
		};
		const created = await p.api('POST', route('restaurant', '?plugins[i18n][locale]=en'), data);
		same(created.status, 200, 'a restaurant');
		made.id = created.body.id;
		await open();
		await p.until(async () => (await categories()).length === 3, 'the relations are not shown');
		same(await categories(), ['Category 12', 'Category 20', 'Category 3'], 'before');
		const [first, , last] = await handles();
		await drag(first, last, { y: 12 });
		await p.until(async () => (await categories()).join() === 'Category 20,Category 3,Category 12', 'the order does not follow');
		await save();
		await p.see('Saved');
		const { results } = (await p.api('GET', `/content-manager/relations/${uid('restaurant')}/${made.id}/categories`)).body;
		same(results.map(({ id }) => id).join(), '12,3,20', 'the order that is kept, the last one first');
	},
	inside,
);

await step(
	'drag a repeated component up, and one of a zone down',
	async () => {
		const before = await read();
		const ids = before.hours.map(({ id }) => id);
		await open();
		const hours = (await handles()).slice(3);
		await drag(hours[2], hours[0], { y: -12 });
		const blocks = (await handles()).slice(6);
		await drag(blocks[0], blocks[1], { y: 12 });
		const { body } = await save();
		same(
			body.hours.map(({ id, day }) => [id, day]),
			[
				[ids[2], 'wed'],
				[ids[0], 'mon'],
				[ids[1], 'tue'],
			],
			'the hours',
		);
		const zone = found => found.blocks.map(({ __component }) => __component.slice(7)).join();
		same(zone(body), 'slider,quote,rich-text', 'the zone');
		await p.see('Saved');
		const after = await read();
		same([after.hours.map(({ day }) => day).join(), zone(after)], ['wed,mon,tue', 'slider,quote,rich-text'], 'what is kept');
		await p.answer('POST', fits('restaurant', `/${made.id}/actions/publish`), () => p.button('Publish'));
		const shown = (await visitor(`/api/restaurants/${made.id}?populate=*`)).body.data.attributes;
		same(shown.hours.map(({ day }) => day).join(), 'wed,mon,tue', 'what visitors see');
		same(zone(shown), 'slider,quote,rich-text', 'the zone that they see');
	},
	{ needs: ['drag a relation to the end'] },
);

await step(
	'drag a picture of a list before another',
	async () => {
		await open();
		const names = (await read()).gallery.map(({ name }) => name);
		same(names.length, 3, 'pictures');
		await p.button('Add', { nth: -1 }).catch(() => p.button('Add new', { nth: -1 }));
		const d = await p.dialog();
		await p.see('3 assets ready to upload', { within: d });
		const cards = () => p.page.$$('[role=tabpanel] [style*="cursor: move"]');
		const [first, , third] = await p.until(async () => {
			const found = await cards();
			return found.length === 3 && found;
		}, 'the pictures cannot be dragged');
		await drag(third, first);
		await p.button('Finish', { within: d });
		const { body } = await save();
		same(body.gallery.map(({ name }) => name).join(), [names[2], names[0], names[1]].join(), 'answer');
		same((await read()).gallery.map(({ name }) => name).join(), [names[2], names[0], names[1]].join(), 'what is kept');
	},
	{ needs: ['drag a relation to the end'] },
);

await step(
	'drag the columns of a list',
	async () => {
		const before = (await layouts()).list;
		await p.go(page('restaurant', '/configurations/list'));
		await p.find('heading', /Configure the view/);
		const moving = name => p.css(`[aria-label="Move ${name}"]`);
		await drag(await moving(before[1]), await moving(before[0]), { x: -10 });
		const { body } = await p.answer('PUT', configured, () => p.button('Save'));
		same(body.data.contentType.layouts.list.slice(0, 2), [before[1], before[0]], 'answer');
		same((await layouts()).list, [before[1], before[0], ...before.slice(2)], 'what is kept');
		await p.go(page('restaurant'));
		await p.until(async () => {
			const heads = await p.page.$$eval('main thead th', found =>
				found.map(cell => cell.innerText.trim().split('\n')[0].toLowerCase()).filter(Boolean),
			);
			return heads.join().startsWith(`${before[1]},${before[0]}`.toLowerCase());
		}, 'the list does not follow');
	},
	inside,
);

await step(
	'drag a field of the form beside another',
	async () => {
		const before = (await layouts()).edit;
		const at = name => before.findIndex(row => row.some(field => field.name === name));
		assert(at('rating') !== at('open'), 'they are in one row');
		await p.go(page('restaurant', '/configurations/edit'));
		await p.find('heading', /Configure the view/);
		const handle = async name =>
			(await p.find('button', `Edit ${name}`)).evaluateHandle(e => {
				let box = e;
				while (!box.querySelector('span[type=button]')) box = box.parentElement;
				return box.querySelector('span[type=button]');
			});
		await drag(await handle('rating'), await handle('open'));
		const { body } = await p.answer('PUT', configured, async () => {
			await p.button('Save');
			await agree();
		});
		const row = body.data.contentType.layouts.edit.find(fields => fields.some(({ name }) => name === 'rating')).map(({ name }) => name);
		assert(row.includes('open'), `rating stands beside ${row}`);
		const kept = (await layouts()).edit.find(fields => fields.some(({ name }) => name === 'rating')).map(({ name }) => name);
		same(kept, row, 'what is kept');
	},
	inside,
);

await end();
