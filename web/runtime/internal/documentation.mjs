// What the plugin documentation tells of the routes of Strapi's own plugins: their packages say it, where they are installed.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** As text, or as what a file of JSON has; undefined without the package. */
function documentOf(app, packageName) {
	let folder;
	try {
		folder = path.join(path.dirname(app.project.require.resolve(`${packageName}/package.json`)), 'documentation');
	} catch (error) {
		if (error.code !== 'MODULE_NOT_FOUND') throw error;
		return undefined;
	}
	const [yaml, json] = ['content-api.yaml', 'content-api.json'].map(name => path.join(folder, name));
	if (existsSync(yaml)) return readFileSync(yaml, 'utf8');
	return existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : undefined;
}

/** In the plugin's `register`. Without the package its routes are described as those of the project are. */
export function documentPlugin(app, name, packageName) {
	const documentation = app.strapi.plugin('documentation');
	const document = documentation && documentOf(app, packageName);
	if (document) documentation.service('override').registerOverride(document, { pluginOrigin: name, excludeFromGeneration: [name] });
}
