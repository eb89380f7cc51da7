// Plugins: which the project has, their code, their configuration, and the project's extensions of them.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import cloneDeep from 'lodash/cloneDeep.js';
import defaultsDeep from 'lodash/defaultsDeep.js';
import isEqual from 'lodash/isEqual.js';
import mapValues from 'lodash/mapValues.js';
import { env } from '../env.mjs';
import { internalPlugins } from '../internal/plugins.mjs';
import { foldersIn, hasFile, loadFile } from './files.mjs';
import { isKebabCase } from './names.mjs';
import { keepServices } from './replaced-services.mjs';
import { strict } from './strict.mjs';

function checkName(name) {
	if (!isKebabCase(name)) throw new Error(`Plugin name "${name}" is not in kebab (an-example-of-kebab-case)`);
}

function readPackage(project, name) {
	try {
		return { file: project.require.resolve(`${name}/package.json`), info: project.require(`${name}/package.json`) };
	} catch {
		return null;
	}
}

/** Of the packages that package.json depends on those that are plugins, by the names that they give themselves. */
function installed(app) {
	const found = {};
	const dependencies = Object.keys(app.config.get('info.dependencies', {}));
	// A project that is none of Strapi's has all that lectern has.
	if (!dependencies.includes('@strapi/strapi')) dependencies.push(...internalPlugins.map(plugin => plugin.package));
	for (const dependency of dependencies) {
		const own = internalPlugins.find(plugin => plugin.package === dependency);
		if (own) {
			found[own.name] = { enabled: true, info: { name: own.name, kind: 'plugin', packageName: dependency } };
			continue;
		}
		const read = readPackage(app.project, dependency);
		if (read?.info.strapi?.kind !== 'plugin') continue;
		const { name } = read.info.strapi;
		checkName(name);
		const info = { ...read.info.strapi, packageName: read.info.name };
		found[name] = { enabled: true, pathToPlugin: path.dirname(read.file), info };
	}
	return found;
}

function folderOf(app, resolve) {
	let folder = path.resolve(app.project.directory, resolve);
	if (!resolve.startsWith('.')) {
		try {
			folder = path.dirname(app.project.require.resolve(resolve));
		} catch {
			// It is no package: a folder of the project.
		}
	}
	if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`${resolve} couldn't be resolved`);
	return folder;
}

/** Those that config/plugins names. */
function declared(app, plugins) {
	const found = {};
	for (const [name, declaration] of Object.entries(plugins)) {
		checkName(name);
		if (typeof declaration === 'boolean') {
			found[name] = { enabled: declaration, info: {} };
			continue;
		}
		found[name] = { enabled: declaration.enabled, info: {} };
		if (!declaration.resolve) continue;
		found[name].pathToPlugin = folderOf(app, declaration.resolve);
		const read = path.join(found[name].pathToPlugin, 'package.json');
		const info = JSON.parse(readFileSync(read, 'utf8'));
		if (info.strapi?.kind === 'plugin') found[name].info = info.strapi;
	}
	return found;
}

function enabled(app, plugins) {
	const own = Object.fromEntries(
		internalPlugins.filter(plugin => plugin.always).map(({ name }) => [name, { enabled: true, info: { name, kind: 'plugin' } }]),
	);
	const named = declared(app, plugins);
	const places = Object.values(named).map(plugin => plugin.pathToPlugin);
	const others = Object.fromEntries(
		Object.entries(installed(app)).filter(([, plugin]) => !plugin.pathToPlugin || !places.includes(plugin.pathToPlugin)),
	);
	const all = defaultsDeep(defaultsDeep(own, named), others);
	return Object.fromEntries(Object.entries(all).filter(([, plugin]) => plugin.enabled));
}

const nothing = Object.assign(() => {}, { isNothing: true });
const usual = () => ({
	bootstrap: nothing,
	destroy: nothing,
	register: nothing,
	config: { default: {}, validator: nothing },
	routes: [],
	controllers: {},
	services: {},
	policies: {},
	middlewares: {},
	contentTypes: {},
});

/** Services that Strapi's plugins export as they are; all others are factories, which extensions call and wrap. */
const plainServices = ['file'];

/** Services that Strapi's plugins have and that are not here: what code asks of them is named. */
const missing = {
	upload: ['folder', 'image-manipulation', 'provider', 'weeklyMetrics', 'metrics', 'api-upload-folder', 'extensions'],
	i18n: ['localizations', 'iso-locales', 'entity-service-decorator', 'core-api', 'metrics', 'permissions'],
	'content-manager': ['metrics', 'permission'],
};

const missingOf = (name, services = {}) => (missing[name] ?? []).filter(service => !(service in services));

function addMissing(name, services = {}) {
	const lacking = missingOf(name, services);
	const named = service => () => strict(`strapi.service('plugin::${name}.${service}')`, {});
	return { ...services, ...Object.fromEntries(lacking.map(service => [service, named(service)])) };
}

