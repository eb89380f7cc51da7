const r = (path, handler = 'p.tell', config = { auth: false }, method = 'GET') => ({ method, path, handler, config });
module.exports = { prefix: '/ends/', routes: [r('/a'), r('b'), r('/')] };
