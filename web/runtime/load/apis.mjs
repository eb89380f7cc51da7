// The project's own APIs: content types, controllers, services, policies, middlewares and routes of src/api, policies and
// middlewares of src.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import kebabCase from 'lodash/kebabCase.js';
import { exportsOf } from './files.mjs';

function loadKind(app, kind, folder, prefix) {
	for (const [name, exported] of exportsOf(app.project, folder)) app.kinds[kind].set(prefix + name, exported);
}

function loadTypes(app, folder, api) {
	if (!existsSync(folder)) return;
	for (const { name } of readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory())) {
		const file = path.join(folder, name, 'schema.json');
		if (!existsSync(file)) continue;
		const schema = JSON.parse(readFileSync(file, 'utf8'));
		const uid = `api::${api}.${schema.info?.singularName ?? name}`;
		const lifecycles = exportsOf(app.project, path.relative(app.project.directory, path.join(folder, name))).find(
			([stem]) => stem === 'lifecycles',
		)?.[1];
		app.contentTypes[uid] = { uid, modelType: 'contentType', kind: 'collectionType', apiName: api, modelName: name, lifecycles, ...schema };
	}
}

export function loadApis(app) {
	loadKind(app, 'policies', 'src/policies', 'global::');
	loadKind(app, 'middlewares', 'src/middlewares', 'global::');
	const root = path.join(app.project.directory, 'src/api');
	const folders = existsSync(root) ? readdirSync(root, { withFileTypes: true }).filter(entry => entry.isDirectory()) : [];
	for (const { name } of folders) {
		const api = kebabCase(name);
		loadTypes(app, path.join(root, name, 'content-types'), api);
		for (const kind of Object.keys(app.kinds)) loadKind(app, kind, path.join('src/api', name, kind), `api::${api}.`);
		for (const [, router] of exportsOf(app.project, path.join('src/api', name, 'routes'))) app.routes.add(router, api);
	}
}