const withFactories = (name, plugin) => ({
	...plugin,
	services: mapValues(addMissing(name, plugin.services), (service, key) =>
		plainServices.includes(key) || typeof service === 'function' ? service : () => service,
	),
});

/** What a plugin's strapi-server gives; undefined: it has none. */
function serverOf(app, name, { pathToPlugin }) {
	const own = internalPlugins.find(plugin => plugin.name === name);
	if (own) {
		const made = own.make(app);
		keepServices(app, name, made.services, missingOf(name, made.services));
		return withFactories(name, made);
	}
	if (!pathToPlugin) {
		throw new Error(
			`Error loading the plugin ${name} because ${name} is not installed. ` +
				"Please either install the plugin or remove it's configuration.",
		);
	}
	const file = path.join(pathToPlugin, 'strapi-server.js');
	if (!existsSync(file)) return undefined;
	const loaded = app.project.require(file);
	const exported = loaded?.__esModule ? loaded.default : loaded;
	return typeof exported === 'function' ? exported({ env }) : exported;
}

function configure(plugins, given) {
	for (const [name, plugin] of Object.entries(plugins)) {
		const { default: usualConfig, validator } = plugin.config;
		const base = typeof usualConfig === 'function' ? usualConfig({ env }) : usualConfig;
		const config = defaultsDeep(cloneDeep(given[name]?.config ?? {}), base);
		try {
			validator(config);
		} catch (error) {
			throw error instanceof Error ? new Error(`Error regarding ${name} config: ${error.message}`) : error;
		}
		plugin.config = config;
	}
}

/** Strapi reads src/extensions by paths in lower case: content-types/User extends the type user. */
const foldersNamed = (app, parent, name) => foldersIn(app.project, parent).filter(folder => folder.toLowerCase() === name);

/** Settings of Strapi's plugins that lectern has read in config/plugins before code runs. */
const settled = {
	'users-permissions': ['jwtSecret', 'register', 'ratelimit', 'callback'],
	graphql: ['endpoint', 'shadowCRUD', 'depthLimit', 'amountLimit', 'defaultLimit', 'maxLimit', 'apolloServer', 'subscriptions'],
	upload: ['provider', 'providerOptions', 'actionOptions', 'sizeLimit', 'breakpoints', 'security'],
	email: ['provider', 'providerOptions', 'settings'],
};

/** An extension may change the configuration of its plugin. How long tokens are good is heeded; what lectern has settled is not. */
function checkConfig(app, name, before, { config = {} }) {
	const changed = (settled[name] ?? []).filter(key => !isEqual(before[key], config[key]));
	if (changed.length) {
		throw new Error(`the extension of ${name} changes ${changed.join(', ')} of its configuration: this belongs into config/plugins`);
	}
	if (name === 'users-permissions' && !isEqual(before.jwt, config.jwt)) app.issuesOwnTokens = true;
}

/** src/extensions: schemas that are laid over those of plugins, and functions that may change anything of a plugin. */
async function extend(app, plugins) {
	for (const name of Object.keys(plugins)) {
		const folders = foldersNamed(app, 'src/extensions', name).map(folder => path.join('src/extensions', folder));
		for (const type of Object.keys(plugins[name].contentTypes)) {
			for (const folder of folders.map(parent => path.join(parent, 'content-types'))) {
				for (const own of foldersNamed(app, folder, type)) {
					const file = path.join(folder, own, 'schema.json');
					if (!hasFile(app.project, file)) continue;
					const { schema } = plugins[name].contentTypes[type];
					plugins[name].contentTypes[type].schema = { ...schema, ...loadFile(app.project, file), __filename__: 'schema.json' };
				}
			}
		}
		const server = folders.map(folder => path.join(folder, 'strapi-server.js')).find(file => hasFile(app.project, file));
		if (!server) continue;
		const before = cloneDeep(plugins[name].config);
		plugins[name] = await loadFile(app.project, server)(plugins[name]);
		checkConfig(app, name, before, plugins[name]);
	}
}

export async function loadPlugins(app, given) {
	const plugins = {};
	// One for all, as in Strapi: what an extension adds to the policies of a plugin that has none stands in all such plugins.
	const base = usual();
	const all = enabled(app, given);
	app.config.set('enabledPlugins', all);
	for (const [name, plugin] of Object.entries(all)) {
		const server = serverOf(app, name, plugin);
		if (!server) continue;
		plugins[name] = { ...base, ...server, config: { ...base.config, ...server.config }, routes: server.routes ?? base.routes };
	}
	configure(plugins, given);
	await extend(app, plugins);
	for (const [name, plugin] of Object.entries(plugins)) app.container.get('plugins').add(name, plugin);
}
