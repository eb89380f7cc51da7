#include "schema.h"

const struct schema_table *schema_find(const struct schema *schema, const char *name)
{
	return map_get(&schema->by_name, slice_of(name));
}

struct schema_table *schema_add_table(struct schema *schema, const char *name)
{
	struct schema_table *table = arena_alloc(schema->arena, sizeof *table);
	table->name = name;
	schema->tables =
	    arena_grow(schema->arena, schema->tables, schema->count, &schema->capacity, sizeof *schema->tables);
	schema->tables[schema->count++] = table;
	schema_add_column(schema, table, "id", COLUMN_INCREMENTS);
	return table;
}

struct schema_column *schema_add_column(struct schema *schema, struct schema_table *table, const char *name,
                                        enum column_type type)
{
	table->columns = arena_grow(schema->arena, table->columns, table->column_count, &table->column_capacity,
	                            sizeof *table->columns);
	struct schema_column *column = &table->columns[table->column_count++];
	*column = (struct schema_column){.name = name, .type = type};
	return column;
}

void schema_add_reference(struct schema *schema, struct schema_table *table, const char *name)
{
	schema_add_column(schema, table, name, COLUMN_INTEGER)->reference = true;
}

void schema_add_order(struct schema *schema, struct schema_table *table, const char *name)
{
	schema_add_column(schema, table, name, COLUMN_DOUBLE)->reference = true;
}

struct schema_index *schema_add_index(struct schema *schema, struct schema_table *table, const char *name,
                                      const char *column)
{
	table->indexes = arena_grow(schema->arena, table->indexes, table->index_count, &table->index_capacity,
	                            sizeof *table->indexes);
	struct schema_index *index = &table->indexes[table->index_count++];
	*index = (struct schema_index){.name = name, .columns = {column}, .column_count = 1};
	return index;
}

void schema_add_key(struct schema *schema, struct schema_table *table, const char *name, const char *column,
                    const char *target, bool cascade)
{
	table->keys =
	    arena_grow(schema->arena, table->keys, table->key_count, &table->key_capacity, sizeof *table->keys);
	table->keys[table->key_count++] =
	    (struct schema_key){.name = name, .column = column, .table = target, .cascade = cascade};
}

void schema_add_join_column(struct schema *schema, struct schema_table *table, const char *column, const char *target)
{
	const char *name = arena_format(schema->arena, "%s_%s_fk", table->name, column);
	schema_add_reference(schema, table, column);
	schema_add_index(schema, table, name, column);
	schema_add_key(schema, table, name, column, target, false);
}

static enum column_type type_of(enum attribute_type type)
{
	switch (type) {
	case ATTRIBUTE_TEXT:
	case ATTRIBUTE_RICHTEXT:
		return COLUMN_TEXT;
	case ATTRIBUTE_DATE:
		return COLUMN_DATE;
	case ATTRIBUTE_TIME:
		return COLUMN_TIME;
	case ATTRIBUTE_DATETIME:
		return COLUMN_DATETIME;
	case ATTRIBUTE_TIMESTAMP:
		return COLUMN_TIMESTAMP;
	case ATTRIBUTE_INTEGER:
		return COLUMN_INTEGER;
	case ATTRIBUTE_BIGINTEGER:
		return COLUMN_BIGINTEGER;
	case ATTRIBUTE_FLOAT:
		return COLUMN_DOUBLE;
	case ATTRIBUTE_DECIMAL:
		return COLUMN_DECIMAL;
	case ATTRIBUTE_BOOLEAN:
		return COLUMN_BOOLEAN;
	case ATTRIBUTE_ARRAY:
	case ATTRIBUTE_JSON:
	case ATTRIBUTE_BLOCKS:
		return COLUMN_JSON;
	default:
		return COLUMN_STRING;
	}
}

static void add_scalar(struct schema *schema, struct schema_table *table, const struct attribute *attribute)
{
	struct schema_column *column = schema_add_column(schema, table, attribute->column, type_of(attribute->type));
	if (attribute->type != ATTRIBUTE_UID)
		return;
	column->unique = true;
	schema_add_index(schema, table, arena_format(schema->arena, "%s_%s_unique", table->name, attribute->column),
	                 attribute->column)
	    ->unique = true;
}

static void add_attribute(struct schema *schema, struct schema_table *table, const struct attribute *attribute)
{
	const struct link_storage *link = &attribute->link;
	if (attribute_is_scalar(attribute)) {
		add_scalar(schema, table, attribute);
	} else if (link->kind == LINK_COLUMN_OWNER) {
		schema_add_reference(schema, table, link->target_column);
		schema_add_column(schema, table, link->type_column, COLUMN_STRING);
	} else if (link->kind == LINK_JOIN_COLUMN) {
		schema_add_join_column(schema, table, link->target_column, attribute->target->table);
	}
}

