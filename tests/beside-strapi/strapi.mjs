// Runs Strapi on the project in the working folder: it is started there by run.mjs.
// usage: node strapi.mjs serve PORT
//        node strapi.mjs seed SEED FILE    makes tables and random content, and writes into FILE what requests are made of
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Chance } from '../lib/graphql_random.mjs';
import { entryData, scalar } from './values.mjs';

const folder = process.cwd();
const require = createRequire(path.join(folder, 'package.json'));
const dist = path.join(folder, 'dist');
const compiled = existsSync(path.join(folder, 'tsconfig.json')) && existsSync(dist);

function makeApp() {
	const made = require('@strapi/strapi');
	return (made.default ?? made)({ appDir: folder, distDir: compiled ? dist : folder });
}

const plain = value => JSON.parse(JSON.stringify(value, (key, member) => (typeof member === 'function' ? undefined : member)));

function describe(strapi) {
	const contentTypes = {};
	for (const [uid, { kind, info, attributes, options, pluginOptions }] of Object.entries(strapi.contentTypes)) {
		const localized = pluginOptions?.i18n?.localized === true;
		const draft = options?.draftAndPublish === true;
		contentTypes[uid] = { kind, singular: info.singularName, plural: info.pluralName, localized, draft, attributes: plain(attributes) };
	}
	const components = Object.entries(strapi.components).map(([uid, { attributes }]) => [uid, { attributes: plain(attributes) }]);
	return { contentTypes, components: Object.fromEntries(components) };
}

/** Creates an entry through the entity service; an attribute that it refuses is left out, then the database is asked by itself. */
async function createEntry(strapi, uid, data) {
	let refused;
	for (let i = 0; i < 4; i++) {
		try {
			return (await strapi.entityService.create(uid, { data: { ...data } })).id;
		} catch (error) {
			refused = error;
			const names = (error.details?.errors ?? []).map(({ path }) => path?.[0]).filter(name => name in data);
			if (!names.length) break;
			for (const name of names) delete data[name];
		}
	}
	console.log(`${uid}: no entry: ${refused.message}`);
	return undefined;
}

async function seedEntries(strapi, chance, model, ids) {
	const own = uid =>
		uid.startsWith('api::') || (uid.startsWith('plugin::') && !/^plugin::(users-permissions|upload|i18n|content-rel)/.test(uid));
	const uids = Object.keys(model.contentTypes).filter(own);
	for (const round of [1, 2]) {
		for (const uid of uids) {
			const type = model.contentTypes[uid];
			const count = type.kind === 'singleType' ? (round === 1 ? 1 : 0) : 6;
			for (let i = 0; i < count; i++) {
				const data = entryData(chance, model, uid, { ids });
				if (type.draft) data.publishedAt = chance.often(0.7) ? '2024-05-06T07:08:09.000Z' : null;
				if (type.localized) data.locale = chance.often(0.6) ? 'en' : 'fr';
				const id = await createEntry(strapi, uid, data);
				if (id) (ids[uid] ??= []).push(id);
			}
		}
	}
}

async function seedUsers(strapi, chance, model, ids) {
	const roles = await strapi.db.query('plugin::users-permissions.role').findMany();
	const role = roles.find(({ type }) => type === 'authenticated').id;
	const users = [];
	const { minLength = 0 } = model.contentTypes['plugin::users-permissions.user'].attributes.username ?? {};
	for (const [first, more] of Object.entries({ ada: {}, bob: {}, carl: { blocked: true }, dora: { confirmed: false } })) {
		const own = entryData(chance, model, 'plugin::users-permissions.user', { ids, share: 0.5 });
		const name = first.padEnd(minLength, first);
		const email = `${first}@example.com`;
		const data = {
			...own,
			username: name,
			email,
			password: 'Passw0rd-1',
			provider: 'local',
			confirmed: true,
			blocked: false,
			role,
			...more,
		};
		delete data.resetPasswordToken;
		delete data.confirmationToken;
		const id = await createEntry(strapi, 'plugin::users-permissions.user', data);
		if (id) users.push({ id, name, email, jwt: strapi.plugin('users-permissions').service('jwt').issue({ id }) });
	}
	ids['plugin::users-permissions.user'] = users.map(({ id }) => id);
	return users;
}

