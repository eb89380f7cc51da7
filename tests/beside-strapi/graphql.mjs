// Random documents for a schema that introspection has told.
import { entryData, scalar } from './values.mjs';

const unwrap = type => (type.ofType ? unwrap(type.ofType) : type);
const isList = type => type.kind === 'LIST' || (type.kind === 'NON_NULL' && isList(type.ofType));
const left = /^(forgotPassword|resetPassword|emailConfirmation|changePassword|upload|multipleUpload|removeFile|updateFileInfo)$/;

/** Writes a value as a literal; enums are known by their place in the schema. */
function literal(value) {
	if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
	if (value instanceof Enum) return value.name;
	if (value && typeof value === 'object')
		return `{${Object.entries(value)
			.map(([name, member]) => `${name}: ${literal(member)}`)
			.join(', ')}}`;
	return JSON.stringify(value);
}

class Enum {
	constructor(name) {
		this.name = name;
	}
}

class Documents {
	constructor(chance, schema, requests) {
		Object.assign(this, { chance, requests });
		this.types = new Map(schema.types.map(type => [type.name, type]));
		const fieldsOf = root => (root ? this.types.get(root.name).fields.filter(({ name }) => !left.test(name)) : []);
		this.roots = { query: fieldsOf(schema.queryType), mutation: fieldsOf(schema.mutationType) };
		this.hasMutations = this.roots.mutation.length > 0;
	}

	make(kind) {
		const field = this.chance.pick(this.roots[kind]);
		return `${kind} { ${this.field(field, 0)} }`;
	}

	field(field, depth) {
		const selection = this.selection(unwrap(field.type), depth + 1);
		return selection === null ? null : `${field.name}${this.arguments(field, depth)}${selection}`;
	}

	/** null: there is nothing to select. */
	selection({ name, kind }, depth) {
		const { chance } = this;
		if (kind === 'SCALAR' || kind === 'ENUM') return '';
		if (kind === 'UNION') {
			const parts = this.types.get(name).possibleTypes.map(type => [type.name, this.selection(type, depth)]);
			const some = parts.filter(([, text]) => text).map(([type, text]) => `... on ${type}${text}`);
			return ` { __typename ${some.join(' ')} }`;
		}
		const { fields } = this.types.get(name);
		const always = /EntityResponse|Collection$|Entity$/.test(name);
		const parts = [];
		for (const field of fields) {
			const leaf = /SCALAR|ENUM/.test(unwrap(field.type).kind);
			if (!leaf && depth > 5) continue;
			if (always ? chance.often(0.9) : chance.often(leaf ? 0.6 : 0.3)) parts.push(this.field(field, depth));
		}
		const known = parts.filter(Boolean);
		return known.length ? ` { ${known.join(' ')} }` : ' { __typename }';
	}

	arguments(field, depth) {
		const { chance } = this;
		const given = [];
		const data = this.dataOf(field);
		for (const { name, type } of field.args) {
			const needed = type.kind === 'NON_NULL';
			if (!needed && name !== 'id' && !chance.often(depth ? 0.15 : 0.35)) continue;
			const value = name === 'data' && data ? this.typed(data, unwrap(type).name) : this.argument(name, type, 0);
			if (value !== undefined) given.push(`${name}: ${literal(value)}`);
		}
		return given.length ? `(${given.join(', ')})` : '';
	}

	/** Data of the content type that a generated mutation is for. */
	dataOf({ name, args }) {
		const input = args.find(arg => arg.name === 'data');
		if (!input) return undefined;
		const wanted = unwrap(input.type)
			.name.replace(/Input$/, '')
			.toLowerCase();
		const { model, ids } = this.requests;
		const uid = Object.keys(model.contentTypes).find(key => model.contentTypes[key].singular?.replace(/-/g, '') === wanted);
		return uid && entryData(this.chance, model, uid, { ids, share: /^update/.test(name) ? 0.3 : 0.7 });
	}

	/** What of data the input type takes, with enums in place of their texts. */
	typed(data, inputName) {
		const input = this.types.get(inputName);
		if (input?.kind !== 'INPUT_OBJECT') return data;
		const typed = {};
		for (const { name, type } of input.inputFields) {
			if (!(name in data)) continue;
			const { kind, name: inner } = unwrap(type);
			const one = value => (kind === 'ENUM' ? new Enum(value) : kind === 'INPUT_OBJECT' ? this.typed(value, inner) : value);
			typed[name] = Array.isArray(data[name]) ? data[name].map(one) : one(data[name]);
		}
		return typed;
	}

	argument(name, type, depth) {
		const { chance } = this;
		const { kind, name: inner } = unwrap(type);
		if (name === 'sort') return 'id';
		if (inner === 'PaginationArg') return chance.pick([{ page: 1, pageSize: 3 }, { start: 1, limit: 4 }, { limit: 2 }]);
		if (inner === 'PublicationState') return new Enum(chance.pick(['LIVE', 'PREVIEW']));
		if (/Locale/.test(inner)) return chance.pick(['en', 'fr']);
		if (kind === 'ENUM') return new Enum(chance.pick(this.types.get(inner).enumValues).name);
		if (kind === 'INPUT_OBJECT') return this.input(inner, depth);
		const value = this.leaf(name, inner);
		return isList(type) ? [value] : value;
	}

	input(name, depth) {
		if (depth > 2) return {};
		const { inputFields } = this.types.get(name);
		if (/FilterInput$/.test(name)) {
			const some = inputFields.filter(field => /^(eq|ne|contains|gt|lt|in|notNull|startsWith)$/.test(field.name));
			const field = this.chance.pick(some.length ? some : inputFields);
			return { [field.name]: field.name === 'notNull' ? true : this.argument(field.name, field.type, depth + 1) };
		}
		if (/FiltersInput$/.test(name)) {
			const some = inputFields.filter(field => !/^(and|or|not|createdAt|updatedAt|localizations|users)$/.test(field.name));
			if (!some.length) return {};
			const field = this.chance.pick(some);
			return { [field.name]: this.argument(field.name, field.type, depth + 1) };
		}
		const needed = inputFields.filter(({ type }) => type.kind === 'NON_NULL' || this.chance.often(0.6));
		return Object.fromEntries(needed.map(field => [field.name, this.argument(field.name, field.type, depth + 1)]));
	}

	leaf(name, type) {
		const { chance } = this;
		switch (type) {
			case 'ID':
				return String(chance.pick([1, 2, 3, 4, 5, 6, 999]));
			case 'Int':
			case 'Long':
				return chance.below(20);
			case 'Float':
				return chance.below(20) + 0.5;
			case 'Boolean':
				return chance.often(0.5);
			case 'DateTime':
				return scalar(chance, { type: 'datetime' });
			case 'Date':
				return scalar(chance, { type: 'date' });
			case 'Time':
				return scalar(chance, { type: 'time' });
			default:
				return String(this.requests.named(name));
		}
	}
}

export const makeDocuments = (chance, schema, requests) => new Documents(chance, schema, requests);
