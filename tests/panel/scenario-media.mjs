// More of the media library: files from addresses, several at once, filters, moving by hand, cropping in place.
import path from 'node:path';
import { assert, editors, pictures, same } from './editors.mjs';

const { run, step, p, agree, signIn, inside, end } = await editors();
const made = {};
const library = '/admin/plugins/upload';
const input = () => p.css('[role=dialog] input[type=file]');
const open = async (rest = '') => {
	await p.go(library + rest);
	await p.find('heading', /^Assets|^Folders/);
};

async function pick(field, option) {
	await p.press((await field.evaluateHandle(e => e.parentElement.parentElement)).asElement());
	if (option !== 'Media Library') await p.press(() => p.css('[id$="-option-0"] button[aria-label=Toggle]'));
	await p.press(() =>
		p.until(async () => (await p.page.$$(`::-p-xpath(//*[contains(@id, "-option-") and .="${option}"])`))[0], `no ${option}`),
	);
}

await signIn();

await step(
	'several files at once, of which one is taken back',
	async () => {
		await open();
		const { body } = await p.api('GET', '/upload/files?pageSize=1&filters[$and][0][folderPath][$eq]=/');
		await p.button('Add new assets');
		await (await input()).uploadFile(...['501x300.jpg', 'rotated.jpg', 'orientation-6.jpg'].map(name => path.join(pictures, name)));
		await p.find('button', /^Upload 3 assets/);
		await p.button('Remove from selection', { nth: 2 });
		await p.find('button', /^Upload 2 assets/);
		const sent = [];
		const see = async answer => {
			if (answer.request().method() === 'POST' && answer.url().endsWith('/upload')) sent.push(await answer.json());
		};
		p.page.on('response', see);
		await p.button(/^Upload 2 assets/);
		await p.until(() => sent.length === 2, 'two files are not uploaded', 60000);
		p.page.off('response', see);
		await p.gone('dialog');
		made.files = sent.flat();
		await p.find('heading', new RegExp(`^Assets \\(${body.pagination.total + 2}\\)`));
	},
	inside,
);

await step(
	'a file from an address',
	async () => {
		await open();
		await p.button('Add new assets');
		await p.dialog();
		await p.click('tab', /from url/i);
		await p.fill(() => p.css('[role=dialog] textarea'), p.origin + made.files[0].url);
		await p.button('Next');
		const { body } = await p.answer('POST', /^\/upload$/, () => p.button(/^Upload 1 asset/), { wait: 60000 });
		await p.gone('dialog');
		made.copied = body[0];
		same([body[0].mime, body[0].width, body[0].height], ['image/jpeg', made.files[0].width, made.files[0].height], 'answer');
		same((await fetch(run.base + body[0].url)).status, 200, 'the file');
	},
	{ needs: ['several files at once, of which one is taken back'] },
);

await step(
	'filter by kind',
	async () => {
		await open();
		await p.button('Filters');
		await p.choose('Select field', 'type');
		await p.choose('Select filter', 'is not');
		const { body, url } = await p.answer('GET', /^\/upload\/files\?.*mime/, () => p.button('Add filter'));
		assert(/mime/.test(decodeURIComponent(url)), 'the filter is not sent');
		same(body.results.length, 0, 'what is no picture');
	},
	inside,
);

await step(
	'move several into a folder',
	async () => {
		await open();
		await p.button('Add new folder');
		const d = await p.dialog();
		await p.fill('name', 'Here');
		made.folder = (await p.answer('POST', /^\/upload\/folders\/?$/, () => p.button('Create', { within: d }))).body.data;
		await p.gone('dialog');
		for (const { name } of made.files) await p.click('checkbox', name, { nth: 0 });
		await p.button('Move');
		const move = await p.dialog();
		await pick(await p.find('combobox', 'Location', { within: move }), 'Here');
		const { body } = await p.answer('POST', /^\/upload\/actions\/bulk-move$/, () => p.button(/^(Move|Submit)$/, { within: move }));
		assert(body.data.files.length === 2 && body.data.files.every(file => file.folderPath === made.folder.path), 'they are not there');
		await open(`?folder=${made.folder.id}&folderPath=${made.folder.path}`);
		await p.find('heading', /^Assets \(2\)/);
	},
	{ needs: ['several files at once, of which one is taken back', 'a file from an address'] },
);

