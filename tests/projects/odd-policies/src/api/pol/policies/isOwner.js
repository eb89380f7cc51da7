module.exports = ctx => { ctx.state.seen = 'owner'; return Boolean(ctx.state.user); };
