// A list in the place of routers: of type admin, behind the plugin's name.
module.exports = {
	register({ strapi }) {
		strapi.server.routes([{ method: 'GET', path: '/raws-main', handler: ctx => ({ main: ctx.state.route.info, params: ctx.params }), config: { auth: false } }]);
	},
	routes: [
		{ method: 'GET', path: '/list', handler: 'raw.find', config: { auth: false, policies: [] } },
		{ method: 'GET', path: '/guarded', handler: 'raw.find' },
		{ method: 'POST', path: '/list', handler: 'raw.find', config: { auth: false } },
	],
	controllers: { raw: { find: ctx => ({ info: ctx.state.route.info, prefix: ctx._matchedRoute, body: ctx.request.body }) } },
};
