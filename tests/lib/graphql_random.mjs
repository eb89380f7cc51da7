// Random schemas, data, documents and variables, the same for the same seed: what two engines of GraphQL are compared on.

/** Numbers below 1, from a seed. */
export function random(seed) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

/** What chance decides, with one source of it. */
export class Chance {
	constructor(seed) {
		this.next = random(seed);
	}
	below(count) {
		return Math.floor(this.next() * count);
	}
	often(share) {
		return this.next() < share;
	}
	pick(list) {
		return list[this.below(list.length)];
	}
	some(list, share) {
		return list.filter(() => this.often(share));
	}
}

const texts = ['', 'a', 'Æther "quoted" \\ back', 'two\nlines', '日本語 🐕', '12', '1.5', 'true', 'RED', '\u0007bell'];

// ---- schemas ----

const wrap = (chance, type) => {
	if (chance.often(0.25)) type = `[${type}${chance.often(0.4) ? '!' : ''}]`;
	return chance.often(0.25) ? `${type}!` : type;
};

const describe = (chance, indent = '') => {
	if (!chance.often(0.25)) return '';
	const text = chance.pick([
		'Short.',
		'Two\nlines',
		'With """ quotes',
		'  indented',
		'ends in "quote"',
		'ends in \\',
		'A text that is longer than seventy characters, so that it gets lines of its own in a block.',
		'',
	]);
	return chance.often(0.5)
		? `${indent}${JSON.stringify(text)}\n`
		: `${indent}"""\n${text
				.split('\n')
				.map(line => indent + line)
				.join('\n')
				.replaceAll('"""', '\\"""')}\n${indent}"""\n`;
};

const deprecate = (chance, type) =>
	chance.often(0.1) && !type?.endsWith('!') ? chance.pick([' @deprecated', ' @deprecated(reason: "old \\"thing\\"")']) : '';

/** A literal of a named or wrapped type. */
function literal(chance, type, schema, depth = 0) {
	if (type.endsWith('!')) return literal(chance, type.slice(0, -1), schema, depth);
	if (chance.often(0.1)) return type.startsWith('[') ? '[]' : 'null';
	if (type.startsWith('[')) {
		const of = type.slice(1, -1);
		if (chance.often(0.3) && !of.startsWith('[')) return literal(chance, `${of.replace('!', '')}!`, schema, depth);
		return `[${Array.from({ length: chance.below(3) }, () => notNull(chance, of, schema, depth)).join(', ')}]`;
	}
	switch (type) {
		case 'Int':
			return String(chance.pick([0, 1, -5, 2147483647]));
		case 'Float':
			return chance.pick(['1', '2.5', '-1e3', '0.1']);
		case 'String':
			return JSON.stringify(chance.pick(texts.slice(0, 6)));
		case 'Boolean':
			return chance.pick(['true', 'false']);
		case 'ID':
			return chance.pick(['1', '"x"', '"007"', '"42"']);
		case 'Any':
			return chance.pick(['1', '"t"', 'true']);
	}
	if (schema.enums[type]) return chance.pick(schema.enums[type]);
	const fields = schema.inputs[type];
	return `{${fields
		.filter(field => (field.type.endsWith('!') && !field.value) || (depth < 2 && chance.often(0.5)))
		.map(field => `${field.name}: ${notNull(chance, field.type, schema, depth + 1)}`)
		.join(', ')}}`;
}

const notNull = (chance, type, schema, depth) => {
	let made = literal(chance, type, schema, depth);
	while (made === 'null' && type.endsWith('!')) made = literal(chance, type, schema, depth);
	return made;
};

