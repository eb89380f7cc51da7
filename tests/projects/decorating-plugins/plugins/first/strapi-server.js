module.exports = {
	bootstrap({ strapi }) {
		strapi.entityService.decorate(service => ({
			async findMany(uid, params) {
				const found = await service.findMany.call(this, uid, params);
				if (uid === 'api::category.category') for (const one of found) one.name += ' first';
				return found;
			},
			async create(uid, params) {
				if (params.data.name) params.data.name += ' first';
				return service.create.call(this, uid, params);
			},
		}));
	},
};
