// A steady load that writes down how each request ended and when.
import { Client } from './http.mjs';
import { sleep } from './expect.mjs';

const paths = [
	'/api/restaurants?populate=categories&sort=id',
	'/api/restaurants/1',
	'/api/reviews?populate=restaurant&pagination[pageSize]=10',
	'/api/categories?filters[name][$contains]=a',
];

export class Pressure {
	answers = [];

	/** Begins to ask, over `connections` connections. */
	constructor(base, headers, connections = 8) {
		this.client = new Client(base, { connections });
		this.running = true;
		this.loops = Array.from({ length: connections }, (_, i) => this.loop(i, headers));
	}

	async loop(turn, headers) {
		while (this.running) {
			const began = Date.now();
			let status;
			let retry;
			try {
				const answer = await this.client.get(paths[turn++ % paths.length], headers);
				status = answer.status;
				retry = answer.headers['retry-after'];
			} catch (error) {
				status = error.code ?? error.message;
			}
			this.answers.push({ status, retry, began, took: Date.now() - began });
			if (status !== 200) await sleep(5);
		}
	}

	/** Ends it, and resolves with all answers. */
	async stop() {
		this.running = false;
		await Promise.all(this.loops);
		this.client.close();
		return this.answers;
	}
}

/** How often each status came. */
export function tally(answers) {
	const counts = {};
	for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
}
