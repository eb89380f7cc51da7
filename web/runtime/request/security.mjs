// The headers that strapi::security adds to answers of the API.
const defaults = {
	crossOriginEmbedderPolicy: false,
	crossOriginOpenerPolicy: false,
	crossOriginResourcePolicy: false,
	originAgentCluster: false,
	contentSecurityPolicy: {
		useDefaults: true,
		directives: {
			'connect-src': ["'self'", 'https:'],
			'img-src': ["'self'", 'data:', 'blob:', 'https://market-assets.strapi.io'],
			'media-src': ["'self'", 'data:', 'blob:'],
			upgradeInsecureRequests: null,
		},
	},
	xssFilter: false,
	hsts: { maxAge: 31536000, includeSubDomains: true },
	frameguard: { action: 'sameorigin' },
};

const entryOf = middlewares => Array.isArray(middlewares) && middlewares.find(item => item?.name === 'strapi::security');

/** What pages with scripts of their own may do besides, by the beginnings of their paths. */
const pages = [
	{
		path: '/documentation',
		directives: {
			'script-src': ["'self'", "'unsafe-inline'", 'cdn.jsdelivr.net'],
			'img-src': ["'self'", 'data:', 'cdn.jsdelivr.net', 'strapi.io'],
		},
	},
	{ path: '/admin', directives: { 'script-src': ["'self'", "'unsafe-inline'"], 'connect-src': ["'self'", 'https:', 'ws:'] } },
];

const concat = (one, other) => (Array.isArray(one) && Array.isArray(other) ? one.concat(other) : undefined);

function headersOf(config, added) {
	const defaultsDeep = require('lodash/fp/defaultsDeep.js');
	const mergeWith = require('lodash/fp/mergeWith.js');
	const helmet = require('helmet');
	const whole = defaultsDeep(defaults, config);
	const headers = new Map();
	const response = { setHeader: (name, value) => headers.set(name, String(value)), removeHeader: name => headers.delete(name) };
	let failure;
	const merged = added ? mergeWith(concat, whole, { contentSecurityPolicy: { directives: added } }) : whole;
	helmet(merged)({ headers: {} }, response, error => (failure = error));
	if (failure) throw failure;
	return headers;
}

/** [[name, value], …] when the list of middlewares has options for it; else undefined: then nothing is changed. */
export function securityHeaders(middlewares) {
	const { config } = entryOf(middlewares) || {};
	return config && Object.keys(config).length > 0 ? [...headersOf(config)] : undefined;
}

/** What answers have of this and of CORS, by names in small letters. */
export function usualHeaders(middlewares) {
	const headers = [...headersOf((entryOf(middlewares) || {}).config ?? {})].map(([name, value]) => [name.toLowerCase(), value]);
	return new Map([['vary', 'Origin'], ...headers]);
}

/** The Content-Security-Policy for such a page; undefined: the usual one. lectern's own pages have none of these scripts. */
export function policyOfPage(middlewares, { method, path }) {
	const found = method === 'GET' && pages.find(page => path.startsWith(page.path));
	if (found) found.policy ??= headersOf((entryOf(middlewares) || {}).config ?? {}, found.directives).get('Content-Security-Policy');
	return found?.policy;
}
