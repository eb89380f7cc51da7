/* The tables that the reference has for itself, which no model describes. */
#include "schema.h"

static struct schema_table *add(struct schema *schema, const char *name)
{
	struct schema_table *table = schema_add_table(schema, name);
	table->housekeeping = true;
	return table;
}

void schema_add_settings(struct schema *schema)
{
	struct schema_table *table = schema_add_table(schema, "strapi_core_store_settings");
	schema_add_column(schema, table, "key", COLUMN_STRING);
	schema_add_column(schema, table, "value", COLUMN_TEXT);
	schema_add_column(schema, table, "type", COLUMN_STRING);
	schema_add_column(schema, table, "environment", COLUMN_STRING);
	schema_add_column(schema, table, "tag", COLUMN_STRING);
}

static void add_webhooks(struct schema *schema)
{
	struct schema_table *table = add(schema, "strapi_webhooks");
	schema_add_column(schema, table, "name", COLUMN_STRING);
	schema_add_column(schema, table, "url", COLUMN_TEXT);
	schema_add_column(schema, table, "headers", COLUMN_JSON);
	schema_add_column(schema, table, "events", COLUMN_JSON);
	schema_add_column(schema, table, "enabled", COLUMN_BOOLEAN);
}

static void add_migrations(struct schema *schema)
{
	struct schema_table *table = add(schema, "strapi_migrations");
	table->unlisted = true;
	schema_add_column(schema, table, "name", COLUMN_STRING);
	schema_add_column(schema, table, "time", COLUMN_PLAIN_DATETIME);
	table = add(schema, "strapi_database_schema");
	table->unlisted = true;
	schema_add_column(schema, table, "schema", COLUMN_PLAIN_JSON);
	schema_add_column(schema, table, "time", COLUMN_PLAIN_DATETIME);
	schema_add_column(schema, table, "hash", COLUMN_STRING);
}

static void add_server_columns(struct schema *schema, struct schema_table *table)
{
	schema_add_column(schema, table, "created_at", COLUMN_DATETIME);
	schema_add_column(schema, table, "updated_at", COLUMN_DATETIME);
	schema_add_join_column(schema, table, "created_by_id", "admin_users");
	schema_add_join_column(schema, table, "updated_by_id", "admin_users");
}

static void add_release_links(struct schema *schema)
{
	static const char name[] = "strapi_release_actions_release_links";
	struct schema_table *table = add(schema, name);
	schema_add_reference(schema, table, "release_action_id");
	schema_add_reference(schema, table, "release_id");
	schema_add_order(schema, table, "release_action_order");
	schema_add_index(schema, table, "strapi_release_actions_release_links_fk", "release_action_id");
	schema_add_index(schema, table, "strapi_release_actions_release_links_inv_fk", "release_id");
	struct schema_index *both =
	    schema_add_index(schema, table, "strapi_release_actions_release_links_unique", "release_action_id");
	both->columns[both->column_count++] = "release_id";
	both->unique = true;
	schema_add_index(schema, table, "strapi_release_actions_release_links_order_inv_fk", "release_action_order");
	schema_add_key(schema, table, "strapi_release_actions_release_links_fk", "release_action_id",
	               "strapi_release_actions", true);
	schema_add_key(schema, table, "strapi_release_actions_release_links_inv_fk", "release_id", "strapi_releases",
	               true);
}

static void add_releases(struct schema *schema)
{
	struct schema_table *table = add(schema, "strapi_releases");
	schema_add_column(schema, table, "name", COLUMN_STRING);
	schema_add_column(schema, table, "released_at", COLUMN_DATETIME);
	schema_add_column(schema, table, "scheduled_at", COLUMN_DATETIME);
	schema_add_column(schema, table, "timezone", COLUMN_STRING);
	schema_add_column(schema, table, "status", COLUMN_STRING);
	add_server_columns(schema, table);
	table = add(schema, "strapi_release_actions");
	schema_add_column(schema, table, "type", COLUMN_STRING);
	schema_add_reference(schema, table, "target_id");
	schema_add_column(schema, table, "target_type", COLUMN_STRING);
	schema_add_column(schema, table, "content_type", COLUMN_STRING);
	schema_add_column(schema, table, "locale", COLUMN_STRING);
	schema_add_column(schema, table, "is_entry_valid", COLUMN_BOOLEAN);
	add_server_columns(schema, table);
	add_release_links(schema);
}

void schema_add_own(struct schema *schema)
{
	struct schema_table *table = schema_add_table(schema, "lectern_ended_tokens");
	table->own = table->unlisted = true;
	schema_add_column(schema, table, "user_id", COLUMN_BIGINTEGER);
	schema_add_column(schema, table, "ended_before", COLUMN_BIGINTEGER);
	schema_add_index(schema, table, "lectern_ended_tokens_user_id_unique", "user_id")->unique = true;
}

void schema_add_housekeeping(struct schema *schema)
{
	add_webhooks(schema);
	add_migrations(schema);
	add_releases(schema);
}
