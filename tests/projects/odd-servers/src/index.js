const told = where => ctx => ({ where, info: ctx.state.route?.info ?? null, params: ctx.params, user: ctx.state.user?.id ?? null, matched: ctx._matchedRoute });
module.exports = {
	register({ strapi }) {
		strapi.server.routes([
			{ method: 'GET', path: '/own-main/:id', handler: told('main list'), config: { auth: false } },
			{ method: 'POST', path: '/own-main/:id', handler: [(ctx, next) => next(), told('main post')], config: { auth: false } },
			{ method: 'GET', path: '/own-main-handler', handler: 'api::s.s.tell', config: { auth: false } },
			{ method: 'GET', path: '/own-main-auth', handler: told('main auth'), config: {} },
		]);
		strapi.server.routes({ type: 'content-api', prefix: '/by-server', routes: [{ method: 'GET', path: '/x', handler: told('content'), config: { auth: false } }, { method: 'GET', path: '/auth', handler: told('content auth') }, { method: 'GET', path: '/named', handler: 'api::s.s.tell', config: { auth: { scope: ['api::s.s.granted'] } } }] });
		strapi.server.routes({ type: 'admin', routes: [{ method: 'GET', path: '/by-admin', handler: told('admin'), config: { auth: false } }] });
		strapi.server.routes({ prefix: '/untyped', routes: [{ method: 'GET', path: '/x', handler: told('untyped'), config: { auth: false } }] });
		strapi.server.api('content-api').routes([{ method: 'GET', path: '/by-api', handler: told('api list'), config: { auth: false } }]);
		strapi.server.router.get('/by-router/:id', ctx => { ctx.body = told('router')(ctx); });
		strapi.server.router.get('named', '/by-router-named', ctx => { ctx.body = 'named'; });
		strapi.server.router.all('/by-router-all', ctx => { ctx.body = ctx.method; });
		strapi.server.router.post('/by-router-post', async (ctx, next) => { await next(); ctx.set('x-lab', 'post'); }, ctx => { ctx.body = ctx.request.body ?? null; });
		strapi.server.router.get(['/by-list-a', '/by-list-b'], ctx => { ctx.body = ctx.path; });
		strapi.server.routes([{ method: 'GET', path: '/', handler: ctx => ({ root: ctx.params }), config: { auth: false } }]);
		strapi.server.router.register('/by-register', ['get', 'PUT'], [(ctx, next) => next(), ctx => { ctx.body = `registered ${ctx.method}`; }]);
		strapi.server.router.redirect('/old', '/new').redirect('/older/:id', 'https://example.com/x', 302);
		strapi.server.router.get('/api/s/open', async (ctx, next) => { await next(); ctx.set('x-lab', 'before api'); });
	},
	async bootstrap({ strapi }) {
		strapi.server.routes([{ method: 'GET', path: '/late-main', handler: told('late'), config: { auth: false } }]);
		strapi.server.routes({ type: 'content-api', routes: [{ method: 'GET', path: '/late-api', handler: told('late api'), config: { auth: false } }, { method: 'GET', path: '/s/open', handler: told('too late'), config: { auth: false } }] });
		strapi.server.router.get('/late-router', ctx => { ctx.body = 'late router'; });
		const roles = await strapi.db.query('plugin::users-permissions.role').findMany();
		for (const { id, type } of roles) {
			await strapi.db.query('plugin::users-permissions.permission').create({ data: { action: 'api::s.s.granted', role: id } });
			if (type === 'authenticated') await strapi.db.query('plugin::users-permissions.permission').create({ data: { action: 'plugin::shelf.book.find', role: id } });
		}
		await strapi.db.query('plugin::users-permissions.user').update({ where: { id: 3 }, data: { blocked: true } });
		await strapi.db.query('plugin::users-permissions.user').update({ where: { id: 4 }, data: { confirmed: false } });
	},
};
