// One API or plugin: what strapi.plugin('x') gives.
import { removeNamespace } from './names.mjs';

const steps = ['register', 'bootstrap', 'destroy'];
const usual = () => ({ config: {}, routes: [], controllers: {}, services: {}, contentTypes: {}, policies: {}, middlewares: {} });

function check(namespace, raw) {
	const known = [...steps, ...Object.keys(usual())];
	const wrong = Object.keys(raw).filter(key => !known.includes(key) && raw[key] !== undefined);
	if (wrong.length)
		throw new Error(`strapi-server.js is invalid for '${namespace}'.\nthis field has unspecified keys: ${wrong.join(', ')}`);
	for (const step of steps) {
		if (raw[step] !== undefined && typeof raw[step] !== 'function') {
			throw new Error(`strapi-server.js is invalid for '${namespace}'.\n${step} must be a function`);
		}
	}
}

export function createModule(app, namespace, raw) {
	for (const [key, value] of Object.entries(usual())) if (raw[key] === undefined) raw[key] = value;
	check(namespace, raw);
	const of = kind => app.container.get(kind);
	const called = new Set();
	const run = step => async () => {
		if (called.has(step)) throw new Error(`${step} for ${namespace} has already been called`);
		called.add(step);
		await raw[step]?.({ strapi: app.strapi });
	};
	const all = kind => {
		const found = {};
		const items = of(kind).getAll(namespace);
		for (const uid of Object.keys(items)) {
			Object.defineProperty(found, removeNamespace(uid, namespace), { enumerable: true, get: () => items[uid] });
		}
		return found;
	};
	const one = kind => name => of(kind).get(`${namespace}.${name}`);
	return {
		register: run('register'),
		bootstrap: run('bootstrap'),
		destroy: run('destroy'),
		hasRegister: Boolean(raw.register && !raw.register.isNothing),
		hasBootstrap: Boolean(raw.bootstrap && !raw.bootstrap.isNothing),
		load() {
			of('content-types').add(namespace, raw.contentTypes);
			for (const kind of ['services', 'policies', 'middlewares', 'controllers']) of(kind).add(namespace, raw[kind]);
			of('config').set(namespace.replace('::', '.'), raw.config);
		},
		get routes() {
			return raw.routes ?? {};
		},
		config: (path, usualValue) => of('config').get(`${namespace.replace('::', '.')}.${path}`, usualValue),
		contentType: one('content-types'),
		get contentTypes() {
			return all('content-types');
		},
		service: one('services'),
		get services() {
			return all('services');
		},
		policy: one('policies'),
		get policies() {
			return all('policies');
		},
		middleware: one('middlewares'),
		get middlewares() {
			return all('middlewares');
		},
		controller: one('controllers'),
		get controllers() {
			return all('controllers');
		},
	};
}
