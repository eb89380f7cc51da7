/* Which fields a select returns. */
#include "sql.h"

static bool is_related(const struct condition *condition)
{
	if (condition->kind == CONDITION_RELATED)
		return true;
	for (const struct condition *at = condition->children; at; at = at->next)
		if (is_related(at))
			return true;
	return false;
}

/* Where Strapi reads with joins. */
static bool has_joins(const struct store_select *select)
{
	const struct query *query = select->query;
	if (select->via && select->via->link.kind != LINK_JOIN_COLUMN && !sql_link_is_direct(&select->via->link))
		return true;
	for (size_t i = 0; i < query->sort_count; i++)
		if (query->sorts[i].path_length > 1)
			return true;
	return query->filter && is_related(query->filter);
}

static bool contains(const struct attribute *const *fields, size_t count, const struct attribute *field)
{
	for (size_t i = 0; i < count; i++)
		if (fields[i] == field)
			return true;
	return false;
}

/* Where it reads with joins, Strapi returns the fields that it sorts by, too, asked for or not. */
static const struct attribute **chosen_fields(struct arena *arena, const struct store_select *select, size_t *count)
{
	const struct query *query = select->query;
	const struct attribute **fields;
	*count = query->field_count;
	if (query->selective || !query->sort_count || !has_joins(select))
		return query->fields;
	fields = arena_alloc_unset(arena, (query->field_count + query->sort_count) * sizeof(*fields));
	*count = 0;
	for (size_t i = 0; i < query->sort_count; i++) {
		const struct attribute *field = query->sorts[i].path[0];
		if (query->sorts[i].path_length == 1 && field->type != ATTRIBUTE_ID && !contains(fields, *count, field))
			fields[(*count)++] = field;
	}
	for (size_t i = 0; i < query->field_count; i++)
		if (!contains(fields, *count, query->fields[i]))
			fields[(*count)++] = query->fields[i];
	return fields;
}

const struct attribute **store_fields(struct arena *arena, const struct store_select *select, size_t *count)
{
	const struct query *query = select->query;
	const struct content_type *type = query->type;
	if (query->fields)
		return chosen_fields(arena, select, count);
	const struct attribute **fields = arena_alloc_unset(arena, (type->attribute_count + 1) * sizeof(*fields));
	*count = 0;
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (attribute_is_scalar(attribute) && attribute->type != ATTRIBUTE_PASSWORD &&
		    (query->with_private || !attribute->is_private))
			fields[(*count)++] = attribute;
	}
	return fields;
}
