/* The parameter `where`. */
#include "engine.h"
#include "query/filter_operators.h"
#include "undefined.h"
#include "where_attribute.h"

/* What one object of a where says. As in Strapi, where the conditions of a relation become part of those of the object
 * around it: of several $and, $or or $not in it the last one counts. */
struct parts {
	struct condition *groups[3]; /* $and, $or, $not */
	struct condition *first, **end;
};

static bool read_object(struct engine *engine, const struct content_type *type, struct json_object *where,
                        struct parts *parts);
static bool read_where(struct engine *engine, const struct content_type *type, struct json_object *where,
                       struct condition **condition);

static void parts_init(struct parts *parts)
{
	*parts = (struct parts){0};
	parts->end = &parts->first;
}

static void parts_add(struct parts *parts, struct condition *condition)
{
	*parts->end = condition;
	parts->end = &condition->next;
}

/* All parts, as the children of `parent`. */
static void parts_finish(struct parts *parts, struct condition *parent)
{
	for (size_t i = 0; i < COUNT_OF(parts->groups); i++)
		if (parts->groups[i])
			parts_add(parts, parts->groups[i]);
	parent->children = parts->first;
}

static bool is_operator(const char *key)
{
	return filter_operator_find(slice_of(key)) || filter_is_group(slice_of(key)) || strcmp(key, "$not") == 0;
}

/* ---- relations ---- */

/* The condition on the entries of the other side: its groups go to the object around. */
static bool read_nested(struct engine *engine, const struct content_type *target, struct json_object *where,
                        struct condition *related, struct parts *around)
{
	const char *comparison = NULL;
	size_t operators = 0;
	const char *found = "";
	struct parts parts;
	if (!engine_is_record(where))
		return where_value(engine, &target->id, where, &related->children);
	json_object_object_foreach(where, key, unused)
	{
		(void)unused;
		if (is_operator(key)) {
			found = arena_format(engine->arena, "%s%s%.100s", found, operators ? "," : "", key);
			operators++;
			comparison = key;
		}
	}
	if (operators && operators != (size_t)json_object_object_length(where))
		return engine_fail(engine, "Operator and non-operator keys cannot be mixed in a relation where clause");
	if (operators > 1)
		return engine_fail(
		    engine, "Only one operator key is allowed in a relation where clause, but found: %.300s", found);
	if (operators && !filter_is_group(slice_of(comparison))) {
		struct json_object *value = NULL;
		json_find(where, comparison, &value);
		if (engine_is_record(value) && json_object_object_length(value))
			return engine_fail(engine,
			                   "Only $and, $or and $not can only be used as root level operators. Found "
			                   "%.100s.",
			                   comparison);
		return where_attribute(engine, &target->id, where, &related->children);
	}
	parts_init(&parts);
	if (!read_object(engine, target, where, &parts))
		return false;
	/* A group that stands last in the object around takes the place of one before it. */
	for (size_t i = 0; i < COUNT_OF(parts.groups); i++) {
		if (!parts.groups[i])
			continue;
		struct condition *moved = where_condition(engine, CONDITION_RELATED);
		moved->attribute = related->attribute;
		moved->children = parts.groups[i];
		around->groups[i] = moved;
	}
	related->children = parts.first;
	return true;
}

static bool read_relation(struct engine *engine, const struct attribute *attribute, struct json_object *where,
                          struct parts *parts)
{
	if (!attribute->target)
		return engine_fail(engine, "You cannot filter on relation types");
	struct condition *related = where_condition(engine, CONDITION_RELATED);
	related->attribute = attribute;
	if (!where_count(engine) || !read_nested(engine, attribute->target, where, related, parts))
		return false;
	/* Even without conditions it is a join, which shows in the fields that are read. */
	parts_add(parts, related);
	return true;
}

/* ---- objects ---- */

