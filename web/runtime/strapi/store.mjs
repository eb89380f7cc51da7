// strapi.store: settings that code keeps in the database, in Strapi's table of them.

const read = ({ type, value }) => {
	if (['object', 'array', 'boolean', 'string'].includes(type)) {
		try {
			return JSON.parse(value);
		} catch {
			return new Date(value);
		}
	}
	return type === 'number' ? Number(value) : null;
};

const written = value => JSON.stringify(value) || String(value ?? '');

export function makeStore(app) {
	const table = () => app.strapi.db.connection('strapi_core_store_settings');
	const where = ({ key, type = 'core', environment, name, tag }) => ({
		key: `${type}${name ? `_${name}` : ''}_${key}`,
		environment: environment || null,
		tag: tag || null,
	});
	const find = async params => (await table().where(where(params)).orderBy('id').limit(1))[0];

	const store = Object.assign(
		given => ({
			get: params => store.get({ ...given, ...params }),
			set: params => store.set({ ...given, ...params }),
			delete: params => store.delete({ ...given, ...params }),
		}),
		{
			async get(params = {}) {
				const found = await find(params);
				return found ? read(found) : null;
			},
			async set(params = {}) {
				const { value } = params;
				const row = { value: written(value), type: typeof value };
				const found = await find(params);
				if (found) await table().where({ id: found.id }).update(row);
				else await table().insert({ ...where(params), ...row });
			},
			/** Gives the row that was deleted, or null. */
			async delete(params = {}) {
				const found = await find(params);
				if (found) await table().where({ id: found.id }).delete();
				return found ?? null;
			},
		},
	);
	return store;
}
