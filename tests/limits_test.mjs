// What one request may cost, whoever sends it: short requests that make the database work for long.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { onEachDatabase } from './lib/databases.mjs';
import { assertError, sanitized, sleep, until } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };

const chain = 'chain.restaurants.'.repeat(4);
const worst = `/api/chains?populate[restaurants][sort]=${chain}name`;
/** Each asks for something else: who asks for the same waits for the first. */
const worstBut = index => `${worst}&filters[id][$ne]=${10_000 + index}`;
/** Less than by default: a request that uses up its time takes half a second of a processor, not two. */
const briefly = { config: { server: { maxRequestTime: 500 }, plugins: { graphql: { config: { maxTime: 400 } } } } };
const times = (count, write) => Array.from({ length: count }, (_, index) => write(index));

/** A text of a megabyte, as SQL of either database. */
const longText = sql => {
	try {
		sql("SELECT repeat('a', 1)");
		return "repeat('a', 1048576)";
	} catch {
		return "replace(hex(zeroblob(524288)), '0', 'a')";
	}
};

onEachDatabase('a long pattern on long texts', use => {
	let server;
	let client;
	let postgres;
	const config = { database: { connection: { statementTimeout: 3000 } } };
	use(
		started => {
			({ server, client } = started);
			const text = longText(started.sql);
			postgres = text.startsWith('repeat');
			started.sql(`UPDATE restaurants SET description = ${text} WHERE id IN (1, 2)`);
		},
		{ config },
	);

	const letters = 'a'.repeat(15_500);
	for (const [query, found] of [
		[`filters[description][$contains]=${letters}b`, 0],
		[`filters[description][$containsi]=${letters}B`, 0],
		[`filters[description][$contains]=${letters}`, 2],
		[`filters[description][$startsWith]=${letters}`, 2],
		[`filters[description][$endsWith]=b${letters.slice(1)}`, 0],
		[`filters[description][$endsWithi]=${letters}`, 2],
		[`filters[description][$notContains]=${letters}&filters[id][$lte]=2`, 0],
		[`filters[description][$contains]=b${letters}`, 0],
		[`filters[description][$contains]=${'a%25'.repeat(3000)}b`, 0],
		[`filters[description][$contains]=${'a_'.repeat(5000)}a`, 2],
		[`_q=${letters}b`, 0],
	])
		it(`does not take long: ${query.slice(0, 36)}`, async () => {
			const began = performance.now();
			const answer = await client.get(`/api/restaurants?${query}&fields=name&publicationState=preview&locale=all`, full);
			// PostgreSQL's regular expressions are as linear, but slower: they may be cut off by the time limit.
			assert.ok(answer.status === 200 || (postgres && [400, 503].includes(answer.status)), answer.text.slice(0, 300));
			if (answer.status === 200) assert.equal(answer.json.data.length, found);
			if (!sanitized) assert.ok(performance.now() - began < 20_000, `${performance.now() - began} ms`);
		});

	it('does not wait behind heavy requests', { skip: sanitized }, async () => {
		const rush = new Client(server.base, { connections: 8 });
		let waiting = 8;
		const done = Promise.all(times(8, i => rush.get(worstBut(i)).finally(() => waiting--)));
		await sleep(100);
		const answer = await client.get(`/api/restaurants?filters[description][$contains]=${'a_'.repeat(8)}b&fields=name`, full);
		const left = waiting;
		await done;
		rush.close();
		if (!postgres) assert.equal(answer.status, 200, answer.text);
		// They take two seconds each, two at a time; it takes less than the second turn.
		if (!postgres) assert.ok(left >= 5, `only ${left} of 8 were left`);
	});
});

