// strapi.eventHub
export function makeEventHub() {
	const listeners = new Map();
	const subscribers = [
		async (name, ...args) => {
			for (const listener of listeners.get(name) ?? []) await listener(...args);
		},
	];
	const remove = (list, item) => {
		const at = list?.indexOf(item) ?? -1;
		if (at >= 0) list.splice(at, 1);
	};
	const hub = {
		async emit(name, ...args) {
			for (const subscriber of subscribers) await subscriber(name, ...args);
		},
		subscribe(subscriber) {
			subscribers.push(subscriber);
			return () => hub.unsubscribe(subscriber);
		},
		unsubscribe: subscriber => remove(subscribers, subscriber),
		on(name, listener) {
			if (listeners.has(name)) listeners.get(name).push(listener);
			else listeners.set(name, [listener]);
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
