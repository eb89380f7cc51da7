-- The example project's database: the tables as the models name them, and some entries.
-- sqlite3 .tmp/data.db < data.sql

PRAGMA foreign_keys = OFF;
BEGIN;

-- Tables of the server itself
CREATE TABLE admin_users (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	firstname varchar(255),
	lastname varchar(255),
	username varchar(255),
	email varchar(255),
	password varchar(255),
	reset_password_token varchar(255),
	registration_token varchar(255),
	is_active boolean,
	blocked boolean,
	prefered_language varchar(255),
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT admin_users_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT admin_users_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX admin_users_created_by_id_fk ON admin_users (created_by_id);
CREATE INDEX admin_users_updated_by_id_fk ON admin_users (updated_by_id);
CREATE TABLE admin_roles (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	name varchar(255),
	code varchar(255),
	description varchar(255),
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT admin_roles_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT admin_roles_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX admin_roles_created_by_id_fk ON admin_roles (created_by_id);
CREATE INDEX admin_roles_updated_by_id_fk ON admin_roles (updated_by_id);
CREATE TABLE admin_permissions (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	action varchar(255),
	action_parameters json,
	subject varchar(255),
	properties json,
	conditions json,
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT admin_permissions_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT admin_permissions_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX admin_permissions_created_by_id_fk ON admin_permissions (created_by_id);
CREATE INDEX admin_permissions_updated_by_id_fk ON admin_permissions (updated_by_id);
CREATE TABLE admin_permissions_role_links (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	permission_id integer,
	role_id integer,
	permission_order float,
	CONSTRAINT admin_permissions_role_links_fk FOREIGN KEY (permission_id) REFERENCES admin_permissions (id) ON DELETE CASCADE,
	CONSTRAINT admin_permissions_role_links_inv_fk FOREIGN KEY (role_id) REFERENCES admin_roles (id) ON DELETE CASCADE
);
CREATE INDEX admin_permissions_role_links_fk ON admin_permissions_role_links (permission_id);
CREATE INDEX admin_permissions_role_links_inv_fk ON admin_permissions_role_links (role_id);
CREATE INDEX admin_permissions_role_links_order_inv_fk ON admin_permissions_role_links (permission_order);
CREATE UNIQUE INDEX admin_permissions_role_links_unique ON admin_permissions_role_links (permission_id, role_id);
CREATE TABLE admin_users_roles_links (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	user_id integer,
	role_id integer,
	role_order float,
	user_order float,
	CONSTRAINT admin_users_roles_links_fk FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE,
	CONSTRAINT admin_users_roles_links_inv_fk FOREIGN KEY (role_id) REFERENCES admin_roles (id) ON DELETE CASCADE
);
CREATE INDEX admin_users_roles_links_fk ON admin_users_roles_links (user_id);
CREATE INDEX admin_users_roles_links_inv_fk ON admin_users_roles_links (role_id);
CREATE INDEX admin_users_roles_links_order_fk ON admin_users_roles_links (role_order);
CREATE INDEX admin_users_roles_links_order_inv_fk ON admin_users_roles_links (user_order);
CREATE UNIQUE INDEX admin_users_roles_links_unique ON admin_users_roles_links (user_id, role_id);
CREATE TABLE files (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	name varchar(255),
	alternative_text varchar(255),
	caption varchar(255),
	width integer,
	height integer,
	formats json,
	hash varchar(255),
	ext varchar(255),
	mime varchar(255),
	size float,
	url varchar(255),
	preview_url varchar(255),
	provider varchar(255),
	provider_metadata json,
	folder_path varchar(255),
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT files_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT files_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX files_created_by_id_fk ON files (created_by_id);
CREATE INDEX files_updated_by_id_fk ON files (updated_by_id);
CREATE INDEX upload_files_created_at_index ON files (created_at);
CREATE INDEX upload_files_ext_index ON files (ext);
CREATE INDEX upload_files_folder_path_index ON files (folder_path);
CREATE INDEX upload_files_name_index ON files (name);
CREATE INDEX upload_files_size_index ON files (size);
CREATE INDEX upload_files_updated_at_index ON files (updated_at);
CREATE TABLE files_related_morphs (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	file_id integer,
	related_id integer,
	related_type varchar(255),
	field varchar(255),
	"order" float,
	CONSTRAINT files_related_morphs_fk FOREIGN KEY (file_id) REFERENCES files (id) ON DELETE CASCADE
);
CREATE INDEX files_related_morphs_fk ON files_related_morphs (file_id);
CREATE INDEX files_related_morphs_id_column_index ON files_related_morphs (related_id);
CREATE INDEX files_related_morphs_order_index ON files_related_morphs ("order");
CREATE TABLE files_folder_links (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	file_id integer,
	folder_id integer,
	file_order float,
	CONSTRAINT files_folder_links_fk FOREIGN KEY (file_id) REFERENCES files (id) ON DELETE CASCADE,
	CONSTRAINT files_folder_links_inv_fk FOREIGN KEY (folder_id) REFERENCES upload_folders (id) ON DELETE CASCADE
);
CREATE INDEX files_folder_links_fk ON files_folder_links (file_id);
CREATE INDEX files_folder_links_inv_fk ON files_folder_links (folder_id);
CREATE INDEX files_folder_links_order_inv_fk ON files_folder_links (file_order);
CREATE UNIQUE INDEX files_folder_links_unique ON files_folder_links (file_id, folder_id);
CREATE TABLE upload_folders (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	name varchar(255),
	path_id integer,
	path varchar(255),
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT upload_folders_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT upload_folders_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX upload_folders_created_by_id_fk ON upload_folders (created_by_id);
CREATE UNIQUE INDEX upload_folders_path_id_index ON upload_folders (path_id);
CREATE UNIQUE INDEX upload_folders_path_index ON upload_folders (path);
CREATE INDEX upload_folders_updated_by_id_fk ON upload_folders (updated_by_id);
CREATE TABLE upload_folders_parent_links (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	folder_id integer,
	inv_folder_id integer,
	folder_order float,
	CONSTRAINT upload_folders_parent_links_fk FOREIGN KEY (folder_id) REFERENCES upload_folders (id) ON DELETE CASCADE,
	CONSTRAINT upload_folders_parent_links_inv_fk FOREIGN KEY (inv_folder_id) REFERENCES upload_folders (id) ON DELETE CASCADE
);
CREATE INDEX upload_folders_parent_links_fk ON upload_folders_parent_links (folder_id);
CREATE INDEX upload_folders_parent_links_inv_fk ON upload_folders_parent_links (inv_folder_id);
CREATE INDEX upload_folders_parent_links_order_inv_fk ON upload_folders_parent_links (folder_order);
CREATE UNIQUE INDEX upload_folders_parent_links_unique ON upload_folders_parent_links (folder_id, inv_folder_id);
CREATE TABLE up_permissions (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	action varchar(255),
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT up_permissions_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT up_permissions_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX up_permissions_created_by_id_fk ON up_permissions (created_by_id);
CREATE INDEX up_permissions_updated_by_id_fk ON up_permissions (updated_by_id);
CREATE TABLE up_permissions_role_links (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	permission_id integer,
	role_id integer,
	permission_order float,
	CONSTRAINT up_permissions_role_links_fk FOREIGN KEY (permission_id) REFERENCES up_permissions (id) ON DELETE CASCADE,
	CONSTRAINT up_permissions_role_links_inv_fk FOREIGN KEY (role_id) REFERENCES up_roles (id) ON DELETE CASCADE
);
CREATE INDEX up_permissions_role_links_fk ON up_permissions_role_links (permission_id);
CREATE INDEX up_permissions_role_links_inv_fk ON up_permissions_role_links (role_id);
CREATE INDEX up_permissions_role_links_order_inv_fk ON up_permissions_role_links (permission_order);
CREATE UNIQUE INDEX up_permissions_role_links_unique ON up_permissions_role_links (permission_id, role_id);
CREATE TABLE up_roles (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	name varchar(255),
	description varchar(255),
	type varchar(255),
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT up_roles_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT up_roles_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX up_roles_created_by_id_fk ON up_roles (created_by_id);
CREATE INDEX up_roles_updated_by_id_fk ON up_roles (updated_by_id);
CREATE TABLE up_users (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	username varchar(255),
	email varchar(255),
	provider varchar(255),
	password varchar(255),
	reset_password_token varchar(255),
	confirmation_token varchar(255),
	confirmed boolean,
	blocked boolean,
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT up_users_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT up_users_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX up_users_created_by_id_fk ON up_users (created_by_id);
CREATE INDEX up_users_updated_by_id_fk ON up_users (updated_by_id);
CREATE TABLE up_users_role_links (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	user_id integer,
	role_id integer,
	user_order float,
	CONSTRAINT up_users_role_links_fk FOREIGN KEY (user_id) REFERENCES up_users (id) ON DELETE CASCADE,
	CONSTRAINT up_users_role_links_inv_fk FOREIGN KEY (role_id) REFERENCES up_roles (id) ON DELETE CASCADE
);
CREATE INDEX up_users_role_links_fk ON up_users_role_links (user_id);
CREATE INDEX up_users_role_links_inv_fk ON up_users_role_links (role_id);
CREATE INDEX up_users_role_links_order_inv_fk ON up_users_role_links (user_order);
CREATE UNIQUE INDEX up_users_role_links_unique ON up_users_role_links (user_id, role_id);
CREATE TABLE i18n_locale (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	name varchar(255),
	code varchar(255),
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT i18n_locale_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT i18n_locale_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX i18n_locale_created_by_id_fk ON i18n_locale (created_by_id);
CREATE INDEX i18n_locale_updated_by_id_fk ON i18n_locale (updated_by_id);
CREATE TABLE strapi_api_tokens (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	name varchar(255),
	description varchar(255),
	type varchar(255),
	access_key varchar(255),
	last_used_at datetime,
	expires_at datetime,
	lifespan bigint,
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT strapi_api_tokens_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT strapi_api_tokens_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX strapi_api_tokens_created_by_id_fk ON strapi_api_tokens (created_by_id);
CREATE INDEX strapi_api_tokens_updated_by_id_fk ON strapi_api_tokens (updated_by_id);
CREATE TABLE strapi_api_token_permissions (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	action varchar(255),
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT strapi_api_token_permissions_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT strapi_api_token_permissions_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX strapi_api_token_permissions_created_by_id_fk ON strapi_api_token_permissions (created_by_id);
CREATE INDEX strapi_api_token_permissions_updated_by_id_fk ON strapi_api_token_permissions (updated_by_id);
CREATE TABLE strapi_api_token_permissions_token_links (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	api_token_permission_id integer,
	api_token_id integer,
	api_token_permission_order float,
	CONSTRAINT strapi_api_token_permissions_token_links_fk FOREIGN KEY (api_token_permission_id) REFERENCES strapi_api_token_permissions (id) ON DELETE CASCADE,
	CONSTRAINT strapi_api_token_permissions_token_links_inv_fk FOREIGN KEY (api_token_id) REFERENCES strapi_api_tokens (id) ON DELETE CASCADE
);
CREATE INDEX strapi_api_token_permissions_token_links_fk ON strapi_api_token_permissions_token_links (api_token_permission_id);
CREATE INDEX strapi_api_token_permissions_token_links_inv_fk ON strapi_api_token_permissions_token_links (api_token_id);
CREATE INDEX strapi_api_token_permissions_token_links_order_inv_fk ON strapi_api_token_permissions_token_links (api_token_permission_order);
CREATE UNIQUE INDEX strapi_api_token_permissions_token_links_unique ON strapi_api_token_permissions_token_links (api_token_permission_id, api_token_id);
CREATE TABLE strapi_core_store_settings (
	id integer not null primary key autoincrement,
	key varchar(255) null,
	value text null,
	type varchar(255) null,
	environment varchar(255) null,
	tag varchar(255) null
);

-- Tables of the content-types and components
CREATE TABLE components_place_addresses (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	street varchar(255),
	city varchar(255),
	postcode varchar(255)
);
CREATE TABLE components_place_opening_hours (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	day varchar(255),
	opens time,
	closes time
);
CREATE TABLE components_blocks_texts (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	body text
);
CREATE TABLE components_blocks_quotes (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	text text,
	author varchar(255)
);
CREATE TABLE restaurants (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	name varchar(255),
	slug varchar(255),
	description text,
	rating float,
	price varchar(255),
	seats integer,
	takeaway boolean,
	opened date,
	notes text,
	created_at datetime,
	updated_at datetime,
	published_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT restaurants_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT restaurants_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX restaurants_created_by_id_fk ON restaurants (created_by_id);
CREATE INDEX restaurants_updated_by_id_fk ON restaurants (updated_by_id);
CREATE UNIQUE INDEX restaurants_slug_unique ON restaurants (slug);
CREATE TABLE categories (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	name varchar(255),
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT categories_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT categories_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX categories_created_by_id_fk ON categories (created_by_id);
CREATE INDEX categories_updated_by_id_fk ON categories (updated_by_id);
CREATE TABLE chains (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	name varchar(255),
	website varchar(255),
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT chains_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT chains_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX chains_created_by_id_fk ON chains (created_by_id);
CREATE INDEX chains_updated_by_id_fk ON chains (updated_by_id);
CREATE TABLE reviews (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	stars integer,
	text text,
	author varchar(255),
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT reviews_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT reviews_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX reviews_created_by_id_fk ON reviews (created_by_id);
CREATE INDEX reviews_updated_by_id_fk ON reviews (updated_by_id);
CREATE TABLE homepages (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	title varchar(255),
	created_at datetime,
	updated_at datetime,
	created_by_id integer,
	updated_by_id integer,
	CONSTRAINT homepages_created_by_id_fk FOREIGN KEY (created_by_id) REFERENCES admin_users (id) ON DELETE SET NULL,
	CONSTRAINT homepages_updated_by_id_fk FOREIGN KEY (updated_by_id) REFERENCES admin_users (id) ON DELETE SET NULL
);
CREATE INDEX homepages_created_by_id_fk ON homepages (created_by_id);
CREATE INDEX homepages_updated_by_id_fk ON homepages (updated_by_id);
CREATE TABLE restaurants_components (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	entity_id integer,
	component_id integer,
	component_type varchar(255),
	field varchar(255),
	"order" float,
	CONSTRAINT restaurants_entity_fk FOREIGN KEY (entity_id) REFERENCES restaurants (id) ON DELETE CASCADE
);
CREATE INDEX restaurants_field_index ON restaurants_components (field);
CREATE INDEX restaurants_component_type_index ON restaurants_components (component_type);
CREATE INDEX restaurants_entity_fk ON restaurants_components (entity_id);
CREATE UNIQUE INDEX restaurants_unique ON restaurants_components (entity_id, component_id, field, component_type);
CREATE TABLE homepages_components (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	entity_id integer,
	component_id integer,
	component_type varchar(255),
	field varchar(255),
	"order" float,
	CONSTRAINT homepages_entity_fk FOREIGN KEY (entity_id) REFERENCES homepages (id) ON DELETE CASCADE
);
CREATE INDEX homepages_field_index ON homepages_components (field);
CREATE INDEX homepages_component_type_index ON homepages_components (component_type);
CREATE INDEX homepages_entity_fk ON homepages_components (entity_id);
CREATE UNIQUE INDEX homepages_unique ON homepages_components (entity_id, component_id, field, component_type);
CREATE TABLE restaurants_categories_links (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	restaurant_id integer,
	category_id integer,
	category_order float,
	restaurant_order float,
	CONSTRAINT restaurants_categories_links_fk FOREIGN KEY (restaurant_id) REFERENCES restaurants (id) ON DELETE CASCADE,
	CONSTRAINT restaurants_categories_links_inv_fk FOREIGN KEY (category_id) REFERENCES categories (id) ON DELETE CASCADE
);
CREATE INDEX restaurants_categories_links_fk ON restaurants_categories_links (restaurant_id);
CREATE INDEX restaurants_categories_links_inv_fk ON restaurants_categories_links (category_id);
CREATE UNIQUE INDEX restaurants_categories_links_unique ON restaurants_categories_links (restaurant_id, category_id);
CREATE INDEX restaurants_categories_links_order_fk ON restaurants_categories_links (category_order);
CREATE INDEX restaurants_categories_links_order_inv_fk ON restaurants_categories_links (restaurant_order);
CREATE TABLE restaurants_chain_links (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	restaurant_id integer,
	chain_id integer,
	restaurant_order float,
	CONSTRAINT restaurants_chain_links_fk FOREIGN KEY (restaurant_id) REFERENCES restaurants (id) ON DELETE CASCADE,
	CONSTRAINT restaurants_chain_links_inv_fk FOREIGN KEY (chain_id) REFERENCES chains (id) ON DELETE CASCADE
);
CREATE INDEX restaurants_chain_links_fk ON restaurants_chain_links (restaurant_id);
CREATE INDEX restaurants_chain_links_inv_fk ON restaurants_chain_links (chain_id);
CREATE UNIQUE INDEX restaurants_chain_links_unique ON restaurants_chain_links (restaurant_id, chain_id);
CREATE INDEX restaurants_chain_links_order_inv_fk ON restaurants_chain_links (restaurant_order);
CREATE TABLE reviews_restaurant_links (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	review_id integer,
	restaurant_id integer,
	review_order float,
	CONSTRAINT reviews_restaurant_links_fk FOREIGN KEY (review_id) REFERENCES reviews (id) ON DELETE CASCADE,
	CONSTRAINT reviews_restaurant_links_inv_fk FOREIGN KEY (restaurant_id) REFERENCES restaurants (id) ON DELETE CASCADE
);
CREATE INDEX reviews_restaurant_links_fk ON reviews_restaurant_links (review_id);
CREATE INDEX reviews_restaurant_links_inv_fk ON reviews_restaurant_links (restaurant_id);
CREATE UNIQUE INDEX reviews_restaurant_links_unique ON reviews_restaurant_links (review_id, restaurant_id);
CREATE INDEX reviews_restaurant_links_order_inv_fk ON reviews_restaurant_links (review_order);
CREATE TABLE homepages_featured_links (
	id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	homepage_id integer,
	restaurant_id integer,
	restaurant_order float,
	CONSTRAINT homepages_featured_links_fk FOREIGN KEY (homepage_id) REFERENCES homepages (id) ON DELETE CASCADE,
	CONSTRAINT homepages_featured_links_inv_fk FOREIGN KEY (restaurant_id) REFERENCES restaurants (id) ON DELETE CASCADE
);
CREATE INDEX homepages_featured_links_fk ON homepages_featured_links (homepage_id);
CREATE INDEX homepages_featured_links_inv_fk ON homepages_featured_links (restaurant_id);
CREATE UNIQUE INDEX homepages_featured_links_unique ON homepages_featured_links (homepage_id, restaurant_id);
CREATE INDEX homepages_featured_links_order_fk ON homepages_featured_links (restaurant_order);

-- Languages, settings, roles: everybody may read everything
INSERT INTO i18n_locale (id, name, code, created_at, updated_at) VALUES
	(1, 'English (en)', 'en', 1767258000000, 1767258000000);
INSERT INTO strapi_core_store_settings ("key", value, type) VALUES
	('plugin_i18n_default_locale', '"en"', 'string'),
	('plugin_users-permissions_advanced', '{"unique_email": true, "allow_register": true, "email_confirmation": false, "email_reset_password": null, "email_confirmation_redirection": null, "default_role": "authenticated"}', 'object');
INSERT INTO up_roles (id, name, description, type, created_at, updated_at) VALUES
	(1, 'Authenticated', 'Everybody with an account', 'authenticated', 1767258000000, 1767258000000),
	(2, 'Public', 'Everybody else', 'public', 1767258000000, 1767258000000);
INSERT INTO up_permissions (id, action, created_at, updated_at) VALUES
	(1, 'api::restaurant.restaurant.find', 1767258000000, 1767258000000),
	(2, 'api::restaurant.restaurant.findOne', 1767258000000, 1767258000000),
	(3, 'api::category.category.find', 1767258000000, 1767258000000),
	(4, 'api::category.category.findOne', 1767258000000, 1767258000000),
	(5, 'api::chain.chain.find', 1767258000000, 1767258000000),
	(6, 'api::chain.chain.findOne', 1767258000000, 1767258000000),
	(7, 'api::review.review.find', 1767258000000, 1767258000000),
	(8, 'api::review.review.findOne', 1767258000000, 1767258000000),
	(9, 'api::homepage.homepage.find', 1767258000000, 1767258000000),
	(10, 'plugin::i18n.locales.listLocales', 1767258000000, 1767258000000),
	(11, 'api::restaurant.restaurant.find', 1767258000000, 1767258000000),
	(12, 'api::restaurant.restaurant.findOne', 1767258000000, 1767258000000),
	(13, 'api::category.category.find', 1767258000000, 1767258000000),
	(14, 'api::category.category.findOne', 1767258000000, 1767258000000),
	(15, 'api::chain.chain.find', 1767258000000, 1767258000000),
	(16, 'api::chain.chain.findOne', 1767258000000, 1767258000000),
	(17, 'api::review.review.find', 1767258000000, 1767258000000),
	(18, 'api::review.review.findOne', 1767258000000, 1767258000000),
	(19, 'api::homepage.homepage.find', 1767258000000, 1767258000000),
	(20, 'plugin::i18n.locales.listLocales', 1767258000000, 1767258000000);
INSERT INTO up_permissions_role_links (permission_id, role_id, permission_order) VALUES
	(1, 1, 1),
	(2, 1, 2),
	(3, 1, 3),
	(4, 1, 4),
	(5, 1, 5),
	(6, 1, 6),
	(7, 1, 7),
	(8, 1, 8),
	(9, 1, 9),
	(10, 1, 10),
	(11, 2, 1),
	(12, 2, 2),
	(13, 2, 3),
	(14, 2, 4),
	(15, 2, 5),
	(16, 2, 6),
	(17, 2, 7),
	(18, 2, 8),
	(19, 2, 9),
	(20, 2, 10);

-- Entries
INSERT INTO categories (id, name, created_at, updated_at) VALUES
	(1, 'Vegan', 1767258000000, 1767258000000),
	(2, 'Pizza', 1767258000000, 1767258000000),
	(3, 'Ramen', 1767258000000, 1767258000000),
	(4, 'Breakfast', 1767258000000, 1767258000000),
	(5, 'Seafood', 1767258000000, 1767258000000),
	(6, 'Bakery', 1767258000000, 1767258000000);
INSERT INTO chains (id, name, website, created_at, updated_at) VALUES
	(1, 'Green Table', 'https://green-table.example', 1767258000000, 1767258000000),
	(2, 'Forno', 'https://forno.example', 1767258000000, 1767258000000);
INSERT INTO restaurants (id, name, slug, description, rating, price, seats, takeaway, opened, notes, created_at, updated_at, published_at) VALUES
	(1, 'The Green Fork', 'the-green-fork', 'Everything grows within **twenty miles**.', 4.6, 'fair', 48, 1, '2014-05-03', 'for our own eyes', 1767258000000, 1767258000000, 1767258000000),
	(2, 'Forno Uno', 'forno-uno', 'Wood-fired since the first day.', 4.2, 'fair', 70, 1, '2009-09-21', 'for our own eyes', 1767258060000, 1767258060000, 1767258060000),
	(3, 'Forno Due', 'forno-due', 'The second oven, by the river.', 3.9, 'fair', 55, 1, '2016-02-11', 'for our own eyes', 1767258120000, 1767258120000, 1767258120000),
	(4, 'Ramen Kōjō', 'ramen-kojo', 'Broth that cooks for eighteen hours.', 4.8, 'cheap', 22, 0, '2018-11-30', 'for our own eyes', 1767258180000, 1767258180000, 1767258180000),
	(5, 'Le Petit Déjeuner', 'le-petit-dejeuner', 'Breakfast until four in the afternoon.', 4.1, 'cheap', 30, 1, '2011-03-15', 'for our own eyes', 1767258240000, 1767258240000, 1767258240000),
	(6, 'Salt & Sail', 'salt-sail', 'What the boats bring in, on the day they bring it.', 4.7, 'fancy', 36, 0, '2003-06-18', 'for our own eyes', 1767258300000, 1767258300000, 1767258300000),
	(7, 'Crumb', 'crumb', 'Sourdough, rye and nothing else.', 4.4, 'cheap', 12, 1, '2020-08-01', 'for our own eyes', 1767258360000, 1767258360000, 1767258360000),
	(8, 'The Green Spoon', 'the-green-spoon', 'A smaller Green Fork with longer hours.', 4.3, 'fair', 26, 1, '2019-04-07', 'for our own eyes', 1767258420000, 1767258420000, 1767258420000),
	(9, 'Tonkotsu Corner', 'tonkotsu-corner', 'Eight seats, one pot.', 4.5, 'cheap', 8, 0, '2015-10-10', 'for our own eyes', 1767258480000, 1767258480000, 1767258480000),
	(10, 'Harbour House', 'harbour-house', 'Oysters, white linen and a view of the cranes.', 3.8, 'fancy', 90, 0, '1998-12-01', 'for our own eyes', 1767258540000, 1767258540000, 1767258540000),
	(11, 'Seed', 'seed', 'Seven courses without an animal.', 4.9, 'fancy', 18, 0, '2021-01-20', 'for our own eyes', 1767258600000, 1767258600000, 1767258600000),
	(12, 'Pizza by the Yard', 'pizza-by-the-yard', 'Not open yet.', NULL, 'cheap', 120, 1, NULL, 'for our own eyes', 1767258660000, 1767258660000, NULL);
INSERT INTO components_place_addresses (id, street, city, postcode) VALUES
	(1, '12 Mill Lane', 'Bristol', 'BS1 5TY'),
	(2, 'Via Roma 8', 'Torino', '10121'),
	(3, 'Lungo Po 3', 'Torino', '10124'),
	(4, 'Torstraße 40', 'Berlin', '10119'),
	(5, '5 rue des Martyrs', 'Paris', '75009'),
	(6, 'Cais do Sodré 2', 'Lisboa', '1200-109'),
	(7, '77 Haight Street', 'San Francisco', '94102'),
	(8, '3 Quay Street', 'Bristol', 'BS1 2JL'),
	(9, 'Oranienplatz 1', 'Berlin', '10999'),
	(10, 'Am Sandtorkai 60', 'Hamburg', '20457'),
	(11, 'Nørregade 14', 'København', '1165'),
	(12, '1 Long Row', 'Nottingham', 'NG1 2DH');
INSERT INTO components_place_opening_hours (id, day, opens, closes) VALUES
	(1, 'fri', '18:00:00.000', '23:00:00.000'),
	(2, 'fri', '18:00:00.000', '23:00:00.000'),
	(3, 'sat', '12:00:00.000', '23:00:00.000'),
	(4, 'fri', '18:00:00.000', '23:00:00.000'),
	(5, 'sat', '12:00:00.000', '23:00:00.000'),
	(6, 'sun', '12:00:00.000', '17:00:00.000'),
	(7, 'fri', '18:00:00.000', '23:00:00.000'),
	(8, 'fri', '18:00:00.000', '23:00:00.000'),
	(9, 'sat', '12:00:00.000', '23:00:00.000'),
	(10, 'fri', '18:00:00.000', '23:00:00.000'),
	(11, 'sat', '12:00:00.000', '23:00:00.000'),
	(12, 'sun', '12:00:00.000', '17:00:00.000'),
	(13, 'fri', '18:00:00.000', '23:00:00.000'),
	(14, 'fri', '18:00:00.000', '23:00:00.000'),
	(15, 'sat', '12:00:00.000', '23:00:00.000'),
	(16, 'fri', '18:00:00.000', '23:00:00.000'),
	(17, 'sat', '12:00:00.000', '23:00:00.000'),
	(18, 'sun', '12:00:00.000', '17:00:00.000'),
	(19, 'fri', '18:00:00.000', '23:00:00.000'),
	(20, 'fri', '18:00:00.000', '23:00:00.000'),
	(21, 'sat', '12:00:00.000', '23:00:00.000'),
	(22, 'fri', '18:00:00.000', '23:00:00.000'),
	(23, 'sat', '12:00:00.000', '23:00:00.000'),
	(24, 'sun', '12:00:00.000', '17:00:00.000');
INSERT INTO restaurants_components (entity_id, component_id, component_type, field, "order") VALUES
	(1, 1, 'place.address', 'address', NULL),
	(2, 2, 'place.address', 'address', NULL),
	(3, 3, 'place.address', 'address', NULL),
	(4, 4, 'place.address', 'address', NULL),
	(5, 5, 'place.address', 'address', NULL),
	(6, 6, 'place.address', 'address', NULL),
	(7, 7, 'place.address', 'address', NULL),
	(8, 8, 'place.address', 'address', NULL),
	(9, 9, 'place.address', 'address', NULL),
	(10, 10, 'place.address', 'address', NULL),
	(11, 11, 'place.address', 'address', NULL),
	(12, 12, 'place.address', 'address', NULL),
	(1, 1, 'place.opening-hour', 'hours', 1),
	(2, 2, 'place.opening-hour', 'hours', 1),
	(2, 3, 'place.opening-hour', 'hours', 2),
	(3, 4, 'place.opening-hour', 'hours', 1),
	(3, 5, 'place.opening-hour', 'hours', 2),
	(3, 6, 'place.opening-hour', 'hours', 3),
	(4, 7, 'place.opening-hour', 'hours', 1),
	(5, 8, 'place.opening-hour', 'hours', 1),
	(5, 9, 'place.opening-hour', 'hours', 2),
	(6, 10, 'place.opening-hour', 'hours', 1),
	(6, 11, 'place.opening-hour', 'hours', 2),
	(6, 12, 'place.opening-hour', 'hours', 3),
	(7, 13, 'place.opening-hour', 'hours', 1),
	(8, 14, 'place.opening-hour', 'hours', 1),
	(8, 15, 'place.opening-hour', 'hours', 2),
	(9, 16, 'place.opening-hour', 'hours', 1),
	(9, 17, 'place.opening-hour', 'hours', 2),
	(9, 18, 'place.opening-hour', 'hours', 3),
	(10, 19, 'place.opening-hour', 'hours', 1),
	(11, 20, 'place.opening-hour', 'hours', 1),
	(11, 21, 'place.opening-hour', 'hours', 2),
	(12, 22, 'place.opening-hour', 'hours', 1),
	(12, 23, 'place.opening-hour', 'hours', 2),
	(12, 24, 'place.opening-hour', 'hours', 3);
INSERT INTO restaurants_categories_links (restaurant_id, category_id, category_order, restaurant_order) VALUES
	(1, 1, 1, 1),
	(1, 4, 2, 1),
	(2, 2, 1, 1),
	(3, 2, 1, 2),
	(4, 3, 1, 1),
	(5, 4, 1, 2),
	(5, 6, 2, 1),
	(6, 5, 1, 1),
	(7, 6, 1, 2),
	(8, 1, 1, 2),
	(9, 3, 1, 2),
	(10, 5, 1, 2),
	(11, 1, 1, 3),
	(12, 2, 1, 3);
INSERT INTO restaurants_chain_links (restaurant_id, chain_id, restaurant_order) VALUES
	(1, 1, 1),
	(2, 2, 1),
	(3, 2, 2),
	(8, 1, 2);
INSERT INTO reviews (id, stars, text, author, created_at, updated_at) VALUES
	(1, 5, 'The beetroot alone is worth the trip.', 'Ines', 1767258000000, 1767258000000),
	(2, 4, 'Lovely, but book ahead.', 'Tom', 1767258060000, 1767258060000),
	(3, 4, 'Blistered crust, quick service.', 'Giulia', 1767258120000, 1767258120000),
	(4, 5, 'Best bowl in the city.', 'Jonas', 1767258180000, 1767258180000),
	(5, 5, 'Came back the next day.', 'Mia', 1767258240000, 1767258240000),
	(6, 3, 'Good coffee, slow kitchen.', 'Paul', 1767258300000, 1767258300000),
	(7, 5, 'The turbot!', 'Rita', 1767258360000, 1767258360000),
	(8, 4, 'Get there before ten.', 'Sam', 1767258420000, 1767258420000),
	(9, 5, 'Nobody missed a thing.', 'Freja', 1767258480000, 1767258480000),
	(10, 5, NULL, 'Lars', 1767258540000, 1767258540000);
INSERT INTO reviews_restaurant_links (review_id, restaurant_id, review_order) VALUES
	(1, 1, 1),
	(2, 1, 2),
	(3, 2, 1),
	(4, 4, 1),
	(5, 4, 2),
	(6, 5, 1),
	(7, 6, 1),
	(8, 7, 1),
	(9, 11, 1),
	(10, 11, 2);
INSERT INTO files (id, name, alternative_text, width, height, formats, hash, ext, mime, size, url, provider, folder_path, created_at, updated_at) VALUES
	(1, 'green-fork.jpg', 'A long table under a glass roof', 1200, 800, '{"thumbnail": {"ext": ".jpg", "url": "/uploads/thumbnail_green_fork.jpg", "hash": "thumbnail_green_fork", "mime": "image/jpeg", "name": "thumbnail_green-fork.jpg", "path": null, "size": 7.9, "width": 234, "height": 156}}', 'green_fork', '.jpg', 'image/jpeg', 143.2, '/uploads/green_fork.jpg', 'local', '/', 1767258000000, 1767258000000);
INSERT INTO files_related_morphs (file_id, related_id, related_type, field, "order") VALUES
	(1, 1, 'api::restaurant.restaurant', 'cover', 1);
INSERT INTO homepages (id, title, created_at, updated_at) VALUES
	(1, 'Where to eat tonight', 1767258000000, 1767258000000);
INSERT INTO homepages_featured_links (homepage_id, restaurant_id, restaurant_order) VALUES
	(1, 11, 1),
	(1, 4, 2),
	(1, 6, 3);
INSERT INTO components_blocks_texts (id, body) VALUES
	(1, 'Three places we would cross a city for.');
INSERT INTO components_blocks_quotes (id, text, author) VALUES
	(1, 'Nobody missed a thing.', 'Freja');
INSERT INTO homepages_components (entity_id, component_id, component_type, field, "order") VALUES
	(1, 1, 'blocks.text', 'body', 1),
	(1, 1, 'blocks.quote', 'body', 2);

COMMIT;
