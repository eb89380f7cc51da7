
// Actions of code's own behind the limit of signing in.
module.exports = (plugin) => {
  plugin.controllers.custom = {
    sendOtp: (ctx) => ({ sent: ctx.request.body.email || null }),
    fail: (ctx) => ctx.badRequest('wrong code'),
  };
  plugin.controllers.user.mine = (ctx) => ({ id: ctx.state.user.id });
  plugin.controllers.auth.forgotPassword = (ctx) => ctx.send({ ok: true, own: true });
  const { callback } = plugin.controllers.auth;
  plugin.controllers.auth.callback = async (ctx) => {
    await callback(ctx);
    ctx.body = { user: ctx.body.user.username };
  };
  const limit = 'plugin::users-permissions.rateLimit';
  plugin.routes['content-api'].routes.push(
    { method: 'POST', path: '/auth/send-otp', handler: 'custom.sendOtp', config: { auth: false, prefix: '', middlewares: [limit] } },
    { method: 'POST', path: '/auth/verify-otp', handler: 'custom.fail', config: { auth: false, prefix: '', middlewares: [{ name: limit, config: { max: 2, interval: { hour: 1 } } }] } },
    { method: 'GET', path: '/mine', handler: 'user.mine', config: { prefix: '', middlewares: [{ name: limit, config: { max: 1 } }] } },
    { method: 'POST', path: '/auth/unlimited', handler: 'custom.sendOtp', config: { auth: false, prefix: '', middlewares: [{ name: limit, config: { enabled: false } }] } },
    { method: 'POST', path: '/auth/handled', handler: 'custom.sendOtp', config: { auth: false, prefix: '', middlewares: [{ name: limit, config: { max: 1, headers: false, handler(ctx) { ctx.status = 418; ctx.body = { slow: true }; } } }] } },
  );
  return plugin;
};
