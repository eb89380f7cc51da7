module.exports = () => async ctx => { ctx.body = { stopped: true }; };
