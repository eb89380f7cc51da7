// strapi.db.query(uid), which is strapi.query(uid) as well.
import { strict } from '../load/strict.mjs';
import { cloneByQuery } from './clone.mjs';
import { attachRelations, cloneRelations, deleteRelations } from './relations.mjs';

const methods = [
	...['findMany', 'findOne', 'findWithCount', 'findPage', 'count', 'load', 'loadPages', 'populate'],
	...['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany', 'updateRelations'],
];

/** Those that are made of others. */
const madeOf = (app, uid) => ({
	clone: cloneByQuery(app, uid),
	attachRelations: (id, data) => attachRelations(app, uid, id, data),
	deleteRelations: id => deleteRelations(app, uid, id),
	cloneRelations: (id, source, data, options) => cloneRelations(app, uid, id, source, data, options?.cloneAttrs),
});

export function makeQuery(app) {
	const made = new Map();
	return uid => {
		if (!app.metadata.has(uid)) throw new Error(`Model ${uid} not found`);
		if (!made.has(uid)) {
			const member =
				name =>
				async (...args) =>
					app.call(`db.query.${name}`, [uid, ...args]);
			const all = Object.fromEntries(methods.map(name => [name, member(name)]));
			made.set(uid, strict('strapi.db.query()', { uid, ...all, ...madeOf(app, uid) }));
		}
		return made.get(uid);
	};
}

/** strapi.db.entityManager: the same by uid. */
export const makeEntityManager = query =>
	strict('strapi.db.entityManager', {
		...Object.fromEntries([...methods, ...Object.keys(madeOf())].map(name => [name, async (uid, ...args) => query(uid)[name](...args)])),
		getRepository: query,
	});
