module.exports = {
	routes: [
		{ method: 'POST', path: '/items/bulk', handler: 'item.bulk', config: { auth: false } },
		{ method: 'GET', path: '/items/stream', handler: 'item.stream', config: { auth: false } },
		{ method: 'GET', path: '/items/nothing', handler: 'item.nothing', config: { auth: false } },
		{ method: 'GET', path: '/items/slow', handler: 'item.slow', config: { auth: false } },
		{ method: 'GET', path: '/items/both', handler: 'item.both', config: { auth: false } },
		{ method: 'GET', path: '/items/created', handler: 'item.created', config: { auth: false } },
		{ method: 'GET', path: '/items/deleted', handler: 'item.deleted', config: { auth: false } },
		{ method: 'GET', path: '/items/helper/:name', handler: 'item.helper', config: { auth: false } },
		{
			method: 'GET',
			path: '/items/thrown',
			handler: 'item.slow',
			config: { auth: false, policies: [{ name: 'global::thrower', config: { kind: 'ok' } }] },
		},
		{ method: 'POST', path: '/items/:id(\\d+)/buy', handler: 'item.buy', config: { auth: false } },
		{
			method: 'GET',
			path: '/items/opt/:a/:b?',
			handler: async ctx => ({ ...ctx.params, route: ctx.state.route.path }),
			config: { auth: false },
		},
		{
			method: 'GET',
			path: '/items/rest/(.*)',
			handler: ctx => ({ params: ctx.params, routePath: ctx._matchedRoute }),
			config: { auth: false },
		},
		{
			method: 'GET',
			path: '/items/chain',
			handler: [
				async (ctx, next) => {
					ctx.state.a = 1;
					await next();
					ctx.body.c = 3;
				},
				ctx => {
					ctx.body = { a: ctx.state.a };
				},
			],
			config: { auth: false },
		},
		{
			method: 'ALL',
			path: '/items/any',
			handler: ctx => ({ method: ctx.method, body: ctx.request.body ?? null }),
			config: { auth: false },
		},
	],
};
