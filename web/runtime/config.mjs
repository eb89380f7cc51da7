// Evaluates a project's configuration as Strapi 4 does: each file of config/ by itself, then those of config/env/NAME merged
// into them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import isPlainObject from 'lodash/isPlainObject.js';
import merge from 'lodash/merge.js';
import { env } from './env.mjs';
import { calledOf } from './graphql/apollo-settings.mjs';
import { nameMailServer } from './mail-servers.mjs';
import { securityHeaders } from './request/security.mjs';
import { isNoOrigin } from './strapi/cors.mjs';

/** Files that say something to lectern. */
const read = ['admin', 'api', 'custom-fields', 'database', 'extensions', 'middlewares', 'plugins', 'server'];

/** Files that say something to Strapi or lectern. */
const withMeaning = [...read, 'features'];

/** In config/plugins. */
const ofApollo = 'graphql.config.apolloServer';

/** Values of a file that are looked at. Beyond them there are objects of packages, such as clients of databases. */
const MOST_VALUES = 10_000;

const isThenable = value => typeof value?.then === 'function';

/** ${…} in texts of JSON files: Strapi runs what stands between the braces. */
function expand(value) {
	if (isPlainObject(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expand(member)]));
	if (typeof value === 'string' && /\$\{[^()]*\}/.test(value)) return (0, eval)('`' + value + '`');
	return value;
}

/** {value}: the value may be a promise. */
async function evaluate(project, name) {
	const extension = path.extname(name);
	if (extension === '.json') {
		return { value: expand(JSON.parse(readFileSync(project.source(name), 'utf8').replace(/^\ufeff/, ''))) };
	}
	let value;
	if (extension === '.mjs') value = (await import(pathToFileURL(project.file(name)).href)).default;
	else value = project.load(name);
	if (typeof value === 'function') value = value({ env });
	if (!isThenable(value)) return { value };
	if (withMeaning.includes(path.parse(name).name)) throw new Error('it gives a promise, which Strapi does not wait for');
	// Such as config/bootstrap.js of Strapi 3: often nobody asks for what it gives.
	value.then(undefined, error => console.error(error));
	return { value };
}

/** The files of a folder that count. Strapi reads .js and .json; of the others those without such a namesake. */
function filesOf(project, folder) {
	const names = project.list(folder);
	const stems = names.filter(name => /\.(js|json)$/.test(name)).map(name => path.parse(name).name);
	return names.filter(name => {
		const { name: stem, ext } = path.parse(name);
		return ['.js', '.json'].includes(ext) || (['.mjs', '.cjs'].includes(ext) && !stems.includes(stem));
	});
}

async function readFolder(project, folder, tell, errors) {
	const files = {};
	for (const name of filesOf(project, folder)) {
		const { name: stem, ext } = path.parse(name);
		const file = project.nameOf(path.join(folder, name));
		// Strapi reads the configuration of plugins from code alone.
		if (stem === 'plugins' && ext === '.json' && files.plugins) continue;
		tell(file);
		try {
			files[stem] = { file, ...(await evaluate(project, path.join(folder, name))) };
		} catch (error) {
			errors.push({ file, message: describe(error) });
			files[stem] = { file };
		}
	}
	return files;
}

/** The first line of what was thrown, and where in the project it was. */
export function describe(error) {
	if (!(error instanceof Error)) return `it threw ${String(error).slice(0, 200)}`;
	return String(error.message || error.name)
		.split('\n')[0]
		.slice(0, 400);
}

/** Where strapi::cors has an origin that is none: as a function, it is for code. */
function oddOrigins(list) {
	const isOdd = entry => entry?.name === 'strapi::cors' && isNoOrigin(entry.config) && typeof entry.config.origin !== 'function';
	return [].concat(list ?? []).flatMap((entry, i) => (isOdd(entry) ? [`[${i}].config.origin`] : []));
}

/** Takes functions out of a value; `found` gets their paths. What is left can be JSON. */
function withoutFunctions(value, at, found, above = [], seen = { count: 0 }) {
	if (typeof value === 'function') {
		found.push(at);
		return undefined;
	}
	if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
	if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
	if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof Uint8Array) return value;
	if (above.includes(value) || above.length > 50 || seen.count++ > MOST_VALUES) return undefined;
	const deeper = [...above, value];
	if (Array.isArray(value)) return value.map((item, i) => withoutFunctions(item, `${at}[${i}]`, found, deeper, seen) ?? null);
	const plain = {};
	for (const key of Object.keys(value)) {
		const member = withoutFunctions(value[key], at ? `${at}.${key}` : key, found, deeper, seen);
		if (member !== undefined) plain[key] = member;
	}
	return plain;
}

/** What of a file's value lectern reads. */
const readable = (stem, value, functions) => (read.includes(stem) ? (withoutFunctions(value, '', functions) ?? null) : null);

function merged(base, own) {
	if (base?.value === undefined) return own?.value;
	if (own?.value === undefined) return base.value;
	// As members: lodash makes no list of an object that is merged itself.
	return merge({}, { value: base.value }, { value: own.value }).value;
}

/**
 * {files: {server: {file, value, ownFile, own, functions}}, errors: [{file, message}]}, and `config`: what the project's code
 * sees, functions and all.
 */
export async function readConfig(project, environment, tell) {
	const errors = [];
	const base = await readFolder(project, 'config', tell, errors);
	const own = await readFolder(project, path.join('config', 'env', environment), tell, errors);
	tell('');
	const files = {};
	const config = {};
	for (const stem of new Set([...Object.keys(base), ...Object.keys(own)])) {
		const functions = [];
		config[stem] = merged(base[stem], own[stem]);
		files[stem] = { file: (base[stem] ?? own[stem]).file, value: readable(stem, config[stem], functions), functions };
		if (stem === 'plugins') functions.push(...calledOf(config.plugins?.graphql?.config?.apolloServer).map(name => `${ofApollo}.${name}`));
		if (stem === 'middlewares') files[stem].securityHeaders = securityHeaders(config[stem]);
		if (stem === 'middlewares') functions.push(...oddOrigins(config[stem]));
		if (own[stem]) {
			files[stem].ownFile = own[stem].file;
			files[stem].own = readable(stem, own[stem].value, []);
		}
		if (stem === 'plugins') for (const value of [files[stem].value, files[stem].own]) nameMailServer(project, value);
	}
	return { files, errors, config };
}
