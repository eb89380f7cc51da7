// strapi.server: middlewares for all requests, and routes.
import { Missing } from '../errors.mjs';
import { strict } from '../load/strict.mjs';

const verbs = ['get', 'post', 'put', 'patch', 'del', 'delete', 'all', 'head', 'options'];

export function makeServer(app) {
	const types = { 'content-api': app.config.get('api.rest.prefix', '/api'), admin: '' };
	/** What strapi.server.use was given, and what config/middlewares has, from outside to inside: {name, handler}. */
	const stack = [];
	const koa = app.koa;
	koa.use = handler => {
		stack.push({ name: null, handler });
		return koa;
	};
	const addRoutes = (type, given) => {
		if (!(type in types)) throw new Error(`API ${type} not found. Possible APIs are ${Object.keys(types)}`);
		app.routes.add(given, type, types[type]);
	};
	const apis = Object.fromEntries(
		Object.keys(types).map(type => [
			type,
			strict(`strapi.server.api('${type}')`, {
				routes(given) {
					addRoutes(type, given);
					return this;
				},
				listRoutes: () => app.routes.lists[type],
				mount: () => {},
			}),
		]),
	);
	const router = {};
	for (const verb of verbs) {
		router[verb] = (path, ...handlers) => {
			const method = verb === 'del' ? 'DELETE' : verb.toUpperCase();
			for (const one of [].concat(path)) {
				if (typeof one !== 'string') throw new Missing('strapi.server.router with a path that is no text');
				app.routes.addRaw(method, one, handlers);
			}
			return router;
		};
	}
	return strict('strapi.server', {
		app: koa,
		stack,
		router: strict('strapi.server.router', router),
		api: name => apis[name],
		use(handler) {
			koa.use(handler);
			return this;
		},
		routes(given) {
			if (!Array.isArray(given) && given.type) addRoutes(given.type, given);
			else app.routes.add(given, 'main', '');
			return this;
		},
		listRoutes: () => app.routes.all(),
	});
}
