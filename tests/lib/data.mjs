// The recorded cases and the reference data set, kept compressed in tests/data.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const dataFolder = fileURLToPath(new URL('../data/', import.meta.url));

/** The bytes of the SQLite database that Strapi wrote. */
export const readDatabase = () => brotliDecompressSync(readFileSync(`${dataFolder}data.db.br`));

/** The same data as SQL for PostgreSQL, made there by Strapi. */
export const readPostgresData = () => brotliDecompressSync(readFileSync(`${dataFolder}data.pg.sql.br`));

/** The cases of one recording ("reads", "generated") as objects: see cases.mjs for what is in them. Where lectern differs on
 * purpose (docs/query-reference.md, docs/graphql.md), they carry the answer that is wanted: no private field shows on a
 * polymorphic relation, no password in GraphQL, _q finds nothing by a private field, amountLimit holds. */
export function readCases(name) {
	const text = brotliDecompressSync(readFileSync(`${dataFolder}${name}.jsonl.br`)).toString('utf8');
	return text
		.split('\n')
		.filter(Boolean)
		.map(line => JSON.parse(line));
}

/** The SQL of a database as Strapi 4.0.4 wrote it for the reference project's models, for "sqlite" or "postgres". */
export const readOldData = client =>
	brotliDecompressSync(readFileSync(`${dataFolder}strapi-4.0.4${client === 'postgres' ? '.pg' : ''}.sql.br`)).toString('utf8');
