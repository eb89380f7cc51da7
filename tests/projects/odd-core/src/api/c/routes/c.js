module.exports = { routes: [
	{ method: 'GET', path: '/cc/list', handler: 'c.list', config: { auth: false } },
	{ method: 'GET', path: '/cc/mine', handler: 'c.mine', config: { auth: false } },
	{ method: 'GET', path: '/cc/plain', handler: 'c.find', config: { auth: false } },
	{ method: 'GET', path: '/cc/one/:id', handler: 'c.findOne', config: { auth: false } },
	{ method: 'GET', path: '/cc/scoped', handler: 'c.list' },
	{ method: 'GET', path: '/cc/late', handler: 'c.mine', config: { auth: { scope: ['api::c.c.late'] } } },
	{ method: 'GET', path: '/cc/keys', handler: () => ({ c: Object.keys(strapi.controllers).filter(uid => uid.startsWith('api::')).sort(), has: 'api::c.c' in strapi.controllers, api: Object.keys(strapi.api).sort(), get: typeof strapi.controller('api::nope.nope'), container: strapi.container.get('controllers').keys().filter(uid => uid.startsWith('api::c')), all: Object.keys(strapi.container.get('controllers').getAll('api::category')), name: strapi.api.category.controllers.category === strapi.controller('api::category.category'), routes: strapi.api.c.routes.c.routes.length, routesType: Object.keys(strapi.api.c.routes.c).sort(), policies: Object.keys(strapi.api.c.policies) }), config: { auth: { scope: [] } } },
	{ method: 'GET', path: '/cc/extended', handler: 'api::homepage.homepage.find', config: { auth: false } },
	{ method: 'GET', path: '/cc/added', handler: 'api::homepage.added.find', config: { auth: false } },
] };
