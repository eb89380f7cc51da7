// The files of a folder of the project, as Strapi loads them.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import kebabCase from 'lodash/kebabCase.js';

/** What the files of a folder export: [normalized name, exports]. */
export function exportsOf(project, folder) {
	const place = path.join(project.transpiled ? project.directory : project.root, folder);
	if (!existsSync(place)) return [];
	const files = [];
	for (const entry of readdirSync(place, { withFileTypes: true })) {
		const { name, ext } = path.parse(entry.name);
		if (!entry.isFile() || entry.name.endsWith('.d.ts')) continue;
		if (ext === '.js' || (ext === '.ts' && project.transpiled)) files.push([kebabCase(name), path.join(folder, `${name}.js`)]);
	}
	return files.map(([name, file]) => [name, project.load(file)]);
}
