const f = () => ({ routes: [{ method: 'GET', path: '/p/of-function', handler: 'p.tell', config: { auth: false } }] });
f.routes = [{ method: 'GET', path: '/p/of-function-member', handler: 'p.tell', config: { auth: false } }];
module.exports = f;
