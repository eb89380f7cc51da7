// The body of a form with files, as core controllers take it.
import { errors } from '../errors.mjs';

/** {data, files} of a form: the files by the fields that they are for. */
export function sentForm(ctx) {
	let data;
	try {
		data = JSON.parse(ctx.request.body.data);
	} catch {
		throw new errors.ApplicationError("When using multipart/form-data you need to provide your data in a JSON 'data' field.");
	}
	const files = {};
	for (const [name, given] of Object.entries(ctx.request.files ?? {})) {
		if (!name.startsWith('files.')) {
			throw new errors.ApplicationError(
				"When using multipart/form-data you need to provide your files by prefixing them with the 'files'.\n" +
					'For example, when a media file is named "avatar", make sure the form key name is "files.avatar"',
			);
		}
		files[name.slice('files.'.length)] = given;
	}
	return { data, files };
}
