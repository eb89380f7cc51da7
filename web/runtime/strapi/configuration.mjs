// strapi.config, and strapi.dirs.
import os from 'node:os';
import path from 'node:path';
import get from 'lodash/get.js';
import has from 'lodash/has.js';
import merge from 'lodash/merge.js';
import set from 'lodash/set.js';
import trim from 'lodash/trim.js';

/** The version of Strapi whose behaviour this is. */
const VERSION = '4.26.2';

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

/** server.url without slashes at its end; a path has one at its beginning. */
function tidyUrl(url) {
	const bare = trim(url, '/ ');
	if (!bare) return '';
	return bare.startsWith('http') ? trim(new URL(bare).toString(), '/') : `/${bare}`;
}

export function makeConfig(project, environment, files) {
	const config = wholeConfig(project, environment, files);
	config.server.url = tidyUrl(config.server.url);
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

/** What Strapi's start writes into the configuration once the database is open; `get` finds the places it replaces as they were. */
export function finishConfig({ config, project }) {
	const { getConfigUrls } = require('@strapi/utils');
	config.port = config.get('server.port') || config.port;
	config.host = config.get('server.host') || config.host;
	const { adminUrl, adminPath } = getConfigUrls(config);
	config.admin = { ...config.get('admin'), url: adminUrl, path: adminPath };
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
