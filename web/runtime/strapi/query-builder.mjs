// strapi.db.queryBuilder(uid): statements on the rows of a type. Nothing of it has events.
import { Readable } from 'node:stream';
import isEmpty from 'lodash/isEmpty.js';
import { course } from '../course.mjs';
import { Missing } from '../errors.mjs';
import { strict } from '../load/strict.mjs';
import { knexQueryOf } from './knex-query.mjs';

const isNil = value => value === null || value === undefined;
const asList = value => (Array.isArray(value) ? value : [value]);

/** What of a state is a parameter of the services that read. */
function paramsOf(state) {
	const { select, populate, orderBy, groupBy, limit, offset, search, filters } = state;
	const where = [...state.where, ...(filters ? [filters] : [])];
	return {
		...(select.length && !select.includes('*') && { select }),
		// What is populated hangs on the id, which is then all that is selected.
		...(!select.length && !isNil(populate) && !isEmpty(populate) && { select: ['id'] }),
		...(where.length && { where: where.length === 1 ? where[0] : { $and: where } }),
		...(!isNil(populate) && { populate }),
		...(!isNil(orderBy) && { orderBy }),
		...(groupBy?.length && { groupBy }),
		...(limit && { limit }),
		...(offset && { offset }),
		...(!isNil(search) && { _q: search }),
	};
}

/** The column of an attribute, or of that name. */
const columnsOf = (app, uid) => {
	const { attributes } = app.metadata.get(uid);
	return name => attributes[name]?.columnName ?? name;
};

/** Values by their columns. */
const rowOf = (columnOf, data) => Object.fromEntries(Object.entries(data).map(([name, value]) => [columnOf(name), value]));

/** A list of ids, bound as one value: there may be more of them than a statement takes. */
const listed = client =>
	client === 'sqlite' ? 'select value from json_each(?)' : 'select value::int from json_array_elements_text(?::json)';

/** Narrows a statement, of what lectern has in SQL alone, to the rows that `where` and the like name. */
async function narrower(app, uid, { where, filters, search }, alias = '') {
	if (!where.length && isNil(filters) && isNil(search)) return query => query;
	const params = { ...paramsOf({ ...empty(), where, filters, search }), select: ['id'] };
	const found = await app.call('db.queryBuilder.select', [uid, params]);
	const ids = JSON.stringify([...new Set(found.map(({ id }) => Number(id)))]);
	return query => query.whereRaw(`${alias}id in (${listed(app.database.client)})`, [ids]);
}

const rowsOf = (app, uid, alias = '') => app.strapi.db.getConnection(app.metadata.get(uid).tableName + alias);

/** What Strapi's builder throws by itself. */
class DatabaseError extends Error {
	constructor(message) {
		super(message);
		this.name = 'DatabaseError';
		this.details = {};
	}
}

/** Adds to columns. */
async function step(app, uid, state) {
	const columnOf = columnsOf(app, uid);
	const narrow = await narrower(app, uid, state);
	const query = narrow(rowsOf(app, uid));
	if (state.data) query.update(rowOf(columnOf, state.data));
	for (const { column, amount } of state.steps) query.increment(columnOf(column), amount);
	return query;
}

/** {column, order} of each of the entry's own attributes that `orderBy` names. */
function orderOf(columnOf, attributes, orderBy) {
	const named = (name, order = 'asc') => {
		if (typeof order !== 'string' || attributes[name]?.type === 'relation')
			throw new Missing('strapi.db.queryBuilder().orderBy of a relation beside count and max');
		return { column: columnOf(name), order };
	};
	return asList(orderBy ?? []).flatMap(one =>
		typeof one === 'string' ? [named(one)] : Object.entries(one).map(([name, order]) => named(name, order)),
	);
}

/** Whether a filter is about what is in other tables: Strapi joins these, and counts what differs. */
function isJoined(attributes, where) {
	if (Array.isArray(where)) return where.some(one => isJoined(attributes, one));
	return Object.entries(where ?? {}).some(([name, value]) =>
		name.startsWith('$')
			? typeof value === 'object' && isJoined(attributes, value)
			: ['relation', 'component'].includes(attributes[name]?.type),
	);
}

