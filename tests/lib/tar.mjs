// Tar archives for the tests: plain files, as ustar has them.

const header = (name, size, type, link) => {
	const block = Buffer.alloc(512);
	block.write(name, 0, 100);
	block.write('0000644\0', 100);
	block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
	block.write('00000000000\0', 136);
	block.write('        ', 148);
	block.write(type, 156);
	block.write(link, 157, 100);
	block.write('ustar\0' + '00', 257);
	const sum = block.reduce((all, byte) => all + byte, 0);
	block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
	return block;
};

const padded = bytes => Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);

/** An archive of [name, bytes or text, type, link]; the type "0" is a file. */
export function makeTar(members) {
	const parts = members.flatMap(([name, content, type = '0', link = '']) => {
		const bytes = Buffer.from(content);
		return [header(name, bytes.length, type, link), padded(bytes)];
	});
	return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** The files of an archive, [[name, bytes]]. */
export function readTar(archive) {
	const files = [];
	for (let at = 0; archive[at]; ) {
		const name = archive.toString('utf8', at, at + 100).replace(/\0.*/s, '');
		const size = parseInt(archive.toString('latin1', at + 124, at + 135), 8);
		files.push([name, archive.subarray(at + 512, at + 512 + size)]);
		at += 512 + Math.ceil(size / 512) * 512;
	}
	return files;
}
