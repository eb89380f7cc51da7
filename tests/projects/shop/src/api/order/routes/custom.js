module.exports = {
	routes: [
		{ method: 'GET', path: '/orders-mine', handler: 'order.mine', config: { policies: [], auth: false } },
		{ method: 'GET', path: '/orders-pages', handler: 'api::order.order.pages', config: { auth: false } },
	],
};
