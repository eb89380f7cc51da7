// What createCoreService has for a content type: what `super` is in a service.
import { errors } from '../errors.mjs';
import { asOffset, isCounted, paginationOf, withTotal } from './pagination.mjs';

const getFetchParams = params => ({ publicationState: 'live', ...params });

function setPublishedAt(type, data) {
	if (type.options?.draftAndPublish) data.publishedAt = data.publishedAt === undefined ? new Date() : data.publishedAt;
}

const ofCollection = (app, uid) => ({
	getFetchParams,
	async find(params = {}) {
		const wanted = this.getFetchParams(params);
		const info = paginationOf(app.config, wanted);
		const results = await app.strapi.entityService.findMany(uid, { ...wanted, ...asOffset(info) });
		if (!isCounted(app.config, wanted)) return { results, pagination: info };
		return { results, pagination: withTotal(info, await app.strapi.entityService.count(uid, { ...wanted, ...info })) };
	},
	async findOne(id, params = {}) {
		return app.strapi.entityService.findOne(uid, id, this.getFetchParams(params));
	},
	async create(params = { data: {} }) {
		setPublishedAt(app.contentTypes[uid], params.data);
		return app.strapi.entityService.create(uid, params);
	},
	async update(id, params = { data: {} }) {
		return app.strapi.entityService.update(uid, id, params);
	},
	async delete(id, params = {}) {
		return app.strapi.entityService.delete(uid, id, params);
	},
});

const ofSingle = (app, uid) => ({
	getFetchParams,
	async find(params = {}) {
		return app.strapi.entityService.findMany(uid, this.getFetchParams(params));
	},
	async createOrUpdate({ data, ...params } = { data: {} }) {
		const entity = await this.find({ ...params, publicationState: 'preview' });
		if (entity) return app.strapi.entityService.update(uid, entity.id, { ...params, data });
		if ((await app.strapi.query(uid).count()) >= 1) throw new errors.ValidationError('singleType.alreadyExists');
		setPublishedAt(app.contentTypes[uid], data);
		return app.strapi.entityService.create(uid, { ...params, data });
	},
	async delete(params = {}) {
		const entity = await this.find(params);
		return entity ? app.strapi.entityService.delete(uid, entity.id) : undefined;
	},
});

export const coreService = (app, uid) => (app.contentTypes[uid].kind === 'singleType' ? ofSingle : ofCollection)(app, uid);
