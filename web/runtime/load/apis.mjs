// What stands in src: APIs, components, policies, middlewares, and src/index.
import path from 'node:path';
import kebabCase from 'lodash/kebabCase.js';
import { createComponent } from './content-types.mjs';
import { filesIn, foldersIn, hasFile, loadCode, loadFile, loadFolder } from './files.mjs';
import { normalizeName } from './names.mjs';

function loadTypes(project, folder) {
	const types = {};
	for (const name of foldersIn(project, folder)) {
		const type = loadFolder(project, path.join(folder, name));
		if (!Object.keys(type.schema ?? {}).length) throw new Error(`Could not load content type found at ${folder}`);
		types[normalizeName(name)] = { actions: {}, lifecycles: {}, ...type };
	}
	return types;
}

function loadApi(project, folder) {
	const index = hasFile(project, path.join(folder, 'index.js')) ? loadFile(project, path.join(folder, 'index.js')) : {};
	const api = { ...index };
	for (const part of ['config', 'routes', 'controllers', 'services', 'policies', 'middlewares']) {
		api[part] = loadFolder(project, path.join(folder, part));
	}
	api.contentTypes = loadTypes(project, path.join(folder, 'content-types'));
	return api;
}

function refuseSameNames(apis) {
	const names = new Set();
	for (const { schema } of Object.values(apis).flatMap(api => Object.values(api.contentTypes))) {
		for (const key of ['singularName', 'pluralName']) {
			const name = schema.info?.[key] && kebabCase(schema.info[key]);
			if (name && names.has(name)) throw new Error(`The ${key.replace('Name', ' name')} "${schema.info[key]}" should be unique`);
			if (name) names.add(name);
		}
	}
}

export function loadApis(app) {
	const apis = {};
	for (const name of foldersIn(app.project, 'src/api')) {
		apis[normalizeName(name)] = loadApi(app.project, path.join('src/api', name));
	}
	refuseSameNames(apis);
	for (const [name, api] of Object.entries(apis)) app.container.get('apis').add(name, api);
}

/** Strapi reads them by their paths in lower case, whose parts points and slashes end: at last a category and a name. */
const partsOf = file =>
	file
		.replace(/\.settings|\.json|\.js/g, '')
		.toLowerCase()
		.split(/[/.]/);

export function loadComponents(app) {
	const components = {};
	for (const category of foldersIn(app.project, 'src/components')) {
		for (const name of filesIn(app.project, path.join('src/components', category))) {
			if (!['.js', '.json'].includes(path.extname(name)) || name.startsWith('.')) continue;
			const file = path.join('src/components', category, name);
			const [group, stem, ...rest] = partsOf(`${category}/${name}`);
			const schema = rest.length ? {} : { ...loadFile(app.project, file), __filename__: name };
			const component = createComponent(group, stem, schema, file);
			components[component.uid] = component;
		}
	}
	return components;
}

/** Policies and middlewares of the whole project. */
export function loadGlobals(app) {
	for (const kind of ['policies', 'middlewares']) {
		app.container.get(kind).add('global::', loadCode(app.project, path.join('src', kind)));
	}
}

export function loadIndex(app) {
	if (!hasFile(app.project, 'src/index.js')) return {};
	const index = loadFile(app.project, 'src/index.js');
	for (const [key, value] of Object.entries(index ?? {})) {
		if (!['register', 'bootstrap', 'destroy'].includes(key)) {
			throw new Error(`Invalid file \`./src/index.js\`: this field has unspecified keys: ${key}`);
		}
		if (value !== undefined && typeof value !== 'function') {
			throw new Error(`Invalid file \`./src/index.js\`: ${key} is not a function`);
		}
	}
	return index ?? {};
}
