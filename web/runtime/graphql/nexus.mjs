// Types that code builds with nexus, or graphql-js, as definitions: SDL, and the functions that belong to them.

const kindOf = value => value?.constructor?.name ?? '';
const quote = text => `"""\n${String(text).replaceAll('"""', '\\"""')}\n"""\n`;
const describe = (text, indent) => (text ? indent + quote(text).trimEnd().replaceAll('\n', `\n${indent}`) + '\n' : '');

/** A type as it is written. `required`: what stands bare is NonNull. */
function typeText(type, required = false) {
	const name = kindOf(type);
	const bang = text => (required && !text.endsWith('!') ? `${text}!` : text);
	if (typeof type === 'string') return bang(type);
	if (name === 'NexusNonNullDef') return `${typeText(type.ofNexusType).replace(/!$/, '')}!`;
	if (name === 'NexusNullDef') return typeText(type.ofNexusType).replace(/!$/, '');
	if (name === 'NexusListDef') return bang(`[${typeText(type.ofNexusType, required)}]`);
	if (name === 'NexusArgDef') return typeText(type.value.type, required);
	if (name === 'GraphQLNonNull' || name === 'GraphQLList') return String(type);
	if (typeof type === 'function') return typeText(type(), required);
	if (type?.name) return bang(type.name);
	if (type?.type) return typeText(type.type, required);
	throw new Error(`a GraphQL type is given as ${String(type)}`);
}

/** A value as a default is written. */
function literal(value) {
	if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
	if (value && typeof value === 'object') {
		return `{${Object.entries(value)
			.map(([key, inner]) => `${key}: ${literal(inner)}`)
			.join(', ')}}`;
	}
	return JSON.stringify(value);
}

const innerArgument = given => {
	let at = given;
	while (at && kindOf(at) !== 'NexusArgDef' && at.ofNexusType) at = at.ofNexusType;
	return kindOf(at) === 'NexusArgDef' ? at.value : {};
};

/** The methods of `t` that Strapi's own scalars have (services/internals/scalars). */
const scalarMethods = [
	['json', 'JSON'],
	['dateTime', 'DateTime'],
	['time', 'Time'],
	['date', 'Date'],
	['long', 'Long'],
	['upload', 'Upload'],
];

/** Types that may stand where they are used, without being listed. */
const inline = /^(NexusObjectTypeDef|NexusInputObjectTypeDef|NexusEnumTypeDef|NexusInterfaceTypeDef|NexusUnionTypeDef)$/;

/** What a list, an argument, NonNull and the like are of. */
function innermost(type) {
	if (typeof type === 'function') return innermost(type());
	if (kindOf(type) === 'NexusArgDef') return innermost(type.value.type);
	return type?.ofNexusType ? innermost(type.ofNexusType) : type;
}

export class Definitions {
	/** `enums`: those of the models, by name: Map of names to values. */
	constructor(enums = new Map()) {
		/** "type X" or "extend type X", in order: {keyword, name, description, interfaces, fields: Map, …} */
		this.list = [];
		this.enums = new Map(enums);
		this.scalars = new Map();
		this.resolvers = {};
		this.resolveTypes = {};
		this.isTypeOf = {};
		this.methods = new Map(scalarMethods);
	}

	// ---- blocks: the `t` of definitions

	block(definition, { isInput, wraps = [], defaults = {} }) {
		const again = kind => this.block(definition, { isInput, wraps: [...wraps, kind], defaults });
		const required = Boolean(isInput ? defaults.input : defaults.output);
		const wrap = type => {
			this.addInline(innermost(type));
			let text = typeText(type, required);
			const bare = !required;
			// From the innermost, which stands last, outwards.
			for (const kind of [...wraps].reverse()) {
				if (kind === 'nonNull') text = text.endsWith('!') ? text : `${text}!`;
				else if (kind === 'nullable') text = text.replace(/!$/, '');
				else text = bare ? `[${text}]` : `[${text}]!`;
			}
			return text;
		};
		const add = (type, name, options = {}) => this.addField(definition, name, { ...options, type: wrap(type) }, isInput, defaults);
		const block = {
			typeName: definition.name,
			get list() {
				return again('list');
			},
			get nonNull() {
				return again('nonNull');
			},
			get nullable() {
				return again('nullable');
			},
			field: (name, options) => (typeof name === 'object' ? add(name.type, name.name, name) : add(options.type, name, options)),
			implements: (...names) => definition.interfaces.push(...names.map(name => name?.name ?? name)),
			modify: (name, options) => this.addField(definition, name, options, isInput, defaults, true),
			members: (...names) => definition.members.push(...names.map(name => name?.name ?? name)),
		};
		for (const [method, type] of [
			['string', 'String'],
			['int', 'Int'],
			['float', 'Float'],
			['boolean', 'Boolean'],
			['id', 'ID'],
			...this.methods,
		]) {
			block[method] = (name, options) => add(type, name, typeof options === 'function' ? { resolve: options } : options);
		}
		return block;
	}

