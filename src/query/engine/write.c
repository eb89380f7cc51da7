/* A query as the parameters of strapi.db.query's methods: what lifecycles are shown of a read. */
#include "engine.h"

static struct json_object *write_order(const struct query *query)
{
	struct json_object *list = json_object_new_array();
	for (size_t i = 0; i < query->sort_count; i++) {
		const struct sort *sort = &query->sorts[i];
		struct json_object *value = json_object_new_string(sort->descending ? "desc" : "asc");
		for (size_t j = sort->path_length; j-- > 0;) {
			struct json_object *around = json_object_new_object();
			json_object_object_add(around, sort->path[j]->name, value);
			value = around;
		}
		json_object_array_add(list, value);
	}
	return list;
}

static struct json_object *write_select(const struct query *query)
{
	struct json_object *list = json_object_new_array();
	bool has_id = false;
	for (size_t i = 0; i < query->field_count; i++)
		has_id = has_id || query->fields[i]->type == ATTRIBUTE_ID;
	if (!has_id)
		json_object_array_add(list, json_object_new_string("id"));
	for (size_t i = 0; i < query->field_count; i++)
		json_object_array_add(list, json_object_new_string(query->fields[i]->name));
	return list;
}

static struct json_object *write_params(const struct query *query);

static struct json_object *write_populates(const struct query *query)
{
	struct json_object *populates = json_object_new_object();
	for (size_t i = 0; i < query->populate_count; i++) {
		const struct populate *populate = &query->populates[i];
		struct json_object *options = populate->query ? write_params(populate->query) : NULL;
		if (options && populate->count_only)
			json_object_object_add(options, "count", json_object_new_boolean(true));
		if (!options || !json_object_object_length(options)) {
			json_object_put(options);
			options = json_object_new_boolean(true);
		}
		json_object_object_add(populates, populate->attribute->name, options);
	}
	return populates;
}

static struct json_object *write_names(const struct query *query)
{
	struct json_object *list = json_object_new_array();
	for (size_t i = 0; i < query->populate_name_count; i++)
		json_object_array_add(list, engine_new_text(query->populate_names[i]));
	return list;
}

static struct json_object *write_groups(const struct query *query)
{
	struct json_object *list = json_object_new_array();
	for (size_t i = 0; i < query->group_count; i++)
		json_object_array_add(list, json_object_new_string(query->groups[i]->column));
	return list;
}

static struct json_object *add_page(struct json_object *params, const struct query *query)
{
	if (query->offset > 0)
		json_object_object_add(params, "offset", json_object_new_int64(query->offset));
	if (query->limit >= 0)
		json_object_object_add(params, "limit", json_object_new_int64(query->limit));
	return params;
}

static struct json_object *write_params(const struct query *query)
{
	struct json_object *params = json_object_new_object();
	if (query->search.len)
		json_object_object_add(params, "_q", engine_new_text(query->search));
	if (query->sort_count)
		json_object_object_add(params, "orderBy", write_order(query));
	if (query->group_count)
		json_object_object_add(params, "groupBy", write_groups(query));
	if (query->filter)
		json_object_object_add(params, "where", engine_write_where(query));
	/* What GraphQL selects is nothing that Strapi asks its query engine for. */
	if (query->selective)
		return add_page(params, query);
	if (query->fields)
		json_object_object_add(params, "select", write_select(query));
	if (query->populate_name_count)
		json_object_object_add(params, "populate", write_names(query));
	else if (query->populate_count)
		json_object_object_add(params, "populate", write_populates(query));
	return add_page(params, query);
}

struct json_object *query_write_engine(struct arena *arena, const struct query *query)
{
	struct json_object *params = json_keep(arena, write_params(query));
	/* A list has both. */
	if (query->limit >= 0)
		json_object_object_add(params, "offset", json_object_new_int64(query->offset));
	if (query->selective && query->limit >= 0 && !query->sort_count && !query->type->single)
		json_object_object_add(params, "orderBy", json_object_new_array());
	return params;
}

/* ---- what a hook has changed ---- */

/* Fields that code has chosen, as far as they are shown to clients. */
static void keep_shown(struct query *query)
{
	size_t count = 0;
	for (size_t i = 0; i < query->field_count; i++) {
		const struct attribute *field = query->fields[i];
		if (field->type != ATTRIBUTE_ID && field->type != ATTRIBUTE_PASSWORD && !field->is_private)
			query->fields[count++] = field;
	}
	query->field_count = count;
}

/* Whose rights count; without rights all may be found. */
struct adapting {
	const struct query_rights *rights;
	const struct registry *registry;
};

