// @strapi/utils: the project's own where it is installed, else the one that comes with the runtime.
import camelCase from 'lodash/camelCase.js';
import { Missing, adopt } from '../errors.mjs';

/** The whole, or what one of its files has: @strapi/utils/lib/errors. */
export function bundledUtils(request) {
	const utils = require('@strapi/utils');
	adopt(utils.errors);
	const file = request.replace(/^@strapi\/utils\/?/, '').replace(/^(lib|dist)\/?/, '');
	if (!file || file.startsWith('index')) return utils;
	const part = utils[camelCase(file.split('/')[0].replace(/\.js$/, ''))];
	if (!part) throw new Missing(`require('${request}')`);
	return part;
}

export const isUtils = request => request === '@strapi/utils' || request.startsWith('@strapi/utils/');

export const utilsOf = app => app.project.require('@strapi/utils');
