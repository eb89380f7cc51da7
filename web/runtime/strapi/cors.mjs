// strapi::cors with a function among its options: which origins may read an answer is told by calling it. Without one lectern sets
// these headers by itself, and no request comes here for them.

const usual = {
	origin: '*',
	maxAge: 31536000,
	credentials: true,
	methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
	headers: ['Content-Type', 'Authorization', 'Origin', 'Accept'],
};

const joined = value => (Array.isArray(value) ? value.join(',') : value);

/** Of an origin that is neither a text nor a list Strapi starts, and answers nothing that a browser asks for from elsewhere. */
export const isNoOrigin = config =>
	Object.hasOwn(config ?? {}, 'origin') && typeof config.origin !== 'string' && !Array.isArray(config.origin);

/** Whether only code can tell what is allowed. */
export const asksCode = config => isNoOrigin(config) || Object.values(config ?? {}).some(value => typeof value === 'function');

/** What Access-Control-Allow-Origin is; falsy where the origin may not. */
async function allowed(ctx, origin) {
	const sent = ctx.get('Origin');
	if (!sent) return '*';
	const names = typeof origin === 'function' ? await origin(ctx) : origin;
	const list = Array.isArray(names) ? names : names.split(',').map(name => name.trim());
	if (!Array.isArray(names) && list.length === 1) return names;
	return list.includes(sent) ? sent : false;
}

/** Those that answers have of CORS. */
const headersOf = ['Origin', 'Credentials', 'Methods', 'Headers'].map(name => `access-control-allow-${name.toLowerCase()}`);
export const corsHeaders = [...headersOf, 'access-control-expose-headers', 'access-control-max-age'];

const isPreflight = ctx => ctx.method === 'OPTIONS' && Boolean(ctx.get('Access-Control-Request-Method'));

/** Where lectern adds the headers, it answers preflights, too; what it lets nobody read goes on. */
export function makeNativeCors(config) {
	const { origin } = { ...usual, ...config };
	return async (ctx, next) => {
		if (ctx.method !== 'OPTIONS' || isPreflight(ctx)) for (const name of corsHeaders) ctx.res.forget(name);
		ctx.res.removed.delete('vary');
		ctx.vary('Origin');
		if (!isPreflight(ctx) || !(await allowed(ctx, origin))) return next();
		ctx.status = 204;
	};
}

export function makeCors(config) {
	const { origin, expose, maxAge, credentials, methods, headers } = { ...usual, ...config };
	return async (ctx, next) => {
		ctx.vary('Origin');
		let name = await allowed(ctx, origin);
		if (!name) return next();
		const withCredentials = typeof credentials === 'function' ? await credentials(ctx) : Boolean(credentials);
		if (withCredentials && name === '*') name = ctx.get('Origin');
		const preflight = ctx.method === 'OPTIONS';
		if (preflight && !ctx.get('Access-Control-Request-Method')) return next();
		ctx.set('Access-Control-Allow-Origin', name);
		if (withCredentials === true) ctx.set('Access-Control-Allow-Credentials', 'true');
		if (!preflight) {
			if (expose) ctx.set('Access-Control-Expose-Headers', joined(expose));
			return next();
		}
		if (maxAge) ctx.set('Access-Control-Max-Age', String(maxAge));
		if (methods) ctx.set('Access-Control-Allow-Methods', joined(methods));
		const may = joined(headers) || ctx.get('Access-Control-Request-Headers');
		if (may) ctx.set('Access-Control-Allow-Headers', may);
		ctx.status = 204;
	};
}
