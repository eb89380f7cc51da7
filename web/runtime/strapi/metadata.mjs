// strapi.db.metadata: types and components as the query engine sees them.
import snakeCase from 'lodash/snakeCase.js';

const notScalar = ['relation', 'component', 'dynamiczone', 'media'];

function attributesOf(type) {
	const attributes = { id: { type: 'increments', columnName: 'id' } };
	for (const [name, attribute] of Object.entries(type.attributes)) {
		attributes[name] = notScalar.includes(attribute.type) ? attribute : { ...attribute, columnName: snakeCase(name) };
	}
	return attributes;
}

export class Metadata {
	constructor(app) {
		this.app = app;
		this.made = new WeakMap();
	}

	find(uid) {
		return this.app.contentTypes[uid] ?? this.app.components?.[uid] ?? this.app.internals[uid];
	}

	has(uid) {
		return this.find(uid) !== undefined;
	}

	get(uid) {
		const type = this.find(uid);
		if (!type) throw new Error(`Metadata for "${uid}" not found`);
		if (!this.made.has(type)) this.made.set(type, this.make(type));
		return this.made.get(type);
	}

	make(type) {
		const uid = type.uid ?? Object.keys(this.app.internals).find(name => this.app.internals[name] === type);
		return {
			...type,
			uid,
			singularName: type.modelName,
			tableName: type.collectionName,
			lifecycles: type.lifecycles ?? {},
			get attributes() {
				return attributesOf(type);
			},
			get columnToAttribute() {
				const attributes = Object.entries(attributesOf(type));
				return Object.fromEntries(attributes.map(([name, { columnName }]) => [columnName ?? name, name]));
			},
		};
	}

	keys() {
		const { internals, contentTypes, components = {} } = this.app;
		return Object.keys({ ...internals, ...contentTypes, ...components });
	}

	get size() {
		return this.keys().length;
	}

	values() {
		return this.keys().map(uid => this.get(uid));
	}

	entries() {
		return this.keys().map(uid => [uid, this.get(uid)]);
	}

	forEach(run) {
		for (const [uid, model] of this.entries()) run(model, uid, this);
	}

	[Symbol.iterator]() {
		return this.entries()[Symbol.iterator]();
	}
}
