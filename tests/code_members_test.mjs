// Members of `strapi` that projects use beside their types: webhooks, files of the project.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeCodeProject } from './lib/code.mjs';
import { runCommand, startServer } from './lib/server.mjs';

const lab = `const told = run => run().then(() => 'done', ({ name, message }) => [name, message]);
module.exports = {
	async webhooks() {
		const store = strapi.webhookStore;
		const data = { name: 'own', url: 'https://own.example', headers: {}, events: ['entry.create'] };
		const made = await store.createWebhook(data);
		const wrong = await told(() => store.createWebhook({ ...data, events: ['own.event'] }));
		store.addAllowedEvent('OWN_EVENT', 'own.event');
		const changed = await store.updateWebhook(made.id, { ...data, events: ['own.event'], isEnabled: false });
		const found = await store.findWebhook(made.id);
		const deleted = await store.deleteWebhook(made.id);
		return { made, wrong, changed, same: JSON.stringify(found) === JSON.stringify(changed), deleted: deleted.id === made.id,
			left: await store.findWebhooks(), none: await store.findWebhook(made.id), known: store.listAllowedEvents().length };
	},
	async versions() {
		const uid = 'api::restaurant.restaurant', model = strapi.getModel(uid);
		const { syncLocalizations, syncNonLocalizedAttributes, assignDefaultLocaleToEntries } = strapi.service('plugin::i18n.localizations');
		const types = strapi.service('plugin::i18n.content-types');
		const make = locale => strapi.db.query(uid).create({ data: { name: locale, locale, seats: locale.length }, populate: ['localizations'] });
		const [one, other] = [await make('en'), await make('de')];
		const entry = { ...one, seats: 77, localizations: [other] };
		await syncLocalizations(entry, { model });
		await syncNonLocalizedAttributes({ id: one.id, seats: 77, localizations: [other] }, { model });
		const found = await strapi.db.query(uid).findOne({ where: { id: other.id }, populate: ['localizations'] });
		const data = {};
		await assignDefaultLocaleToEntries(data);
		const own = { attributes: { address: { type: 'component', component: 'location.address' } } };
		const copied = types.copyNonLocalizedAttributes(own, { id: 1, address: { id: 3, street: 's', geo: { id: 4, lat: 1 } } });
		types.fillNonLocalizedAttributes(data, entry, { model: uid });
		return { seats: found.seats, name: found.name, names: found.localizations.map(({ id }) => id === one.id),
			locale: data.locale, filled: data.seats, copied, taken: await told(() => types.getAndValidateRelatedEntity(other.id, uid, 'en')) };
	},
	async files() {
		await strapi.fs.writeAppFile('own/file.txt', 'written');
		strapi.fs.appendFile(['own', 'file.txt'], ' twice');
		await strapi.fs.writePluginFile('lab', 'a.txt', 'x');
		await strapi.fs.writeAppFile('../../outside.txt', 'inside');
		await strapi.fs.writeAppFile('gone.txt', '');
		await strapi.fs.removeAppFile('gone.txt');
		return {};
	},
};\n`;
const names = ['webhooks', 'files', 'versions'];
const routes = `module.exports = { routes: [${names
	.map(name => `{ method: 'GET', path: '/lab/${name}', handler: 'lab.${name}', config: { auth: false } },`)
	.join('\n')}] };\n`;
const files = { 'src/api/lab/controllers/lab.js': lab, 'src/api/lab/routes/lab.js': routes };

