'use strict';
const told = { register: {}, bootstrap: {} };
const tell = (step, strapi) => {
	const of = run => {
		try {
			const value = run();
			return value === undefined ? 'undefined' : value;
		} catch (error) {
			return `${error.name}: ${error.message}`;
		}
	};
	const run = {
		host: () => strapi.config.host,
		port: () => typeof strapi.config.port,
		serverUrl: () => strapi.config.get('server.url'),
		serverUrlOwn: () => strapi.config.server.url,
		adminPath: () => strapi.config.admin.path,
		adminUrl: () => strapi.config.get('admin.url'),
		adminText: () => strapi.config.get('admin.forgotPassword.emailTemplate.subject'),
		isLoaded: () => strapi.isLoaded,
		filename: () => require('path').isAbsolute(strapi.config.get('database.connection.connection.filename')),
		pluginConfig: () => strapi.config.get('plugin.upload.sizeLimit'),
		log: () => Object.keys(strapi.log.levels),
		level: () => [strapi.log.level, strapi.log.isLevelEnabled('debug'), strapi.log.isErrorEnabled(), typeof strapi.log.child({ a: 1 }).info],
		types: () => Object.keys(strapi.contentTypes).filter(uid => uid.startsWith('api::')).length,
		apis: () => Object.keys(strapi.api).sort(),
		plugins: () => Object.keys(strapi.plugins).sort(),
		components: () => Object.keys(strapi.components).sort(),
		global: () => global.strapi === strapi,
		app: () => Object.keys(strapi.app).sort(),
		ee: () => strapi.EE,
		reload: () => [typeof strapi.reload, strapi.reload.isReloading, strapi.reload.isWatching],
		telemetry: () => Object.keys(strapi.telemetry).sort(),
		startup: () => Object.keys(strapi.startupLogger).sort(),
		cron: () => [Object.keys(strapi.cron).sort(), strapi.cron.jobs.length],
		dirs: () => Object.keys(strapi.dirs),
		sanitizers: () => ['content-api', 'content-api.output', 'content-api.input', 'content-api.query', 'nope'].map(key => [strapi.sanitizers.has(key), strapi.sanitizers.get(key)]).map(([has, list]) => [has, Array.isArray(list) ? list.length : Object.keys(list).sort()]),
		validators: () => ['content-api', 'content-api.output', 'content-api.input', 'content-api.query', 'nope'].map(key => [strapi.validators.has(key), strapi.validators.get(key)]).map(([has, list]) => [has, Array.isArray(list) ? list.length : Object.keys(list).sort()]),
	};
	for (const [name, get] of Object.entries(run)) told[step][name] = of(get);
};
const order = [];
module.exports = {
	register({ strapi }) {
		order.push('register');
		tell('register', strapi);
		strapi.container.register('own.made', ({ strapi: given }, args) => ({ same: given === strapi, args })).register('own.value', { a: 1 });
		strapi.told = told;
		strapi.order = order;
	},
	async bootstrap({ strapi }) {
		order.push('bootstrap');
		await new Promise(resolve => setTimeout(resolve, 50));
		tell('bootstrap', strapi);
		order.push('bootstrap done');
	},
	destroy() {},
};