/** Rows with a count or the greatest of a column, one for each group. */
async function summarize(app, uid, state) {
	const { attributes } = app.metadata.get(uid);
	const columnOf = columnsOf(app, uid);
	const narrow = await narrower(app, uid, state, 't0.');
	const query = narrow(rowsOf(app, uid, ' as t0'));
	const { groupBy, limit, offset, type } = state;
	const isDistinct = !groupBy.length && isJoined(attributes, [...state.where, state.filters ?? {}]);
	query[type === 'count' && isDistinct ? 'countDistinct' : type]({ [type]: `t0.${columnOf(state[type])}` });
	if (groupBy.length) query.groupBy(asList(groupBy).map(name => columnOf(name.replace(/^t0\./, ''))));
	const order = orderOf(columnOf, attributes, state.orderBy);
	if (order.length) query.orderBy(order);
	if (limit) query.limit(limit);
	if (offset) query.offset(offset);
	return state.first ? query.first() : query;
}

/** Rows that are left out, or change those there are, where a unique index stands against them. */
async function insertBesides(app, uid, { data, onConflict, merge, ignore }) {
	const columnOf = columnsOf(app, uid);
	const rows = asList(data).map(one => rowOf(columnOf, one));
	const query = rowsOf(app, uid)
		.insert(Array.isArray(data) ? rows : rows[0])
		.returning('id');
	if (merge) return query.onConflict(onConflict).merge(merge);
	return ignore ? query.onConflict(onConflict).ignore() : query;
}

/** Entries that are read at a time. */
const AT_A_TIME = 500;

async function* entriesOf(app, uid, { limit, offset, ...state }) {
	let left = limit ?? Infinity;
	for (let from = offset ?? 0; left > 0; from += AT_A_TIME) {
		const most = Math.min(left, AT_A_TIME);
		const rows = await run.select(app, uid, { ...state, first: false, limit: most, offset: from });
		yield* rows;
		if (rows.length < most) return;
		left -= most;
	}
}

const empty = () => ({
	type: 'select',
	select: [],
	where: [],
	populate: null,
	orderBy: null,
	groupBy: [],
	limit: null,
	offset: null,
	steps: [],
});

const run = {
	async select(app, uid, state) {
		const rows = await app.call('db.queryBuilder.select', [uid, paramsOf(state.first ? { ...state, limit: 1 } : state)]);
		return state.first ? (rows[0] ?? null) : rows;
	},
	async count(app, uid, state) {
		if (state.groupBy.length || state.count !== 'id') return summarize(app, uid, state);
		const number = await app.call('db.queryBuilder.count', [uid, paramsOf(state)]);
		const row = { count: app.database.client === 'postgres' ? String(number) : number };
		return state.first ? row : [row];
	},
	async max(app, uid, state) {
		if (state.groupBy.length) return summarize(app, uid, state);
		const where = [...state.where, { [state.max]: { $notNull: true } }];
		const params = { ...paramsOf({ ...state, where }), select: [state.max], orderBy: { [state.max]: 'desc' }, limit: 1 };
		const [top] = await app.call('db.queryBuilder.select', [uid, params]);
		const row = { max: top?.[state.max] ?? null };
		return state.first ? row : [row];
	},
	async insert(app, uid, state) {
		const { data } = state;
		if (state.onConflict) return insertBesides(app, uid, state);
		const ids = await app.call('db.queryBuilder.insert', [uid, { data: asList(data) }]);
		return ids.map(id => ({ id }));
	},
	async update(app, uid, state) {
		if (state.steps.length) return step(app, uid, state);
		return app.call('db.queryBuilder.update', [uid, { ...paramsOf(state), data: state.data }]);
	},
	delete: (app, uid, state) => app.call('db.queryBuilder.delete', [uid, paramsOf(state)]),
};

const unsupportedMethods = ['join', 'runSubQuery'];

