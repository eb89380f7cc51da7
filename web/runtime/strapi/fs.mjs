// strapi.fs: files of the project.
import { appendFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export function makeFs(dirs) {
	const placeOf = given => {
		const name = Array.isArray(given) ? given.join('/') : given;
		return path.resolve(dirs.app.root, path.normalize(name).replace(/^\/?(\.\/|\.\.\/)+/, ''));
	};
	const fs = {
		async writeAppFile(name, data) {
			const place = placeOf(name);
			await mkdir(path.dirname(place), { recursive: true });
			await writeFile(place, data);
		},
		writePluginFile: (plugin, name, data) => fs.writeAppFile(['extensions', plugin].concat(name).join('/'), data),
		removeAppFile: name => rm(placeOf(name), { recursive: true, force: true }),
		appendFile: (name, data) => appendFileSync(placeOf(name), data),
	};
	return fs;
}
