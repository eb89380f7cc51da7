const seen = ctx => ({ seen: ctx.state.seen ?? null, own: ctx.state.own ?? null, user: ctx.state.user?.id ?? null, query: ctx.query, body: ctx.request.body ?? null, params: ctx.params });
module.exports = {
	seen,
	made: () => strapi.tags,
	async body(ctx) { return ctx.body; },
};
