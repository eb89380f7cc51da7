module.exports = async ctx => { ctx.state.seen = 'camel'; };
