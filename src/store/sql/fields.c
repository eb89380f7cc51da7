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

static const struct attribute **default_fields(struct arena *arena, const struct query *query, size_t *count)
{
	const struct content_type *type = query->type;
	const struct attribute **fields = arena_alloc_unset(arena, (type->attribute_count + 1) * sizeof(*fields));
	*count = 0;
	if (query->plain)
		fields[(*count)++] = &type->id;
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (attribute_is_scalar(attribute) && (query->plain || attribute->type != ATTRIBUTE_PASSWORD) &&
		    (query->with_private || !attribute->is_private))
			fields[(*count)++] = attribute;
	}
	return fields;
}

/* The attribute of a type that has a column of that name, or NULL. */
static const struct attribute *find_column(const struct content_type *type, const char *column)
{
	return strcmp(column, "id") == 0 ? &type->id : map_get(&type->by_column, slice_of(column));
}

/* With a plain query so is what it sorts by on the other side of relations: Strapi takes such a column for the field of
 * the entry itself that has a column of that name, unless that is read, too. */
static const struct attribute **plain_fields(struct arena *arena, const struct store_select *select,
                                             const struct attribute **wanted, size_t wanted_count, size_t *count,
                                             size_t **sorts)
{
	const struct query *query = select->query;
	const size_t most = wanted_count + query->sort_count;
	const struct attribute **fields = arena_alloc_unset(arena, most * sizeof(*fields));
	*sorts = arena_array(arena, most, sizeof **sorts);
	*count = 0;
	for (size_t i = 0; i < most; i++) {
		const struct sort *sort = i < query->sort_count ? &query->sorts[i] : NULL;
		const struct attribute *field =
		    sort ? find_column(query->type, sort->path[sort->path_length - 1]->column)
			 : wanted[i - query->sort_count];
		size_t at = 0;
		if (!field)
			continue;
		while (at < *count && fields[at] != field)
			at++;
		(*sorts)[at] = sort && sort->path_length > 1 ? i + 1 : 0;
		fields[at] = field;
		*count += at == *count;
	}
	return fields;
}

const struct attribute **sql_fields(struct arena *arena, const struct store_select *select, size_t *count,
                                    size_t **sorts)
{
	const struct query *query = select->query;
	const struct attribute **fields = query->fields;
	*count = query->field_count;
	*sorts = NULL;
	if (fields && !query->plain)
		return chosen_fields(arena, select, count);
	if (!fields)
		fields = default_fields(arena, query, count);
	if (query->plain && query->sort_count && has_joins(select))
		return plain_fields(arena, select, fields, *count, count, sorts);
	return fields;
}

const struct attribute **store_fields(struct arena *arena, const struct store_select *select, size_t *count)
{
	size_t *sorts;
	return sql_fields(arena, select, count, &sorts);
}
