#!/usr/bin/env node
// A load that a compiler learns from: reads over REST and GraphQL, remembered and not, compressed and revalidated, writes,
// and what is refused. scripts/release runs it against an instrumented build, and once more against what came of it.
// usage: bench/train.mjs [--lectern FILE] [--requests 1500]
import http from 'node:http';
import { graphqlShapes, readArguments, shapes } from './measure.mjs';

const options = readArguments({ requests: '1500' });
const { startServer } = await import('../tests/lib/server.mjs');

const CONNECTIONS = 8;
const token = 'f'.repeat(64); // of the test data: full access
const json = body => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

/** Each with the status that it has to have. */
const reads = [
	...shapes.map(({ path: where }) => ({ where })),
	...graphqlShapes.map(({ path: where, body }) => ({ where, body, method: 'POST', headers: { 'content-type': 'application/json' } })),
	{ where: '/api/restaurants?sort[0]=rating:desc&sort[1]=name&pagination[page]=2&pagination[pageSize]=10&fields[0]=name' },
	{ where: '/api/restaurants?filters[$or][0][name][$containsi]=a&filters[$or][1][rating][$gte]=4&populate[chain][fields][0]=name' },
	{ where: '/api/restaurants?filters[categories][name][$startsWith]=P&populate[reviews][sort]=stars&locale=all' },
	{ where: '/api/restaurants?populate=*', headers: { 'accept-encoding': 'gzip' } },
	{ where: '/api/restaurants/999999', status: 404 },
	{ where: '/api/restaurants?filters[nothing]=1', status: 400 },
];

const authorized = { authorization: `Bearer ${token}` };
const review = json({ data: { title: 'Good', body: 'Very good soup.', stars: 5 } });
const restaurant = json({
	data: {
		name: 'Trained',
		seats: 20,
		chain: 1,
		categories: [1, 2],
		address: { street: 'Main Street 1', city: 'Here' },
		hours: [{ day: 'mon' }],
	},
});
const writes = [
	{ where: '/api/reviews', method: 'POST', ...review },
	{ where: '/api/restaurants', method: 'POST', ...restaurant },
	{ where: '/api/restaurants/1', method: 'PUT', ...json({ data: { seats: 21 } }) },
].map(request => ({ ...request, headers: { ...request.headers, ...authorized } }));

function ask(agent, port, { where, method = 'GET', headers = {}, body, status = 200 }) {
	return new Promise((resolve, reject) => {
		const request = http.request({ agent, port, host: '127.0.0.1', path: encodeURI(where), method, headers }, answer => {
			let text = '';
			answer.setEncoding('latin1').on('data', part => (text += part));
			answer.on('end', () =>
				answer.statusCode === status || answer.statusCode === 304
					? resolve(answer.headers.etag)
					: reject(new Error(`${method} ${where}: ${answer.statusCode} ${text.slice(0, 300)}`)),
			);
		});
		request.on('error', reject).end(body);
	});
}

/** Asks each so many times, over some connections at once. */
async function run(server, requests, times) {
	const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	for (const request of requests) {
		let left = times;
		let tag;
		const client = async () => {
			while (left-- > 0) {
				const revalidated = tag && left % 4 === 0 ? { 'if-none-match': tag } : {};
				tag = await ask(agent, server.port, { ...request, headers: { ...request.headers, ...revalidated } });
			}
		};
		await Promise.all(Array.from({ length: CONNECTIONS }, client));
	}
	agent.destroy();
}

const times = Number(options.requests);
for (const cache of ['0', String(32 << 20)]) {
	const server = await startServer({ env: { LECTERN_CACHE: cache, LECTERN_THREADS: '1' } });
	await run(server, reads, cache === '0' ? times : times / 5);
	await run(server, writes, times / 10);
	await server.stop();
}
console.log(`trained: ${reads.length + writes.length} requests, ${times} times at most`);
