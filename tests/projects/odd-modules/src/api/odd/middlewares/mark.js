module.exports = (config, { strapi }) => async (ctx, next) => { await next(); ctx.body = [ctx.body, config ?? null, ctx.state.seen, typeof strapi.log]; };
