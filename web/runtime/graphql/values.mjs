// Values of resolvers on their way to lectern, and arguments on their way to resolvers, by the types that code defines.
//
// An object that resolvers may get as their parent again keeps its number in the request: {"@id": 7, …}. What can't be given stands as
// {"@error": …} in its place, within lists and objects; a leaf that looks like one of these as {"@leaf": …}.
import { memberInfo } from './info.mjs';
import { isScalar, parseScalar, serializeScalar } from './scalars.mjs';

const DEEPEST = 100;
const MOST = 1_000_000;
const marks = ['@error', '@leaf'];

const isObject = value => typeof value === 'object' && value !== null;
const isIterable = value => isObject(value) && typeof value[Symbol.iterator] === 'function';

const inspect = value => require('graphql/jsutils/inspect.js').default(value);

/** Ends the whole answer of a resolver. */
class TooMuch extends Error {}

export class Values {
	/** `page`: gives the pagination of a collection. `show`: an error as lectern takes it. */
	constructor(types, functions, request) {
		Object.assign(this, { types, ...functions, request, count: 0 });
	}

	spend(values = 1) {
		this.count += values;
		if (this.count > MOST) throw new TooMuch('a resolver gave more values than an answer may hold');
	}

	number(object) {
		return this.request.keep(object);
	}

	// ---- out

	async give(value, type, info, depth = 0) {
		value = await value;
		if (value instanceof Error) throw value;
		if (value === null || value === undefined) return null;
		this.spend();
		if (depth > DEEPEST) throw new TooMuch('a resolver gave a value that is nested too deep');
		if (type.list) return this.list(value, type.list, info, depth);
		const known = this.types.get(type.name);
		if (this.isLeaf(type.name, known)) return this.leaf(value, type.name, known);
		if (!isObject(value)) return this.plain(value);
		if (known?.own && known.kind === 'object') return this.object(value, known, info, depth);
		if (known?.own && (known.kind === 'interface' || known.kind === 'union')) return this.abstract(value, known, info, depth);
		return this.entity(value, type.name, depth);
	}

	/** What stands within a list or an object: an error is its own. */
	async within(make, type, info, depth) {
		try {
			return await this.give(make(), type, info, depth + 1);
		} catch (error) {
			if (error instanceof TooMuch) throw error;
			return { '@error': this.show(error) };
		}
	}

	list(value, of, info, depth) {
		if (!isIterable(value)) {
			const name = `${info.parentType.name}.${info.fieldName}`;
			throw new (require('graphql').GraphQLError)(`Expected Iterable, but did not find one for field "${name}".`);
		}
		const items = [...value];
		this.spend(items.length);
		return Promise.all(items.map(item => this.within(() => item, of, info, depth)));
	}

	// ---- leaves

	isLeaf(name, known) {
		if (known?.own && (known.kind === 'enum' || known.kind === 'scalar')) return true;
		return this.scalars.has(name) || isScalar(name) || name === 'Upload' || name.startsWith('ENUM_');
	}

	async leaf(value, name, known) {
		const given = await this.plain(this.serialize(value, name, known));
		return isObject(given) && marks.some(mark => Object.hasOwn(given, mark)) ? { '@leaf': given } : given;
	}

	serialize(value, name, known) {
		if (known?.own && known.kind === 'enum') return this.enumName(known, value);
		const own = this.scalars.get(name)?.serialize;
		const given = own ? own(value) : serializeScalar(name, value);
		if (given === undefined) throw new Error(`Expected a value of type "${name}" but received: ${inspect(value)}`);
		return given;
	}

	enumName(type, value) {
		const { GraphQLEnumType } = require('graphql');
		const names = this.enums.get(type.name) ?? type.values;
		const values = Object.fromEntries([...names].map(([name, internal]) => [name, { value: internal }]));
		return new GraphQLEnumType({ name: type.name, values }).serialize(value);
	}

