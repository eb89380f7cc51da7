// What code may require of Strapi: `@strapi/strapi` is this runtime, all else the project's own.
import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import createError from 'http-errors';
import { Missing, adopt } from '../errors.mjs';
import { graphqlModules } from '../graphql/modules.mjs';
import { VERSION } from '../strapi/configuration.mjs';
import { makeFactories } from '../strapi/factories.mjs';
import { innerStrapi } from '../strapi/inner.mjs';
import { bundledUtils, isUtils } from '../strapi/utils.mjs';

/**
 * The file of an inner path of one of Strapi's packages that its `exports` leave out: those of Strapi before 4.11 named none, and code
 * written for them requires such paths. Undefined where there is no such file.
 */
function innerFile(request, parent) {
	const [, name, inner] = request.match(/^(@strapi\/[^/]+)\/(.+)$/) ?? [];
	for (const folder of name ? Module._nodeModulePaths(parent?.path ?? process.cwd()) : []) {
		const file = path.join(folder, name, inner);
		const found = [file, `${file}.js`, path.join(file, 'index.js')].find(one => fs.statSync(one, { throwIfNoEntry: false })?.isFile());
		if (found) return found;
	}
	return undefined;
}

const usersUtils = /^@strapi\/plugin-users-permissions\/server\/utils(\/index)?(\.js)?$/;

/** What code written for Strapi before 4.11 requires most of users-permissions, where that is not installed. */
const usersUtilsOf = current => ({
	getService: name => current().strapi.plugin('users-permissions').service(name),
	get sanitize() {
		throw new Missing("sanitize of require('@strapi/plugin-users-permissions/server/utils')");
	},
});

/** A package of Strapi's that is required by its place, ../../node_modules/@strapi/utils, is the one of that name. */
const byName = request => request.replace(/^[./].*\/node_modules\/(?=@strapi\/)/, '');

/** The http-errors that Strapi has: a project that has this version, too, shares the copy, and so its classes. */
const HTTP_ERRORS = '1.8.1';

function isOfStrapi(parent) {
	const file = Module._resolveFilename('http-errors', parent);
	return JSON.parse(fs.readFileSync(path.join(path.dirname(file), 'package.json'), 'utf8')).version === HTTP_ERRORS;
}

/**
 * Puts `factories` in the place of @strapi/strapi, and what there is of @strapi/utils where it is not installed. Files of configuration
 * may require both before there is an App, which `current` gives.
 */
export function replaceStrapi(current) {
	const factories = makeFactories(current);
	const inner = innerStrapi(current, factories);
	const strapi = () => {
		throw new Missing("require('@strapi/strapi')()");
	};
	const own = { '@strapi/strapi': Object.assign(strapi, { factories, default: strapi }) };
	const load = Module._load;
	Module._load = function (required, parent, ...rest) {
		const request = byName(required);
		if (own[request]) return own[request];
		if (/^@strapi\/strapi\/(lib|dist)\//.test(request)) return (own[request] ??= inner(request));
		if (request.startsWith('@strapi/strapi/') && !request.endsWith('/package.json')) throw new Missing(request);
		try {
			const loaded = load.call(this, request, parent, ...rest);
			if (request === '@strapi/utils') adopt(loaded.errors);
			if (request === 'http-errors' && isOfStrapi(parent)) adopt({ HttpError: loaded.HttpError });
			return loaded;
		} catch (error) {
			const file = error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED' && innerFile(request, parent);
			if (file) return load.call(this, file, parent, ...rest);
			if (error.code === 'MODULE_NOT_FOUND' && request === '@strapi/strapi/package.json')
				return { name: '@strapi/strapi', version: VERSION };
			if (error.code === 'MODULE_NOT_FOUND' && request in graphqlModules) return graphqlModules[request];
			if (error.code === 'MODULE_NOT_FOUND' && usersUtils.test(request)) return usersUtilsOf(current);
			if (error.code === 'MODULE_NOT_FOUND' && request === 'http-errors') return createError;
			if (error.code !== 'MODULE_NOT_FOUND' || !isUtils(request)) throw error;
			return bundledUtils(request);
		}
	};
}
