module.exports = ctx => { ctx.state.seen = 'of category'; return true; };
