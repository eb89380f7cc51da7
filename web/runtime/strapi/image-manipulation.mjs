// The service image-manipulation of the plugin upload, for code that calls it: by sharp, which Strapi's plugin brings along. Pictures
// that are uploaded lectern resizes by itself.
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Missing } from '../errors.mjs';

const optimizable = ['jpeg', 'png', 'webp', 'tiff', 'avif'];
const resizable = ['jpeg', 'png', 'webp', 'tiff', 'gif'];
const known = [...optimizable, 'svg', 'gif'];
const THUMBNAIL = { width: 245, height: 156, fit: 'inside' };
const usualBreakpoints = { large: 1000, medium: 750, small: 500 };

function sharpOf(app) {
	const { require: ofProject } = app.project;
	for (const find of [() => ofProject, () => createRequire(ofProject.resolve('@strapi/plugin-upload/package.json'))]) {
		try {
			return find()('sharp');
		} catch (error) {
			if (error.code !== 'MODULE_NOT_FOUND') throw error;
		}
	}
	throw new Missing('image-manipulation of the plugin upload without the package sharp');
}

async function bytesOf({ filepath, getStream }) {
	const parts = [];
	for await (const part of filepath ? createReadStream(filepath) : getStream()) parts.push(part);
	return Buffer.concat(parts);
}

/** How the formats that sharp reads begin; one that begins otherwise is no picture, which needs no sharp to be told. */
const beginnings = [/^\xff\xd8\xff/, /^\x89PNG/, /^GIF8/, /^RIFF[^]{4}WEBP/, /^II\*\0|^MM\0\*/, /^[^]{4}ftyp/, /<svg/];
const mayBePicture = bytes => beginnings.some(beginning => beginning.test(bytes.toString('latin1', 0, 1024)));

const kilobytes = size => Math.round((size / 1000) * 100) / 100;

export function imageService(app) {
	const open = async file => sharpOf(app)(await bytesOf(file));
	const settings = () => app.strapi.plugin('upload').service('upload').getSettings();
	const metadata = async file => (await open(file)).metadata();
	const isOf = formats => async file => {
		let bytes;
		try {
			bytes = await bytesOf(file);
			return formats.includes((await sharpOf(app)(bytes).metadata()).format);
		} catch (error) {
			if (error instanceof Missing && mayBePicture(bytes)) throw error;
			return false;
		}
	};

	async function write(file, pipeline, hash) {
		const filepath = join(file.tmpWorkingDirectory, hash);
		const { data, info } = await pipeline.toBuffer({ resolveWithObject: true });
		await writeFile(filepath, data);
		const { width, height, size } = info;
		return { filepath, getStream: () => createReadStream(filepath), width, height, size: kilobytes(size), sizeInBytes: size };
	}

	async function resize(file, options, { name, hash }) {
		const { ext, mime, path = null } = file;
		return { name, hash, ext, mime, path: path || null, ...(await write(file, (await open(file)).resize(options), hash)) };
	}

	const named = ({ name, hash }, key) => ({ name: `${key}_${name}`, hash: `${key}_${hash}` });

	const service = {
		isImage: isOf(known),
		isOptimizableImage: isOf(optimizable),
		isSupportedImage: isOf(optimizable),
		isResizableImage: isOf(resizable),
		async isFaultyImage(file) {
			const picture = await open(file);
			return picture.stats().then(
				() => false,
				() => true,
			);
		},
		async getDimensions(file) {
			const { width = null, height = null } = await metadata(file);
			return { width, height };
		},
		generateThumbnail: async file =>
			file.width > THUMBNAIL.width || file.height > THUMBNAIL.height ? resize(file, THUMBNAIL, named(file, 'thumbnail')) : null,
		async generateResponsiveFormats(file) {
			if (!(await settings())?.responsiveDimensions) return [];
			const { width, height } = await service.getDimensions(file);
			const breakpoints = Object.entries(app.config.get('plugin.upload.breakpoints', usualBreakpoints));
			return Promise.all(
				breakpoints.map(async ([key, side]) => {
					if (side >= width && side >= height) return undefined;
					return { key, file: await resize(file, { width: side, height: side, fit: 'inside' }, named(file, key)) };
				}),
			);
		},
		async optimize(file) {
			const { sizeOptimization = false, autoOrientation = false } = (await settings()) ?? {};
			const bytes = await bytesOf(file);
			const { format } = await sharpOf(app)(bytes).metadata();
			if (!sizeOptimization && !autoOrientation) return file;
			const pipeline = sharpOf(app)(bytes)[format]({ quality: sizeOptimization ? 80 : 100 });
			if (autoOrientation) pipeline.rotate();
			const made = await write(file, pipeline, `optimized-${file.hash}`);
			return made.sizeInBytes > bytes.length ? file : { ...file, ...made };
		},
	};
	return service;
}
