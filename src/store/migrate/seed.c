/* The first rows of a new database: the default roles with their permissions, the default locale, and the settings that
 * say so. */
#include "seed.h"
#include "store/schema/statements.h"

struct seeding {
	struct migration_plan *plan;
	const char *now; /* as the database writes a time */
};

static const char *time_now(const struct migration_plan *plan)
{
	char text[DATETIME_ISO_SIZE];
	int64_t now = datetime_now();
	if (plan->client == DATABASE_SQLITE)
		return arena_format(plan->arena, "%lld", (long long)now);
	datetime_format_iso(now, text);
	return arena_format(plan->arena, "'%s'", text);
}

/* INSERT INTO table (…, created_at, updated_at) VALUES (…, now, now). `columns` and `values` end with NULL. */
static void insert(struct seeding *seeding, const char *table, const char *const *columns, const char *const *values)
{
	struct buffer sql = {0};
	struct migration_plan *plan = seeding->plan;
	buffer_text(&sql, "insert into ");
	schema_write_name(&sql, plan->client, table);
	buffer_text(&sql, " (");
	for (size_t i = 0; columns[i]; i++) {
		schema_write_name(&sql, plan->client, columns[i]);
		buffer_text(&sql, ", ");
	}
	buffer_text(&sql, "created_at, updated_at) values (");
	for (size_t i = 0; values[i]; i++) {
		schema_write_text(&sql, slice_of(values[i]));
		buffer_text(&sql, ", ");
	}
	buffer_format(&sql, "%s, %s)", seeding->now, seeding->now);
	plan_add(plan, &sql, NULL);
}

static void add_role(struct seeding *seeding, const char *name, const char *description, const char *type)
{
	static const char *const columns[] = {"name", "description", "type", NULL};
	const char *values[] = {name, description, type, NULL};
	insert(seeding, "up_roles", columns, values);
}

/* A permission and its link to the role: the rows have just been made, so the last of the action is meant. */
static void grant(struct seeding *seeding, const char *role, const char *action, size_t order)
{
	static const char *const columns[] = {"action", NULL};
	const char *values[] = {action, NULL};
	struct buffer sql = {0};
	insert(seeding, "up_permissions", columns, values);
	buffer_text(&sql,
	            "insert into up_permissions_role_links (permission_id, role_id, permission_order) select (select "
	            "max(p.id) from up_permissions p where p.action = ");
	schema_write_text(&sql, slice_of(action));
	buffer_format(&sql, "), r.id, %zu from up_roles r where r.type = ", order);
	schema_write_text(&sql, slice_of(role));
	plan_add(seeding->plan, &sql, NULL);
}

static void add_roles(struct seeding *seeding, const struct migrate_seed *seed)
{
	static const char *const of_public[] = {
	    "callback", "connect",           "forgotPassword",       "resetPassword",
	    "register", "emailConfirmation", "sendEmailConfirmation"};
	size_t order = 0;
	add_role(seeding, "Authenticated", "Default role given to authenticated user.", "authenticated");
	add_role(seeding, "Public", "Default role given to unauthenticated user.", "public");
	grant(seeding, "authenticated", "plugin::users-permissions.user.me", 1);
	grant(seeding, "authenticated", "plugin::users-permissions.auth.changePassword", 2);
	for (size_t i = 0; i < COUNT_OF(of_public); i++)
		grant(seeding, "public",
		      arena_format(seeding->plan->arena, "plugin::users-permissions.auth.%s", of_public[i]), ++order);
	for (size_t i = 0; seed && i < seed->public_action_count; i++)
		grant(seeding, "public", seed->public_actions[i], ++order);
}

static void add_setting(struct migration_plan *plan, const char *key, const char *type, const char *json)
{
	struct buffer sql = {0};
	buffer_text(&sql, "insert into strapi_core_store_settings (key, value, type) values (");
	schema_write_text(&sql, slice_of(key));
	buffer_text(&sql, ", ");
	schema_write_text(&sql, slice_of(json));
	buffer_text(&sql, ", ");
	schema_write_text(&sql, slice_of(type));
	buffer_byte(&sql, ')');
	plan_add(plan, &sql, NULL);
}

static void add_locale(struct seeding *seeding)
{
	static const char *const columns[] = {"name", "code", NULL};
	static const char *const values[] = {"English (en)", "en", NULL};
	insert(seeding, "i18n_locale", columns, values);
}

static void add_token(struct seeding *seeding, const struct migrate_seed *seed)
{
	static const char *const columns[] = {"name", "description", "type", "access_key", NULL};
	const char *values[] = {seed->token_name, "", "full-access", seed->token_hash, NULL};
	insert(seeding, "strapi_api_tokens", columns, values);
}

static bool is_made(const struct migration_plan *plan, const char *table)
{
	return schema_find(plan->schema, table) && !plan_has_table(plan, table);
}

void plan_add_seeds(struct migration_plan *plan, const struct migrate_seed *seed)
{
	struct seeding seeding = {.plan = plan, .now = time_now(plan)};
	if (is_made(plan, "up_roles") && is_made(plan, "up_permissions"))
		add_roles(&seeding, seed);
	if (is_made(plan, "i18n_locale"))
		add_locale(&seeding);
	if (plan->fresh) {
		add_setting(plan, "plugin_users-permissions_advanced", "object",
		            "{\"unique_email\":true,\"allow_register\":true,\"email_confirmation\":false,"
		            "\"email_reset_password\":null,\"email_confirmation_redirection\":null,"
		            "\"default_role\":\"authenticated\"}");
		add_setting(plan, "plugin_i18n_default_locale", "string", "\"en\"");
	}
	if (seed && seed->token_name && is_made(plan, "strapi_api_tokens"))
		add_token(&seeding, seed);
}
