'use strict';
// Copies of entries, and relations by themselves: what comes of them, which hooks run, what is told.
const REST = 'api::restaurant.restaurant';
const CHAIN = 'api::chain.chain';
const CAT = 'api::category.category';
const SINK = 'api::kitchen-sink.kitchen-sink';

const told = (run) => run().then((value) => value ?? null, ({ name, message, details }) => [name, message, details ?? null]);
const find = (uid, id, populate) => strapi.db.query(uid).findOne({ where: { id }, populate });
const ids = { select: ['id'] };
const deep = {
	cover: true,
	gallery: true,
	address: { populate: ['geo', 'map'] },
	hours: true,
	categories: true,
	reviews: true,
	chain: true,
	owner: ids,
	neighbours: ids,
	localizations: ids,
	blocks: {
		on: {
			'blocks.rich-text': true,
			'blocks.quote': true,
			'blocks.slider': { populate: ['files'] },
			'blocks.related': { populate: { restaurants: ids, category: ids } },
		},
	},
};
const changing = ['url', 'hash', 'formats', 'provider_metadata', 'createdAt', 'updatedAt', 'publishedAt', 'password'];
const shorten = (key, value) => (changing.includes(key) ? typeof value : value);
const short = (value) => (value === undefined ? null : JSON.parse(JSON.stringify(value, shorten)));

let seen = null;
let emitted = [];

async function recorded(run) {
	seen = [];
	emitted = [];
	const value = await told(run);
	const events = seen;
	seen = null;
	return { value: short(value), events };
}

const trx = (run) => strapi.db.transaction(({ trx: transaction }) => run({ transaction }));

