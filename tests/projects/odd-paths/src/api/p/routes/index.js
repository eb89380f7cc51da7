module.exports = { routes: [{ method: 'GET', path: '/p/of-index', handler: 'p.tell', config: { auth: false } }] };
