
// The tokens of users 2 and 3 have been taken back: verify, around Strapi's own, knows them no more.
module.exports = (plugin) => {
  const given = plugin.services.jwt;
  plugin.services.jwt = (context) => {
    const service = given(context);
    return {
      ...service,
      async verify(token) {
        const payload = await service.verify(token);
        const user = await context.strapi.query('plugin::users-permissions.user').findOne({ where: { id: payload.id }, select: ['id', 'username'] });
        if (!user || ['user2', 'user3'].includes(user.username)) throw new Error('taken back');
        return payload;
      },
    };
  };
  const edit = plugin.services.user;
  plugin.services.user = (context) => ({
    ...edit(context),
    async edit(id, values) {
      strapi.edited = [...(strapi.edited || []), Object.keys(values).join()];
      return edit(context).edit(id, values);
    },
  });
  return plugin;
};
