// What admins may do, as a matrix: roles, endpoints, types and fields. SQL that prepares a database for it, and the requests.
// Used beside Strapi (tests/panel/rights.mjs) and beside its recorded answers (tests/admin_matrix_test.mjs).

import { createHash } from 'node:crypto';

const read = 'plugin::content-manager.explorer.read';
const create = 'plugin::content-manager.explorer.create';
const update = 'plugin::content-manager.explorer.update';
const remove = 'plugin::content-manager.explorer.delete';
const publish = 'plugin::content-manager.explorer.publish';
const creator = { conditions: ['admin::is-creator'] };
const sameRole = { conditions: ['admin::has-same-role-as-creator'] };
const both = { conditions: [...creator.conditions, ...sameRole.conditions] };
const few = { fields: 'few' };
const french = { locales: ['fr'] };

/** Each type: `few` of its fields, what is sent, what relations and fields are asked for, and the columns of rows. */
export const types = {
	restaurant: {
		few: ['name', 'price', 'address.street', 'categories'],
		more: ['seats', 'chain'],
		all: [
			...[
				'name',
				'slug',
				'description',
				'rating',
				'price',
				'seats',
				'open',
				'founded',
				'categories',
				'reviews',
				'chain',
				'owner',
				'neighbours',
			],
			...['cover', 'gallery', 'address.street', 'address.city', 'address.zip', 'address.map', 'blocks'],
			...['address.geo.lat', 'address.geo.lng'],
			...['hours.day', 'hours.opens', 'hours.closes'],
		],
		body: n => ({
			name: `r${n}`,
			price: 'fair',
			seats: 7,
			open: false,
			address: { street: 'S', city: 'C' },
			chain: { connect: [{ id: 2 }] },
		}),
		relations: ['chain', 'categories'],
		column: 'seats',
		table: 'restaurants',
		row: (n, at) => ({ name: `m${n}`, price: 'cheap', seats: 3, locale: at === 3 ? 'fr' : 'en' }),
		localized: true,
		drafts: true,
	},
	review: {
		few: ['title', 'restaurant'],
		more: ['stars', 'author'],
		all: ['title', 'body', 'stars', 'restaurant', 'author', 'moderator'],
		body: n => ({ title: `t${n}`, body: 'b', stars: 4, restaurant: { connect: [{ id: 3 }] } }),
		relations: ['restaurant', 'author'],
		column: 'stars',
		table: 'reviews',
		row: n => ({ title: `m${n}`, stars: 2 }),
		drafts: true,
	},
	category: {
		few: ['name', 'parent'],
		more: ['code'],
		all: ['name', 'code', 'bookmarks', 'restaurants', 'parent', 'children'],
		body: n => ({ name: `c${n}`, code: 'x', parent: { connect: [{ id: 1 }] } }),
		relations: ['parent', 'restaurants'],
		column: 'code',
		table: 'categories',
		row: n => ({ name: `m${n}`, code: 'secret' }),
	},
	chain: {
		few: ['name', 'seo.metaTitle'],
		more: ['restaurants'],
		all: ['name', 'restaurants', 'headquarters', 'seo.metaTitle', 'seo.metaDescription', 'seo.image', 'seo.keywords', 'bookmark'],
		body: n => ({ name: `h${n}`, seo: { metaTitle: 'T', metaDescription: 'D' }, restaurants: { connect: [{ id: 5 }] } }),
		relations: ['restaurants', 'headquarters'],
		column: 'name',
		table: 'chains',
		row: n => ({ name: `m${n}` }),
	},
};
const singles = {
	homepage: { few: ['title'], all: ['title', 'body', 'featured'], body: n => ({ title: `p${n}`, body: [] }) },
	global: {
		few: ['siteName'],
		all: ['siteName', 'seo.metaTitle', 'seo.metaDescription', 'seo.image', 'seo.keywords', 'favicon'],
		body: n => ({ siteName: `g${n}`, seo: { metaTitle: 'T' } }),
	},
};
const localized = ['restaurant', 'homepage'];
const drafts = ['restaurant', 'review', 'homepage'];

