-- Enlarges a copy of the reference data set to @COUNT@ restaurants of the same shape: copies of all restaurants with their
-- components, media, categories, chains, neighbours, other languages, and with reviews of their own.
--
-- A copied row has the id of its original plus copy * (the highest id of the original table). So a reference between two
-- copied tables is moved in the same way, and a reference to a table that is not copied stays.

PRAGMA foreign_keys = OFF;
PRAGMA synchronous = OFF;
PRAGMA journal_mode = OFF;
PRAGMA cache_size = -400000;
BEGIN;

CREATE TEMP TABLE step AS
SELECT
	(SELECT max(id) FROM restaurants) AS restaurant,
	(SELECT max(id) FROM reviews) AS review,
	(SELECT max(id) FROM components_location_addresses) AS address,
	(SELECT max(id) FROM components_location_geos) AS geo,
	(SELECT max(id) FROM components_info_opening_hours) AS hour,
	(SELECT max(id) FROM components_blocks_rich_texts) AS rich_text,
	(SELECT max(id) FROM components_blocks_quotes) AS quote,
	(SELECT max(id) FROM components_blocks_sliders) AS slider,
	(SELECT max(id) FROM components_blocks_relateds) AS related;

CREATE TEMP TABLE copies AS
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < (@COUNT@ - 1) / (SELECT restaurant FROM step))
SELECT n FROM numbers;

-- Which restaurants are copied how often: the last copy may be a part.
CREATE TEMP TABLE made (original INTEGER, n INTEGER, id INTEGER, PRIMARY KEY (original, n)) WITHOUT ROWID;
INSERT INTO made SELECT r.id, n, r.id + n * step.restaurant FROM restaurants r, copies, step WHERE r.id + n * step.restaurant <= @COUNT@;

-- The originals of the link tables, as they are before anything is added.
CREATE TEMP TABLE old_components AS SELECT * FROM restaurants_components;
CREATE TEMP TABLE old_geos AS SELECT * FROM components_location_addresses_components;
CREATE TEMP TABLE old_morphs AS SELECT * FROM files_related_morphs;
CREATE TEMP TABLE old_categories AS SELECT * FROM restaurants_categories_links;
CREATE TEMP TABLE old_chains AS SELECT * FROM restaurants_chain_links;
CREATE TEMP TABLE old_neighbours AS SELECT * FROM restaurants_neighbours_links;
CREATE TEMP TABLE old_localizations AS SELECT * FROM restaurants_localizations_links;
CREATE TEMP TABLE old_reviews AS SELECT r.*, l.restaurant_id, l.review_order, a.user_id FROM reviews r
	JOIN reviews_restaurant_links l ON l.review_id = r.id LEFT JOIN reviews_author_links a ON a.review_id = r.id;
CREATE TEMP TABLE old_related_restaurants AS SELECT * FROM components_blocks_relateds_restaurants_links;
CREATE TEMP TABLE old_related_categories AS SELECT * FROM components_blocks_relateds_category_links;

INSERT INTO restaurants (id, name, slug, description, rating, price, seats, open, founded, created_at, updated_at, published_at, created_by_id, updated_by_id, locale)
SELECT m.id, name || ' ' || n, slug || '-' || n, description, rating, price, seats, open, founded, created_at, updated_at, published_at, created_by_id, updated_by_id, locale
FROM made m JOIN restaurants r ON r.id = m.original ORDER BY m.id;

INSERT INTO restaurants_categories_links (restaurant_id, category_id, category_order, restaurant_order)
SELECT m.id, category_id, category_order, restaurant_order + n * step.restaurant FROM made m JOIN old_categories o ON o.restaurant_id = m.original, step ORDER BY m.id;
INSERT INTO restaurants_chain_links (restaurant_id, chain_id, restaurant_order)
SELECT m.id, chain_id, restaurant_order + n * step.restaurant FROM made m JOIN old_chains o ON o.restaurant_id = m.original, step ORDER BY m.id;
INSERT INTO restaurants_neighbours_links (restaurant_id, inv_restaurant_id, restaurant_order)
SELECT m.id, other.id, restaurant_order FROM made m JOIN old_neighbours o ON o.restaurant_id = m.original JOIN made other ON other.original = o.inv_restaurant_id AND other.n = m.n ORDER BY m.id;
INSERT INTO restaurants_localizations_links (restaurant_id, inv_restaurant_id, restaurant_order)
SELECT m.id, other.id, restaurant_order FROM made m JOIN old_localizations o ON o.restaurant_id = m.original JOIN made other ON other.original = o.inv_restaurant_id AND other.n = m.n ORDER BY m.id;