onEachDatabase('a request that would take long', use => {
	let server;
	let client;
	use(started => {
		({ server, client } = started);
		after(() => client.close());
	}, briefly);

	const deepSort = 'populate[restaurants][populate][chain][populate][restaurants][sort]';

	/** Runs it, and tells the server's processor time in seconds. */
	async function cost(run) {
		const before = server.ticks();
		const answer = await run();
		return { answer, seconds: (server.ticks() - before) / 100 };
	}

	for (const [name, path] of [
		['a sort over relations and back', worst],
		[
			'the same twenty times',
			`/api/chains?${times(20, i => `${deepSort}[${i}]=${i % 5 ? '' : 'chain.restaurants.'}name`).join('&')}&${worst.split('?')[1]}`,
		],
		[
			'a sort of the list itself',
			`/api/restaurants?sort[0]=${chain}name&sort[1]=id&pagination[pageSize]=100&publicationState=preview&locale=all`,
		],
		['filters and sorts', `${worst}&filters${'[restaurants][chain]'.repeat(9)}[name][$contains]=a`],
	])
		it(`ends in its time, and says what to change: ${name}`, async () => {
			const { answer, seconds } = await cost(() => client.get(path, full));
			if (answer.status === 400) assertError(answer, 400, 'ValidationError', /takes too long|too many/);
			else assert.ok([200, 503].includes(answer.status), answer.text.slice(0, 300));
			if (!sanitized) assert.ok(seconds < 3, `${seconds} s`);
		});

	it('has one time for all fields and aliases of GraphQL', async () => {
		const field = `chains{data{attributes{restaurants(sort:"${chain}name"){data{id}}}}}`;
		const body = { query: `{${times(8, i => `a${i}:${field}`).join(' ')}}` };
		const { answer, seconds } = await cost(() => client.request('POST', '/graphql', { headers: full, body }));
		assert.ok(answer.json.errors?.length || answer.status === 503, answer.text.slice(0, 300));
		for (const { message } of answer.json.errors ?? []) assert.match(message, /takes too long|more than 400 ms|Try again/);
		if (!sanitized) assert.ok(seconds < 3, `${seconds} s`);
	});

	it('keeps nobody waiting: eight of the worst beside point reads', async () => {
		const others = new Client(server.base, { connections: 2 });
		const rush = new Client(server.base, { connections: 8 });
		let waiting = 8;
		const done = Promise.all(times(8, i => rush.get(worstBut(i)).finally(() => waiting--)));
		// Light requests go on, one after the other, while heavy ones are under way.
		const answered = { '/api/restaurants/1': 0, '/_health': 0 };
		const ask = async path => {
			for (let n = 0; n < 20; n++) {
				assert.ok([200, 204].includes((await others.get(path)).status));
				if (waiting > 0) answered[path]++;
			}
		};
		await Promise.all([ask('/api/restaurants/1'), ask('/_health')]);
		for (const answer of await done) assert.ok([200, 400, 503].includes(answer.status), answer.text.slice(0, 300));
		rush.close();
		others.close();
		for (const path in answered) assert.ok(answered[path] > 0, `${path} was not answered before the last heavy request`);
	});

	it('is given up when its client leaves', { skip: sanitized }, async () => {
		const leaving = new Client(server.base, { connections: 8 });
		const asked = Promise.allSettled(times(8, i => leaving.get(worstBut(i))));
		await sleep(300);
		leaving.close();
		await asked;
		await until(async () => (await cost(() => sleep(500))).seconds < 0.1, 'rest', 20_000);
	});

	it('is told to come again when too many wait', async () => {
		const many = new Client(server.base, { connections: 60 });
		const answers = await Promise.all(times(60, i => many.get(worstBut(i))));
		many.close();
		const busy = answers.filter(({ status }) => status === 503);
		assert.ok(busy.length >= 20, `${busy.length} of them`);
		for (const answer of busy) assert.ok(answer.headers['retry-after'], answer.text);
		assert.equal((await client.get('/api/restaurants/1')).status, 200);
	});
});

onEachDatabase('requests that take long, when the server stops', use => {
	let server;
	use(started => ({ server } = started), briefly);

	it('are answered, and do not keep it', async () => {
		const rush = new Client(server.base, { connections: 12 });
		const asked = Promise.allSettled(times(12, i => rush.get(worstBut(i))));
		await sleep(300);
		const began = Date.now();
		server.child.kill('SIGTERM');
		assert.equal((await server.exited).code, 0);
		const took = Date.now() - began;
		if (!sanitized) assert.ok(took < 15_000, `${took} ms`);
		for (const { value } of await asked) if (value) assert.ok([200, 400, 503].includes(value.status), value.text.slice(0, 300));
		rush.close();
	});
});

onEachDatabase('a time limit of its own', use => {
	let client;
	use(started => ({ client } = started), { config: { server: { maxRequestTime: 100 } } });

	it('is named when a request takes longer', async () => {
		assertError(await client.get(worst), 400, 'ValidationError', /^The request takes too long: more than 100 milliseconds/);
		assert.equal((await client.get('/api/restaurants?populate=*')).status, 200);
	});
});

const slow = `populate[restaurants][sort]=${chain}name`;
const slowField = (name, id, i) =>
	`a${i}:updateChain(id:${id},data:{name:"${name} ${i}"}){data{id attributes{name restaurants(sort:"${chain}name"){data{id}}}}}`;

onEachDatabase('a change whose answer takes long', use => {
	let server;
	let client;
	use(
		started => {
			({ server, client } = started);
			after(() => client.close());
		},
		{ config: { server: { maxRequestTime: 30_000 }, plugins: { graphql: { config: { maxTime: 30_000 } } } } },
	);
	const nameOf = async id => (await client.get(`/api/chains/${id}`, full)).json.data?.attributes.name;

	for (const [name, id, change] of [
		['REST', 1, i => ['PUT', `/api/chains/1?${slow}`, { data: { name: `REST ${i}` } }]],
		['GraphQL', 1, i => ['POST', '/graphql', { query: `mutation{${slowField('GraphQL', 1, i)}}` }]],
	])
		it(`keeps nobody else who writes waiting: ${name}`, async () => {
			const many = new Client(server.base, { connections: 4 });
			const others = new Client(server.base);
			let answered = false;
			const data = { restaurants: times(40, i => i + 1) };
			assert.equal((await client.request('PUT', '/api/chains/1', { headers: full, body: { data } })).status, 200);
			const asked = Promise.allSettled(
				times(4, async i => {
					const [method, path, body] = change(i);
					const answer = await many.request(method, path, { headers: full, body });
					answered = `${answer.status} ${answer.text.slice(0, 300)}`;
				}),
			);
			await until(async () => (await nameOf(id)).startsWith(name), 'the change is made');
			for (let n = 0; n < 3; n++) {
				const body = { data: { name: `Beside ${name} ${n}` } };
				assert.equal((await others.request('POST', '/api/categories', { headers: full, body })).status, 200);
			}
			assert.equal(answered, false);
			many.close();
			others.close();
			await asked;
		});
});

