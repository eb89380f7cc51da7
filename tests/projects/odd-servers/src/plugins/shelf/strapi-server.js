// Routes by name: of each type, with and without a prefix, functions among them.
const told = ctx => ({ route: ctx.state.route, user: ctx.state.user?.id ?? null, strategy: ctx.state.auth?.strategy?.name ?? null, params: ctx.params });
const routes = {
	'content-api': {
		type: 'content-api',
		routes: [
			{ method: 'GET', path: '/', handler: 'book.index', config: { auth: false } },
			{ method: 'GET', path: '/books', handler: 'book.find', config: {} },
			{ method: 'GET', path: '/books/:id', handler: 'plugin::shelf.book.findOne', config: { policies: ['is-even'] } },
			{ method: 'GET', path: '/full', handler: 'plugin::shelf.book.find', config: { auth: false, policies: ['plugin::shelf.is-even'], middlewares: ['plugin::shelf.stamp'] } },
			{ method: 'GET', path: '/bare', handler: 'book.find' },
			{ method: 'GET', path: '/root', handler: 'book.find', config: { auth: false, prefix: '' } },
			{ method: 'GET', path: '/fn', handler: ctx => told(ctx) },
			{ method: 'GET', path: '/other', handler: 'api::s.s.tell', config: { auth: false } },
			{ method: 'GET', path: '/nothing', handler: 'book.nothing', config: { auth: false } },
		],
	},
	admin: {
		type: 'admin',
		routes: [
			{ method: 'GET', path: '/secret', handler: 'book.find' },
			{ method: 'GET', path: '/open', handler: 'book.find', config: { auth: false } },
			{ method: 'GET', path: '/policies', handler: 'book.find', config: { auth: false, policies: ['admin::isAuthenticatedAdmin'] } },
			{ method: 'GET', path: '/none', handler: 'book.find', config: { policies: [] } },
			{ method: 'GET', path: '/scoped', handler: 'book.find', config: { auth: { scope: ['x'] } } },
			{ method: 'GET', path: '/admin-strategy', handler: 'book.find', config: { auth: { strategies: ['admin'], scope: [] } } },
			{ method: 'GET', path: '/token-strategy', handler: 'book.find', config: { auth: { strategies: ['api-token'], scope: [] } } },
		],
	},
	untyped: { routes: [{ method: 'GET', path: '/untyped', handler: 'book.find', config: { auth: false } }] },
	prefixed: { type: 'content-api', prefix: '/own-shelf/:row', routes: [{ method: 'GET', path: '/x/:id', handler: 'book.findOne', config: { auth: false } }] },
	empty: { type: 'content-api', prefix: '', routes: [{ method: 'GET', path: '/empty-prefix', handler: 'book.find', config: { auth: false } }] },
	nothing: { type: 'content-api', routes: [] },
};
module.exports = {
	routes,
	controllers: {
		book: ({ strapi }) => ({
			index: () => ({ shelf: strapi.plugin('shelf').service('count').value(), config: strapi.plugin('shelf').config('x') ?? null }),
			find(ctx) { ctx.body = told(ctx); },
			async findOne(ctx) { return { ...told(ctx), own: await this.helper() }; },
			async helper() { return 'helped'; },
			nothing() {},
		}),
	},
	services: { count: ({ strapi }) => ({ value: () => typeof strapi }) },
	policies: { 'is-even': ctx => !ctx.params.id || Number(ctx.params.id) % 2 === 0 },
	middlewares: { stamp: config => async (ctx, next) => { await next(); ctx.set('x-lab', `stamped ${JSON.stringify(config)}`); } },
};
