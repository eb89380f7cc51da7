const told = ctx => ({ p: ctx.params, same: ctx.params === ctx.request.params, route: ctx.state.route?.path, matched: ctx._matchedRoute, at: ctx.routerPath, captures: ctx.captures, name: ctx.routerName ?? null, layers: ctx.matched?.length > 0, path: ctx.path, url: ctx.url, orig: ctx.originalUrl, method: ctx.method });
module.exports = {
	tell: told,
	first: async (ctx, next) => { ctx.set('x-lab', 'first'); await next(); },
	second: ctx => { ctx.body = told(ctx); },
	none: () => {},
	nil: () => null,
	async four(ctx) { ctx.status = 404; ctx.body = 'own four'; },
	async fourNone(ctx) { ctx.status = 404; },
	async options(ctx) { ctx.body = `m ${ctx.method}`; },
	async silent(ctx, next) { return next(); },
};
