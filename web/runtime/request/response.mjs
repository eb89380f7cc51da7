// The answer of Node's http, which code may write by itself: ctx.res.write and end, pipe(ctx.res). What is written is kept until the
// answer ends.
import { ServerResponse } from 'node:http';
import chunk from 'lodash/chunk.js';

export class Response extends ServerResponse {
	constructor(request, usual) {
		super(request);
		// As Koa begins an answer: what no code answers is not found.
		this.statusCode = 404;
		this.usual = usual;
		this.removed = new Set();
		this.pieces = [];
		/** Node writes the head in one piece with a text that is the first or all of the body, and in its encoding; else as latin1. */
		this.isLatin1 = false;
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

	hasHeader(name) {
		return this.getHeader(name) !== undefined;
	}

	/** With lectern's, as Strapi's middlewares have set them. */
	getHeaders() {
		const usual = [...this.usual].filter(([name]) => !this.removed.has(name));
		return Object.assign(Object.create(null), Object.fromEntries(usual), super.getHeaders());
	}

	/** Those that code has set. */
	ownHeaders() {
		return super.getHeaders();
	}

	/** Of lectern's own headers those that code has removed. */
	leftOut() {
		return [...this.removed].filter(name => this.usual.has(name) || name === 'x-powered-by' || name.startsWith('access-control-'));
	}

	/** Headers that are sent only where `forget` has been called for them. */
	hold(names) {
		for (const name of names) this.removed.add(name);
	}

	/** What code did to a header before a middleware of Strapi's set it counts no more. */
	forget(name) {
		if (this.headersSent) return;
		super.removeHeader(name);
		this.removed.delete(name);
	}

	/** From here on headers can't be set. */
	begin() {
		this._header ??= ' ';
	}

	/** Headers are an object, or a list of names and values. */
	writeHead(status, ...rest) {
		this.statusCode = status;
		if (typeof rest[0] === 'string') this.statusMessage = rest[0];
		const headers = rest.find(one => typeof one === 'object' && one !== null) ?? {};
		const listed = Array.isArray(headers) && !Array.isArray(headers[0]) ? chunk(headers, 2) : headers;
		for (const [name, value] of Array.isArray(listed) ? listed : Object.entries(listed)) this.setHeader(name, value);
		this.begin();
		return this;
	}

	flushHeaders() {
		this.begin();
	}

	/** `isWhole`: nothing comes behind the chunk, so that its length is known. */
	noteEncoding(chunk, encoding, isWhole) {
		if (this.headersSent) return;
		const isText = typeof chunk === 'string' && (encoding === undefined || encoding === 'utf8');
		this.isLatin1 = !isText || !(isWhole || super.hasHeader('content-length'));
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
		this.noteEncoding(chunk, typeof encoding === 'string' ? encoding : undefined, false);
		this.add(chunk, typeof encoding === 'string' ? encoding : undefined);
		if (done) process.nextTick(done);
		return true;
	}

	end(chunk, encoding, callback) {
		const done = [chunk, encoding, callback].find(one => typeof one === 'function');
		this.noteEncoding(chunk, typeof encoding === 'string' ? encoding : undefined, true);
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

	/** What was written is not sent, but an error. */
	fail() {
		if (this.finished) return;
		this.pieces = [];
		this._header = null;
		for (const name of Object.keys(this.ownHeaders())) super.removeHeader(name);
		this.statusCode = 500;
		this.statusMessage = undefined;
		this.setHeader('Content-Type', 'text/plain; charset=utf-8');
		this.end('Internal Server Error');
	}
}
