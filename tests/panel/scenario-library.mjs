// The media library: folders, uploading, replacing, cropping, telling of files, moving and deleting.
import path from 'node:path';
import { assert, editors, pictures, same } from './editors.mjs';

const { run, step, p, agree, signIn, inside, end } = await editors();
const made = {};
const library = '/admin/plugins/upload';
const dialog = () => p.dialog();
const shown = count => p.find('heading', new RegExp(`^Assets \\(${count}\\)`));
const folder = name => p.click('link', new RegExp(`^${name}`));
const files = () => p.answer('GET', /^\/upload\/files\?/, () => p.go(library));

async function makeFolder(name) {
	await p.button('Add new folder');
	const d = await dialog();
	await p.fill('name', name);
	const { body } = await p.answer('POST', /^\/upload\/folders\/?$/, () => p.button('Create', { within: d }));
	await p.gone('dialog');
	return body.data;
}

async function upload(name, count = 1) {
	await p.button('Add new assets');
	await (await p.css('[role=dialog] input[type=file]')).uploadFile(path.join(pictures, name));
	const { body } = await p.answer('POST', /^\/upload$/, () => p.button(new RegExp(`^Upload ${count} asset`)), { wait: 60000 });
	await p.gone('dialog');
	return body[0];
}

async function edit(name) {
	await p.button('Edit', { within: () => p.find('button', name) });
	const d = await dialog();
	await p.css('input[name=alternativeText]', { within: d });
	return d;
}

await signIn();

await step(
	'make folders, one inside the other',
	async () => {
		await files();
		await shown(12);
		made.outer = await makeFolder('Outer');
		same([made.outer.name, made.outer.path], ['Outer', `/${made.outer.pathId}`], 'answer');
		await folder('Outer');

		await p.unseen('pic12.jpg');
		made.inner = await makeFolder('Inner');
		same(made.inner.path, `/${made.outer.pathId}/${made.inner.pathId}`, 'its path');
		await p.see('Inner');
	},
	inside,
);

await step(
	'upload into a folder',
	async () => {
		await p.go(`${library}?folder=${made.outer.id}&folderPath=${made.outer.path}`);
		await p.see('Inner');
		made.file = await upload('rotated.jpg');
		same(made.file.folderPath, made.outer.path, 'its folder');
		same((await fetch(run.base + made.file.url)).status, 200, 'the file');
		await shown(1);
	},
	{ needs: ['make folders, one inside the other'] },
);

await step(
	'tell of a file, and find it by that',
	async () => {
		const d = await edit('rotated.jpg');
		await p.fill('alternativeText', 'A turned picture');
		await p.fill('caption', 'Turned');
		const { body } = await p.answer('POST', /^\/upload\?id=\d+$/, () => p.button('Finish', { within: d }));
		same([body.alternativeText, body.caption, body.folderPath], ['A turned picture', 'Turned', made.outer.path], 'answer');
		await p.gone('dialog');
		await p.go(`${library}?_q=A turned`);
		await p.find('button', 'rotated.jpg');
		await p.unseen('pic12.jpg');
	},
	{ needs: ['upload into a folder'] },
);

await step(
	'crop it, and keep the result beside it',
	async () => {
		await p.go(`${library}?folder=${made.outer.id}&folderPath=${made.outer.path}`);
		await shown(1);
		const d = await edit('rotated.jpg');
		await p.button('Crop', { within: d });
		await p.button('Stop cropping', { within: d });
		await p.button('Crop', { within: d });
		const { body } = await p.answer(
			'POST',
			/^\/upload$/,
			async () => {
				await p.button('Crop', { within: d });
				await p.click('menuitem', /duplicate/i).catch(() => p.button(/duplicate/i));
			},
			{ wait: 60000 },
		);
		assert(body[0].id !== made.file.id && body[0].width > 0, 'no second picture');
		made.cropped = body[0];
	},
	{ needs: ['upload into a folder'] },
);

await step(
	'replace it',
	async () => {
		await p.go(`${library}?folder=${made.outer.id}&folderPath=${made.outer.path}`);
		await p.find('heading', /^Assets \([12]\)/);
		const d = await edit('rotated.jpg');
		await (await p.css('[role=dialog] input[type=file]')).uploadFile(path.join(pictures, '501x300.jpg'));
		const { body } = await p.answer('POST', new RegExp(`^/upload\\?id=${made.file.id}$`), () => p.button('Finish', { within: d }), {
			wait: 60000,
		});
		same([body.id, body.url, body.width], [made.file.id, made.file.url, 501], 'answer');
	},
	{ needs: ['upload into a folder'] },
);

