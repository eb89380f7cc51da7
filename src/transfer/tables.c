#include "tables.h"

static const struct attribute id_attribute = {.name = "id", .column = "id", .type = ATTRIBUTE_ID};
static const struct attribute text_attribute = {.name = "text", .column = "text", .type = ATTRIBUTE_STRING};
static const struct attribute order_attribute = {.name = "order", .column = "order", .type = ATTRIBUTE_FLOAT};
static const struct attribute json_attribute = {.name = "json", .column = "json", .type = ATTRIBUTE_JSON};

static struct transfer_table *add_table(struct transfer_tables *tables, enum transfer_kind kind, const char *name,
                                        const struct content_type *type, size_t columns)
{
	struct transfer_table *table = arena_alloc(tables->arena, sizeof *table);
	*table = (struct transfer_table){.kind = kind, .type = type, .index = tables->count};
	table->store.name = name;
	table->store.columns = arena_array(tables->arena, columns, sizeof *table->store.columns);
	table->columns = arena_array(tables->arena, columns, sizeof *table->columns);
	map_init(&table->by_name, tables->arena);
	tables->items =
	    arena_grow(tables->arena, tables->items, tables->count, &tables->capacity, sizeof(*tables->items));
	tables->items[tables->count++] = table;
	return table;
}

static struct transfer_column *add_column(struct transfer_table *table, const char *name, const char *column,
                                          enum transfer_role role, const struct attribute *attribute)
{
	struct transfer_column *added = &table->columns[table->store.column_count];
	*added = (struct transfer_column){.name = name, .role = role, .attribute = attribute};
	table->store.columns[table->store.column_count++] = (struct store_column){.column = column, .as = attribute};
	if (!map_get(&table->by_name, slice_of(name)))
		map_set(&table->by_name, slice_of(name), added);
	return added;
}

/* ---- settings ---- */

/* All but Strapi's own copy of the models, which it makes anew from the files. */
static void add_settings(struct transfer_tables *tables)
{
	struct transfer_table *table = add_table(tables, TRANSFER_SETTING, "strapi_core_store_settings", NULL, 5);
	add_column(table, "setting", "key", ROLE_VALUE, &text_attribute)->required = true;
	add_column(table, "value", "value", ROLE_VALUE, &json_attribute);
	/* The column is one of text, in which JSON stands. */
	table->store.columns[1].as = &text_attribute;
	add_column(table, "type", "type", ROLE_VALUE, &text_attribute);
	add_column(table, "environment", "environment", ROLE_VALUE, &text_attribute);
	add_column(table, "tag", "tag", ROLE_VALUE, &text_attribute);
	table->store.but_column = "key";
	table->store.but_text = "strapi_content_types_schema";
}

/* ---- entries ---- */

static void add_attribute(struct transfer_table *table, const struct attribute *attribute)
{
	const struct link_storage *link = &attribute->link;
	if (attribute_is_scalar(attribute)) {
		add_column(table, attribute->name, attribute->column, ROLE_VALUE, attribute);
		/* Digit by digit: read as what they are, large numbers are rounded as JavaScript does. */
		if (attribute->type == ATTRIBUTE_BIGINTEGER)
			table->store.columns[table->store.column_count - 1].read_as = &text_attribute;
	} else if (link->kind == LINK_JOIN_COLUMN) {
		add_column(table, attribute->name, link->target_column, ROLE_REFERENCE, &id_attribute)->target =
		    attribute->target;
	} else if (link->kind == LINK_COLUMN_OWNER) {
		add_column(table, attribute->name, link->target_column, ROLE_ANY_ID, &id_attribute);
		add_column(table, attribute->name, link->type_column, ROLE_ANY_TYPE, &text_attribute);
	}
}

static void add_entries(struct transfer_tables *tables, const struct content_type *type)
{
	struct transfer_table *table = add_table(tables, TRANSFER_ENTRY, type->table, type, type->attribute_count * 2);
	for (size_t i = 0; i < type->attribute_count; i++)
		add_attribute(table, &type->attributes[i]);
	map_set(&tables->entries, slice_of(type->uid), table);
}

/* ---- links ---- */

static void name_links(struct transfer_tables *tables, struct transfer_table *table, const char *field)
{
	const char *name = arena_format(tables->arena, "%s %s", table->type->uid, field);
	map_set(&tables->links, slice_of(name), table);
}

static void add_end(struct transfer_tables *tables, struct transfer_table *table, const char *type_column,
                    const struct content_type **types, size_t count)
{
	struct store_table *store = &table->store;
	if (!store->ends)
		store->ends = arena_array(tables->arena, 2, sizeof *store->ends);
	store->ends[store->end_count++] = (struct store_end){.column = store->columns[store->column_count - 1].column,
	                                                     .type_column = type_column,
	                                                     .types = types,
	                                                     .type_count = count};
}

