-- Enlarges the reference data set on PostgreSQL by @COPIES@ copies of all restaurants, with their categories, chains,
-- languages, and reviews of their own. A copied row has the id of its original plus the copy's number times 1000.

INSERT INTO restaurants (id, name, slug, description, rating, price, seats, open, founded, created_at, updated_at, published_at, created_by_id, updated_by_id, locale)
SELECT id + n * 1000, name || ' ' || n, slug || '-' || n, description, rating, price, seats, open, founded, created_at, updated_at, published_at, created_by_id, updated_by_id, locale
FROM generate_series(1, @COPIES@) AS n, restaurants ORDER BY n, id;

INSERT INTO restaurants_categories_links (restaurant_id, category_id, category_order, restaurant_order)
SELECT restaurant_id + n * 1000, category_id, category_order, restaurant_order + n * 1000 FROM generate_series(1, @COPIES@) AS n, restaurants_categories_links ORDER BY n, id;

INSERT INTO restaurants_chain_links (restaurant_id, chain_id, restaurant_order)
SELECT restaurant_id + n * 1000, chain_id, restaurant_order + n * 1000 FROM generate_series(1, @COPIES@) AS n, restaurants_chain_links ORDER BY n, id;

INSERT INTO restaurants_localizations_links (restaurant_id, inv_restaurant_id, restaurant_order)
SELECT restaurant_id + n * 1000, inv_restaurant_id + n * 1000, restaurant_order FROM generate_series(1, @COPIES@) AS n, restaurants_localizations_links ORDER BY n, id;

INSERT INTO reviews (id, title, body, stars, created_at, updated_at, published_at, created_by_id, updated_by_id)
SELECT id + n * 1000, title, body, stars, created_at, updated_at, published_at, created_by_id, updated_by_id FROM generate_series(1, @COPIES@) AS n, reviews ORDER BY n, id;

INSERT INTO reviews_restaurant_links (review_id, restaurant_id, review_order)
SELECT review_id + n * 1000, restaurant_id + n * 1000, review_order FROM generate_series(1, @COPIES@) AS n, reviews_restaurant_links ORDER BY n, id;