	addField(definition, name, options, isInput, defaults, isChange = false) {
		if (isChange) throw new Error(`nexus' t.modify of ${definition.name}.${name} is not supported`);
		for (const given of Object.values(options.args ?? {})) this.addInline(innermost(given));
		const args = Object.entries(options.args ?? {}).map(([argument, given]) => {
			const { default: usual, description } = innerArgument(given);
			return { name: argument, type: typeText(given, defaults.input), default: usual, description };
		});
		definition.fields.set(name, {
			type: options.type,
			description: options.description,
			deprecation: typeof options.deprecation === 'object' ? options.deprecation?.reason : options.deprecation,
			default: isInput ? options.default : undefined,
			args,
		});
		if (!isInput && options.resolve) (this.resolvers[definition.name] ??= {})[name] ??= options.resolve;
	}

	open(keyword, name, config, isInput = false) {
		const definition = { keyword, name, description: config.description, interfaces: [], members: [], fields: new Map() };
		this.list.push(definition);
		const block = this.block(definition, { isInput, defaults: config.nonNullDefaults ?? {} });
		config.definition?.(block);
	}

	// ---- what `types` may hold

	add(types) {
		const all = this.flatten(types);
		for (const type of all) this.addMethods(type);
		this.listed = new Set([...(this.listed ?? []), ...all.map(({ name }) => name)]);
		for (const type of all) this.addType(type);
		this.openExtended();
	}

	/** nexus makes a type of what is only extended. lectern takes a definition of a type that it has for more of it. */
	openExtended() {
		const defined = new Set(['Query', 'Mutation', ...this.list.filter(one => !one.keyword.startsWith('extend')).map(({ name }) => name)]);
		for (const one of this.list) {
			if (!defined.has(one.name) && one.fields.size) one.keyword = one.keyword.replace('extend ', '');
			defined.add(one.name);
		}
	}

	/** A type that a field has without its being listed: the first one of a name counts, as in nexus. */
	addInline(type) {
		if (!inline.test(kindOf(type)) || this.listed.has(type.name)) return;
		this.listed.add(type.name);
		this.addType(type);
	}

	flatten(types, found = []) {
		if (Array.isArray(types)) types.forEach(type => this.flatten(type, found));
		else if (types && typeof types === 'object' && Object.getPrototypeOf(types) === Object.prototype)
			this.flatten(Object.values(types), found);
		else if (types) found.push(types);
		return found;
	}

	addMethods(type) {
		const method = type.value?.asNexusMethod ?? type.asNexusMethod ?? type.extensions?.nexus?.asNexusMethod;
		if (method) this.methods.set(method, type.name);
	}

	addType(type) {
		const value = type.value ?? {};
		switch (kindOf(type)) {
			case 'NexusObjectTypeDef':
				if (value.isTypeOf) this.isTypeOf[type.name] = value.isTypeOf;
				return this.open('type', type.name, value);
			case 'NexusInterfaceTypeDef':
				if (value.resolveType) this.resolveTypes[type.name] = value.resolveType;
				return this.open('interface', type.name, value);
			case 'NexusUnionTypeDef':
				if (value.resolveType) this.resolveTypes[type.name] = value.resolveType;
				return this.open('union', type.name, value);
			case 'NexusInputObjectTypeDef':
				return this.open('input', type.name, value, true);
			case 'NexusExtendTypeDef':
				return this.open('extend type', value.type, value);
			case 'NexusExtendInputTypeDef':
				return this.open('extend input', value.type, value, true);
			case 'NexusEnumTypeDef':
				return this.addEnum(type.name, value);
			case 'NexusScalarTypeDef':
				return this.addScalar(type.name, value);
			case 'GraphQLScalarType':
				return this.addScalar(type.name, type);
			case 'GraphQLEnumType':
				return this.addEnum(type.name, { description: type.description, members: type.getValues() });
			case 'GraphQLObjectType':
			case 'GraphQLInterfaceType':
			case 'GraphQLInputObjectType':
			case 'GraphQLUnionType':
				return this.addBuilt(type, kindOf(type));
			case 'NexusPlugin':
				throw new Error(`the nexus plugin ${type.config?.name ?? ''} is not supported`);
			default:
				throw new Error(`a GraphQL type of ${kindOf(type) || typeof type} is not supported`);
		}
	}

