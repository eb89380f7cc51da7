// The same tests on both databases.
import { after, before, describe } from 'node:test';
import { databaseOf } from './accounts.mjs';
import { Cluster } from './postgres.mjs';
import { sqlite } from './schema.mjs';
import { useServer } from './server.mjs';

/** Two describes, in each of which `tests(use)` registers tests. `use(take, options)` is useServer on the database; what
 * `take` gets has `sql` besides, which runs statements of SQL on it. */
export function onEachDatabase(name, tests) {
	describe(`${name} on SQLite`, () =>
		tests((take, options) => useServer(started => take({ ...started, sql: text => sqlite(databaseOf(started.server), text) }), options)));
	describe(`${name} on PostgreSQL`, () => {
		let cluster;
		before(async () => (cluster = await Cluster.create()));
		tests((take, options) =>
			useServer(
				started => take({ ...started, sql: text => cluster.sql(text) }),
				() => ({ ...options, args: [...(options?.args ?? []), '--database', cluster.url()] }),
			),
		);
		after(() => cluster?.destroy());
	});
}
