// Forms with files: what ctx.request.files has of a request, and a form as lectern takes it.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const add = (object, name, value) => {
	object[name] = name in object ? [].concat(object[name], value) : value;
};

/** {fields, files, remove()}. Files are written into a folder of their own, which `remove` takes away. */
export async function readForm(type, bytes) {
	const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
	const fields = {};
	const files = {};
	let folder;
	for (const [name, value] of form) {
		if (typeof value === 'string') {
			add(fields, name, value);
			continue;
		}
		folder ??= await mkdtemp(path.join(os.tmpdir(), 'lectern-form-'));
		const place = path.join(folder, `upload_${randomBytes(16).toString('hex')}`);
		await writeFile(place, Buffer.from(await value.arrayBuffer()));
		add(files, name, { size: value.size, path: place, name: value.name, type: value.type, hash: null, lastModifiedDate: new Date() });
	}
	return { fields, files, remove: () => folder && rm(folder, { recursive: true, force: true }) };
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