await step(
	'move one by its own page',
	async () => {
		await open(`?folder=${made.folder.id}&folderPath=${made.folder.path}`);
		await p.button('Edit', { within: () => p.find('button', made.files[1].name) });
		const d = await p.dialog();
		await p.css('input[name=alternativeText]', { within: d });
		await pick(await p.css('[role=dialog] input[role=combobox]'), 'Media Library');
		await p.fill('caption', 'At the root');
		const { body } = await p.answer('POST', /^\/upload\?id=\d+$/, () => p.button('Finish', { within: d }));
		same([body.caption, body.folderPath], ['At the root', '/'], 'answer');
		await p.gone('dialog');
		await p.find('heading', /^Assets \(1\)/);
	},
	{ needs: ['move several into a folder'] },
);

await step(
	'copy the address of a file, and download it',
	async () => {
		await open(`?folder=${made.folder.id}&folderPath=${made.folder.path}`);
		await p.button('Edit', { within: () => p.find('button', made.files[0].name) });
		const d = await p.dialog();
		await p.css('input[name=alternativeText]', { within: d });
		await p.page.evaluate(() => {
			navigator.clipboard.writeText = async text => (window.copied = text);
		});
		await p.button('Copy link', { within: d });
		const copied = await p.until(() => p.page.evaluate(() => window.copied), 'nothing is copied');
		const file = await fetch(copied);
		same([file.status, file.headers.get('content-type')], [200, 'image/jpeg'], 'the address');
		const { status, url } = await p.answer('GET', /^\/uploads\//, () => p.button('Download', { within: d }), { ok: false });
		same([[200, 304].includes(status), new URL(url).pathname], [true, made.files[0].url], 'downloaded');
		await p.button('Cancel', { within: d });
		await p.gone('dialog');
	},
	{ needs: ['move several into a folder'] },
);

await step(
	'crop a picture in its place',
	async () => {
		await open(`?folder=${made.folder.id}&folderPath=${made.folder.path}`);
		await p.button('Edit', { within: () => p.find('button', made.files[0].name) });
		const d = await p.dialog();
		await p.button('Crop', { within: d });
		await p.find('button', 'Stop cropping', { within: d });
		const { body } = await p.answer(
			'POST',
			/^\/upload\?id=\d+$/,
			async () => {
				await p.button('Crop', { within: d });
				await p.click('menuitem', /original/i);
				await p.button('Finish', { within: d }).catch(() => {});
			},
			{ wait: 60000 },
		);
		same([body.id, body.url, body.folderPath], [made.files[0].id, made.files[0].url, made.folder.path], 'answer');
	},
	{ needs: ['move several into a folder'] },
);

await step(
	'move a folder into another, and out',
	async () => {
		await open();
		await p.button('Add new folder');
		const d = await p.dialog();
		await p.fill('name', 'There');
		const there = (await p.answer('POST', /^\/upload\/folders\/?$/, () => p.button('Create', { within: d }))).body.data;
		await p.gone('dialog');
		const moveTo = async name => {
			await p.click('checkbox', /Here/);
			await p.button('Move');
			const move = await p.dialog();
			await pick(await p.find('combobox', 'Location', { within: move }), name);
			const { body } = await p.answer('POST', /^\/upload\/actions\/bulk-move$/, () => p.button(/^(Move|Submit)$/, { within: move }));
			return body.data.folders[0].path;
		};
		same(await moveTo('There'), `${there.path}${made.folder.path}`, 'inside');
		const inside = await p.api('GET', `/upload/files/${made.files[0].id}`);
		same(inside.body.folderPath, `${there.path}${made.folder.path}`, 'its file');
		await open(`?folder=${there.id}&folderPath=${there.path}`);
		await p.see('Here');
		same(await moveTo('Media Library'), made.folder.path, 'outside');
	},
	{ needs: ['move several into a folder'] },
);

await step(
	'delete several files at once',
	async () => {
		await open();
		await p.click('checkbox', made.files[1].name, { nth: 0 });
		await p.click('checkbox', /There/);
		const { body } = await p.answer('POST', /^\/upload\/actions\/bulk-delete$/, async () => {
			await p.button('Delete');
			await agree();
		});
		same([body.data.files.length, body.data.folders.length], [1, 1], 'answer');
		await p.unseen('There');
		same((await fetch(run.base + made.files[1].url)).status, 404, 'the file');
	},
	{ needs: ['move one by its own page', 'move a folder into another, and out'] },
);

await end();
