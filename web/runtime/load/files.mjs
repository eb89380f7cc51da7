// The files of a folder of the project, as Strapi loads them.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { normalizeName } from './names.mjs';

/** Where a folder of the project lies: with the sources when they stand for the files of dist/. */
const placeOf = (project, folder) => path.join(project.transpiled ? project.directory : project.root, folder);

/** The folders in a folder of the project, without those that begin with a dot. */
export function foldersIn(project, folder) {
	const place = placeOf(project, folder);
	if (!existsSync(place)) return [];
	return readdirSync(place, { withFileTypes: true })
		.filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
		.map(entry => entry.name);
}

/** The files in a folder of the project, by the names that code knows them by. */
export function filesIn(project, folder) {
	const place = placeOf(project, folder);
	if (!existsSync(place)) return [];
	const names = readdirSync(place, { withFileTypes: true })
		.filter(entry => entry.isFile() && project.isSource(entry.name))
		.map(entry => entry.name);
	if (!project.transpiled) return names;
	return [...new Set(names.map(name => name.replace(/\.tsx?$/, '.js')))];
}

export const hasFile = (project, file) => filesIn(project, path.dirname(file)).includes(path.basename(file));

/** What a file exports; of JSON the value. */
export function loadFile(project, file) {
	if (path.extname(file) === '.json') return JSON.parse(readFileSync(project.source(file), 'utf8').replace(/^\ufeff/, ''));
	return path.extname(file) === '.js' ? project.load(file) : {};
}

/** Whether code below a folder of the project has a text. */
export function mentions(project, folder, pattern) {
	const place = path.join(project.directory, folder);
	if (!existsSync(place)) return false;
	return readdirSync(place, { withFileTypes: true }).some(entry => {
		const inside = path.join(folder, entry.name);
		if (entry.isDirectory()) return !['node_modules', 'admin'].includes(entry.name) && mentions(project, inside, pattern);
		return /\.[jt]sx?$/.test(entry.name) && entry.isFile() && pattern.test(readFileSync(path.join(place, entry.name), 'utf8'));
	});
}

/** What the files of a folder give, by normalized name. */
export function loadFolder(project, folder) {
	const loaded = {};
	for (const name of filesIn(project, folder)) loaded[normalizeName(path.parse(name).name)] = loadFile(project, path.join(folder, name));
	return loaded;
}

/** The code in a folder, by the names that the files have. */
export function loadCode(project, folder) {
	const loaded = {};
	for (const name of filesIn(project, folder)) {
		if (path.extname(name) === '.js') loaded[path.basename(name, '.js')] = loadFile(project, path.join(folder, name));
	}
	return loaded;
}
