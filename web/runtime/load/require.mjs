// What code may require of Strapi: `@strapi/strapi` is this runtime, all else the project's own.
import Module from 'node:module';
import { env } from '../env.mjs';
import { Missing, adopt, errors } from '../errors.mjs';
import { strict } from './strict.mjs';

/** Puts `factories` in the place of @strapi/strapi, and what there is of @strapi/utils where it is not installed. */
export function replaceStrapi(factories) {
	const own = { '@strapi/strapi': { factories } };
	own['@strapi/strapi'].default = own['@strapi/strapi'];
	const utils = strict("require('@strapi/utils')", { errors, env, __esModule: undefined, default: undefined });
	const load = Module._load;
	Module._load = function (request, parent, ...rest) {
		if (own[request]) return own[request];
		if (request.startsWith('@strapi/strapi/')) throw new Missing(request);
		try {
			const loaded = load.call(this, request, parent, ...rest);
			if (request === '@strapi/utils') adopt(loaded.errors);
			return loaded;
		} catch (error) {
			if (request === '@strapi/utils' && error.code === 'MODULE_NOT_FOUND') return utils;
			throw error;
		}
	};
}
