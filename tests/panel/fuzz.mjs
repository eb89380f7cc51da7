// The panel's endpoints beside Strapi: random requests of a super admin to both, on the same data.
// usage: LECTERN=… node tests/panel/fuzz.mjs [--strapi DIR] [--seed N] [--requests N] [--reads] [--show N]
// DIR: a folder with Strapi 4.26.2 in its node_modules; else it is that of make test-panel. --reads: nothing is changed. --show: of so
// many differences the place is printed, and what both have there.
// Ends with the line "N passed, N failed"; what Strapi answers with 500 counts as passed where lectern does not.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { entryData, scalar, scalarNames } from '../beside-strapi/values.mjs';
import { Chance } from '../lib/graphql_random.mjs';
import { makeToken, now } from '../lib/jwt.mjs';
import { readModels } from '../lib/models.mjs';
import { plain } from '../lib/panel_matrix.mjs';
import { makeProject, startServer } from '../lib/server.mjs';
import { addGeneratedCode, startStrapi } from '../lib/strapi.mjs';
import { strapiFolder } from './build.mjs';

const { values: options } = parseArgs({
	options: {
		strapi: { type: 'string' },
		seed: { type: 'string', default: '1' },
		requests: { type: 'string', default: '500' },
		reads: { type: 'boolean', default: false },
		show: { type: 'string', default: '20' },
	},
});

const models = readModels();
const all = [...models.values()];
const model = {
	contentTypes: Object.fromEntries(all.filter(({ origin }) => origin !== 'component').map(type => [type.uid, type])),
	components: Object.fromEntries(all.filter(({ origin }) => origin === 'component').map(type => [type.uid, type])),
};
const collections = all.filter(({ origin, kind }) => origin === 'api' && kind === 'collectionType');
const singles = all.filter(({ origin, kind }) => origin === 'api' && kind === 'singleType');
const chance = new Chance(Number(options.seed));

/** Ids of entries, as far as they are known: those of the data set, and what was made. */
const ids = Object.fromEntries(collections.map(({ uid }) => [uid, Array.from({ length: 12 }, (_, i) => i + 1)]));
ids['plugin::users-permissions.user'] = [1, 2, 3, 4, 5];
ids['plugin::upload.file'] = [1, 2, 3];

const encode = parameters => {
	const list = Object.entries(parameters).map(([name, value]) => `${encodeURI(name)}=${encodeURIComponent(value)}`);
	return list.length ? `?${list.join('&')}` : '';
};
const languages = type => type.pluginOptions?.i18n?.localized;
const relationsOf = type =>
	Object.entries(type.attributes).filter(
		([, { type: kind, relation, target }]) => kind === 'relation' && target && !relation.startsWith('morph'),
	);
const operators = ['$eq', '$ne', '$contains', '$containsi', '$startsWith', '$null', '$notNull', '$in', '$lt', '$gte', '$not'];

function value(type, name) {
	const made = scalar(chance, type.attributes[name] ?? { type: 'integer', max: 30 });
	return typeof made === 'object' ? 'x' : (made ?? 'x');
}

/** What a list in the panel sends, and some of what it does not. */
function listQuery(type) {
	const names = [...scalarNames(type), 'id', 'createdAt', 'updatedAt'];
	const query = {};
	if (chance.often(0.7)) query.page = chance.pick([1, 1, 1, 2, 3, 0, -1, 'x', 99]);
	if (chance.often(0.7)) query.pageSize = chance.pick([10, 10, 20, 50, 100, 1, 0, 'x', 1000]);
	// Without a sort Strapi leaves the order to the database.
	query.sort = `${chance.pick(names)}:${chance.pick(['ASC', 'DESC', 'asc', 'desc', 'DESC'])}`;
	if (chance.often(0.25)) query._q = chance.pick(['a', 'Restaurant 1', '%', '_', 'é', "o'", '']);
	if (languages(type) && chance.often(0.6)) query['plugins[i18n][locale]'] = chance.pick(['en', 'fr', 'de', 'xx']);
	else if (languages(type) && chance.often(0.2)) query.locale = chance.pick(['en', 'fr']);
	for (let i = chance.below(3); i > 0; i--) {
		const name = chance.pick(names);
		const operator = /At$/.test(name) ? chance.pick(['$null', '$notNull']) : chance.pick(operators); // the moments differ
		if (operator === '$not') query[`filters[$and][${i}][${name}][$not][$contains]`] = 'a';
		else if (/ull$/.test(operator)) query[`filters[$and][${i}][${name}][${operator}]`] = chance.pick(['true', 'false']);
		else query[`filters[$and][${i}][${name}][${operator}]`] = value(type, name);
	}
	if (chance.often(0.2)) {
		const [name, { target }] = chance.pick(relationsOf(type));
		query[`filters[$and][5][${name}][id][$eq]`] = chance.pick(ids[target] ?? [1]);
	}
	return query;
}

