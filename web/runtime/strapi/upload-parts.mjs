// The parts of an upload as Strapi's services have them, for code that runs one step by step: what a file's entry has, the
// pictures that are made of it, the provider that puts it somewhere. lectern's own actions take what clients upload, unless
// code replaces a step.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extension } from 'mime-types';
import { Missing, errors } from '../errors.mjs';
import { utilsOf } from './utils.mjs';

const FILE = 'plugin::upload.file';

const isName = text =>
	Boolean(text) &&
	text.length <= 255 &&
	// eslint-disable-next-line no-control-regex
	!/[<>:"/\\|?*\u0000-\u001f]/.test(text) &&
	!/^(con|prn|aux|nul|com\d|lpt\d)$/i.test(text) &&
	text !== '.' &&
	text !== '..';

async function wholeOf(stream) {
	const pieces = [];
	for await (const piece of stream) pieces.push(Buffer.from(piece));
	return Buffer.concat(pieces);
}

/** {provider, parts, bySteps, signFileUrls}: a service, methods of the service upload, those that run them, and one of the service file. */
export function uploadParts(app) {
	const { strapi } = app;
	const service = name => strapi.plugin('upload').service(name);
	const putter = () => strapi.plugin('upload').provider;

	const provider = {
		async checkFileSize(file) {
			const { sizeLimit } = app.config.get('plugin.upload', {});
			await putter().checkFileSize(file, { sizeLimit });
		},
		async upload(file) {
			const stream = typeof putter().uploadStream === 'function';
			if (stream) await putter().uploadStream(Object.assign(file, { stream: file.getStream() }));
			else await putter().upload(Object.assign(file, { buffer: await wholeOf(file.getStream()) }));
			delete file[stream ? 'stream' : 'buffer'];
			delete file.filepath;
		},
	};

	async function put(entry) {
		if (await service('image-manipulation').isImage(entry)) await service('upload').uploadImage(entry);
		else await service('provider').upload(entry);
		entry.provider = app.config.get('plugin.upload.provider');
	}

	const parts = {
		async emitEvent(event, data) {
			const media = await utilsOf(app).sanitize.sanitizers.defaultSanitizeOutput(strapi.getModel(FILE), data);
			strapi.eventHub.emit(event, { media });
		},
		async formatFileInfo({ filename, type, size }, info = {}, { refId, ref, field, path: place, tmpWorkingDirectory } = {}) {
			const check = name => {
				if (!isName(name)) throw new errors.ApplicationError('File name contains invalid characters');
			};
			check(filename);
			const ext = path.extname(filename) || `.${extension(type)}`;
			const name = (info.name || filename).normalize();
			const base = utilsOf(app).nameToSlug(path.basename(name, ext), { separator: '_', lowercase: false });
			check(name);
			return {
				name,
				alternativeText: info.alternativeText,
				caption: info.caption,
				folder: info.folder,
				folderPath: await service('file').getFolderPath(info.folder),
				hash: `${base}_${randomBytes(5).toString('hex')}`,
				ext,
				mime: type,
				size: Math.round((size / 1000) * 100) / 100,
				sizeInBytes: size,
				...(refId && ref && field && { related: [{ id: refId, __type: ref, __pivot: { field } }] }),
				...(place && { path: place }),
				...(tmpWorkingDirectory && { tmpWorkingDirectory }),
			};
		},
		async enhanceAndValidateFile(file, info = {}, others = {}) {
			const { name: filename, type, size, tmpWorkingDirectory } = file;
			const entry = await service('upload').formatFileInfo({ filename, type, size }, info, { ...others, tmpWorkingDirectory });
			Object.assign(entry, { filepath: file.path, getStream: () => createReadStream(file.path) });
			const pictures = service('image-manipulation');
			if (!(await pictures.isImage(entry))) return entry;
			if (await pictures.isFaultyImage(entry)) throw new errors.ApplicationError('File is not a valid image');
			return (await pictures.isOptimizableImage(entry)) ? pictures.optimize(entry) : entry;
		},
		enhanceFile: (file, info, others) => service('upload').enhanceAndValidateFile(file, info, others),
		async uploadImage(entry) {
			const pictures = service('image-manipulation');
			const { width, height } = await pictures.getDimensions(entry);
			Object.assign(entry, { width, height });
			const puts = [() => service('provider').upload(entry)];
			const add = (key, file) =>
				puts.push(async () => {
					await service('provider').upload(file);
					entry.formats = { ...entry.formats, [key]: file };
				});
			if (await pictures.isResizableImage(entry)) {
				const thumbnail = await pictures.generateThumbnail(entry);
				if (thumbnail) add('thumbnail', thumbnail);
				for (const format of [].concat((await pictures.generateResponsiveFormats(entry)) ?? [])) if (format) add(format.key, format.file);
			}
			await Promise.all(puts.map(put => put()));
		},
		async uploadFileAndPersist(entry, { user } = {}) {
			const { allowedTypes, deniedTypes } = app.config.get('plugin.upload.security') ?? {};
			if (allowedTypes || deniedTypes) throw new Missing('uploadFileAndPersist of plugin::upload.upload where upload.security has types');
			await service('provider').checkFileSize(entry);
			await put(entry);
			return service('upload').add(entry, { user });
		},
	};

	/** Runs `run` with a folder that the files may be worked on in. */
	async function inFolder(given, run) {
		const folder = await mkdtemp(path.join(tmpdir(), 'strapi-upload-'));
		try {
			for (const one of [].concat(given)) one.tmpWorkingDirectory = folder;
			return await run();
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}

	/** From where the provider has put it, with its formats. The entry stays. */
	async function takeAway(file) {
		if (file.provider !== app.config.get('plugin.upload.provider')) return;
		for (const one of [file, ...Object.values(file.formats ?? {})]) await putter().delete(one);
	}

	/** Whole uploads step by step, where code has replaced a step, and in hooks. */
	const bySteps = {
		upload: ({ data, files: given }, { user } = {}) =>
			inFolder(given, async () => {
				const { fileInfo, ...others } = data;
				const infos = [].concat(fileInfo);
				const upload = service('upload');
				const one = async (file, i) =>
					upload.uploadFileAndPersist(await upload.enhanceAndValidateFile(file, infos[i] || {}, others), { user });
				return Promise.all([].concat(given).map(one));
			}),
		uploadToEntity: ({ id, model, field }, given) =>
			inFolder(given, async () => {
				const upload = service('upload');
				const { id: folder } = await service('api-upload-folder').getAPIUploadFolder();
				const enhance = file => upload.enhanceAndValidateFile(file, { folder }, { refId: id, ref: model, field });
				for (const entry of await Promise.all([].concat(given).map(enhance))) await upload.uploadFileAndPersist(entry);
			}),
		async replace(id, { data, file: given }, { user } = {}) {
			const upload = service('upload');
			const old = await upload.findOne(id);
			if (!old) throw new errors.NotFoundError();
			return inFolder(given, async () => {
				const entry = await upload.enhanceAndValidateFile(given, data.fileInfo);
				Object.assign(entry, { hash: old.hash, ext: old.ext });
				await takeAway(old);
				entry.formats = {};
				await put(entry);
				return upload.update(id, entry, { user });
			});
		},
		async remove(file) {
			await takeAway(file);
			const media = await strapi.query(FILE).findOne({ where: { id: file.id } });
			await parts.emitEvent('media.delete', media);
			return strapi.query(FILE).delete({ where: { id: file.id } });
		},
	};

	/** The file with urls that are good for some time, where its provider is private; else the file itself. */
	async function signFileUrls(file) {
		const isPrivate = await putter().isPrivate();
		file.isUrlSigned = false;
		if (file.provider !== app.config.get('plugin.upload.provider') || !isPrivate) return file;
		const sign = async one => ({ ...one, url: (await putter().getSignedUrl(one)).url, isUrlSigned: true });
		const formats = Object.entries(file.formats ?? {});
		const signed = await sign(file);
		if (file.formats) signed.formats = Object.fromEntries(await Promise.all(formats.map(async ([key, one]) => [key, await sign(one)])));
		return signed;
	}
	return { provider, parts, bySteps, signFileUrls };
}
