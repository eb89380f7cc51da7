// What each route does: its handler, who may ask it, and whether lectern answers it by itself.
import { actionsOfPanel } from '../internal/panel-actions.mjs';
import { hasOwnParts, isOverPanel, routesTakenAway } from '../internal/panel-routes.mjs';
import { isNativeAround, nativeNames, parameterOf } from '../internal/native.mjs';
import { isPlainAction } from '../strapi/core-controller.mjs';
import { findMiddleware, makeMiddleware, policiesMiddleware, resolvePolicy } from './policies.mjs';

const typesOf = Symbol.for('__type__');

function controllerOf(app, name, { pluginName, apiName }) {
	const own = pluginName ? app.strapi.plugin(pluginName).controller(name) : app.strapi.controller(`api::${apiName}.${name}`);
	return (pluginName || apiName ? own : undefined) ?? app.strapi.controller(name);
}

/** {run, controller, action} */
function handlerOf(app, { handler, info }) {
	if (typeof handler !== 'string') return { run: handler };
	const whole = handler.trim();
	const at = whole.lastIndexOf('.');
	const controller = controllerOf(app, whole.slice(0, at), info);
	const action = whole.slice(at + 1);
	if (!controller) throw new TypeError(`Cannot read properties of undefined (reading '${action}')`);
	const run = controller[action];
	if (typeof run !== 'function') throw new Error(`Handler not found "${handler}"`);
	if (typesOf in run) run[typesOf].push(info.type);
	else run[typesOf] = [info.type];
	return { run, controller, action };
}

/**
 * 'none': anyone; 'user': whoever has signed in; 'admin': any admin; 'closed': nobody; {strategies, auth}: who is told by one of
 * these; else permissions.
 */
function authOf(app, { config = {}, info }) {
	if (config.auth === false) return 'none';
	const { own } = app.strategies;
	let strategies = config.auth?.strategies;
	if (own.length && info.type === 'content-api') {
		const given = strategies ?? ['api-token', 'users-permissions', ...own];
		strategies = given.map(one => (typeof one === 'string' ? (own.find(({ name }) => name === one) ?? one) : one));
	}
	const auth = config.auth?.scope ? [].concat(config.auth.scope) : 'user';
	if (info.type === 'admin' && (!strategies || strategies.includes('admin'))) return 'admin';
	if (info.type !== 'content-api') {
		// Of the main router's routes no strategy is registered.
		const given = (strategies ?? []).filter(one => typeof one === 'object');
		return given.length ? { strategies: given, auth } : 'closed';
	}
	return strategies ? { strategies: [].concat(strategies), auth } : auth;
}

/** A path in which each part is a text or a parameter: lectern finds it as Strapi does. */
const isPlainPath = path => /^(\/(:\w+|[\w.~!&',;=@-]+))+$/.test(path);

/** Whether lectern finds the route, and in its path what the action needs. */
function isFound(app, { path }, names) {
	if (names.action === 'plugin::users-permissions.auth.connect') return true;
	const parameter = parameterOf(app, names);
	return isPlainPath(path) && (!parameter || path.split('/').includes(`:${parameter}`));
}

function nativeOf(app, entry, { run, controller }) {
	const names = nativeNames(run);
	const { config = {}, info } = entry.route;
	if (config.auth?.strategies || entry.auth.strategies) return undefined;
	if (!names || info.type !== 'content-api' || config.policies?.length || hasOwnParts(controller, names.action)) return undefined;
	if (!entry.middlewares.every(found => isNativeAround(found, names))) return undefined;
	if (!isFound(app, entry, names)) return undefined;
	return !names.type || isPlainAction(app, names.type, controller, names.action) ? names : undefined;
}

function resolve(app, entry) {
	const { route } = entry;
	entry.policies = (route.config?.policies ?? []).map(given => resolvePolicy(app, given, route.info));
	entry.middlewares = (route.config?.middlewares ?? []).map(given => findMiddleware(app, given));
	const handler = handlerOf(app, route);
	entry.auth = authOf(app, route);
	entry.handler = handler;
	entry.native = nativeOf(app, entry, handler);
	entry.actions = composed([].concat(handler.controller ? handler.run.bind(handler.controller) : handler.run));
}

function composed(functions) {
	if (functions.some(one => typeof one !== 'function')) throw new TypeError('Middleware must be composed of functions!');
	return functions;
}

/** Strapi says which route is wrong. */
function named(entry, run) {
	try {
		run();
	} catch (error) {
		if (error instanceof Error) error.message = `Error creating endpoint ${entry.route.method} ${entry.route.path}: ${error.message}`;
		throw error;
	}
}

/** Resolves routes that were added since. Throws for one that Strapi would not start with. */
export function resolveRoutes(app) {
	for (const entry of app.routes.all()) {
		if (entry.actions) continue;
		if (entry.raw) {
			Object.assign(entry, { auth: 'none', policies: [], middlewares: [], actions: entry.route.handler });
			continue;
		}
		named(entry, () => resolve(app, entry));
	}
}

/** Makes the middlewares of routes that were added since: what they begin is there before anything is served. */
export function startRoutes(app) {
	for (const entry of app.routes.all()) if (entry.middlewares?.length && !entry.native) named(entry, () => guardsOf(app, entry));
}

/** Code that ran since may stand around actions that lectern would have answered by itself. */
export function findNativeAgain(app) {
	for (const entry of app.routes.all()) if (entry.native) entry.native = nativeOf(app, entry, entry.handler);
}

/** The policies and middlewares of a route, as functions. */
export function guardsOf(app, entry) {
	entry.guards ??= [policiesMiddleware(app, entry.policies), ...composed(entry.middlewares.map(found => makeMiddleware(app, found)))];
	return entry.guards;
}

/** The actions that permissions can be granted for, in Strapi's order. */
export function actionsOf(app) {
	const actions = [];
	const list = (source, all) => {
		for (const [name, module] of Object.entries(all)) {
			for (const [controller, members] of Object.entries(module.controllers)) {
				for (const action in members) {
					if (members[action]?.[typesOf]?.includes('content-api')) actions.push(`${source}::${name}.${controller}.${action}`);
				}
			}
		}
	};
	list('api', app.strapi.api);
	list('plugin', app.strapi.plugins);
	return actions;
}

/** All actions that controllers have, routed or not. */
export function controlledOf(app) {
	const all = { api: app.strapi.api, plugin: app.strapi.plugins };
	const own = Object.entries(all).flatMap(([source, modules]) =>
		Object.entries(modules).flatMap(([name, { controllers }]) =>
			Object.entries(controllers).flatMap(([controller, members]) =>
				Object.keys(members ?? {}).map(action => `${source}::${name}.${controller}.${action}`),
			),
		),
	);
	return [...new Set([...own, ...actionsOfPanel(Object.keys(app.strapi.plugins))])];
}

/** As lectern is told of it. */
export const tableOf = app => [
	...app.routes
		.all()
		.map(({ method, path, auth, native, route }) => ({
			method,
			path,
			auth: auth.strategies ? 'strategies' : auth,
			native: native ?? null,
			overPanel: !app.routes.panelsOwn.has(route) && isOverPanel(app, route),
			panelsOwn: app.routes.panelsOwn.has(route),
			handler: typeof route.handler === 'string' ? route.handler : null,
		})),
	...routesTakenAway(app),
];
