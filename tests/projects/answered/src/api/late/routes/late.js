'use strict';
// Actions of a core controller that code begins and does not wait for.
const categories = () => strapi.controller('api::category.category');
const handlers = {
	async thrown(ctx) {
		await Promise.all([categories().delete(ctx), ctx.nothing.id]);
	},
	async thrownLater(ctx) {
		await strapi.entityService.findMany('api::category.category', { limit: 1 });
		await Promise.all([categories().delete(ctx), ctx.nothing.id]);
	},
	async service(ctx) {
		await Promise.all([strapi.entityService.delete('api::category.category', ctx.params.id), ctx.nothing.id]);
	},
	timed(ctx) {
		setTimeout(() => categories().delete(ctx), 50);
		return 'begun';
	},
	update(ctx) {
		ctx.request.body = { data: { name: 'Behind' } };
		setTimeout(() => categories().update(ctx), 50);
		return 'begun';
	},
};
module.exports = {
	routes: Object.entries(handlers).map(([name, handler]) => ({ method: 'GET', path: `/late/${name}/:id`, handler, config: { auth: false } })),
};
