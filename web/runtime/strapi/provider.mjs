// The provider of the plugin upload: the package that the project has installed puts files somewhere. lectern asks for each
// file of an upload; the bytes lie on the disk meanwhile.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { errors } from '../errors.mjs';

/** Those where lectern itself puts files. */
const native = ['local', 'aws-s3', '@strapi/provider-upload-local', '@strapi/provider-upload-aws-s3'];

const readable = bytes => {
	const units = ['B', 'KB', 'MB', 'GB', 'TB'];
	const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1000)), units.length - 1);
	return `${Math.round((bytes / 1000 ** step) * 10) / 10} ${units[step]}`;
};

/** What every provider has, unless it has it by itself. */
const base = {
	extend(members) {
		Object.assign(this, members);
	},
	checkFileSize(file, { sizeLimit }) {
		if (sizeLimit && file.size * 1000 > sizeLimit) {
			throw new errors.PayloadTooLargeError(`${file.name} exceeds size limit of ${readable(sizeLimit)}.`);
		}
	},
	getSignedUrl: file => file,
	isPrivate: () => false,
};

function requirePackage(app, name) {
	const wanted = name.toLowerCase();
	for (const one of [`@strapi/provider-upload-${wanted}`, wanted]) {
		try {
			return app.project.require(one);
		} catch (error) {
			if (error.code !== 'MODULE_NOT_FOUND' || !error.message.includes(`'${one}'`)) throw error;
		}
	}
	throw new Error(`Could not load upload provider "${wanted}".`);
}

/** As Strapi makes it in its `register`; null where lectern puts the files. */
export function loadProvider(app) {
	const { provider: name = 'local', providerOptions, actionOptions = {} } = app.config.get('plugin.upload') ?? {};
	if (native.includes(name)) return null;
	const made = requirePackage(app, name).init(providerOptions);
	if (!made.delete) throw new Error(`The upload provider "${name}" doesn't implement the delete method.`);
	if (!made.upload && !made.uploadStream) {
		throw new Error(`The upload provider "${name}" doesn't implement the uploadStream nor the upload method.`);
	}
	const wrapped = Object.fromEntries(
		Object.keys(made).map(method => [method, async (file, options = actionOptions[method]) => made[method](file, options)]),
	);
	return Object.assign(Object.create(base), wrapped);
}

/** One file to its place: its bytes come as Strapi's providers take them, as a stream or whole. */
async function put(provider, file, path) {
	const getStream = () => createReadStream(path);
	const stream = typeof provider.uploadStream === 'function' ? getStream() : null;
	// The file goes afterwards. A stream that the provider left alone may open it after that: its error has no other listener.
	stream?.on('error', () => {});
	try {
		Object.assign(file, { getStream });
		if (stream) await provider.uploadStream(Object.assign(file, { stream }));
		else await provider.upload(Object.assign(file, { buffer: await readFile(path) }));
	} catch (error) {
		stream?.destroy();
		throw error;
	}
	for (const name of ['stream', 'buffer', 'filepath', 'getStream', 'tmpWorkingDirectory']) delete file[name];
	return file;
}

/** One file, as Strapi's service `file` signs it: those of another provider keep their urls. */
async function sign(app, provider, file) {
	if (file.provider !== app.config.get('plugin.upload.provider')) return { isUrlSigned: false };
	const signOne = async one => {
		const { url } = await provider.getSignedUrl(one);
		return { ...one, url, isUrlSigned: true };
	};
	const { url, isUrlSigned } = await signOne(structuredClone(file));
	const formats = file.formats && typeof file.formats === 'object' ? Object.entries(file.formats) : null;
	if (!formats) return { url, isUrlSigned };
	return { url, isUrlSigned, formats: Object.fromEntries(await Promise.all(formats.map(async ([key, one]) => [key, await signOne(one)]))) };
}

const known = error => ({ name: String(error?.name ?? 'Error'), message: String(error?.message ?? error), details: error?.details });

export class Provider {
	constructor(app) {
		this.app = app;
		this.provider = loadProvider(app);
	}

	/** Whether urls are good only when they are signed. Asked once, as Strapi does. */
	async isPrivate() {
		return this.provider ? Boolean(await this.provider.isPrivate()) : false;
	}

	async run({ action, file, files, path, checked }) {
		const { provider, app } = this;
		if (!provider) return { error: { name: 'Error', message: 'there is no provider' } };
		try {
			if (action === 'sign') return { files: JSON.stringify(await Promise.all(files.map(one => sign(app, provider, one)))) };
			if (action === 'delete') await provider.delete(file);
			else if (checked) await provider.checkFileSize(file, { sizeLimit: app.config.get('plugin.upload.sizeLimit') });
			// As JSON: it is stored, and never seen by code as it is.
			return { file: action === 'put' ? JSON.stringify(await put(provider, file, path)) : null };
		} catch (error) {
			app.link.log('error', `the provider of uploads: ${error?.stack ?? error}`);
			return { error: JSON.parse(JSON.stringify(known(error))) };
		}
	}
}
