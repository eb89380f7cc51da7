
// Code says by itself whose user an action is about.
module.exports = (plugin) => {
  const { me } = plugin.controllers.user;
  const { changePassword } = plugin.controllers.auth;
  const find = (id) => strapi.query('plugin::users-permissions.user').findOne({ where: { id }, populate: ['role'] });
  plugin.controllers.user.as = async (ctx) => {
    ctx.state.user = await find(Number(ctx.params.id));
    await me(ctx);
  };
  plugin.controllers.user.nobody = async (ctx) => {
    delete ctx.state.user;
    return me(ctx);
  };
  plugin.controllers.auth.changeAs = async (ctx) => {
    ctx.state.user = await find(Number(ctx.params.id));
    await changePassword(ctx);
    if (ctx.body && ctx.body.user) ctx.body = { changed: ctx.body.user.username, jwt: typeof ctx.body.jwt };
  };
  const routes = plugin.routes['content-api'].routes;
  routes.push(
    { method: 'GET', path: '/as/:id', handler: 'user.as', config: { prefix: '' } },
    { method: 'GET', path: '/open-as/:id', handler: 'user.as', config: { prefix: '', auth: false } },
    { method: 'GET', path: '/nobody', handler: 'user.nobody', config: { prefix: '', auth: { scope: ['plugin::users-permissions.user.me'] } } },
    { method: 'POST', path: '/change-as/:id', handler: 'auth.changeAs', config: { prefix: '' } },
    { method: 'POST', path: '/open-change-as/:id', handler: 'auth.changeAs', config: { prefix: '', auth: false } },
  );
  return plugin;
};
