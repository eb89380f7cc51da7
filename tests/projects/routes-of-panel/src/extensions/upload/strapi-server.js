module.exports = plugin => {
	plugin.routes.admin.routes = plugin.routes.admin.routes.map(route => route.handler === 'admin-settings.getSettings' ? { ...route, method: 'POST' } : route).reverse();
	const files = plugin.routes.admin.routes.find(({ handler }) => handler === 'admin-file.find');
	files.config = { ...files.config, middlewares: [async (ctx, next) => { await next(); ctx.body = { count: ctx.body.results.length }; }] };
	return plugin;
};
