// An object in the place of a function; members that no super reaches.
const { createCoreController } = require('@strapi/strapi').factories;
module.exports = createCoreController('api::chain.chain', {
	async find(ctx) {
		const { data, meta } = await Object.getPrototypeOf(this).find.call(this, ctx);
		return { data: data.slice(0, 1), meta };
	},
	transformResponse(data, meta) { return { wrapped: data, meta: meta ?? null }; },
	async own(ctx) { return this.transformResponse(await strapi.service('api::chain.chain').findOne(1, {})); },
});
