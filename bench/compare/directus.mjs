// Directus on the same database file: what it needs to know of three of the tables, and the requests that ask for the same entries.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const published = 'filter[locale][_eq]=en&filter[published_at][_nnull]=true&meta=filter_count&limit=25';
const items = '/items/restaurants';

/** Its requests by the names of bench/measure.mjs. Its components would be tables of another layout: no populate=*. */
export const requests = {
	'point read': { path: `${items}/1` },
	'list of 25': { path: `${items}?${published}&sort=id` },
	'filtered, sorted': { path: `${items}?${published}&filter[price][_eq]=cheap&sort=name,id` },
	'one relation': { path: `${items}?${published}&sort=id&fields=*,categories.category_id.*` },
	'GraphQL: one relation': {
		path: '/graphql',
		body: JSON.stringify({
			query: `{
	restaurants(limit: 25, sort: ["id"], filter: { locale: { _eq: "en" }, published_at: { _nnull: true } }) {
		id name slug description rating price seats open founded created_at updated_at published_at locale
		categories { category_id { id name created_at updated_at } }
	}
	restaurants_aggregated(filter: { locale: { _eq: "en" }, published_at: { _nnull: true } }) { count { id } }
}`,
		}),
	},
};

/** The ids of an answer, and of the categories of each. */
export function shown({ data }) {
	const rows = data.restaurants ?? [data].flat();
	const linked = categories => (categories ?? []).map(link => Number(link.category_id?.id));
	return rows.map(({ id, categories }) => [Number(id), linked(categories)]);
}

/** What anybody may read, and which tables make a relation. */
const schema = `
INSERT INTO directus_collections (collection) VALUES ('restaurants'), ('categories'), ('restaurants_categories_links');
INSERT INTO directus_fields (collection, field, special) VALUES ('restaurants', 'categories', 'm2m'), ('categories', 'restaurants', 'm2m');
INSERT INTO directus_relations (many_collection, many_field, one_collection, one_field, junction_field, sort_field) VALUES
	('restaurants_categories_links', 'restaurant_id', 'restaurants', 'categories', 'category_id', 'category_order'),
	('restaurants_categories_links', 'category_id', 'categories', 'restaurants', 'restaurant_id', NULL);
INSERT INTO directus_permissions (collection, action, permissions, fields, policy)
	SELECT column1, 'read', '{}', '*', (SELECT id FROM directus_policies WHERE name = '$t:public_label')
	FROM (VALUES ('restaurants'), ('categories'), ('restaurants_categories_links'));
`;

/** Makes the tables of Directus in the database. Gives what starts it: {line, env}. */
export function prepareDirectus(modules, database, port) {
	const line = [process.execPath, path.join(modules, 'directus/cli.js')];
	const env = {
		DB_CLIENT: 'sqlite3',
		DB_FILENAME: database,
		KEY: 'key',
		SECRET: 'secret',
		ADMIN_EMAIL: 'admin@example.com',
		ADMIN_PASSWORD: 'password',
		HOST: '127.0.0.1',
		PORT: String(port),
		LOG_LEVEL: 'silent',
		TELEMETRY: 'false',
	};
	const run = (command, args, options) => {
		const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
		if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
	};
	run(line[0], [...line.slice(1), 'bootstrap'], { cwd: path.dirname(database), env: { ...process.env, ...env } });
	run('sqlite3', ['-bail', database], { input: schema });
	return { line: [...line, 'start'], env };
}
