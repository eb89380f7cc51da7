
// Code names another entry than the path does, and calls Strapi's own action: the entry that code names counts.
const jwtLifetime = { expiresIn: '3d' };

module.exports = (plugin) => {
  plugin.config = { ...plugin.config, jwt: jwtLifetime, ownSetting: 1 };
  const { update, findOne, destroy } = plugin.controllers.user;
  plugin.controllers.user.ofMe = async (ctx) => {
    ctx.params.id = ctx.state.user.id;
    await update(ctx);
  };
  plugin.controllers.user.ofMeAnew = async (ctx) => {
    ctx.params = { id: ctx.state.user.id };
    await update(ctx);
  };
  plugin.controllers.user.findOne = async (ctx) => {
    ctx.params.id = ctx.state.user ? ctx.state.user.id : 3;
    await findOne(ctx);
  };
  plugin.controllers.user.destroy = async (ctx) => {
    ctx.params = { id: 4 };
    await destroy(ctx);
  };
  const role = plugin.controllers.role.findOne;
  plugin.controllers.role.findOne = async (ctx) => {
    ctx.params.id = 2;
    await role(ctx);
    ctx.body = { name: ctx.body.role.name };
  };
  plugin.routes['content-api'].routes.unshift(
    { method: 'PUT', path: '/users/me', handler: 'user.ofMe', config: { prefix: '' } },
    { method: 'PUT', path: '/users/anew', handler: 'user.ofMeAnew', config: { prefix: '' } },
    { method: 'PUT', path: '/other', handler: 'user.ofMe', config: { prefix: '' } },
  );
  return plugin;
};