static bool may_find(const struct adapting *adapting, const struct content_type *type)
{
	return !adapting->rights || type->component || adapting->rights->may_find(adapting->rights->context, type);
}

/* As for what a request populates: files are found by all, creators where the model says so, and the users of a role by
 * nobody. */
static bool may_follow(const struct adapting *adapting, const struct content_type *type,
                       const struct attribute *attribute)
{
	const struct registry *registry = adapting->registry;
	if (attribute->is_private || (type == registry->role && attribute->target == registry->user))
		return false;
	if (attribute->creator && type->populate_creator_fields)
		return true;
	return attribute->type != ATTRIBUTE_RELATION || !attribute->target || may_find(adapting, attribute->target);
}

static void adapt(struct query *query, const struct adapting *adapting);

static void adapt_populate(struct populate *populate, const struct adapting *adapting)
{
	const bool relation = populate->attribute->type == ATTRIBUTE_RELATION;
	size_t count = 0;
	if (populate->query)
		adapt(populate->query, adapting);
	for (size_t i = 0; i < populate->by_type_count; i++) {
		if (relation && !may_find(adapting, populate->by_type[i]->type))
			continue;
		populate->by_type[count] = populate->by_type[i];
		adapt(populate->by_type[count++], adapting);
	}
	populate->by_type_count = count;
}

/* A query of code's becomes one whose entries clients see. */
static void adapt(struct query *query, const struct adapting *adapting)
{
	size_t count = 0;
	query->plain = query->with_private = false;
	keep_shown(query);
	for (size_t i = 0; i < query->populate_count; i++) {
		if (!may_follow(adapting, query->type, query->populates[i].attribute))
			continue;
		adapt_populate(&query->populates[i], adapting);
		query->populates[count++] = query->populates[i];
	}
	query->populate_count = count;
}

static bool change_fields(struct arena *arena, const struct registry *registry, struct json_object *select,
                          struct query *query, struct error *error)
{
	struct json_object *chosen_params = json_keep(arena, json_object_new_object());
	struct query *read;
	json_object_object_add(chosen_params, "select", json_object_get(select));
	if (!query_read_engine(arena, registry, query->type, chosen_params, &read, error))
		return false;
	keep_shown(read);
	query->fields = read->fields ? arena_array(arena, read->field_count + 1, sizeof *query->fields) : NULL;
	query->field_count = 0;
	for (size_t i = 0; i < read->field_count; i++)
		if (read->fields[i]->type != ATTRIBUTE_ID)
			query->fields[query->field_count++] = read->fields[i];
	return true;
}

static bool is_changed(struct json_object *before, struct json_object *params, const char *name)
{
	struct json_object *now = json_member(params, name);
	return now && !json_object_equal(json_member(before, name), now);
}

/* What a selective query shows its document says. */
bool query_change_shown(struct arena *arena, const struct registry *registry, const struct query_rights *rights,
                        struct json_object *params, struct query *query, struct error *error)
{
	struct json_object *before = json_keep(arena, write_params(query)), *chosen_params;
	struct query *read;
	if (query->selective)
		return true;
	if (is_changed(before, params, "select") &&
	    !change_fields(arena, registry, json_member(params, "select"), query, error))
		return false;
	if (!is_changed(before, params, "populate"))
		return true;
	chosen_params = json_keep(arena, json_object_new_object());
	json_object_object_add(chosen_params, "populate", json_object_get(json_member(params, "populate")));
	/* What a query may find of drafts holds for all that it populates. */
	if (query->publication == PUBLICATION_LIVE)
		json_object_object_add(chosen_params, "filters", json_object_new_string("live"));
	if (!query_read_engine(arena, registry, query->type, chosen_params, &read, error))
		return false;
	adapt(read, &(struct adapting){rights, registry});
	query->populates = read->populates;
	query->populate_count = read->populate_count;
	query->populate_name_count = 0;
	return true;
}

bool query_change_engine(struct arena *arena, const struct registry *registry, struct json_object *params,
                         struct query *query, struct error *error)
{
	struct query *read;
	struct json_object *chosen_params = json_keep(arena, json_object_new_object());
	static const char *const names[] = {"_q", "orderBy", "groupBy", "where", "offset", "limit"};
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct json_object *member = json_member(params, names[i]);
		if (member)
			json_object_object_add(chosen_params, names[i], json_object_get(member));
	}
	if (!query_read_engine(arena, registry, query->type, chosen_params, &read, error))
		return false;
	query->filter = read->filter;
	query->sorts = read->sorts;
	query->sort_count = read->sort_count;
	query->groups = read->groups;
	query->group_count = read->group_count;
	query->limit = read->limit;
	query->offset = read->offset;
	query->search = read->search;
	return true;
}