/** Roles of content: permissions that hold of each type, as [action, properties]. */
export const contentRoles = {
	nothing: [],
	'read all': [[read]],
	'read few': [[read, few]],
	'read own': [[read, creator]],
	'read few of own': [[read, { ...few, ...creator }]],
	'read same role': [[read, sameRole]],
	'read own or same role': [[read, both]],
	'read French': [[read, french]],
	'read without a list of fields': [[read, { fields: undefined }]],
	'read no field': [[read, { fields: [] }]],
	'read no language': [[read, { locales: [] }]],
	'read few, and all of own': [
		[read, few],
		[read, creator],
	],
	'create all': [[read], [create]],
	'create few': [[read], [create, few]],
	'create without reading': [[create]],
	'create French': [[read], [create, french]],
	'create own': [[read], [create, creator]],
	'update all': [[read], [update]],
	'update few': [[read], [update, few]],
	'update own': [[read], [update, creator]],
	'update same role': [[read], [update, sameRole]],
	'update without reading': [[update]],
	'update few, and all of own': [[read], [update, few], [update, creator]],
	'update all, read few': [[read, few], [update]],
	'update French': [[read], [update, french]],
	'delete all': [[read], [remove]],
	'delete own': [[read], [remove, creator]],
	'delete same role': [[read], [remove, sameRole]],
	'delete without reading': [[remove]],
	'delete French': [[read], [remove, french]],
	'publish all': [[read], [publish]],
	'publish own': [[read], [publish, creator]],
	'publish without reading': [[publish]],
	'publish French': [[read], [publish, french]],
	editor: [[read], [create], [update], [remove], [publish]],
	author: [
		[read, creator],
		[create, creator],
		[update, creator],
		[remove, creator],
		[publish, creator],
	],
};

/** Roles of the media library: [action, conditions]. */
const assets = {
	read: 'plugin::upload.read',
	create: 'plugin::upload.assets.create',
	update: 'plugin::upload.assets.update',
	view: 'plugin::upload.configure-view',
};
const mediaRoles = {
	'media: nothing': [],
	'media: read': [[assets.read]],
	'media: read own': [[assets.read, creator]],
	'media: read same role': [[assets.read, sameRole]],
	'media: create': [[assets.create]],
	'media: create own': [[assets.read], [assets.create, creator]],
	'media: read, create': [[assets.read], [assets.create]],
	'media: update': [[assets.update]],
	'media: read, update': [[assets.read], [assets.update]],
	'media: read, update own': [[assets.read], [assets.update, creator]],
	'media: read, update same role': [[assets.read], [assets.update, sameRole]],
	'media: read own, update own': [
		[assets.read, creator],
		[assets.update, creator],
	],
	'media: configure': [[assets.view]],
	'media: download': [['plugin::upload.assets.download'], ['plugin::upload.assets.copy-link']],
	'media: all': [[assets.read], [assets.create], [assets.update], [assets.view]],
};

const verbs = (prefix, names) => names.map(name => `${prefix}.${name}`);
/** Actions of the settings: each is a role of its own. */
const settings = [
	'plugin::email.settings.read',
	'plugin::upload.settings.read',
	...verbs('plugin::i18n.locale', ['create', 'read', 'update', 'delete']),
	'admin::marketplace.read',
	...verbs('admin::webhooks', ['create', 'read', 'update', 'delete']),
	...verbs('admin::users', ['create', 'read', 'update', 'delete']),
	...verbs('admin::roles', ['create', 'read', 'update', 'delete']),
	...verbs('admin::api-tokens', ['access', 'create', 'read', 'update', 'regenerate', 'delete']),
	...verbs('admin::transfer.tokens', ['access', 'create', 'read', 'update', 'regenerate', 'delete']),
	...verbs('admin::project-settings', ['read', 'update']),
	'plugin::content-manager.single-types.configure-view',
	'plugin::content-manager.collection-types.configure-view',
	'plugin::content-manager.components.configure-layout',
	'plugin::content-type-builder.read',
	...verbs('plugin::users-permissions.roles', ['create', 'read', 'update', 'delete']),
	...verbs('plugin::users-permissions.providers', ['read', 'update']),
	...verbs('plugin::users-permissions.email-templates', ['read', 'update']),
	...verbs('plugin::users-permissions.advanced-settings', ['read', 'update']),
];
/** Conditions where there is no entry that they could hold of. */
const conditioned = ['admin::users.read', 'admin::users.update', 'admin::roles.update', 'admin::api-tokens.read', 'admin::webhooks.read'];

