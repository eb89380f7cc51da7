// What a database holds, read by SQL that SQLite and PostgreSQL both understand, and whether it hangs together.
import { sqlite } from './schema.mjs';

/** A way to ask: `rows` runs a SELECT, `sound` the database's own check (the lines of what is wrong). */
export const sqliteFile = file => ({
	rows: sql => sqlite(file, sql),
	sound: () => [
		...sqlite(file, 'pragma integrity_check')
			.map(row => row.integrity_check)
			.filter(line => line !== 'ok'),
		...sqlite(file, 'pragma foreign_key_check').map(row => JSON.stringify(row)),
	],
});

/** As above, of a Cluster: its indexes are compared with their tables, and each foreign key is followed. */
export const postgresDatabase = cluster => ({
	rows: sql => JSON.parse(cluster.sql(`SELECT coalesce(json_agg(whole), '[]') FROM (${sql}) whole`)),
	sound() {
		cluster.sql('CREATE EXTENSION IF NOT EXISTS amcheck');
		cluster.sql(`SELECT bt_index_check(c.oid, true) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
			JOIN pg_am a ON a.oid = c.relam WHERE a.amname = 'btree' AND c.relnamespace = 'public'::regnamespace`);
		const keys = this.rows(`SELECT k.conrelid::regclass::text AS t, k.confrelid::regclass::text AS o, a.attname AS c
			FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1] WHERE k.contype = 'f'`);
		const broken = keys.map(
			({ t, o, c }) => `SELECT '${t}.${c}' AS k, count(*) AS n FROM ${t} x WHERE x."${c}" IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM ${o} y WHERE y.id = x."${c}")`,
		);
		return this.rows(`SELECT * FROM (${broken.join(' UNION ALL ')}) b WHERE n > 0`).map(({ k, n }) => `${n} rows of ${k} lead nowhere`);
	},
});

const componentTables = {
	'location.address': 'components_location_addresses',
	'location.geo': 'components_location_geos',
	'info.opening-hour': 'components_info_opening_hours',
	'blocks.quote': 'components_blocks_quotes',
	'blocks.related': 'components_blocks_relateds',
	'blocks.rich-text': 'components_blocks_rich_texts',
	'blocks.slider': 'components_blocks_sliders',
	'shared.seo': 'components_shared_seos',
};
const componentLinks = [
	'restaurants_components',
	'homepages_components',
	'chains_components',
	'globals_components',
	'components_location_addresses_components',
];
const links = {
	restaurants_categories_links: ['restaurant_id', 'category_id'],
	restaurants_chain_links: ['restaurant_id', 'chain_id'],
	components_blocks_relateds_category_links: ['related_id', 'category_id'],
	components_blocks_relateds_restaurants_links: ['related_id', 'restaurant_id'],
};

/** Rows that hang on nothing or lead nowhere, which no foreign key shows: {what: how many}. */
export function looseEnds({ rows }) {
	const counts = [];
	const count = (what, sql) => counts.push(`SELECT '${what}' AS what, count(*) AS n FROM ${sql}`);
	for (const [type, table] of Object.entries(componentTables)) {
		for (const link of componentLinks)
			count(
				`${link} without ${type}`,
				`${link} l WHERE l.component_type = '${type}' AND NOT EXISTS (SELECT 1 FROM ${table} c WHERE c.id = l.component_id)`,
			);
		count(
			`${table} of nobody`,
			`${table} c WHERE ` +
				componentLinks
					.map(link => `NOT EXISTS (SELECT 1 FROM ${link} l WHERE l.component_type = '${type}' AND l.component_id = c.id)`)
					.join(' AND '),
		);
		const owned = componentLinks.map(link => `SELECT component_id AS id FROM ${link} WHERE component_type = '${type}'`);
		count(`${table} of two`, `(SELECT id FROM (${owned.join(' UNION ALL ')}) u GROUP BY id HAVING count(*) > 1) v`);
	}
	for (const link of componentLinks) count(`${link} of nobody`, `${link} WHERE entity_id IS NULL`);
	for (const [table, columns] of Object.entries(links))
		count(`${table} of nobody`, `${table} WHERE ${columns.map(column => `${column} IS NULL`).join(' OR ')}`);
	count('bookmarks_related_morphs of nobody', 'bookmarks_related_morphs WHERE bookmark_id IS NULL');
	count(
		'bookmarks_related_morphs without category',
		`bookmarks_related_morphs m WHERE m.related_type = 'api::category.category' AND NOT EXISTS (SELECT 1 FROM categories c WHERE ` +
			'c.id = m.related_id)',
	);
	const found = {};
	for (const { what, n } of rows(counts.join(' UNION ALL '))) if (Number(n)) found[what] = (found[what] ?? 0) + Number(n);
	return found;
}