/** Everybody signed in may do all, the public a random half. */
async function grant(strapi, chance) {
	const roles = await strapi.db.query('plugin::users-permissions.role').findMany({ populate: ['permissions'] });
	const actions = [];
	for (const [api, { controllers }] of Object.entries(strapi.plugin('users-permissions').service('users-permissions').getActions()))
		for (const [controller, names] of Object.entries(controllers))
			for (const name of Object.keys(names)) actions.push(`${api}.${controller}.${name}`);
	for (const { id, type, permissions } of roles) {
		const has = new Set(permissions.map(({ action }) => action));
		for (const action of actions.filter(name => !has.has(name)))
			if (type === 'authenticated' || (type === 'public' && chance.often(0.5)))
				await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role: id } });
	}
}

async function seedTokens(strapi) {
	const tokens = {};
	for (const [name, type] of Object.entries({ full: 'full-access', reading: 'read-only' }))
		tokens[name] = (await strapi.admin.services['api-token'].create({ name, description: '', type, lifespan: null })).accessKey;
	return tokens;
}

async function seedFiles(strapi, chance, ids) {
	ids['plugin::upload.file'] = [];
	for (const name of ['one', 'two', 'three']) {
		const data = {
			name: `${name}.png`,
			hash: `${name}_hash`,
			ext: '.png',
			mime: 'image/png',
			size: 1 + chance.below(99),
			width: 10,
			height: 10,
		};
		const all = {
			...data,
			url: `/uploads/${name}_hash.png`,
			provider: 'local',
			folderPath: '/',
			alternativeText: scalar(chance, { type: 'string' }),
		};
		ids['plugin::upload.file'].push((await strapi.db.query('plugin::upload.file').create({ data: all })).id);
	}
}

/** The schema as introspection gives it, where there is GraphQL. */
function introspect(strapi) {
	try {
		const { introspectionFromSchema } = createRequire(require.resolve('@strapi/plugin-graphql/package.json'))('graphql');
		return introspectionFromSchema(strapi.plugin('graphql').service('content-api').buildSchema()).__schema;
	} catch (error) {
		if (strapi.plugin('graphql')) console.log(`no schema: ${error.message}`);
		return null;
	}
}

async function seed(chance, file) {
	const strapi = await makeApp().load();
	strapi.db.lifecycles.disable();
	const model = describe(strapi);
	const ids = {};
	if (strapi.plugin('i18n')) {
		const locales = strapi.plugin('i18n').service('locales');
		if (!(await locales.findByCode('fr'))) await locales.create({ code: 'fr', name: 'French (fr)' });
	}
	await seedFiles(strapi, chance, ids);
	const users = await seedUsers(strapi, chance, model, ids);
	await seedEntries(strapi, chance, model, ids);
	await grant(strapi, chance);
	const tokens = await seedTokens(strapi);
	const routes = strapi.server
		.mount()
		.listRoutes()
		.flatMap(({ path, methods }) => methods.filter(m => m !== 'HEAD').map(method => ({ method, path })));
	const prefix = strapi.config.get('api.rest.prefix', '/api');
	const graphql = strapi.plugin('graphql') ? strapi.config.get('plugin.graphql.endpoint', '/graphql') : null;
	const panel = strapi.config.admin?.path ?? '/admin';
	const database = path.resolve(strapi.db.config.connection.connection.filename);
	writeFileSync(file, JSON.stringify({ database, panel, model, ids, users, tokens, routes, prefix, graphql, schema: introspect(strapi) }));
	process.exit();
}

async function serve(port) {
	const app = makeApp();
	app.config.set('server.port', port);
	app.config.set('server.host', '127.0.0.1');
	await app.start();
}

const [task, ...rest] = process.argv.slice(2);
if (task === 'seed') await seed(new Chance(Number(rest[0])), rest[1]);
else await serve(Number(rest[0]));
