// The content types of plugins, as lectern has them.

const index = (table, column, type) => ({ name: `${table}_${column}_index`, columns: [column], type });

/** Those of upload's tables, which lectern makes by itself. */
const indexes = {
	'plugin::upload.file': ['folder_path', 'created_at', 'updated_at', 'name', 'size', 'ext'].map(column =>
		index('upload_files', column, null),
	),
	'plugin::upload.folder': ['path_id', 'path'].map(column => index('upload_folders', column, 'unique')),
};

/** {user: {schema}} of all types in a namespace. */
export function typesOf(app, namespace) {
	const found = {};
	for (const [uid, schema] of Object.entries(app.builtins)) {
		if (!uid.startsWith(namespace)) continue;
		const name = uid.slice(namespace.length);
		found[name] = { schema: structuredClone({ kind: 'collectionType', ...schema, ...(uid in indexes && { indexes: indexes[uid] }) }) };
	}
	return found;
}