const pathOf = (type, rest = '') =>
	`/content-manager/${type.kind === 'singleType' ? 'single-types' : 'collection-types'}/${type.uid}${rest}`;
const entryOf = type => chance.pick(ids[type.uid]);

function relationsQuery(type, name) {
	const query = {};
	if (chance.often(0.6)) query.page = chance.pick([1, 1, 2]);
	if (chance.often(0.6)) query.pageSize = chance.pick([10, 5, 100]);
	if (chance.often(0.3)) query._q = chance.pick(['a', '1', '']);
	if (chance.often(0.3)) query._filter = chance.pick(['$contains', '$startsWithi']);
	if (chance.often(0.3)) query.locale = chance.pick(['en', 'fr']);
	if (chance.often(0.3)) for (let i = 0; i < 3; i++) query[`idsToOmit[${i}]`] = chance.pick(ids[type.attributes[name].target] ?? [1]);
	if (chance.often(0.2)) query['idsToInclude[0]'] = chance.pick(ids[type.attributes[name].target] ?? [1]);
	return query;
}

const reads = {
	list: () => {
		const type = chance.pick(collections);
		return ['GET', pathOf(type, encode(listQuery(type)))];
	},
	entry: () => {
		const type = chance.pick(collections);
		return ['GET', pathOf(type, `/${chance.often(0.9) ? entryOf(type) : chance.pick([0, 99999, 'x', '-1'])}`)];
	},
	single: () => {
		const type = chance.pick(singles);
		return ['GET', pathOf(type, languages(type) ? encode({ 'plugins[i18n][locale]': chance.pick(['en', 'fr', 'de']) }) : '')];
	},
	candidates: () => {
		const type = chance.pick(collections);
		const [name] = chance.pick(relationsOf(type));
		const query = relationsQuery(type, name);
		if (chance.often(0.6)) query.entityId = entryOf(type);
		return ['GET', `/content-manager/relations/${type.uid}/${name}${encode(query)}`];
	},
	related: () => {
		const type = chance.pick(collections);
		const [name] = chance.pick(relationsOf(type));
		return ['GET', `/content-manager/relations/${type.uid}/${entryOf(type)}/${name}${encode(relationsQuery(type, name))}`];
	},
	drafts: () => {
		const type = chance.pick(collections.filter(({ options: { draftAndPublish } = {} }) => draftAndPublish));
		return ['GET', pathOf(type, `/${entryOf(type)}/actions/numberOfDraftRelations`)];
	},
	free: () => [
		'POST',
		'/content-manager/uid/check-availability',
		{ contentTypeUID: 'api::restaurant.restaurant', field: 'slug', value: chance.pick(['restaurant-1', 'none', 'Bad slug', '']) },
	],
	generate: () => [
		'POST',
		'/content-manager/uid/generate',
		{
			contentTypeUID: 'api::restaurant.restaurant',
			field: 'slug',
			data: { name: chance.pick(['Restaurant 1', 'Ünïcödé & more', '', '  a  b  ', '日本']) },
		},
	],
	configuration: () => {
		const type = chance.pick([...collections, ...singles]);
		return ['GET', `/content-manager/content-types/${type.uid}/configuration`];
	},
	files: () => {
		const what = chance.pick(['files', 'files', 'folders']);
		const query = {
			sort: chance.pick(['createdAt:DESC', 'name:ASC', 'updatedAt:DESC', 'x:ASC']),
			page: 1,
			pageSize: chance.pick([10, 20, 1]),
		};
		if (chance.often(0.4)) query._q = chance.pick(['a', 'png', '%']);
		if (what === 'files' && chance.often(0.4)) query['filters[$and][0][mime][$contains]'] = chance.pick(['image', 'video', 'x']);
		const parent = what === 'files' ? 'folder' : 'parent';
		if (chance.often(0.3)) query[`filters[$and][1][${parent}][id][$null]`] = 'true';
		return ['GET', `/upload/${what}${encode(query)}`];
	},
	fixed: () => [
		'GET',
		chance.pick([
			...[
				'/content-manager/init',
				'/content-manager/content-types',
				'/content-manager/components',
				'/content-manager/content-types-settings',
			],
			...['/upload/settings', '/upload/configuration', '/upload/folder-structure', '/upload/folders?sort=name:ASC'],
			...['/i18n/locales', '/i18n/iso-locales', '/users-permissions/roles', '/users-permissions/providers', '/users-permissions/advanced'],
			...[
				'/users-permissions/email-templates',
				'/users-permissions/permissions',
				'/users-permissions/routes',
				'/users-permissions/roles/1',
			],
			...[
				'/admin/roles',
				'/admin/roles/1',
				'/admin/roles/1/permissions',
				'/admin/users/me',
				'/admin/users/1',
				'/admin/users?page=1&pageSize=10',
			],
			...[
				'/admin/permissions',
				'/admin/api-tokens',
				'/admin/webhooks',
				'/admin/project-settings',
				'/admin/transfer/tokens',
				'/email/settings',
			],
			...['/admin/users/me/permissions', '/content-type-builder/content-types'],
			...['/content-type-builder/reserved-names', '/content-manager/nothing', '/admin/roles/99', '/upload/files/99'],
		]),
	],
};

