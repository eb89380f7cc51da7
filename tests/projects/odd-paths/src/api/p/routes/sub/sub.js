module.exports = { routes: [{ method: 'GET', path: '/p/of-sub', handler: 'p.tell', config: { auth: false } }] };
