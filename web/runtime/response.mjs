// The answer of Node's http, which code may write by itself: ctx.res.write and end, pipe(ctx.res). What is written is kept until the
// answer ends.
import { ServerResponse } from 'node:http';

export class Response extends ServerResponse {
	constructor(request, usual) {
		super(request);
		// As Koa begins an answer: what no code answers is not found.
		this.statusCode = 404;
		this.usual = usual;
		this.removed = new Set();
		this.pieces = [];
		/** Fulfilled when the code has ended it. */
		this.whole = new Promise(resolve => this.once('finish', resolve));
		// Who writes behind the end is told as by Node, and harms nobody else.
		this.on('error', error => console.error(error));
	}

	// ---- headers that lectern adds by itself, unless code has set or removed them: `usual`, their values by name

	getHeader(name) {
		const key = String(name).toLowerCase();
		return super.getHeader(name) ?? (this.removed.has(key) ? undefined : this.usual.get(key));
	}

	setHeader(name, value) {
		this.removed.delete(String(name).toLowerCase());
		return super.setHeader(name, value);
	}

	removeHeader(name) {
		this.removed.add(String(name).toLowerCase());
		super.removeHeader(name);
	}

	/** Of lectern's own headers those that code has removed. */
	leftOut() {
		return [...this.removed].filter(name => this.usual.has(name) || name === 'x-powered-by' || name.startsWith('access-control-'));
	}

	/** What code did to a header before a middleware of Strapi's set it counts no more. */
	forget(name) {
		super.removeHeader(name);
		this.removed.delete(name);
	}

	/** From here on headers can't be set. */
	begin() {
		this._header ??= ' ';
	}

	writeHead(status, ...rest) {
		this.statusCode = status;
		const headers = rest.find(one => typeof one === 'object' && one !== null) ?? {};
		for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
		this.begin();
		return this;
	}

	flushHeaders() {
		this.begin();
	}

	add(chunk, encoding) {
		this.begin();
		this.pieces.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk));
	}

	write(chunk, encoding, callback) {
		const done = typeof encoding === 'function' ? encoding : callback;
		if (this.finished) {
			const error = Object.assign(new Error('write after end'), { code: 'ERR_STREAM_WRITE_AFTER_END' });
			process.nextTick(() => (done?.(error), this.emit('error', error)));
			return false;
		}
		this.add(chunk, typeof encoding === 'string' ? encoding : undefined);
		if (done) process.nextTick(done);
		return true;
	}

	end(chunk, encoding, callback) {
		const done = [chunk, encoding, callback].find(one => typeof one === 'function');
		if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') {
			if (this.finished) this.write(chunk);
			else this.add(chunk, typeof encoding === 'string' ? encoding : undefined);
		}
		if (done) process.nextTick(done);
		if (this.finished) return this;
		this.begin();
		this.finished = true;
		process.nextTick(() => (this.emit('finish'), this.emit('close')));
		return this;
	}
}
