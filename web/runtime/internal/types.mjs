// The content types of plugins, as lectern has them.

/** {user: {schema}} of all types in a namespace. */
export function typesOf(app, namespace) {
	const found = {};
	for (const [uid, schema] of Object.entries(app.builtins)) {
		if (!uid.startsWith(namespace)) continue;
		const name = uid.slice(namespace.length);
		found[name] = { schema: structuredClone({ kind: 'collectionType', ...schema }) };
	}
	return found;
}
