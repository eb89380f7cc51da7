// Which libraries a server has in its memory: what it does not use it does not load.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { databaseOf } from './lib/accounts.mjs';
import { sanitized, until } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { sqlite } from './lib/schema.mjs';
import { startServer } from './lib/server.mjs';
import { allowPrivate, Receiver, webhookRow } from './lib/webhooks.mjs';

const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
const loaded = ({ pid }) => {
	const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
	return ['libpq', 'libcurl', 'libmagic', 'libarchive', 'libgssapi_krb5', 'libgnutls'].filter(name => maps.includes(`/${name}.so`));
};

describe('a server', () => {
	const receiver = new Receiver();
	let cluster;
	before(async () => {
		cluster = await Cluster.create();
		await receiver.start();
	});
	after(async () => {
		await receiver.stop();
		await cluster?.destroy();
	});

	it('on SQLite loads libcurl for its first webhook, and nothing else', async () => {
		const server = await startServer({ env: { ...allowPrivate, LECTERN_CACHE: '0', LECTERN_THREADS: '2' } });
		const client = new Client(server.base);
		for (let i = 1000; i < 1500; i++)
			assert.equal((await client.get(`/api/restaurants?populate=*&sort=name&filters[id][$ne]=${i}`)).status, 200);
		assert.deepEqual(loaded(server), []);
		if (!sanitized) assert.ok(server.memory('VmHWM') < 20 * 1024, `${server.memory('VmHWM')} KiB`);
		sqlite(databaseOf(server), webhookRow({ id: 1, url: receiver.url }));
		const create = () => client.request('POST', '/api/offices', { headers, body: { data: { city: 'Heard' } } });
		await until(async () => (await create()).status === 200 && receiver.calls.length > 0, 'the first call', 60_000);
		const now = loaded(server);
		assert.ok(now.includes('libcurl') && !now.includes('libpq') && !now.includes('libmagic'), now.join());
		client.close();
		await server.stop();
	});

	it('on PostgreSQL loads libpq', async () => {
		const server = await startServer({ args: ['--database', cluster.url()] });
		const now = loaded(server);
		assert.ok(now.includes('libpq') && !now.includes('libcurl') && !now.includes('libmagic'), now.join());
		await server.stop();
	});
});
