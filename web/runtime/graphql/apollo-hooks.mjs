// What stands around requests as Apollo Server has it: the hooks of plugins, texts that are remembered, refusals.

/** Values by their texts, as long as these are not too long together: the oldest goes first. */
export class Remembered {
	constructor(most) {
		Object.assign(this, { most, size: 0, values: new Map() });
	}

	get(key) {
		return this.values.get(key)?.value;
	}

	set(key, value, { length }) {
		if (length > this.most / 10 || this.values.has(key)) return;
		this.values.set(key, { value, length });
		this.size += length;
		while (this.size > this.most) {
			const [[oldest, { length: freed }]] = this.values;
			this.values.delete(oldest);
			this.size -= freed;
		}
	}
}

/** Calls the hooks of some objects. */
export class Hooks {
	constructor(targets) {
		this.targets = targets.filter(Boolean);
	}

	having(name) {
		return this.targets.filter(target => typeof target[name] === 'function');
	}

	call(name, ...args) {
		return Promise.all(this.having(name).map(target => target[name](...args)));
	}

	async firstOf(name, ...args) {
		for (const target of this.having(name)) {
			const value = await target[name](...args);
			if (value !== null) return value;
		}
		return null;
	}

	/** Gives what is to be called at its end. */
	async start(name, ...args) {
		const ends = (await this.call(name, ...args)).filter(Boolean).reverse();
		return (...given) => Promise.all(ends.map(end => end(...given)));
	}
}

/** A request that is answered before it is looked at. */
export class QueryError extends Error {
	constructor(status, message, headers = {}) {
		super(message);
		this.name = 'HttpQueryError';
		Object.assign(this, { statusCode: status, isGraphQLError: false, headers });
	}
}
