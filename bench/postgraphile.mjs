// PostGraphile 4 on the same database, and one query that both it and lectern answer: 25 entries with a relation.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../tests/lib/data.mjs';
import { sleep } from '../tests/lib/expect.mjs';
import { sparePort } from '../tests/lib/server.mjs';
import { askOnce } from './measure.mjs';

// PostGraphile sees tables, so the link table is a level of its own; it orders and filters as lectern does by itself.
const theirs = `{
	allRestaurants(first: 25, condition: { locale: "en" }, orderBy: ID_ASC) { nodes {
		id name slug description price seats open founded locale
		restaurantsCategoriesLinksByRestaurantId(orderBy: CATEGORY_ORDER_ASC) { nodes { categoryByCategoryId { id name } } }
	} }
}`;
const ours = `{
	restaurants(pagination: { pageSize: 25 }, publicationState: PREVIEW) { data {
		id attributes { name slug description price seats open founded locale
		categories { data { id attributes { name } } } }
	} }
}`;
export const theirShape = { name: 'PostGraphile', path: '/graphql', body: JSON.stringify({ query: theirs }) };
export const ourShape = { name: 'lectern', path: '/graphql', body: JSON.stringify({ query: ours }) };

/** PostGraphile as its documentation has it for production: no console, no log of queries, a process for each of `workers`.
 * `prefix`: what comes before the command, if anything. */
export async function startPostGraphile(url, workers, prefix = []) {
	const installed = spawnSync(path.join(root, 'scripts/test-packages'), ['bench'], { stdio: 'inherit' });
	if (installed.status !== 0) throw new Error('PostGraphile could not be installed');
	const port = await sparePort();
	const args = [
		'-c',
		url,
		'-s',
		'public',
		'-n',
		'127.0.0.1',
		'-p',
		String(port),
		'--disable-graphiql',
		'--disable-query-log',
		'--dynamic-json',
		'--cluster-workers',
		String(workers),
	];
	const line = [...prefix, process.execPath, path.join(root, 'bench/node_modules/postgraphile/cli.js'), ...args];
	const child = spawn(line[0], line.slice(1), {
		env: { ...process.env, NODE_ENV: 'production', GRAPHILE_TURBO: '1' },
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const ended = new Promise(resolve => child.on('exit', resolve));
	const base = `http://127.0.0.1:${port}`;
	for (let i = 0; ; i++) {
		try {
			await askOnce(base, theirShape);
			break;
		} catch (error) {
			if (i === 300 || child.exitCode !== null) throw error;
			await sleep(100);
		}
	}
	return {
		base,
		pid: child.pid,
		stop: async () => {
			child.kill('SIGTERM');
			const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
			await ended;
			clearTimeout(timer);
		},
	};
}

/** Fails unless both give the same entries with the same relation: what is compared is the same work. */
export async function assertSameAnswer(lectern, postgraphile) {
	const left = (await askOnce(lectern, ourShape)).json.data.restaurants.data.map(({ id, attributes: { categories, ...attributes } }) => ({
		id: Number(id),
		...attributes,
		categories: categories.data.map(category => ({ id: Number(category.id), name: category.attributes.name })),
	}));
	const right = (await askOnce(postgraphile, theirShape)).json.data.allRestaurants.nodes.map(
		({ restaurantsCategoriesLinksByRestaurantId, ...attributes }) => ({
			...attributes,
			categories: restaurantsCategoriesLinksByRestaurantId.nodes.map(({ categoryByCategoryId }) => categoryByCategoryId),
		}),
	);
	assert.equal(left.length, 25);
	assert.deepEqual(left, right);
}
