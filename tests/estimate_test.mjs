// pagination[withCount]=estimate: a total that was counted a short while ago will do; without it totals are exact.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachDatabase } from './lib/databases.mjs';

onEachDatabase('estimated totals', use => {
	let client;
	let sql;
	use(taken => ({ client, sql } = taken));
	const list = '/api/categories?pagination[pageSize]=1';
	const total = async path => {
		const { status, json, text } = await client.get(path);
		assert.equal(status, 200, text);
		return json.meta.pagination.total;
	};

	it('are what was counted before, while exact ones see every change', async () => {
		const exact = await total(list);
		assert.equal(await total(`${list}&pagination[withCount]=estimate`), exact);
		await sql("insert into categories (name, code) values ('one more', 'more')");
		assert.equal(await total(`${list}&pagination[withCount]=true`), exact + 1);
		assert.equal(await total(`${list}&pagination[withCount]=estimate&sort=name`), exact);
		assert.equal(await total(list), exact + 1);
	});

	it('are of one filter: another one is counted', async () => {
		const filtered = name => `${list}&filters[name][$eq]=${encodeURIComponent(name)}&pagination[withCount]=estimate`;
		assert.equal(await total(filtered('one more')), 1);
		assert.equal(await total(filtered('nothing')), 0);
		assert.equal(await total(`/api/categories?pagination[start]=0&pagination[withCount]=estimate&filters[name]=one%20more`), 1);
	});

	it('have one name', async () => {
		const { status, json } = await client.get(`${list}&pagination[withCount]=estimated`);
		assert.equal(status, 400);
		assert.match(json.error.message, /withCount/);
	});
});
