// How often one may sign in, register and ask for mails.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { bearer, full, jwtOf, outbox, post, signIn, unlimited } from './lib/accounts.mjs';
import { assertError, sanitized, sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { now } from './lib/jwt.mjs';
import { sqlite } from './lib/schema.mjs';
import { makeProject, startServer, useServer } from './lib/server.mjs';

describe('limits', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started), { config: { ...outbox, server: { proxy: true } } });
	const from = address => ({ 'X-Forwarded-For': address });
	const tooMany = answer => {
		assertError(answer, 429, 'RateLimitError', /^Too many requests, please try again later\.$/);
		const seconds = Number(answer.headers['retry-after']);
		assert.ok(seconds >= 1 && seconds <= 60, `Retry-After: ${answer.headers['retry-after']}`);
	};
	const tryAll = async (count, ask) => {
		const statuses = [];
		for (let i = 0; i < count; i++) statuses.push((await ask(i)).status);
		return statuses.filter(status => status !== 429).length;
	};

	it('let an address try one account ten times a minute, whatever is sent beside', async () => {
		const guess = (i, more = {}) =>
			post(client, 'local', { identifier: i % 2 ? 'user2' : 'USER2', password: `guess${i}`, ...more }, from('10.0.0.1'));
		assert.equal(await tryAll(15, i => guess(i, { email: `dodge${i}@example.com`, provider: `p${i}` })), 10);
		tooMany(await guess(99));
		const { headers } = await post(client, 'local', { identifier: 'user1', password: 'x' }, from('10.0.1.9'));
		assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['10', '9']);
		assert.ok(Math.abs(Number(headers['x-ratelimit-reset']) - now() - 60) <= 2);
		// Other accounts are not concerned, and nobody keeps the owner out who is elsewhere.
		assert.equal((await post(client, 'local', { identifier: 'user1', password: 'Passw0rd1' }, from('10.0.0.1'))).status, 200);
		assert.equal((await post(client, 'local', { identifier: 'user2', password: 'Passw0rd2' }, from('10.0.1.1'))).status, 200);
	});

	it('let all addresses together try it a hundred times', async () => {
		const guess = i => post(client, 'local', { identifier: 'user5', password: '' + i }, from(`10.1.${i}.1`));
		assert.equal(await tryAll(110, guess), 100);
	});

	it('do not tell which accounts there are, nor which names are of one', async () => {
		const left = async (identifiers, address) => {
			const seen = [];
			for (const identifier of identifiers)
				seen.push((await post(client, 'local', { identifier, password: 'x' }, from(address))).headers['x-ratelimit-remaining']);
			return seen;
		};
		const names = name => [name, name.toUpperCase(), `${name}@example.com`, name];
		assert.deepEqual(await left(names('user4'), '10.0.2.1'), await left(names('nobody'), '10.0.2.2'));
	});

	it('are the same for every spelling of the path (CVE-2023-38507)', async () => {
		const paths = ['/api/auth/local', '/api/AUTH/local', '/api/auth/LOCAL/', '/api/auth/local?x=1', '/api/auth/loc%61l'];
		const guess = i =>
			client.request('POST', paths[i % paths.length], { body: { identifier: 'user3', password: 'x' }, headers: from('10.0.3.1') });
		assert.equal(await tryAll(20, guess), 10);
	});

	it('can not be dodged through the address in the body (CVE-2025-64526)', async () => {
		const body = i => ({ code: 'x'.repeat(i + 1), password: 'secret123', passwordConfirmation: 'secret123' });
		const plain = await tryAll(120, i => post(client, 'reset-password', { ...body(i), email: `dodge${i}@example.com` }, from('10.0.4.1')));
		assert.equal(plain, 100);
		tooMany(await post(client, 'reset-password', body(1), from('10.0.4.1')));
		assert.equal((await post(client, 'reset-password', body(1), from('10.0.4.2'))).status, 400);
	});

	it('let an address try a hundred accounts a minute, and a whole network of IPv6 is one address', async () => {
		const guess = (i, address) => post(client, 'local', { identifier: `somebody${i}`, password: '' }, from(address));
		assert.equal(await tryAll(105, i => guess(i, `2001:db8:1:2::${i + 1}`)), 100);
		tooMany(await guess(0, '2001:db8:1:2:ffff::1'));
		assert.equal((await guess(0, '2001:db8:1:3::1')).status, 400);
		// However its zeros are written.
		assert.equal(await tryAll(105, i => guess(i, i % 2 ? `2001:db8::${i + 1}:1:1:1` : `2001:db8:0:0:${i + 1}::`)), 100);
		tooMany(await guess(0, '2001:db8::1'));
	});

	it('know an IPv4 address also where it is written as one of IPv6', async () => {
		const guess = (i, address) => post(client, 'local', { identifier: `anybody${i}`, password: '' }, from(address));
		assert.equal(await tryAll(105, i => guess(i, i % 2 ? '10.0.9.1' : '::ffff:10.0.9.1')), 100);
		assert.equal((await guess(0, '::ffff:10.0.9.2')).status, 400);
	});

	it('let ten mails a minute go to one address', async () => {
		assert.equal(
			await tryAll(15, i =>
				post(client, 'forgot-password', { email: i % 2 ? 'user4@example.com' : 'USER4@example.com' }, from(`10.0.5.${i}`)),
			),
			10,
		);
		assert.equal(await tryAll(15, i => post(client, 'send-email-confirmation', { email: 'user4@example.com' }, from(`10.0.6.${i}`))), 10);
	});

	it('hold for registering, too', async () => {
		assert.equal(
			await tryAll(15, i =>
				post(client, 'local/register', { username: `many${i}`, email: 'many@example.com', password: 'secret123' }, from('10.0.7.1')),
			),
			10,
		);
	});

	it('hold for guessing the password of whom one has a token of', async () => {
		const jwt = await jwtOf(client, 'user4', 'Passw0rd4');
		const guess = i =>
			post(
				client,
				'change-password',
				{ currentPassword: `guess${i}`, password: 'secret123', passwordConfirmation: 'secret123' },
				{ ...bearer(jwt), ...from('10.0.8.1') },
			);
		assert.equal(await tryAll(15, guess), 10);
		// Whoever has stolen a token, its owner can still end it.
		const owner = await post(
			client,
			'change-password',
			{ currentPassword: 'Passw0rd4', password: 'secret123', passwordConfirmation: 'secret123' },
			{ ...bearer(jwt), ...from('10.0.8.2') },
		);
		assert.equal(owner.status, 200, owner.text);
	});

	it('take a bounded amount of memory', { skip: sanitized }, async () => {
		const many = new Client(server.base, { connections: 16 });
		const burst = (from0, count) =>
			Promise.all(
				Array.from({ length: count }, (_, i) =>
					many.request('POST', '/api/auth/local', {
						body: { identifier: `x${from0 + i}`, password: '' },
						headers: from(`11.${(from0 + i) >> 16}.${((from0 + i) >> 8) & 255}.${(from0 + i) & 255}`),
					}),
				),
			);
		await burst(0, 2000);
		const before = server.memory();
		for (let i = 1; i < 10; i++) await burst(i * 2000, 2000);
		many.close();
		assert.ok(server.memory() - before < 3000, `${before} KiB, then ${server.memory()} KiB`);
	});
});

