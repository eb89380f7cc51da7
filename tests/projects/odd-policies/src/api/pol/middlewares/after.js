module.exports = () => async (ctx, next) => { await next(); if (ctx.body && typeof ctx.body === 'object') ctx.body = { ...ctx.body, after: true }; };
