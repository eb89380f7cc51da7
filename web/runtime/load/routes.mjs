// The routes, in the order in which Strapi's routers would find them.
import defaultsDeep from 'lodash/defaultsDeep.js';
import { pathToRegexp } from 'path-to-regexp';
import { isOtherList, isTakenOver } from '../internal/panel-routes.mjs';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'ALL'];

function decode(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** As a router sets a prefix before a path. */
const joined = (prefix, path) => (prefix ? (path === '/' ? prefix : prefix + path) : path);

function check(route) {
	const wrong = what => {
		throw new Error(`Invalid route config ${what}`);
	};
	if (typeof route.method !== 'string' || !methods.includes(route.method)) wrong(`method must be one of ${methods.join(', ')}`);
	if (typeof route.path !== 'string') wrong('path is a required field');
	if (!['string', 'function'].includes(typeof route.handler) && !Array.isArray(route.handler)) wrong('handler is a required field');
	const { auth } = route.config ?? {};
	if (auth !== undefined && auth !== false) {
		if (typeof auth !== 'object' || auth === null) wrong('config.auth must be false or a `object` type');
		if (auth.scope !== undefined && !Array.isArray(auth.scope)) wrong('config.auth.scope must be a `array` type');
	}
	for (const list of ['policies', 'middlewares']) {
		if (route.config?.[list] !== undefined && !Array.isArray(route.config[list])) wrong(`config.${list} must be a \`array\` type`);
	}
}

/** The routes of a router; a comma too many leaves holes in the list, which Strapi passes over. */
const routesOf = router => (Array.isArray(router) ? router : (router?.routes ?? [])).filter(() => true);

export class Routes {
	constructor() {
		/** Of the main router, the content API, and the administration: they are looked through in this order. */
		this.lists = { main: [], 'content-api': [], admin: [] };
		/** Routes of the panel that lectern answers by itself, listed for their place among others. */
		this.panelsOwn = new WeakSet();
		/** Middlewares that strapi.server.router was given: {at: how many of its routes are before, fits(path), entry}. */
		this.uses = [];
	}

	/** `type`: the list. `prefix`: of all routes of that type. */
	add(given, type, prefix) {
		const list = this.lists[type];
		// Read once more than needed, as Strapi does: there are getters that turn the order round each time.
		const routes = Array.isArray(given) || given.routes ? routesOf(given) : [];
		// Those with a prefix in their config are put before the others, and without the prefix of their router.
		const direct = Array.isArray(given) ? routes : routes.filter(route => Object.hasOwn(route.config ?? {}, 'prefix'));
		const others = routes.filter(route => !direct.includes(route));
		for (const route of [...direct, ...others]) {
			check(route);
			const path = joined(prefix, joined(direct.includes(route) ? '' : given.prefix, route.path.trim()));
			route.info = { ...route.info, type: type === 'main' ? 'api' : type };
			list.push(entryOf(route, route.method.trim().toUpperCase(), path));
		}
	}

	/** A handler that strapi.server.router was given: nobody is asked for a permission. */
	addRaw(method, path, handlers) {
		this.lists.main.push({ ...entryOf({ handler: handlers, config: {} }, method, path), raw: true });
	}

	/** Middlewares for the routes of the main router that were not there before: all others. `fits`: their paths. */
	addUse(path, fits, handlers) {
		const entry = { path, raw: true, actions: handlers, route: { handler: handlers, config: {} } };
		this.uses.push({ at: this.lists.main.length, fits, entry });
	}

	/** The same as `matching`, with the middlewares that stand between. */
	*passing(method, path) {
		const uses = this.uses.filter(({ fits }) => fits(path));
		for (const found of this.matching(method, path)) {
			const at = this.lists.main.indexOf(found.entry);
			while (uses.length && (at < 0 || uses[0].at <= at)) yield { entry: uses.shift().entry, params: {} };
			yield found;
		}
		for (const { entry } of uses) yield { entry, params: {} };
	}

	all() {
		return [...this.lists.main, ...this.lists['content-api'], ...this.lists.admin];
	}

	/** The routes that a path fits, in their order, with its parameters. */
	*matching(method, path) {
		for (const entry of this.all()) {
			if (entry.method !== 'ALL' && entry.method !== method && !(method === 'HEAD' && entry.method === 'GET')) continue;
			const params = paramsOf(entry, path);
			if (params) yield { entry, params };
		}
	}
}

function entryOf(route, method, path) {
	const keys = [];
	const regexp = pathToRegexp(path, keys);
	return { route, method, path, regexp, keys };
}

/** The parameters of a path, or null when it does not fit the route. */
export function paramsOf({ regexp, keys }, path) {
	const found = regexp.exec(path);
	if (!found) return null;
	const params = {};
	keys.forEach(({ name }, i) => {
		// What is empty is left out.
		if (found[i + 1]) params[name] = decode(found[i + 1]);
	});
	return params;
}

export const isPublicMethod = ({ method }) => ['GET', 'HEAD'].includes(method);

/** Strapi's files of public/ have a route, too: every GET that is no upload passes it, and takes its parameter along. */
export const publicParams = ctx =>
	isPublicMethod(ctx) && ctx.path.length > 1 && !ctx.path.startsWith('/uploads/') ? { 0: decode(ctx.path.slice(1)) } : {};

export const publicRoute = { method: 'GET', path: '/((?!uploads/).+)', config: { auth: false }, info: { type: 'api' } };

/** Gives each route with a named handler the permission that it takes by itself. */
function addScope(route, namespace) {
	if (typeof route.handler !== 'string') return;
	const beginning = namespace.endsWith('::') ? namespace : `${namespace}.`;
	const scope = [`${route.handler.startsWith(beginning) ? '' : beginning}${route.handler}`];
	// An empty list is filled, too.
	defaultsDeep(route, { config: { auth: { scope } } });
}

/** The routers of an API or a plugin: [router]. */
function routersOf(routes, usual) {
	if (Array.isArray(routes)) return [{ ...usual, routes }];
	return Object.values(routes).map(router => {
		router.type ||= usual.type;
		if (usual.prefix) router.prefix ||= usual.prefix;
		return router;
	});
}

/** Adds the panel's routes whose services code has replaced since: they are asked of code, too. */
export function registerTakenOver(app) {
	const known = new Set(app.routes.all().map(({ route }) => route));
	for (const [name, plugin] of Object.entries(app.strapi.plugins)) {
		for (const router of routersOf(plugin.routes, { type: 'admin', prefix: `/${name}` })) {
			const routes = routesOf(router).filter(
				route => app.panelRoutes.has(route) && !known.has(route) && isTakenOver(app, name, route, plugin),
			);
			for (const route of routes) {
				addScope(route, `plugin::${name}`);
				route.info = { pluginName: name };
			}
			if (routes.length) app.server.routes({ ...router, routes });
		}
	}
}

export function registerRoutes(app) {
	for (const [name, api] of Object.entries(app.strapi.api)) {
		for (const router of Object.values(api.routes)) {
			if (typeof router !== 'object' || router === null) continue;
			router.type = 'content-api';
			for (const route of routesOf(router)) {
				addScope(route, `api::${name}`);
				route.info = { apiName: name };
			}
			app.server.routes(router);
		}
	}
	for (const [name, plugin] of Object.entries(app.strapi.plugins)) {
		for (const router of routersOf(plugin.routes, { type: 'admin', prefix: `/${name}` })) {
			const isListed = router.type === 'admin' && isOtherList(app, name, routesOf(router));
			const routes = routesOf(router).filter(route => isListed || isTakenOver(app, name, route, plugin));
			for (const route of routes) {
				if (!isTakenOver(app, name, route, plugin)) app.routes.panelsOwn.add(route);
				addScope(route, `plugin::${name}`);
				route.info = { pluginName: name };
			}
			app.server.routes(Array.isArray(router) ? routes : { ...router, routes });
		}
	}
}
