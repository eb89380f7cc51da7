// strapi.entityService
import { strict } from '../load/strict.mjs';

const reads = ['findMany', 'findOne', 'findPage', 'count', 'load', 'loadPages'];
const writes = ['create', 'update', 'delete', 'deleteMany'];

export function entityService(app) {
	const member =
		(name, changes) =>
		async (uid, ...args) => {
			app.admit(uid, changes);
			return app.call(`entityService.${name}`, [uid, ...args]);
		};
	return strict('strapi.entityService', {
		...Object.fromEntries(reads.map(name => [name, member(name, false)])),
		...Object.fromEntries(writes.map(name => [name, member(name, true)])),
	});
}
