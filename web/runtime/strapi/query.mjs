// strapi.db.query(uid), which is strapi.query(uid) as well.
import isPlainObject from 'lodash/isPlainObject.js';
import { Missing } from '../errors.mjs';
import { holdChanges } from '../course.mjs';
import { strict } from '../load/strict.mjs';
import { cloneByQuery } from './clone.mjs';
import { attachRelations, cloneRelations, deleteRelations } from './relations.mjs';

const methods = ['findMany', 'findOne', 'findWithCount', 'findPage', 'count', 'load', 'loadPages', 'populate', 'updateRelations'];
const creations = ['create', 'createMany'];
const changes = [...creations, 'update', 'updateMany', 'delete', 'deleteMany'];

/** Those that are made of others. */
const madeOf = (app, uid) => ({
	clone: cloneByQuery(app, uid),
	attachRelations: (id, data) => attachRelations(app, uid, id, data),
	deleteRelations: id => deleteRelations(app, uid, id),
	cloneRelations: (id, source, data, options) => cloneRelations(app, uid, id, source, data, options?.cloneAttrs),
});

const namesRelation = (attributes, where) =>
	Array.isArray(where)
		? where.some(one => namesRelation(attributes, one))
		: isPlainObject(where) &&
			Object.entries(where).some(
				([name, value]) => attributes[name]?.type === 'relation' || (name.startsWith('$') && namesRelation(attributes, value)),
			);

/** The ids of what is changed by its relations, looked for at once, as Strapi does: a change that code has begun beside it
 * (Promise.all) may end them. Hooks may ask for others yet. */
async function findAhead(app, uid, name, { where }) {
	const params = { select: ['id'], where, ...(!name.endsWith('Many') && { limit: 1 }) };
	const asked = app.call('db.queryBuilder.select', [uid, params]).catch(() => []); // The change itself tells what is wrong.
	holdChanges(asked);
	return (await asked).map(({ id }) => id);
}

/** Objects of classes are no data to Strapi, though JSON says the same of them. */
function checkData(name, data) {
	if (name !== 'create' && name !== 'update') return;
	if (typeof data !== 'object' || data === null || isPlainObject(data)) return;
	throw new Error(name === 'create' ? 'Create expects a data object' : 'Update requires a data object');
}

export function makeQuery(app) {
	const made = new Map();
	return uid => {
		if (!app.metadata.has(uid)) throw new Error(`Model ${uid} not found`);
		if (!app.metadata.isType(uid)) throw new Missing(`strapi.db.query('${uid}')`);
		if (!made.has(uid)) {
			const member =
				name =>
				async (...args) =>
					app.call(`db.query.${name}`, [uid, ...args]);
			const change =
				name =>
				async (params = {}) => {
					checkData(name, params.data);
					const isRelated = !creations.includes(name) && namesRelation(app.metadata.get(uid).attributes, params.where);
					return app.lifecycles.duringQuery(name, uid, params, async () =>
						app.call(`db.query.${name}`, [uid, params, ...(isRelated ? [await findAhead(app, uid, name, params)] : [])]),
					);
				};
			const all = [
				[methods, member],
				[changes, change],
			].flatMap(([names, make]) => names.map(name => [name, make(name)]));
			made.set(uid, strict('strapi.db.query()', { ...Object.fromEntries(all), ...madeOf(app, uid) }));
		}
		return made.get(uid);
	};
}

/** strapi.db.entityManager: most of the same by uid. */
export function makeEntityManager(query) {
	const names = [...methods, ...changes, ...Object.keys(madeOf())].filter(name => !/Page|WithCount/.test(name));
	const members = names.map(name => [name, async (uid, ...args) => query(uid)[name](...args)]);
	return strict('strapi.db.entityManager', { ...Object.fromEntries(members), getRepository: query });
}
