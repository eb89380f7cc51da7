// Values of resolvers on their way to lectern, and arguments on their way to resolvers, by the types that code defines.
//
// An object that resolvers may get as their parent again keeps its number in the request: {"@id": 7, …}.

import { inspect } from 'node:util';

const DEEPEST = 100;
const MOST = 1_000_000;

/** Scalars that lectern has; what it is given for them it takes, or refuses. */
const leaves = new Set(['String', 'Int', 'Float', 'Boolean', 'ID', 'JSON', 'Date', 'DateTime', 'Time', 'Long', 'Upload', 'I18NLocaleCode']);

const show = value => (typeof value === 'string' ? JSON.stringify(value) : inspect(value));
const isObject = value => typeof value === 'object' && value !== null;
const isIterable = value => isObject(value) && typeof value[Symbol.iterator] === 'function';

export class Values {
	/** `page`: gives the pagination of a collection. */
	constructor(types, functions, request) {
		Object.assign(this, { types, ...functions, request, count: 0 });
	}

	spend(values = 1) {
		this.count += values;
		if (this.count > MOST) throw new Error('a resolver gave more values than an answer may hold');
	}

	number(object) {
		return this.request.keep(object);
	}

	// ---- out

	async give(value, type, info, depth = 0) {
		value = await value;
		if (value === null || value === undefined) return null;
		if (value instanceof Error) throw value;
		this.spend();
		if (depth > DEEPEST) throw new Error('a resolver gave a value that is nested too deep');
		if (type.list) return isIterable(value) ? this.list(value, type.list, info, depth) : this.plain(value);
		const known = this.types.get(type.name);
		if (known?.own && known.kind === 'enum') return this.enumName(known, value);
		if (this.scalars.has(type.name)) return this.serialize(type.name, value);
		if (!isObject(value) || leaves.has(type.name) || type.name.startsWith('ENUM_')) return this.leaf(value, type.name);
		if (known?.own && known.kind === 'object') return this.object(value, known, info, depth);
		if (known?.own && (known.kind === 'interface' || known.kind === 'union')) return this.abstract(value, known, info, depth);
		return this.entity(value, type.name, depth);
	}

	list(value, of, info, depth) {
		const items = [...value];
		this.spend(items.length);
		return Promise.all(items.map(item => this.give(item, of, info, depth + 1)));
	}

	leaf(value, name) {
		if (name === 'Date' && value instanceof Date) return value.toISOString().slice(0, 10);
		return this.plain(value);
	}

	enumName(type, value) {
		const values = this.enums.get(type.name);
		if (!values) return this.plain(value);
		const found = [...values].find(([, internal]) => internal === value);
		if (!found) throw new (require('graphql').GraphQLError)(`Enum "${type.name}" cannot represent value: ${show(value)}`);
		return found[0];
	}

	serialize(name, value) {
		const { serialize } = this.scalars.get(name);
		return this.plain(serialize ? serialize(value) : value);
	}

	/** The members that have no resolver of their own: these are asked for when they are selected. */
	async object(value, type, info, depth) {
		const given = { '@id': this.number(value) };
		for (const [name, field] of type.fields) {
			if (this.isResolved(type.name, name)) continue;
			const member = value[name];
			given[name] = await this.give(
				typeof member === 'function' ? member.call(value, {}, this.request.context, info) : member,
				field.type,
				info,
				depth + 1,
			);
		}
		return given;
	}

	async abstract(value, type, info, depth) {
		const resolve = this.resolveTypes[type.name];
		let name = resolve ? await resolve(value, this.request.context, info, type) : value.__typename;
		if (name === undefined) {
			for (const possible of this.types.possible(type)) {
				if (await this.isTypeOf[possible]?.(value, this.request.context, info)) name = possible;
			}
		}
		name = name?.name ?? name;
		const given = await this.give(value, { name: String(name) }, info, depth + 1);
		return { ...given, __typename: name };
	}

	/** What the models define: an entry, or a response around entries. */
	async entity(value, name, depth) {
		if (/Entity(Relation)?Response(Collection)?$|RelationResponseCollection$/.test(name) && ('value' in value || 'nodes' in value)) {
			const given = {};
			if ('value' in value) given.value = await this.entries(value.value, depth);
			if ('nodes' in value) given.nodes = await this.entries(value.nodes, depth);
			if (value.info && 'nodes' in value) given.info = { pagination: await this.plain(await this.page(value.info)) };
			return given;
		}
		return this.entries(value, depth);
	}

	async entries(value, depth) {
		value = await value;
		if (Array.isArray(value)) return Promise.all(value.map(item => this.entries(item, depth)));
		if (!isObject(value)) return this.plain(value);
		return { ...(await this.plain(value, depth)), '@id': this.number(value) };
	}

	/** Any value as JSON has it. */
	async plain(value, depth = 0, above = []) {
		value = await value;
		this.spend();
		switch (typeof value) {
			case 'bigint':
				return String(value);
			case 'number':
				return Number.isFinite(value) ? value : String(value);
			case 'object':
				break;
			default:
				return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
		}
		if (value === null) return null;
		if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
		if (above.includes(value)) throw new TypeError('a resolver gave a value that contains itself');
		if (depth > DEEPEST) throw new Error('a resolver gave a value that is nested too deep');
		if (typeof value.toJSON === 'function') return this.plain(value.toJSON(), depth + 1, [...above, value]);
		const within = [...above, value];
		if (Array.isArray(value)) return Promise.all(value.map(item => this.plain(item, depth + 1, within)));
		const given = {};
		for (const key of Object.keys(value)) {
			Object.defineProperty(given, key, {
				value: await this.plain(value[key], depth + 1, within),
				enumerable: true,
				configurable: true,
				writable: true,
			});
		}
		return given;
	}

	// ---- in

	take(value, type) {
		if (value === null || value === undefined) return value;
		if (type.list) return Array.isArray(value) ? value.map(item => this.take(item, type.list)) : [this.take(value, type.list)];
		const known = this.types.get(type.name);
		if (this.enums.has(type.name)) return this.enums.get(type.name).get(value) ?? value;
		if (this.scalars.has(type.name)) return this.scalars.get(type.name).parseValue?.(value) ?? value;
		if (type.name === 'DateTime') return new Date(value);
		if (known?.kind !== 'input') return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, member]) => [key, known.fields.has(key) ? this.take(member, known.fields.get(key).type) : member]),
		);
	}

	takeArguments(args, types = {}) {
		return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, types[name] ? this.take(value, types[name]) : value]));
	}
}
