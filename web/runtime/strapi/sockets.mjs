// strapi.server.httpServer: a server of Node's that listens nowhere. lectern has the connections; what comes over those that are
// for code's sockets (socket.io, ws) is given to the server through a stream for each (src/host/sockets.c).
import http from 'node:http';
import { Duplex } from 'node:stream';

/** Bytes that may be on their way to lectern for one connection. */
const WINDOW = 256 * 1024;
/** Of one message to lectern. */
const MOST_AT_ONCE = 64 * 1024;
/** Milliseconds that an answer may take to begin, where the connection stays with HTTP. */
const FIRST_BYTE_TIME = 90_000;

/** One connection, as the server sees it. */
class Connection extends Duplex {
	constructor(sockets, number, { address }) {
		super({ allowHalfOpen: true, writableHighWaterMark: WINDOW });
		Object.assign(this, {
			sockets,
			number,
			remoteAddress: address,
			remoteFamily: address.includes(':') ? 'IPv6' : 'IPv4',
			encrypted: false,
		});
		this.underWay = this.unread = this.bytesWritten = this.bytesRead = 0;
		this.waiting = [];
	}

	/** What a connection of Node's has beside what a stream has. */
	setTimeout() {
		return this;
	}
	setNoDelay() {
		return this;
	}
	setKeepAlive() {
		return this;
	}
	ref() {
		return this;
	}
	unref() {
		return this;
	}
	address() {
		return {};
	}

	/** lectern takes more of the client when code has read. */
	_read() {
		this.full = false;
		if (!this.unread) return;
		const bytes = this.unread;
		this.unread = 0;
		this.sockets.call('more', this.number, bytes);
	}

	receive(bytes) {
		this.unread += bytes.length;
		this.bytesRead += bytes.length;
		this.full = !this.push(Buffer.from(bytes));
		if (!this.full) this._read();
	}

	async send(bytes) {
		clearTimeout(this.timer);
		this.underWay += bytes.length;
		this.bytesWritten += bytes.length;
		try {
			await this.sockets.call('data', this.number, bytes.toString('base64url'));
		} finally {
			this.underWay -= bytes.length;
			if (this.underWay < WINDOW) for (const go of this.waiting.splice(0)) go();
			if (!this.underWay) this.whenSent?.();
		}
	}

	_write(bytes, encoding, done) {
		for (let at = 0; at < bytes.length; at += MOST_AT_ONCE) this.send(bytes.subarray(at, at + MOST_AT_ONCE));
		if (this.underWay < WINDOW) done();
		else this.waiting.push(done);
	}

	/** All that was written has been taken before the end. */
	_final(done) {
		this.whenSent = () => {
			this.hangUp();
			done();
		};
		if (!this.underWay) this.whenSent();
	}

	_destroy(error, done) {
		this.hangUp();
		done(error);
	}

	/** The client gets no more. */
	hangUp() {
		clearTimeout(this.timer);
		if (!this.sockets.connections.delete(this.number)) return;
		this.sockets.call('end', this.number);
	}

	/** The client has gone. */
	lose() {
		this.sockets.connections.delete(this.number);
		this.push(null);
		this.destroy();
	}

	/** No socket of code's has the path: lectern answers. */
	decline() {
		this.sockets.connections.delete(this.number);
		clearTimeout(this.timer);
		this.sockets.call('decline', this.number);
		this.destroy();
	}
}

/** The request as it comes over a connection: one that stays with HTTP is the only one on it. */
function bytesOf({ method, url, headers }, body) {
	const upgrades = headers.some(([name]) => name.toLowerCase() === 'upgrade');
	const left = ['content-length', 'transfer-encoding', 'expect', ...(upgrades ? [] : ['connection', 'keep-alive'])];
	const lines = headers.filter(([name]) => !left.includes(name.toLowerCase())).map(([name, value]) => `${name}: ${value}`);
	if (!upgrades) lines.push('Connection: close');
	if (body.length || !['GET', 'HEAD'].includes(method)) lines.push(`Content-Length: ${body.length}`);
	const head = `${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
	return { upgrades, bytes: Buffer.concat([Buffer.from(head, 'latin1'), body]) };
}

export class Sockets {
	constructor(app) {
		this.app = app;
		this.connections = new Map();
		this.unheard = request => request.socket.decline();
	}

	/** Made when code asks for it: what nobody else hears of is declined. */
	get server() {
		if (!this.made) {
			this.made = http.createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }, this.unheard);
			for (const event of ['newListener', 'removeListener']) this.made.on(event, () => queueMicrotask(() => this.tell()));
		}
		return this.made;
	}

	/** From here on lectern is told what code hears of. */
	async start() {
		this.started = true;
		if (this.made) await this.tell();
	}

	async tell() {
		const requests = this.made.listeners('request').some(one => one !== this.unheard);
		const upgrades = this.made.listenerCount('upgrade') > 0;
		const state = `${requests} ${upgrades}`;
		if (!this.started || this.told === state) return;
		this.told = state;
		await this.app.link.call('socket.listen', [requests, upgrades]).catch(() => {});
	}

	/** To the socket's other side; what cannot be told any more is for nobody. */
	call(action, ...args) {
		return this.app.link.call(`socket.${action}`, args).catch(() => {});
	}

	/** What lectern tells of a connection: it is new, bytes came, or it is gone. */
	take(ask, body) {
		if (ask.open) this.open(ask, body);
		else if (ask.data) this.connections.get(ask.socket)?.receive(body);
		else this.connections.get(ask.socket)?.lose();
		return null;
	}

	open(ask, body) {
		const connection = new Connection(this, ask.socket, ask);
		const { upgrades, bytes } = bytesOf(ask, body);
		this.connections.set(ask.socket, connection);
		connection.on('error', () => {});
		if (!upgrades) connection.timer = setTimeout(() => connection.destroy(), FIRST_BYTE_TIME).unref();
		this.server.emit('connection', connection);
		connection.push(bytes);
	}
}
