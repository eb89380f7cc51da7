// strapi.db.query(uid), which is strapi.query(uid) as well.
import { strict } from '../load/strict.mjs';

const reads = ['findMany', 'findOne', 'findWithCount', 'findPage', 'count', 'load', 'loadPages'];
const writes = ['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany'];

export function makeQuery(app) {
	return uid => {
		const member =
			(name, changes) =>
			async (...args) => {
				app.admit(uid, changes);
				return app.call(`db.query.${name}`, [uid, ...args]);
			};
		return strict('strapi.db.query()', {
			...Object.fromEntries(reads.map(name => [name, member(name, false)])),
			...Object.fromEntries(writes.map(name => [name, member(name, true)])),
		});
	};
}
