// A request as code sees it: Node's own, whose body has come whole. There is no connection behind it.
import { EventEmitter } from 'node:events';
import { IncomingMessage } from 'node:http';

/** What code asks of a connection. */
class Connection extends EventEmitter {
	encrypted = false;
	readable = true;
	writable = true;
	destroyed = false;

	constructor(address) {
		super();
		this.remoteAddress = address;
		this.remoteFamily = address?.includes(':') ? 'IPv6' : 'IPv4';
	}

	destroy() {
		this.destroyed = true;
		return this;
	}

	setTimeout() {
		return this;
	}
	setNoDelay() {
		return this;
	}
	setKeepAlive() {
		return this;
	}
	pause() {
		return this;
	}
	resume() {
		return this;
	}
}

/** `bytes`: the body. */
export function makeIncoming({ method, url, headers, address }, bytes) {
	const request = new IncomingMessage(new Connection(address));
	request._addHeaderLines(headers.flat(), headers.length * 2);
	Object.assign(request, { method, url, originalUrl: url, bytes });
	Object.assign(request, { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1, complete: true });
	if (bytes.length) request.push(bytes);
	request.push(null);
	return request;
}
