// A token for a client, made once.
module.exports = {
	async bootstrap({ strapi }) {
		const tokens = strapi.service('admin::api-token');
		if (await tokens.exists({ name: 'seeded' })) return;
		strapi.seeded = await tokens.create({ name: 'seeded', description: 'for a client', type: 'custom', lifespan: null, permissions: ['api::category.category.findOne'] });
	},
};
