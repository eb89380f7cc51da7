// Services of Strapi's own plugins whose methods an extension has replaced. Code that asks them gets the extension's; lectern's
// own actions, which do not run in this process, do not: that is said in the log.
import { internalPlugins } from '../internal/plugins.mjs';

/** Notes the services of a plugin that are others since its extension has run. `given`: {name: factory} before. */
export function noteReplacedServices(app, name, given, now) {
	if (!internalPlugins.some(internal => internal.name === name)) return;
	app.replacedServices ??= [];
	for (const [key, factory] of Object.entries(given))
		if (typeof factory === 'function' && now?.[key] && now[key] !== factory) app.replacedServices.push({ name, key, factory });
}

/** Two instances have functions of their own, of the same text. */
const isOther = (one, other) => typeof one === 'function' && typeof other === 'function' && String(one) !== String(other);

function replacedMethods(app, name, key, factory) {
	try {
		const given = factory({ strapi: app.strapi });
		const now = app.strapi.plugin(name).service(key);
		return Object.keys(given).filter(method => isOther(given[method], now?.[method]));
	} catch {
		// What fails here fails where code asks for it, too.
		return [];
	}
}

export function nameReplacedServices(app) {
	for (const { name, key, factory } of app.replacedServices ?? []) {
		const methods = replacedMethods(app, name, key, factory);
		if (!methods.length) continue;
		app.strapi.log.warn(
			`src/extensions/${name} replaces ${methods.join(', ')} of the service plugin::${name}.${key}: code that asks the service ` +
				"gets that, lectern's own actions do not",
		);
	}
}
