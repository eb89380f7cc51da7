// What was answered is stored, whatever happens: the server is killed at random moments while 32 connections write, the
// disk is full, the database is taken away. DURABILITY_ROUNDS is how often it is killed on each database.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { looseEnds, postgresDatabase, readLoad, sqliteFile } from './lib/consistency.mjs';
import { assertError, sanitized, sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { Cluster } from './lib/postgres.mjs';
import { makeProject, runCommand, startServer } from './lib/server.mjs';
import { WriteLoad } from './lib/write_load.mjs';

const rounds = fallback => Number(process.env.DURABILITY_ROUNDS ?? (sanitized ? 1 : fallback));

/** Starts the server, and the load on it; the first writes have been answered when it returns, however slow the machine. */
async function serve(place, load) {
	const server = await startServer(place);
	const before = load.answered;
	load.start(server.base);
	for (let i = 0; i < 3000 && load.answered <= before + 10; i++) await sleep(10);
	return server;
}

/**
 * Kills the server while it writes, after place.longest ms at most, starts it again, and compares. Returns how many writes it had
 * answered.
 */
async function round(place, database, load, usual) {
	const server = await serve(place, load);
	await sleep(Math.random() * place.longest);
	process.kill(server.pid, 'SIGKILL');
	await server.exited;
	await load.stop();
	const again = await startServer(place);
	try {
		const { answered } = load;
		assert.deepEqual(load.settle(readLoad(database)), []);
		assert.deepEqual(database.sound(), []);
		assert.deepEqual(looseEnds(database), usual);
		return answered;
	} finally {
		await again.stop();
	}
}

async function killOften(place, database, count) {
	const load = new WriteLoad('kill');
	const usual = looseEnds(database);
	let answered = 0;
	for (let number = 1; number <= count; number++) {
		answered = await round(place, database, load, usual);
		if (number % 20 === 0) console.error(`# killed ${number} times, ${answered} writes answered`);
	}
	assert.ok(answered > (sanitized ? 0 : 10 * count), `only ${answered} writes`);
}

/** SIGTERM: what has been read is answered, and what is answered is stored. */
async function terminate(place, database) {
	const load = new WriteLoad('stop');
	const server = await serve(place, load);
	for (let i = 0; i < 200 && load.answered <= 20; i++) await sleep(50);
	await server.stop();
	await load.stop();
	assert.ok(load.answered > 20);
	assert.deepEqual(load.settle(readLoad(database)), []);
}

const canMount = () => process.getuid() === 0 && spawnSync('mount', ['--version']).status === 0;
const headers = { Authorization: `Bearer ${'f'.repeat(64)}` };

/** Another program holds SQLite's lock: for a moment, and for longer than a change waits. */
async function waitForOther(place) {
	const server = await startServer(place);
	const client = new Client(server.base, { connections: 4 });
	const file = path.join(place.folder, '.tmp/data.db');
	const create = name => client.request('POST', '/api/categories', { headers, body: { data: { name } } });
	const hold = seconds => spawn('sqlite3', [file, 'BEGIN IMMEDIATE', `.shell sleep ${seconds}`, 'ROLLBACK'], { stdio: 'ignore' });
	hold(1);
	await sleep(300);
	assert.equal((await create('patient')).status, 200);
	const other = hold(8);
	await sleep(300);
	const [late, read] = await Promise.all([create('impatient'), client.get('/api/categories/1', headers)]);
	assertError(late, 503, 'ServiceUnavailableError');
	assert.equal(read.status, 200);
	await new Promise(resolve => other.on('exit', resolve));
	assert.equal((await create('impatient')).status, 200);
	client.close();
	await server.stop();
}

describe('on SQLite', () => {
	const folder = makeProject();
	const place = { folder, longest: 500 };
	const database = sqliteFile(path.join(folder, '.tmp/data.db'));
	after(() => rmSync(folder, { recursive: true, force: true }));

	it('a server that is killed while it writes loses nothing it answered', () => killOften(place, database, rounds(5)));
	it('a server that is told to stop while it writes stores all it answers', () => terminate(place, database));
	it('a change waits for another program that writes, and is refused when that takes too long', () => waitForOther(place));
});

describe('a disk of few megabytes', { skip: canMount() ? false : 'mounting one takes root' }, () => {
	const disk = mkdtempSync(path.join(tmpdir(), 'lectern-disk-'));
	const database = sqliteFile(path.join(disk, '.tmp/data.db'));
	const mount = options => assert.equal(spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]).status, 0);
	before(() => {
		const folder = makeProject();
		mount('size=5m');
		cpSync(folder, disk, { recursive: true });
		rmSync(folder, { recursive: true, force: true });
	});
	after(() => {
		spawnSync('umount', [disk]);
		rmSync(disk, { recursive: true, force: true });
	});

	it('that is full: writes are refused, reads go on, nothing is lost, and writes go on when there is room', async () => {
		const load = new WriteLoad('full', { mayFail: true });
		const server = await serve({ folder: disk }, load);
		const client = new Client(server.base);
		for (let i = 0; i < 600 && load.failed < 200; i++) await sleep(50);
		assert.ok(load.failed >= 200, `the disk never was full: ${load.answered} writes`);
		assert.equal((await client.get('/api/restaurants/1', headers)).status, 200);
		mount('remount,size=64m');
		await sleep(200);
		const { answered, failed } = load;
		await sleep(500);
		await load.stop();
		assert.ok(load.answered > answered + 20, `${load.answered - answered} writes after there was room`);
		assert.equal(load.failed, failed);
		client.close();
		await server.stop();
		assert.deepEqual(load.settle(readLoad(database)), []);
		assert.deepEqual(database.sound(), []);
	});

	it('that cannot be written to: the server says so and ends; later all is there', async () => {
		mount('remount,ro');
		const { code, stderr } = await runCommand(['serve', disk]);
		assert.notEqual(code, 0);
		assert.match(stderr, /^lectern: .*SQLite/);
		mount('remount,rw');
		const load = new WriteLoad('later');
		const server = await serve({ folder: disk }, load);
		await sleep(200);
		await load.stop();
		await server.stop();
		assert.deepEqual(load.settle(readLoad(database)), []);
	});
});

