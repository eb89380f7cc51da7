// On SQLite a serving thread keeps its snapshot from one request to the next while nobody commits: what was committed, by
// whomever, is in every answer to a request that was sent later, and the log does not grow without end.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Client } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { useServer } from './lib/server.mjs';

const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };

describe('reads on SQLite while others read, too', () => {
	let server;
	useServer(started => ({ server } = started), { env: { LECTERN_THREADS: '2' } });

	const database = () => path.join(server.folder, '.tmp/data.db');

	/** Does `work` while sixteen connections read on and on. */
	async function whileReading(work) {
		const readers = new Client(server.base, { connections: 16 });
		let ended = false;
		const reader = async () => {
			while (!ended) assert.equal((await readers.get('/api/categories/1')).status, 200);
		};
		const reading = Array.from({ length: 16 }, reader);
		try {
			return await work();
		} finally {
			ended = true;
			await Promise.all(reading);
			readers.close();
		}
	}

	/** What each of some connections, of both threads, is answered. */
	async function namesSeen() {
		const clients = Array.from({ length: 4 }, () => new Client(server.base));
		const answers = await Promise.all(clients.map(client => client.get('/api/categories/1')));
		clients.forEach(client => client.close());
		return answers.map(answer => answer.json.data.attributes.name);
	}

	it('show what another program has committed', () =>
		whileReading(async () => {
			for (let i = 0; i < 30; i++) {
				sqlite(database(), `update categories set name = 'outside ${i}' where id = 1`);
				assert.deepEqual(await namesSeen(), Array(4).fill(`outside ${i}`));
			}
		}));

	it('show what was answered to have been written', () =>
		whileReading(async () => {
			const writer = new Client(server.base);
			for (let i = 0; i < 100; i++) {
				const { status } = await writer.request('PUT', '/api/categories/1', { headers, body: { data: { name: `inside ${i}` } } });
				assert.equal(status, 200);
				assert.deepEqual(await namesSeen(), Array(4).fill(`inside ${i}`));
			}
			writer.close();
		}));

	it('show what was written while nobody read', async () => {
		await namesSeen();
		sqlite(database(), "update categories set name = 'quiet' where id = 1");
		assert.deepEqual(await namesSeen(), Array(4).fill('quiet'));
	});

	it('let the log be written into the database again and again', () =>
		whileReading(async () => {
			const writers = new Client(server.base, { connections: 8 });
			const description = 'x'.repeat(60_000);
			const write = async number => {
				for (let i = 0; i < 150; i++) {
					const body = { data: { description: `${number} ${i} ${description}` } };
					const { status } = await writers.request('PUT', `/api/restaurants/${number + 1}`, { headers, body });
					assert.equal(status, 200);
				}
			};
			await Promise.all(Array.from({ length: 8 }, (_, number) => write(number)));
			writers.close();
			// 1,200 changes of 60 KB are 72 MB; the log is due for a checkpoint at 16 MB.
			const { size } = statSync(`${database()}-wal`);
			assert.ok(size < 48 * 1024 * 1024, `the log has ${size} bytes`);
		}));
});
