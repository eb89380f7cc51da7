// A controller of an API without a type, made with another API's core controller.
const { createCoreController } = require('@strapi/strapi').factories;
module.exports = createCoreController('api::category.category', () => ({
	async list(ctx) { ctx.query.pagination = { pageSize: 1 }; return super.find(ctx); },
	async mine(ctx) { return this.find(ctx); },
}));
