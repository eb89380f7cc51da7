// Webhooks: what is sure of their deliveries, the command line, what is not called. What they are told is compared with
// Strapi's calls in webhooks_recorded_test.mjs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { databaseOf } from './lib/accounts.mjs';
import { onEachDatabase } from './lib/databases.mjs';
import { sanitized, sleep, until } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, runCommand, startServer, useServer } from './lib/server.mjs';
import { allowPrivate, Receiver, webhookRow } from './lib/webhooks.mjs';

const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };
const create = (client, city) => client.request('POST', '/api/offices', { headers, body: { data: { city } } });
const cities = receiver => receiver.calls.filter(call => call.body.event === 'entry.create').map(call => call.body.entry.city);
const quick = { ...allowPrivate, LECTERN_WEBHOOKS_TIMEOUT: '1000', LECTERN_WEBHOOKS_RETRY_AFTER: '50' };

/** The first column of what SQL gave, on either database. */
const column = rows => (Array.isArray(rows) ? rows.map(row => Object.values(row)[0]) : rows.split('\n').filter(Boolean));
const countOf = rows => Number(column(rows)[0]);
const waitingRows = 'select count(*) from lectern_webhook_deliveries where state = 0';

/** Waits until servers know of the webhooks in the table: a change is told. */
async function know(client, receiver) {
	await until(async () => (await create(client, 'probe')) && receiver.calls.length > 0, 'the first call', 60_000);
}

onEachDatabase('deliveries', use => {
	const receiver = new Receiver();
	let started;
	before(() => receiver.start());
	use(value => (started = value), { env: quick });
	before(async () => {
		started.sql(webhookRow({ id: 1, url: receiver.url }));
		await know(started.client, receiver);
	});

	const waiting = () => countOf(started.sql(waitingRows));

	it('what failed is sent again, the same to the byte', async () => {
		const texts = [];
		receiver.answer = (call, response) => {
			if (call.body.entry.city === 'again') texts.push(call.text);
			response.writeHead(call.body.entry.city === 'again' && texts.length < 3 ? 500 : 200).end('why');
		};
		await create(started.client, 'again');
		await until(() => texts.length === 3, 'three attempts', 60_000);
		assert.equal(new Set(texts).size, 1);
	});

	it('a receiver that is down gets all when it is back', async () => {
		await receiver.stop();
		receiver.answer = (call, response) => response.end();
		const names = Array.from({ length: 30 }, (_, i) => `down ${i}`);
		for (const name of names) assert.equal((await create(started.client, name)).status, 200);
		await receiver.start();
		await until(() => names.every(name => cities(receiver).includes(name)), 'all of them', 60_000);
		assert.match(started.server.stderr, /webhook 1 does not take deliveries/);
		await until(() => started.server.stderr.includes('webhook 1 takes deliveries again'), 'the line', 30_000);
	});

	it('redirects are not followed', async () => {
		const paths = [];
		receiver.answer = (call, response) => {
			paths.push(call.path);
			response.writeHead(paths.length === 1 ? 307 : 200, { Location: '/elsewhere' }).end();
		};
		await create(started.client, 'redirected');
		await until(() => paths.length === 2, 'a second attempt', 60_000);
		assert.deepEqual(paths, ['/hook', '/hook']);
		receiver.answer = (call, response) => response.end();
	});

	it('a receiver that never answers, or without end, keeps no others waiting', async () => {
		const second = await new Receiver().start();
		started.sql(webhookRow({ id: 2, url: second.url }));
		let slow = 0;
		receiver.answer = (call, response) => {
			slow++;
			if (slow > 1) response.writeHead(200).write('x'.repeat(1024));
		};
		await know(started.client, second);
		await create(started.client, 'beside');
		await until(() => cities(second).includes('beside'), 'the other one', 60_000);
		started.sql('delete from strapi_webhooks where id = 2');
		receiver.answer = (call, response) => response.end();
		await second.stop();
	});

	it('a request that is refused is not told, nor is one of several that fails', async () => {
		receiver.calls = [];
		const query =
			'mutation { a: createCategory(data: {name: "told"}) { data { id } } b: createCategory(data: {name: "told"}) { data { id } } }';
		await started.client.request('POST', '/graphql', { headers, body: { query } });
		await create(started.client, 'after');
		await until(() => cities(receiver).includes('after'), 'what comes after', 60_000);
		const told = receiver.calls.filter(call => call.body.entry.name === 'told');
		assert.equal(new Set(told.map(call => call.body.entry.id)).size, 1);
	});

	it('one that is disabled is not called, and one that is enabled is', async () => {
		started.sql('update strapi_webhooks set enabled = false where id = 1');
		await until(async () => {
			const before = receiver.calls.length;
			await create(started.client, 'off');
			await sleep(200);
			return receiver.calls.length === before;
		}, 'silence');
		await until(() => waiting() === 0, 'an empty queue', 60_000);
		started.sql('update strapi_webhooks set enabled = true where id = 1');
		await know(started.client, receiver);
	});

	after(() => receiver.stop());
});