static const struct content_type **one_type(struct transfer_tables *tables, const struct content_type *type)
{
	const struct content_type **types = arena_alloc(tables->arena, sizeof(*types));
	*types = type;
	return types;
}

static void add_from(struct transfer_tables *tables, struct transfer_table *table, const char *column)
{
	add_column(table, "from", column, ROLE_FROM, &id_attribute)->required = true;
	add_end(tables, table, NULL, one_type(tables, table->type), 1);
}

static void add_to(struct transfer_tables *tables, struct transfer_table *table, const char *column,
                   const struct content_type *target)
{
	struct transfer_column *to = add_column(table, "to", column, ROLE_TO, &id_attribute);
	to->required = true;
	to->target = target;
	add_end(tables, table, NULL, one_type(tables, target), 1);
}

/* An entry of any type (of any component with `components`), which a column names. */
static void add_to_any(struct transfer_tables *tables, struct transfer_table *table, const struct link_storage *link,
                       bool components)
{
	const struct registry *registry = tables->registry;
	const struct content_type **types = arena_array(tables->arena, registry->type_count, sizeof(*types));
	size_t count = 0;
	for (size_t i = 0; i < registry->type_count; i++)
		if (!components || registry->types[i]->component)
			types[count++] = registry->types[i];
	add_column(table, "to", link->target_column, ROLE_TO, &id_attribute)->required = true;
	add_end(tables, table, link->type_column, types, count);
	add_column(table, "toType", link->type_column, ROLE_TYPE, &text_attribute)->required = true;
}

static void add_order(struct transfer_table *table, const char *name, const char *column)
{
	if (column)
		add_column(table, name, column, ROLE_VALUE, &order_attribute);
}

/* One table has the components of all fields of a type. */
static void add_components(struct transfer_tables *tables, const struct content_type *type)
{
	struct transfer_table *table = add_table(tables, TRANSFER_LINK, type->component_table, type, 5);
	struct store_table *store = &table->store;
	const struct link_storage *link = NULL;
	add_column(table, "field", "field", ROLE_VALUE, &text_attribute)->required = true;
	store->field_column = "field";
	store->fields = arena_array(tables->arena, type->attribute_count, sizeof(*store->fields));
	for (size_t i = 0; i < type->attribute_count; i++) {
		if (!attribute_holds_components(&type->attributes[i]))
			continue;
		link = &type->attributes[i].link;
		store->fields[store->field_count++] = type->attributes[i].name;
		name_links(tables, table, type->attributes[i].name);
	}
	if (!link)
		return;
	add_from(tables, table, link->owner_column);
	add_to_any(tables, table, link, true);
	add_order(table, "order", link->order_column);
}

static void add_links(struct transfer_tables *tables, const struct content_type *type,
                      const struct attribute *attribute)
{
	const struct link_storage *link = attribute->made ? attribute->made : &attribute->link;
	struct transfer_table *table = add_table(tables, TRANSFER_LINK, link->table, type, 5);
	table->field = attribute->name;
	name_links(tables, table, attribute->name);
	add_from(tables, table, link->owner_column);
	if (link->kind == LINK_TABLE) {
		add_to(tables, table, link->target_column, attribute->target);
	} else {
		add_to_any(tables, table, link, false);
		add_column(table, "toField", "field", ROLE_VALUE, &text_attribute);
	}
	add_order(table, "order", link->order_column);
	add_order(table, "inverseOrder", link->inverse_order_column);
}

static void add_type_links(struct transfer_tables *tables, const struct content_type *type)
{
	if (type->component_table)
		add_components(tables, type);
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (attribute->made || attribute->link.kind == LINK_MORPH_OWNER)
			add_links(tables, type, attribute);
	}
}

struct transfer_tables *transfer_describe(struct arena *arena, const struct registry *registry)
{
	struct transfer_tables *tables = arena_alloc(arena, sizeof *tables);
	*tables = (struct transfer_tables){.arena = arena, .registry = registry};
	map_init(&tables->entries, arena);
	map_init(&tables->links, arena);
	add_settings(tables);
	/* Most entries name those who made them. */
	if (registry->admin_user)
		add_entries(tables, registry->admin_user);
	for (size_t i = 0; i < registry->type_count; i++)
		if (!registry->admin_user || registry->types[i] != registry->admin_user)
			add_entries(tables, registry->types[i]);
	const struct content_type *webhook = model_internal(registry, SLICE("webhook"));
	if (webhook)
		add_entries(tables, webhook);
	for (size_t i = 0; i < registry->type_count; i++)
		add_type_links(tables, registry->types[i]);
	return tables;
}
