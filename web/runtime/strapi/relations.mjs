// What the query engine does with relations alone, beside updateRelations.
import isObjectLike from 'lodash/isObjectLike.js';

/** What is given for a relation, as the query engine reads it: {set} or {connect, disconnect}. */
function readGiven(given) {
	const isSet = Array.isArray(given) || ['string', 'number'].includes(typeof given) || (isObjectLike(given) && 'id' in given);
	if (given === null) return { set: null };
	if (isSet) return { set: [].concat(given) };
	if (given?.set) return { set: [].concat(given.set) };
	return { connect: [].concat(given?.connect ?? []), disconnect: [].concat(given?.disconnect ?? []) };
}

const isMorph = ({ relation }) => relation.startsWith('morph');
const relationsOf = (app, uid) => Object.entries(app.strapi.getModel(uid).attributes).filter(([, { type }]) => type === 'relation');

/** The relations that a copy takes over: those with a table of links. */
export const clonedRelations = (app, uid) =>
	Object.fromEntries(relationsOf(app, uid).filter(([, attribute]) => !isMorph(attribute) && attribute.useJoinTable !== false));

/** The ids of what an entry is related to, in their order. */
async function relatedIds(app, uid, id, name) {
	const params = { select: ['id'], where: { id }, populate: { [name]: { select: ['id'] } } };
	const [found] = await app.call('db.queryBuilder.select', [uid, params]);
	return [].concat(found?.[name] ?? []).map(one => one.id);
}

/** Relates `id` to what `source` is related to by the named relations, but for what data says otherwise. */
export async function cloneRelations(app, uid, id, source, data, names = []) {
	const query = app.strapi.db.query(uid);
	const known = clonedRelations(app, uid);
	for (const name of names) {
		const attribute = known[name];
		if (!attribute) continue;
		const { set, disconnect = [] } = readGiven(data?.[name]);
		if (set && Object.hasOwn(data, name)) continue;
		const left = disconnect.map(one => String(one?.id ?? one));
		// What belongs to one entry alone moves to the copy. All else is copied, also what data takes away then.
		const moves = attribute.relation.startsWith('oneTo') && Boolean(attribute.inversedBy ?? attribute.mappedBy);
		const related = await relatedIds(app, uid, source, name);
		const ids = moves ? related.filter(one => !left.includes(String(one))) : related;
		if (ids.length) await query.updateRelations(id, { [name]: ids });
	}
	if (isObjectLike(data)) await query.updateRelations(id, data);
}

/** Adds to what an entry is related to. */
export async function attachRelations(app, uid, id, data) {
	const added = { ...data };
	for (const [name, { relation }] of relationsOf(app, uid)) {
		const { set } = readGiven(added[name]);
		if (set && /^(oneToMany|manyToMany)$/.test(relation)) added[name] = { connect: set };
		else if (added[name] === null) delete added[name];
	}
	await app.call('db.query.attachRelations', [uid, id, added]);
}

/**
 * Takes away all links of an entry. Where the database has foreign keys to do so with the row, Strapi takes away those of files, of
 * zones and of other relations to any type, up to the first attribute that is another relation or a component.
 */
export async function deleteRelations(app, uid, id) {
	const hasKeys = app.database.client !== 'sqlite';
	const data = {};
	for (const [name, { type, relation, repeatable, useJoinTable }] of Object.entries(app.strapi.getModel(uid).attributes)) {
		const isAny = type === 'media' || type === 'dynamiczone' || ['morphOne', 'morphMany', 'morphToMany'].includes(relation);
		if (!isAny && type !== 'relation' && type !== 'component') continue;
		if (!isAny && hasKeys) break;
		if (!isAny && (relation === 'morphToOne' || useJoinTable === false)) continue;
		data[name] = repeatable || type === 'dynamiczone' || relation === 'morphToMany' ? [] : null;
	}
	if (Object.keys(data).length) await app.call('db.query.updateRelations', [uid, id, data]);
}
