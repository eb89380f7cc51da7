
module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    for (const type of ["authenticated"]) {
      const role = await strapi.query('plugin::users-permissions.role').findOne({ where: { type } });
      for (const action of ["plugin::users-permissions.user.me","plugin::users-permissions.user.as","plugin::users-permissions.auth.changePassword","plugin::users-permissions.auth.changeAs"]) {
        const has = await strapi.query('plugin::users-permissions.permission').count({ where: { action, role: role.id } });
        if (!has) await strapi.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } });
      }
    }
  },
};
