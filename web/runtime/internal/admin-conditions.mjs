// Conditions of admins' permissions that code has registered: what their handlers say of an admin, as a `where` of
// strapi.db.query.
import merge from 'lodash/merge.js';
import cloneDeep from 'lodash/cloneDeep.js';
import { course } from '../course.mjs';

/** What Strapi's permissions understand, and the query engine's names for it. */
const operators = {
	...{ $eq: '$eq', $ne: '$ne', $in: '$in', $nin: '$notIn', $lt: '$lt', $lte: '$lte', $gt: '$gt', $gte: '$gte' },
	...{ $exists: '$notNull' },
};

const isRecord = value => typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

function plain(value) {
	if (value instanceof Date) return value.toISOString();
	if (Array.isArray(value)) return value.map(plain);
	if (value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)) return value;
	throw new Error(`it compares with what is ${typeof value}`);
}

/** What is asked of one field or relation: {$gt: 1}, a value, or more fields. */
function comparison(value) {
	if (Array.isArray(value)) throw new Error('it compares with a list');
	if (!isRecord(value)) return plain(value);
	if ('$elemMatch' in value) {
		if (Object.keys(value).length > 1) throw new Error('it has more than $elemMatch');
		return fields(value.$elemMatch);
	}
	return fields(value);
}

function fields(record) {
	const found = {};
	if (!isRecord(record) || !Object.keys(record).length) throw new Error('it has an empty object');
	for (const [key, value] of Object.entries(record)) {
		if (key.startsWith('$')) {
			if (!Object.hasOwn(operators, key)) throw new Error(`it has ${key} there`);
			found[operators[key]] = plain(value);
			continue;
		}
		const [first, ...rest] = key.split('.');
		const inner = rest.reduceRight((below, name) => ({ [name]: below }), comparison(value));
		if (Object.hasOwn(found, first)) throw new Error(`it names ${first} more than once`);
		found[first] = inner;
	}
	return found;
}

/** Each member stands alone: the query engine has rules of its own for groups beside each other. */
function whereOf(record) {
	if (!isRecord(record)) throw new Error('it is no object');
	const all = Object.entries(record).map(([key, value]) => {
		if (key !== '$and' && key !== '$or') return fields({ [key]: value });
		if (!Array.isArray(value) || !value.length) throw new Error(`its ${key} is no list`);
		return { [key]: value.map(whereOf) };
	});
	if (!all.length) throw new Error('it has an empty object');
	return all.length === 1 ? all[0] : { $and: all };
}

/** Conditions that were told of. */
const told = new Set();

function readResult(app, id, result) {
	if (typeof result === 'boolean') return result;
	if (isRecord(result) && !Object.keys(result).length) return true;
	if (typeof result !== 'object' || result === null) return false;
	try {
		return whereOf(result);
	} catch (error) {
		if (!told.has(id)) app.link.log('warn', `the condition ${id} never holds, as lectern can't ask the database for it: ${error.message}`);
		told.add(id);
		return false;
	}
}

/** Of one permission: true, where its conditions hold of all entries; else the list of those of which one has to hold. */
async function evaluate(app, user, permission) {
	const { conditionProvider } = app.strapi.admin.services.permission;
	const wheres = [];
	let all = false;
	for (const id of permission.conditions) {
		const condition = conditionProvider.get(id);
		if (typeof condition?.handler !== 'function') continue;
		const result = readResult(app, id, await condition.handler(merge(user, { permission: cloneDeep(permission) })));
		if (result === true) all = true;
		else if (result !== false) wheres.push(result);
	}
	return all || wheres;
}

/** Of each permission, in their order, as `user`, who has `roles`. */
export async function evaluateConditions(app, user, permissions) {
	const results = [];
	for (const permission of permissions) results.push(await evaluate(app, user, permission));
	return results;
}

/** What lectern asks before it answers an admin who has such permissions. */
export const answerConditions = (app, { admin, permissions }, id) =>
	course.run({ ask: id }, async () => {
		const user = await app.call('db.query.findOne', ['admin::user', { where: { id: admin }, populate: ['roles'] }]);
		return user ? evaluateConditions(app, user, permissions) : permissions.map(() => []);
	});

/** Those of which anything can hold: Strapi's own conditions say nothing before there is an entry. */
export async function withoutFalse(app, user, permissions) {
	const results = await evaluateConditions(app, user, permissions);
	const strapis = ['admin::is-creator', 'admin::has-same-role-as-creator'];
	return permissions.filter(
		({ conditions }, i) => !conditions.length || results[i] === true || results[i].length || conditions.some(id => strapis.includes(id)),
	);
}

/** What lectern shows of them. */
export const describeConditions = app =>
	app.strapi.admin.services.permission.conditionProvider
		.values()
		.map(({ id, displayName, category, late }) => ({ id, displayName, category, late }));
