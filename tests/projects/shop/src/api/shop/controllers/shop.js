module.exports = ({ strapi }) => ({
	index: ctx => {
		ctx.body = {
			shops: Object.keys(strapi.api),
			plugin: strapi.plugin('tally').config('step'),
			svc: strapi.service('api::shop.shop').hello('x'),
		};
	},
	async counted(ctx) {
		await strapi.plugin('tally').service('tally').bump(ctx.params.key);
		ctx.send(await strapi.plugin('tally').service('tally').all(), 202);
	},
});
