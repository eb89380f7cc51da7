// Answers that are remembered on PostgreSQL: used again while nothing that they were read from has changed, whoever changes it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { full } from './lib/accounts.mjs';
import { until } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { Cluster, startBouncer } from './lib/postgres.mjs';
import { startServer } from './lib/server.mjs';

const statementsOf = answer => Number(answer.headers['x-lectern-statements']);
const target = '/api/restaurants/1?fields=name&populate[categories][fields]=name';

describe('remembered answers of two servers on one PostgreSQL', () => {
	let cluster, first, second;
	const servers = [];
	before(async () => {
		cluster = await Cluster.create();
		for (let i = 0; i < 2; i++) {
			const server = await startServer({
				args: ['--database', cluster.url()],
				env: { LECTERN_COUNT_STATEMENTS: '1', LECTERN_THREADS: '2', LECTERN_CACHE_EXACT: '0' },
			});
			servers.push({ ...server, stop: () => server.stop(), client: new Client(server.base) });
		}
		[first, second] = servers.map(({ client }) => client);
	});
	after(async () => {
		for (const { client, stop } of servers) {
			client.close();
			await stop();
		}
		cluster?.destroy();
	});

	async function ask(client, where = target) {
		const answer = await client.get(where, full);
		assert.equal(answer.status, 200, answer.text);
		return answer;
	}
	const untilRemembered = (client, where) => until(async () => statementsOf(await ask(client, where)) === 0, 'it', 20000);
	const nameOf = async client => (await ask(client)).json.data.attributes.name;
	const seen = (client, name) => until(async () => (await nameOf(client)) === name, 'it', 20000);
	const change = (client, method, where, data) => client.request(method, where, { headers: full, body: { data } });

	it('are used again, and read again at once where the change was made', async () => {
		for (let i = 0; i < 10; i++) {
			await untilRemembered(first);
			const { status, text } = await change(first, 'PUT', '/api/restaurants/1', { name: `here ${i}` });
			assert.equal(status, 200, text);
			assert.equal(await nameOf(first), `here ${i}`);
		}
	});

	it('are read again on the other server, and after what psql has done', async () => {
		for (const change of [
			async name =>
				assert.equal((await first.request('PUT', '/api/restaurants/1', { headers: full, body: { data: { name } } })).status, 200),
			async name => cluster.sql(`update restaurants set name = '${name}' where id = 1`),
		])
			for (let i = 0; i < 3; i++) {
				await untilRemembered(second);
				await change(`elsewhere ${i}`);
				await seen(second, `elsewhere ${i}`);
			}
		await untilRemembered(second);
		cluster.sql('delete from categories');
		await until(async () => (await ask(second)).json.data.attributes.categories.data.length === 0, 'it', 20000);
		await untilRemembered(second);
		cluster.sql('truncate restaurants_categories_links');
		await untilRemembered(second);
	});

	it('are read again when a row goes with the one that it hangs on', async () => {
		const made = await change(first, 'POST', '/api/categories', { name: 'Ends soon' });
		assert.equal((await change(first, 'PUT', '/api/restaurants/1', { categories: [made.json.data.id] })).status, 200);
		await until(async () => (await ask(second)).json.data.attributes.categories.data.length === 1, 'it', 20000);
		await untilRemembered(first);
		assert.equal((await change(first, 'DELETE', `/api/categories/${made.json.data.id}`)).status, 200);
		assert.equal((await ask(first)).json.data.attributes.categories.data.length, 0);
		await until(async () => (await ask(second)).json.data.attributes.categories.data.length === 0, 'it', 20000);
	});

	it('are of no use while there is no trigger', async () => {
		await untilRemembered(second);
		cluster.sql('drop trigger lectern_changes on restaurants');
		// The other tables are still told of.
		await until(async () => statementsOf(await ask(second)) > 0 && statementsOf(await ask(second)) > 0, 'it', 20000);
		await untilRemembered(second, '/api/offices?fields=id');
		for (let i = 0; i < 5; i++) {
			cluster.sql(`update restaurants set name = 'untold ${i}' where id = 1`);
			assert.equal(await nameOf(second), `untold ${i}`);
		}
		// A server that starts makes it again.
		const third = await startServer({ args: ['--database', cluster.url()], env: { LECTERN_COUNT_STATEMENTS: '1' } });
		await third.stop();
		await untilRemembered(second);
	});

	it('are of no use when the connection that listens is lost, until there is another', async () => {
		for (let i = 0; i < 3; i++) {
			await untilRemembered(second);
			const ended = cluster.sql(
				"select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'lectern listener'",
			);
			assert.equal(Number(ended), 2);
			cluster.sql(`update restaurants set name = 'unheard ${i}' where id = 1`);
			await seen(second, `unheard ${i}`);
			await seen(first, `unheard ${i}`);
		}
	});

	it('end with the rights of the caller, also on the other server', async () => {
		const open = '/api/categories?fields=name';
		const right = "from up_permissions where action = 'api::category.category.find'";
		const status = async () => (await second.get(open)).status;
		assert.equal(await status(), 200);
		const rows = cluster.sql(`select count(*) ${right}`);
		assert.ok(Number(rows) > 0);
		cluster.sql(`delete ${right}`);
		await until(async () => (await status()) === 403, 'it', 20000);
	});
});

