// strapi.config, and strapi.dirs.
import os from 'node:os';
import path from 'node:path';
import get from 'lodash/get.js';
import has from 'lodash/has.js';
import merge from 'lodash/merge.js';
import set from 'lodash/set.js';

/** The version of Strapi whose behaviour this is. */
export const VERSION = '4.26.2';

function wholeConfig(project, environment, files) {
	const { strapi = {}, ...info } = project.package;
	const { uuid, ...others } = strapi;
	const { plugins, ...given } = files;
	void plugins;
	return merge(
		{
			launchedAt: Date.now(),
			serveAdminPanel: true,
			autoReload: false,
			environment,
			uuid,
			packageJsonStrapi: others,
			info: { ...info, ...(project.package.strapi && { strapi }), strapi: VERSION },
			server: {
				host: process.env.HOST || os.hostname() || 'localhost',
				port: process.env.PORT || 1337,
				proxy: false,
				cron: { enabled: false },
				admin: { autoOpen: false },
				dirs: { public: './public' },
			},
			admin: {},
			api: { rest: { prefix: '/api' } },
		},
		given,
	);
}

export function makeConfig(project, environment, files) {
	const config = wholeConfig(project, environment, files);
	return {
		...config,
		get: (key, usual) => get(config, key, usual),
		set(key, value) {
			set(config, key, value);
			return this;
		},
		has: key => has(config, key),
	};
}

/**
 * What Strapi writes into the configuration before it runs `register`. What stands in the place of the whole objects is seen by
 * `strapi.config.admin` alone: `get` finds what the administration has made of them.
 */
export function prepareConfig({ config }) {
	const { getConfigUrls } = require('@strapi/utils');
	config.port = config.get('server.port') || config.port;
	config.host = config.get('server.host') || config.host;
	const { serverUrl, adminUrl, adminPath } = getConfigUrls(config);
	config.server.url = serverUrl;
	config.admin.url = adminUrl;
	config.admin.path = adminPath;
	if (!config.get('admin.serveAdminPanel', config.get('serveAdminPanel'))) config.serveAdminPanel = false;
}

/** What Strapi writes into it once the database is open. */
export function finishConfig({ config, project }) {
	const { client, connection } = config.get('database.connection') ?? {};
	if (/sqlite/.test(client) && connection?.filename) connection.filename = path.resolve(project.directory, connection.filename);
}

const inFolder = root => ({
	root,
	src: path.join(root, 'src'),
	api: path.join(root, 'src', 'api'),
	components: path.join(root, 'src', 'components'),
	extensions: path.join(root, 'src', 'extensions'),
	policies: path.join(root, 'src', 'policies'),
	middlewares: path.join(root, 'src', 'middlewares'),
	config: path.join(root, 'config'),
});

export const makeDirs = (project, config) => ({
	dist: inFolder(project.root),
	app: inFolder(project.directory),
	static: { public: path.resolve(project.directory, config.get('server.dirs.public')) },
});
