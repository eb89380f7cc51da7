module.exports = {
	type: 'content-api',
	prefix: '/shop',
	routes: [
		{ method: 'GET', path: '/', handler: 'shop.index', config: { auth: false } },
		{ method: 'POST', path: '/count/:key', handler: 'shop.counted', config: { auth: false } },
		{ method: 'GET', path: '/guard', handler: 'shop.index' },
	],
};
