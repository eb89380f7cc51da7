// The way to lectern: asks come from there and are answered, calls go there and are answered, and the log goes there.
import { Socket } from 'node:net';
import { FrameReader, frameOf } from './frames.mjs';
import { decode, encode } from './values.mjs';

/** The file descriptor that this process is started with. */
const DESCRIPTOR = 3;
const PROTOCOL = 1;
const MOST_OF_LINE = 8192;

export class Link {
	/** `asks`: functions by name, each given ({...}, body, ask) and giving a value, or {head, body}. */
	constructor(asks) {
		this.asks = asks;
		this.calls = new Map();
		this.nextCall = 1;
		this.underWay = new Map();
	}

	open() {
		this.socket = new Socket({ fd: DESCRIPTOR, readable: true, writable: true });
		const reader = new FrameReader((kind, id, head, body) => this.take(kind, id, head, body));
		this.socket.on('data', piece => reader.add(piece));
		// Whatever becomes of lectern, this process does not outlive it.
		this.socket.on('close', () => process.exit(0));
		this.socket.on('error', () => process.exit(0));
		this.send('H', 0, { protocol: PROTOCOL, node: process.versions.node });
	}

	send(kind, id, value, body) {
		this.socket.write(frameOf(kind, id, encode(value), body));
	}

	take(kind, id, head, body) {
		switch (kind) {
			case 'A':
				this.answer(id, decode(head), body);
				break;
			case 'X':
				this.underWay.get(id)?.abort();
				break;
			case 'P':
				this.send('O', id, null);
				break;
			case 'R':
			case 'E': {
				const call = this.calls.get(id);
				this.calls.delete(id);
				if (kind === 'R') call?.resolve({ value: decode(head), body });
				else call?.reject(decode(head));
			}
		}
	}

	async answer(id, ask, body) {
		const controller = new AbortController();
		this.underWay.set(id, controller);
		try {
			const run = this.asks[ask.ask];
			if (!run) throw new Error(`unknown ask ${ask.ask}`);
			const answer = await run(ask, body, { id, signal: controller.signal });
			this.respond(id, answer);
		} catch (error) {
			this.refuse(id, error);
		} finally {
			this.underWay.delete(id);
		}
	}

	respond(id, answer) {
		if (answer instanceof Answer) this.send('R', id, answer.head, answer.body);
		else this.send('R', id, answer);
	}

	refuse(id, error) {
		try {
			this.send('E', id, error instanceof Error ? error : new Error(`it threw ${String(error)}`));
		} catch {
			this.send('E', id, new Error(String(error?.message)));
		}
	}

	/** Calls a service of lectern's by name, in the course of an ask (0: of none). Gives {value, body}. */
	call(service, args, ask = 0, transaction = 0) {
		const id = this.nextCall++ >>> 0;
		return new Promise((resolve, reject) => {
			this.calls.set(id, { resolve, reject });
			this.send('C', id, { service, arguments: args, ask, transaction });
		});
	}

	log(level, text) {
		this.send('L', 0, { level, text: text.length > MOST_OF_LINE ? text.slice(0, MOST_OF_LINE) + '…' : text });
	}

	/** Notes what is being done, for the message when it never ends. */
	tell(doing) {
		this.send('S', 0, { doing });
	}
}

/** An answer that has bytes beside its value. */
export class Answer {
	constructor(head, body) {
		this.head = head;
		this.body = body;
	}
}