describe('members of strapi', () => {
	let server, folder;
	const ask = async name => {
		const answer = await fetch(`${server.base}/api/lab/${name}`);
		const text = await answer.text();
		assert.equal(answer.status, 200, text);
		return JSON.parse(text);
	};
	before(async () => {
		folder = makeCodeProject(files);
		server = await startServer({ folder });
	});
	after(() => server?.stop());

	it('the versions of an entry', async () => {
		assert.deepEqual(await ask('versions'), {
			...{ seats: 77, name: 'de', names: [true], locale: 'en', filled: 77, copied: { address: { street: 's', geo: { lat: 1 } } } },
			taken: ['ApplicationError', 'The entity already exists in this locale'],
		});
	});

	it('webhookStore', async () => {
		const { made, wrong, changed, known, ...rest } = await ask('webhooks');
		const { id, ...data } = made;
		assert.ok(id);
		assert.deepEqual(data, { name: 'own', url: 'https://own.example', headers: {}, events: ['entry.create'], isEnabled: true });
		assert.deepEqual(wrong, ['ValidationError', 'Webhook event own.event is not supported']);
		assert.deepEqual([changed.events, changed.isEnabled], [['own.event'], false]);
		assert.deepEqual(rest, { same: true, deleted: true, left: [], none: null });
		assert.equal(known, 9);
	});

	it('fs', async () => {
		await ask('files');
		assert.equal(readFileSync(path.join(folder, 'own/file.txt'), 'utf8'), 'written twice');
		assert.ok(existsSync(path.join(folder, 'extensions/lab/a.txt')));
		assert.ok(existsSync(path.join(folder, 'outside.txt')));
		assert.ok(!existsSync(path.join(folder, 'gone.txt')));
	});

	it('what lectern does by itself can’t be decorated', async () => {
		const index = `module.exports = { register({ strapi }) { strapi.entityService.decorate(() => ({ emitEvent() {} })); } };\n`;
		const { code, stdout, stderr } = await runCommand(['check', makeCodeProject({ 'src/index.js': index })]);
		assert.notEqual(code, 0);
		assert.match(stdout + stderr, /strapi\.entityService\.decorate of emitEvent/);
	});

	it('hooks of reads, and of what only the panel changes, are named when the project starts, as the panel runs none', async () => {
		const subscribe = `strapi.db.lifecycles.subscribe({ models: ['api::office.office'], afterFindOne() {}, afterCreate() {} });
			strapi.db.lifecycles.subscribe({ models: ['plugin::i18n.locale', 'admin::user', 'admin::role'], afterCreate() {} });
			strapi.db.lifecycles.subscribe({ models: ['plugin::upload.folder'], afterFindMany() {} })`;
		const own = await startServer({
			folder: makeCodeProject({
				'src/api/category/content-types/category/lifecycles.js': 'module.exports = { beforeFindMany() {}, beforeCreate() {} };\n',
				'src/index.js': `module.exports = { bootstrap({ strapi }) { ${subscribe}; } };\n`,
			}),
		});
		try {
			const named =
				'beforeFindMany of api::category.category; afterFindOne of api::office.office; afterFindMany of plugin::upload.folder\n';
			assert.ok((own.stdout + own.stderr).includes(`hooks of reads are not run for what the panel reads: ${named}`));
			assert.match(own.stdout + own.stderr, /hooks are not run for what the panel changes of plugin::i18n.locale, admin::role\n/);
		} finally {
			await own.stop();
		}
	});

	it('routes at paths of the panel are warned of where lectern answers them by itself, and only there', async () => {
		const route = path => `strapi.server.router.get('/content-manager/${path}', ctx => { ctx.body = 'own'; });`;
		for (const [more, isAsked] of Object.entries({ '': false, 'strapi.server.use((ctx, next) => next());': true })) {
			const index = `module.exports = { bootstrap({ strapi }) { ${route('own')} ${route('content-types')} ${more} } };\n`;
			const own = await startServer({ folder: makeCodeProject({ 'src/index.js': index }) });
			try {
				const textOf = async path => (await fetch(`${own.base}/content-manager/${path}`)).text();
				assert.equal(await textOf('own'), 'own');
				assert.equal((await textOf('content-types')) === 'own', isAsked);
				const warning = "answered without the project's code, which has some, too: /content-manager/content-types\n";
				assert.equal((own.stdout + own.stderr).includes(warning), !isAsked);
			} finally {
				await own.stop();
			}
		}
	});

	it('what is not there is named beforehand, by its file and line, and when it runs', async () => {
		const uses = `module.exports = { async use(ctx) {
	const own = strapi.admin.services.user;
	await strapi.service("plugin::i18n.entity-service-decorator");
	strapi.service('api::lab.providers'); // and not strapi.webhookRunner
	const run = {
		migrations: () => strapi.db.migrations.up(),
		registry: () => own.register({}),
	};
	return run[ctx.params.what]();
} };\n`;
		const route = "module.exports = { routes: [{ method: 'GET', path: '/lab/:what', handler: 'lab.use', config: { auth: false } }] };\n";
		const project = makeCodeProject({ 'src/api/lab/controllers/lab.js': uses, 'src/api/lab/routes/lab.js': route });
		const { code, stdout } = await runCommand(['check', project]);
		assert.equal(code, 0, stdout);
		const told = [...stdout.matchAll(/lab\.js: line (\d+) uses (.+), which lectern does not have/g)].map(
			([, line, name]) => `${line} ${name}`,
		);
		assert.deepEqual(told, ['3 the service entity-service-decorator', '6 strapi.db.migrations']);
		const other = await startServer({ folder: project });
		try {
			for (const [what, name] of Object.entries({ migrations: 'strapi.db.migrations', registry: 'strapi.admin.services.user.register' })) {
				const answer = await fetch(`${other.base}/api/lab/${what}`);
				assert.equal(answer.status, 501);
				assert.ok((await answer.json()).error.message.includes(name));
			}
		} finally {
			await other.stop();
		}
	});
});
