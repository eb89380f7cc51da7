const r = (method, path, config) => ({ method, path, handler: 'limited.ask', config: { auth: false, ...config } });
module.exports = { routes: [
	r('POST', '/limited', { middlewares: ['plugin::users-permissions.rateLimit'] }),
	r('POST', '/limited-two', { middlewares: [{ name: 'plugin::users-permissions.rateLimit', config: { max: 2, interval: { min: 1 }, prefixKey: 'two' } }] }),
	r('GET', '/plain'),
	r('GET', '/v1/things/twice'),
	r('GET', '/api/inside'),
] };
