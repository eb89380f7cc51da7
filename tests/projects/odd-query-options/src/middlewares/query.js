'use strict';
// What code puts into ctx.query, by the header x-q: in place, or as a whole with x-how:whole.
const set = {
	many: () => ({ filters: { id: { $in: Array.from({ length: 150 }, (_, i) => i) } } }),
	empty: () => ({ filters: { id: { $in: [] } } }),
	notEmpty: () => ({ filters: { id: { $notIn: [] } } }),
	undef: () => ({ filters: { id: undefined }, pagination: { limit: 2 } }),
	nul: () => ({ filters: { name: null } }),
	eqNull: () => ({ filters: { name: { $eq: null } } }),
	nums: () => ({ pagination: { page: 2, pageSize: 3 } }),
	bool: () => ({ filters: { name: { $notNull: true } }, pagination: { limit: 1 } }),
	boolf: () => ({ filters: { name: { $null: false } }, pagination: { limit: 1 } }),
	date: () => ({ filters: { createdAt: { $lt: new Date(0) } } }),
	date2: () => ({ filters: { createdAt: { $gt: new Date(0) } }, pagination: { limit: 1 } }),
	or: () => ({ filters: { $or: [{ id: 1 }, { id: { $in: [2, 3] } }, { name: { $contains: "Chain 4" } }] } }),
	emptyOr: () => ({ filters: { $or: [] } }),
	emptyAnd: () => ({ filters: { $and: [] }, pagination: { limit: 1 } }),
	emptyObj: () => ({ filters: {}, pagination: { limit: 1 } }),
	emptyName: () => ({ filters: { name: {} }, pagination: { limit: 1 } }),
	text: () => ({ filters: { name: "" } }),
	emptyText: () => ({ filters: { name: { $contains: "" } }, pagination: { limit: 1 } }),
	sortList: () => ({ sort: ["name:desc", "id:asc"], pagination: { limit: 2 } }),
	sortObj: () => ({ sort: { name: "desc" }, pagination: { limit: 2 } }),
	fieldsEmpty: () => ({ fields: [], pagination: { limit: 1 } }),
	populateTrue: () => ({ populate: true, pagination: { limit: 1 } }),
	populateObj: () => ({ populate: { restaurants: { fields: ["name"], filters: { id: { $in: [] } } } }, pagination: { limit: 1 } }),
	populateEmpty: () => ({ populate: [], pagination: { limit: 1 } }),
	populateEmptyObj: () => ({ populate: {}, pagination: { limit: 1 } }),
	deep: () => ({ filters: { $not: { $not: { $not: { $not: { id: 1 } } } } } }),
	proto: () => ({ filters: { id: { $eq: "1", constructor: 1 } } }),
	objList: () => ({ filters: { id: { $in: { 0: 1, 1: 2 } } } }),
	nan: () => ({ filters: { id: NaN } }),
	sym: () => ({ filters: { id: { $in: [undefined] } } }),
	listNull: () => ({ filters: { id: { $in: [null, 1] } } }),
	nestedList: () => ({ filters: { id: { $in: [[1, 2]] } } }),
	amp: () => ({ filters: { name: { $contains: "a&b=c[d]" } } }),
	space: () => ({ filters: { name: { $eq: "Chain 1" } } }),
	plus: () => ({ filters: { name: { $eq: "Chain+1" } } }),
	limit0: () => ({ pagination: { limit: 0 } }),
	limitNeg: () => ({ pagination: { limit: -1 } }),
	fn: () => ({ filters: { id: () => 1 }, pagination: { limit: 1 } }),
	locale: () => ({ locale: "fr", pagination: { limit: 1 } }),
	pub: () => ({ publicationState: "preview", pagination: { limit: 1 } }),
};
module.exports = () => (ctx, next) => {
	const make = set[ctx.get('x-q')];
	if (!make) return next();
	if (ctx.get('x-how') === 'whole') {
		ctx.query = make();
	} else {
		for (const key of Object.keys(ctx.query)) delete ctx.query[key];
		Object.assign(ctx.query, make());
	}
	return next();
};
