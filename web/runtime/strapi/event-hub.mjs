// strapi.eventHub. lectern tells it of changes that somebody listens to, once they are on disk; what code emits reaches webhooks.
import { course } from '../course.mjs';

const webhooks = Symbol('webhooks');

export class EventHub {
	constructor(app) {
		this.app = app;
		this.listeners = new Map();
		/** Events that lectern was asked to tell of. */
		this.heard = new Set();
		this.told = false;
		this.subscribers = [
			(name, ...args) => this.callWebhooks(name, args),
			async (name, ...args) => {
				for (const listener of this.listeners.get(name) ?? []) await listener(...args);
			},
		];
		this.subscribers[0][webhooks] = true;
	}

	/** What code has as strapi.eventHub. */
	member() {
		const { listeners, subscribers } = this;
		const remove = (list, item) => {
			const at = list?.indexOf(item) ?? -1;
			if (at >= 0) list.splice(at, 1);
		};
		const hub = {
			emit: (name, ...args) => this.emit(name, args),
			subscribe: subscriber => {
				subscribers.push(subscriber);
				this.hear('*');
				return () => hub.unsubscribe(subscriber);
			},
			unsubscribe: subscriber => remove(subscribers, subscriber),
			on: (name, listener) => {
				if (listeners.has(name)) listeners.get(name).push(listener);
				else listeners.set(name, [listener]);
				this.hear(name);
				return () => hub.off(name, listener);
			},
			off: (name, listener) => remove(listeners.get(name), listener),
			once(name, listener) {
				const stop = hub.on(name, async (...args) => {
					stop();
					return listener(...args);
				});
				return stop;
			},
			destroy() {
				listeners.clear();
				subscribers.length = 0;
				return hub;
			},
		};
		return Object.assign(hub, { addListener: hub.on, removeListener: hub.off, removeAllListeners: hub.destroy });
	}

	/** lectern tells of changes that nobody listens to to nobody. */
	hear(name) {
		if (!['*', 'entry', 'media'].includes(name.split?.('.')[0]) || this.heard.has(name)) return;
		this.heard.add(name);
		if (this.told) this.telling = this.app.link.call('events.listen', [[name]]).catch(() => {});
	}

	/** What lectern is told when the project is loaded; what is heard later it is told then. */
	describe() {
		this.told = true;
		return [...this.heard];
	}

	async emit(name, args) {
		for (const subscriber of this.subscribers) await subscriber(name, ...args);
	}

	/** A change of lectern's own: its webhooks were told of it. `within`: the ask in whose course it was made. */
	take({ name, info, within, request }, body, id) {
		const others = this.subscribers.filter(subscriber => !subscriber[webhooks]);
		const run = async () => {
			for (const subscriber of others) await subscriber(name, info);
		};
		this.app.requests.followFor(id, { within, request }, body, run).catch(error => {
			this.app.link.log('error', `a listener to ${name} failed: ${String(error?.stack ?? error)}`);
		});
		return null;
	}

	/** Whatever becomes of it, the code that emits goes on, as in Strapi. */
	callWebhooks(name, [info]) {
		if (typeof name !== 'string') return;
		const { transaction = 0, ask = 0 } = course.getStore() ?? {};
		const call = (service, args) => this.app.link.call(service, args, ask, transaction);
		const queue = async () => {
			const { value } = await this.app.link.call('webhooks.wants', [name]);
			if (value) await call('webhooks.emit', [name, JSON.stringify({ ...info })]);
		};
		if (this.told) queue().catch(error => this.app.link.log('error', `webhooks are not told of ${name}: ${error.message}`));
	}
}