describe('remembered answers that must be exact on every server', () => {
	let cluster, first, second;
	const servers = [];
	before(async () => {
		cluster = await Cluster.create();
		for (let i = 0; i < 2; i++)
			servers.push(
				await startServer({ args: ['--database', cluster.url()], env: { LECTERN_COUNT_STATEMENTS: '1', LECTERN_CACHE_EXACT: '1' } }),
			);
		[first, second] = servers.map(({ base }) => new Client(base));
	});
	after(async () => {
		first?.close();
		second?.close();
		for (const server of servers) await server.stop();
		cluster?.destroy();
	});

	async function ask(client) {
		const answer = await client.get(target, full);
		assert.equal(answer.status, 200, answer.text);
		return answer;
	}
	const nameOf = async client => (await ask(client)).json.data.attributes.name;
	const untilRemembered = client => until(async () => statementsOf(await ask(client)) === 0, 'it', 20000);

	it('are never older than what another server has answered', async () => {
		for (let i = 0; i < 100; i++) {
			const [here, there] = i % 2 ? [first, second] : [second, first];
			if (i % 10 === 0) await untilRemembered(there);
			const body = { data: { name: `exact ${i}` } };
			assert.equal((await here.request('PUT', '/api/restaurants/1', { headers: full, body })).status, 200);
			assert.equal(await nameOf(there), `exact ${i}`);
			assert.equal(await nameOf(here), `exact ${i}`);
		}
	});

	it('nor than what psql has done, nor without the connection that listens', async () => {
		for (let i = 0; i < 10; i++) {
			if (i !== 5) await untilRemembered(second);
			if (i === 5) cluster.sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lectern listener'");
			cluster.sql(`update restaurants set name = 'by psql ${i}' where id = 1`);
			assert.equal(await nameOf(second), `by psql ${i}`);
		}
	});

	it('nor is what a caller may do', async () => {
		const right = "from up_permissions where action = 'api::category.category.find'";
		assert.equal((await second.get('/api/categories')).status, 200);
		cluster.sql(`delete ${right}`);
		assert.equal((await second.get('/api/categories')).status, 403);
	});
});

describe('remembered answers behind a pooler', () => {
	it('are none', async () => {
		const cluster = await Cluster.create();
		const bouncer = await startBouncer(cluster);
		const server = await startServer({ args: ['--database', bouncer.url], env: { LECTERN_COUNT_STATEMENTS: '1' } });
		const client = new Client(server.base);
		try {
			for (let i = 0; i < 5; i++) {
				cluster.sql(`update restaurants set name = 'pooled ${i}' where id = 1`);
				const answer = await client.get(target, full);
				assert.equal(answer.json.data.attributes.name, `pooled ${i}`);
				assert.ok(statementsOf(answer) > 0);
			}
		} finally {
			client.close();
			await server.stop();
			await bouncer.stop();
			cluster.destroy();
		}
	});
});
