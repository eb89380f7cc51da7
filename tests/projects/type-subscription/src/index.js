'use strict';
// A type of this name is the root of subscriptions to GraphQL: each of its fields asks who calls.
module.exports = {
	register() {},
	async bootstrap({ strapi }) {
		const roles = await strapi.query('plugin::users-permissions.role').findMany();
		for (const action of ['find', 'findOne', 'create'].map(name => `api::subscription.subscription.${name}`)) {
			for (const { id } of roles) await strapi.query('plugin::users-permissions.permission').create({ data: { action, role: id } });
		}
		if (await strapi.query('api::subscription.subscription').count()) return;
		await strapi.query('api::subscription.subscription').create({ data: { plan: 'one', weeks: 3, of: 1 } });
	},
};
