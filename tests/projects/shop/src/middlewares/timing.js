module.exports =
	(config, { strapi }) =>
	async (ctx, next) => {
		const before = ctx.state.auth;
		await next();
		ctx.set(
			config.header,
			[
				ctx.method,
				ctx.status,
				Boolean(before),
				Boolean(ctx.state.auth),
				ctx.state.route ? ctx.state.route.info.apiName || ctx.state.route.info.pluginName || ctx.state.route.info.type : 'none',
				typeof ctx.body,
			].join(' '),
		);
	};
