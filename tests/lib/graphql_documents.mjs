// GraphQL documents for a schema, made at random from a seed: valid ones, ones broken by rule, and texts that are none.
import {
	GraphQLEnumType,
	GraphQLInputObjectType,
	GraphQLList,
	GraphQLNonNull,
	GraphQLUnionType,
	Lexer,
	Source,
	TokenKind,
	getNamedType,
	isAbstractType,
	isCompositeType,
	isInputType,
	isLeafType,
	isRequiredArgument,
	isRequiredInputField,
	parse,
	print,
	printBlockString,
} from './graphql.mjs';

// mulberry32
export function randomFrom(seed) {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
	const random = { below: n => Math.floor(next() * n), chance: p => next() < p, pick: list => list[Math.floor(next() * list.length)] };
	return random;
}

const strings = ['', 'x', 'ä😀', 'a"b\\c', 'line\nbreak', '\u0000\u007f\u0085', '2020-01-01', 'en', '  indented\n  too', 'tail\\'];

/* ---- valid documents, as text ---- */

class Maker {
	constructor(schema, random) {
		this.schema = schema;
		this.random = random;
		this.fragments = [];
		this.variables = [];
		this.types = Object.values(schema.getTypeMap()).filter(type => !type.name.startsWith('__'));
		this.composite = this.types.filter(isCompositeType);
		this.inputs = this.types.filter(isInputType);
		this.names = 0;
	}

	string() {
		const text = this.random.pick(strings);
		return this.random.chance(0.2)
			? printBlockString(text.replace(/[\u0000-\u0008\u007f-\u009f]/g, ''))
			: JSON.stringify(text).replace('\u007f', '\\u007f').replace('\u0085', '\\u0085');
	}

	scalar(name) {
		const { random } = this;
		switch (name) {
			case 'Int':
				return String(random.pick([0, 1, -5, 42, 2147483647, -2147483648]));
			case 'Float':
				return random.pick(['1.5', '-0', '2', '1e10', '3.25E-3']);
			case 'Boolean':
				return random.pick(['true', 'false']);
			case 'ID':
				return random.pick(['1', '"a"', '123456789012345678901234567890']);
			case 'String':
				return this.string();
			default:
				return random.pick([this.string(), '1', '{a: [1, {b: null}]}', '[]', 'true', '1.5', 'SOME']);
		}
	}

	value(type, depth = 0) {
		const { random } = this;
		if (type instanceof GraphQLNonNull) return this.value(type.ofType, depth);
		if (random.chance(0.05)) return 'null';
		if (type instanceof GraphQLList) {
			const single = random.chance(0.3) ? this.nonNull(type.ofType, depth) : 'null';
			if (single !== 'null') return single;
			return `[${Array.from({ length: random.below(3) }, () => this.nonNull(type.ofType, depth)).join(', ')}]`;
		}
		if (type instanceof GraphQLEnumType) return random.pick(type.getValues()).name;
		if (type instanceof GraphQLInputObjectType) {
			const fields = Object.values(type.getFields());
			const chosen = fields.filter(field => isRequiredInputField(field) || random.chance(depth > 2 ? 0 : 3 / fields.length));
			return `{${chosen.map(field => `${field.name}: ${this.valueOrVariable(field, depth + 1)}`).join(', ')}}`;
		}
		return this.scalar(type.name);
	}

	// A value that does not turn out null where that may not be.
	nonNull(type, depth) {
		for (;;) {
			const value = this.value(type, depth);
			if (value !== 'null' || !(type instanceof GraphQLNonNull)) return value;
		}
	}

	valueOrVariable(input, depth = 0) {
		if (this.random.chance(0.25)) {
			const name = `v${this.names++}`;
			const fallback = !(input.type instanceof GraphQLNonNull) && this.random.chance(0.3) ? ` = ${this.constant(input.type)}` : '';
			this.variables.push(`$${name}: ${input.type}${fallback}`);
			return `$${name}`;
		}
		return this.nonNull(input.type, depth);
	}