describe('a database that can only be read', () => {
	const folder = makeProject();
	const file = path.join(folder, '.tmp/data.db');
	// Modes bind root too once it has lost the right to pass over them.
	const wrap = process.getuid() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override'] : [];
	const create = client => {
		const body = JSON.stringify({ data: { name: `c${process.hrtime.bigint()}` } });
		return client.request('POST', '/api/categories', { headers: { ...headers, 'Content-Type': 'application/json' }, body });
	};
	after(() => rmSync(folder, { recursive: true, force: true }));

	// The second time the log stands beside it, made when it could not be written.
	for (const time of ['as Strapi left it', 'as lectern left it'])
		it(`is read, and written as soon as it can be (${time})`, async () => {
			chmodSync(file, 0o444);
			const server = await startServer({ folder, wrap });
			const client = new Client(server.base);
			assert.match(server.stderr, /can't be written/);
			const { json } = await client.get('/api/categories?pagination[pageSize]=1', headers);
			const { total } = json.meta.pagination;
			assertError(await create(client), 503, 'ServiceUnavailableError');
			chmodSync(file, 0o644);
			assert.equal((await create(client)).status, 200);
			const later = await client.get('/api/categories?pagination[pageSize]=1', headers);
			assert.equal(later.json.meta.pagination.total, total + 1);
			// Which tokens of a user end with a password can't be kept before the next start: so it stays.
			const change = { headers: { ...headers, 'Content-Type': 'application/json' }, body: { password: 'another1' } };
			assertError(await client.request('PUT', '/api/users/1', change), 503, 'ServiceUnavailableError');
			assert.equal((await client.request('POST', '/api/auth/local', { body: { identifier: 'user1', password: 'Passw0rd1' } })).status, 200);
			client.close();
			await server.stop();
		});

	it('is written by the next server when it only then can be', async () => {
		chmodSync(file, 0o444);
		await (await startServer({ folder, wrap })).stop();
		chmodSync(file, 0o644);
		const server = await startServer({ folder, wrap });
		const client = new Client(server.base);
		assert.equal((await create(client)).status, 200);
		client.close();
		await server.stop();
	});
});

/** What ends PostgreSQL without its having a say. */
const ends = [
	cluster => process.kill(cluster.postmaster(), 'SIGKILL'),
	cluster => cluster.stop('immediate'),
	cluster => cluster.signal('SIGKILL'),
];

/** PostgreSQL dies while lectern writes, and is started again. lectern goes on by itself. */
async function loseDatabase(place, database, cluster, count) {
	const load = new WriteLoad('lost', { mayFail: true, mayBeStored: true });
	const usual = looseEnds(database);
	for (let number = 0; number < count; number++) {
		const server = await serve(place, load);
		await sleep(100 + Math.random() * place.longest);
		for (let i = 0; i < 100 && load.answered === 0; i++) await sleep(50);
		ends[number % ends.length](cluster);
		await cluster.recover();
		const after = load.answered;
		for (let i = 0; i < 200 && load.answered < after + 20; i++) await sleep(50);
		assert.ok(load.answered >= after + 20, `no writes after it was back: ${server.stderr}`);
		await load.stop();
		await server.stop();
		assert.deepEqual(load.settle(readLoad(database)), []);
		assert.deepEqual(database.sound(), []);
		assert.deepEqual(looseEnds(database), usual);
		if (number % 20 === 19) console.error(`# lost ${number + 1} times, ${load.answered} writes answered`);
	}
	assert.ok(load.failed > 0 || sanitized, 'nothing was written when it died');
}

describe('PostgreSQL itself', () => {
	const folder = makeProject();
	let cluster, place, database;
	before(async () => {
		cluster = await Cluster.create(['fsync = on']);
		database = postgresDatabase(cluster);
		place = { folder, longest: 1000, args: ['--database', cluster.url()] };
	});
	after(() => {
		cluster?.destroy();
		rmSync(folder, { recursive: true, force: true });
	});

	it('is killed while it writes: what was answered is there when it is back', () => loseDatabase(place, database, cluster, rounds(3)));
});

describe('on PostgreSQL', () => {
	const folder = makeProject();
	let cluster, place, database;
	before(async () => {
		cluster = await Cluster.create();
		database = postgresDatabase(cluster);
		place = { folder, longest: 1500, args: ['--database', cluster.url()] };
	});
	after(() => {
		cluster?.destroy();
		rmSync(folder, { recursive: true, force: true });
	});

	it('a server that is killed while it writes loses nothing it answered', () => killOften(place, database, rounds(3)));
	it('a server that is told to stop while it writes stores all it answers', () => terminate(place, database));
});
