// A form with files as lectern takes it.
import { readFile, stat } from 'node:fs/promises';

/** What code may have changed of files since: which there are, by which names, and when each was written. */
export async function stateOfFiles(files) {
	const all = Object.entries(files ?? {}).flatMap(([field, value]) => [].concat(value ?? []).map(file => ({ ...file, field })));
	return Promise.all(
		all.map(async ({ field, path: place, filepath, name, originalFilename, type, mimetype }) => {
			const { mtimeMs, size } = await stat(place ?? filepath).catch(() => ({}));
			return [field, place ?? filepath, name ?? originalFilename, type ?? mimetype, mtimeMs, size];
		}),
	);
}

/** {type, bytes} of fields, and of files by their paths. Names that a list is given for come more than once. */
export async function writeForm(fields, files) {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		for (const one of [].concat(value)) {
			if (one !== undefined) form.append(name, typeof one === 'object' && one !== null ? JSON.stringify(one) : String(one));
		}
	}
	for (const [name, value] of Object.entries(files)) {
		for (const file of [].concat(value)) {
			const bytes = await readFile(file.path ?? file.filepath);
			form.append(
				name,
				new Blob([bytes], { type: file.type ?? file.mimetype ?? '' }),
				file.name ?? file.originalFilename ?? file.newFilename,
			);
		}
	}
	const written = new Response(form);
	return { type: written.headers.get('content-type'), bytes: Buffer.from(await written.arrayBuffer()) };
}