/** Requests that change nothing, whoever may send them. */
const settingsRequests = [
	...['users', 'users/1', 'users/999', 'roles', 'roles/2', 'roles/2/permissions', 'webhooks', 'webhooks/999', 'api-tokens', 'api-tokens/1'],
	...['transfer/tokens', 'transfer/tokens/999', 'permissions', 'users/me', 'users/me/permissions', 'plugins', 'project-settings'],
	...['content-api/permissions', 'content-api/routes', 'telemetry-properties'],
]
	.map(name => ['GET', `/admin/${name}`])
	.concat([
		['POST', '/admin/users', {}],
		['POST', '/admin/users', { firstname: 'F', email: 'not one', roles: [] }],
		['PUT', '/admin/users/999', { firstname: 'F' }],
		['PUT', '/admin/users/1', { nope: 1 }],
		['DELETE', '/admin/users/999'],
		['POST', '/admin/users/batch-delete', { ids: [] }],
		['PUT', '/admin/users/me', { nope: 1 }],
		['POST', '/admin/roles', {}],
		['PUT', '/admin/roles/999', { name: 'N' }],
		['PUT', '/admin/roles/1', { name: 'N' }],
		['PUT', '/admin/roles/1/permissions', { permissions: [] }],
		['PUT', '/admin/roles/2/permissions', { permissions: [{ action: 'nope' }] }],
		['DELETE', '/admin/roles/1'],
		['POST', '/admin/roles/batch-delete', { ids: [1] }],
		['POST', '/admin/webhooks', {}],
		['PUT', '/admin/webhooks/999', { name: 'x', url: 'https://example.com', headers: {}, events: [] }],
		['DELETE', '/admin/webhooks/999'],
		['POST', '/admin/webhooks/batch-delete', { ids: 'x' }],
		['POST', '/admin/webhooks/999/trigger', {}],
		['POST', '/admin/api-tokens', {}],
		['PUT', '/admin/api-tokens/999', { name: 'x' }],
		['DELETE', '/admin/api-tokens/999'],
		['POST', '/admin/api-tokens/999/regenerate', {}],
		['POST', '/admin/transfer/tokens', {}],
		['PUT', '/admin/transfer/tokens/999', { name: 'x' }],
		['DELETE', '/admin/transfer/tokens/999'],
		['POST', '/admin/transfer/tokens/999/regenerate', {}],
		['POST', '/admin/permissions/check', { permissions: [{ action: 'admin::users.read' }, { action: assets.read }] }],
		['GET', '/i18n/locales'],
		['GET', '/i18n/iso-locales'],
		['POST', '/i18n/locales', {}],
		['PUT', '/i18n/locales/999', { name: 'x', isDefault: false }],
		['DELETE', '/i18n/locales/999'],
		['GET', '/email/settings'],
		['POST', '/email/test', {}],
		['GET', '/upload/settings'],
		['PUT', '/upload/settings', {}],
		['GET', '/upload/configuration'],
		['PUT', '/upload/configuration', {}],
		['GET', '/users-permissions/roles'],
		['GET', '/users-permissions/roles/999'],
		['PUT', '/users-permissions/roles/999', { name: 'x', permissions: {} }],
		['DELETE', '/users-permissions/roles/999'],
		['GET', '/users-permissions/providers'],
		['PUT', '/users-permissions/providers', {}],
		['GET', '/users-permissions/advanced'],
		['PUT', '/users-permissions/advanced', {}],
		['GET', '/users-permissions/email-templates'],
		['PUT', '/users-permissions/email-templates', {}],
		['GET', '/users-permissions/permissions'],
		['GET', '/users-permissions/policies'],
		['GET', '/content-type-builder/content-types'],
		['GET', '/content-type-builder/components'],
		['GET', '/content-type-builder/content-types/api::chain.chain'],
		['GET', '/content-type-builder/components/location.geo'],
		['GET', '/content-type-builder/reserved-names'],
		['POST', '/content-type-builder/content-types', {}],
		['PUT', '/content-type-builder/content-types/api::chain.chain', {}],
		['DELETE', '/content-type-builder/components/location.geo'],
		['GET', '/content-manager/content-types/api::chain.chain/configuration'],
		['PUT', '/content-manager/content-types/api::chain.chain/configuration', { settings: { pageSize: 5 } }],
		['PUT', '/content-manager/content-types/api::global.global/configuration', { settings: { pageSize: 5 } }],
		['PUT', '/content-manager/components/location.geo/configuration', { settings: { pageSize: 5 } }],
		['GET', '/content-manager/collection-types/api::chain.chain'],
		['GET', '/upload/files'],
	]);

