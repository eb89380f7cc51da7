// The provider of the plugin upload: the package that the project has installed puts files somewhere. lectern asks for each
// file of an upload; the bytes lie on the disk meanwhile.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Missing, errors } from '../errors.mjs';
import { strict } from '../load/strict.mjs';

/** Those where lectern itself puts files. */
const native = ['local', 'aws-s3', '@strapi/provider-upload-local', '@strapi/provider-upload-aws-s3'];

const readable = bytes => {
	const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];
	const step = Math.floor(Math.log(bytes) / Math.log(1000));
	return `${Math.round(bytes / 1000 ** step)} ${units[step]}`;
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
	return wrap(name, requirePackage(app, name).init(providerOptions), actionOptions);
}

function wrap(name, made, actionOptions) {
	if (!made.delete) throw new Error(`The upload provider "${name}" doesn't implement the delete method.`);
	if (!made.upload && !made.uploadStream) {
		throw new Error(`The upload provider "${name}" doesn't implement the uploadStream nor the upload method.`);
	}
	const wrapped = Object.fromEntries(
		Object.keys(made).map(method => [method, async (file, options = actionOptions[method]) => made[method](file, options)]),
	);
	return Object.assign(Object.create(base), wrapped);
}

/** What lectern does by itself with files of clients, for code that asks the provider for files of its own. */
export function nativeProvider(app) {
	const { provider: name = 'local', actionOptions = {} } = app.config.get('plugin.upload') ?? {};
	const what = "strapi.plugin('upload').provider";
	if (!name.endsWith('local')) return strict(`${what} of ${name}`, {});
	const placeOf = ({ hash, ext }) => path.join(app.strapi.dirs.static.public, 'uploads', path.basename(`${hash}${ext}`));
	const put = async (file, key, write) => {
		if (!file[key]) throw new Error(`Missing file ${key}`);
		await mkdir(path.dirname(placeOf(file)), { recursive: true });
		await write(placeOf(file));
		file.url = `/uploads/${file.hash}${file.ext}`;
	};
	const made = {
		checkFileSize: (file, options = {}) => base.checkFileSize(file, options),
		uploadStream: file => put(file, 'stream', place => pipeline(file.stream, createWriteStream(place))),
		upload: file => put(file, 'buffer', place => writeFile(place, file.buffer)),
		async delete(file) {
			if (!(await stat(placeOf(file)).catch(() => null))) return "File doesn't exist";
			return rm(placeOf(file));
		},
	};
	// What clients upload does not pass here.
	const extend = () => {
		throw new Missing(`${what}.extend of ${name}`);
	};
	return Object.defineProperty(wrap(name, made, actionOptions), 'extend', { value: extend });
}

/** One file to its place: its bytes come as Strapi's providers take them, as a stream or whole. */
async function put(provider, file, place) {
	const getStream = () => createReadStream(place);
	const stream = typeof provider.uploadStream === 'function' ? getStream() : null;
	// The file goes afterwards. A stream that the provider left alone may open it after that: its error has no other listener.
	stream?.on('error', () => {});
	try {
		Object.assign(file, { getStream });
		if (stream) await provider.uploadStream(Object.assign(file, { stream }));
		else await provider.upload(Object.assign(file, { buffer: await readFile(place) }));
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

	async run({ action, file, files, path: place, checked }) {
		const { provider, app } = this;
		if (!provider) return { error: { name: 'Error', message: 'there is no provider' } };
		try {
			if (action === 'sign') return { files: JSON.stringify(await Promise.all(files.map(one => sign(app, provider, one)))) };
			if (action === 'delete') await provider.delete(file);
			else if (checked) await provider.checkFileSize(file, { sizeLimit: app.config.get('plugin.upload.sizeLimit') });
			// As JSON: it is stored, and never seen by code as it is.
			return { file: action === 'put' ? JSON.stringify(await put(provider, file, place)) : null };
		} catch (error) {
			app.link.log('error', `the provider of uploads: ${error?.stack ?? error}`);
			return { error: JSON.parse(JSON.stringify(known(error))) };
		}
	}
}
