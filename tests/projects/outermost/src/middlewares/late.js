'use strict';

module.exports = (config, { strapi }) => {
  strapi.server.use(async (ctx, next) => {
    ctx.state.order = [...(ctx.state.order ?? []), 'late'];
    try {
      await next();
    } catch (error) {
      ctx.status = 418;
      ctx.body = { behind: error.message, order: ctx.state.order };
    }
  });
};
