// Messages between lectern and this process, over one socket. docs/architecture.md, "The project's code", has the protocol.
//
// A frame is: length of what follows (4 bytes, little-endian), kind (1), id (4), length of the head (4), the head, which is
// JSON with tags (values.mjs), and the body, which is bytes.
const BEFORE = 4;
const FIXED = 9;

/** Larger frames are neither sent nor taken. The same stands in src/host/process/frame.h. */
export const MOST_BYTES = 64 * 1024 * 1024;

const nothing = Buffer.alloc(0);

export function frameOf(kind, id, head, body = nothing) {
	const headLength = Buffer.byteLength(head);
	const length = FIXED + headLength + body.length;
	if (length > MOST_BYTES) throw new RangeError(`a value of ${length} bytes is too large: at most ${MOST_BYTES}`);
	const frame = Buffer.allocUnsafe(BEFORE + length);
	frame.writeUInt32LE(length, 0);
	frame.writeUInt8(kind.charCodeAt(0), BEFORE);
	frame.writeUInt32LE(id, BEFORE + 1);
	frame.writeUInt32LE(headLength, BEFORE + 5);
	frame.write(head, BEFORE + FIXED);
	body.copy(frame, BEFORE + FIXED + headLength);
	return frame;
}

/** Puts frames together of the pieces that a socket gives. Calls `take(kind, id, head, body)` for each. */
export class FrameReader {
	constructor(take) {
		this.take = take;
		this.pieces = [];
		this.bytes = 0;
	}

	add(piece) {
		this.pieces.push(piece);
		this.bytes += piece.length;
		while (this.bytes >= BEFORE) {
			if (this.pieces[0].length < BEFORE) this.pieces = [Buffer.concat(this.pieces)];
			const length = this.pieces[0].readUInt32LE(0);
			if (length < FIXED || length > MOST_BYTES) throw new RangeError(`a frame of ${length} bytes`);
			if (this.bytes < BEFORE + length) return;
			this.one(length);
		}
	}

	one(length) {
		const all = this.pieces.length === 1 ? this.pieces[0] : Buffer.concat(this.pieces);
		const end = BEFORE + length;
		const headEnd = BEFORE + FIXED + all.readUInt32LE(BEFORE + 5);
		if (headEnd > end) throw new RangeError('a frame whose head is longer than itself');
		this.pieces = end < all.length ? [all.subarray(end)] : [];
		this.bytes = all.length - end;
		this.take(
			String.fromCharCode(all.readUInt8(BEFORE)),
			all.readUInt32LE(BEFORE + 1),
			all.toString('utf8', BEFORE + FIXED, headEnd),
			all.subarray(headEnd, end),
		);
	}
}