const changes = {
	create: () => {
		const type = chance.pick(collections);
		const data = entryData(chance, model, type.uid, { ids, share: 0.5 });
		return [
			'POST',
			pathOf(type, languages(type) && chance.often(0.5) ? encode({ 'plugins[i18n][locale]': chance.pick(['en', 'fr']) }) : ''),
			data,
		];
	},
	update: () => {
		const type = chance.pick(collections);
		const id = entryOf(type);
		const others = { ...ids, [type.uid]: ids[type.uid].filter(other => other !== id) };
		return ['PUT', pathOf(type, `/${id}`), entryData(chance, model, type.uid, { ids: others, share: 0.3 })];
	},
	relate: () => {
		const type = chance.pick(collections);
		const [name, { target }] = chance.pick(relationsOf(type));
		const id = entryOf(type);
		const others = (ids[target] ?? [1]).filter(other => target !== type.uid || other !== id);
		const some = () => chance.some(others, 0.2).map(other => ({ id: other }));
		return ['PUT', pathOf(type, `/${id}`), { [name]: { connect: some(), disconnect: some() } }];
	},
	single: () => {
		const type = chance.pick(singles);
		return ['PUT', pathOf(type), entryData(chance, model, type.uid, { ids, share: 0.5 })];
	},
	// Copies name no language versions here, and get what a form sends of a component (docs/admin.md).
	clone: () => {
		const type = chance.pick(collections.filter(type => !languages(type)));
		const parts = Object.keys(type.attributes).filter(name => /component|dynamiczone/.test(type.attributes[name].type));
		const data = entryData(chance, model, type.uid, { share: 0.3 });
		return [
			'POST',
			pathOf(type, `/clone/${entryOf(type)}`),
			Object.fromEntries(Object.entries(data).filter(([name]) => !parts.includes(name))),
		];
	},
	publish: () => {
		const type = chance.pick(collections);
		return ['POST', pathOf(type, `/${entryOf(type)}/actions/${chance.pick(['publish', 'unpublish'])}`)];
	},
	several: () => {
		const type = chance.pick(collections);
		return ['POST', pathOf(type, `/actions/${chance.pick(['bulkPublish', 'bulkUnpublish'])}`), { ids: chance.some(ids[type.uid], 0.2) }];
	},
	remove: () => {
		const type = chance.pick(collections);
		return ['DELETE', pathOf(type, `/${entryOf(type)}`)];
	},
	wrong: () => {
		const type = chance.pick(collections);
		const name = chance.pick(scalarNames(type));
		return ['PUT', pathOf(type, `/${entryOf(type)}`), { [name]: chance.pick([null, '', [], 'x', -1, 1e20, true]) }];
	},
};

