'use strict';
const { factories } = require('@strapi/strapi');
const whole = require('@strapi/strapi');
const utils = require('@strapi/utils');
const helper = require('../../../lib/dir/');
let counted = 0;

module.exports = ({ strapi }) => {
	counted++;
	return {
		async forms(ctx) {
			const esm = await import('../../../lib/esm/main.mjs');
			const cjs = await import('../../../lib/esm/plain.cjs');
			ctx.body = {
				pkg: require('../../../lib/pkg'), helper, esm: esm.default, dir: esm.dir, cjs: [cjs.default, cjs.plain], same: require('../../../lib/dir') === require(require('path').join(strapi.dirs.app.src, 'lib', 'dir', 'index.js')),
				strapi: [typeof whole, Object.keys(factories).filter(name => name.startsWith('create')).sort(), whole.default === undefined || typeof whole.default], utils: ['errors', 'sanitize', 'parseMultipartData', 'yup', 'env'].map(name => typeof utils[name]),
				missing: (() => { try { require('nowhere-at-all'); } catch (error) { return [error.code, error.message.split('\n')[0]]; } })(),
				resolved: require('path').relative(process.cwd(), require.resolve('../services/odd')), main: require.main === module, cached: Object.keys(require.cache).includes(__filename), counted, extensions: Object.keys(require.extensions).includes('.js'),
				service: strapi.service('api::odd.odd').name(), class: strapi.service('api::odd.made').run(), promise: await strapi.service('api::odd.later').then?.(x => x.a), frozen: Object.isFrozen(strapi.service('api::odd.frozen')), config: [strapi.api.odd.config('limits.most'), strapi.config.get('api.odd.limits'), strapi.config.get('api::odd')],
				fs: require('fs').readFileSync(require('path').join(process.cwd(), 'src/lib/dir/data.json'), 'utf8').length, url: require('url').pathToFileURL(__filename).protocol, worker: require('worker_threads').isMainThread, env: typeof process.env.HOME, argv: process.argv.length > 0, version: process.version.startsWith('v'),
			};
		},
		count: ctx => ({ counted: ++counted }),
		'dashed-name': ctx => void (ctx.body = 'dashed'),
		async *generator() {},
		get computed() { return ctx => void (ctx.body = 'computed'); },
	};
};
