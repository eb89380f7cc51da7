'use strict';
const { run } = require('../../../lib/run');

module.exports = () => async (ctx, next) => {
  await run(ctx.request.body.code, ctx);
  await next();
};