	constant(type) {
		const saved = this.variables,
			length = saved.length;
		for (;;) {
			const value = this.nonNull(type, 3);
			if (saved.length === length) return value;
			saved.length = length;
		}
	}

	directives() {
		const { random } = this;
		return (
			(random.chance(0.08) ? ` @include(if: ${random.pick(['true', 'false'])})` : '') + (random.chance(0.05) ? ' @skip(if: false)' : '')
		);
	}

	field(field, depth) {
		const { random } = this;
		const chosen = field.args.filter(argument => isRequiredArgument(argument) || random.chance(0.3));
		const list = chosen.map(argument => `${argument.name}: ${this.valueOrVariable(argument)}`);
		const named = getNamedType(field.type);
		/* An alias of its own: what lands under one key must fit together. */
		const alias = chosen.length || random.chance(0.3) ? `k${this.names++}: ` : '';
		const sent = list.length ? `(${list.join(', ')})` : '';
		const directives = this.directives();
		const below = isCompositeType(named) ? ` ${this.set(named, depth - 1)}` : '';
		return `${alias}${field.name}${sent}${directives}${below}`;
	}

	condition(type) {
		const possible = isAbstractType(type) ? this.schema.getPossibleTypes(type) : [type];
		return this.random.chance(0.3) ? type : this.random.pick(possible);
	}

	set(type, depth) {
		const { random } = this;
		const fields = type instanceof GraphQLUnionType ? [] : Object.values(type.getFields());
		const usable = depth > 0 ? fields : fields.filter(field => isLeafType(getNamedType(field.type)));
		const parts = [];
		for (let i = 0; i < 1 + random.below(4) && usable.length; i++) parts.push(this.field(random.pick(usable), depth));
		if (depth > 0 && random.chance(0.2)) parts.push(this.inline(this.condition(type), depth));
		if (depth > 0 && random.chance(0.15)) parts.push(`... ${this.directives()} ${this.set(type, depth - 1)}`);
		if (depth > 0 && random.chance(0.2)) parts.push(`...${this.fragment(this.condition(type), depth - 1)}${this.directives()}`);
		if (!parts.length || random.chance(0.1)) parts.push('__typename');
		return `{ ${parts.join(' ')} }`;
	}

	inline(type, depth) {
		return `... on ${type.name}${this.directives()} ${this.set(type, depth - 1)}`;
	}

	fragment(type, depth) {
		const known = this.fragments.filter(fragment => fragment.type === type && fragment.text);
		if (known.length && this.random.chance(0.5)) return this.random.pick(known).name;
		const fragment = { name: `F${this.names++}`, type, text: null };
		this.fragments.push(fragment);
		fragment.text = `fragment ${fragment.name} on ${type.name} ${this.set(type, depth)}`;
		return fragment.name;
	}

	document() {
		const { random, schema } = this;
		const roots = [
			['query', schema.getQueryType()],
			['mutation', schema.getMutationType()],
			['subscription', schema.getSubscriptionType()],
		].filter(([, type]) => type);
		const [kind, root] = random.pick(roots);
		/* A subscription has but one field. */
		const set =
			kind === 'subscription' ? `{ ${this.field(random.pick(Object.values(root.getFields())), 2)} }` : this.set(root, 2 + random.below(4));
		const variables = this.variables.length ? `(${this.variables.join(', ')})` : '';
		const head =
			kind === 'query' && !variables && random.chance(0.5) ? '' : `${kind} ${random.chance(0.7) ? `Q${this.names++}` : ''}${variables} `;
		return [head + set, ...this.fragments.map(fragment => fragment.text)].join('\n');
	}
}

export function makeDocument(schema, random) {
	return new Maker(schema, random).document();
}

/* ---- broken by rule: changes to the syntax tree ---- */

function collect(node, found = []) {
	if (Array.isArray(node)) {
		for (const item of node) collect(item, found);
	} else if (node && typeof node === 'object' && node.kind) {
		found.push(node);
		for (const [key, value] of Object.entries(node)) if (key !== 'loc') collect(value, found);
	}
	return found;
}

