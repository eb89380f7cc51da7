// Every recorded request of the reference on PostgreSQL; the reads also by two instances behind nginx and PgBouncer, and
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

/* Without a sort, and between entries that a sort calls equal, the reference gives PostgreSQL's choice, which is that of
 * the table's history; here the order is by id (docs/query-reference.md). These recordings show that choice. Of them
 * the status, the page and, without a sort, the order are checked. */
const otherOrder = new Set(`envelope-006 errors-049 errors-050 sort-004 sort-005 sort-011 sort-025 fields-015 filters-004
	filters-012 filters-020 filters-038 filters-049 filters-051 filters-052 filters-053 filters-054 filters-055
	filters-059 filters-060 filters-061 filters-064 filters-068 filters-076 filters-078 filters-092 filters-094
	filters-100 filters-116 filters-124 filters-144 filters-145 populate-049 i18n-015`.split(/\s+/));

/* It lists all components in a message, in the order in which it had happened to read their folders, another from start to
 * start; lectern's order is that of the recording on SQLite. */
const listsComponents = 'validate-122';

function sortComponents(recorded) {
	const sorted = structuredClone(recorded);
	for (const error of sorted.response.error.details.errors)
		error.message = error.message.replace(/(following values: )(.*)$/, (_, before, names) => before + names.split(', ').sort().reverse().join(', '));
	return sorted;
}

function compareWithoutOrder(recorded, answer) {
	assert.equal(answer.status, recorded.status);
	assert.deepEqual(answer.json.meta, recorded.response.meta);
	const keys = (entry) => [Object.keys(entry).filter((key) => key !== 'meta'), Object.keys(entry.attributes)];
	assert.deepEqual(answer.json.data.map(keys), recorded.response.data.map(keys));
	const ids = answer.json.data.map((entry) => entry.id);
	if (!/sort=\w/.test(recorded.path)) assert.deepEqual(ids, [...ids].sort((a, b) => a - b));
	assert.equal(new Set(ids).size, ids.length);
}

function replay(name, count, client) {
	const cases = readCases(`${name}-pg`);
	const saved = new Saved();
	it(`${name}: all are there`, () => assert.equal(cases.length, count));
	for (const recorded of cases) {
		it(`${recorded.id} ${recorded.method} ${recorded.path}`, async () => {
			const { method, path, headers, body } = saved.fill(recorded);
			const answer = await client().request(method, encodePath(path), { headers, body });
			saved.take(recorded, answer);
			if (name === 'reads' && otherOrder.has(recorded.id)) {
				compareWithoutOrder(recorded, answer);
				return;
			}
			const wrong = compareCase(name === 'writes' && recorded.id === listsComponents ? sortComponents(recorded) : recorded, answer);
			if (wrong.length) assert.fail(wrong.join('\n'));
		});
	}
}

/** Replays recordings on what `set` starts: it gives the base URL, and pushes what is to be stopped. */
function replayOn(name, set, recordings = [['reads', 398], ['generated', 607]]) {
	describe(`the reference's answers on ${name}`, () => {
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

replayOn('PostgreSQL', async (started) => {
	const cluster = await keep(started, Cluster.create());
	const server = await keep(started, startServer({ args: ['--database', cluster.url()] }));
	return server.base;
});

replayOn('PostgreSQL, of accounts', async (started) => {
	const cluster = await keep(started, Cluster.create());
	const server = await keep(started, startServer({ args: ['--database', cluster.url()] }));
	return server.base;
}, [['auth', 61]]);

for (const recording of [['writes', 372], ['random-writes', 615], ['specification', 35]])
	replayOn(`PostgreSQL, in their order: ${recording[0]}`, async (started) => {
		const cluster = await keep(started, Cluster.create());
		const server = await keep(started, startServer({ args: ['--database', cluster.url()] }));
		return server.base;
	}, [recording]);

/* What stands between lectern and its database is not tested better by looking at each access to memory. */
if (!sanitized) {
	replayOn('two instances behind nginx, through PgBouncer in transaction mode', async (started) => {
		const cluster = await keep(started, Cluster.create());
		const bouncer = await keep(started, startBouncer(cluster));
		const servers = [];
		for (let i = 0; i < 2; i++) servers.push(await keep(started, startServer({ args: ['--database', bouncer.url] })));
		const balancer = await keep(started, startBalancer(servers));
		return balancer.base;
	});

	replayOn('a streaming replica', async (started) => {
		const cluster = await keep(started, Cluster.create());
		const replica = await keep(started, cluster.createReplica());
		const config = { database: { connection: { replicas: [replica.url()] } } };
		const server = await keep(started, startServer({ config, args: ['--database', cluster.url()] }));
		return server.base;
	});
}