/** The text of a valid schema. */
export function randomSchema(seed) {
	const chance = new Chance(seed);
	const leaves = ['Int', 'Float', 'String', 'Boolean', 'ID', 'Any'];
	const count = most => 1 + chance.below(most);
	const schema = { enums: {}, inputs: {} };
	const objects = Array.from({ length: count(4) }, (_, i) => `Object${i}`);
	const interfaces = Array.from({ length: count(2) }, (_, i) => `Interface${i}`);
	const unions = Array.from({ length: count(2) }, (_, i) => `Union${i}`);
	for (let i = 0; i < count(2); i++) schema.enums[`Enum${i}`] = ['RED', 'GREEN', 'BLUE', 'A2', 'A10'].slice(0, count(5));
	const blocks = [];
	const inputs = [];
	for (let i = 0; i < count(3); i++) {
		const name = `Input${i}`;
		const fields = Array.from({ length: count(5) }, (_, j) => {
			// Only those made before: their defaults can't fall back to each other in a ring.
			const type = wrap(chance, chance.pick([...leaves, ...Object.keys(schema.enums), ...inputs]));
			const value = chance.often(0.4) ? notNull(chance, type, schema, 0) : undefined;
			return { name: `${chance.pick(['in', 'code', 'name', 'size'])}${j}`, type, value };
		});
		if (chance.often(0.5)) fields.push({ name: 'self', type: name });
		schema.inputs[name] = fields;
		inputs.push(name);
		blocks.push(
			`${describe(chance)}input ${name} {\n${fields
				.map(({ name, type, value }) => {
					const text = `${describe(chance, '  ')}  ${name}: ${type}${value === undefined ? '' : ` = ${value}`}`;
					return text + deprecate(chance, type);
				})
				.join('\n')}\n}`,
		);
	}
	const outputs = [...leaves, ...Object.keys(schema.enums), ...objects, ...interfaces, ...unions];
	const makeArguments = () => {
		if (!chance.often(0.3)) return '';
		const made = Array.from({ length: count(3) }, (_, i) => {
			const type = wrap(chance, chance.pick([...leaves, ...Object.keys(schema.enums), ...inputs]));
			const value = chance.often(0.5) ? ` = ${notNull(chance, type, schema, 0)}` : '';
			return `${describe(chance, '    ')}arg${i}: ${type}${value}`;
		});
		return `(${made.join('\n')})`;
	};
	const makeFields = prefix =>
		Array.from({ length: count(6) }, (_, i) => {
			const type = wrap(chance, chance.pick(outputs));
			return `${describe(chance, '  ')}  ${prefix}${i}${makeArguments()}: ${type}${deprecate(chance)}`;
		});
	const shared = Object.fromEntries(interfaces.map(name => [name, makeFields(`${name.toLowerCase()}_`)]));
	for (const name of interfaces) blocks.push(`${describe(chance)}interface ${name} {\n${shared[name].join('\n')}\n}`);
	for (const name of objects) {
		const implemented = chance.some(interfaces, 0.5);
		const fields = [...implemented.flatMap(one => shared[one]), ...makeFields('own')];
		blocks.push(
			`${describe(chance)}type ${name}${implemented.length ? ` implements ${implemented.join(' & ')}` : ''} {\n${fields.join('\n')}\n}`,
		);
	}
	for (const name of unions) {
		const members = chance.some(objects, 0.7);
		blocks.push(`${describe(chance)}union ${name} = ${(members.length ? members : [objects[0]]).join(' | ')}`);
	}
	for (const [name, values] of Object.entries(schema.enums))
		blocks.push(
			`${describe(chance)}enum ${name} {\n${values.map(value => `${describe(chance, '  ')}  ${value}${deprecate(chance)}`).join('\n')}\n}`,
		);
	blocks.push(`${describe(chance)}scalar Any${chance.often(0.5) ? ' @specifiedBy(url: "https://example.org/any")' : ''}`);
	const query = chance.often(0.7) ? 'Query' : 'Root';
	blocks.push(
		`type ${query} {\n${[
			...makeFields('root'),
			...objects.map(name => `  ${name.toLowerCase()}: ${wrap(chance, name)}`),
			...unions.map(name => `  ${name.toLowerCase()}s: ${wrap(chance, name)}`),
		].join('\n')}\n}`,
	);
	if (query !== 'Query' || chance.often(0.2)) blocks.push(`${describe(chance)}schema { query: ${query} }`);
	if (chance.often(0.4)) blocks.push(`extend type ${objects[0]} {\n  extended: [Int]\n}`);
	if (chance.often(0.4))
		blocks.push(`extend union ${unions[0]} @mark = ${query}`, 'directive @mark(a: Int = 1, b: [String!]) repeatable on UNION | OBJECT');
	if (chance.often(0.3)) blocks.push(`extend enum ${Object.keys(schema.enums)[0]} { EXTRA }`);
	for (let i = blocks.length - 1; i > 0; i--) {
		const j = chance.below(i + 1);
		[blocks[i], blocks[j]] = [blocks[j], blocks[i]];
	}
	return blocks.join('\n\n');
}

// ---- data ----

