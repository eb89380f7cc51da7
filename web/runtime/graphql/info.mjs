// The `info` of a resolver, as much of graphql-js' as can be told without running the document here.
import { Missing } from '../errors.mjs';

const MOST_DOCUMENTS = 100;
const documents = new Map();

function documentOf(query) {
	if (!documents.has(query)) {
		if (documents.size >= MOST_DOCUMENTS) documents.delete(documents.keys().next().value);
		documents.set(query, require('graphql').parse(query));
	}
	return documents.get(query);
}

/** All fields below `set` that stand in the answer as `key`, through fragments. */
function* selected(set, key, fragments) {
	for (const node of set?.selections ?? []) {
		if (node.kind === 'Field' && (node.alias ?? node.name).value === key) yield node;
		else if (node.kind === 'InlineFragment') yield* selected(node.selectionSet, key, fragments);
		else if (node.kind === 'FragmentSpread') yield* selected(fragments[node.name.value]?.selectionSet, key, fragments);
	}
}

const named = name => ({ name, toString: () => name, toJSON: () => name });

export function makeInfo({ field, query, operationName, path, variables = {} }, type) {
	const [parentName, fieldName] = field.split('.');
	const parts = () => {
		const { definitions } = documentOf(query);
		const operations = definitions.filter(node => node.kind === 'OperationDefinition');
		const fragments = Object.fromEntries(
			definitions.filter(node => node.kind === 'FragmentDefinition').map(node => [node.name.value, node]),
		);
		const operation = operations.find(node => !operationName || node.name?.value === operationName) ?? operations[0];
		let nodes = [operation];
		for (const key of path) nodes = nodes.flatMap(node => [...selected(node.selectionSet, key, fragments)]);
		return { operation, fragments, fieldNodes: nodes };
	};
	let made;
	const lazily = name => ({ enumerable: true, get: () => (made ??= parts())[name] });
	const info = {
		fieldName,
		parentType: named(parentName),
		returnType: named(type),
		path: path.reduce((prev, key, at) => ({ prev, key, typename: at === path.length - 1 ? parentName : undefined }), undefined),
		rootValue: undefined,
		variableValues: variables,
		cacheControl: { setCacheHint() {}, cacheHint: {} },
	};
	return Object.defineProperties(info, {
		fieldNodes: lazily('fieldNodes'),
		operation: lazily('operation'),
		fragments: lazily('fragments'),
		schema: {
			enumerable: false,
			get() {
				throw new Missing('info.schema of a GraphQL resolver');
			},
		},
	});
}
