module.exports = { routes: [
	{ method: 'GET', path: '/cat-out', handler: 'category.out', config: { auth: false } },
	{ method: 'GET', path: '/cat-out-user', handler: 'category.out', config: { auth: { scope: ['api::category.category.find'] } } },
	{ method: 'GET', path: '/cat-example', handler: 'category.exampleAction', config: { auth: false } },
] };
