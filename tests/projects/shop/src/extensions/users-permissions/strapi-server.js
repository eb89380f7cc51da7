module.exports = plugin => {
	const me = plugin.controllers.user.me;
	plugin.controllers.user.me = async ctx => {
		await me(ctx);
		if (ctx.body && !ctx.body.error)
			ctx.body.orders = await strapi.db.query('api::order.order').count({ where: { buyer: ctx.state.user.id } });
	};
	const auth = plugin.controllers.auth;
	const callback = auth.callback;
	plugin.controllers.auth = {
		...auth,
		callback: async ctx => {
			await callback(ctx);
			if (ctx.body.user) ctx.body.user.signedIn = true;
		},
	};
	plugin.controllers.user.ping = ctx => {
		ctx.body = { pong: ctx.params.id };
	};
	plugin.routes['content-api'].routes.unshift({
		method: 'GET',
		path: '/users/ping/:id',
		handler: 'user.ping',
		config: { prefix: '', auth: false },
	});
	plugin.policies.nobody = () => false;
	plugin.routes['content-api'].routes.find(r => r.handler === 'user.count').config.policies = ['plugin::users-permissions.nobody'];
	plugin.services.user = (make => args => ({ ...make(args), shout: x => x.toUpperCase() }))(plugin.services.user);
	plugin.contentTypes.user.schema.attributes.nickname = { type: 'string' };
	return plugin;
};
