module.exports = require('@strapi/strapi').factories.createCoreRouter('api::order.order', {
	prefix: '',
	only: ['find', 'findOne', 'delete', 'update'],
	config: {
		find: {
			auth: false,
			middlewares: [
				'api::order.stamp',
				{ name: 'api::order.stamp', config: { mark: 'b' } },
				(ctx, next) => {
					ctx.query.sort = 'id:desc';
					return next();
				},
			],
		},
		findOne: { policies: ['is-open', { name: 'global::has-role', config: { roles: ['authenticated', 'none'] } }] },
		delete: { policies: [{ name: 'global::thrower', config: { kind: 'policy' } }] },
		update: { policies: ['api::order.is-open'], auth: { scope: ['api::order.order.update', 'api::order.order.find'] } },
	},
});
