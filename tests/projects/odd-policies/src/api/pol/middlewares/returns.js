module.exports = () => async ctx => ({ returned: true });
