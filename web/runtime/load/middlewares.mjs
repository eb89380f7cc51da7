// Middlewares for all requests: config/middlewares, in its order.
import { answerOf } from '../errors.mjs';
import { asNative, isNativeMiddleware } from '../internal/native.mjs';
import { addQuery } from '../request/koa.mjs';
import { isOwnQuery, limitsOf } from '../strapi/query-limits.mjs';
import { bodyReader } from '../request/body.mjs';
import { mentions } from './files.mjs';
import { asksCode, makeCors, makeNativeCors } from '../strapi/cors.mjs';
import { makeSession } from '../strapi/session.mjs';
import { findMiddleware, makeMiddleware } from './policies.mjs';

const usual = ['logger', 'errors', 'security', 'cors', 'poweredBy', 'session', 'query', 'body', 'favicon', 'public'];
const required = ['errors', 'security', 'cors', 'query', 'body', 'public', 'favicon'];

/** Those whose work lectern does for every answer. */
const byLectern = ['logger', 'public', 'compression'];

/** What an error becomes, and an answer of nobody. */
export const errorsMiddleware = app => async (ctx, next) => {
	try {
		await next();
		if (!ctx.response._explicitStatus) ctx.notFound();
	} catch (error) {
		const { status, body } = answerOf(error, thrown => app.link.log('error', String(thrown?.stack ?? thrown)));
		ctx.status = status;
		ctx.body = body;
	}
};

/** lectern adds the headers of these two in the end. What code has set is overwritten where Strapi's middleware sets it. */
const security = app => (ctx, next) => {
	app.requests.secure(ctx);
	return next();
};
/** What stands behind it in the list does not see who asks for the picture. */
const favicon = app => (ctx, next) => (ctx.path === '/favicon.ico' ? app.nativeRequests.runWhole(ctx) : next());

const poweredBy = async (ctx, next) => {
	await next();
	ctx.res.forget('x-powered-by');
};

const responseTime = () => async (ctx, next) => {
	const start = Date.now();
	await next();
	ctx.set('X-Response-Time', `${Math.ceil(Date.now() - start)}ms`);
};

/** Runs a function of the project's for answers of a status. */
const responses =
	({ handlers } = {}) =>
	async (ctx, next) => {
		await next();
		if (typeof handlers?.[ctx.status] === 'function') await handlers[ctx.status](ctx, next);
	};

/** Who may ask at all: addresses that one of `whitelist` fits, and none of `blacklist`. */
function makeIp(given) {
	const lists = typeof given === 'object' && !Array.isArray(given) ? given : { whitelist: [].concat(given) };
	const { whitelist, blacklist, handler } = lists;
	const fits = (list, address) => list.some(item => new RegExp(item).test(address));
	return async (ctx, next) => {
		const isLetIn = !Array.isArray(whitelist) || fits(whitelist, ctx.ip);
		if (isLetIn && !(Array.isArray(blacklist) && fits(blacklist, ctx.ip))) return next();
		return typeof handler === 'function' ? handler(ctx, next) : ctx.throw(403);
	};
}

function setQuery(app, config) {
	addQuery(app.koa, { strictNullHandling: true, arrayLimit: 100, depth: 20, ...config });
	app.queryLimits = limitsOf(config);
	app.koa.readsQueries = isOwnQuery(config);
}

function ofStrapi(app) {
	const pass = asNative(() => undefined, {});
	return {
		...Object.fromEntries(byLectern.map(name => [name, pass])),
		// Native where lectern sets the headers.
		cors: asNative(config => (asksCode(config) ? makeCors(config) : makeNativeCors(config)), {}),
		security: asNative(() => security(app), {}),
		favicon: asNative(() => favicon(app), {}),
		poweredBy: asNative(() => poweredBy, {}),
		errors: asNative(() => errorsMiddleware(app), {}),
		session: asNative(config => void app.server.stack.push({ name: 'strapi::session', handler: makeSession(app, config) }), {}),
		body: asNative(config => bodyReader(config, app.graphql && app.config.get('plugin.graphql.endpoint')), {}),
		query: asNative(config => void setQuery(app, config), {}),
		responses,
		responseTime: asNative(responseTime, {}),
		'response-time': asNative(responseTime, {}),
		ip: makeIp,
	};
}

/** Whether the project has something of its own in the list: then each request goes through it. */
function isOwn({ name, handler, factory, config }) {
	if (name === 'strapi::cors') return asksCode(config);
	if (name === 'strapi::query') return isOwnQuery(config);
	if (name === 'strapi::responses') return Boolean(config?.handlers);
	return Boolean(handler) || !isNativeMiddleware(factory);
}

/** Finds them; they are made by `startMiddlewares`, when the tables are there. */
export function loadMiddlewares(app) {
	app.container.get('middlewares').add('strapi::', ofStrapi(app));
	const given = app.config.get(
		'middlewares',
		usual.map(name => `strapi::${name}`),
	);
	if (!Array.isArray(given)) {
		throw new Error('Invalid middleware configuration. Expected Array<string|{name?: string, resolve?: string, config: any}.');
	}
	app.globals = given.map(entry => findMiddleware(app, entry));
	const missing = required.map(name => `strapi::${name}`).filter(name => !app.globals.some(found => found.name === name));
	if (missing.length) {
		throw new Error('Missing required middlewares in configuration. ' + `Add the following middlewares: "${missing.join(', ')}".`);
	}
}

/** Whether code has a say in every request: by middlewares, handlers that it gave to the router itself, or a service that finds users. */
export const asksForAll = app =>
	app.fetchesUsers ||
	app.readsTokens ||
	app.globals.some(isOwn) ||
	app.server.stack.some(({ name }) => name === null) ||
	app.routes.uses.length > 0;

/** Whether code that runs in `bootstrap` may add middlewares and routes: until then no request is answered. */
export function maybeAsksForAll(app) {
	return (
		app.container.get('modules').foreignBootstraps().length > 0 ||
		mentions(app.project, 'src', /\bserver\s*\??\.\s*(use|routes|router|app|api)\b/)
	);
}

/** Whether a function of the project's own makes one of them, or one of a route, once the tables are there. */
export function makesOwnMiddlewares(app) {
	const isMade = ({ factory }) => Boolean(factory) && !isNativeMiddleware(factory);
	return app.globals.some(isMade) || app.routes.all().some(({ middlewares = [] }) => middlewares.some(isMade));
}

/** All are made before the first has its place: what one of them gives to the server meanwhile, as the session does, stands around
 * the whole list. */
export function startMiddlewares(app) {
	app.routes.isBeforePublic = false;
	const made = app.globals.map(found => ({ name: found.name, handler: makeMiddleware(app, found) }));
	for (const { name, handler } of made) {
		if (typeof handler !== 'function') throw new TypeError(`Middleware "${name}": middleware must be a function!`);
		app.server.stack.push({ name, handler });
	}
}
