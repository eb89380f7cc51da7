module.exports = (ctx) => { ctx.state.tagged = 'policy'; return true; };
