// The registry of types that functions given to `use` get: the names that the models give, and what each is. lectern makes the types
// themselves.
import { Missing, errors } from '../errors.mjs';
import { constants } from './constants.mjs';
import { naming } from './naming.mjs';

const { KINDS } = constants;

/** A type of the models; its definition is none that code could have. */
const generated = (name, config) => ({
	name,
	config,
	get definition() {
		throw new Missing(`the definition of ${name} in GraphQL's registry of types`);
	},
});

/** The types of a type of content or a component: [[name, kind, more], …]. */
function typesOf(type, switches) {
	const attributes = Object.entries(type.attributes ?? {});
	const enums = attributes.filter(([, { type: kind }]) => kind === 'enumeration');
	const zones = attributes.filter(([, { type: kind }]) => kind === 'dynamiczone');
	const about = ([attributeName, attribute]) => ({ attributeName, attribute });
	const isComponent = type.modelType === 'component';
	const shared = [
		...enums.map(one => [naming.getEnumName(type, one[0]), KINDS.enum, about(one)]),
		...zones.flatMap(one => [
			[naming.getDynamicZoneName(type, one[0]), KINDS.dynamicZone, about(one)],
			[naming.getDynamicZoneInputName(type, one[0]), KINDS.input, about(one)],
		]),
		[naming.getFiltersInputTypeName(type), KINDS.filtersInput],
		[isComponent ? naming.getComponentInputName(type) : naming.getContentTypeInputName(type), KINDS.input],
	];
	if (isComponent) return [...shared, [naming.getComponentName(type), KINDS.component]];
	return [
		...shared,
		[naming.getTypeName(type), KINDS.type],
		[naming.getEntityName(type), KINDS.entity],
		[naming.getEntityResponseName(type), KINDS.entityResponse],
		[naming.getEntityResponseCollectionName(type), KINDS.entityResponseCollection],
		[naming.getRelationResponseCollectionName(type), KINDS.relationResponseCollection],
		...(switches.areQueriesEnabled() ? [[naming.getEntityQueriesTypeName(type), KINDS.query]] : []),
		...(switches.areMutationsEnabled() ? [[naming.getEntityMutationsTypeName(type), KINDS.mutation]] : []),
	];
}

const isMorph = ({ type, relation = '', target }) => type === 'relation' && relation.includes('morph') && Array.isArray(target);

/** As Strapi's service type-registry makes it. */
export class Registry {
	#types = new Map();

	register(name, definition, config = {}) {
		return this.add({ name, definition, config });
	}

	registerMany(entries, config = {}) {
		for (const [name, definition] of entries)
			this.register(name, definition, typeof config === 'function' ? config(name, definition) : config);
		return this;
	}

	add(type) {
		if (this.has(type.name)) throw new errors.ApplicationError(`"${type.name}" has already been registered`);
		this.#types.set(type.name, type);
		return this;
	}

	has(name) {
		return this.#types.has(name);
	}

	get(name) {
		return this.#types.get(name);
	}

	toObject() {
		return Object.fromEntries(this.#types);
	}

	get types() {
		return [...this.#types.keys()];
	}

	get definitions() {
		return [...this.#types.values()];
	}

	where(predicate) {
		return this.definitions.filter(predicate);
	}
}

/** What the models give, in Strapi's order. `shadow`: extension.shadowCRUD. */
export function registryOf(strapi, shadow) {
	const registry = new Registry();
	const add = (name, config) => registry.has(name) || registry.add(generated(name, config));
	for (const name of ['JSON', 'DateTime', 'Time', 'Date', 'Long', 'Upload']) add(name, { kind: KINDS.scalar });
	for (const name of ['error', 'pagination', 'responseCollectionMeta']) add(name, { kind: KINDS.internal });
	add('publicationState', { kind: KINDS.enum });
	add('scalars', { kind: KINDS.filtersInput });
	const models = [...Object.values(strapi.components), ...Object.values(strapi.contentTypes)];
	const shown = strapi.config.get('plugin.graphql.shadowCRUD', true)
		? models.filter(({ uid }) => !uid.startsWith('admin::') && shadow(uid).isEnabled())
		: [];
	for (const type of shown)
		for (const [name, kind, more] of typesOf(type, shadow(type.uid))) add(name, { kind, contentType: type, ...more });
	if (shown.length) add(constants.GENERIC_MORPH_TYPENAME, { kind: KINDS.morph });
	for (const type of shown)
		for (const [attributeName, attribute] of Object.entries(type.attributes ?? {}))
			if (isMorph(attribute))
				add(naming.getMorphRelationTypeName(type, attributeName), { kind: KINDS.morph, contentType: type, attributeName });
	registry.register = name => {
		throw new Missing(`typeRegistry.register of ${name}`);
	};
	return registry;
}

/** The unions that the models give, by name: functions that tell the type of a value. */
export function unionsOf(strapi) {
	const ofZone = value => strapi.components[value.__component].globalId;
	const ofMorph = value => {
		const type = strapi.getModel(value.__type);
		return type && (type.modelType === 'component' ? naming.getComponentName(type) : naming.getTypeName(type));
	};
	const all = new Map([[constants.GENERIC_MORPH_TYPENAME, ofMorph]]);
	for (const type of Object.values(strapi.contentTypes)) {
		for (const [name, attribute] of Object.entries(type.attributes ?? {})) {
			if (attribute.type === 'dynamiczone') all.set(naming.getDynamicZoneName(type, name), ofZone);
			if (isMorph(attribute)) all.set(naming.getMorphRelationTypeName(type, name), ofMorph);
		}
	}
	return all;
}

/** The enums that the models give, by name: what their names stand for. */
export function enumsOf(strapi) {
	const { toRegressedEnumValue } = require('@strapi/utils');
	const all = new Map([[constants.PUBLICATION_STATE_TYPE_NAME, new Map([['LIVE', 'live'], ['PREVIEW', 'preview']])]]); // prettier-ignore
	for (const type of [...Object.values(strapi.components), ...Object.values(strapi.contentTypes)])
		for (const [name, attribute] of Object.entries(type.attributes ?? {}))
			if (attribute.type === 'enumeration' && Array.isArray(attribute.enum))
				all.set(naming.getEnumName(type, name), new Map(attribute.enum.map(value => [toRegressedEnumValue(value), value])));
	return all;
}