onEachDatabase('a change whose answer would take long', use => {
	let server;
	let client;
	use(started => {
		({ server, client } = started);
		after(() => client.close());
	}, briefly);
	const nameOf = async id => (await client.get(`/api/chains/${id}`, full)).json.data?.attributes.name;
	const stored = /^The change is stored, but its answer is not read: /;

	it('is made, and says so', async () => {
		const many = new Client(server.base, { connections: 8 });
		const put = i => many.request('PUT', `/api/chains/1?${slow}`, { headers: full, body: { data: { name: `Slow ${i}` } } });
		const asked = times(8, put);
		for (const answer of await Promise.all(asked)) {
			assert.ok([200, 400, 503].includes(answer.status), answer.text.slice(0, 300));
			if (answer.status !== 200) assert.match(answer.json.error.message, stored);
		}
		many.close();
		assert.match(await nameOf(1), /^Slow \d$/);
	});

	it('is made, and says so: GraphQL', async () => {
		const body = { query: `mutation{${times(4, i => slowField('Slower', 2, i)).join(' ')}}` };
		const answer = await client.request('POST', '/graphql', { headers: full, body });
		const expected = /^The change is stored, but|takes too long|more than 400 ms|Try again/;
		for (const { message } of answer.json.errors ?? []) assert.match(message, expected);
		assert.match(await nameOf(2), /^Slower \d$/);
	});

	it('has its budget also beside signing in', async () => {
		const login = 'login(input:{identifier:"nobody",password:"nothing"}){jwt}';
		const body = { query: `mutation{${login} ${slowField('Beside', 5, 0)}}` };
		const before = server.ticks();
		const answer = await client.request('POST', '/graphql', { headers: full, body });
		assert.ok(answer.json.errors.length, answer.text.slice(0, 300));
		const expected = /^Invalid identifier or password|^The answer of the change takes too long|^The request takes too long/;
		for (const { message } of answer.json.errors) assert.match(message, expected);
		if (!sanitized) assert.ok((server.ticks() - before) / 100 < 3, `${(server.ticks() - before) / 100} s`);
	});

	it('is not made when its answer could not be read by anybody', async () => {
		const sort = `populate[restaurants][sort]=${chain}${chain}name`;
		const put = await client.request('PUT', `/api/chains/6?${sort}`, { headers: full, body: { data: { name: 'Unread' } } });
		assertError(put, 400, 'ValidationError', /^The sort parameter goes over too many lists/);
		assert.notEqual(await nameOf(6), 'Unread');
	});

	it('is not made when it deletes what the answer shows', async () => {
		const answer = await client.request('DELETE', `/api/chains/3?${slow}`, { headers: full });
		if (answer.status === 200) return;
		if (server.child.spawnargs.includes('--database')) {
			assertError(answer, 503, 'ServiceUnavailableError', /^The change is not made: the database takes more than \d+ milliseconds/);
			assert.ok(Number(answer.headers['retry-after']) >= 1);
		} else assertError(answer, 400, 'ValidationError', /^The answer of the change takes too long to read: more than \d+ milliseconds/);
		assert.ok(await nameOf(3));
	});

	it('shows what was written, with all that it populates', async () => {
		const data = { name: 'Populated', restaurants: [1, 2, 3] };
		const path = '/api/chains/4?populate[restaurants][fields]=id&populate[restaurants][sort]=id:desc';
		const put = await client.request('PUT', path, { headers: full, body: { data } });
		assert.equal(put.status, 200, put.text);
		assert.equal(put.json.data.attributes.name, 'Populated');
		assert.deepEqual(
			put.json.data.attributes.restaurants.data.map(({ id }) => id),
			[3, 2, 1],
		);
		const body = { data: { name: 'Posted', restaurants: [3] } };
		const post = await client.request('POST', '/api/chains?populate=*', { headers: full, body });
		assert.equal(post.json.data.attributes.restaurants.data[0].id, 3, post.text);
		const shown = '{data{attributes{name restaurants(sort:"id:desc"){data{id}}}}}';
		const query = `mutation{createChain(data:{name:"Asked",restaurants:[1,2]})${shown}}`;
		const { json } = await client.request('POST', '/graphql', { headers: full, body: { query } });
		const attributes = { name: 'Asked', restaurants: { data: [{ id: '2' }, { id: '1' }] } };
		assert.deepEqual(json, { data: { createChain: { data: { attributes } } } });
	});
});
