// Every request that Strapi's answer was recorded of, on PostgreSQL; the reads also by two instances behind nginx and PgBouncer, and
// with a replica.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { compareCase, encodePath, Saved, useMade } from './lib/cases.mjs';
import { readCases } from './lib/data.mjs';
import { sanitized } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { Cluster, startBalancer, startBouncer } from './lib/postgres.mjs';
import { startServer } from './lib/server.mjs';

useMade('made-pg.txt');

function replay(name, count, client) {
	const cases = readCases(`${name}-pg`);
	const saved = new Saved();
	it(`${name}: all are there`, () => assert.equal(cases.length, count));
	for (const recorded of cases) {
		it(`${recorded.id} ${recorded.method} ${recorded.path}`, async () => {
			const { method, path, headers, body } = saved.fill(recorded);
			const answer = await client().request(method, encodePath(path), { headers, body });
			saved.take(recorded, answer);
			const wrong = compareCase(recorded, answer);
			if (wrong.length) assert.fail(wrong.join('\n'));
		});
	}
}

/** Replays recordings on what `set` starts: it gives the base URL, and pushes what is to be stopped. */
function replayOn(
	name,
	set,
	recordings = [
		['reads', 398],
		['generated', 607],
	],
) {
	describe(`Strapi's answers on ${name}`, () => {
		const started = [];
		let client;
		before(async () => {
			client = new Client(await set(started));
		});
		after(async () => {
			client?.close();
			for (const what of started.reverse()) await (what.destroy ? what.destroy() : what.stop());
		});
		for (const [recording, count] of recordings) replay(recording, count, () => client);
	});
}

async function keep(started, promise) {
	const what = await promise;
	started.push(what);
	return what;
}

replayOn('PostgreSQL', async started => {
	const cluster = await keep(started, Cluster.create());
	const server = await keep(started, startServer({ args: ['--database', cluster.url()] }));
	return server.base;
});

replayOn(
	'PostgreSQL, of accounts',
	async started => {
		const cluster = await keep(started, Cluster.create());
		const server = await keep(started, startServer({ args: ['--database', cluster.url()] }));
		return server.base;
	},
	[['auth', 61]],
);

for (const recording of [
	['writes', 372],
	['random-writes', 615],
	['specification', 35],
])
	replayOn(
		`PostgreSQL, in their order: ${recording[0]}`,
		async started => {
			const cluster = await keep(started, Cluster.create());
			const server = await keep(started, startServer({ args: ['--database', cluster.url()] }));
			return server.base;
		},
		[recording],
	);

/* What stands between lectern and its database is not tested better by looking at each access to memory. */
if (!sanitized) {
	replayOn('two instances behind nginx, through PgBouncer in transaction mode', async started => {
		const cluster = await keep(started, Cluster.create());
		const bouncer = await keep(started, startBouncer(cluster));
		const servers = [];
		for (let i = 0; i < 2; i++) servers.push(await keep(started, startServer({ args: ['--database', bouncer.url] })));
		const balancer = await keep(started, startBalancer(servers));
		return balancer.base;
	});

	replayOn('a streaming replica', async started => {
		const cluster = await keep(started, Cluster.create());
		const replica = await keep(started, cluster.createReplica());
		const config = { database: { connection: { replicas: [replica.url()] } } };
		const server = await keep(started, startServer({ config, args: ['--database', cluster.url()] }));
		return server.base;
	});
}
