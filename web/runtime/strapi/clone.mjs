// Copies of entries, by the steps that Strapi makes them with: strapi.db.query(uid).clone and strapi.entityService.clone.
import bcrypt from 'bcryptjs';
import isObjectLike from 'lodash/isObjectLike.js';
import merge from 'lodash/merge.js';
import omit from 'lodash/omit.js';
import pickBy from 'lodash/pickBy.js';
import { clonedRelations, cloneRelations } from './relations.mjs';

const isNil = value => value === null || value === undefined;

/** Errors of hooks behind a copy: it stays. */
const late = new WeakSet();

async function inTransaction(app, run) {
	let kept;
	const result = await app.strapi.db.transaction(() =>
		run().catch(error => {
			if (!late.has(error)) throw error;
			kept = error;
		}),
	);
	if (kept) throw kept;
	return result;
}

function markLate(error) {
	if (isObjectLike(error)) late.add(error);
	throw error;
}

/** The row of the copy: what the entry has, with what was given over it. */
async function rowOf(app, uid, id, data) {
	const entity = await app.strapi.db.query(uid).findOne({ where: { id } });
	const row = merge({}, omit(entity ?? {}, ['id']), data);
	return pickBy(row, value => value !== undefined);
}

export const cloneByQuery =
	(app, uid) =>
	(cloneId, params = {}) =>
		inTransaction(app, async () => {
			const { data } = params;
			const query = app.strapi.db.query(uid);
			const now = new Date();
			if (isObjectLike(data)) for (const time of ['createdAt', 'updatedAt']) if (data[time] === undefined) data[time] = now;
			if (isObjectLike(data) && isNil(data.locale) && app.strapi.getModel(uid).pluginOptions?.i18n?.localized === true) {
				await app.strapi.plugin('i18n')?.service('localizations').assignDefaultLocaleToEntries(data);
			}
			const states = await app.lifecycles.runAll('beforeCreate', uid, { params });
			if (!isNil(params.data) && !(isObjectLike(params.data) && !Array.isArray(params.data)))
				throw new Error('Create expects a data object');
			const [{ id }] = await app.strapi.db
				.queryBuilder(uid)
				.insert(await rowOf(app, uid, cloneId, params.data))
				.execute();
			await cloneRelations(app, uid, id, cloneId, params.data, Object.keys(clonedRelations(app, uid)));
			const result = await query.findOne({ where: { id }, select: params.select, populate: params.populate });
			await app.lifecycles.runAll('afterCreate', uid, { params, result }, states).catch(markLate);
			return result;
		});

/** Copies data, which has components as they were read or given, with new components. */
function components(app) {
	const pivot = (field, uid) => ({ field, ...(uid && { component_type: uid }) });
	const model = uid => app.strapi.getModel(uid);
	const isComponent = ({ type }) => type === 'component' || type === 'dynamiczone';

	const without = (uid, data) =>
		omit(
			data,
			Object.keys(model(uid).attributes).filter(name => isComponent(model(uid).attributes[name])),
		);

	/** `one` makes a component; gives what names them in the data of their entry. */
	async function each(uid, data, one) {
		const made = {};
		for (const [name, attribute] of Object.entries(model(uid).attributes)) {
			if (!isComponent(attribute) || !(name in data)) continue;
			const value = data[name];
			const zone = attribute.type === 'dynamiczone';
			if (!zone && value === null) continue;
			if (!zone && !attribute.repeatable) {
				const { id } = await one(attribute.component, value);
				made[name] = { id, __pivot: pivot(name, attribute.component) };
				continue;
			}
			if (!Array.isArray(value)) throw new Error('Expected an array to create repeatable component');
			made[name] = [];
			for (const part of value) {
				const kind = zone ? part.__component : attribute.component;
				const { id } = await one(kind, part);
				made[name].push({ id, ...(zone && { __component: kind }), __pivot: pivot(name, zone ? undefined : kind) });
			}
		}
		return made;
	}

	async function create(uid, data) {
		const made = await each(uid, data, create);
		return app.strapi.db.query(uid).create({ data: { ...omit(without(uid, data), ['id']), ...made } });
	}

	async function clone(uid, data) {
		if (!('id' in data) || data.id === undefined) return create(uid, data);
		const made = await cloneAll(uid, data.id, data);
		return app.strapi.db.query(uid).clone(data.id, { data: { ...omit(without(uid, data), ['id']), ...made } });
	}

	/** Of components that data does not name those of the entry are copied. */
	async function cloneAll(uid, id, data) {
		const names = Object.keys(model(uid).attributes).filter(name => isComponent(model(uid).attributes[name]));
		if (!names.length) return {};
		const stored = await app.strapi.db.query(uid).load({ id }, names);
		return each(uid, { ...stored, ...data }, clone);
	}

	return { cloneAll, without };
}

function hashPasswords(model, data) {
	for (const [name, { type, encryption }] of Object.entries(model.attributes)) {
		if (type !== 'password' || !(typeof data[name] === 'string' || data[name] instanceof Buffer)) continue;
		data[name] = bcrypt.hashSync(String(data[name]), Number(encryption?.rounds ?? 10));
	}
	return data;
}

function mediaOf(app, uid) {
	const populate = {};
	for (const [name, { type, component, components: parts }] of Object.entries(app.strapi.getModel(uid).attributes)) {
		if (type === 'media') populate[name] = true;
		else if (type === 'component') populate[name] = { populate: mediaOf(app, component) };
		else if (type === 'dynamiczone') {
			populate[name] = { on: Object.fromEntries((parts ?? []).map(part => [part, { populate: mediaOf(app, part) }])) };
		}
	}
	return populate;
}

/** strapi.entityService.clone; its parameters are wrapped, and files are attached, by the service. */
export const cloneByService = app => async (uid, cloneId, params) => {
	const { data } = params ?? {};
	if (!data) throw new Error('cannot clone');
	const model = app.strapi.getModel(uid);
	const query = app.strapi.db.query(uid);
	const { cloneAll, without } = components(app);
	return inTransaction(app, async () => {
		const entity = await query.findOne({ where: { id: cloneId }, populate: mediaOf(app, uid) });
		if (!entity) return null;
		const isDraft = model.options?.draftAndPublish === true && entity.publishedAt === null;
		const wanted = omit(merge(entity, data), ['id']);
		const valid = await app.strapi.entityValidator.validateEntityCreation(model, wanted, { isDraft });
		const selection = await app.call('entityService.selection', [uid, params]);
		const made = await cloneAll(uid, cloneId, valid);
		const copy = await query.clone(cloneId, { ...selection, data: hashPasswords(model, { ...without(uid, valid), ...made }) });
		await app.call('entityService.notifyCreated', [uid, copy.id, params]);
		return copy;
	});
};
