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

export class Types {
	constructor() {
		this.table = new Map();
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
			const args = Object.fromEntries((field.arguments ?? []).map(arg => [arg.name.value, referenceOf(arg.type)]));
			const { args: before, ...rest } = known.fields.get(field.name.value) ?? {
				type: referenceOf(field.type),
				text: require('graphql').print(field.type),
			};
			known.fields.set(field.name.value, { ...rest, args: { ...args, ...before } });
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
