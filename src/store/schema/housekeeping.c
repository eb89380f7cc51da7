/* The tables that Strapi has for itself, which no model describes, and lectern's own. */
#include "schema.h"

/* A column of a table. Each names its table; those of one table follow each other. */
struct housekeeping_column {
	const char *table, *name;
	enum column_type type;
	bool reference;
};

static const struct housekeeping_column settings[] = {
    {"strapi_core_store_settings", "key", COLUMN_STRING, false},
    {"strapi_core_store_settings", "value", COLUMN_TEXT, false},
    {"strapi_core_store_settings", "type", COLUMN_STRING, false},
    {"strapi_core_store_settings", "environment", COLUMN_STRING, false},
    {"strapi_core_store_settings", "tag", COLUMN_STRING, false},
};

static const struct housekeeping_column housekeeping[] = {
    {"strapi_webhooks", "name", COLUMN_STRING, false},
    {"strapi_webhooks", "url", COLUMN_TEXT, false},
    {"strapi_webhooks", "headers", COLUMN_JSON, false},
    {"strapi_webhooks", "events", COLUMN_JSON, false},
    {"strapi_webhooks", "enabled", COLUMN_BOOLEAN, false},
    {"strapi_migrations", "name", COLUMN_STRING, false},
    {"strapi_migrations", "time", COLUMN_PLAIN_DATETIME, false},
    {"strapi_database_schema", "schema", COLUMN_PLAIN_JSON, false},
    {"strapi_database_schema", "time", COLUMN_PLAIN_DATETIME, false},
    {"strapi_database_schema", "hash", COLUMN_STRING, false},
    {"strapi_releases", "name", COLUMN_STRING, false},
    {"strapi_releases", "released_at", COLUMN_DATETIME, false},
    {"strapi_releases", "scheduled_at", COLUMN_DATETIME, false},
    {"strapi_releases", "timezone", COLUMN_STRING, false},
    {"strapi_releases", "status", COLUMN_STRING, false},
    {"strapi_releases", "created_at", COLUMN_DATETIME, false},
    {"strapi_releases", "updated_at", COLUMN_DATETIME, false},
    {"strapi_release_actions", "type", COLUMN_STRING, false},
    {"strapi_release_actions", "target_id", COLUMN_INTEGER, true},
    {"strapi_release_actions", "target_type", COLUMN_STRING, false},
    {"strapi_release_actions", "content_type", COLUMN_STRING, false},
    {"strapi_release_actions", "locale", COLUMN_STRING, false},
    {"strapi_release_actions", "is_entry_valid", COLUMN_BOOLEAN, false},
    {"strapi_release_actions", "created_at", COLUMN_DATETIME, false},
    {"strapi_release_actions", "updated_at", COLUMN_DATETIME, false},
};

static struct schema_table *table_of(struct schema *schema, const char *name, bool is_housekeeping)
{
	for (size_t i = schema->count; i-- > 0;)
		if (strcmp(schema->tables[i]->name, name) == 0)
			return schema->tables[i];
	struct schema_table *table = schema_add_table(schema, name);
	table->housekeeping = is_housekeeping;
	return table;
}

static void add_columns(struct schema *schema, const struct housekeeping_column *columns, size_t count,
                        bool is_housekeeping)
{
	for (size_t i = 0; i < count; i++) {
		struct schema_table *table = table_of(schema, columns[i].table, is_housekeeping);
		if (columns[i].reference)
			schema_add_reference(schema, table, columns[i].name);
		else
			schema_add_column(schema, table, columns[i].name, columns[i].type);
	}
}

void schema_add_settings(struct schema *schema)
{
	add_columns(schema, settings, COUNT_OF(settings), false);
}

static void add_creators(struct schema *schema, const char *table)
{
	schema_add_join_column(schema, table_of(schema, table, true), "created_by_id", "admin_users");
	schema_add_join_column(schema, table_of(schema, table, true), "updated_by_id", "admin_users");
}

static void add_release_links(struct schema *schema)
{
	static const char name[] = "strapi_release_actions_release_links";
	struct schema_table *table = table_of(schema, name, true);
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

static void add_deliveries(struct schema *schema)
{
	struct schema_table *table = schema_add_table(schema, "lectern_webhook_deliveries");
	table->own = table->unlisted = true;
	schema_add_column(schema, table, "webhook_id", COLUMN_BIGINTEGER);
	schema_add_column(schema, table, "event", COLUMN_STRING);
	schema_add_column(schema, table, "payload", COLUMN_TEXT);
	schema_add_column(schema, table, "created_at", COLUMN_BIGINTEGER);
	schema_add_column(schema, table, "state", COLUMN_INTEGER);
	schema_add_column(schema, table, "attempts", COLUMN_INTEGER);
	schema_add_column(schema, table, "due_at", COLUMN_BIGINTEGER);
	schema_add_column(schema, table, "status", COLUMN_INTEGER);
	schema_add_column(schema, table, "message", COLUMN_TEXT);
	schema_add_column(schema, table, "took", COLUMN_BIGINTEGER);
	schema_add_column(schema, table, "ended_at", COLUMN_BIGINTEGER);
	struct schema_index *due =
	    schema_add_index(schema, table, "lectern_webhook_deliveries_due_index", "webhook_id");
	due->columns[due->column_count++] = "state";
	due->columns[due->column_count++] = "due_at";
}

void schema_add_own(struct schema *schema)
{
	struct schema_table *table = schema_add_table(schema, "lectern_ended_tokens");
	table->own = table->unlisted = true;
	schema_add_column(schema, table, "user_id", COLUMN_BIGINTEGER);
	schema_add_column(schema, table, "ended_before", COLUMN_BIGINTEGER);
	schema_add_index(schema, table, "lectern_ended_tokens_user_id_unique", "user_id")->unique = true;
	add_deliveries(schema);
}

void schema_add_housekeeping(struct schema *schema)
{
	add_columns(schema, housekeeping, COUNT_OF(housekeeping), true);
	table_of(schema, "strapi_webhooks", true)->housekeeping = false;
	table_of(schema, "strapi_migrations", true)->unlisted = true;
	table_of(schema, "strapi_database_schema", true)->unlisted = true;
	add_creators(schema, "strapi_releases");
	add_creators(schema, "strapi_release_actions");
	add_release_links(schema);
}
