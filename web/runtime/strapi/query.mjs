// strapi.db.query(uid), which is strapi.query(uid) as well.
import { strict } from '../load/strict.mjs';

const methods = [
	...['findMany', 'findOne', 'findWithCount', 'findPage', 'count', 'load', 'loadPages', 'populate'],
	...['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany', 'attachRelations', 'updateRelations'],
];

export function makeQuery(app) {
	const made = new Map();
	return uid => {
		if (!app.metadata.has(uid)) throw new Error(`Model ${uid} not found`);
		if (!made.has(uid)) {
			const member =
				name =>
				async (...args) =>
					app.call(`db.query.${name}`, [uid, ...args]);
			made.set(uid, strict('strapi.db.query()', { uid, ...Object.fromEntries(methods.map(name => [name, member(name)])) }));
		}
		return made.get(uid);
	};
}

/** strapi.db.entityManager: the same by uid. */
export const makeEntityManager = query =>
	strict('strapi.db.entityManager', {
		...Object.fromEntries(methods.map(name => [name, async (uid, ...args) => query(uid)[name](...args)])),
		getRepository: query,
	});