/** A value as a resolver may give it: mostly of the type. `graphql`: the module of graphql-js. */
function value(chance, graphql, schema, type, depth) {
	if (graphql.isNonNullType(type)) {
		const made = value(chance, graphql, schema, type.ofType, depth);
		return made === null && chance.often(0.95) ? value(chance, graphql, schema, type.ofType, depth) : made;
	}
	if (chance.often(0.08)) return null;
	if (chance.often(0.03)) return chance.pick([1, 'wrong', true, [], {}, [1], 2.5, -0.5, { a: { b: { c: 1 } } }]);
	if (graphql.isListType(type))
		return depth > 5 ? [] : Array.from({ length: chance.below(4) }, () => value(chance, graphql, schema, type.ofType, depth));
	if (graphql.isEnumType(type)) return chance.often(0.95) ? chance.pick(type.getValues()).name : 'PURPLE';
	switch (type.name) {
		case 'Int':
			return chance.pick([0, 1, -1, 2147483647, 2147483648, 1.5, '7', ' 8 ', '', 'x', true, 3.0]);
		case 'Float':
			return chance.pick([0, 1.5, -2.25, 1e21, 1e-7, 123456789012, '1.5', 'nan', false]);
		case 'String':
			return chance.pick([...texts, 1, 1.5, true]);
		case 'Boolean':
			return chance.pick([true, false, 0, 1, 'yes']);
		case 'ID':
			return chance.pick(['a', '1', 1, 0, -7, 1.5, true]);
	}
	if (graphql.isScalarType(type)) return chance.pick([1, 'x', [1, 'two', null], { a: 1, b: { c: [] } }, 1.25, false]);
	if (depth > 4) return null;
	const object = graphql.isAbstractType(type) ? chance.pick(schema.getPossibleTypes(type)) : type;
	const made = chance.often(0.95) ? { __typename: object?.name } : { __typename: chance.pick(['Nope', 'Enum0', 'Object0', 'Query']) };
	for (const field of Object.values(object?.getFields() ?? {}))
		if (chance.often(0.97)) made[field.name] = value(chance, graphql, schema, field.type, depth + 1);
	return made;
}

export function randomData(seed, graphql, schema) {
	const chance = new Chance(seed);
	const data = {};
	for (const field of Object.values(schema.getQueryType().getFields())) data[field.name] = value(chance, graphql, schema, field.type, 0);
	return data;
}

// ---- documents ----

/** A JSON value as a client may send it for a variable: mostly of the type. */
function sent(chance, graphql, type, depth) {
	if (graphql.isNonNullType(type)) return sent(chance, graphql, type.ofType, depth);
	if (chance.often(0.07)) return null;
	if (chance.often(0.07))
		return chance.pick([
			1,
			'wrong',
			true,
			[],
			{},
			[1, [2, [3, [4]]]],
			2.5,
			{ a: { b: { c: { d: 1 } } } },
			Array.from({ length: 12 }, (_, i) => i),
			Array.from({ length: 11 }, () => 'x'),
			1e100,
			'gren',
			'Red',
		]);
	if (graphql.isListType(type))
		return chance.often(0.2)
			? sent(chance, graphql, type.ofType, depth)
			: Array.from({ length: chance.below(4) }, () => sent(chance, graphql, type.ofType, depth));
	if (graphql.isEnumType(type)) return chance.pick(type.getValues()).name;
	switch (type.name) {
		case 'Int':
			return chance.pick([0, 1, -1, 2147483647, 2147483648, 1.5, '7', 3.0]);
		case 'Float':
			return chance.pick([0, 1.5, -2.25, 1e21, 1e-7, '1.5']);
		case 'String':
			return chance.pick([...texts, 1]);
		case 'Boolean':
			return chance.pick([true, false, true, false, 0]);
		case 'ID':
			return chance.pick(['a', '1', 1, 0, -7, 1.5]);
	}
	if (graphql.isScalarType(type)) return chance.pick([1, 'x', [1, 'two', null], { a: 1, b: { c: [] } }]);
	const made = {};
	for (const field of Object.values(type.getFields()))
		if (depth < 3 && chance.often(graphql.isRequiredInputField(field) ? 0.95 : 0.4))
			made[field.name] = sent(chance, graphql, field.type, depth + 1);
	if (chance.often(0.07)) made[chance.pick(['nam0', 'code', 'x', 'sizes1', 'nothing like it at all'])] = 1;
	return made;
}

/** A literal in a document, now and then wrong, now and then a variable. */
function written(chance, graphql, type, variables, depth) {
	if (chance.often(0.2)) {
		const known = variables.filter(variable => String(variable.type).replaceAll('!', '') === String(type).replaceAll('!', ''));
		if (known.length && chance.often(0.5)) return `$${chance.pick(known).name}`;
		if (chance.often(0.7)) {
			variables.push({ name: `v${variables.length}`, type });
			return `$v${variables.length - 1}`;
		}
	}
	if (graphql.isNonNullType(type)) return written(chance, graphql, type.ofType, variables, depth);
	if (chance.often(0.05)) return 'null';
	if (chance.often(0.04)) return chance.pick(['1', '"s"', 'NOPE', '[1, [2]]', '{a: 1}', '2.5', 'true']);
	if (graphql.isListType(type))
		return chance.often(0.2)
			? written(chance, graphql, type.ofType, variables, depth)
			: `[${Array.from({ length: chance.below(3) }, () => written(chance, graphql, type.ofType, variables, depth)).join(', ')}]`;
	if (graphql.isEnumType(type)) return chance.pick(type.getValues()).name;
	switch (type.name) {
		case 'Int':
			return chance.pick(['0', '1', '-5', '2147483648']);
		case 'Float':
			return chance.pick(['1', '2.5', '-1e3', '0.1']);
		case 'String':
			return JSON.stringify(chance.pick(texts.slice(0, 6)));
		case 'Boolean':
			return chance.pick(['true', 'false']);
		case 'ID':
			return chance.pick(['1', '"x"', '"007"']);
	}
	if (graphql.isScalarType(type)) return chance.pick(['1', '"t"', '{a: RED, b: [1, null]}', '[1.5]']);
	return `{${Object.values(type.getFields())
		.filter(field => depth < 3 && chance.often(graphql.isRequiredInputField(field) ? 0.95 : 0.3))
		.map(field => `${field.name}: ${written(chance, graphql, field.type, variables, depth + 1)}`)
		.join(', ')}}`;
}

