// strapi.db.queryBuilder(uid).getKnexQuery(): the statement itself, for code to go on with. Only what hangs on the type's own columns
// can be said so; all else is named.
import { Missing } from '../errors.mjs';

const missing = what => new Missing(`strapi.db.queryBuilder().getKnexQuery with ${what}`);
const asList = value => (Array.isArray(value) ? value : [value]);
const isRecord = value => typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

const numbers = ['integer', 'biginteger', 'float', 'decimal'];
const texts = ['string', 'text', 'richtext', 'uid', 'email', 'enumeration'];

/** Values as the attribute stores them; those of names that are no attribute stay as they are. */
function castBy(attribute) {
	const cast = value => {
		if (value === null || value === undefined || !attribute) return value;
		if (numbers.includes(attribute.type)) {
			if (!Number.isNaN(Number(value))) return Number(value);
			throw new Error(`Expected a valid Number, got ${value}`);
		}
		if (texts.includes(attribute.type)) return String(value);
		if (attribute.type === 'boolean' && typeof value === 'boolean') return value;
		if (attribute.type === 'increments') return value;
		throw missing(`a filter of the type ${attribute.type}`);
	};
	return value => (Array.isArray(value) ? value.map(cast) : cast(value));
}

const lowered = (query, column, word, value) => {
	const { client } = query.client.config;
	return query.whereRaw(`LOWER(${client === 'postgres' ? 'CAST(?? AS VARCHAR)' : '??'}) ${word} LOWER(?)`, [column, `${value}`]);
};

/** What each operator makes of a column; `value` is cast, `given` is as it was. */
const operators = {
	$eq: (query, column, value) => (value === null ? query.whereNull(column) : query.where(column, value)),
	$ne: (query, column, value) => (value === null ? query.whereNotNull(column) : query.where(column, '<>', value)),
	$in: (query, column, value) => query.whereIn(column, asList(value)),
	$notIn: (query, column, value) => query.whereNotIn(column, asList(value)),
	$gt: (query, column, value) => query.where(column, '>', value),
	$gte: (query, column, value) => query.where(column, '>=', value),
	$lt: (query, column, value) => query.where(column, '<', value),
	$lte: (query, column, value) => query.where(column, '<=', value),
	$between: (query, column, value) => query.whereBetween(column, value),
	$null: (query, column, value, given) => (given ? query.whereNull(column) : query.whereNotNull(column)),
	$notNull: (query, column, value, given) => (given ? query.whereNotNull(column) : query.whereNull(column)),
	$startsWith: (query, column, value, given) => query.where(column, 'like', `${given}%`),
	$endsWith: (query, column, value, given) => query.where(column, 'like', `%${given}`),
	$contains: (query, column, value, given) => query.where(column, 'like', `%${given}%`),
	$notContains: (query, column, value, given) => query.whereNot(column, 'like', `%${given}%`),
	$eqi: (query, column, value, given) => lowered(query, column, 'LIKE', given),
	$nei: (query, column, value, given) => lowered(query, column, 'NOT LIKE', given),
	$containsi: (query, column, value, given) => lowered(query, column, 'LIKE', `%${given}%`),
	$notContainsi: (query, column, value, given) => lowered(query, column, 'NOT LIKE', `%${given}%`),
	$startsWithi: (query, column, value, given) => lowered(query, column, 'LIKE', `${given}%`),
	$endsWithi: (query, column, value, given) => lowered(query, column, 'LIKE', `%${given}`),
};
/** Those whose value is no value of the column. */
const uncast = Object.keys(operators).filter(name => operators[name].length > 3);

function narrowColumn(query, column, cast, condition) {
	if (Array.isArray(condition)) {
		query.whereIn(column, cast(condition));
		return;
	}
	if (!isRecord(condition)) {
		operators.$eq(query, column, cast(condition ?? null));
		return;
	}
	for (const [name, value] of Object.entries(condition)) {
		if (name === '$not') query.whereNot(inner => narrowColumn(inner, column, cast, value));
		else if (!Object.hasOwn(operators, name)) throw missing(`the operator ${name}`);
		else operators[name](query, column, uncast.includes(name) ? undefined : cast(value), value);
	}
}

function narrow(query, where, at) {
	for (const [name, value] of Object.entries(where)) {
		if (name === '$and') query.where(all => asList(value).forEach(one => narrow(all, one, at)));
		else if (name === '$or') query.where(any => asList(value).forEach(one => any.orWhere(inner => narrow(inner, one, at))));
		else if (name === '$not') query.whereNot(inner => narrow(inner, value, at));
		else if (name.startsWith('$')) throw missing(`the operator ${name} of no attribute`);
		else {
			const attribute = at.attributes[name];
			if (['relation', 'component', 'dynamiczone'].includes(attribute?.type)) throw missing(`a filter by ${name}`);
			narrowColumn(query, at.columnOf(name), castBy(attribute), value);
		}
	}
}

const verbs = {
	select: (query, { select }, columnOf) => query.select(select.map(columnOf)),
	count: (query, { count }, columnOf) => query.count({ count: columnOf(count) }),
	max: (query, { max }, columnOf) => query.max({ max: columnOf(max) }),
	insert: (query, { row }) => query.insert(row).returning('id'),
	update: (query, { row }) => row && query.update(row),
	delete: query => query.delete(),
};

/** `rows`: gives the table, with an alias, as knex has it. `order`: {column, order} of each. */
export function knexQueryOf({ rows, attributes, columnOf, rowOf, orderOf }, state) {
	const { type, limit, offset, groupBy, onConflict } = state;
	for (const name of ['populate', 'search']) if (state[name] !== null && state[name] !== undefined) throw missing(name);
	const hasAlias = type === 'select' || type === 'count';
	const inTable = name => {
		if (typeof name !== 'string' || name.includes('.')) return name;
		return hasAlias ? `t0.${columnOf(name)}` : columnOf(name);
	};
	const query = rows(hasAlias ? ' as t0' : '');
	const row = Array.isArray(state.data) ? state.data.map(rowOf) : state.data && rowOf(state.data);
	verbs[type](query, { ...state, row }, inTable);
	for (const { column, amount } of state.steps) query.increment(column, amount);
	if (onConflict && state.merge) query.onConflict(onConflict).merge(state.merge);
	else if (onConflict && state.ignore) query.onConflict(onConflict).ignore();
	if (limit) query.limit(limit);
	if (offset) query.offset(offset);
	const order = orderOf(state.orderBy).map(({ column, order: way }) => ({ column: inTable(column), order: way }));
	if (order.length) query.orderBy(order);
	if (state.first) query.first();
	if (groupBy?.length) query.groupBy(groupBy);
	const where = [...state.where, ...(state.filters ? [state.filters] : [])];
	if (where.length) query.where(all => where.forEach(one => narrow(all, one, { attributes, columnOf: inTable })));
	return query;
}
