module.exports = { routes: [{ method: 'GET', path: '/p/of-camel', handler: 'api::p.p.tell', config: { auth: false } }] };
