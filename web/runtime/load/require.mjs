// What code may require of Strapi: `@strapi/strapi` is this runtime, all else the project's own.
import Module from 'node:module';
import { Missing, adopt } from '../errors.mjs';
import { graphqlModules } from '../graphql/modules.mjs';
import { bundledUtils, isUtils } from '../strapi/utils.mjs';

/** Puts `factories` in the place of @strapi/strapi, and what there is of @strapi/utils where it is not installed. */
export function replaceStrapi(factories) {
	const own = { '@strapi/strapi': { factories } };
	own['@strapi/strapi'].default = own['@strapi/strapi'];
	const load = Module._load;
	Module._load = function (request, parent, ...rest) {
		if (own[request]) return own[request];
		if (request.startsWith('@strapi/strapi/')) throw new Missing(request);
		try {
			const loaded = load.call(this, request, parent, ...rest);
			if (request === '@strapi/utils') adopt(loaded.errors);
			return loaded;
		} catch (error) {
			if (error.code === 'MODULE_NOT_FOUND' && request in graphqlModules) return graphqlModules[request];
			if (error.code !== 'MODULE_NOT_FOUND' || !isUtils(request)) throw error;
			return bundledUtils(request);
		}
	};
}
