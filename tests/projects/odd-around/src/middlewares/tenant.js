module.exports = (config, { strapi }) => async (ctx, next) => {
  ctx.state.tenant = ctx.get(config.header) || 'none';
  ctx.own = { path: ctx.path, before: true };
  ctx.set('X-Lab', 'before');
  if (ctx.get('x-stop')) {
    ctx.status = 418;
    ctx.body = { errors: [{ message: 'stopped' }] };
    return;
  }
  if (ctx.get('x-query') && ctx.request.body) ctx.request.body = { ...ctx.request.body, query: '{ seen }' };
  if (ctx.get('x-user')) ctx.request.header.authorization = `Bearer ${ctx.get('x-user')}`;
  await next();
  if (ctx.get('x-after')) ctx.body = JSON.stringify({ ...JSON.parse(ctx.body), extensions: { tenant: ctx.state.tenant, left: ctx.state.left } });
  ctx.set('X-Lab', `${ctx.response.get('X-Lab')} after ${ctx.state.left ?? ''}`.trim());
};
