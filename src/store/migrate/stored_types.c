#include "stored_types.h"

#include "database.h"

#include <json-c/json.h>

enum { COLUMN_CELLS = 3 };

static void keep_models(struct stored_types *types, const char *text)
{
	struct json_object *models = json_parse_stored(slice_of(text));
	bool plugins = false;
	if (json_object_is_type(models, json_type_object)) {
		json_object_object_foreach(models, uid, model)
		{
			plugins |= strncmp(uid, "plugin::", 8) == 0;
			types->project_is_first |= !plugins && strncmp(uid, "api::", 5) == 0;
			struct json_object *attributes = json_member(model, "attributes");
			if (!json_object_is_type(attributes, json_type_object))
				continue;
			json_object_object_foreach(attributes, name, attribute)
			{
				const char *type = json_object_get_string(json_member(attribute, "type"));
				const char *key = arena_format(types->arena, "%s.%s", uid, name);
				if (type)
					map_set(&types->attributes, slice_of(key),
					        arena_copy(types->arena, slice_of(type)));
			}
		}
	}
	json_object_put(models);
}

static void keep_columns(struct stored_types *types, struct migration_database *database)
{
	const char **cells;
	size_t count;
	struct error ignored;
	if (!database->rows(database, database->columns_query, types->arena, &cells, &count, &ignored))
		return;
	for (size_t i = 0; i < count; i++, cells += COLUMN_CELLS)
		map_set(&types->columns, slice_of(arena_format(types->arena, "%s.%s", cells[0], cells[1])),
		        (void *)(uintptr_t)(cells[2] ? cells[2] : ""));
	if (database->rows(database,
	                   "select value from strapi_core_store_settings where key = 'strapi_content_types_schema'",
	                   types->arena, &cells, &count, &ignored) &&
	    count && cells[0])
		keep_models(types, cells[0]);
}

/* A database that can't be read tells nothing; whoever needs it says so. */
static void ask(struct stored_types *types)
{
	struct migration_database database;
	struct error ignored;
	map_init(&types->columns, types->arena);
	map_init(&types->attributes, types->arena);
	types->is_read = true;
	if (migration_open(&database, types->config, false, types->arena, &ignored) &&
	    database.begin(&database, false, &ignored)) {
		keep_columns(types, &database);
		database.run(&database, "rollback", &ignored);
	}
	database.close(&database);
}

static bool type_of_column(const char *column, enum attribute_type *found)
{
	static const struct {
		const char *begin;
		enum attribute_type type;
	} types[] = {
	    {"varchar", ATTRIBUTE_STRING},    {"character varying", ATTRIBUTE_STRING},
	    {"text", ATTRIBUTE_TEXT},         {"json", ATTRIBUTE_JSON},
	    {"bigint", ATTRIBUTE_BIGINTEGER}, {"integer", ATTRIBUTE_INTEGER},
	    {"float", ATTRIBUTE_FLOAT},       {"double", ATTRIBUTE_FLOAT},
	    {"numeric", ATTRIBUTE_DECIMAL},   {"boolean", ATTRIBUTE_BOOLEAN},
	    {"datetime", ATTRIBUTE_DATETIME}, {"timestamp", ATTRIBUTE_DATETIME},
	    {"date", ATTRIBUTE_DATE},         {"time", ATTRIBUTE_TIME},
	};
	for (size_t i = 0; column && i < COUNT_OF(types); i++) {
		if (strncmp(column, types[i].begin, strlen(types[i].begin)) != 0)
			continue;
		*found = types[i].type;
		return true;
	}
	return false;
}

bool stored_types_find(struct stored_types *types, const struct content_type *type, const char *attribute,
                       enum attribute_type *found)
{
	struct arena *arena = types->arena;
	if (!types->is_read)
		ask(types);
	const char *known = map_get(&types->attributes, slice_of(arena_format(arena, "%s.%s", type->uid, attribute)));
	if (known && model_custom_field_type(known, found))
		return true;
	const char *column = arena_format(arena, "%s.%s", type->table, model_snake_case(arena, attribute));
	return type_of_column(map_get(&types->columns, slice_of(column)), found);
}

bool stored_types_project_is_first(struct stored_types *types)
{
	if (!types->is_read)
		ask(types);
	return types->project_is_first;
}
