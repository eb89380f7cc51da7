'use strict';
// A route of the panel that asks what its admin may do.
const REST = 'api::restaurant.restaurant';

module.exports = (plugin) => {
	plugin.controllers.own = {
		check(ctx) {
			const { can, cannot } = strapi.plugin('content-manager').service('permission-checker').create({ userAbility: ctx.state.userAbility, model: REST });
			const entry = { id: 1, locale: 'en', createdBy: { id: 99999, roles: [] } };
			ctx.body = [can.read(), cannot.read(), can.update(entry), cannot.delete(entry), can.publish(), can.unpublish(entry), can.create(null, 'name'), can('none')];
		},
	};
	plugin.routes.admin.routes.push({ method: 'GET', path: '/own-check', handler: 'own.check', config: { policies: ['admin::isAuthenticatedAdmin'] } });
	return plugin;
};
