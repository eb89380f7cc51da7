// Who may do what over GraphQL: every field of Query and Mutation that takes a permission, for every kind of caller, with
// that permission alone and with all but that one; alone, under aliases, beside others and in batches. And what hangs on an
// entry but may not be found.
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import {
	buildClientSchema,
	getIntrospectionQuery,
	isEnumType,
	isInputObjectType,
	isLeafType,
	isListType,
	isNonNullType,
	isRequiredArgument,
	isRequiredInputField,
	getNamedType,
} from 'graphql';
import { ask, full } from './lib/endpoint.mjs';
import { makeToken, now } from './lib/jwt.mjs';
import { sqlite } from './lib/schema.mjs';
import { useServer } from './lib/server.mjs';

const collections = {
	bookmark: 'bookmarks',
	category: 'categories',
	chain: 'chains',
	'kitchen-sink': 'kitchenSinks',
	office: 'offices',
	restaurant: 'restaurants',
	review: 'reviews',
};
const singles = ['global', 'homepage'];
const localized = ['restaurant', 'homepage'];
const pascal = name => name.replace(/(^|-)(\w)/g, (match, dash, letter) => letter.toUpperCase());
const camel = name => pascal(name).replace(/^\w/, letter => letter.toLowerCase());

/** "Query.restaurants" → the permission that its REST counterpart takes. */
const wanted = { Query: {}, Mutation: {} };
for (const name of [...Object.keys(collections), ...singles]) {
	const uid = `api::${name}.${name}`;
	const single = singles.includes(name);
	wanted.Query[single ? camel(name) : collections[name]] = `${uid}.find`;
	if (!single) wanted.Query[camel(name)] = `${uid}.findOne`;
	if (!single) wanted.Mutation[`create${pascal(name)}`] = `${uid}.create`;
	wanted.Mutation[`update${pascal(name)}`] = `${uid}.update`;
	wanted.Mutation[`delete${pascal(name)}`] = `${uid}.delete`;
	if (localized.includes(name)) wanted.Mutation[`create${pascal(name)}Localization`] = `${uid}.createLocalization`;
}
const [user, role, auth, files] = [
	'plugin::users-permissions.user',
	'plugin::users-permissions.role',
	'plugin::users-permissions.auth',
	'plugin::upload.content-api',
];
Object.assign(wanted.Query, {
	usersPermissionsUser: `${user}.findOne`,
	usersPermissionsUsers: `${user}.find`,
	usersPermissionsRole: `${role}.findOne`,
	usersPermissionsRoles: `${role}.find`,
	uploadFile: `${files}.findOne`,
	uploadFiles: `${files}.find`,
	uploadFolder: 'plugin::upload.folder.findOne',
	uploadFolders: 'plugin::upload.folder.find',
	i18NLocale: 'plugin::i18n.locales.listLocales',
	i18NLocales: 'plugin::i18n.locales.listLocales',
});
Object.assign(wanted.Mutation, {
	createUsersPermissionsUser: `${user}.create`,
	updateUsersPermissionsUser: `${user}.update`,
	deleteUsersPermissionsUser: `${user}.destroy`,
	createUsersPermissionsRole: `${role}.createRole`,
	updateUsersPermissionsRole: `${role}.updateRole`,
	deleteUsersPermissionsRole: `${role}.deleteRole`,
	changePassword: `${auth}.changePassword`,
	multipleUpload: `${files}.upload`,
	updateFileInfo: `${files}.upload`,
	removeFile: `${files}.destroy`,
	createUploadFile: `${files}.upload`,
	updateUploadFile: `${files}.upload`,
	deleteUploadFile: `${files}.destroy`,
	createUploadFolder: 'plugin::upload.folder.create',
	updateUploadFolder: 'plugin::upload.folder.update',
	deleteUploadFolder: 'plugin::upload.folder.delete',
});
/** Not by permission: for everybody, or (me) for users; upload takes a file, which no JSON can be. */
const others = { Query: ['me'], Mutation: ['login', 'register', 'forgotPassword', 'resetPassword', 'emailConfirmation', 'upload'] };