/** A request: {query, variables, operationName}. The document parses; it is not always valid. */
export function randomRequest(seed, graphql, schema) {
	const chance = new Chance(seed);
	const variables = [];
	const fragments = [];
	const composite = Object.values(schema.getTypeMap()).filter(type => graphql.isCompositeType(type) && !type.name.startsWith('__'));
	const condition = () => {
		if (!chance.often(0.1)) return '';
		const variable = variables.find(({ type }) => String(type) === 'Boolean!');
		return (
			` @${chance.pick(['skip', 'include'])}(if: ` +
			`${chance.often(0.4) && variable ? `$${variable.name}` : chance.pick(['true', 'false'])})`
		);
	};
	const select = (type, depth) => {
		const fields = graphql.isUnionType(type) ? [] : Object.values(type.getFields());
		const parts = [];
		for (let i = 0; i < 1 + chance.below(6); i++) {
			if (chance.often(0.12) || !fields.length) {
				parts.push(`${chance.often(0.2) ? 'alias: ' : ''}__typename${condition()}`);
			}
			if (depth < 6 && (chance.often(0.2) || !fields.length)) {
				const on = chance.pick(composite);
				parts.push(`...${chance.often(0.8) ? ` on ${on.name}` : ''}${condition()} ${select(chance.often(0.8) ? on : type, depth + 1)}`);
				continue;
			}
			if (chance.often(0.1) && fragments.length) {
				parts.push(`...${chance.pick(fragments).name}${condition()}`);
				continue;
			}
			if (!fields.length) continue;
			const field = chance.pick(fields);
			const named = graphql.getNamedType(field.type);
			if (graphql.isCompositeType(named) && depth > 5) continue;
			const list = field.args
				.filter(arg => chance.often(graphql.isRequiredArgument(arg) ? 0.95 : 0.5))
				.map(arg => `${arg.name}: ${written(chance, graphql, arg.type, variables, 0)}`);
			const alias = chance.often(0.2) ? `${chance.pick(['a', 'b', 'c'])}${chance.below(3)}: ` : '';
			parts.push(
				`${alias}${field.name}${list.length ? `(${list.join(', ')})` : ''}${condition()}${
					graphql.isCompositeType(named) ? ` ${select(named, depth + 1)}` : ''
				}`,
			);
		}
		return `{\n${(parts.length ? parts : ['__typename']).join(chance.pick(['\n', ' ', '\n  ']))}\n}`;
	};
	for (let i = 0; i < chance.below(3); i++) {
		const on = chance.pick(composite);
		// Only fragments made before are spread, so none goes in circles.
		const text = select(on, 3);
		fragments.push({ name: `F${i}`, text: `fragment F${i} on ${on.name} ${text}` });
	}
	if (chance.often(0.3)) variables.push({ name: 'yes', type: new graphql.GraphQLNonNull(graphql.GraphQLBoolean) });
	const body = select(schema.getQueryType(), 0);
	const definitions = variables.map(({ name, type }) => {
		const value = written(chance, graphql, type, [], 9).replace(/\$\w+/g, 'null');
		const valid = graphql.valueFromAST(graphql.parseValue(value), type) !== undefined;
		return `$${name}: ${type}${valid && chance.often(0.2) ? ` = ${value}` : ''}`;
	});
	const given = {};
	for (const { name, type } of variables)
		if (chance.often(0.85)) given[name] = name === 'yes' ? chance.often(0.5) : sent(chance, graphql, type, 0);
	const query = `query Q${definitions.length ? `(${definitions.join(', ')})` : ''} ${body}\n${fragments.map(({ text }) => text).join('\n')}`;
	return { query, variables: given, operationName: chance.often(0.3) ? 'Q' : undefined };
}
