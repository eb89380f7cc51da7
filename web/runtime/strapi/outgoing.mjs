// A hook of a change that turns to something else than lectern: it waits for another server, or tells it of the change. lectern lets
// others write meanwhile; it commits the change first, so that whoever is told of it sees it.
import http from 'node:http';
import net from 'node:net';
import { course } from '../course.mjs';

/** Milliseconds that others who write wait for a hook that is at nothing of lectern's. */
const LONGEST_WAIT = 250;

/** The change that a hook before or behind it may have committed, in the course of an ask. */
export class OpenChange {
	constructor(app, ask) {
		Object.assign(this, { app, ask });
		this.isOpen = true;
		/** Calls of lectern's that are under way. */
		this.calls = 0;
		this.timer = setInterval(() => {
			if (this.isOpen && !this.calls) this.commit().catch(() => {});
		}, LONGEST_WAIT).unref();
	}

	/** What the hook has begun, and did not wait for, may go on. */
	endHook() {
		clearInterval(this.timer);
	}

	async during(call) {
		this.calls++;
		try {
			return await call();
		} finally {
			this.calls--;
		}
	}

	/** Resolves when it is committed; or can't be, in a transaction of code's, or where a hook before it has written something. */
	commit() {
		this.pending ??= this.app.callIn({ ask: this.ask }, 'change.commit', []).then(({ value }) => {
			this.isOpen = !value;
			this.pending = undefined;
		});
		return this.pending;
	}
}

/** A promise, where a change is to be committed first. */
function commit() {
	const change = course.getStore()?.change;
	return change?.isOpen ? change.commit() : undefined;
}

function wrap(object, name, make) {
	const own = object[name];
	if (typeof own !== 'function') return;
	const wrapped = make(own);
	for (const key of ['name', 'length']) Object.defineProperty(wrapped, key, { value: own[key], configurable: true });
	object[name] = wrapped;
}

/** Before the project's code is loaded, which may keep what it finds. */
export function commitBeforeRequests() {
	wrap(
		globalThis,
		'fetch',
		fetch =>
			(...args) =>
				commit()?.then(() => fetch(...args)) ?? fetch(...args),
	);
	// A request waits for its socket there, as it does when all of them are taken.
	wrap(
		http.Agent.prototype,
		'addRequest',
		addRequest =>
			function (request, ...args) {
				const go = () => addRequest.call(this, request, ...args);
				const committed = commit();
				if (committed) committed.then(go, error => request.destroy(error));
				else go();
			},
	);
	// Of other protocols. What is written to a socket that connects is sent later.
	wrap(
		net.Socket.prototype,
		'connect',
		connect =>
			function (...args) {
				const committed = commit();
				if (!committed) return connect.apply(this, args);
				this.connecting = true;
				const go = () => this.destroyed || connect.apply(this, args);
				committed.then(go, error => this.destroy(error));
				return this;
			},
	);
}
