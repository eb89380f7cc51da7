// What the panel populates of an entry: all that its components hold, and its relations, or how many of them there are.
import set from 'lodash/set.js';
import { utilsOf } from './utils.mjs';

const isToMany = ({ relation }) => /Many$/.test(relation) || relation === 'morphMany';

/** Below a dynamic zone, by component. */
const zone = (app, { components = [] }, options, level) => ({
	on: Object.fromEntries(components.map(uid => [uid, { populate: deepPopulate(app, uid, options, level + 1) }])),
});

function relation(app, model, name, attribute, { initial, countMany, countOne }) {
	if (initial) return initial;
	const isVisible = utilsOf(app).contentTypes.isVisibleAttribute(model, name);
	return isVisible && (isToMany(attribute) ? countMany : countOne) ? { count: true } : true;
}

/** `initial`: of what a query asks for already, in place of what would be populated. Levels begin at 1. */
export function deepPopulate(app, uid, { initial, countMany = false, countOne = false, most = Infinity } = {}, level = 1) {
	if (level > most) return {};
	const model = app.strapi.getModel(uid);
	const populate = {};
	for (const [name, attribute] of Object.entries(model.attributes)) {
		const options = { initial: initial?.[name], countMany, countOne, most };
		if (attribute.type === 'relation') populate[name] = relation(app, model, name, attribute, options);
		else if (attribute.type === 'component') populate[name] = { populate: deepPopulate(app, attribute.component, options, level + 1) };
		else if (attribute.type === 'media') populate[name] = { populate: 'folder' };
		else if (attribute.type === 'dynamiczone') populate[name] = zone(app, attribute, options, level);
	}
	return populate;
}

/** What the filters of a query lead to. */
async function populateOf(app, uid, query) {
	const populate = {};
	const note = ({ attribute, path }) => {
		const leads =
			['media', 'component'].includes(attribute?.type) || (attribute?.type === 'relation' && !attribute.relation.includes('morphTo'));
		if (leads) set(populate, path.attribute.replace(/\./g, '.populate.'), {});
	};
	await utilsOf(app).traverse.traverseQueryFilters(note, { schema: app.strapi.getModel(uid) }, query);
	return populate;
}

/** strapi.service('plugin::content-manager.populate-builder')(uid). */
export const populateBuilder = app => uid => {
	const options = { countMany: false, countOne: false };
	let query;
	const builder = {
		populateFromQuery(given) {
			query = { given };
			return builder;
		},
		countRelations({ toMany, toOne } = { toMany: true, toOne: true }) {
			options.countMany = toMany ?? options.countMany;
			options.countOne = toOne ?? options.countOne;
			return builder;
		},
		countRelationsIf: (condition, what) => (condition ? builder.countRelations(what) : builder),
		populateDeep(level = Infinity) {
			options.most = level;
			return builder;
		},
		async build() {
			const initial = query && (await populateOf(app, uid, query.given));
			return options.most === undefined || options.most === -1 ? initial : deepPopulate(app, uid, { ...options, initial });
		},
	};
	return builder;
};

/** An entry with numbers in place of what it is related to. */
export function withCounts(app, entity, uid) {
	const model = app.strapi.getModel(uid);
	const { isVisibleAttribute } = utilsOf(app).contentTypes;
	const of = (name, value) => {
		const attribute = model.attributes[name];
		if (attribute?.type === 'relation' && isVisibleAttribute(model, name))
			return { count: Array.isArray(value) ? value.length : Number(Boolean(value)) };
		if (attribute?.type === 'dynamiczone') return value.map(part => withCounts(app, part, part.__component));
		if (attribute?.type !== 'component') return value;
		if (attribute.repeatable && value) return value.map(part => withCounts(app, part, attribute.component));
		return value ? withCounts(app, value, attribute.component) : null;
	};
	return Object.fromEntries(Object.entries(entity).map(([name, value]) => [name, of(name, value)]));
}

const isDraftable = (app, uid) => Boolean(app.strapi.getModel(uid)?.options?.draftAndPublish);
const isCounted = (app, model, name, attribute) =>
	isDraftable(app, attribute.target) && utilsOf(app).contentTypes.isVisibleAttribute(model, name);

/** How to count the drafts that an entry leads to: what to populate; undefined when there can be none. */
export function populateDrafts(app, uid) {
	const model = app.strapi.getModel(uid);
	const populate = {};
	let any = false;
	for (const [name, attribute] of Object.entries(model.attributes)) {
		if (attribute.type === 'relation' && isCounted(app, model, name, attribute)) {
			populate[name] = { count: true, filters: { publishedAt: { $null: true } } };
			any = true;
		} else if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
			const within = (attribute.components ?? [attribute.component]).map(one => populateDrafts(app, one)).filter(Boolean);
			if (!within.length) continue;
			populate[name] = { populate: Object.assign({}, ...within) };
			any = true;
		}
	}
	return any ? populate : undefined;
}

export function sumDrafts(app, entity, uid) {
	const model = app.strapi.getModel(uid);
	let sum = 0;
	for (const [name, attribute] of Object.entries(model.attributes)) {
		const value = entity[name];
		if (!value) continue;
		if (attribute.type === 'relation' && isCounted(app, model, name, attribute)) sum += value.count;
		else if (attribute.type === 'component') for (const part of [].concat(value)) sum += sumDrafts(app, part, attribute.component);
		else if (attribute.type === 'dynamiczone') for (const part of value) sum += sumDrafts(app, part, part.__component);
	}
	return sum;
}
