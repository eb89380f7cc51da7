// The routes, in the order in which Strapi's routers would find them.
import http from 'node:http';
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

const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value);

function checkAuth(auth, wrong) {
	if (auth === undefined || auth === false) return;
	if (!isObject(auth)) wrong('config.auth must be false or a `object` type');
	if (auth.scope === undefined) wrong('config.auth.scope is a required field');
	if (!Array.isArray(auth.scope)) wrong('config.auth.scope must be a `array` type');
	if (auth.scope.some(one => one !== undefined && typeof one !== 'string')) wrong('config.auth.scope must be a list of `string` types');
}

function check(route) {
	const wrong = what => {
		throw new Error(`Invalid route config ${what}`);
	};
	if (typeof route.method !== 'string' || !methods.includes(route.method)) wrong(`method must be one of ${methods.join(', ')}`);
	if (typeof route.path !== 'string' || !route.path) wrong('path is a required field');
	if (!['string', 'function'].includes(typeof route.handler) && !Array.isArray(route.handler)) wrong('handler is a required field');
	if (route.config === undefined) return;
	if (!isObject(route.config)) wrong('config must be a `object` type');
	checkAuth(route.config.auth, wrong);
	for (const list of ['policies', 'middlewares']) {
		const given = route.config[list];
		if (given !== undefined && !Array.isArray(given)) wrong(`config.${list} must be a \`array\` type`);
		const nameless = (given ?? []).findIndex(one => isObject(one) && !one.name);
		if (nameless >= 0) wrong(`config.${list}[${nameless}].name is a required field`);
	}
}

/** A route as a router of Koa's has it. */
export const layerOf = ({ name = null, method, path, regexp, keys, route }) => ({
	name,
	methods: method === undefined ? [] : method === 'ALL' ? http.METHODS : method === 'GET' ? ['HEAD', 'GET'] : [method],
	path,
	regexp,
	paramNames: keys,
	opts: {},
	stack: [].concat(route.handler),
});

/** The routes of a router; a comma too many leaves holes in the list, which Strapi passes over. */
const routesOf = router => (Array.isArray(router) ? router : (router?.routes ?? [])).filter(() => true);

export class Routes {
	constructor() {
		/** Of the main router, the content API, and the administration: they are looked through in this order. */
		this.lists = { main: [], 'content-api': [], admin: [] };
		/** Routes of the panel that lectern answers by itself, listed for their place among others. */
		this.panelsOwn = new WeakSet();
		/** Whether the routes of strapi::public are still to come: what the main router has then stands before them. */
		this.isBeforePublic = true;
		/** Middlewares that strapi.server.router was given: {at: how many of its routes are before, entry}. */
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
			const entry = entryOf(route, route.method.trim().toUpperCase(), path);
			list.push({ ...entry, isFirst: type === 'main' && this.isBeforePublic });
		}
	}

	/** A handler that strapi.server.router was given: nobody is asked for a permission. */
	addRaw(method, path, handlers, name = null) {
		const entry = entryOf({ handler: handlers, config: {} }, method, path);
		this.lists.main.push({ ...entry, name, raw: true, isFirst: this.isBeforePublic });
	}

	/** Middlewares for the routes of the main router that were not there before: all others. `keys`: the names of their parameters. */
	addUse({ path, regexp, keys, handlers }) {
		const route = { handler: handlers, config: {} };
		const entry = { path, regexp, keys, route, raw: true, actions: handlers, isFirst: this.isBeforePublic };
		this.uses.push({ at: this.lists.main.length, entry });
	}

	/** The same as `matching`, with the middlewares that stand between. */
	*passing(method, path) {
		const uses = this.uses.filter(({ entry }) => capturesOf(entry, path));
		const next = () => {
			const [{ entry }] = uses.splice(0, 1);
			return { entry, captures: capturesOf(entry, path) };
		};
		for (const found of this.matching(method, path)) {
			const at = this.lists.main.indexOf(found.entry);
			while (uses.length && (at < 0 || uses[0].at <= at)) yield next();
			yield found;
		}
		while (uses.length) yield next();
	}

	all() {
		return [...this.lists.main, ...this.lists['content-api'], ...this.lists.admin];
	}

	/** What a path fits, whatever the method, as a router of Koa's tells it. */
	layersAt(path) {
		const entries = [...this.uses.map(({ entry }) => entry), ...this.all()];
		return [publicEntry, ...entries].filter(entry => capturesOf(entry, path)).map(layerOf);
	}

	/** The routes that a path fits, in their order, with what the groups of their patterns are in it. */
	*matching(method, path) {
		for (const entry of this.all()) {
			const captures = fitsMethod(entry, method) && capturesOf(entry, path);
			if (captures) yield { entry, captures };
		}
	}
}

function entryOf(route, method, path) {
	const keys = [];
	const regexp = pathToRegexp(path, keys);
	return { route, method, path, regexp, keys };
}

export const fitsMethod = (entry, method) => ['ALL', method, ...(method === 'HEAD' ? ['GET'] : [])].includes(entry.method);

/** What the groups of a route's pattern are in a path, or null when it does not fit. */
export const capturesOf = ({ regexp }, path) => regexp.exec(path)?.slice(1) ?? null;

/** Adds the parameters of a route to those that are there. What is empty is left out. */
export function addParams(ctx, { entry, captures }) {
	if (!entry.isFirst) passPublic(ctx);
	const params = ctx.params ?? {};
	entry.keys.forEach(({ name }, i) => {
		if (captures[i]) params[name] = decode(captures[i]);
	});
	ctx.params = ctx.request.params = params;
}

/** On a context: the path that routes are looked for with, where a middleware has set ctx.routerPath. */
const routed = Symbol('routed');
export const routeTo = (ctx, path) => void (ctx[routed] = path);
export const routedPath = ctx => ctx[routed] ?? ctx.path;

export const isPublicMethod = ({ method }) => ['GET', 'HEAD'].includes(method);

/** On a context: whether it has passed the route of Strapi's files of public/. */
const passed = Symbol('passed');

/** Every GET that is no upload passes that route, and takes its parameter along. */
export function passPublic(ctx) {
	if (ctx[passed]) return;
	ctx[passed] = true;
	ctx.params ??= {};
	ctx.request.params = ctx.params;
	const path = routedPath(ctx);
	if (isPublicMethod(ctx) && path.length > 1 && !path.startsWith('/uploads/')) ctx.params[0] = decode(path.slice(1));
}

export const publicRoute = { method: 'GET', path: '/((?!uploads/).+)', config: { auth: false }, info: { type: 'api' } };
const publicEntry = entryOf(publicRoute, publicRoute.method, publicRoute.path);

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
			if (!['object', 'function'].includes(typeof router) || router === null)
				throw new Error(`The routes of the API ${name} are no router`);
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
	app.graphql?.apollo.register();
}