await step(
	'move a file out of the folder',
	async () => {
		await p.go(`${library}?folder=${made.outer.id}&folderPath=${made.outer.path}`);
		await p.find('heading', /^Assets \([12]\)/);
		await p.click('checkbox', 'rotated.jpg');
		await p.button('Move');
		const d = await dialog();
		const input = await p.find('combobox', 'Location', { within: d });
		await p.press((await input.evaluateHandle(field => field.parentElement.parentElement)).asElement());
		await p.press(() => p.css('[id$="-option-0"]'));
		const { body } = await p.answer('POST', /^\/upload\/actions\/bulk-move$/, () => p.button(/^(Move|Submit)$/, { within: d }));
		same(body.data.files[0].folderPath, '/', 'where it is');
	},
	{ needs: ['upload into a folder'] },
);

await step(
	'rename a folder',
	async () => {
		await p.go(library);
		await p.see('Outer');
		const card = await p.css('a[aria-label=Outer]');
		await (await card.evaluateHandle(link => link.parentElement)).asElement().hover();
		await p.press(() => p.until(async () => (await p.page.$$('::-p-xpath(//button[.//text()="Edit folder"])'))[0], 'no button'));
		const d = await dialog();
		await p.fill('name', 'Renamed');
		const { body } = await p.answer('PUT', new RegExp(`^/upload/folders/${made.outer.id}$`), () =>
			p.button(/^(Save|Submit)$/, { within: d }),
		);
		same(body.data.name, 'Renamed', 'answer');
		await p.see('Renamed');
	},
	{ needs: ['make folders, one inside the other'] },
);

await step(
	'sort, and look at a list',
	async () => {
		await p.go(library);
		await p.find('heading', /^Assets/);
		const a = await p.answer('GET', /^\/upload\/files\?.*sort=name/, () => p.choose('Sort by', 'Alphabetical order (A to Z)'));
		same(a.body.results[0].name, 'pic1.jpg', 'first');
		await p.go(library);
		await p.find('heading', /^Assets/);
		await p.button('List View');
		await p.css('main table');
		await p.button('Grid View');
	},
	inside,
);

await step(
	'delete a folder with all that is in it',
	async () => {
		await p.go(library);
		await p.see('Renamed');
		await p.click('checkbox', /Renamed/);
		await p.answer('POST', /^\/upload\/actions\/bulk-delete$/, async () => {
			await p.button('Delete');
			await agree();
		});
		await p.unseen('Renamed');
		same((await p.api('GET', `/upload/files/${made.cropped.id}`)).status, 404, 'the file');
		same((await fetch(run.base + made.cropped.url)).status, 404, 'its picture');
		same((await fetch(run.base + made.file.url)).status, 200, 'the picture that was moved');
	},
	{ needs: ['rename a folder', 'crop it, and keep the result beside it', 'move a file out of the folder'] },
);

await step(
	'delete one file',
	async () => {
		await p.go(library);
		await p.find('heading', /^Assets/);
		const { id } = await upload('501x300.jpg');
		const d = await edit('501x300.jpg');
		await p.answer('DELETE', new RegExp(`^/upload/files/${id}$`), async () => {
			await p.button('Delete', { within: d });
			await agree();
		});
		await p.gone('button', '501x300.jpg');
	},
	inside,
);

await step(
	'how the library is shown, and what is made of pictures',
	async () => {
		await p.go(`${library}/configuration`);
		await p.find('heading', /Configure the view/);
		await p.choose('Entries per page', '20');
		const { body } = await p.answer('PUT', /^\/upload\/configuration$/, async () => {
			await p.button('Save');
			await agree();
		});
		same(body.data.pageSize, 20, 'answer');
		await p.go(library);
		await p.until(async () => (await p.all('button', /^pic\d+\.jpg$/)).length === 12, 'not all on one page');
		await p.go('/admin/settings/media-library');
		await p.find('heading', 'Asset Management');
		await p.click('checkbox', 'autoOrientation');
		const saved = await p.answer('PUT', /^\/upload\/settings$/, () => p.button('Save'));
		same(saved.body.data.autoOrientation, true, 'settings');
	},
	inside,
);

await end();
