module.exports = config => async (ctx, next) => {
	await next();
	if (ctx.body?.meta) ctx.body.meta.stamp = (ctx.body.meta.stamp || '') + (config.mark || 'a');
};