function builder(app, uid, state) {
	const set = values => {
		Object.assign(state, values);
		return made;
	};
	/** The state with the filters that a function gives. */
	const filtered = () => {
		if (typeof state.filters !== 'function') return state;
		return { ...state, filters: state.filters({ qb: made, uid, meta: app.metadata.get(uid), db: app.strapi.db }) };
	};
	const members = {
		state,
		alias: 't0',
		clone: () => builder(app, uid, { ...state, where: [...state.where], steps: [...state.steps] }),
		select: args => set({ type: 'select', select: [...new Set(asList(args))] }),
		addSelect: args => set({ select: [...new Set([...state.select, ...asList(args)])] }),
		insert: data => set({ type: 'insert', data }),
		update: data => set({ type: 'update', data }),
		delete: () => set({ type: 'delete' }),
		increment: (column, amount = 1) => set({ type: 'update', steps: [...state.steps, { column, amount }] }),
		decrement: (column, amount = 1) => set({ type: 'update', steps: [...state.steps, { column, amount: -amount }] }),
		count: (count = 'id') => set({ type: 'count', count }),
		max: max => set({ type: 'max', max }),
		where(where = {}) {
			const prototype = typeof where === 'object' && where !== null ? Object.getPrototypeOf(where) : undefined;
			if (prototype !== Object.prototype && prototype !== null) throw new Error('Where must be an object');
			return set({ where: [...state.where, where] });
		},
		limit: limit => set({ limit }),
		offset: offset => set({ offset }),
		orderBy: orderBy => set({ orderBy }),
		groupBy: groupBy => set({ groupBy }),
		populate: populate => set({ populate }),
		search: search => set({ search }),
		onConflict: onConflict => set({ onConflict }),
		merge: merge => set({ merge }),
		ignore: () => set({ ignore: true }),
		filters(filters) {
			set({ filters });
		},
		first: () => set({ first: true }),
		forUpdate: () => made,
		transacting(transaction) {
			const outside = transaction && !course.getStore()?.transaction;
			if (outside) throw new Missing('strapi.db.queryBuilder().transacting outside of a transaction');
			return made;
		},
		init({ _q, filters, where, select, limit, offset, orderBy, groupBy, populate } = {}) {
			if (!isNil(where)) made.where(where);
			if (!isNil(_q)) made.search(_q);
			made.select(isNil(select) ? '*' : select);
			for (const [name, value] of Object.entries({ limit, offset, orderBy, groupBy, populate, filters }))
				if (!isNil(value)) made[name](value);
			return made;
		},
		raw: (...args) => app.strapi.db.connection.raw(...args),
		ref: name => app.strapi.db.connection.ref(app.metadata.get(uid).attributes[name]?.columnName ?? name),
		getKnexQuery() {
			const { attributes } = app.metadata.get(uid);
			const columnOf = columnsOf(app, uid);
			const ways = {
				rows: alias => rowsOf(app, uid, alias),
				attributes,
				columnOf,
				rowOf: data => rowOf(columnOf, data),
				orderOf: orderBy => orderOf(columnOf, attributes, orderBy),
			};
			return knexQueryOf(ways, filtered());
		},
		async execute({ mapResults = true } = {}) {
			if (!mapResults && state.type === 'select') throw new Missing('strapi.db.queryBuilder().execute({ mapResults: false })');
			return run[state.type](app, uid, filtered());
		},
		stream({ mapResults = true } = {}) {
			if (!mapResults) throw new Missing('strapi.db.queryBuilder().stream({ mapResults: false })');
			if (state.type !== 'select')
				throw new DatabaseError(`query-builder.stream() has been called with an unsupported query type: "${state.type}"`);
			return Readable.from(entriesOf(app, uid, filtered()), { objectMode: true, highWaterMark: AT_A_TIME });
		},
	};
	const refused = Object.fromEntries(
		unsupportedMethods.map(name => [
			name,
			() => {
				throw new Missing(`strapi.db.queryBuilder().${name}`);
			},
		]),
	);
	const made = strict('strapi.db.queryBuilder()', { ...members, ...refused });
	return made;
}

export const makeQueryBuilder = app => uid => {
	app.metadata.get(uid);
	if (!app.metadata.isType(uid)) throw new Missing(`strapi.db.queryBuilder('${uid}')`);
	return builder(app, uid, empty());
};
