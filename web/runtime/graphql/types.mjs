// The types that code defines, as a table: what is needed to take arguments and give values.

const KINDS = {
	ObjectTypeDefinition: 'object',
	ObjectTypeExtension: 'object',
	InterfaceTypeDefinition: 'interface',
	InterfaceTypeExtension: 'interface',
	UnionTypeDefinition: 'union',
	UnionTypeExtension: 'union',
	EnumTypeDefinition: 'enum',
	EnumTypeExtension: 'enum',
	ScalarTypeDefinition: 'scalar',
	InputObjectTypeDefinition: 'input',
	InputObjectTypeExtension: 'input',
};

/** A reference: {list: of} or {name}; NonNull makes no difference to values. */
function referenceOf(node) {
	if (node.kind === 'NonNullType') return referenceOf(node.type);
	if (node.kind === 'ListType') return { list: referenceOf(node.type) };
	return { name: node.name.value };
}

/** `usual`: the literals of its arguments' defaults; `literal`: of its own. */
function fieldOf({ type, arguments: all = [], defaultValue }) {
	const byName = what => Object.fromEntries(all.map(arg => [arg.name.value, what(arg)]));
	return {
		type: referenceOf(type),
		text: require('graphql').print(type),
		args: byName(arg => referenceOf(arg.type)),
		usual: byName(arg => arg.defaultValue),
		literal: defaultValue,
	};
}

export class Types {
	constructor() {
		this.table = new Map();
		this.descriptions = new Map();
	}

	/** The description of a scalar, in the place of the one in its definition. */
	describe(name, description) {
		if (this.get(name)?.kind === 'scalar') this.descriptions.set(name, description);
	}

	/** A text with these descriptions in it. */
	described(text) {
		const { parse, print } = require('graphql');
		const descriptions = this.descriptions;
		const document = descriptions.size ? parse(text) : { definitions: [] };
		const isMeant = ({ kind, name }) => kind === 'ScalarTypeDefinition' && descriptions.has(name.value);
		if (!document.definitions.some(isMeant)) return text;
		const definitions = document.definitions.map(node => {
			const value = isMeant(node) && descriptions.get(node.name.value);
			return isMeant(node) ? { ...node, description: value ? { kind: 'StringValue', value, block: true } : undefined } : node;
		});
		return print({ ...document, definitions });
	}

	/** The types that a text speaks of, in order, with their fields: [[name, [field, …]], …]. */
	static order(texts) {
		const order = new Map();
		for (const node of texts.flatMap(text => require('graphql').parse(text).definitions)) {
			if (!KINDS[node.kind]) continue;
			const known = order.get(node.name.value) ?? [];
			order.set(node.name.value, [...known, ...(node.fields ?? []).map(field => field.name.value)]);
		}
		return [...order];
	}

	/** `file`: where the text is, for what is wrong with it. */
	add(text, file) {
		let document;
		try {
			document = require('graphql').parse(text);
		} catch (error) {
			const [{ line, column } = {}] = error.locations ?? [];
			throw new Error(`${file}: its type definitions are wrong: ${error.message}${line ? ` (line ${line}, column ${column})` : ''}`, {
				cause: error,
			});
		}
		for (const node of document.definitions) this.addDefinition(node);
	}

	addDefinition(node) {
		const kind = KINDS[node.kind];
		if (!kind) return;
		const name = node.name.value;
		const known = this.table.get(name) ?? { name, kind, own: false, fields: new Map(), members: [], interfaces: [], values: new Map() };
		this.table.set(name, known);
		if (node.kind.endsWith('Definition')) known.own = true;
		for (const field of node.fields ?? []) {
			const given = fieldOf(field);
			const before = known.fields.get(field.name.value) ?? given;
			known.fields.set(field.name.value, {
				...before,
				args: { ...given.args, ...before.args },
				usual: { ...given.usual, ...before.usual },
			});
		}
		for (const member of [...(node.types ?? [])]) known.members.push(member.name.value);
		for (const one of node.interfaces ?? []) known.interfaces.push(one.name.value);
		for (const value of node.values ?? []) known.values.set(value.name.value, value.name.value);
	}

	get(name) {
		return this.table.get(name);
	}

	/** The type is a model's: a definition of it in code extends that. */
	markOfModel(name) {
		if (this.table.has(name)) this.table.get(name).own = false;
	}

	/** What an interface or union may be. */
	possible(type) {
		if (type.kind === 'union') return type.members;
		return [...this.table.values()].filter(one => one.kind === 'object' && one.interfaces.includes(type.name)).map(one => one.name);
	}
}
