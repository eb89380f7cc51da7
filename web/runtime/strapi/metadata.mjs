// strapi.db.metadata: types and components as the query engine sees them, and the tables of their links.
import cloneDeep from 'lodash/cloneDeep.js';
import mapValues from 'lodash/mapValues.js';
import { addStorage } from './link-tables.mjs';

/** Files are relations to the query engine. */
function asRelation(attribute) {
	if (attribute.type !== 'media') return attribute;
	const relation = attribute.multiple === true ? 'morphMany' : 'morphOne';
	return { type: 'relation', relation, target: 'plugin::upload.file', morphBy: 'related' };
}

/** What Strapi makes its metadata of. */
const givenModel = (uid, type) => ({
	...type,
	uid,
	singularName: type.modelName,
	tableName: type.collectionName,
	attributes: mapValues(type.attributes, asRelation),
});

function modelOf(uid, type) {
	const given = givenModel(uid, type);
	return {
		...given,
		attributes: { id: { type: 'increments' }, ...cloneDeep(given.attributes) },
		lifecycles: type.lifecycles ?? {},
		indexes: cloneDeep(type.indexes ?? []),
		foreignKeys: cloneDeep(type.foreignKeys ?? []),
		columnToAttribute: {},
	};
}

export class Metadata extends Map {
	constructor(app) {
		super();
		this.app = app;
	}

	/** The types are settled once lectern knows them; code that asks before gets what there is by then. */
	#fill() {
		if (this.filled) return;
		this.filled = true;
		const { internals, contentTypes, components = {} } = this.app;
		super.clear();
		for (const types of [internals, contentTypes, components]) {
			for (const [uid, type] of Object.entries(types)) super.set(uid, modelOf(uid, type));
		}
		this.types = new Set(super.keys());
		addStorage(this);
		this.filled = Boolean(this.app.described);
	}

	/** strapi.db.config.models: what Strapi's own tables, the types and the components were before columns and links were added. */
	get given() {
		const { internals, contentTypes, components = {} } = this.app;
		const tables = Object.entries(internals).filter(([uid]) => !uid.startsWith('plugin::'));
		return [...tables, ...Object.entries(contentTypes), ...Object.entries(components)].map(([uid, type]) => givenModel(uid, type));
	}

	/** Types and components, without tables of links. */
	*typeKeys() {
		this.#fill();
		yield* this.types;
	}

	isType(uid) {
		this.#fill();
		return this.types.has(uid);
	}

	get(uid) {
		this.#fill();
		if (!super.has(uid)) throw new Error(`Metadata for "${uid}" not found`);
		return super.get(uid);
	}

	add(model) {
		return this.set(model.uid, model);
	}

	has(uid) {
		this.#fill();
		return super.has(uid);
	}

	keys() {
		this.#fill();
		return super.keys();
	}

	get size() {
		this.#fill();
		return super.size;
	}

	values() {
		this.#fill();
		return super.values();
	}

	entries() {
		this.#fill();
		return super.entries();
	}

	forEach(run) {
		for (const [uid, model] of this.entries()) run(model, uid, this);
	}

	[Symbol.iterator]() {
		return this.entries();
	}
}
