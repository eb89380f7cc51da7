/* The tables that tie entries to each other: link tables, morph tables, and those of component fields. */
#include "schema.h"

static const char *with(struct schema *schema, const char *name, const char *ending)
{
	return arena_format(schema->arena, "%s_%s", name, ending);
}

static void add_unique(struct schema *schema, struct schema_table *table, const char *name, const char *const *columns,
                       size_t count)
{
	struct schema_index *index = schema_add_index(schema, table, with(schema, name, "unique"), columns[0]);
	index->unique = true;
	index->column_count = count;
	for (size_t i = 0; i < count; i++)
		index->columns[i] = columns[i];
}

/* One end of a link: its index and its key. */
static void add_end(struct schema *schema, struct schema_table *table, const char *name, const char *column,
                    const char *target)
{
	schema_add_index(schema, table, name, column);
	schema_add_key(schema, table, name, column, target, true);
}

static void add_order(struct schema *schema, struct schema_table *table, const char *column, const char *ending)
{
	if (!column)
		return;
	schema_add_order(schema, table, column);
	schema_add_index(schema, table, with(schema, table->name, ending), column);
}

static void add_link_table(struct schema *schema, const struct content_type *type, const struct attribute *attribute)
{
	const struct link_storage *link = attribute->made;
	struct schema_table *table = schema_add_table(schema, link->table);
	const char *ends[] = {link->owner_column, link->target_column};
	schema_add_reference(schema, table, link->owner_column);
	schema_add_reference(schema, table, link->target_column);
	add_end(schema, table, with(schema, link->table, "fk"), link->owner_column, type->table);
	add_end(schema, table, with(schema, link->table, "inv_fk"), link->target_column, attribute->target->table);
	add_unique(schema, table, link->table, ends, COUNT_OF(ends));
	add_order(schema, table, link->order_column, "order_fk");
	add_order(schema, table, link->inverse_order_column, "order_inv_fk");
}

static void add_morph_table(struct schema *schema, const struct content_type *type, const struct link_storage *link)
{
	struct schema_table *table = schema_add_table(schema, link->table);
	schema_add_reference(schema, table, link->owner_column);
	schema_add_reference(schema, table, link->target_column);
	schema_add_column(schema, table, link->type_column, COLUMN_STRING);
	schema_add_column(schema, table, "field", COLUMN_STRING);
	schema_add_order(schema, table, "order");
	add_end(schema, table, with(schema, link->table, "fk"), link->owner_column, type->table);
	schema_add_index(schema, table, with(schema, link->table, "order_index"), "order");
	schema_add_index(schema, table, with(schema, link->table, "id_column_index"), link->target_column);
}

static void add_component_table(struct schema *schema, const struct content_type *type)
{
	static const char *const place[] = {"entity_id", "component_id", "field", "component_type"};
	struct schema_table *table = schema_add_table(schema, type->component_table);
	schema_add_reference(schema, table, "entity_id");
	schema_add_reference(schema, table, "component_id");
	schema_add_column(schema, table, "component_type", COLUMN_STRING);
	schema_add_column(schema, table, "field", COLUMN_STRING);
	schema_add_order(schema, table, "order");
	schema_add_index(schema, table, with(schema, type->table, "field_index"), "field");
	schema_add_index(schema, table, with(schema, type->table, "component_type_index"), "component_type");
	add_end(schema, table, with(schema, type->table, "entity_fk"), "entity_id", type->table);
	add_unique(schema, table, type->table, place, COUNT_OF(place));
}

void schema_add_links(struct schema *schema, const struct content_type *type)
{
	if (type->component_table)
		add_component_table(schema, type);
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (attribute->made)
			add_link_table(schema, type, attribute);
		else if (attribute->link.kind == LINK_MORPH_OWNER)
			add_morph_table(schema, type, &attribute->link);
	}
}