const typo = (random, name) => edit(random, name).replace(/^(?=\d)/, '_');

function edit(random, name) {
	const at = random.below(name.length),
		letters = 'abcdefgrstXY_19';
	switch (random.below(6)) {
		case 0:
			return name.slice(0, at) + name.slice(at + 1) || 'x';
		case 1:
			return name.slice(0, at + 1) + random.pick(letters) + name.slice(at + 1);
		case 2:
			return name[at] + name.slice(0, at) + name.slice(at + 1);
		case 3:
			return name.toUpperCase() === name ? name.toLowerCase() : name.toUpperCase();
		case 4:
			return random.pick(['nope', 'id', 'data', 'attributes', 'name', '__typename', '__type', '__schema']);
		default:
			return name + random.pick(['s', 'Input', 'Entity', '2']);
	}
}

const copy = node => JSON.parse(JSON.stringify(node, (key, value) => (key === 'loc' ? undefined : value)));
const named = name => ({ kind: 'Name', value: name });
const someValue = random =>
	parse(
		`{a(b: ${random.pick([
			'1',
			'-3.5',
			'99999999999',
			'"x"',
			'"""\n  block\n    text\n"""',
			'true',
			'null',
			'NOPE',
			'LIVE',
			'live',
			'[]',
			'[1, [null]]',
			'{}',
			'{a: 1, a: 2}',
			'{eq: {}}',
			'[{id: 1}, $v0]',
			'$v0',
			'$undefined',
			'{limit: "2"}',
			'["a", 1, E]',
			'{and: [{not: {nope: 1}}]}',
		])})}`,
		{ noLocation: true },
	).definitions[0].selectionSet.selections[0].arguments[0].value;

const pickOf = (random, nodes, ...kinds) => {
	const found = nodes.filter(node => kinds.includes(node.kind));
	return found.length ? random.pick(found) : null;
};