	/** The members that have no resolver of their own: these are asked for when they are selected. */
	async object(value, type, info, depth) {
		const given = { '@id': this.number(value) };
		for (const [name, field] of type.fields) {
			if (this.isResolved(type.name, name) || !this.isSelected(name)) continue;
			const own = memberInfo(info, type.name, name, field.text);
			given[name] = await this.within(() => this.member(value, name, own), field.type, own, depth);
		}
		return given;
	}

	member(value, name, info) {
		return typeof value[name] === 'function' ? value[name]({}, this.request.context, info) : value[name];
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
		if (this.unions.has(name)) return { ...(await this.entry(value, depth)), __typename: this.unions.get(name)(value) };
		if (!/EntityResponse(Collection)?$|RelationResponseCollection$/.test(name)) return this.entry(value, depth);
		const given = { '@id': this.number(value) };
		if ('value' in value) given.value = await this.entry(await value.value, depth);
		if ('nodes' in value) given.nodes = await this.entries(await value.nodes, depth);
		if (value.info && 'nodes' in value) given.info = await this.info(value.info);
		return given;
	}

	/** What a collection says of itself, with its pagination: what is wrong with that is an error of the field. */
	async info(info) {
		const given = { '@id': this.number(info) };
		try {
			const page = await this.page(info);
			if (!page) return given;
			const numbers = Object.keys(page).map(async name => [name, await this.within(() => page[name], { name: 'Int' })]);
			return { ...given, pagination: Object.fromEntries(await Promise.all(numbers)) };
		} catch (error) {
			return { ...given, pagination: { '@error': this.show(error) } };
		}
	}

	async entries(value, depth) {
		return Array.isArray(value) ? Promise.all(value.map(async item => this.entry(await item, depth))) : this.entry(value, depth);
	}

	async entry(value, depth) {
		if (!isObject(value)) return this.plain(value);
		const own = Array.isArray(value) ? {} : await this.plain(value, depth);
		return { ...own, '@id': this.number(value) };
	}

	/** Any value as JSON has it. */
	async plain(value, depth = 0, above = []) {
		value = await value;
		this.spend();
		switch (typeof value) {
			case 'bigint':
				return String(value);
			case 'number':
				return Number.isFinite(value) ? value : null;
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

	/** `node`: the literal that the value stands in, or its variable; undefined: a default, or within a variable. */
	take(value, type, node) {
		if (value === null || value === undefined) return value;
		if (node?.kind === 'Variable') node = undefined;
		if (type.list) {
			if (!Array.isArray(value)) return [this.take(value, type.list, node)];
			return value.map((item, at) => this.take(item, type.list, node?.kind === 'ListValue' ? node.values[at] : node));
		}
		const known = this.types.get(type.name);
		if (this.enums.has(type.name)) return this.enums.get(type.name).get(value) ?? value;
		if (this.scalars.has(type.name)) return this.parse(this.scalars.get(type.name), value, node);
		if (isScalar(type.name)) return parseScalar(type.name, value);
		const generated = this.inputs.get(type.name);
		if (known?.kind !== 'input' && !generated) return value;
		const memberOf = key => known?.fields.get(key) ?? (generated?.has(key) ? { type: generated.get(key) } : undefined);
		return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.takeMember(member, memberOf(key), key, node)]));
	}

	takeMember(member, field, key, node) {
		if (!field) return member;
		const given = node?.fields?.find(({ name }) => name.value === key);
		return this.take(member, field.type, given ? given.value : field.literal);
	}

	/** By a scalar of code's own. */
	parse(scalar, value, node) {
		if (node && scalar.parseLiteral) return scalar.parseLiteral(node, this.request.variables);
		return scalar.parseValue ? scalar.parseValue(value) : value;
	}

	/** `defined`: the field's definition in code, if any. */
	takeArguments(args, defined, info) {
		const { args: types = {}, usual = {} } = defined ?? {};
		const nodes = Object.keys(args).some(name => types[name]) ? (info.fieldNodes[0]?.arguments ?? []) : [];
		const given = new Map(nodes.map(({ name, value }) => [name.value, value]));
		return Object.fromEntries(
			Object.entries(args).map(([name, value]) => [
				name,
				types[name] ? this.take(value, types[name], given.get(name) ?? usual[name]) : value,
			]),
		);
	}
}
