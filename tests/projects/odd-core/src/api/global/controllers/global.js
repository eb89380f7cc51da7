const { createCoreController } = require('@strapi/strapi').factories;
module.exports = createCoreController('api::global.global', () => ({
	async find(ctx) {
		if (ctx.query.deep) { delete ctx.query.deep; ctx.query = { ...ctx.query, populate: { seo: true, favicon: { fields: ['url', 'name'] } } }; }
		if (ctx.query.fail) { delete ctx.query.fail; throw new (require('@strapi/utils').errors.NotFoundError)('no global', { a: 1 }); }
		const response = await super.find(ctx);
		response.data.attributes.added = true;
		return response;
	},
	async update(ctx) {
		if (ctx.query.mode) { delete ctx.query.mode; ctx.request.body = { data: { ...ctx.request.body.data, siteName: `${ctx.request.body.data.siteName}!` } }; }
		const response = await super.update(ctx);
		return { ...response, meta: { updated: true } };
	},
	async delete(ctx) { return { refused: true, sup: typeof super.delete, create: typeof super.create, one: typeof super.findOne }; },
}));
