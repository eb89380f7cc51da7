let made = 0;
module.exports = (config, { strapi }) => {
	const number = ++made;
	(strapi.tags ??= []).push(`made ${number} ${JSON.stringify(config)}`);
	return async (ctx, next) => {
		ctx.state.tags = [...(ctx.state.tags ?? []), config?.tag ?? typeof config];
		await next();
		ctx.set('x-lab', ctx.state.tags.join());
	};
};