describe('addresses of the own network', () => {
	const receiver = new Receiver();
	let server, client;
	before(() => receiver.start());
	useServer(started => ({ server, client } = started), { env: { LECTERN_WEBHOOKS_RETRY_AFTER: '50' } });

	const urls = port =>
		[`http://127.0.0.1:${port}/`, `http://localhost:${port}/`, `http://[::1]:${port}/`, `http://2130706433:${port}/`].concat(
			`http://127.1:${port}/`,
			`http://0.0.0.0:${port}/`,
			`http://[::ffff:127.0.0.1]:${port}/`,
			'ftp://example.com/',
			'file:///etc/passwd',
		);

	it('are not called', async () => {
		const rows = urls(receiver.port).map((url, i) => webhookRow({ id: i + 1, url }));
		sqlite(databaseOf(server), rows.join('\n'));
		const failed = () =>
			sqlite(databaseOf(server), 'select webhook_id, message, status from lectern_webhook_deliveries where message is not null');
		await until(
			async () => {
				await create(client, 'private');
				return new Set(failed().map(row => row.webhook_id)).size === rows.length;
			},
			'an attempt of each',
			60_000,
		);
		for (const { message, status } of failed()) {
			assert.equal(status, 0);
			assert.match(message, /isn't reachable over the public internet|address of the own network|url must be a valid URL/);
		}
		assert.deepEqual(receiver.calls, []);
	});

	it('names that lead there are looked at when they are connected to', async () => {
		const { hosts } = { hosts: readFileSync('/etc/hosts', 'utf8') };
		const own = /^127\.\S+\s+(\S+)|^(?:10|172|192)\.\S+\s+(\S+)/gm;
		const name = [...hosts.matchAll(own)].map(match => match[1] ?? match[2]).find(name => !name.startsWith('localhost'));
		if (!name) return;
		sqlite(databaseOf(server), `delete from strapi_webhooks; ${webhookRow({ id: 20, url: `http://${name}:${receiver.port}/` })}`);
		const row = () =>
			sqlite(databaseOf(server), 'select message from lectern_webhook_deliveries where webhook_id = 20 and message is not null')[0];
		await until(async () => (await create(client, 'named')) && row(), 'an attempt', 60_000);
		assert.match(row().message, /address of the own network/);
		assert.deepEqual(receiver.calls, []);
	});

	after(() => receiver.stop());
});

describe('lectern webhook', () => {
	const receiver = new Receiver((call, response) => response.writeHead(call.headers['X-Fail'] ? 503 : 200).end('not now'));
	let folder;
	before(async () => {
		await receiver.start();
		folder = makeProject();
	});
	const run = (...words) => runCommand(['webhook', ...words, '--project', folder], { env: allowPrivate });
	const good = async (...words) => {
		const { code, stdout, stderr } = await run(...words);
		assert.equal(code, 0, stderr);
		return stdout;
	};
	const bad = async (pattern, ...words) => {
		const { code, stderr } = await run(...words);
		assert.notEqual(code, 0);
		assert.match(stderr, pattern);
	};

	it('adds, lists, tests, disables, enables and removes', async () => {
		assert.match(await good('add', 'one', receiver.url, 'entry.create', '--header', 'X-Own: yes: indeed'), /Added the webhook \d+/);
		await good('add', 'two', receiver.url, '--header', 'X-Fail: 1');
		const [one, two] = JSON.parse(await good('list', '--json'));
		assert.deepEqual([one.name, one.url, one.events, one.isEnabled], ['one', receiver.url, ['entry.create'], true]);
		assert.equal(two.events.length, 8);
		assert.match(await good('test', 'one'), /It answered 200/);
		assert.equal(receiver.calls[0].headers['X-Own'], 'yes: indeed');
		assert.deepEqual(Object.keys(receiver.calls[0].body), ['event', 'createdAt']);
		assert.equal(receiver.calls[0].headers['X-Strapi-Event'], 'trigger-test');
		await bad(/It answered 503: not now/, 'test', String(two.id));
		await good('disable', 'one');
		assert.equal(JSON.parse(await good('list', '--json'))[0].isEnabled, false);
		await good('enable', 'one');
		assert.match(await good('list'), /one .* yes /);
		assert.ok(!(await good('list')).includes('indeed'));
		await good('remove', 'one');
		assert.equal(JSON.parse(await good('list', '--json')).length, 1);
	});

	it('says what is wrong', async () => {
		await bad(/url must be a valid URL/, 'add', 'x', 'nonsense');
		await bad(/url must be a valid URL/, 'add', 'x', 'ftp://example.com/');
		await bad(/Webhook event entry\.nothing is not supported/, 'add', 'x', 'https://example.com/', 'entry.nothing');
		await bad(/--header: expected/, 'add', 'x', 'https://example.com/', '--header', 'nothing');
		await bad(/There is no webhook nobody/, 'test', 'nobody');
		await bad(/--limit: expected a number/, 'deliveries', '--limit', '0');
		const { code, stderr } = await runCommand(['webhook', 'add', 'x', receiver.url, '--project', folder]);
		assert.equal(code, 1);
		assert.match(stderr, /isn't reachable over the public internet/);
	});

	it('shows deliveries', async () => {
		const server = await startServer({ folder, env: quick });
		const client = new Client(server.base);
		await good('add', 'shown', receiver.url, 'entry.create');
		await until(
			async () => (await create(client, 'shown')) && (await good('deliveries', 'shown')).includes('delivered'),
			'a delivery',
			60_000,
		);
		const [first] = JSON.parse(await good('deliveries', 'shown', '--json', '--limit', '1'));
		assert.equal(first.event, 'entry.create');
		client.close();
		await server.stop();
	});

	after(() => receiver.stop());
});

// WEBHOOKS_CHANGES (rounds of four changes) and WEBHOOKS_KILLS make the series longer: 250 and 20 are the long form.
const changes = Number(process.env.WEBHOOKS_CHANGES ?? (sanitized ? 20 : 60));
const kills = Number(process.env.WEBHOOKS_KILLS ?? (sanitized ? 1 : 3));

/** While the receiver goes down and comes back, servers are killed and started again. Each change that was answered arrives, and
 * none arrives that is not in the database. */
async function endure(places, stored) {
	const receiver = await new Receiver((call, response) => response.writeHead(Math.random() < 0.1 ? 500 : 200).end()).start();
	const answered = [];
	const servers = await Promise.all(places.map(place => startServer(place)));
	const clients = servers.map(server => new Client(server.base));
	const probe = async () => {
		places[0].sql(webhookRow({ id: 1, url: receiver.url }));
		for (const client of clients)
			await until(async () => (await create(client, 'probe')) && receiver.calls.length > 0, 'the first call', 60_000);
		// Each server reads the table by itself; what it does not know of yet would not be told.
		await sleep(1500);
	};
	await probe();
	const again = async which => {
		process.kill(servers[which].pid, 'SIGKILL');
		await servers[which].exited;
		clients[which].close();
		servers[which] = await startServer(places[which]);
		clients[which] = new Client(servers[which].base);
	};
	for (let i = 0; i < changes; i++) {
		const which = i % servers.length;
		const several = Array.from({ length: 4 }, (_, j) => `change ${i}.${j}`);
		const killed = i % Math.ceil(changes / kills) === Math.ceil(changes / kills) - 1;
		const sent = several.map(city =>
			create(clients[which], city).then(
				answer => answer.status === 200 && answered.push(city),
				() => {},
			),
		);
		// A unique name that is taken is rolled back after its row was written.
		sent.push(clients[which].request('POST', '/api/categories', { headers, body: { data: { name: 'Category 2' } } }).catch(() => {}));
		if (killed) await Promise.all([again(which), ...sent]);
		await Promise.all(sent);
		if (i % 10 === 3) await receiver.stop();
		if (i % 10 === 7) await receiver.start();
	}
	if (!receiver.server) await receiver.start();
	const missing = () => {
		const arrived = new Set(cities(receiver));
		return answered.filter(city => !arrived.has(city));
	};
	await until(() => missing().length === 0, `all of ${answered.length} changes`, 180_000).catch(error => {
		throw new Error(`${error.message}; missing: ${missing().slice(0, 10)}\n${servers.map(server => server.stderr).join('\n')}`);
	});
	const there = new Set(stored());
	assert.deepEqual(
		cities(receiver).filter(city => !there.has(city)),
		[],
	);
	assert.ok(!receiver.calls.some(call => call.body.model === 'category'));
	const [last] = places;
	await until(() => countOf(last.sql(waitingRows)) === 0, 'the end', 120_000);
	console.error(`# ${answered.length} changes answered, ${receiver.calls.length} calls, ${kills} kills`);
	for (const client of clients) client.close();
	await Promise.all(servers.map(server => server.stop()));
	await receiver.stop();
}

describe('nothing is lost', () => {
	it('on SQLite, with two servers on one file', async () => {
		const folder = makeProject();
		const sql = text => sqlite(`${folder}/.tmp/data.db`, text);
		const place = { folder, env: quick, sql };
		await endure([place, place], () => column(sql('select city from offices')));
	});

	it('on PostgreSQL, with two servers on one database', async () => {
		const cluster = await Cluster.create();
		try {
			const sql = text => cluster.sql(text);
			const place = { folder: makeProject(), env: quick, args: ['--database', cluster.url()], sql };
			await endure([place, place], () => column(sql('select city from offices')));
		} finally {
			await cluster.destroy();
		}
	});
});