/* The indexes that Strapi's built-in types have beside those of their attributes. */
static void add_builtin_indexes(struct schema *schema, struct schema_table *table)
{
	static const struct {
		const char *uid, *name, *column;
		bool unique;
	} indexes[] = {
	    {"plugin::upload.file", "upload_files_folder_path_index", "folder_path", false},
	    {"plugin::upload.file", "upload_files_created_at_index", "created_at", false},
	    {"plugin::upload.file", "upload_files_updated_at_index", "updated_at", false},
	    {"plugin::upload.file", "upload_files_name_index", "name", false},
	    {"plugin::upload.file", "upload_files_size_index", "size", false},
	    {"plugin::upload.file", "upload_files_ext_index", "ext", false},
	    {"plugin::upload.folder", "upload_folders_path_id_index", "path_id", true},
	    {"plugin::upload.folder", "upload_folders_path_index", "path", true},
	};
	for (size_t i = 0; i < COUNT_OF(indexes); i++)
		if (strcmp(indexes[i].uid, table->type->uid) == 0 &&
		    map_get(&table->type->by_column, slice_of(indexes[i].column)))
			schema_add_index(schema, table, indexes[i].name, indexes[i].column)->unique = indexes[i].unique;
}

static bool has_index(const struct schema_table *table, const char *name)
{
	for (size_t i = 0; i < table->index_count; i++)
		if (strcmp(table->indexes[i].name, name) == 0)
			return true;
	return false;
}

/* Those that the model asks for. A model that extends a built-in one may repeat its indexes. */
static void add_declared_indexes(struct schema *schema, struct schema_table *table)
{
	const struct content_type *type = table->type;
	for (size_t i = 0; i < type->index_count; i++) {
		const struct model_index *wanted = &type->indexes[i];
		if (has_index(table, wanted->name))
			continue;
		struct schema_index *index = schema_add_index(schema, table, wanted->name, wanted->columns[0]);
		memcpy(index->columns, wanted->columns, sizeof index->columns);
		memcpy(index->descending, wanted->descending, sizeof index->descending);
		index->column_count = wanted->column_count;
		index->unique = wanted->unique;
		index->declared = true;
		index->unlisted = !wanted->listed;
	}
}

static void add_type(struct schema *schema, const struct content_type *type)
{
	struct schema_table *table = schema_add_table(schema, type->table);
	table->type = type;
	add_builtin_indexes(schema, table);
	for (size_t i = 0; i < type->attribute_count; i++)
		add_attribute(schema, table, &type->attributes[i]);
	add_declared_indexes(schema, table);
}

static bool check_names(struct schema *schema, struct error *error)
{
	for (size_t i = 0; i < schema->count; i++)
		if (map_set(&schema->by_name, slice_of(schema->tables[i]->name), schema->tables[i]))
			return error_set(
			    error, 500, "ConfigurationError",
			    "Two tables would have the name \"%s\". Expected another collectionName, or another "
			    "name of a relation, in one of the models",
			    schema->tables[i]->name);
	return true;
}

/* Tables and indexes share one space of names. What Strapi names is known to fit; what a model names may not. */
static bool check_index_names(struct schema *schema, struct error *error)
{
	struct map taken;
	map_init(&taken, schema->arena);
	for (size_t i = 0; i < schema->count; i++) {
		map_set(&taken, slice_of(schema->tables[i]->name), schema);
		for (size_t j = 0; j < schema->tables[i]->index_count; j++)
			if (!schema->tables[i]->indexes[j].declared)
				map_set(&taken, slice_of(schema->tables[i]->indexes[j].name), schema);
	}
	for (size_t i = 0; i < schema->count; i++)
		for (size_t j = 0; j < schema->tables[i]->index_count; j++) {
			const struct schema_index *index = &schema->tables[i]->indexes[j];
			if (index->declared && map_get(&taken, slice_of(index->name)))
				return error_set(
				    error, 500, "ConfigurationError",
				    "The index \"%s\" of the model of %s has the name of another index, or of a "
				    "table. Expected another name",
				    index->name, schema->tables[i]->name);
		}
	return true;
}

bool schema_describe(struct arena *arena, const struct registry *registry, struct schema *schema, struct error *error)
{
	*schema = (struct schema){.arena = arena};
	map_init(&schema->by_name, arena);
	schema_add_settings(schema);
	for (size_t i = 0; i < registry->type_count; i++)
		add_type(schema, registry->types[i]);
	schema_add_housekeeping(schema);
	schema_add_own(schema);
	for (size_t i = 0; i < registry->type_count; i++)
		schema_add_links(schema, registry->types[i]);
	return check_names(schema, error) && check_index_names(schema, error);
}