const changes = {
	fieldName: (random, nodes) => {
		const field = pickOf(random, nodes, 'Field');
		if (field) field.name.value = typo(random, field.name.value);
	},
	otherName: (random, nodes) => {
		const node = pickOf(
			random,
			nodes,
			'Argument',
			'ObjectField',
			'NamedType',
			'FragmentSpread',
			'FragmentDefinition',
			'Directive',
			'VariableDefinition',
			'Variable',
			'OperationDefinition',
		);
		const name = node && (node.kind === 'VariableDefinition' ? node.variable.name : node.name);
		if (name) name.value = typo(random, name.value);
	},
	value: (random, nodes) => {
		const node = pickOf(random, nodes, 'Argument', 'ObjectField');
		if (node) node.value = someValue(random);
	},
	addArgument: (random, nodes) => {
		const node = pickOf(random, nodes, 'Field', 'Directive');
		if (node)
			node.arguments.push({
				kind: 'Argument',
				name: named(random.pick(['id', 'filters', 'pagination', 'sort', 'if', 'data', 'publicationState', 'locale', 'nope'])),
				value: someValue(random),
			});
	},
	repeat: (random, nodes) => {
		const node = pickOf(random, nodes, 'Field', 'Directive', 'ObjectValue', 'OperationDefinition', 'Document', 'SelectionSet', 'ListValue');
		const list =
			node &&
			(node.fields ??
				node.values ??
				node.variableDefinitions ??
				node.definitions ??
				node.selections ??
				(random.chance(0.5) && node.directives?.length ? node.directives : node.arguments));
		if (list?.length) list.splice(random.below(list.length + 1), 0, copy(random.pick(list)));
	},
	remove: (random, nodes) => {
		const node = pickOf(random, nodes, 'Field', 'Directive', 'ObjectValue', 'OperationDefinition', 'Document');
		const list = node && (node.fields ?? node.variableDefinitions ?? node.definitions ?? node.arguments);
		if (list && list.length > (node.kind === 'Document' ? 1 : 0)) list.splice(random.below(list.length), 1);
	},
	selections: (random, nodes) => {
		const field = pickOf(random, nodes, 'Field');
		if (field)
			field.selectionSet = field.selectionSet
				? undefined
				: { kind: 'SelectionSet', selections: [{ kind: 'Field', name: named('id'), arguments: [], directives: [] }] };
	},
	alias: (random, nodes) => {
		const field = pickOf(random, nodes, 'Field');
		if (field) field.alias = random.chance(0.4) ? undefined : named(random.pick(['same', 'id', 'data', 'attributes', 'k1']));
	},
	sameAlias: (random, nodes) => {
		const set = pickOf(random, nodes, 'SelectionSet');
		for (const selection of set?.selections ?? []) if (selection.kind === 'Field') selection.alias = named('same');
	},
	mergedCopy: (random, nodes) => {
		const set = pickOf(random, nodes, 'SelectionSet');
		const field = set && random.pick(set.selections);
		if (!field) return;
		const twin = copy(field);
		const inside = collect(twin);
		random.pick([changes.fieldName, changes.alias, changes.value, changes.sameAlias, changes.addArgument, changes.remove])(random, inside);
		set.selections.push(
			random.chance(0.4) ? { kind: 'InlineFragment', directives: [], selectionSet: { kind: 'SelectionSet', selections: [twin] } } : twin,
		);
	},
	spread: (random, nodes) => {
		const set = pickOf(random, nodes, 'SelectionSet');
		const fragments = nodes.filter(node => node.kind === 'FragmentDefinition');
		const name = fragments.length && random.chance(0.8) ? random.pick(fragments).name.value : 'Unknown';
		set?.selections.splice(random.below(set.selections.length + 1), 0, { kind: 'FragmentSpread', name: named(name), directives: [] });
	},
	inline: (random, nodes, schema) => {
		const set = pickOf(random, nodes, 'SelectionSet');
		const type = random.pick(Object.keys(schema.getTypeMap()));
		if (set)
			set.selections.push({
				kind: 'InlineFragment',
				typeCondition: random.chance(0.8) ? { kind: 'NamedType', name: named(type) } : undefined,
				directives: [],
				selectionSet: { kind: 'SelectionSet', selections: [copy(random.pick(set.selections))] },
			});
	},
	condition: (random, nodes, schema) => {
		const node = pickOf(random, nodes, 'InlineFragment', 'FragmentDefinition');
		if (node) node.typeCondition = { kind: 'NamedType', name: named(random.pick(Object.keys(schema.getTypeMap()))) };
	},
	directive: (random, nodes) => {
		const node = pickOf(
			random,
			nodes,
			'Field',
			'FragmentSpread',
			'InlineFragment',
			'OperationDefinition',
			'FragmentDefinition',
			'VariableDefinition',
		);
		const text = random.pick([
			'@skip(if: true)',
			'@include',
			'@include(if: 1)',
			'@nope(filters: 1)',
			'@deprecated',
			'@include(if: $v1)',
			'@skip(iff: true)',
			'@include(if: true, if: false)',
			'@specifiedBy(url: 3)',
			'@many(times: 2) @many',
			'@onQuery(a: {b: 1})',
		]);
		node?.directives.push(
			...parse(`{a ${text}}`, { noLocation: true }).definitions[0].selectionSet.selections[0].directives.filter(
				directive => node.kind !== 'VariableDefinition' || !print(directive).includes('$'),
			),
		);
	},
	variableType: (random, nodes, schema) => {
		const definition = pickOf(random, nodes, 'VariableDefinition');
		const operation = pickOf(random, nodes, 'OperationDefinition');
		const type = random.pick(Object.keys(schema.getTypeMap()).concat('Nope', 'Int', 'String', 'ID', 'Int'));
		const text = random.pick([type, `${type}!`, `[${type}]`, `[${type}!]!`]);
		const added = parse(
			`query($v${random.below(4)}: ${text}${random.chance(0.3) ? ` = ${print(someValue(random)).replace(/\$\w+/g, '1')}` : ''}){a}`,
			{ noLocation: true },
		).definitions[0].variableDefinitions[0];
		if (definition && random.chance(0.7)) definition.type = added.type;
		else operation?.variableDefinitions.push(added);
	},
	operation: (random, nodes) => {
		const document = nodes[0];
		const text = random.pick([
			'{ __typename }',
			'query Q0 { __typename }',
			'mutation M { nope }',
			'subscription S { a b }',
			'fragment F1 on Query { ...F1 }',
			'fragment F2 on Query { ...F1 ...F3 } fragment F3 on Query { ...F2 }',
			'type T { a: Nope b(c: Int = 2 @deprecated): String }',
			'extend type Query { a: Int @skip }',
			'schema { query: Nope }',
			'directive @nope(filters: Int) on FIELD',
			'enum E { A @x } input I { a: [Flot!] = {a: 1, a: 2} }',
			'union U = A | Restaurant scalar S @specifiedBy',
			'query Named($v1: Boolean!, $v2: Int) { __typename @skip(if: $v1) }',
			'{ __schema { types { name ...F1 } } __type(name: 3) { kind } }',
		]);
		document.definitions.splice(random.below(document.definitions.length + 1), 0, ...parse(text, { noLocation: true }).definitions);
	},
};

