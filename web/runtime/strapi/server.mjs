// strapi.server: middlewares for all requests, and routes.
import http from 'node:http';
import { pathToRegexp } from 'path-to-regexp';
import { Missing } from '../errors.mjs';
import { isOfPanel } from '../internal/panel-routes.mjs';
import { layerOf } from '../load/routes.mjs';
import { strict } from '../load/strict.mjs';

const verbs = ['get', 'post', 'put', 'patch', 'del', 'delete', 'all', 'head', 'options'];

/** Routes of the administration panel lectern answers without asking code, where not all requests go through code. */
export function warnOfPanel(app) {
	const own = app.routes.lists.main.filter(({ raw, path }) => raw && isOfPanel(app, path)).map(({ path }) => path);
	if (!own.length) return;
	const [first, ...others] = own;
	const which = others.length ? `${first} and ${others.length} more` : first;
	app.link.log('warn', `routes of the administration panel are answered without the project's code, which has some, too: ${which}`);
}

/** What a router of Koa's has, which code has made by itself, among what the main router has. */
function useRouter(app, { router }) {
	const { stack: layers } = router;
	if (!Array.isArray(layers)) throw new Missing('strapi.server.router.use with a router that has no layers');
	for (const { methods, path, regexp, paramNames, opts, stack } of layers) {
		if (!methods.length) {
			app.routes.addUse({ path, regexp, keys: opts?.ignoreCaptures ? [] : paramNames, handlers: stack });
			continue;
		}
		if (typeof path !== 'string') throw new Missing('strapi.server.router.use with a path that is no text');
		const all = methods.filter(method => method !== 'HEAD' || !methods.includes('GET'));
		for (const method of all.length >= http.METHODS.length - 1 ? ['ALL'] : all) app.routes.addRaw(method, path, stack);
	}
}

/** router.use([path,] ...middlewares): also those that are added in `bootstrap` are before the routes of APIs. */
function useOfRouter(app, ...given) {
	const [first] = given;
	const hasPath = typeof first === 'string' || (Array.isArray(first) && typeof first[0] === 'string');
	const paths = hasPath ? [].concat(given.shift()) : ['(.*)'];
	for (const one of given) {
		if (typeof one !== 'function') throw new TypeError('middleware must be a function!');
		if (one.router && hasPath) throw new Missing('strapi.server.router.use with a path and a router');
		if (one.router) useRouter(app, one);
		else {
			for (const path of paths) {
				const keys = [];
				const regexp = pathToRegexp(path, keys, { end: false });
				app.routes.addUse({ path, regexp, keys: hasPath ? keys : [], handlers: [one] });
			}
		}
	}
}

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
				listRoutes: () => app.routes.lists[type].map(layerOf),
				mount: () => {},
			}),
		]),
	);
	const router = {};
	for (const verb of verbs) {
		router[verb] = (...given) => {
			const method = verb === 'del' ? 'DELETE' : verb.toUpperCase();
			// A name may stand before the path.
			const name = typeof given[1] === 'string' || given[1] instanceof RegExp ? given.shift() : null;
			const [path, ...handlers] = given;
			for (const one of [].concat(path)) {
				if (typeof one !== 'string') throw new Missing('strapi.server.router with a path that is no text');
				app.routes.addRaw(method, one, handlers, name);
			}
			return router;
		};
	}
	router.register = (path, methods, handlers) => {
		for (const method of methods) router[method.toLowerCase()](path, ...[].concat(handlers));
		return router;
	};
	router.redirect = (source, destination, status = 301) => {
		for (const one of [source, destination]) {
			if (!/^\/|:\/\//.test(one)) throw new Missing('strapi.server.router.redirect with the name of a route');
		}
		return router.all(source, ctx => {
			ctx.redirect(destination);
			ctx.status = status;
		});
	};
	router.use = (...given) => {
		useOfRouter(app, ...given);
		return router;
	};
	return strict('strapi.server', {
		app: koa,
		get httpServer() {
			return app.sockets.server;
		},
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
		listRoutes: () => app.routes.all().map(layerOf),
	});
}
