// The `info` of a resolver, as much of graphql-js' as can be told without running the document here.
import { Missing } from '../errors.mjs';

const MOST_DOCUMENTS = 100;
const documents = new Map();

function parsed(query) {
	const { parse, visit } = require('graphql');
	const document = parse(query);
	const names = new Set();
	visit(document, { Field: ({ name }) => void names.add(name.value) });
	return { document, names };
}

function about(query) {
	if (!documents.has(query)) {
		if (documents.size >= MOST_DOCUMENTS) documents.delete(documents.keys().next().value);
		documents.set(query, parsed(query));
	}
	return documents.get(query);
}

/** Whether the document selects a field of that name anywhere. */
export const selects = (query, name) => about(query).names.has(name);

/** All fields below `set` that fit, through fragments. */
function* selected(set, fits, fragments) {
	for (const node of set?.selections ?? []) {
		if (node.kind === 'Field' && fits(node)) yield node;
		else if (node.kind === 'InlineFragment') yield* selected(node.selectionSet, fits, fragments);
		else if (node.kind === 'FragmentSpread') yield* selected(fragments[node.name.value]?.selectionSet, fits, fragments);
	}
}

/** The values that variables have where none is sent. */
function defaultsOf({ variableDefinitions = [] }) {
	const { valueFromASTUntyped } = require('graphql');
	const given = variableDefinitions.filter(({ defaultValue }) => defaultValue);
	return Object.fromEntries(given.map(({ variable, defaultValue }) => [variable.name.value, valueFromASTUntyped(defaultValue)]));
}

const named = name => ({ name, toString: () => name, toJSON: () => name });

export function makeInfo({ field, query, operationName, path, variables = {} }, type) {
	const [parentName, fieldName] = field.split('.');
	const parts = () => {
		const { definitions } = about(query).document;
		const operations = definitions.filter(node => node.kind === 'OperationDefinition');
		const fragments = Object.fromEntries(
			definitions.filter(node => node.kind === 'FragmentDefinition').map(node => [node.name.value, node]),
		);
		const operation = operations.find(node => !operationName || node.name?.value === operationName) ?? operations[0];
		let nodes = [operation];
		for (const key of path) {
			const isKey = node => (node.alias ?? node.name).value === key;
			nodes = nodes.flatMap(node => [...selected(node.selectionSet, isKey, fragments)]);
		}
		return { operation, fragments, fieldNodes: nodes, variableValues: { ...defaultsOf(operation), ...variables } };
	};
	let made;
	const lazily = name => ({ enumerable: true, get: () => (made ??= parts())[name] });
	const info = {
		fieldName,
		parentType: named(parentName),
		returnType: named(type),
		path: path.reduce((prev, key, at) => ({ prev, key, typename: at === path.length - 1 ? parentName : undefined }), undefined),
		rootValue: undefined,
		cacheControl: { setCacheHint() {}, cacheHint: {} },
	};
	return Object.defineProperties(info, {
		fieldNodes: lazily('fieldNodes'),
		operation: lazily('operation'),
		variableValues: lazily('variableValues'),
		fragments: lazily('fragments'),
		schema: {
			enumerable: false,
			get() {
				throw new Missing('info.schema of a GraphQL resolver');
			},
		},
	});
}

/** That of a member of an object that `info`'s field gives, wherever it is selected. */
export function memberInfo(info, parentName, fieldName, type) {
	return Object.create(info, {
		fieldName: { enumerable: true, value: fieldName },
		parentType: { enumerable: true, value: named(parentName) },
		returnType: { enumerable: true, value: named(type) },
		path: { enumerable: true, value: { prev: info.path, key: fieldName, typename: parentName } },
		fieldNodes: {
			enumerable: true,
			get: () => info.fieldNodes.flatMap(node => [...selected(node.selectionSet, one => one.name.value === fieldName, info.fragments)]),
		},
	});
}
