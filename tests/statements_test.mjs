// Reading is set-wise: how many SQL statements a request runs depends on the shape of its populate, never on how many
// entries it reads.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client } from './lib/http.mjs';
import { startServer, useServer } from './lib/server.mjs';
import { fewestStatements } from './lib/statements.mjs';

const full = { Authorization: `Bearer ${'f'.repeat(64)}` };

describe('the number of SQL statements', () => {
	let client;
	useServer(started => ({ client } = started), { env: { LECTERN_COUNT_STATEMENTS: '1', LECTERN_CACHE: '0' } });

	const count = (path, entries) =>
		fewestStatements(async () => {
			const answer = await client.get(path, full);
			if (entries) assert.equal(answer.json.data.length, entries, path);
			return answer;
		});

	/** The counts for pages of 2, 25 and 100 entries. */
	async function counts(query) {
		const seen = [];
		for (const size of [2, 25, 100])
			seen.push(await count(`/api/restaurants?${query}${query && '&'}pagination[pageSize]=${size}&publicationState=preview`, size));
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
		const seen = [];
		for (const size of [2, 25, 50]) seen.push(await count(`/api/restaurants?${query}&pagination[pageSize]=${size}`));
		const [two, twentyFive, fifty] = seen;
		assert.equal(fifty, twentyFive);
		assert.ok(two <= fifty, `${two} for two entries, ${fifty} for fifty`);
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
