// What the bytes of a picture say of it: format, width, height, alpha, frames, exif, orientation, as far as its format has them.

function readTiffHead(bytes) {
	const little = bytes.toString('latin1', 0, 2) === 'II';
	const u16 = at => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
	const u32 = at => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
	const tags = new Map();
	const first = u32(4);
	for (let i = 0; i < u16(first); i++) {
		const at = first + 2 + 12 * i;
		tags.set(u16(at), u16(at + 2) === 3 ? u16(at + 8) : u32(at + 8));
	}
	return tags;
}

/** Of EXIF data, with or without its name before it. */
function readExif(bytes) {
	const tags = readTiffHead(bytes.toString('latin1', 0, 4) === 'Exif' ? bytes.subarray(6) : bytes);
	return { exif: true, ...(tags.has(0x112) && { orientation: tags.get(0x112) }), ...(tags.has(0x8825) && { gps: true }) };
}

function readPng(bytes) {
	const facts = { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), alpha: [4, 6].includes(bytes[25]) };
	for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
		const name = bytes.toString('latin1', at + 4, at + 8);
		if (name === 'tRNS') facts.alpha = true;
		if (name === 'eXIf') Object.assign(facts, readExif(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at))));
	}
	return facts;
}

function readJpeg(bytes) {
	const facts = { format: 'jpeg' };
	for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda; at += 2 + bytes.readUInt16BE(at + 2)) {
		const mark = bytes[at + 1];
		if (mark === 0xe1 && bytes.toString('latin1', at + 4, at + 8) === 'Exif')
			Object.assign(facts, readExif(bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2))));
		if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark))
			Object.assign(facts, { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) });
	}
	return facts;
}

function readGif(bytes) {
	const colours = flags => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
	let frames = 0;
	for (let at = 13 + colours(bytes[10]); at < bytes.length && bytes[at] !== 0x3b; at++) {
		if (bytes[at] === 0x2c) {
			frames++;
			at += 11 + colours(bytes[at + 9]);
		} else at += 2;
		while (bytes[at]) at += bytes[at] + 1;
	}
	return { format: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), frames };
}

function readWebp(bytes) {
	const kind = bytes.toString('latin1', 12, 16);
	if (kind === 'VP8 ') {
		const [width, height] = [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
		return { format: 'webp', width, height, alpha: false };
	}
	if (kind === 'VP8L') {
		const head = bytes.readUInt32LE(21);
		return { format: 'webp', width: (head & 0x3fff) + 1, height: ((head >> 14) & 0x3fff) + 1, alpha: Boolean((head >> 28) & 1) };
	}
	const frames = bytes.toString('latin1').split('ANMF').length - 1 || 1;
	return {
		format: 'webp',
		width: bytes.readUIntLE(24, 3) + 1,
		height: bytes.readUIntLE(27, 3) + 1,
		alpha: Boolean(bytes[20] & 16),
		frames,
	};
}

function readTiff(bytes) {
	const tags = readTiffHead(bytes);
	return { format: 'tiff', width: tags.get(256), height: tags.get(257) };
}

function readAvif(bytes) {
	const at = bytes.indexOf('ispe');
	return { format: 'avif', width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
}

/** {} for what is no picture of a format that this knows; `damaged` for one that ends too early. */
export function pictureFacts(bytes) {
	const head = bytes.toString('latin1', 0, 12);
	const formats = [
		[/^\x89PNG\r\n\x1a\n/, readPng],
		[/^\xff\xd8/, readJpeg],
		[/^GIF8[79]a/, readGif],
		[/^RIFF....WEBP/s, readWebp],
		[/^(?:II\*\0|MM\0\*)/, readTiff],
		[/^....ftypavi[fs]/s, readAvif],
	];
	const found = formats.find(([begins]) => begins.test(head));
	try {
		return found ? found[1](bytes) : {};
	} catch (error) {
		if (error.code !== 'ERR_OUT_OF_RANGE' && error.code !== 'ERR_BUFFER_OUT_OF_BOUNDS') throw error;
		return { damaged: true };
	}
}
