module.exports = {
	register({ strapi }) {
		strapi.container.get('controllers').extend('api::homepage.homepage', controller => {
			const { find } = controller;
			return Object.assign(controller, { async find(ctx) { const got = await find.call(controller, ctx); return { ...got, extended: true }; } });
		});
		strapi.container.get('controllers').set('api::homepage.added', { find: () => 'added in register' });
		strapi.api.chain.controllers.chain.delete = () => 'replaced in register';
	},
	async bootstrap({ strapi }) {
		const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'authenticated' } });
		for (const action of ['api::c.c.list', 'api::c.c.late']) await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } });
		const chain = strapi.controller('api::chain.chain');
		const { own } = chain;
		chain.own = async function (ctx) { return { late: await own.call(chain, ctx) }; };
	},
};
