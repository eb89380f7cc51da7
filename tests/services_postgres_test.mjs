// The services that a project's code calls, on PostgreSQL, beside the answers that Strapi 4.26.2 gave on SQLite. The entries are the
// same; times, hashes, and the forms in which databases keep times of day are not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readCases } from './lib/data.mjs';
import { Cluster } from './lib/postgres.mjs';
import { essence, withServices } from './lib/services.mjs';

/** Cases in whose answers the database has a part: ids of rows that were made in another order (components, permissions), the order
 * of nulls, two digits of decimals, hashes and tokens of users, and comparisons of values of other types. */
const ofTheDatabase = {
	'service-reads': [
		1, 18, 32, 58, 65, 90, 91, 117, 123, 145, 185, 193, 206, 207, 208, 223, 228, 232, 235, 236, 294, 303, 324, 360, 381, 410, 419, 421, 462,
		465, 470, 511, 513, 521, 526, 548, 577, 580, 585, 638, 662, 682, 710, 720, 744, 759, 791, 874, 917, 930, 941, 967, 1006, 1024, 1031,
		1036, 1056, 1071, 1079, 1086, 1087, 1094, 1102, 1124, 1126, 1138,
	],
	'service-writes': [11, 35, 41, 42, 122, 193, 206, 216, 235, 239, 305, 325, 326, 365, 367, 449, 450, 470, 481],
};

const text = value => {
	if (/^202[67]-.*Z$|^NOW$/.test(value)) return 'TIME';
	return /^\$2|^HASH$/.test(value) ? 'HASH' : value.replace(/^(\d\d:\d\d:\d\d)\.000$/, '$1');
};
const plain = answer => {
	const { value, error } = essence(answer);
	// The messages of the databases differ.
	return error ? 'an error' : JSON.parse(JSON.stringify({ value }, (key, inner) => (typeof inner === 'string' ? text(inner) : inner)));
};

let cluster;
before(async () => (cluster = await Cluster.create()));
after(() => cluster?.destroy());

for (const [name, exceptions] of Object.entries(ofTheDatabase))
	test(`${name} are answered on PostgreSQL as on SQLite`, () => {
		const cases = readCases(name);
		const others = new Set(exceptions);
		withServices(
			call =>
				call(cases).forEach((answer, i) => {
					const [got, want] = [plain(answer), plain(cases[i])];
					const what = `${i} ${JSON.stringify(cases[i]).slice(0, 1000)}`;
					if (others.has(i)) assert.equal(got === 'an error', want === 'an error', what);
					else assert.deepEqual(got, want, what);
				}),
			[],
			cluster.url(),
		);
	});
