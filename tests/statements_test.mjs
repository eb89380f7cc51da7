// Reading is set-wise: how many SQL statements a request runs depends on the shape of its populate, never on how many
// entries it reads.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sleep } from './lib/expect.mjs';
import { Client } from './lib/http.mjs';
import { startServer, useServer } from './lib/server.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };

describe('the number of SQL statements', () => {
	let client;
	useServer((started) => ({ client } = started), { env: { LECTERN_COUNT_STATEMENTS: '1' } });

	// A token's first use is written, and what the server remembers is forgotten.
	before(async () => {
		await client.get('/api/restaurants', full);
		await sleep(300);
	});

	async function count(path, entries) {
		const answer = await client.get(path, full);
		assert.equal(answer.status, 200, answer.text);
		if (entries) assert.equal(answer.json.data.length, entries, path);
		const header = answer.headers['x-lectern-statements'];
		assert.match(header ?? '', /^\d+$/, 'no X-Lectern-Statements header');
		return Number(header);
	}

	/** The counts for pages of 2, 25 and 100 entries, each asked twice: what is remembered must not blur the second. */
	async function counts(query) {
		const seen = [];
		for (const size of [2, 25, 100]) {
			const path = `/api/restaurants?${query}${query && '&'}pagination[pageSize]=${size}&publicationState=preview`;
			await count(path, size);
			seen.push(await count(path, size));
		}
		return seen;
	}

	for (const query of [
		'',
		'populate=categories',
		'populate=reviews',
		'populate=chain',
		'populate=owner',
		'populate=neighbours',
		'populate=cover',
		'populate=gallery',
		'populate=address',
		'populate=hours',
		'populate=blocks',
		'populate=localizations',
		'populate=*',
		'populate[address][populate]=*',
		'populate[blocks][populate]=*',
		'populate[categories][populate][restaurants][populate][chain][populate]=headquarters',
		'populate[reviews][populate][author][populate]=role',
		'populate[neighbours][populate]=*&populate[chain][populate][restaurants][populate]=*',
	]) {
		// Two entries may have nothing on the other side of a relation, or not every kind of component in a zone: then
		// there is nothing to ask for, and there are fewer statements. But there are never more.
		it(`is the same for 25 and 100 entries: ${query || 'no populate'}`, async () => {
			const [two, twentyFive, hundred] = await counts(query);
			assert.equal(hundred, twentyFive);
			assert.ok(two <= hundred, `${two} for two entries, ${hundred} for a hundred`);
		});
	}

	it('is the same with filters and sorts over relations', async () => {
		const query = 'filters[categories][name][$contains]=1&sort=chain.name&populate=categories';
		const [two, fifty] = [2, 50].map((size) => `/api/restaurants?${query}&pagination[pageSize]=${size}`);
		for (const path of [two, fifty]) await count(path);
		assert.equal(await count(fifty), await count(two));
	});

	it('grows by a bounded number with each thing populated', async () => {
		const bare = (await counts(''))[2];
		const one = (await counts('populate=categories'))[2];
		const three = (await counts('populate[0]=categories&populate[1]=reviews&populate[2]=chain'))[2];
		assert.ok(bare >= 1 && bare <= 6, `${bare} statements for a list`);
		assert.ok(one - bare >= 1 && one - bare <= 2, `${one - bare} statements for a relation`);
		assert.ok(three - bare <= 3 * (one - bare), `${three - bare} statements for three relations`);
	});

	it('is not told to others', async () => {
		const other = await startServer();
		const others = new Client(other.base);
		assert.equal((await others.get('/api/restaurants')).headers['x-lectern-statements'], undefined);
		others.close();
		await other.stop();
	});
});
