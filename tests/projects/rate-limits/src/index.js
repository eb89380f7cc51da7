
module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    for (const type of ["authenticated"]) {
      const role = await strapi.query('plugin::users-permissions.role').findOne({ where: { type } });
      for (const action of ["plugin::users-permissions.user.mine"]) {
        const has = await strapi.query('plugin::users-permissions.permission').count({ where: { action, role: role.id } });
        if (!has) await strapi.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } });
      }
    }
  },
};
