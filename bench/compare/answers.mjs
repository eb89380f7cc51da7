// The answers of some requests for restaurants, written by hand for these models and nothing else: what a developer would write who
// has the tables and knows SQL. There are no permissions, no checks of parameters and no other shapes than these.
// `database`: a connection of better-sqlite3 or of bun:sqlite; both have prepare(), all() and get().

const time = value => (value === null ? null : new Date(value).toISOString());
const truth = value => (value === null ? null : value === 1);
const json = value => (value === null ? null : JSON.parse(value));

/** The rows of a list by the entry they belong to. */
function byOwner(rows) {
	const found = new Map();
	for (const row of rows) {
		const list = found.get(row.owner);
		if (list) list.push(row);
		else found.set(row.owner, [row]);
	}
	return found;
}

const restaurantAttributes = row => ({
	name: row.name,
	slug: row.slug,
	description: row.description,
	rating: row.rating,
	price: row.price,
	seats: row.seats,
	open: truth(row.open),
	founded: row.founded,
	createdAt: time(row.created_at),
	updatedAt: time(row.updated_at),
	publishedAt: time(row.published_at),
	locale: row.locale,
});
const restaurant = row => ({ id: row.id, attributes: restaurantAttributes(row) });
const named = row => ({ id: row.id, attributes: { name: row.name, createdAt: time(row.created_at), updatedAt: time(row.updated_at) } });
const review = row => ({
	id: row.id,
	attributes: {
		title: row.title,
		body: row.body,
		stars: row.stars,
		createdAt: time(row.created_at),
		updatedAt: time(row.updated_at),
		publishedAt: time(row.published_at),
	},
});
const file = row => ({
	id: row.id,
	attributes: {
		name: row.name,
		alternativeText: row.alternative_text,
		caption: row.caption,
		width: row.width,
		height: row.height,
		formats: json(row.formats),
		hash: row.hash,
		ext: row.ext,
		mime: row.mime,
		size: row.size,
		url: row.url,
		previewUrl: row.preview_url,
		provider: row.provider,
		provider_metadata: json(row.provider_metadata),
		createdAt: time(row.created_at),
		updatedAt: time(row.updated_at),
	},
});
const address = row => ({ id: row.id, street: row.street, city: row.city, zip: row.zip });
const hour = row => ({ id: row.id, day: row.day, opens: row.opens, closes: row.closes });
const block = {
	'blocks.rich-text': row => ({ id: row.id, __component: 'blocks.rich-text', body: row.body }),
	'blocks.quote': row => ({ id: row.id, __component: 'blocks.quote', text: row.text, author: row.author }),
	'blocks.slider': row => ({ id: row.id, __component: 'blocks.slider', title: row.title }),
	'blocks.related': row => ({ id: row.id, __component: 'blocks.related', heading: row.heading }),
};
const blockTables = {
	'blocks.rich-text': 'components_blocks_rich_texts',
	'blocks.quote': 'components_blocks_quotes',
	'blocks.slider': 'components_blocks_sliders',
	'blocks.related': 'components_blocks_relateds',
};

