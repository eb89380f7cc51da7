// strapi.admin, as far as there is one without an administration panel: its types, and a place for what plugins tell it.
import { strict } from '../load/strict.mjs';
import { typesOf } from './types.mjs';

function provider() {
	const items = new Map();
	const key = ({ uid, pluginName, name }) => uid ?? `${pluginName}.${name}`;
	const register = async item => void items.set(key(item), item);
	return {
		register,
		registerMany: async all => void (await Promise.all(all.map(register))),
		get: name => items.get(name),
		getAll: () => Object.fromEntries(items),
		has: name => items.has(name),
		keys: () => [...items.keys()],
		values: () => [...items.values()],
		size: () => items.size,
		clear: () => items.clear(),
		hooks: new Proxy({}, { get: () => ({ register() {}, delete() {}, call() {} }) }),
	};
}

export function makeAdmin(app) {
	const services = {
		permission: strict("strapi.admin.services['permission']", {
			actionProvider: provider(),
			conditionProvider: provider(),
			sectionProvider: provider(),
			engine: { hooks: new Proxy({}, { get: () => ({ register() {} }) }) },
		}),
	};
	app.container.get('services').add('admin::', services);
	app.container.get('content-types').add('admin::', typesOf(app, 'admin::'));
	// Nobody signs in to an administration that is not there.
	const policies = { isAuthenticatedAdmin: ({ state }) => Boolean(state.isAuthenticatedAdmin), hasPermissions: () => false };
	app.container.get('policies').add('admin::', policies);
	return strict('strapi.admin', {
		services: strict('strapi.admin.services', services),
		config: app.config.get('admin'),
		contentTypes: typesOf(app, 'admin::'),
		controllers: {},
		policies,
		middlewares: {},
		routes: {},
	});
}
