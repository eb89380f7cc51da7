// strapi.admin, as far as there is one without an administration panel: its types, and a place for what plugins tell it.
import { strict } from '../load/strict.mjs';
import { adminServices } from './admin-services.mjs';
import { typesOf } from './types.mjs';

/** "plugin::notes.read", as Strapi names actions and conditions. */
const idOf = ({ uid, pluginName, name }) => {
	const own = uid ?? name;
	if (!pluginName) return `api::${own}`;
	return pluginName === 'admin' ? `admin::${own}` : `plugin::${pluginName}.${own}`;
};

function provider() {
	const items = new Map();
	const register = async item => void items.set(idOf(item), item);
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

/** {action, subject} of what stands in a policy's `actions`. */
function wanted(given) {
	if (typeof given === 'string') return { action: given };
	return Array.isArray(given) ? { action: given[0], subject: given[1] } : given;
}

/** As Strapi has them: on routes of the content API nobody has a userAbility, and asking for it is an error. */
const policies = {
	isAuthenticatedAdmin: ({ state }) => Boolean(state.isAuthenticated),
	hasPermissions: ({ state }, { actions }) => actions.map(wanted).every(({ action, subject }) => state.userAbility.can(action, subject)),
	isTelemetryEnabled: () => false,
};

export function makeAdmin(app) {
	const services = {
		...adminServices(app),
		permission: strict("strapi.admin.services['permission']", {
			actionProvider: provider(),
			conditionProvider: provider(),
			sectionProvider: provider(),
			engine: { hooks: new Proxy({}, { get: () => ({ register() {} }) }) },
		}),
	};
	app.container.get('services').add('admin::', services);
	app.container.get('content-types').add('admin::', typesOf(app, 'admin::'));
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
