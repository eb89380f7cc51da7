const say = ctx => ({ method: ctx.method, user: ctx.state.user?.id, auth: ctx.state.auth?.strategy?.name });

module.exports = {
	routes: [
		{ method: 'GET', path: '/plain', handler: say },
		{ method: 'POST', path: '/plain', handler: say },
		{ method: 'GET', path: '/plain/listed', handler: [say] },
		{ method: 'GET', path: '/plain/empty', handler: say, config: { auth: { scope: [] } } },
		{ method: 'GET', path: '/plain/find', handler: say, config: { auth: { scope: ['api::category.category.find'] } } },
		{ method: 'POST', path: '/plain/find', handler: say, config: { auth: { scope: ['api::category.category.find'] } } },
		{ method: 'GET', path: '/plain/create', handler: say, config: { auth: { scope: ['api::category.category.create'] } } },
		{ method: 'GET', path: '/plain/open', handler: say, config: { auth: false } },
	],
};