describe('limits as they are set', () => {
	let client;
	useServer(started => ({ client } = started), {
		config: { plugins: { 'users-permissions': { config: { ratelimit: { interval: { sec: 2 }, max: 3 } } } } },
	});

	it('count, and are over after their interval', async () => {
		const ask = () => signIn(client, 'user1', 'Passw0rd1');
		for (let i = 0; i < 3; i++) assert.equal((await ask()).status, 200);
		const refused = await ask();
		assert.equal(refused.status, 429);
		assert.ok(Number(refused.headers['retry-after']) <= 2);
		await sleep(2100);
		assert.equal((await ask()).status, 200);
	});

	it('count by the address alone when somebody signs in, as Strapi does', async () => {
		await sleep(2100);
		const statuses = [];
		for (let i = 0; i < 4; i++) statuses.push((await signIn(client, `nobody${i}`, 'x')).status);
		assert.deepEqual(statuses, [400, 400, 400, 429]);
	});

	it('do not believe who says to be somebody else', async () => {
		let refused = 0;
		for (let i = 0; i < 40; i++)
			refused += (await post(client, 'local', { identifier: `x${i}`, password: '' }, { 'X-Forwarded-For': `10.0.0.${i}` })).status === 429;
		assert.ok(refused >= 5, `${refused} refused`);
	});
});

describe('limits that are switched off', () => {
	let client;
	useServer(started => ({ client } = started), {
		config: { plugins: { 'users-permissions': { config: { ratelimit: { enabled: false } } } } },
	});

	it('are none', async () => {
		for (let i = 0; i < 25; i++) assert.equal((await signIn(client, 'user1', 'bad')).status, 400);
	});
});

describe('more than can be done', () => {
	let server;
	let client;
	useServer(started => ({ server, client } = started), { config: unlimited, env: { LECTERN_THREADS: '2' } });

	it('is refused, not piled up, and others are served', async () => {
		const many = new Client(server.base, { connections: 200, timeout: 600_000 });
		const asks = Array.from({ length: 200 }, (_, i) =>
			many.request('POST', '/api/auth/local', { body: { identifier: `nobody${i}`, password: 'x' } }),
		);
		await sleep(200);
		assert.equal((await client.get('/api/categories/1')).status, 200);
		const answers = await Promise.all(asks);
		many.close();
		const refused = answers.filter(({ status }) => status === 503);
		assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([400, 503]));
		assert.ok(refused.length > 20 && refused.length <= 72, `${refused.length} refused`);
		for (const answer of refused) {
			assertError(answer, 503, 'ServiceUnavailableError');
			assert.ok(Number(answer.headers['retry-after']) >= 1);
		}
	});
});

describe('more passwords than one change may set', () => {
	it('are refused, those that it may are not', async () => {
		const folder = makeProject();
		const file = path.join(folder, 'src/api/category/content-types/category/schema.json');
		const model = JSON.parse(readFileSync(file, 'utf8'));
		model.attributes.doors = { type: 'component', component: 'shared.door', repeatable: true };
		writeFileSync(file, JSON.stringify(model));
		mkdirSync(path.join(folder, 'src/components/shared'), { recursive: true });
		writeFileSync(
			path.join(folder, 'src/components/shared/door.json'),
			JSON.stringify({
				collectionName: 'components_shared_doors',
				info: { displayName: 'Door' },
				attributes: { code: { type: 'password' } },
			}),
		);
		const server = await startServer({ folder });
		const client = new Client(server.base);
		const create = count =>
			client.request('POST', '/api/categories', {
				body: { data: { name: 'doors', doors: Array.from({ length: count }, (_, i) => ({ code: `secret${i}` })) } },
				headers: full,
			});
		assertError(await create(21), 400, 'ValidationError', /^Too many passwords\. Expected at most 20 at once$/);
		assert.equal((await create(20)).status, 200);
		const kept = sqlite(path.join(folder, '.tmp/data.db'), 'select code from components_shared_doors');
		assert.equal(kept.length, 20);
		for (const { code } of kept) assert.match(code, /^\$2b\$10\$.{53}$/);
		client.close();
		await server.stop();
		rmSync(folder, { recursive: true });
	});
});
