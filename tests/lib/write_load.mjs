// A load of writes that knows what it was answered: so, after the server died, one can tell what must be in the database.
import { sleep } from './expect.mjs';
import { Client } from './http.mjs';

const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
const days = ['mon', 'tue', 'wed', 'thu', 'fri'];
const mostEntries = 4; // that each client keeps

/** What an entry's version consists of: every part tells which version it is of. */
const kinds = {
	restaurant: {
		path: '/api/restaurants',
		make(key, version) {
			const name = `${key} v${version}`;
			const first = 1 + ((version * 5 + key.length) % 17);
			return {
				name,
				seats: version,
				street: name,
				lat: version,
				hours: days.slice(0, 1 + (version % 5)),
				blocks: [`blocks.quote ${name}`, `blocks.related ${name} of ${first}`, `blocks.rich-text ${name}`].slice(0, 1 + (version % 3)),
				categories: [first, first + 4, first + 2],
				chain: 1 + (version % 3),
			};
		},
		body(key, want, earlier) {
			const blocks = want.blocks.map(text => {
				const [component, ...rest] = text.split(' ');
				const words = rest.join(' ').replace(/ of \d+$/, '');
				if (component === 'blocks.quote') return { __component: component, text: words };
				if (component === 'blocks.rich-text') return { __component: component, body: words };
				return { __component: component, heading: words, category: want.categories[0], restaurants: [1, 2] };
			});
			const [a, b, c] = want.categories;
			// Now as a list, now step by step: "c" is connected first, the others find their places before it.
			const connect = [{ id: c }, { id: b, position: { before: c } }, { id: a, position: { start: true } }];
			const categories = earlier && want.seats % 2 ? { disconnect: earlier.categories, connect } : want.categories;
			const address = { street: want.street, city: 'Load', geo: { lat: want.lat, lng: 0 } };
			return {
				name: want.name,
				slug: key,
				seats: want.seats,
				address,
				hours: want.hours.map(day => ({ day })),
				blocks,
				categories,
				chain: want.chain,
			};
		},
	},
	bookmark: {
		path: '/api/bookmarks',
		make: (key, version) => ({
			label: key,
			related: [1, 2, 3].slice(0, 1 + (version % 3)).map(id => `api::category.category ${id + (version % 7)}`),
		}),
		body: (key, want) => ({
			label: want.label,
			related: want.related.map(text => ({ id: Number(text.split(' ')[1]), __type: text.split(' ')[0] })),
		}),
	},
};

export class WriteLoad {
	entries = new Map(); // by key: {kind, id, version, states}; states: what may be in the database, null for "nothing"
	unexpected = [];
	answered = 0;
	failed = 0;
	sequence = 0;

	/** Its entries have the keys "load-NAME-…": other loads may have left theirs in the database. */
	constructor(name, { mayFail = false, mayBeStored = false } = {}) {
		this.mayFail = mayFail; // 503 is a fine answer, as long as nothing was stored
		this.mayBeStored = mayBeStored; // 503 leaves open whether it was: the database went before it could tell
		this.prefix = `load-${name}-`;
	}

	/** Begins to write, over `connections` connections, until stop() or until the server is gone. */
	start(base, connections = 32) {
		this.running = true;
		this.client = new Client(base, { connections });
		this.loops = Array.from({ length: connections }, (_, number) => this.loop(number));
	}

	async stop() {
		this.running = false;
		await Promise.all(this.loops);
		this.client.close();
	}

	async loop(number) {
		const own = () => [...this.entries.values()].filter(entry => entry.number === number && !entry.open);
		while (this.running) {
			const entries = own();
			const entry = entries[Math.floor(Math.random() * entries.length)];
			try {
				if (entries.length < mostEntries) await this.create(number);
				else if (Math.random() < 0.6) await this.update(entry);
				else await this.remove(entry);
			} catch {
				return; // no answer: both states are possible
			}
		}
	}

	async send(entry, method, path, body) {
		const { status, text } = await this.client.request(method, path, { headers, body: body && { data: body } });
		if (status === 503 && this.mayFail) this.failed++;
		else if (status !== 200) this.unexpected.push(`${method} ${path}: ${status} ${text}`);
		if (status === 503 && this.mayBeStored) {
			entry.open = true;
			await sleep(5);
			return { status, text };
		}
		if (status >= 400)
			entry.states = entry.states.slice(0, 1); // refused: nothing of it may be there
		else entry.states = entry.states.slice(-1);
		this.answered += status === 200;
		return { status, text };
	}

	async create(number) {
		const kind = this.sequence % 4 ? 'restaurant' : 'bookmark';
		const key = `${this.prefix}${number}-${this.sequence++}`;
		const state = kinds[kind].make(key, 1);
		const entry = { kind, key, number, version: 1, states: [null, state] };
		this.entries.set(key, entry);
		const { status, text } = await this.send(entry, 'POST', kinds[kind].path, kinds[kind].body(key, state));
		if (status === 200) entry.id = JSON.parse(text).data.id;
		else if (!entry.open) this.entries.delete(key);
	}

	async update(entry) {
		const { make, body, path } = kinds[entry.kind];
		const [earlier] = entry.states;
		const state = make(entry.key, ++entry.version);
		entry.states = [earlier, state];
		await this.send(entry, 'PUT', `${path}/${entry.id}`, body(entry.key, state, earlier));
	}

	async remove(entry) {
		entry.states = [entry.states[0], null];
		await this.send(entry, 'DELETE', `${kinds[entry.kind].path}/${entry.id}`);
		if (entry.states[0] === null && !entry.open) this.gone(entry);
	}

	gone(entry) {
		this.entries.delete(entry.key);
		this.deleted ??= [];
		this.deleted.push(entry.key);
	}

	/** Compares with what the database has: {key: {id, state}}. The lines of what is wrong. What may be either way is
	 * settled by it. */
	settle(found) {
		const wrong = [...this.unexpected];
		for (const key of this.deleted ?? []) if (found[key]) wrong.push(`${key} was deleted and is there`);
		for (const key of Object.keys(found))
			if (key.startsWith(this.prefix) && !this.entries.has(key) && !this.deleted?.includes(key))
				wrong.push(`${key} is there, but was refused`);
		for (const entry of [...this.entries.values()]) {
			const has = found[entry.key] ? JSON.stringify(found[entry.key].state) : 'null';
			const state = entry.states.find(possible => JSON.stringify(possible) === has);
			if (state === undefined)
				wrong.push(`${entry.key} is ${has}, not ${entry.states.map(possible => JSON.stringify(possible)).join(' or ')}`);
			if (found[entry.key] && entry.id && entry.id !== found[entry.key].id)
				wrong.push(`${entry.key} is number ${found[entry.key].id}, not ${entry.id}`);
			entry.states = [state ?? null];
			entry.open = false;
			entry.id = found[entry.key]?.id;
			if (!found[entry.key]) this.entries.delete(entry.key);
		}
		this.unexpected = [];
		this.deleted = [];
		return wrong;
	}
}
