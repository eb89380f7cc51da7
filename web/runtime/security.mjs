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

function headersOf(config) {
	const defaultsDeep = require('lodash/fp/defaultsDeep.js');
	const helmet = require('helmet');
	const headers = new Map();
	const response = { setHeader: (name, value) => headers.set(name, String(value)), removeHeader: name => headers.delete(name) };
	let failure;
	helmet(defaultsDeep(defaults, config))({ headers: {} }, response, error => (failure = error));
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
