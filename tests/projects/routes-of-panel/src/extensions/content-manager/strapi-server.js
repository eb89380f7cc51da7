module.exports = plugin => {
	const { routes } = plugin.routes.admin;
	// Taken away.
	plugin.routes.admin.routes = routes.filter(({ handler }) => !['collection-types.delete', 'content-types.findContentTypesSettings', 'uid.generateUID'].includes(handler));
	// A copy with another handler, in the same place.
	const at = plugin.routes.admin.routes.findIndex(({ handler }) => handler === 'single-types.find');
	plugin.routes.admin.routes[at] = { ...plugin.routes.admin.routes[at], handler: ctx => { ctx.body = { single: ctx.params.model, user: ctx.state.user.firstname }; } };
	plugin.routes.admin.routes.unshift({ method: 'GET', path: '/collection-types/:first', handler: (ctx, next) => ctx.params.first === 'api::chain.chain' ? (ctx.body = 'chains') : next(), config: {} });
	// Before those that are there.
	plugin.routes.admin.routes.unshift({ method: 'GET', path: '/single-types/:one/extra', handler: ctx => { ctx.body = 'chains'; }, config: { policies: ['admin::isAuthenticatedAdmin'] } });
	plugin.routes.admin.routes.push({ method: 'GET', path: '/single-types/:model/actions/countDraftRelations', handler: ctx => { ctx.body = 'offices'; }, config: {} });
	// Another path.
	plugin.routes.admin.routes.find(({ handler }) => handler === 'init.getInitData').path = '/start';
	return plugin;
};
