// Policies and middlewares of routes, by the names that routes have for them.
import path from 'node:path';
import { errors } from '../errors.mjs';

function findPolicy(app, name, { pluginName, apiName } = {}) {
	const policies = app.container.get('policies');
	const within = pluginName ? `plugin::${pluginName}.${name}` : apiName ? `api::${apiName}.${name}` : '';
	return policies.get(name) ?? (within ? policies.get(within) : undefined);
}

/** {handler, config} of what stands in config.policies. Throws for one that is not there. */
export function resolvePolicy(app, given, info) {
	if (typeof given === 'function') return { handler: given, config: {} };
	const name = typeof given === 'string' ? given : given?.name;
	const config = (typeof given === 'object' && given?.config) || {};
	const policy = findPolicy(app, name, info);
	if (policy === undefined) throw new Error(`Could not find policy "${name}"`);
	if (typeof policy === 'function') return { handler: policy, config };
	policy.validator?.(config);
	return { handler: policy.handler, config };
}

/** One middleware that asks policies in their order. */
export const policiesMiddleware = (app, policies) => async (ctx, next) => {
	const context = Object.assign(
		{
			is: type => type === 'koa',
			get type() {
				return 'koa';
			},
		},
		ctx,
	);
	for (const { handler, config } of policies) {
		const result = await handler(context, config, { strapi: app.strapi });
		if (result !== true && result !== undefined) throw new errors.PolicyError();
	}
	await next();
};

function loadMiddleware(app, resolve) {
	let file;
	try {
		file = app.project.require.resolve(resolve);
	} catch {
		file = path.resolve(app.project.root, resolve);
	}
	const loaded = app.project.require(file);
	return loaded?.__esModule ? loaded.default : loaded;
}

/** {name, factory, config}, or {name: null, handler} of a function, of what stands in a list of middlewares. */
export function findMiddleware(app, given) {
	if (typeof given === 'function') return { name: null, handler: given };
	const { name, resolve, config = {} } = typeof given === 'string' ? { name: given } : (given ?? {});
	if (!name && !resolve) throw new Error('Invalid middleware configuration. Missing name or resolve properties.');
	const factory = name ? app.container.get('middlewares').get(name) : loadMiddleware(app, resolve);
	if (!factory) throw new Error(`Middleware ${name} not found.`);
	return { name: name ?? resolve, factory, config };
}

const pass = (ctx, next) => next();

/** The function that runs for each request. What a factory throws that is no Error is nothing to Strapi. */
export function makeMiddleware(app, { name, handler, factory, config }) {
	if (handler) return handler;
	try {
		return factory(config, { strapi: app.strapi }) ?? pass;
	} catch (error) {
		if (!(error instanceof Error)) return pass;
		throw new Error(`Middleware "${name}": ${error.message}`, { cause: error });
	}
}