export function breakDocument(schema, random, text) {
	const document = copy(parse(text));
	for (let i = 1 + random.below(3); i > 0; i--) random.pick(Object.values(changes))(random, collect(document), schema);
	return print(document);
}

/* ---- the same tokens, laid out at random ---- */

export function tokens(text) {
	const lexer = new Lexer(new Source(text)),
		found = [];
	while (lexer.advance().kind !== TokenKind.EOF) found.push(text.slice(lexer.token.start, lexer.token.end));
	return found;
}

const gaps = [' ', ' ', ' ', '  ', '\n', '\r\n', '\r', '\t', ', ', ' ,\n', '\n# ä😀 comment\n', '\ufeff ', '\n\n  ', '#\r'];

export function layOut(random, parts) {
	return parts.map(part => part + random.pick(gaps)).join('');
}

/* ---- texts that are no documents ---- */

const scraps = [
	'{',
	'}',
	'(',
	')',
	'[',
	']',
	':',
	'!',
	'$',
	'&',
	'=',
	'@',
	'|',
	'...',
	'..',
	'on',
	'query',
	'fragment',
	'type',
	'extend',
	'implements',
	'input',
	'enum',
	'union',
	'schema',
	'directive',
	'repeatable',
	'FIELD',
	'true',
	'null',
	'"s"',
	'"""b"""',
	'"',
	'"""',
	'1',
	'-',
	'1.',
	'01',
	'1.5e',
	"'",
	'?',
	'\\',
	'\u0000',
	'\u0007',
	'ä',
	'😀',
	'\ufeff',
	'"\\u{1F600}"',
	'"\\u{110000}"',
	'"\\uD83D\\uDE00"',
	'"\\uD83D"',
	'"\\x"',
	'"a\nb"',
	'"\\u12"',
	'"\\u{"',
	'"\\u{}"',
	'"\\u{000000041}"',
	'# comment',
];

export function breakSyntax(random, text) {
	const parts = tokens(text).slice(0, 60);
	for (let i = 1 + random.below(2); i > 0; i--) {
		const at = random.below(parts.length + 1);
		switch (random.below(5)) {
			case 0:
				parts.splice(at, 1);
				break;
			case 1:
				parts.splice(at, 0, random.pick(scraps));
				break;
			case 2:
				parts.splice(at, 1, random.pick(scraps));
				break;
			case 3:
				parts.length = at;
				break;
			default:
				if (at < parts.length) {
					const cut = random.below(parts[at].length);
					parts[at] = parts[at].slice(0, cut) + random.pick(scraps) + parts[at].slice(cut + random.below(2));
				}
		}
	}
	return layOut(random, parts).trimEnd();
}
