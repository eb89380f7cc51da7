/* What of an entry an admin is shown, as a query. */
#include "shape.h"

#include "schemas.h"

static const char *const admin_fields[] = {"id", "firstname", "lastname", "username"};

bool shape_is_public_of_admins(const struct attribute *attribute)
{
	for (size_t i = 0; i < COUNT_OF(admin_fields); i++)
		if (strcmp(attribute->name, admin_fields[i]) == 0)
			return true;
	return false;
}

bool shape_shows(const struct attribute *attribute, const struct ability_fields *fields, struct slice path)
{
	return attribute->hidden || !attribute->writable || ability_fields_have(fields, path);
}

/* ---- what is populated, as parameters of the query engine ---- */

struct shaper {
	struct arena *arena;
	const struct registry *registry;
	const struct admin_schemas *schemas;
	const struct ability_fields *fields;
	enum shape_depth depth;
};

static struct slice path_to(const struct shaper *shaper, struct slice path, const struct attribute *attribute)
{
	if (!path.len)
		return slice_of(attribute->name);
	return slice_of(arena_format(shaper->arena, "%.*s.%s", (int)path.len, path.ptr, attribute->name));
}

static struct json_object *with(const char *name, struct json_object *value)
{
	struct json_object *object = json_object_new_object();
	json_object_object_add(object, name, value);
	return object;
}

static const struct content_type *target_of(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_DYNAMICZONE ? NULL : attribute->target;
}

/* What the filters go over. */
static struct json_object *populate_filtered(const struct content_type *type, const struct param *filters)
{
	struct json_object *populate = json_object_new_object();
	for (const struct param *param = filters ? filters->first : NULL; param; param = param->next) {
		const bool item = filters->kind == PARAM_LIST || (param->key.len && param->key.ptr[0] == '$');
		const struct attribute *attribute = item ? NULL : model_attribute(type, param->key);
		if (item && (param->kind == PARAM_LIST || param->kind == PARAM_OBJECT)) {
			struct json_object *inner = populate_filtered(type, param);
			json_object_object_foreach(inner, name, value)
			{
				json_object_object_add(populate, name, json_object_get(value));
			}
			json_object_put(inner);
		}
		if (!attribute || attribute_is_scalar(attribute) || !target_of(attribute))
			continue;
		struct json_object *below = populate_filtered(attribute->target, param);
		json_object_object_add(populate, attribute->name, with("populate", below));
	}
	return populate;
}

static struct json_object *populate_type(const struct shaper *shaper, const struct content_type *type,
                                         struct slice path, unsigned level, struct json_object *filtered);

static struct json_object *populate_components(const struct shaper *shaper, const struct attribute *attribute,
                                               struct slice path, unsigned level)
{
	if (attribute->type == ATTRIBUTE_COMPONENT)
		return with("populate", populate_type(shaper, attribute->target, path, level + 1, NULL));
	struct json_object *on = json_object_new_object();
	for (size_t i = 0; i < attribute->component_count; i++)
		json_object_object_add(
		    on, attribute->components[i]->uid,
		    with("populate", populate_type(shaper, attribute->components[i], path, level + 1, NULL)));
	return with("on", on);
}

/* Relations to entries of any type, and their other sides. */
static bool is_uncounted(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_RELATION && !attribute->hidden && attribute_is_morph(attribute);
}

static struct json_object *populate_attribute(const struct shaper *shaper, const struct attribute *attribute,
                                              struct slice path, unsigned level, struct json_object *filtered)
{
	struct json_object *wanted;
	if (attribute_holds_components(attribute))
		return populate_components(shaper, attribute, path, level);
	if (attribute->type == ATTRIBUTE_MEDIA)
		return with("populate", with("folder", json_object_new_boolean(true)));
	if (json_find(filtered, attribute->name, &wanted))
		return json_object_get(wanted);
	const bool form = shaper->depth == SHAPE_ENTRY || shaper->depth == SHAPE_CHANGED;
	const bool counts = form || (shaper->depth == SHAPE_LIST && attribute->multiple);
	const bool whole = shaper->depth == SHAPE_CHANGED && is_uncounted(attribute);
	if (!attribute->hidden && counts && !whole)
		return with("count", json_object_new_boolean(true));
	return json_object_new_boolean(true);
}

static struct json_object *populate_type(const struct shaper *shaper, const struct content_type *type,
                                         struct slice path, unsigned level, struct json_object *filtered)
{
	struct json_object *populate = json_object_new_object();
	if (shaper->depth == SHAPE_LIST && level > 1)
		return populate;
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		const struct slice whole = path_to(shaper, path, attribute);
		if (!attribute_is_scalar(attribute) && shape_shows(attribute, shaper->fields, whole))
			json_object_object_add(populate, attribute->name,
			                       populate_attribute(shaper, attribute, whole, level, filtered));
	}
	return populate;
}

/* ---- fields ---- */

/* Path NULL: what lies behind a relation or media is shown whole. */
static void choose_fields(const struct shaper *shaper, struct query *query, const struct slice *path)
{
	const struct content_type *type = query->type;
	query->fields = arena_array(shaper->arena, type->attribute_count + 1, sizeof *query->fields);
	query->field_count = 0;
	query->visible_only = true;
	query->fields[query->field_count++] = &type->id;
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		if (!attribute_is_scalar(attribute) || attribute->type == ATTRIBUTE_PASSWORD ||
		    schemas_hide(shaper->schemas, type, attribute))
			continue;
		if (type == shaper->registry->admin_user && !path && !shape_is_public_of_admins(attribute))
			continue;
		if (path && !shape_shows(attribute, shaper->fields, path_to(shaper, *path, attribute)))
			continue;
		query->fields[query->field_count++] = attribute;
	}
}

