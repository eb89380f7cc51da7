module.exports = config => (ctx, next) => { ctx.state.own = config; return next(); };
