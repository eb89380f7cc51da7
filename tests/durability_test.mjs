// What was answered is stored, whatever happens: the server is killed at random moments while 32 connections write, the
// disk is full, the database is taken away. DURABILITY_ROUNDS is how often it is killed on each database.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { looseEnds, postgresDatabase, readLoad, sqliteFile } from './lib/consistency.mjs';
import { sleep } from './lib/expect.mjs';
import { Cluster } from './lib/postgres.mjs';
import { makeProject, startServer } from './lib/server.mjs';
import { WriteLoad } from './lib/write_load.mjs';

const rounds = (fallback) => Number(process.env.DURABILITY_ROUNDS ?? fallback);

/** Starts the server, and the load on it. */
async function serve(place, load) {
	const server = await startServer(place);
	load.start(server.base);
	return server;
}

/** Kills the server while it writes, after place.longest ms at most, starts it again, and compares. Returns how many writes it had answered. */
async function round(place, database, load, usual) {
	const server = await serve(place, load);
	await sleep(60 + Math.random() * place.longest);
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
	assert.ok(answered > 10 * count, `only ${answered} writes`);
}

/** SIGTERM: what has been read is answered, and what is answered is stored. */
async function terminate(place, database) {
	const load = new WriteLoad('stop');
	const server = await serve(place, load);
	await sleep(300);
	await server.stop();
	await load.stop();
	assert.ok(load.answered > 20);
	assert.deepEqual(load.settle(readLoad(database)), []);
}

describe('on SQLite', () => {
	const folder = makeProject();
	const place = { folder, longest: 500 };
	const database = sqliteFile(path.join(folder, '.tmp/data.db'));
	after(() => rmSync(folder, { recursive: true, force: true }));

	it('a server that is killed while it writes loses nothing it answered', () => killOften(place, database, rounds(5)));
	it('a server that is told to stop while it writes stores all it answers', () => terminate(place, database));
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
