// HTTP requests and raw sockets for the whole-server tests.
import http from 'node:http';
import net from 'node:net';

/** The clients that are not closed yet. */
const clients = new Set();

/** A client with one kept-alive connection per `connections`. Close it at the end. */
export class Client {
	constructor(base, { connections = 1, timeout = 60_000 } = {}) {
		const { hostname, port } = new URL(base);
		this.hostname = hostname;
		this.port = Number(port);
		this.agent = new http.Agent({ keepAlive: true, maxSockets: connections });
		this.timeout = timeout;
		clients.add(this);
	}

	/** Resolves with status, headers, text, and json where the body is JSON. */
	request(method, path, { headers = {}, body = null } = {}) {
		const sent = { ...headers };
		const data = body === null || Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
		if (data) {
			sent['Content-Length'] = data.length;
			if (!Object.keys(sent).some(name => name.toLowerCase() === 'content-type')) sent['Content-Type'] = 'application/json';
		}
		return new Promise((resolve, reject) => {
			const options = { method, path, headers: sent, agent: this.agent, hostname: this.hostname, port: this.port };
			const request = http.request(options, response => {
				const parts = [];
				response.on('data', part => parts.push(part));
				response.on('error', reject);
				response.on('end', () => {
					const text = Buffer.concat(parts).toString('utf8');
					resolve({ status: response.statusCode, headers: response.headers, text, json: parse(text) });
				});
			});
			request.setTimeout(this.timeout, () => request.destroy(new Error(`no answer to ${method} ${path} in ${this.timeout} ms`)));
			request.on('error', reject);
			request.end(data);
		});
	}

	get(path, headers = {}) {
		return this.request('GET', path, { headers });
	}

	close() {
		clients.delete(this);
		this.agent.destroy();
	}
}

/**
 * Lets go of connections on which nothing is under way, those of clients and of fetch: a server that is told to stop waits half a second
 * for what may come on them.
 */
export function dropIdleConnections(port) {
	for (const client of clients) {
		if (client.port === port) for (const sockets of Object.values(client.agent.freeSockets)) for (const socket of sockets) socket.destroy();
	}
	const dispatcher = Symbol.for('undici.globalDispatcher.1');
	const agent = globalThis[dispatcher];
	if (!agent) return;
	globalThis[dispatcher] = new agent.constructor();
	agent.close().catch(() => {});
}

function parse(text) {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Asks again while the answer is 503, for a minute at most: a busy machine starts a process or opens a connection late. Resolves
 * with the last answer. */
export async function patiently(ask) {
	const end = Date.now() + 60_000;
	for (;;) {
		const answer = await ask();
		if (answer.status !== 503 || Date.now() > end) return answer;
		await new Promise(resolve => setTimeout(resolve, 200));
	}
}

/** Sends bytes on a connection of its own. Resolves when the server closes it, or after `wait` ms, with all that came
 * (`text`), whether the server closed (`closed`) and after how many ms (`took`). `first` is called when the first bytes have come. */
export function sendRaw(port, bytes, { wait = 5000, host = '127.0.0.1', end = false, first } = {}) {
	return new Promise(resolve => {
		const began = Date.now();
		const parts = [];
		const socket = net.connect(port, host);
		const finish = closed => {
			clearTimeout(timer);
			socket.destroy();
			resolve({ text: Buffer.concat(parts).toString('latin1'), closed, took: Date.now() - began });
		};
		const timer = setTimeout(() => finish(false), wait);
		socket.on('connect', () => (end ? socket.end(bytes) : socket.write(bytes)));
		socket.on('data', part => parts.push(part));
		if (first) socket.once('data', first);
		socket.on('error', () => finish(true));
		socket.on('close', () => finish(true));
	});
}

/** Splits what came over a connection into answers with status, headers and body; needs Content-Length (or no body). */
export function splitAnswers(text) {
	const answers = [];
	while (text.length) {
		const end = text.indexOf('\r\n\r\n');
		if (end < 0) break;
		const [line, ...fields] = text.slice(0, end).split('\r\n');
		const headers = Object.fromEntries(
			fields.map(field => {
				const colon = field.indexOf(':');
				return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
			}),
		);
		const length = Number(headers['content-length'] ?? 0);
		const body = text.slice(end + 4, end + 4 + length);
		answers.push({ status: Number(line.split(' ')[1]), headers, body, json: parse(Buffer.from(body, 'latin1').toString('utf8')) });
		text = text.slice(end + 4 + length);
	}
	return answers;
}