-- Components: how far the ids of each kind are moved by one copy.
CREATE TEMP TABLE moved (component_type TEXT PRIMARY KEY, step INTEGER);
INSERT INTO moved SELECT 'location.address', address FROM step UNION ALL SELECT 'info.opening-hour', hour FROM step
	UNION ALL SELECT 'blocks.rich-text', rich_text FROM step UNION ALL SELECT 'blocks.quote', quote FROM step
	UNION ALL SELECT 'blocks.slider', slider FROM step UNION ALL SELECT 'blocks.related', related FROM step;
CREATE TEMP TABLE used AS
SELECT m.id AS entity, n, o.component_id AS original, o.component_id + n * v.step AS component, o.component_type, o.field, o."order"
FROM made m JOIN old_components o ON o.entity_id = m.original JOIN moved v USING (component_type);
INSERT INTO restaurants_components (entity_id, component_id, component_type, field, "order")
SELECT entity, component, component_type, field, "order" FROM used ORDER BY entity;

INSERT INTO components_location_addresses (id, street, city, zip)
SELECT component, street, city, zip FROM used JOIN components_location_addresses c ON c.id = original WHERE component_type = 'location.address';
INSERT INTO components_info_opening_hours (id, day, opens, closes)
SELECT component, day, opens, closes FROM used JOIN components_info_opening_hours c ON c.id = original WHERE component_type = 'info.opening-hour';
INSERT INTO components_blocks_rich_texts (id, body)
SELECT component, body FROM used JOIN components_blocks_rich_texts c ON c.id = original WHERE component_type = 'blocks.rich-text';
INSERT INTO components_blocks_quotes (id, text, author)
SELECT component, text, author FROM used JOIN components_blocks_quotes c ON c.id = original WHERE component_type = 'blocks.quote';
INSERT INTO components_blocks_sliders (id, title)
SELECT component, title FROM used JOIN components_blocks_sliders c ON c.id = original WHERE component_type = 'blocks.slider';
INSERT INTO components_blocks_relateds (id, heading)
SELECT component, heading FROM used JOIN components_blocks_relateds c ON c.id = original WHERE component_type = 'blocks.related';

-- What hangs on the components.
INSERT INTO components_location_geos (id, lat, lng)
SELECT g.id + n * step.geo, lat, lng FROM used JOIN old_geos o ON o.entity_id = original JOIN components_location_geos g ON g.id = o.component_id, step
WHERE used.component_type = 'location.address';
INSERT INTO components_location_addresses_components (entity_id, component_id, component_type, field, "order")
SELECT used.component, o.component_id + n * step.geo, o.component_type, o.field, o."order" FROM used JOIN old_geos o ON o.entity_id = original, step
WHERE used.component_type = 'location.address';
INSERT INTO components_blocks_relateds_restaurants_links (related_id, restaurant_id, restaurant_order)
SELECT used.component, restaurant_id, restaurant_order FROM used JOIN old_related_restaurants o ON o.related_id = original WHERE component_type = 'blocks.related';
INSERT INTO components_blocks_relateds_category_links (related_id, category_id)
SELECT used.component, category_id FROM used JOIN old_related_categories o ON o.related_id = original WHERE component_type = 'blocks.related';

INSERT INTO files_related_morphs (file_id, related_id, related_type, field, "order")
SELECT file_id, m.id, related_type, field, "order" FROM made m JOIN old_morphs o ON o.related_id = m.original AND o.related_type = 'api::restaurant.restaurant' ORDER BY m.id;
INSERT INTO files_related_morphs (file_id, related_id, related_type, field, "order")
SELECT file_id, component, related_type, o.field, o."order" FROM used JOIN old_morphs o ON o.related_id = original AND o.related_type = component_type
WHERE component_type IN ('location.address', 'blocks.slider');

CREATE TEMP TABLE new_reviews AS
SELECT o.*, m.id AS of, o.id + n * step.review AS new FROM made m JOIN old_reviews o ON o.restaurant_id = m.original, step;
INSERT INTO reviews (id, title, body, stars, created_at, updated_at, published_at, created_by_id, updated_by_id)
SELECT new, title, body, stars, created_at, updated_at, published_at, created_by_id, updated_by_id FROM new_reviews ORDER BY new;
INSERT INTO reviews_restaurant_links (review_id, restaurant_id, review_order) SELECT new, of, review_order FROM new_reviews ORDER BY new;
INSERT INTO reviews_author_links (review_id, user_id) SELECT new, user_id FROM new_reviews WHERE user_id IS NOT NULL ORDER BY new;

COMMIT;
