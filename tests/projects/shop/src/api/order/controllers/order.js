module.exports = require('@strapi/strapi').factories.createCoreController('api::order.order', {
	async find(ctx) {
		const { results, pagination } = await strapi
			.service('api::order.order')
			.find({ ...(await this.sanitizeQuery(ctx)), populate: { items: { fields: ['name'] }, note: true } });
		return this.transformResponse(await this.sanitizeOutput(results, ctx), { pagination });
	},
	async mine(ctx) {
		if (!ctx.state.user) return ctx.unauthorized('sign in', { why: 'none' });
		return strapi.entityService.findMany('api::order.order', {
			filters: { buyer: ctx.state.user.id },
			populate: { buyer: { fields: ['username'] } },
		});
	},
	async pages(ctx) {
		return strapi.entityService.findPage('api::order.order', { ...ctx.query, populate: { items: { count: true } }, sort: 'id' });
	},
});
