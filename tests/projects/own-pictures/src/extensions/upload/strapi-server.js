'use strict';
// Pictures are texts here, and smaller ones are their beginnings.
const fs = require('fs');
const path = require('path');

const isPicture = async file => file.mime === 'image/png';
async function cut(file, key, length) {
	const filepath = path.join(file.tmpWorkingDirectory, `${key}_${file.hash}`);
	const parts = [];
	for await (const part of file.getStream()) parts.push(part);
	const bytes = Buffer.concat(parts).subarray(0, length);
	fs.writeFileSync(filepath, bytes);
	return {
		name: `${key}_${file.name}`,
		hash: `${key}_${file.hash}`,
		ext: '.cut',
		mime: 'text/cut',
		path: file.path || null,
		getStream: () => fs.createReadStream(filepath),
		width: length,
		height: 1,
		size: bytes.length / 1000,
	};
}

module.exports = plugin => {
	plugin.services['image-manipulation'] = () => ({
		isImage: isPicture,
		isSupportedImage: isPicture,
		isFaultyImage: async file => file.name === 'faulty.png',
		isOptimizableImage: isPicture,
		isResizableImage: isPicture,
		getDimensions: async () => ({ width: 30, height: 1 }),
		generateThumbnail: file => cut(file, 'thumbnail', 4),
		generateResponsiveFormats: async file => [undefined, { key: 'half', file: await cut(file, 'half', 8) }],
		optimize: async file => ({ ...file, caption: `seen ${file.caption}` }),
	});
	return plugin;
};
