const actions = require('../controllers/whoami');

module.exports = {
	routes: [
		{ method: 'GET', path: '/whoami', handler: actions.tell, config: { auth: { scope: [] } } },
		{ method: 'GET', path: '/whoami/signed', handler: actions.tell },
		{ method: 'GET', path: '/whoami/open', handler: 'whoami.tell', config: { auth: false } },
		{ method: 'GET', path: '/whoami/closed', handler: 'whoami.tell', config: { auth: { scope: [] } } },
		{ method: 'GET', path: '/whoami/other', handler: 'whoami.tell', config: { auth: { scope: ['api::category.category.find'] } } },
		{ method: 'GET', path: '/whoami/categories', handler: actions.categories, config: { auth: { scope: [] } } },
	],
};