const payload = id => ({ id, iat: now() - 10, exp: now() + 3600 });
const callers = {
	'the public': {},
	'an authenticated user': { Authorization: `Bearer ${makeToken(payload(2))}` },
	'a custom token': { Authorization: `Bearer ${'c'.repeat(64)}` },
};

/** A literal that is taken for that type, and changes nothing of what is there. */
function literal(type) {
	if (isNonNullType(type)) return literal(type.ofType);
	if (isListType(type)) return '[]';
	if (isEnumType(type)) return type.getValues()[0].name;
	if (isInputObjectType(type))
		return `{${Object.values(type.getFields())
			.filter(isRequiredInputField)
			.map(field => `${field.name}:${literal(field.type)}`)
			.join(' ')}}`;
	if (type.name === 'ID') return '"999999"';
	return { Int: '1', Float: '1', Boolean: 'true', JSON: '{}' }[type.name] ?? (/DynamicZone/.test(type.name) ? '{}' : '"x"');
}

describe('every field that takes a permission', () => {
	let server;
	let schema;
	useServer(started => ({ server } = started));
	const sql = text => sqlite(path.join(server.folder, '.tmp/data.db'), text);

	/** Gives the public, users and the custom token these permissions and no others. */
	const grant = actions =>
		sql(`DELETE FROM up_permissions_role_links; DELETE FROM up_permissions;
		DELETE FROM strapi_api_token_permissions_token_links; DELETE FROM strapi_api_token_permissions;
		CREATE TEMP TABLE wanted (action); ${actions.map(action => `INSERT INTO wanted VALUES ('${action}');`).join(' ')}
		INSERT INTO up_permissions (action) SELECT w.action FROM wanted w, up_roles r WHERE r.id < 3 ORDER BY r.id;
		INSERT INTO up_permissions_role_links (permission_id, role_id) SELECT p.id, (SELECT count(*) FROM up_permissions q
			WHERE q.action = p.action AND q.id <= p.id) FROM up_permissions p;
		INSERT INTO strapi_api_token_permissions (action) SELECT action FROM wanted;
		INSERT INTO strapi_api_token_permissions_token_links (api_token_permission_id, api_token_id) SELECT id, 3
			FROM strapi_api_token_permissions;`);

	/** One field of Query or Mutation, with the arguments that it needs. */
	function select(root, name, alias = '') {
		const field = (root === 'Query' ? schema.getQueryType() : schema.getMutationType()).getFields()[name];
		const given = field.args.filter(isRequiredArgument).map(argument => `${argument.name}:${literal(argument.type)}`);
		return `${alias}${name}${given.length ? `(${given.join(' ')})` : ''}${isLeafType(getNamedType(field.type)) ? '' : '{__typename}'}`;
	}
	/** They stand in one document, but for those of which a null takes all others with it. */
	function documents(root, names, alias = () => '') {
		const type = root === 'Query' ? schema.getQueryType() : schema.getMutationType();
		const alone = names.filter(name => isNonNullType(type.getFields()[name].type));
		const together = names.filter(name => !alone.includes(name));
		return [...(together.length ? [together] : []), ...alone.map(name => [name])].map(some => ({
			query: `${root.toLowerCase()}{${some.map(name => select(root, name, alias(name))).join(' ')}}`,
		}));
	}

	/** How many fields were forbidden. */
	async function countForbidden(batch, headers, what) {
		const { json, text } = await ask(server.base, batch, headers);
		assert.ok(Array.isArray(json), `${what}: ${text.slice(0, 300)}`);
		const errors = json.flatMap(answer => answer.errors ?? []).filter(({ message }) => message === 'Forbidden access');
		for (const { extensions } of errors)
			assert.deepEqual(extensions, { error: { name: 'ForbiddenError', message: 'Forbidden access', details: {} }, code: 'FORBIDDEN' });
		return errors.length;
	}

	before(async () => {
		const { json } = await ask(server.base, { query: getIntrospectionQuery() }, full);
		schema = buildClientSchema(json.data);
	});

	it('answers a field without a permission to users and full-access tokens, as Strapi does', async () => {
		const forbidden = { name: 'ForbiddenError', message: 'Forbidden access', details: {} };
		const readOnly = { Authorization: `Bearer ${'a'.repeat(64)}` };
		for (const headers of [{}, readOnly, callers['a custom token']]) {
			const { json } = await ask(server.base, { query: '{me{id}}' }, headers);
			assert.deepEqual(json.data, { me: null });
			assert.deepEqual(json.errors[0].extensions.error, forbidden);
		}
		const { json } = await ask(server.base, { query: '{me{id}}' }, full);
		assert.equal(json.errors[0].message, 'Authentication requested');
	});

	it('is named above', () => {
		for (const [root, type] of [
			['Query', schema.getQueryType()],
			['Mutation', schema.getMutationType()],
		])
			assert.deepEqual(Object.keys(type.getFields()).sort(), [...Object.keys(wanted[root]), ...others[root]].sort());
	});

	it('is forbidden to who has no permission, wherever it stands', async () => {
		// Who has none at all is not let in; this one no field takes.
		grant([`${auth}.callback`]);
		for (const [caller, headers] of Object.entries(callers))
			for (const root of ['Query', 'Mutation']) {
				const names = Object.keys(wanted[root]);
				for (const batch of [documents(root, names), documents(root, names, name => `x${name}:`), documents(root, [...names].reverse())])
					assert.equal(await countForbidden(batch, headers, caller), names.length, `${root} by ${caller}`);
			}
	});

	it('takes that permission and no other', async () => {
		const all = [...new Set(Object.values(wanted).flatMap(Object.values))];
		for (const action of all) {
			const of = root => Object.keys(wanted[root]).filter(name => wanted[root][name] === action);
			grant([action]);
			for (const [caller, headers] of Object.entries(callers))
				for (const root of ['Query', 'Mutation']) {
					const names = Object.keys(wanted[root]);
					assert.equal(
						await countForbidden(documents(root, names), headers, caller),
						names.length - of(root).length,
						`${root} by ${caller} with ${action}`,
					);
				}
			grant(all.filter(other => other !== action));
			for (const [caller, headers] of Object.entries(callers))
				for (const root of ['Query', 'Mutation']) {
					if (!of(root).length) continue;
					assert.equal(
						await countForbidden(documents(root, of(root)), headers, caller),
						of(root).length,
						`${root} by ${caller} without ${action}`,
					);
				}
		}
	});

	it('shows nothing of other types below it', async () => {
		const restaurant = `categories{data{id}} c:categories(sort:"id"){data{id}} reviews{data{id}} owner{data{id}} chain{data{id}}
			neighbours{data{id}}
			blocks{...on ComponentBlocksRelated{category{data{id}} restaurants{data{id}}}}`;
		grant(['api::restaurant.restaurant.find', 'api::restaurant.restaurant.findOne', 'api::bookmark.bookmark.find']);
		const read = {
			query: `{restaurants(pagination:{limit:100}){data{attributes{${restaurant}}}} r:restaurant(id:1){data{attributes{${restaurant}}}}
			bookmarks(pagination:{limit:100}){data{attributes{target{__typename} related{__typename}}}}}`,
		};
		for (const [caller, headers] of Object.entries(callers)) {
			const answers = (await ask(server.base, [read, read], headers)).json;
			for (const { data, errors } of answers) {
				// One of each restaurant's categories, c, reviews, owner and chain.
				assert.equal(errors.length, 5 * (data.restaurants.data.length + 1), caller);
				for (const { message } of errors) assert.equal(message, 'Forbidden access');
				let shown = 0;
				for (const { attributes } of [...data.restaurants.data, data.r.data]) {
					for (const one of ['categories', 'c', 'reviews', 'owner', 'chain']) assert.equal(attributes[one], null, `${one} for ${caller}`);
					for (const block of attributes.blocks ?? []) if (block.category) assert.deepEqual(block.category, { data: null });
					shown += attributes.neighbours.data.length;
				}
				assert.ok(shown, 'what may be found is shown');
				const types = data.bookmarks.data
					.flatMap(({ attributes: { target, related } }) => [target, ...(related ?? [])])
					.filter(Boolean)
					.map(({ __typename }) => __typename);
				assert.deepEqual([...new Set(types)], ['Restaurant'], caller);
			}
		}
	});
});
