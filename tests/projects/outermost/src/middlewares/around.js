'use strict';

// the first of the list: a session that can't be written fails behind it
module.exports = () => async (ctx, next) => {
  const before = [...(ctx.state.order ?? [])];
  ctx.state.order = [...before, 'around'];
  try {
    await next();
  } catch (error) {
    ctx.body = { caught: error.message };
  }
  ctx.set('X-Around', before.join());
};
