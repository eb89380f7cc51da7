// strapi.db.queryBuilder(uid): statements on the rows of a type. Nothing of it has events.
import { course } from '../course.mjs';
import { Missing } from '../errors.mjs';
import { strict } from '../load/strict.mjs';

const isNil = value => value === null || value === undefined;
const asList = value => (Array.isArray(value) ? value : [value]);

/** What of a state is a parameter of the services that read. */
function paramsOf(state) {
	const { select, populate, orderBy, groupBy, limit, offset, search, filters } = state;
	const where = [...state.where, ...(filters ? [filters] : [])];
	return {
		...(select.length && !select.includes('*') && { select }),
		...(where.length && { where: where.length === 1 ? where[0] : { $and: where } }),
		...(!isNil(populate) && { populate }),
		...(!isNil(orderBy) && { orderBy }),
		...(groupBy?.length && { groupBy }),
		...(limit && { limit }),
		...(offset && { offset }),
		...(!isNil(search) && { _q: search }),
	};
}

/** Adds to columns, which lectern has in SQL alone. */
async function step(app, uid, { where, filters, steps, data }) {
	const found = await app.call('db.queryBuilder.select', [uid, { ...paramsOf({ ...empty(), where, filters }), select: ['id'] }]);
	const { tableName, attributes } = app.metadata.get(uid);
	const columnOf = name => attributes[name]?.columnName ?? name;
	const query = app.strapi.db.getConnection(tableName).whereIn(
		'id',
		found.map(({ id }) => id),
	);
	if (data) throw new Missing('strapi.db.queryBuilder().update beside increment');
	for (const { column, amount } of steps) query.increment(columnOf(column), amount);
	return query;
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
		if (state.groupBy.length) throw new Missing('strapi.db.queryBuilder().count() beside groupBy');
		if (state.count !== 'id') throw new Missing(`strapi.db.queryBuilder().count('${state.count}')`);
		const number = await app.call('db.queryBuilder.count', [uid, paramsOf(state)]);
		const row = { count: app.database.client === 'postgres' ? String(number) : number };
		return state.first ? row : [row];
	},
	async max(app, uid, state) {
		if (state.groupBy.length) throw new Missing('strapi.db.queryBuilder().max() beside groupBy');
		const where = [...state.where, { [state.max]: { $notNull: true } }];
		const params = { ...paramsOf({ ...state, where }), select: [state.max], orderBy: { [state.max]: 'desc' }, limit: 1 };
		const [top] = await app.call('db.queryBuilder.select', [uid, params]);
		const row = { max: top?.[state.max] ?? null };
		return state.first ? row : [row];
	},
	async insert(app, uid, { data }) {
		const ids = await app.call('db.queryBuilder.insert', [uid, { data: asList(data) }]);
		return ids.map(id => ({ id }));
	},
	async update(app, uid, state) {
		if (state.steps.length) return step(app, uid, state);
		return app.call('db.queryBuilder.update', [uid, { ...paramsOf(state), data: state.data }]);
	},
	delete: (app, uid, state) => app.call('db.queryBuilder.delete', [uid, paramsOf(state)]),
};

const lacking = ['onConflict', 'merge', 'ignore', 'join', 'stream', 'getKnexQuery', 'runSubQuery'];

function builder(app, uid, state) {
	const set = values => {
		Object.assign(state, values);
		return made;
	};
	const members = {
		state,
		alias: 't0',
		clone: () => builder(app, uid, structuredClone(state)),
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
		filters(filters) {
			if (typeof filters === 'function') throw new Missing('strapi.db.queryBuilder().filters with a function');
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
		async execute({ mapResults = true } = {}) {
			if (!mapResults && state.type === 'select') throw new Missing('strapi.db.queryBuilder().execute({ mapResults: false })');
			return run[state.type](app, uid, state);
		},
	};
	const refused = Object.fromEntries(
		lacking.map(name => [
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
