// Content types and components as code sees them: the schema, and what Strapi adds to it.
import camelCase from 'lodash/camelCase.js';
import cloneDeep from 'lodash/cloneDeep.js';
import isEqual from 'lodash/isEqual.js';
import isObject from 'lodash/isObject.js';
import pick from 'lodash/pick.js';
import upperFirst from 'lodash/upperFirst.js';
import { moments } from '../strapi/lifecycles.mjs';

const ofSchema = ['connection', 'collectionName', 'info', 'options', 'pluginOptions', 'attributes'];

const globalId = (schema, ...names) => schema.globalId || upperFirst(camelCase(names.join('-')));

/** The attributes that the server adds, by name. */
function added(schema) {
	const creator = {
		type: 'relation',
		relation: 'oneToOne',
		target: 'admin::user',
		configurable: false,
		writable: false,
		visible: false,
		useJoinTable: false,
		private: !schema.options?.populateCreatorFields,
	};
	return {
		createdAt: { type: 'datetime' },
		updatedAt: { type: 'datetime' },
		...(schema.options?.draftAndPublish && { publishedAt: { type: 'datetime', configurable: false, writable: true, visible: false } }),
		createdBy: { ...creator },
		updatedBy: { ...creator },
	};
}

/** The attributes that the plugin i18n adds to localized types. */
const ofLanguages = uid => {
	const shared = { writable: true, private: false, configurable: false, visible: false };
	return { localizations: { ...shared, type: 'relation', relation: 'oneToMany', target: uid }, locale: { ...shared, type: 'string' } };
};

const isLocalized = type => type.pluginOptions?.i18n?.localized === true;

/** As the plugin i18n does in its `register`. */
export function addLanguages(type) {
	if (isLocalized(type)) Object.assign(type.attributes, ofLanguages(type.uid));
}

/** Strapi starts with no other hooks than these, each of them a function (4.26.2, content-type/validator.js). */
function checkHooks(uid, lifecycles) {
	if (lifecycles === undefined) return;
	const refuse = message => {
		throw new Error(`Content Type Definition is invalid for ${uid}'.\n${message}`);
	};
	if (!isObject(lifecycles) || Array.isArray(lifecycles)) refuse('lifecycles must be an object');
	for (const [name, hook] of Object.entries(lifecycles)) {
		if (!moments.includes(name)) refuse(`lifecycles field has unspecified keys: ${name}`);
		if (hook !== undefined && typeof hook !== 'function') refuse(`lifecycles.${name} is not a function`);
	}
}

export function createContentType(uid, definition) {
	const { schema, actions, lifecycles } = cloneDeep(definition);
	checkHooks(uid, definition.lifecycles);
	const kind = schema.kind || 'collectionType';
	const { singularName } = schema.info;
	const [source, rest] = uid.split('::');
	const owner = source === 'admin' ? 'admin' : rest.split('.')[0];
	if (!['api', 'plugin', 'admin'].includes(source)) {
		throw new Error(`Incorrect Content Type UID "${uid}". The UID should start with api::, plugin:: or admin::.`);
	}
	Object.assign(schema, {
		kind,
		__schema__: { ...cloneDeep(pick(definition.schema, ofSchema)), kind },
		modelType: 'contentType',
		modelName: singularName,
		connection: 'default',
		uid,
	});
	if (source === 'api') {
		Object.assign(schema, {
			apiName: owner,
			collectionName: schema.collectionName || singularName,
			globalId: globalId(schema, singularName),
		});
	} else {
		Object.assign(schema, {
			plugin: owner,
			collectionName: schema.collectionName || `${owner}_${singularName}`.toLowerCase(),
			globalId: globalId(schema, owner, singularName),
		});
	}
	Object.assign(schema.attributes, added(schema));
	return Object.assign(schema, { actions, lifecycles });
}

export function createComponent(category, name, schema, file) {
	if (!schema.collectionName) throw new Error(`Component ${name} is missing a "collectionName" property.\nVerify file ${file}.`);
	const uid = `${category}.${name}`;
	return Object.assign(schema, {
		__schema__: cloneDeep(schema),
		uid,
		category,
		modelType: 'component',
		modelName: name,
		globalId: globalId(schema, 'component', uid),
	});
}

function refuseFunctions(value, where) {
	if (typeof value === 'function') throw new Error(`${where} is a function, which lectern does not read`);
	if (typeof value !== 'object' || value === null) return;
	for (const [key, member] of Object.entries(value)) refuseFunctions(member, `${where}.${key}`);
}

/** What lectern makes its model of: the schema without what the server adds by itself. */
export function describe(type) {
	const own = { ...type.attributes };
	const byServer = type.modelType === 'component' ? {} : { ...added(type), ...(isLocalized(type) && ofLanguages(type.uid)) };
	for (const [name, attribute] of Object.entries(byServer)) {
		if (name in own && !isEqual(own[name], attribute)) {
			throw new Error(`${type.uid}: the code has changed the attribute ${name}, which the server adds by itself`);
		}
		delete own[name];
	}
	refuseFunctions(own, `${type.uid}: the attribute`);
	return JSON.parse(JSON.stringify({ ...pick(type, ['kind', 'collectionName', 'info', 'options', 'pluginOptions']), attributes: own }));
}