const uid = name => `api::${name}.${name}`;
const FIRST_ROLE = 10;
/** What is made by the requests has larger ids. */
export const FIRST_NEW = 20000;

const roles = [];
const addRole = role => roles.push({ ...role, id: FIRST_ROLE + roles.length });
for (const [name, permissions] of Object.entries(contentRoles)) addRole({ name, kind: 'content', permissions });
for (const [name, permissions] of Object.entries(mediaRoles)) addRole({ name, kind: 'media', permissions });
for (const action of settings) addRole({ name: action, kind: 'settings', permissions: [[action]] });
for (const action of conditioned) addRole({ name: `${action}, own`, kind: 'settings', permissions: [[action, creator]] });
addRole({ name: 'all settings', kind: 'settings', permissions: settings.map(action => [action]) });

const STRANGER = 2;
/** The admin of a role, and another one who has it, too. */
const adminOf = role => 100 + role.id;
const peerOf = role => 300 + role.id;

const sql = value => (value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`);
const insert = (table, row) => `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.values(row).map(sql).join()});`;
const MOMENT = Date.UTC(2026, 0, 1);
const times = { created_at: MOMENT, updated_at: MOMENT };

function permissionsOf(role) {
	const made = [];
	for (const [action, options = {}] of role.permissions) {
		const { locales, conditions = [] } = options;
		const fields = 'fields' in options ? options.fields : 'all';
		if (role.kind !== 'content') {
			made.push({ action, subject: null, properties: {}, conditions });
			continue;
		}
		for (const [name, type] of Object.entries({ ...types, ...singles })) {
			if (action === publish && !drafts.includes(name)) continue;
			const properties = {};
			if (fields && action !== remove && action !== publish) properties.fields = type[fields] ?? fields;
			if (locales && localized.includes(name)) properties.locales = locales;
			made.push({ action, subject: uid(name), properties, conditions });
		}
	}
	return made;
}

/** Rows that a role has for itself: [its own, its peer's, a stranger's, its own in French where there is a language]. */
const rowsOf = (role, at) => 1000 + (role.id - FIRST_ROLE) * 40 + at * 8;
const filesOf = role => 1000 + role.id * 8;
const creatorsOf = role => [adminOf(role), peerOf(role), STRANGER, adminOf(role)];

/** The statements, one a line, for a copy of the reference database on SQLite. */
export function setup() {
	const lines = [];
	let permission = 1000,
		link = 1000;
	const addAdmin = (id, role) => {
		const row = { id, firstname: `A${id}`, lastname: 'L', email: `a${id}@example.com`, is_active: 1, blocked: 0, ...times };
		lines.push(insert('admin_users', row));
		lines.push(insert('admin_users_roles_links', { id: ++link, user_id: id, role_id: role, role_order: 1, user_order: id }));
	};
	lines.push(insert('admin_roles', { id: 9, name: 'Stranger', code: 'stranger', ...times }));
	addAdmin(STRANGER, 9);
	for (const role of roles) {
		lines.push(insert('admin_roles', { id: role.id, name: role.name, code: `role-${role.id}`, description: '', ...times }));
		addAdmin(adminOf(role), role.id);
		if (role.kind !== 'settings') addAdmin(peerOf(role), role.id);
		for (const { action, subject, properties, conditions } of permissionsOf(role)) {
			const texts = { properties: JSON.stringify(properties), conditions: JSON.stringify(conditions) };
			lines.push(insert('admin_permissions', { id: ++permission, action, action_parameters: '{}', subject, ...texts, ...times }));
			const order = { permission_order: permission };
			lines.push(insert('admin_permissions_role_links', { id: permission, permission_id: permission, role_id: role.id, ...order }));
		}
		if (role.kind === 'content')
			Object.values(types).forEach(({ table, row }, at) => {
				const first = rowsOf(role, at);
				creatorsOf(role).forEach((by, index) => {
					const made = { id: first + index, ...row(first + index, index), created_by_id: by, updated_by_id: by, ...times };
					lines.push(insert(table, made));
				});
			});
		if (role.kind === 'media')
			creatorsOf(role).forEach((by, index) => {
				const id = filesOf(role) + index;
				const names = { name: `f${id}.txt`, hash: `f${id}`, ext: '.txt', mime: 'text/plain', url: `/uploads/f${id}.txt` };
				lines.push(insert('files', { id, ...names, size: 1, provider: 'local', folder_path: '/', created_by_id: by, ...times }));
			});
	}
	lines.push(insert('upload_folders', { id: 1, name: 'Folder', path_id: 1, path: '/1', ...times }));
	lines.push(`UPDATE sqlite_sequence SET seq = ${FIRST_NEW};`);
	return lines;
}

function* contentRequests(role) {
	const own = adminOf(role);
	for (const [at, [name, type]] of Object.entries(types).entries()) {
		const first = rowsOf(role, at);
		const [mine, peers, strangers, french] = [0, 1, 2, 3].map(index => first + index);
		const base = `/content-manager/collection-types/${uid(name)}`;
		const these = [mine, peers, strangers, french].map((id, index) => `filters[id][$in][${index}]=${id}`).join('&');
		const old = `filters[id][$lt]=${FIRST_NEW}`;
		const shows = (...ids) => ids.map(id => ['GET', `${base}/${id}`, undefined, 1]);
		const field = type.more[0];
		yield ['GET', `${base}?pageSize=2&${old}`];
		yield ['GET', `${base}?${these}&sort=id:ASC`];
		yield ['GET', `${base}?${these}&sort=${field}:DESC`];
		yield ['GET', `${base}?${these}&filters[${field}][$notNull]=true`];
		yield ['GET', `${base}?${these}&filters[${type.column}][$ne]=9`];
		yield ['GET', `${base}?${these}&_q=m${mine}`];
		yield ['GET', `${base}?${these}&filters[createdBy][id][$eq]=${own}`];
		if (type.localized) yield ['GET', `${base}?${these}&locale=fr`];
		for (const id of [mine, peers, strangers, french, 99999]) yield ['GET', `${base}/${id}`];
		for (const relation of type.relations) {
			yield ['GET', `/content-manager/relations/${uid(name)}/${relation}?pageSize=2&idsToOmit[]=1`];
			yield ['GET', `/content-manager/relations/${uid(name)}/${mine}/${relation}`];
			yield ['GET', `/content-manager/relations/${uid(name)}/${strangers}/${relation}`];
		}
		yield ['GET', `${base}/${mine}/actions/countDraftRelations`];
		yield ['GET', `${base}/${strangers}/actions/countDraftRelations`];
		yield ['GET', `${base}/actions/countManyEntriesDraftRelations?ids[]=${mine}`];
		if (type.localized) {
			const where = '/i18n/content-manager/actions/get-non-localized-fields';
			yield ['POST', where, { model: uid(name), id: mine, locale: 'de' }];
			yield ['POST', where, { model: uid(name), id: strangers, locale: 'de' }];
		}
		yield ['POST', base, type.body(`${role.id}-1`)];
		if (type.localized) yield ['POST', `${base}?locale=fr`, type.body(`${role.id}-fr`)];
		yield ['POST', base, {}];
		for (const id of [mine, peers, strangers, french]) {
			yield ['PUT', `${base}/${id}`, type.body(`${id}-2`)];
			yield* shows(id);
		}
		yield ['POST', `${base}/clone/${mine}`, { name: `x${mine}` }];
		yield ['POST', `${base}/clone/${strangers}`, { name: `x${strangers}` }];
		yield ['POST', `${base}/auto-clone/${strangers}`, {}];
		for (const id of [mine, peers, strangers, french]) yield ['POST', `${base}/${id}/actions/publish`, {}];
		yield ['POST', `${base}/${mine}/actions/unpublish`, {}];
		yield ['POST', `${base}/actions/bulkPublish`, { ids: [mine] }];
		yield ['POST', `${base}/actions/bulkUnpublish`, { ids: [mine, strangers] }];
		yield ['DELETE', `${base}/${peers}`];
		yield ['DELETE', `${base}/${french}`];
		yield ['POST', `${base}/actions/bulkDelete`, { ids: [strangers] }];
		yield ['POST', `${base}/actions/bulkDelete`, { ids: [mine, peers] }];
		yield* shows(mine, peers, strangers, french);
	}
	for (const [name, type] of Object.entries(singles)) {
		const base = `/content-manager/single-types/${uid(name)}`;
		yield ['GET', base];
		yield ['PUT', base, type.body(role.id)];
		yield ['GET', base, undefined, 1];
		yield ['POST', `${base}/actions/publish`, {}];
		yield ['POST', `${base}/actions/unpublish`, {}];
		yield ['GET', `${base}/actions/countDraftRelations`];
		yield ['GET', `${base}?locale=fr`];
		if (name === 'homepage') yield ['DELETE', `${base}?locale=fr`];
	}
	yield ['GET', '/content-manager/collection-types/plugin::users-permissions.user'];
	yield ['GET', '/content-manager/collection-types/api::office.office'];
	yield ['POST', '/content-manager/uid/check-availability', { contentTypeUID: uid('restaurant'), field: 'slug', value: `free-${role.id}` }];
}

function* mediaRequests(role) {
	const [mine, peers, strangers, other] = [0, 1, 2, 3].map(index => filesOf(role) + index);
	const these = [mine, peers, strangers, other].map((id, index) => `filters[$and][0][id][$in][${index}]=${id}`).join('&');
	const form = more => [...more, ['fileInfo', JSON.stringify({ name: `n${role.id}.txt`, caption: 'c', folder: null })]];
	yield ['GET', `/upload/files?sort=id:ASC&${these}`];
	yield ['GET', `/upload/files?pageSize=2&_q=f${mine}`];
	for (const id of [mine, peers, strangers, 99999]) yield ['GET', `/upload/files/${id}`];
	yield ['GET', '/upload/folders'];
	yield ['GET', '/upload/folders/1'];
	yield ['GET', '/upload/folder-structure'];
	yield ['GET', '/upload/configuration'];
	yield ['GET', '/upload/settings'];
	yield ['POST', '/upload', undefined, undefined, form([['files', 'text', `u${role.id}.txt`, 'text/plain']])];
	for (const id of [mine, peers, strangers]) {
		yield ['POST', `/upload?id=${id}`, undefined, undefined, form([])];
		yield ['GET', `/upload/files/${id}`, undefined, 1];
	}
	yield ['POST', `/upload?id=${strangers}`, undefined, undefined, form([['files', 'new', `u${role.id}.txt`, 'text/plain']])];
	yield ['POST', '/upload/folders', { name: `F${role.id}`, parent: null }];
	yield ['POST', '/upload/folders', {}];
	yield ['PUT', '/upload/folders/999', { name: 'x' }];
	yield ['POST', '/upload/actions/bulk-move', { fileIds: [mine], destinationFolderId: 1 }];
	yield ['POST', '/upload/actions/bulk-move', { fileIds: [strangers], destinationFolderId: 1 }];
	yield ['DELETE', `/upload/files/${peers}`];
	yield ['DELETE', `/upload/files/${strangers}`];
	yield ['POST', '/upload/actions/bulk-delete', { fileIds: [mine] }];
	yield ['PUT', '/upload/configuration', { pageSize: 20, sort: 'createdAt:DESC' }];
	for (const id of [mine, peers, strangers]) yield ['GET', `/upload/files/${id}`, undefined, 1];
}

const requestsOf = { content: contentRequests, media: mediaRequests, settings: () => settingsRequests };

/** All requests, in their order: {number, role, kind, admin, method, path, body, form}. */
export function requests() {
	const all = [];
	for (const role of roles)
		for (const [method, path, body, admin = adminOf(role), form] of requestsOf[role.kind](role))
			all.push({ number: all.length, role: role.name, kind: role.kind, admin, method, path, body, form });
	return all;
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** An answer without what differs from run to run: moments, secrets, ids of what was made meanwhile. */
export function plain(value, key = '') {
	if (Array.isArray(value)) return value.map(item => plain(item, key));
	if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, name)]));
	if (key === 'id' && value > FIRST_NEW) return 'new';
	if (typeof value !== 'string') return value;
	if (time.test(value)) return 'time';
	if (/^(hash|url)$/.test(key)) return value.replace(/_[0-9a-f]{10}(?=\.|$)/, '_hash');
	return value.replace(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, 'http://server');
}

/** An answer in a line: its status, and what stands for its body. */
export const summary = ({ status, body }) => `${status} ${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 8)}`;