static bool read_items(struct engine *engine, const struct content_type *type, struct json_object *items,
                       struct condition *group)
{
	struct condition **end = &group->children;
	for (size_t i = 0; i < json_object_array_length(items); i++) {
		struct json_object *item = json_object_array_get_idx(items, i);
		if (!engine_is_record(item) && !json_object_is_type(item, json_type_array))
			return engine_fail(engine, "Where must be an array or an object");
		if (!read_where(engine, type, item, end))
			return false;
		end = &(*end)->next;
	}
	return true;
}

static bool read_group(struct engine *engine, const struct content_type *type, const char *key,
                       struct json_object *value, struct parts *parts)
{
	bool disjunction = strcmp(key, "$or") == 0;
	struct condition *group = where_condition(engine, disjunction ? CONDITION_OR : CONDITION_AND);
	if (!json_object_is_type(value, json_type_array))
		return engine_fail(engine, "Operator %s must be an array", key);
	parts->groups[disjunction ? 1 : 0] = group;
	return read_items(engine, type, value, group);
}

static bool read_root_not(struct engine *engine, const struct content_type *type, struct json_object *value,
                          struct parts *parts)
{
	struct condition *negation = where_condition(engine, CONDITION_NOT);
	parts->groups[2] = negation;
	if (!value)
		return true;
	if (!engine_is_record(value))
		return engine_fail(engine, "Where must be an array or an object");
	return read_where(engine, type, value, &negation->children);
}

/* A column that is no attribute of that name: createdBy's, or the column of another name. */
static const struct attribute *find_column(const struct engine *engine, const struct content_type *type,
                                           const char *name)
{
	const struct attribute *attribute = map_get(&type->by_column, slice_of(name));
	if (attribute)
		return attribute;
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct link_storage *link = &type->attributes[i].link;
		if (link->kind != LINK_JOIN_COLUMN || strcmp(link->target_column, name) != 0)
			continue;
		struct attribute *column = arena_alloc(engine->arena, sizeof *column);
		*column = (struct attribute){
		    .name = link->target_column, .column = link->target_column, .type = ATTRIBUTE_ID};
		return column;
	}
	return NULL;
}

static bool read_member(struct engine *engine, const struct content_type *type, const char *key,
                        struct json_object *value, struct parts *parts)
{
	const struct attribute *attribute = model_attribute(type, slice_of(key));
	struct condition *condition;
	if (attribute && !attribute_is_scalar(attribute))
		return read_relation(engine, attribute, value, parts);
	if (!attribute)
		attribute = find_column(engine, type, key);
	if (!attribute)
		return engine_fail(engine, "no such column: t0.%.100s", key);
	if (!where_attribute(engine, attribute, value, &condition))
		return false;
	parts_add(parts, condition);
	return true;
}

static bool read_object(struct engine *engine, const struct content_type *type, struct json_object *where,
                        struct parts *parts)
{
	json_object_object_foreach(where, key, value)
	{
		bool good;
		if (filter_is_group(slice_of(key)))
			good = read_group(engine, type, key, value, parts);
		else if (strcmp(key, "$not") == 0)
			good = read_root_not(engine, type, value, parts);
		else if (filter_operator_find(slice_of(key)))
			good = engine_fail(engine,
			                   "Only $and, $or and $not can only be used as root level operators. Found "
			                   "%.100s.",
			                   key);
		else
			good = read_member(engine, type, key, value, parts);
		if (!good)
			return false;
	}
	return true;
}

static bool read_where(struct engine *engine, const struct content_type *type, struct json_object *where,
                       struct condition **condition)
{
	struct parts parts;
	if (!where_count(engine))
		return false;
	*condition = where_condition(engine, CONDITION_AND);
	if (json_object_is_type(where, json_type_array))
		return read_items(engine, type, where, *condition);
	if (!engine_is_record(where))
		return engine_fail(engine, "Where must be an array or an object");
	parts_init(&parts);
	if (!read_object(engine, type, where, &parts))
		return false;
	parts_finish(&parts, *condition);
	return true;
}

bool engine_read_where(struct engine *engine, const struct content_type *type, struct json_object *where,
                       struct condition **condition)
{
	engine->undefined = false;
	return read_where(engine, type, where, condition) &&
	       (!engine->undefined || where_tell_undefined(engine, *condition));
}