	addEnum(name, { description, members }) {
		const list = Array.isArray(members) ? members : Object.entries(members).map(([key, value]) => ({ name: key, value }));
		const values = list.map(member => (typeof member === 'string' ? { name: member, value: member } : { value: member.name, ...member }));
		this.enums.set(name, new Map(values.map(member => [member.name, member.value ?? member.name])));
		this.list.push({ keyword: 'enum', name, description, values });
	}

	addScalar(name, { description, serialize, parseValue, parseLiteral }) {
		this.scalars.set(name, { serialize, parseValue, parseLiteral });
		this.list.push({ keyword: 'scalar', name, description });
	}

	addBuilt(type, kind) {
		const keyword = { GraphQLObjectType: 'type', GraphQLInterfaceType: 'interface', GraphQLInputObjectType: 'input' }[kind] ?? 'union';
		const definition = { keyword, name: type.name, description: type.description, interfaces: [], members: [], fields: new Map() };
		this.list.push(definition);
		if (type.resolveType) this.resolveTypes[type.name] = type.resolveType;
		if (type.isTypeOf) this.isTypeOf[type.name] = type.isTypeOf;
		if (kind === 'GraphQLUnionType') definition.members.push(...type.getTypes().map(String));
		if (type.getInterfaces) definition.interfaces.push(...type.getInterfaces().map(String));
		for (const field of Object.values(type.getFields?.() ?? {})) {
			definition.fields.set(field.name, {
				type: String(field.type),
				description: field.description,
				deprecation: field.deprecationReason,
				default: field.defaultValue,
				args: (field.args ?? []).map(arg => ({
					name: arg.name,
					type: String(arg.type),
					default: arg.defaultValue,
					description: arg.description,
				})),
			});
			if (field.resolve) (this.resolvers[type.name] ??= {})[field.name] ??= field.resolve;
		}
	}

	// ---- SDL

	defaultText(type, value) {
		return value === undefined ? '' : ` = ${this.literal(type.replace(/[[\]!]/g, ''), value)}`;
	}

	/** A value of that type, or of lists of it, as it is written. */
	literal(name, value) {
		if (Array.isArray(value)) return `[${value.map(one => this.literal(name, one)).join(', ')}]`;
		if (this.enums.has(name)) return [...this.enums.get(name)].find(([, internal]) => internal === value)?.[0] ?? value;
		if (!value || typeof value !== 'object') return literal(value);
		const fields = this.list.find(one => one.name === name)?.fields;
		const typeOf = key => fields?.get(key)?.type.replace(/[[\]!]/g, '');
		const members = Object.entries(value).map(([key, member]) => `${key}: ${this.literal(typeOf(key), member)}`);
		return `{${members.join(', ')}}`;
	}

	fieldText(name, field) {
		const args = field.args.map(
			arg => `${arg.description ? quote(arg.description) : ''}${arg.name}: ${arg.type}${this.defaultText(arg.type, arg.default)}`,
		);
		const deprecated = field.deprecation ? ` @deprecated(reason: ${JSON.stringify(field.deprecation)})` : '';
		const list = args.length ? `(${args.join(', ')})` : '';
		return `${describe(field.description, '  ')}  ${name}${list}: ${field.type}${this.defaultText(field.type, field.default)}${deprecated}\n`;
	}

	text() {
		return this.list.map(definition => this.definitionText(definition)).join('\n');
	}

	definitionText({ keyword, name, description, interfaces, members, fields, values }) {
		const head = `${description && !keyword.startsWith('extend') ? quote(description) : ''}${keyword} ${name}`;
		if (keyword === 'scalar') return `${head}\n`;
		if (keyword === 'union') return `${head} = ${members.join(' | ')}\n`;
		if (keyword === 'enum') {
			const lines = values.map(value => {
				const reason = value.deprecation ?? value.deprecationReason;
				return `${describe(value.description, '  ')}  ${value.name}${reason ? ` @deprecated(reason: ${JSON.stringify(reason)})` : ''}\n`;
			});
			return `${head} {\n${lines.join('')}}\n`;
		}
		const implemented = interfaces.length ? ` implements ${interfaces.join(' & ')}` : '';
		if (!fields.size) return interfaces.length ? `extend type ${name}${implemented}\n` : '';
		return `${head}${implemented} {\n${[...fields].map(([field, about]) => this.fieldText(field, about)).join('')}}\n`;
	}
}
