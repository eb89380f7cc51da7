// The service entity-manager of the plugin content-manager: what the panel does to entries, as code may call it.
import omit from 'lodash/omit.js';
import { errors } from '../errors.mjs';
import { deepPopulate, populateDrafts, sumDrafts, withCounts } from './deep-populate.mjs';
import { utilsOf } from './utils.mjs';

export function entityManager(app) {
	const { strapi } = app;
	const service = () => strapi.entityService;
	/** Webhooks are told of relations; where they are not, these are counted by the database. */
	const tellsRelations = () => strapi.config.get('server.webhooks.populateRelations', true);
	const whole = uid => deepPopulate(app, uid, { countMany: !tellsRelations(), countOne: !tellsRelations() });
	const shown = (entity, uid) => (entity && tellsRelations() ? withCounts(app, entity, uid) : entity);
	const asDraft = (body, uid) => ({ ...body, ...(strapi.getModel(uid).options?.draftAndPublish && { publishedAt: null }) });

	async function emit(event, entity, uid) {
		const model = strapi.getModel(uid);
		const entry = await utilsOf(app).sanitize.sanitizers.defaultSanitizeOutput(model, entity);
		strapi.eventHub.emit(event, { model: model.modelName, entry });
	}
	const check = (entity, uid) => strapi.entityValidator.validateEntityCreation(strapi.getModel(uid), entity, undefined, entity);

	async function turn(manager, entity, uid, data, event) {
		const turned = await service().update(uid, entity.id, { data, populate: whole(uid) });
		await emit(event, turned, uid);
		return shown(await manager.mapEntity(turned, uid), uid);
	}
	async function turnMany(entities, uid, publishedAt, event) {
		const filters = { id: { $in: entities.map(({ id }) => id) } };
		const count = await strapi.db.query(uid).updateMany({ where: filters, data: { publishedAt } });
		const turned = await service().findMany(uid, { filters, populate: whole(uid) });
		await Promise.all(turned.map(entity => emit(event, entity, uid)));
		return count;
	}

	return {
		/** For plugins to put another in its place. */
		mapEntity: entity => entity,
		async mapEntitiesResponse(entities, uid) {
			if (!entities?.results) return this.mapEntity(entities, uid);
			return { ...entities, results: await Promise.all(entities.results.map(entity => this.mapEntity(entity, uid))) };
		},
		async find(params, uid) {
			return this.mapEntitiesResponse(await service().findMany(uid, { ...params, populate: deepPopulate(app, uid) }), uid);
		},
		async findPage(params, uid) {
			return this.mapEntitiesResponse(await service().findPage(uid, params), uid);
		},
		async findOne(id, uid, params = {}) {
			return this.mapEntity(await service().findOne(uid, id, params), uid);
		},
		async create(body, uid) {
			return shown(await this.mapEntity(await service().create(uid, { data: asDraft(body, uid), populate: whole(uid) }), uid), uid);
		},
		async update(entity, body, uid) {
			const params = { data: omit(body, 'publishedAt'), populate: whole(uid) };
			return shown(await this.mapEntity(await service().update(uid, entity.id, params), uid), uid);
		},
		async clone(entity, body, uid) {
			return shown(await service().clone(uid, entity.id, { data: asDraft(body, uid), populate: whole(uid) }), uid);
		},
		async delete(entity, uid) {
			return shown(await service().delete(uid, entity.id, { populate: whole(uid) }), uid);
		},
		deleteMany: (params, uid) => service().deleteMany(uid, params),
		async publish(entity, uid, body = {}) {
			if (entity.publishedAt) throw new errors.ApplicationError('already.published');
			await check(entity, uid);
			return turn(this, entity, uid, { ...body, publishedAt: new Date() }, 'entry.publish');
		},
		async unpublish(entity, uid, body = {}) {
			if (!entity.publishedAt) throw new errors.ApplicationError('already.draft');
			return turn(this, entity, uid, { ...body, publishedAt: null }, 'entry.unpublish');
		},
		async publishMany(entities, uid) {
			if (!entities.length) return null;
			await Promise.all(entities.map(entity => check(entity, uid)));
			const drafts = entities.filter(({ publishedAt }) => !publishedAt);
			return turnMany(drafts, uid, new Date(), 'entry.publish');
		},
		async unpublishMany(entities, uid) {
			if (!entities.length) return null;
			const published = entities.filter(({ publishedAt }) => publishedAt);
			return turnMany(published, uid, null, 'entry.unpublish');
		},
		async countDraftRelations(id, uid) {
			const populate = populateDrafts(app, uid);
			return populate ? sumDrafts(app, await service().findOne(uid, id, { populate }), uid) : 0;
		},
		async countManyEntriesDraftRelations(ids, uid, locale = 'en') {
			const populate = populateDrafts(app, uid);
			if (!populate) return 0;
			const entities = await service().findMany(uid, { populate, filters: { id: { $in: ids } }, locale });
			return entities.reduce((sum, entity) => sum + sumDrafts(app, entity, uid), 0);
		},
	};
}
