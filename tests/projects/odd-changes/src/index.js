'use strict';
// Hooks before a change that say what its answer shows.
const shown = {
	parent: { populate: ['parent'] },
	private: { populate: ['createdBy', 'parent'], select: ['code'] },
	nothing: { populate: [] },
	children: { populate: { children: { select: ['id', 'name'], orderBy: { id: 'asc' }, limit: 2 } }, select: ['name'] },
};
const change = ({ params }) => Object.assign(params, shown[params.data.code]);

module.exports = {
	bootstrap({ strapi }) {
		strapi.db.lifecycles.subscribe({ models: ['api::category.category'], beforeCreate: change, beforeUpdate: change });
	},
};
