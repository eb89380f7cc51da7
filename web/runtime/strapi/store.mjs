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
	const rows = () => app.strapi.db.query('strapi::core-store');
	/** As in Strapi, only `get` knows a type that is not named: it is "core" there, and "undefined" in what is written. */
	const where = ({ key, type, environment, name, tag }) => ({
		key: `${type}${name ? `_${name}` : ''}_${key}`,
		environment: environment || null,
		tag: tag || null,
	});

	const store = Object.assign(
		given => ({
			get: params => store.get({ ...given, ...params }),
			set: params => store.set({ ...given, ...params }),
			delete: params => store.delete({ ...given, ...params }),
		}),
		{
			async get(params) {
				const { type = 'core', ...others } = params;
				const found = await rows().findOne({ where: where({ type, ...others }) });
				return found ? read(found) : null;
			},
			/** Gives the row that was written. */
			async set(params) {
				const { value } = params;
				const data = { value: written(value), type: typeof value };
				const found = await rows().findOne({ where: where(params) });
				return found ? rows().update({ where: { id: found.id }, data }) : rows().create({ data: { ...where(params), ...data } });
			},
			/** Gives the row that was deleted, or null. */
			delete: async params => rows().delete({ where: where(params) }),
		},
	);
	return store;
}