module.exports = {
	/** A hook, and a listener. */
	note(event) {
		// lectern looks for unique values without hooks.
		if (!seen || (event.action.endsWith('FindOne') && !event.params.where?.id)) return;
		const { data, where } = event.params;
		const times = data && ['createdAt', 'updatedAt'].map((key) => (data[key] instanceof Date ? 'date' : typeof data[key]));
		const names = data && Object.keys(data).sort().join();
		seen.push([event.action, event.model.uid, names, times, JSON.stringify(where), event.result?.id ?? null]);
	},
	emitted(uid, entry) {
		emitted.push([uid, Object.keys(entry).sort().join()]);
	},

	async whole() {
		const data = { name: 'Copy of one', slug: 'copy-1' };
		const made = await recorded(() => strapi.entityService.clone(REST, 1, { data, populate: ['cover', 'address', 'hours'] }));
		return { ...made, emitted };
	},
	async read() {
		const data = { name: 'Copy of four', slug: 'copy-4', founded: new Date('2020-05-06T00:00:00Z') };
		const { id } = await strapi.entityService.clone(REST, 4, { data });
		const [copy, source] = [await find(REST, id, deep), await find(REST, 4, deep)];
		return { copy: short(copy), source: short(source), kept: ['createdAt', 'updatedAt'].map((time) => copy[time] === source[time]) };
	},
	async changed() {
		const data = {
			name: 'Changed',
			slug: 'copy-2',
			categories: { connect: [{ id: 3 }], disconnect: [{ id: 1 }] },
			hours: [{ day: 'sun' }],
			address: { street: 'Own street' },
			reviews: { disconnect: [2] },
			blocks: [{ __component: 'blocks.quote', text: 'q' }],
		};
		const { id } = await strapi.entityService.clone(REST, 2, { data });
		return { copy: short(await find(REST, id, deep)), source: short(await find(REST, 2, deep)) };
	},
	async set() {
		const data = { name: 'Set', slug: 'copy-3', categories: [2, 1], reviews: { set: [5] }, cover: null, gallery: [1] };
		const { id } = await strapi.entityService.clone(REST, 3, { data });
		return { copy: short(await find(REST, id, deep)), source: short(await find(REST, 3, deep)) };
	},
	async refused() {
		const { clone } = strapi.entityService;
		return [
			await told(() => strapi.entityService.clone(REST, 1, {})),
			await told(() => strapi.entityService.clone(REST, 1)),
			await told(() => strapi.entityService.clone(REST, 99999, { data: {} })),
			await told(() => strapi.entityService.clone(REST, 1, { data: { name: null } })),
			await told(() => strapi.entityService.clone(CHAIN, 1, { data: {} })),
			typeof clone,
		];
	},
	async chain() {
		const made = await recorded(() => strapi.entityService.clone(CHAIN, 1, { data: { name: 'Second chain' } }));
		const all = { restaurants: ids, headquarters: true, seo: { populate: ['image'] }, bookmark: true };
		return { ...made, copy: short(await find(CHAIN, made.value.id, all)), source: short(await find(CHAIN, 1, all)) };
	},
	async category() {
		const made = await recorded(() => strapi.db.query(CAT).clone(1, { data: { name: 'By query', code: null } }));
		const all = { bookmarks: true, restaurants: ids, parent: true, children: true };
		const other = await recorded(() => strapi.db.query(CAT).clone(99999, { data: { name: 'Of nothing' }, select: ['name'] }));
		return { ...made, other, emitted, copy: short(await find(CAT, made.value.id, all)), source: short(await find(CAT, 1, all)) };
	},
	async query() {
		const populate = ['address', 'categories'];
		return [
			await recorded(() => strapi.db.query(CAT).clone(2)),
			await recorded(() => strapi.db.query(CAT).clone(2, { data: 'x' })),
			await recorded(() => strapi.db.query(REST).clone(1, { data: { name: 'By query', slug: 'by-query' }, populate })),
			await recorded(() => strapi.db.query(REST).clone(1, { data: { slug: 'in-german', locale: 'de' } })),
		];
	},
	async relations() {
		const em = strapi.db.entityManager;
		const { id } = await strapi.db.query(REST).create({ data: { name: 'R', slug: 'r-1' } });
		const all = { categories: ids, reviews: ids, chain: ids, gallery: ids, cover: ids, blocks: true, hours: true, address: true };
		const read = async () => short(await find(REST, id, all));
		const states = [];
		const step = async (run) => states.push(await told(() => trx(run)), await read());
		const data = { categories: [3, 1], chain: 2, gallery: [2, 1], reviews: [7], cover: 1 };
		await step((options) => em.attachRelations(REST, id, data, options));
		await step(() => strapi.db.query(REST).updateRelations(id, { categories: { connect: [2], disconnect: [3] }, chain: null }));
		await trx((options) => em.attachRelations(REST, id, { categories: [4] }, options));
		states.push((await read()).categories.map((one) => one.id).sort());
		await step((options) => em.cloneRelations(REST, id, 1, { categories: [5] }, options));
		await step((options) => em.cloneRelations(REST, id, 2, {}, { ...options, cloneAttrs: ['chain'] }));
		await strapi.db.query(REST).updateRelations(id, { cover: 1, gallery: [1] });
		await step((options) => em.deleteRelations(REST, id, options));
		const bookmarked = await strapi.entityService.create(CAT, { data: { name: 'with bookmarks', bookmarks: [1, 2] }, populate: ['bookmarks'] });
		states.push(bookmarked.bookmarks.map((one) => one.id));
		await trx((options) => em.deleteRelations(CAT, bookmarked.id, options));
		states.push((await find(CAT, bookmarked.id, ['bookmarks'])).bookmarks ?? null);
		return states;
	},
	async failing() {
		const count = () => strapi.db.query(CAT).count();
		const before = await count();
		const all = [];
		const copy = async (run) => all.push(await told(run), (await count()) - before);
		await copy(() => strapi.entityService.clone(CAT, 1, { data: { name: 'refuse-before' } }));
		await copy(() => strapi.entityService.clone(CAT, 1, { data: { name: 'refuse-after' } }));
		await copy(() => strapi.db.query(CAT).clone(1, { data: { name: 'refuse-after-query' } }));
		await copy(() => strapi.entityService.clone(CAT, 1, { data: { name: 'copies-in-hook' } }));
		return all;
	},
	async values() {
		const json = { a: { b: 1 }, list: [1, 2] };
		const data = { string: 'sink', password: 'secret', json, datetime: new Date('2021-01-02T03:04:05Z'), uniq: 'own-1', requiredText: 't' };
		const made = await strapi.entityService.create(SINK, { data });
		const stored = await strapi.db.query(SINK).findOne({ where: { id: made.id } });
		const other = { json: { a: { c: 2 }, list: [3] }, uniq: 'own-2', datetime: new Date('2022-01-02T03:04:05Z') };
		const copy = await strapi.entityService.clone(SINK, made.id, { data: other });
		const read = await strapi.db.query(SINK).findOne({ where: { id: copy.id } });
		return { made: short(made), copy: short(copy), read: short(read), hashed: [read.password !== stored.password, read.password.length] };
	},
	async validated() {
		const { validateEntityCreation, validateEntityUpdate } = strapi.entityValidator;
		const model = strapi.getModel(REST);
		const date = new Date('2020-01-02T00:00:00Z');
		const made = await validateEntityCreation(model, { name: 'n', slug: 'own-slug', founded: date, seats: '12', unknown: 1, hours: [{ day: 'mon' }] });
		return [
			{ ...short(made), founded: made.founded === date },
			await told(() => validateEntityCreation(model, {})),
			await told(() => validateEntityCreation(model, { address: {}, hours: [{}] }, { isDraft: true })),
			await told(() => validateEntityCreation(model, { name: 'n', address: {}, rating: 9, categories: [99999] }, { isDraft: false })),
			await told(() => validateEntityCreation(model, 'text')),
			await told(() => validateEntityCreation(model)),
			await told(() => validateEntityUpdate(model, null)),
			await told(() => validateEntityUpdate(model, { name: null, seats: -1 })),
			short(await validateEntityUpdate(model, { seats: '3' }, { isDraft: false }, { id: 1 })),
			await told(() => validateEntityUpdate(strapi.getModel(CAT), { name: 'Category 1' }, {}, { id: 1 })),
			await told(() => validateEntityUpdate(strapi.getModel(CAT), { name: 'Category 1' }, {}, { id: 2 })),
			await told(() => validateEntityCreation(strapi.getModel('location.address'), { city: 1 })),
		];
	},
};
