// A receiver of webhooks, and webhooks in a database.
import http from 'node:http';
import { once } from 'node:events';
import { until } from './expect.mjs';

/** Listens on a port of its own and keeps what comes. `answer(call, response)` may answer otherwise than 200. */
export class Receiver {
	calls = [];

	constructor(answer = (call, response) => response.end()) {
		this.answer = answer;
	}

	/** The same port again, after stop(). */
	async start(port = this.port ?? 0) {
		this.server = http.createServer((request, response) => {
			const parts = [];
			request.on('data', part => parts.push(part));
			request.on('error', () => {});
			request.on('end', () => {
				const text = Buffer.concat(parts).toString('utf8');
				const call = { method: request.method, path: request.url, headers: headersOf(request.rawHeaders), text, body: JSON.parse(text) };
				this.calls.push(call);
				this.answer(call, response);
			});
		});
		this.server.listen(port, '127.0.0.1');
		await once(this.server, 'listening');
		this.port = this.server.address().port;
		this.url = `http://127.0.0.1:${this.port}/hook`;
		return this;
	}

	/** Nothing listens there any more. */
	async stop() {
		if (!this.server) return;
		const closed = once(this.server, 'close');
		this.server.close();
		this.server.closeAllConnections();
		this.server = null;
		await closed;
	}

	/** Waits until so many calls came, since it began. */
	async wait(count, milliseconds = 60_000) {
		await until(() => this.calls.length >= count, `call number ${count}`, milliseconds);
		return this.calls;
	}

	/** The calls since the last take, once there are `count`. */
	async take(count) {
		await this.wait(count);
		return this.calls.splice(0);
	}
}

const headersOf = raw => Object.fromEntries(Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i], raw[2 * i + 1]]));

export const allEvents = [
	'entry.create',
	'entry.update',
	'entry.delete',
	'entry.publish',
	'entry.unpublish',
	'media.create',
	'media.update',
].concat('media.delete');

const quote = text => `'${String(text).replaceAll("'", "''")}'`;

/** The SQL that Strapi's panel would have run. */
export const webhookRow = ({ id, name = 'hook', url, headers = {}, events = allEvents, enabled = true }) =>
	'insert into strapi_webhooks (id, name, url, headers, events, enabled) values ' +
	`(${[id, quote(name), quote(url), quote(JSON.stringify(headers)), quote(JSON.stringify(events)), enabled].join(', ')});`;

export const allowPrivate = { LECTERN_WEBHOOKS_ALLOW_PRIVATE: '1' };