export function answers(database) {
	const prepared = sql => database.prepare(sql);
	// One statement for all parents: their ids are one JSON array, so that its text is the same for every page.
	const parents = 'IN (SELECT value FROM json_each(?))';
	const published = "FROM restaurants WHERE locale = 'en' AND published_at IS NOT NULL";
	const columns = 'id, name, slug, description, rating, price, seats, open, founded, created_at, updated_at, published_at, locale';

	const one = prepared(`SELECT ${columns} FROM restaurants WHERE id = ?`);
	const list = prepared(`SELECT ${columns} ${published} ORDER BY id LIMIT 25`);
	const total = prepared(`SELECT count(*) AS total ${published}`);
	const priced = prepared(`SELECT ${columns} ${published} AND price = ? ORDER BY name, id LIMIT 25`);
	const totalPriced = prepared(`SELECT count(*) AS total ${published} AND price = ?`);
	const locales = prepared(`SELECT l.restaurant_id AS owner, r.locale FROM restaurants_localizations_links l
		JOIN restaurants r ON r.id = l.inv_restaurant_id WHERE l.restaurant_id ${parents} ORDER BY l.restaurant_order`);
	const categories = prepared(`SELECT l.restaurant_id AS owner, c.id, c.name, c.created_at, c.updated_at FROM restaurants_categories_links l
		JOIN categories c ON c.id = l.category_id WHERE l.restaurant_id ${parents} ORDER BY l.category_order`);
	const reviews = prepared(`SELECT l.restaurant_id AS owner, r.* FROM reviews_restaurant_links l
		JOIN reviews r ON r.id = l.review_id WHERE l.restaurant_id ${parents} AND r.published_at IS NOT NULL ORDER BY l.review_order`);
	const chains = prepared(`SELECT l.restaurant_id AS owner, c.id, c.name, c.created_at, c.updated_at FROM restaurants_chain_links l
		JOIN chains c ON c.id = l.chain_id WHERE l.restaurant_id ${parents}`);
	const neighbours = prepared(`SELECT l.restaurant_id AS owner, r.* FROM restaurants_neighbours_links l
		JOIN restaurants r ON r.id = l.inv_restaurant_id WHERE l.restaurant_id ${parents} AND r.published_at IS NOT NULL
		ORDER BY l.restaurant_order`);
	const localizations = prepared(`SELECT l.restaurant_id AS owner, r.* FROM restaurants_localizations_links l
		JOIN restaurants r ON r.id = l.inv_restaurant_id WHERE l.restaurant_id ${parents} AND r.published_at IS NOT NULL
		ORDER BY l.restaurant_order`);
	const files = prepared(`SELECT m.related_id AS owner, m.field, f.* FROM files_related_morphs m JOIN files f ON f.id = m.file_id
		WHERE m.related_type = 'api::restaurant.restaurant' AND m.related_id ${parents} ORDER BY m."order"`);
	const links = prepared(`SELECT entity_id AS owner, component_id, component_type, field FROM restaurants_components
		WHERE entity_id ${parents} ORDER BY "order", id`);
	const addresses = prepared(`SELECT * FROM components_location_addresses WHERE id ${parents}`);
	const hours = prepared(`SELECT * FROM components_info_opening_hours WHERE id ${parents}`);
	const blocks = Object.fromEntries(
		Object.entries(blockTables).map(([uid, table]) => [uid, prepared(`SELECT * FROM ${table} WHERE id ${parents}`)]),
	);

	const page = (data, count) => ({ data, meta: { pagination: { page: 1, pageSize: 25, pageCount: Math.ceil(count / 25), total: count } } });
	const idsOf = rows => JSON.stringify(rows.map(({ id }) => id));
	/** Makes the entries: what `more` gives for a row comes after its own attributes. */
	function entries(rows, ids, more) {
		const known = byOwner(locales.all(ids));
		return rows.map(row => ({
			id: row.id,
			attributes: more ? Object.assign(restaurantAttributes(row), more(row)) : restaurantAttributes(row),
			meta: { availableLocales: (known.get(row.id) ?? []).map(({ locale }) => locale) },
		}));
	}
	const byId = (statement, wanted) => new Map(statement.all(JSON.stringify(wanted)).map(row => [row.id, row]));

	function populated(rows, ids) {
		const related = Object.fromEntries(
			Object.entries({ categories, reviews, chains, neighbours, localizations, files, links }).map(([name, statement]) => [
				name,
				byOwner(statement.all(ids)),
			]),
		);
		const all = [...related.links.values()].flat();
		const wanted = type => all.filter(link => link.component_type === type).map(link => link.component_id);
		const components = {
			'location.address': byId(addresses, wanted('location.address')),
			'info.opening-hour': byId(hours, wanted('info.opening-hour')),
		};
		for (const [uid, statement] of Object.entries(blocks)) components[uid] = byId(statement, wanted(uid));
		const many = (found, row, entry) => ({ data: (found.get(row.id) ?? []).map(entry) });
		return row => {
			const [chain] = related.chains.get(row.id) ?? [];
			const owned = related.links.get(row.id) ?? [];
			const media = related.files.get(row.id) ?? [];
			const cover = media.find(({ field }) => field === 'cover');
			const gallery = media.filter(({ field }) => field === 'gallery');
			const at = owned.find(({ field }) => field === 'address');
			return {
				categories: many(related.categories, row, named),
				reviews: many(related.reviews, row, review),
				chain: { data: chain ? named(chain) : null },
				neighbours: many(related.neighbours, row, restaurant),
				cover: { data: cover ? file(cover) : null },
				gallery: { data: gallery.length ? gallery.map(file) : null },
				address: at ? address(components['location.address'].get(at.component_id)) : null,
				hours: owned.filter(({ field }) => field === 'hours').map(link => hour(components['info.opening-hour'].get(link.component_id))),
				blocks: owned
					.filter(({ field }) => field === 'blocks')
					.map(link => block[link.component_type](components[link.component_type].get(link.component_id))),
				localizations: many(related.localizations, row, restaurant),
			};
		};
	}

	return {
		one(id) {
			const row = one.get(id);
			return row ? { data: entries([row], `[${row.id}]`)[0], meta: {} } : null;
		},
		/** `populate`: nothing, "categories" or "*". */
		list(populate) {
			const rows = list.all();
			const ids = idsOf(rows);
			let more;
			if (populate === 'categories') {
				const found = byOwner(categories.all(ids));
				more = row => ({ categories: { data: (found.get(row.id) ?? []).map(named) } });
			} else if (populate === '*') more = populated(rows, ids);
			return page(entries(rows, ids, more), total.get().total);
		},
		priced(price) {
			const rows = priced.all(price);
			return page(entries(rows, idsOf(rows)), totalPriced.get(price).total);
		},
	};
}
