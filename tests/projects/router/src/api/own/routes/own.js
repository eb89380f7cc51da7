module.exports = {
	routes: [
		{ method: 'GET', path: '/own', handler: 'own.find' },
		{ method: 'POST', path: '/own', handler: 'own.find', config: { auth: { strategies: ['own-key'] } } },
		{ method: 'PUT', path: '/own', handler: 'own.find', config: { auth: false } },
	],
};
