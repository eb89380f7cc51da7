// Answers that are remembered: used again while nothing that they were read from has changed, whoever changes it.
import assert from 'node:assert/strict';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import http from 'node:http';
import { describe, it } from 'node:test';
import { full } from './lib/accounts.mjs';
import { sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { sqlite } from './lib/schema.mjs';
import { runCommand, useServer } from './lib/server.mjs';

const statementsOf = answer => Number(answer.headers['x-lectern-statements']);

/** Asks until no statement is run: that a token was used is written now and then, and rights are read again afterwards. */
async function untilRemembered(request) {
	for (let i = 0; i < 50; i++) {
		const answer = await request();
		if (statementsOf(answer) === 0) return answer;
	}
	assert.fail('it is read again each time');
}

async function ask(client, target, headers) {
	const answer = await client.get(target, headers);
	assert.equal(answer.status, 200, answer.text);
	return answer;
}

describe('remembered answers', () => {
	let server, client;
	useServer(started => ({ server, client } = started), { env: { LECTERN_THREADS: '1', LECTERN_COUNT_STATEMENTS: '1' } });

	const outside = text => sqlite(path.join(server.folder, '.tmp/data.db'), text);
	const change = (method, target, body) => client.request(method, target, { headers: full, body });
	const graphql = (query, variables) => client.request('POST', '/graphql', { headers: full, body: { query, variables } });

	const targets = [
		'/api/restaurants',
		'/api/restaurants?populate=*&sort=name:desc&filters[categories][name][$ne]=x',
		'/api/restaurants/1?populate=categories',
		'/api/homepage',
	];
	for (const target of targets)
		it(`are used again: ${target}`, async () => {
			const first = await client.get(target, full);
			const second = await untilRemembered(() => client.get(target, full));
			assert.equal(second.text, first.text);
			assert.equal(second.status, 200);
			assert.deepEqual({ ...second.headers, date: 0, 'x-lectern-statements': 0 }, { ...first.headers, date: 0, 'x-lectern-statements': 0 });
		});

	it('are used again over GraphQL, for the same document and variables', async () => {
		const query =
			'query ($limit: Int) { restaurants(pagination: { limit: $limit }) { data { id attributes { name } } meta { pagination { total } } } }';
		const first = await graphql(query, { limit: 2 });
		const second = await graphql(query, { limit: 2 });
		assert.equal(first.json.data.restaurants.data.length, 2, first.text);
		assert.equal(statementsOf(second), 0);
		assert.equal(second.text, first.text);
		assert.equal((await graphql(query, { limit: 3 })).json.data.restaurants.data.length, 3);
		const get = () =>
			client.get(`/graphql?query=${encodeURIComponent('{ homepage { data { id } } }')}`, { ...full, 'x-apollo-operation-name': 'a' });
		assert.equal((await get()).status, 200);
		await untilRemembered(get);
		await change('PUT', '/api/restaurants/1', { data: { name: 'Changed for GraphQL' } });
		const third = await graphql('{ restaurant(id: 1) { data { attributes { name } } } }');
		assert.equal(third.json.data.restaurant.data.attributes.name, 'Changed for GraphQL');
	});

	it('are not shared by callers with other rights', async () => {
		const target = '/api/restaurants/1?populate=categories';
		const open = await client.get(target);
		const all = await client.get(target, full);
		assert.equal((await client.get(target)).text, open.text);
		assert.equal((await client.get(target, full)).text, all.text);
		assert.equal((await client.get(target, { Authorization: 'Bearer wrong' })).status, 401);
	});

	it('are read again when an entry, a link or what it leads to has changed, and others are not', async () => {
		const other = '/api/offices?fields=id';
		const target = '/api/restaurants/1?populate[categories][fields]=name&fields=name';
		const name = async () => (await ask(client, target, full)).json.data.attributes;
		await ask(client, other, full);
		const { json } = await change('POST', '/api/categories', { data: { name: 'Made here' } });
		const id = json.data.id;
		const changes = [
			['an entry', () => change('PUT', '/api/restaurants/1', { data: { name: 'New name' } }), a => a.name === 'New name'],
			['a link', () => change('PUT', '/api/restaurants/1', { data: { categories: { set: [id] } } }), a => a.categories.data.length === 1],
			[
				'its target',
				() => change('PUT', `/api/categories/${id}`, { data: { name: 'Renamed' } }),
				a => a.categories.data[0].attributes.name === 'Renamed',
			],
			['its end', () => change('DELETE', `/api/categories/${id}`), a => a.categories.data.length === 0],
		];
		for (const [what, make, shows] of changes) {
			await name();
			await untilRemembered(() => client.get(target, full));
			const statements = statementsOf(await client.get(other, full));
			assert.equal(statements, 0, what);
			assert.equal((await make()).status, 200, what);
			assert.ok(shows(await name()), what);
			// The first of a caller after a change reads the caller's rights; `name` was that.
			assert.equal(statementsOf(await client.get(other, full)), 0, `${what}: what has nothing to do with it`);
		}
	});

	it('are read again when a component, a language or the state of publication has changed', async () => {
		const before = await ask(client, '/api/restaurants?publicationState=preview&locale=all&fields=name', full);
		const made = await change('POST', '/api/restaurants', { data: { name: 'Remembered', publishedAt: null } });
		assert.equal(made.status, 200, made.text);
		const id = made.json.data.id;
		const count = async target => (await ask(client, target, full)).json.meta.pagination.total;
		assert.equal(await count('/api/restaurants?publicationState=preview&locale=all&fields=name'), before.json.meta.pagination.total + 1);
		const live = await count('/api/restaurants?fields=name');
		await change('PUT', `/api/restaurants/${id}`, { data: { publishedAt: '2026-01-01T00:00:00.000Z' } });
		assert.equal(await count('/api/restaurants?fields=name'), live + 1);
		await change('PUT', `/api/restaurants/${id}`, { data: { publishedAt: null } });
		assert.equal(await count('/api/restaurants?fields=name'), live);
	});

	it('are read again when another program has changed anything', async () => {
		for (let i = 0; i < 20; i++) {
			outside(`update restaurants set name = 'outside ${i}' where id = 1`);
			assert.equal((await ask(client, '/api/restaurants/1?fields=name', full)).json.data.attributes.name, `outside ${i}`);
			const { status } = await change('PUT', '/api/restaurants/1', { data: { name: `inside ${i}` } });
			assert.equal(status, 200);
			assert.equal((await ask(client, '/api/restaurants/1?fields=name', full)).json.data.attributes.name, `inside ${i}`);
		}
		outside(`update strapi_core_store_settings set value = '"de"' where key = 'plugin_i18n_default_locale'`);
		const german = await ask(client, '/api/restaurants?fields=locale', full);
		assert.ok(
			german.json.data.every(entry => entry.attributes.locale === 'de'),
			german.text,
		);
		outside(`update strapi_core_store_settings set value = '"en"' where key = 'plugin_i18n_default_locale'`);
		const english = await ask(client, '/api/restaurants?fields=locale', full);
		assert.ok(
			english.json.data.every(entry => entry.attributes.locale === 'en'),
			english.text,
		);
	});

	it('end with the right to ask for them', async () => {
		assert.equal((await client.get('/api/categories')).status, 200);
		const revoke = await runCommand(['role', 'revoke', 'public', 'api::category.category', 'find', '--project', server.folder]);
		assert.equal(revoke.code, 0, revoke.stderr);
		assert.equal((await client.get('/api/categories')).status, 403);
		const grant = await runCommand(['role', 'grant', 'public', 'api::category.category', 'find', '--project', server.folder]);
		assert.equal(grant.code, 0, grant.stderr);
		assert.equal((await client.get('/api/categories')).status, 200);
	});

	it('have an etag, and are not sent again to who has them', async () => {
		const target = '/api/restaurants?fields=name';
		const { headers, text } = await ask(client, target, full);
		assert.match(headers.etag, /^"[0-9a-f]{32}"$/);
		for (const condition of [headers.etag, `"x", ${headers.etag}`, `W/${headers.etag}`]) {
			const again = await client.get(target, { ...full, 'If-None-Match': condition });
			assert.equal(again.status, 304, condition);
			assert.equal(again.text, '');
			assert.equal(again.headers.etag, headers.etag);
		}
		assert.equal((await client.get(target, { ...full, 'If-None-Match': '"x"' })).text, text);
		await change('PUT', '/api/restaurants/1', { data: { name: 'Another etag' } });
		const changed = await client.get(target, { ...full, 'If-None-Match': headers.etag });
		assert.equal(changed.status, 200);
		assert.notEqual(changed.headers.etag, headers.etag);
	});

	it('are compressed as the client wants it', async () => {
		const bytes = (target, encoding) =>
			new Promise((resolve, reject) => {
				const headers = { ...full, ...(encoding ? { 'Accept-Encoding': encoding } : {}) };
				http
					.get(new URL(target, server.base), { headers }, response => {
						const parts = [];
						response.on('data', part => parts.push(part));
						response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
					})
					.on('error', reject);
			});
		const plain = await bytes('/api/restaurants?populate=*');
		assert.equal(plain.headers['content-encoding'], undefined);
		const open = { gzip: gunzipSync, br: brotliDecompressSync };
		// Twice: as it is made, and as it is remembered.
		for (const [wish, encoding] of [
			['gzip', 'gzip'],
			['gzip', 'gzip'],
			['br', 'br'],
			['br', 'br'],
			['gzip;q=0.5, br;q=0.9', 'br'],
			['br;q=0, gzip', 'gzip'],
			['gzip;q=0.2, identity', undefined],
			['deflate', undefined],
		]) {
			const { headers, body } = await bytes(`/api/restaurants?populate=*${encoding ? `&x=${encoding}` : ''}`, wish);
			assert.equal(headers['content-encoding'], encoding, wish);
			const opened = encoding ? open[encoding](body) : body;
			assert.equal(opened.toString(), plain.body.toString(), wish);
			assert.ok(!encoding || body.length < plain.body.length / 3, wish);
			assert.match(headers.vary, /Accept-Encoding/);
			assert.equal(Boolean(encoding), headers.etag !== plain.headers.etag, 'another etag for other bytes');
			const again = await client.get(`/api/restaurants?populate=*${encoding ? `&x=${encoding}` : ''}`, {
				...full,
				'Accept-Encoding': wish,
				'If-None-Match': headers.etag,
			});
			assert.equal(again.status, 304, wish);
		}
		const small = await bytes('/api/restaurants/1?fields=name', 'gzip');
		assert.equal(small.headers['content-encoding'], undefined);
	});
});

describe('reads that take long, of the same at one moment', () => {
	let server, client;
	useServer(started => ({ server, client } = started), {
		env: { LECTERN_THREADS: '1', LECTERN_COUNT_STATEMENTS: '1' },
		config: { server: { maxRequestTime: 60_000 } },
	});

	const target = `/api/chains?populate[restaurants][sort]=${'chain.restaurants.'.repeat(3)}name&publicationState=preview`;
	const crowd = async (count, ask) => {
		const many = new Client(server.base, { connections: count });
		try {
			return await Promise.all(Array.from({ length: count }, (_, i) => ask(many, i)));
		} finally {
			many.close();
		}
	};

	it('are done once, and the answer is given to all who may have it', async () => {
		let most;
		// A round more where a thread of the background was new, or the machine so busy that some came later.
		for (let round = 0; round < 10 && !(most <= 10); round++) {
			const answers = await crowd(20, many => many.get(`${target}&round=${round}`, full));
			for (const { status, text } of answers) {
				assert.equal(status, 200, text);
				assert.ok(text === answers[0].text, 'the same bytes');
			}
			most = answers.filter(answer => statementsOf(answer) > 0).length;
		}
		assert.ok(most <= 10, `${most} of 20 have read it`);
	});

	it('are not shared by callers with other rights', async () => {
		const revoke = await runCommand(['role', 'revoke', 'public', 'api::category.category', 'find', '--project', server.folder]);
		assert.equal(revoke.code, 0, revoke.stderr);
		const shown = `${target}&populate[restaurants][populate]=categories`;
		const own = { 0: await client.get(`${shown}&x=0`), 1: await client.get(`${shown}&x=0`, full) };
		assert.ok(own[0].status !== own[1].status || own[0].text !== own[1].text);
		const answers = await crowd(8, (many, i) => many.get(`${shown}&x=1`, i % 2 ? full : {}));
		answers.forEach(({ status, text }, i) => assert.ok(status === own[i % 2].status && text === own[i % 2].text, `${i}: ${status}`));
	});

	it('are done by the others when the first one leaves', async () => {
		const leaving = new Client(server.base);
		const left = Promise.allSettled([leaving.get(`${target}&x=2`, full)]);
		await sleep(30);
		const others = crowd(6, many => many.get(`${target}&x=2`, full));
		await sleep(30);
		leaving.close();
		await left;
		for (const { status, json } of await others) assert.ok(status === 200 && json.data.length, String(status));
	});

	it('are done again for who asks after a change', async () => {
		const early = crowd(3, many => many.get(`${target}&x=3`, full));
		const { status, text } = await client.request('PUT', '/api/chains/1', { headers: full, body: { data: { name: 'In between' } } });
		assert.equal(status, 200, text);
		const late = await crowd(3, many => many.get(`${target}&x=3`, full));
		for (const answer of late) assert.equal(answer.json.data.find(one => one.id === 1).attributes.name, 'In between');
		for (const answer of await early) assert.equal(answer.status, 200);
	});
});

describe('remembered answers under load', () => {
	let server;
	useServer(started => ({ server } = started), { env: { LECTERN_THREADS: '4', LECTERN_CACHE: String(1 << 20) } });

	// Each entry has one writer, which counts up; a reader may see no number below the last that was answered when it asked.
	it('are never older than the last change that was answered, by whomever', async () => {
		const entries = [1, 2, 3, 4, 5, 6];
		const answered = new Map(entries.map(id => [id, 0]));
		const file = path.join(server.folder, '.tmp/data.db');
		let ended = false;
		let read = 0;
		const writers = entries.map(async id => {
			const client = new Client(server.base);
			for (let i = 1; i <= 60; i++) {
				if (id === 6) sqlite(file, `update categories set name = 'count 6 ${i}' where id = 6`);
				else {
					const { status, text } = await client.request('PUT', `/api/categories/${id}`, {
						headers: full,
						body: { data: { name: `count ${id} ${i}` } },
					});
					assert.equal(status, 200, text);
				}
				answered.set(id, i);
			}
			client.close();
		});
		const reader = async () => {
			const client = new Client(server.base);
			while (!ended) {
				const least = new Map(answered);
				const { status, json, text } = await client.get('/api/categories?fields=name&sort=id&pagination[limit]=10', full);
				assert.equal(status, 200, text);
				for (const id of entries) {
					const entry = json.data.find(one => one.id === id);
					const seen = Number(/^count \d+ (\d+)$/.exec(entry?.attributes.name)?.[1] ?? 0);
					assert.ok(seen >= least.get(id), `entry ${id}: ${seen} after ${least.get(id)} was answered: ${text}`);
				}
				read++;
			}
			client.close();
		};
		const readers = Array.from({ length: 12 }, reader);
		try {
			await Promise.all(writers);
		} finally {
			ended = true;
			await Promise.all(readers);
		}
		assert.ok(read > 50);
	});
});