const groupBy = (rows, key) => {
	const groups = {};
	for (const row of rows) (groups[row[key]] ??= []).push(row);
	return groups;
};

/** All entries of a WriteLoad as the tables have them: {key: {id, state}}. */
export function readLoad({ rows }) {
	const ours = `r.slug LIKE 'load-%'`;
	const restaurants = rows(`SELECT r.id, r.slug, r.name, r.seats FROM restaurants r WHERE ${ours}`);
	const parts = rows(`SELECT l.entity_id AS owner, l.field, l.component_type AS type, a.street, g.lat, h.day, q.text, t.body, d.heading,
			k.category_id AS category
		FROM restaurants r JOIN restaurants_components l ON l.entity_id = r.id
		LEFT JOIN components_location_addresses a ON l.component_type = 'location.address' AND a.id = l.component_id
		LEFT JOIN components_location_addresses_components ag ON ag.entity_id = a.id AND ag.field = 'geo'
		LEFT JOIN components_location_geos g ON g.id = ag.component_id
		LEFT JOIN components_info_opening_hours h ON l.component_type = 'info.opening-hour' AND h.id = l.component_id
		LEFT JOIN components_blocks_quotes q ON l.component_type = 'blocks.quote' AND q.id = l.component_id
		LEFT JOIN components_blocks_rich_texts t ON l.component_type = 'blocks.rich-text' AND t.id = l.component_id
		LEFT JOIN components_blocks_relateds d ON l.component_type = 'blocks.related' AND d.id = l.component_id
		LEFT JOIN components_blocks_relateds_category_links k ON k.related_id = d.id
		WHERE ${ours} ORDER BY l.entity_id, l."order", l.id`);
	const categories = rows(
		'SELECT l.restaurant_id AS owner, l.category_id AS id, l.category_order AS place FROM restaurants r JOIN ' +
			`restaurants_categories_links l ON l.restaurant_id = r.id WHERE ${ours} ORDER BY l.restaurant_id, l.category_order`,
	);
	const chains = rows(
		'SELECT l.restaurant_id AS owner, l.chain_id AS id FROM restaurants r JOIN restaurants_chain_links l ON l.restaurant_id = r.id ' +
			`WHERE ${ours}`,
	);
	const [partsOf, categoriesOf, chainsOf] = [parts, categories, chains].map(list => groupBy(list, 'owner'));
	const found = {};
	for (const { id, slug, name, seats } of restaurants) {
		const field = wanted => (partsOf[id] ?? []).filter(part => part.field === wanted);
		const addresses = field('address');
		const linked = categoriesOf[id] ?? [];
		const state = {
			name,
			seats,
			street: addresses.map(part => part.street).join(),
			lat: addresses.length === 1 ? addresses[0].lat : null,
			hours: field('hours').map(part => part.day),
			blocks: field('blocks').map(({ type, text, body, heading, category }) => `${type} ${text ?? body ?? `${heading} of ${category}`}`),
			categories: linked.map(link => link.id),
			chain: (chainsOf[id] ?? []).map(link => link.id).at(0),
		};
		if (linked.some((link, index) => link.place !== index + 1)) state.places = linked.map(link => link.place);
		if (found[slug]) state.twice = true;
		found[slug] = { id, state };
	}
	const related = groupBy(
		rows(
			'SELECT m.bookmark_id AS owner, m.related_type AS type, m.related_id AS id FROM bookmarks b JOIN bookmarks_related_morphs m ' +
				`ON m.bookmark_id = b.id WHERE b.label LIKE 'load-%' ORDER BY m.bookmark_id, m."order", m.id`,
		),
		'owner',
	);
	for (const { id, label } of rows(`SELECT id, label FROM bookmarks WHERE label LIKE 'load-%'`))
		found[label] = { id, state: { label, related: (related[id] ?? []).map(row => `${row.type} ${row.id}`) } };
	return found;
}
