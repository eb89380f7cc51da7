// What happens when the server finds no memory any more: requests are refused, and the process lives on.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, it } from 'node:test';
import { onEachDatabase } from './lib/databases.mjs';
import { sanitized, sleep, until } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };
const mebibyte = 1024 * 1024;
const times = (count, write) => Array.from({ length: count }, (_, index) => write(index));

/** A text of two megabytes, as SQL of either database. */
const longText = sql => {
	try {
		sql("SELECT repeat('a', 1)");
		return "repeat('a', 2097152)";
	} catch {
		return "replace(hex(zeroblob(1048576)), '0', 'a')";
	}
};

onEachDatabase('without memory', use => {
	let server;
	let client;
	use(
		started => {
			({ server, client } = started);
			started.sql(`UPDATE restaurants SET description = ${longText(started.sql)} WHERE id <= 20`);
			after(() => client.close());
		},
		{ config: { server: { maxBodySize: 64 * mebibyte } } },
	);

	/** Lets the server's address space grow by so many bytes more. */
	function limit(bytes) {
		const pages = Number(readFileSync(`/proc/${server.pid}/statm`, 'utf8').split(' ')[0]);
		execFileSync('prlimit', ['--pid', server.pid, `--as=${pages * 4096 + bytes}:unlimited`]);
	}
	const lift = () => execFileSync('prlimit', ['--pid', server.pid, '--as=unlimited:unlimited']);

	const deep = 'populate[restaurants][populate][chain][populate][restaurants][populate]=*';
	const graphql = { query: '{restaurants(pagination:{limit:100}){data{attributes{name description chain{data{attributes{name}}}}}}}' };
	const list = `[${times(50_000, () => '{}').join(',')}]`;
	const heavy = [
		['GET', '/api/restaurants?pagination[pageSize]=100'],
		['GET', `/api/chains?${deep}`],
		['POST', '/graphql', graphql],
		['POST', '/api/categories', { data: { name: 'a'.repeat(4 * mebibyte) } }],
		['POST', '/api/categories', `{"data":{"name":"x","other":${list}}}`],
		['PUT', '/api/restaurants/1?populate=*', { data: { name: 'Changed' } }],
	];

	for (const room of [64, 8])
		it(`lives on with ${room} MiB left`, { skip: sanitized }, async () => {
			const many = new Client(server.base, { connections: 12 });
			const light = new Client(server.base, { connections: 2 });
			// All that is made once for each thread is there.
			await Promise.all(times(6, i => many.request(...pathOf(heavy[i % heavy.length]))));
			limit(room * mebibyte);
			let running = true;
			const asked = Promise.all(times(36, i => many.request(...pathOf(heavy[i % heavy.length])))).finally(() => (running = false));
			for (let n = 0; running || n < 10; n++) {
				const { status } = await light.get('/api/restaurants/30?fields=name', full);
				assert.ok([200, 503].includes(status), `${status}`);
				assert.ok([204, 503].includes((await light.get('/_health')).status));
				await sleep(10);
			}
			for (const answer of await asked) {
				assert.ok([200, 400, 413, 503].includes(answer.status), `${answer.status} ${answer.text.slice(0, 300)}`);
				if (answer.status === 503) assert.ok(answer.headers['retry-after'], answer.text);
			}
			await until(async () => (await light.get('/api/restaurants/30', full)).status === 200, 'an answer', 30_000);
			lift();
			for (const request of heavy) {
				const answer = await many.request(...pathOf(request));
				assert.ok([200, 400, 413].includes(answer.status), `${request[1]}: ${answer.status} ${answer.text.slice(0, 300)}`);
			}
			many.close();
			light.close();
		});
});

function pathOf([method, path, body]) {
	return [method, path, { headers: full, body }];
}
