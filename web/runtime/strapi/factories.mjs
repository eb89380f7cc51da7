// `factories` of @strapi/strapi: core controllers, services and routers.
import { coreController } from './core-controller.mjs';
import { coreService } from './core-service.mjs';

/** The project's own members, with those of Strapi's below them, which `super` finds. */
function above(base, given, app) {
	const own = (typeof given === 'function' ? given({ strapi: app.strapi }) : given) ?? {};
	for (const name of Object.keys(base)) if (own[name] === undefined) own[name] = base[name];
	return Object.setPrototypeOf(own, base);
}

function typeOf(app, uid) {
	const type = app.contentTypes[uid];
	if (!type) throw new Error(`there is no content type ${uid}`);
	return type;
}

function coreRoutes({ uid, kind, info }) {
	const single = kind === 'singleType';
	const path = `/${single ? info.singularName : info.pluralName}`;
	const entry = single ? path : `${path}/:id`;
	const route = (method, at, action) => [action, { method, path: at, handler: `${uid}.${action}`, config: {} }];
	const all = [
		route('GET', path, 'find'),
		...(single ? [] : [route('GET', entry, 'findOne'), route('POST', path, 'create')]),
		route('PUT', entry, 'update'),
		route('DELETE', entry, 'delete'),
	];
	return Object.fromEntries(all);
}

function chosen(routes, { only, except }) {
	const left = except ? Object.keys(routes).filter(name => ![].concat(except).includes(name)) : Object.keys(routes);
	// Those that `only` names come in its order.
	const names = only ? [].concat(only).filter(name => left.includes(name)) : left;
	return names.map(name => routes[name]);
}

/** `current` gives the App, which is there when what these make is first asked for. */
export function makeFactories(current) {
	return {
		createCoreController: (uid, given) => () => {
			const app = current();
			typeOf(app, uid);
			return above(coreController(app, uid), given, app);
		},
		createCoreService: (uid, given) => () => {
			const app = current();
			typeOf(app, uid);
			const base = coreService(app, uid);
			app.coreServices.add(base);
			return above(base, given, app);
		},
		createCoreRouter(uid, options) {
			const given = options ?? {};
			let routes;
			return {
				type: given.type ?? 'content-api',
				prefix: given.prefix,
				get routes() {
					if (!routes) {
						const all = coreRoutes(typeOf(current(), uid));
						for (const [name, route] of Object.entries(all)) Object.assign(route.config, given.config?.[name]);
						routes = chosen(all, given);
					}
					return routes;
				},
			};
		},
	};
}