async function ask({ base }, [method, where, body]) {
	const headers = { authorization: `Bearer ${makeToken({ id: 1, iat: now() - 10, exp: now() + 3600 }, { secret: 'adminsecret' })}` };
	if (body !== undefined) headers['content-type'] = 'application/json';
	const answer = await fetch(base + where, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
	const text = await answer.text();
	try {
		return { status: answer.status, given: JSON.parse(text) };
	} catch {
		return { status: answer.status, given: text };
	}
}

/** With the members of objects in one order. Of other language versions Strapi shows what they were before the change. */
function comparable(given, name) {
	if (Array.isArray(given) && name === 'localizations') return given.map(({ id }) => id);
	// Strapi reads the files of components in no order.
	if (Array.isArray(given))
		return (given[0]?.apiID ? given.toSorted((a, b) => (a.uid < b.uid ? -1 : 1)) : given).map(item => comparable(item));
	if (!given || typeof given !== 'object') return given;
	return Object.fromEntries(
		Object.entries(given)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, member]) => [key, comparable(member, key)]),
	);
}
const shown = given => comparable(plain(given));
const same = (theirs, ours) => theirs.status === ours.status && JSON.stringify(shown(theirs.given)) === JSON.stringify(shown(ours.given));

/** Where two values differ first: its path, and both. */
function difference(theirs, ours, at = '') {
	const both = [theirs, ours].every(side => side && typeof side === 'object' && Array.isArray(side) === Array.isArray(theirs));
	if (!both) return JSON.stringify(theirs) === JSON.stringify(ours) ? undefined : [at, theirs, ours];
	for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
		const found = difference(theirs[name], ours[name], `${at}.${name}`);
		if (found) return found;
	}
	return undefined;
}

/** What was made is asked for later. */
function learn([method, where], { status, given }) {
	const uid = /collection-types\/([^/?]+)/.exec(where)?.[1];
	if (!uid || status !== 200) return;
	if (method === 'POST' && given.id && !/actions/.test(where)) ids[uid] = [...new Set([...ids[uid], given.id])];
	if (method === 'DELETE') ids[uid] = ids[uid].filter(id => id !== given.id);
}

function prepare() {
	const folder = makeProject({ admin: { rateLimit: { enabled: false } } });
	mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
	return folder;
}

const strapi = strapiFolder(options.strapi);
const [first, second] = [prepare(), prepare()];
addGeneratedCode(first);
const servers = await Promise.all([
	startStrapi(first, strapi),
	startServer({ folder: second, ownsFolder: false, env: { NODE_ENV: 'production' } }),
]);
const counts = {};
let passed = 0,
	failed = 0;
for (let i = 0; i < Number(options.requests); i++) {
	const kinds = options.reads || chance.often(0.6) ? reads : changes;
	const kind = chance.pick(Object.keys(kinds));
	const request = kinds[kind]();
	const [theirs, ours] = await Promise.all(servers.map(server => ask(server, request)));
	learn(request, theirs);
	if (same(theirs, ours)) {
		passed++;
		continue;
	}
	const broken = theirs.status >= 500 && ours.status < 500;
	if (broken) passed++;
	else failed++;
	const name = broken ? 'Strapi answers with 500' : `${kind}: ${ours.status} for ${theirs.status}`;
	counts[name] = (counts[name] ?? 0) + 1;
	if (broken || failed > Number(options.show)) continue;
	console.log(`${i} ${name}: ${request[0]} ${request[1]} ${JSON.stringify(request[2]) ?? ''}`);
	const [at, their, our] = difference(shown(theirs.given), shown(ours.given)) ?? ['status'];
	for (const [{ status }, part] of [
		[theirs, their],
		[ours, our],
	])
		console.log(`  ${status} ${at}: ${JSON.stringify(part)?.slice(0, 500)}`);
}
await Promise.all(servers.map(server => server.stop()));
for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true });
for (const [name, count] of Object.entries(counts)) console.log(`${count}\t${name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
