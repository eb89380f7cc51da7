// Projects with JavaScript of their own, which lectern does not run.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeProject } from './server.mjs';

const factories = "'use strict';\n\nconst { NAME } = require('@strapi/strapi').factories;\n\nmodule.exports = NAME('UID');\n";
const scaffold = (name, uid) => factories.replaceAll('NAME', name).replace('UID', uid);

/** What Strapi's generator writes for a type: its controller, service and routes. */
const scaffolds = api => ({
	[`src/api/${api}/controllers/${api}.js`]: scaffold('createCoreController', `api::${api}.${api}`),
	[`src/api/${api}/services/${api}.js`]: scaffold('createCoreService', `api::${api}.${api}`),
	[`src/api/${api}/routes/${api}.js`]: scaffold('createCoreRouter', `api::${api}.${api}`),
});

/** Writes files (by their path; null takes one away) into a project. */
export function writeFiles(folder, files) {
	for (const [name, text] of Object.entries(files)) {
		const file = path.join(folder, name);
		rmSync(file, { force: true });
		if (text === null) continue;
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text, null, 2));
	}
}

/** The reference project with its data, the files that Strapi's generator writes, and `files` over them. */
export function makeCodeProject(files = {}, config = {}) {
	const folder = makeProject(config);
	for (const api of readdirSync(path.join(folder, 'src/api'))) writeFiles(folder, scaffolds(api));
	writeFiles(folder, files);
	return folder;
}

/** The text of a file that exports createCoreController('uid', given), or another factory. */
export const factory = (name, uid, given) =>
	`const { ${name} } = require('@strapi/strapi').factories;\nmodule.exports = ${name}('${uid}'${given ? `, ${given}` : ''});\n`;

export const controller = (api, given) => factory('createCoreController', `api::${api}.${api}`, given);
export const service = (api, given) => factory('createCoreService', `api::${api}.${api}`, given);
export const router = (api, given) => factory('createCoreRouter', `api::${api}.${api}`, given);
