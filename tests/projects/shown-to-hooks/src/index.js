'use strict';
// Hooks before a deletion say what the hook behind it gets.
const seen = [];
module.exports = {
	register({ strapi }) {
		strapi.seen = seen;
	},
	bootstrap({ strapi }) {
		strapi.db.lifecycles.subscribe({
			models: ['api::restaurant.restaurant', 'api::review.review'],
			beforeDelete(event) {
				event.params.populate = event.model.uid.endsWith('review') ? { restaurant: { select: 'id' } } : ['chain', 'owner'];
				if (event.params.where.id === 4) event.params.select = ['name'];
			},
			afterDelete({ result, params }) {
				const { chain, owner, restaurant } = result;
				seen.push([Object.keys(result).length, result.name ?? null, chain ?? null, owner?.username ?? null, restaurant ?? null, params.populate]);
			},
		});
	},
};
