// Thousands of requests in a short time: one connection, requests written ahead of their answers.
import net from 'node:net';

const AHEAD = 64;
const MARK = Buffer.from('\r\n\r\n');

export class Pipeline {
	waiting = [];
	queue = [];
	received = Buffer.alloc(0);

	constructor(port) {
		this.socket = net.connect(port, '127.0.0.1');
		this.socket.setNoDelay(true);
		this.socket.on('data', part => this.take(part));
		this.socket.on('error', error => this.fail(error));
		this.socket.on('close', () => this.fail(new Error('the server closed the connection')));
	}

	/** Resolves with {status, text}. `path` is sent as it is. */
	ask({ method = 'GET', path, headers = {}, body = null }) {
		const data = body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body);
		const fields = { Host: 'localhost', ...headers };
		if (body !== null) Object.assign(fields, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(data) });
		const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
		return new Promise((resolve, reject) => {
			this.queue.push({ bytes: `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${data}`, method, resolve, reject });
			// What is asked in one turn goes out in one piece.
			if (!this.scheduled) queueMicrotask(() => this.send());
			this.scheduled = true;
		});
	}

	send() {
		this.scheduled = false;
		let bytes = '';
		if (this.waiting.length > AHEAD / 2) return;
		while (this.queue.length && this.waiting.length < AHEAD) {
			const request = this.queue.shift();
			this.waiting.push(request);
			bytes += request.bytes;
		}
		if (bytes) this.socket.write(bytes);
	}

	take(part) {
		this.received = this.received.length ? Buffer.concat([this.received, part]) : part;
		while (this.waiting.length) {
			const end = this.received.indexOf(MARK);
			if (end < 0) return;
			const head = this.received.toString('latin1', 0, end);
			const from = end + MARK.length;
			const length = this.waiting[0].method === 'HEAD' ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
			if (this.received.length < from + length) return;
			const text = this.received.toString('utf8', from, from + length);
			this.received = this.received.subarray(from + length);
			this.waiting.shift().resolve({ status: Number(head.slice(9, 12)), text, closes: /^connection: close/im.test(head) });
		}
		this.send();
	}

	fail(error) {
		for (const request of [...this.waiting.splice(0), ...this.queue.splice(0)]) request.reject(error);
	}

	close() {
		this.socket.destroy();
	}
}