static void choose_all_fields(const struct shaper *shaper, struct query *query, const struct slice *path)
{
	choose_fields(shaper, query, path);
	for (size_t i = 0; i < query->populate_count; i++) {
		struct populate *populate = &query->populates[i];
		const bool inside = path && attribute_holds_components(populate->attribute);
		const struct slice below = inside ? path_to(shaper, *path, populate->attribute) : SLICE("");
		if (populate->query)
			choose_all_fields(shaper, populate->query, inside ? &below : NULL);
		for (size_t j = 0; j < populate->by_type_count; j++)
			choose_all_fields(shaper, populate->by_type[j], inside ? &below : NULL);
	}
}

bool shape_query(struct admin_call *call, const struct content_type *type, const struct ability_fields *fields,
                 enum shape_depth depth, const struct param *filters, struct query **query)
{
	struct arena *arena = call->http->arena;
	const struct shaper shaper = {.arena = arena,
	                              .registry = call->shared->registry,
	                              .schemas = call->shared->schemas,
	                              .fields = fields,
	                              .depth = depth};
	struct json_object *params = json_keep(arena, json_object_new_object());
	struct json_object *filtered = json_keep(arena, populate_filtered(type, filters));
	const struct slice top = SLICE("");
	if (depth != SHAPE_OWN)
		json_object_object_add(params, "populate", populate_type(&shaper, type, top, 1, filtered));
	if (!query_read_engine(arena, call->shared->registry, type, params, query, call->error))
		return false;
	choose_all_fields(&shaper, *query, &top);
	return true;
}

bool shape_whole(struct admin_call *call, const struct content_type *type, struct query **query)
{
	static const struct ability_fields all = {.all = true};
	const struct shaper shaper = {.arena = call->http->arena,
	                              .registry = call->shared->registry,
	                              .schemas = call->shared->schemas,
	                              .fields = &all,
	                              .depth = SHAPE_SINGLE};
	struct json_object *params = json_keep(shaper.arena, json_object_new_object());
	json_object_object_add(params, "populate", populate_type(&shaper, type, SLICE(""), 1, NULL));
	return query_read_engine(shaper.arena, shaper.registry, type, params, query, call->error);
}

/* ---- what was read already ---- */

bool shape_has_uncounted(const struct content_type *type)
{
	for (size_t i = 0; i < type->attribute_count; i++)
		if (is_uncounted(&type->attributes[i]))
			return true;
	return false;
}

void shape_count(struct json_object *entry, const struct content_type *type)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct json_object *value;
		if (!is_uncounted(attribute) || !json_find(entry, attribute->name, &value))
			continue;
		const size_t count = json_object_is_type(value, json_type_array) ? json_object_array_length(value)
		                     : value                                     ? 1
		                                                                 : 0;
		json_object_object_add(entry, attribute->name, with("count", json_object_new_int64((int64_t)count)));
	}
}

static bool leads_to_admins(const struct attribute *attribute)
{
	return attribute->type == ATTRIBUTE_RELATION && !attribute->hidden && attribute->target &&
	       strcmp(attribute->target->uid, "admin::user") == 0;
}

bool shape_has_admins(const struct content_type *type)
{
	for (size_t i = 0; i < type->attribute_count; i++)
		if (leads_to_admins(&type->attributes[i]))
			return true;
	return false;
}

void shape_empty_admins(struct json_object *entry, const struct content_type *type)
{
	for (size_t i = 0; i < type->attribute_count; i++) {
		struct json_object *value = NULL;
		if (leads_to_admins(&type->attributes[i]) && json_find(entry, type->attributes[i].name, &value) &&
		    json_object_is_type(value, json_type_object))
			json_object_object_del(value, "count");
	}
}

static void cut(struct json_object *entry, const struct content_type *type, const struct ability_fields *fields,
                struct arena *arena, struct slice path)
{
	const struct shaper shaper = {.arena = arena};
	for (size_t i = 0; i < type->attribute_count; i++) {
		const struct attribute *attribute = &type->attributes[i];
		const struct slice whole = path_to(&shaper, path, attribute);
		struct json_object *value;
		if (!json_find(entry, attribute->name, &value))
			continue;
		if (!shape_shows(attribute, fields, whole)) {
			json_object_object_del(entry, attribute->name);
			continue;
		}
		if (attribute->type != ATTRIBUTE_COMPONENT)
			continue;
		if (json_object_is_type(value, json_type_object))
			cut(value, attribute->target, fields, arena, whole);
		for (size_t j = 0; json_object_is_type(value, json_type_array) && j < json_object_array_length(value);
		     j++)
			cut(json_object_array_get_idx(value, j), attribute->target, fields, arena, whole);
	}
}

void shape_cut(struct json_object *entry, const struct content_type *type, const struct ability_fields *fields)
{
	struct arena *arena = arena_create();
	cut(entry, type, fields, arena, SLICE(""));
	arena_destroy(arena);
}
