module.exports = (ctx, config) => { ctx.state.seen = ['own', config]; return ctx.is('koa') && ctx.type === 'koa' && !ctx.is('graphql'); };
