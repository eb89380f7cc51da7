/* Whether the entries that a request relates to exist: one statement for each type that is related to. */
#include "relations.h"

#include "content/write/relation/relation.h"
#include "refusals.h"
#include "related.h"
#include "scalar.h"

static const char invalid[] = "Invalid relations";
static const char no_component[] = "Cannot build relations store from dynamiczone, component identifier is undefined";

struct relation_search {
	struct validation *validation;
	const struct content_type *type; /* of the entry; NULL: a component's */
	struct arena *arena;
	struct related_ids *first, **end;
	const char *message;
	bool forms; /* collect only what relations_check leaves out, and read the forms of all relations */
};

static struct related_ids *related_of(struct relation_search *search, const struct content_type *type)
{
	struct related_ids *related = search->first;
	while (related && related->type != type)
		related = related->next;
	if (related)
		return related;
	related = arena_alloc(search->arena, sizeof *related);
	related->type = type;
	related->sent = json_keep(search->arena, json_object_new_array());
	map_init(&related->seen, search->arena);
	*search->end = related;
	search->end = &related->next;
	return related;
}

/* What stands for the value among those that were seen. */
static struct slice key_of(struct arena *arena, struct json_object *id)
{
	struct buffer key = {0};
	buffer_byte(&key, json_object_is_type(id, json_type_string) ? '"' : ' ');
	scalar_write_text(&key, id);
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&key));
	buffer_free(&key);
	return copy;
}

static void add_id(struct relation_search *search, struct related_ids *related, struct json_object *json)
{
	int64_t id = 0;
	enum json_type type = json_object_get_type(json);
	if (type == json_type_object || type == json_type_array) {
		related->structured = true;
		return;
	}
	if (map_set(&related->seen, key_of(search->arena, json), related))
		return;
	json_object_array_add(related->sent, json_object_get(json));
	bool whole = type == json_type_boolean ? true : relation_read_id(json, &id);
	if (type == json_type_boolean)
		id = json_object_get_boolean(json);
	bool plain = type == json_type_int || type == json_type_double || type == json_type_null;
	if (type == json_type_string)
		plain = slice_to_int64(slice_trim(scalar_text(json)), &id);
	if (json && (!plain || !whole || id > INT32_MAX || id < INT32_MIN))
		related->beyond_strict = true;
	if (!whole)
		return;
	related->ids =
	    arena_grow(search->arena, related->ids, related->id_count, &related->capacity, sizeof *related->ids);
	related->ids[related->id_count++] = id;
}

/* An item of a list: an id, or an object with one. */
static void add_item(struct relation_search *search, struct related_ids *related, struct json_object *item)
{
	struct input_value id = {true, item};
	if (!item) {
		search->message = invalid;
		return;
	}
	if (json_object_is_type(item, json_type_object) || json_object_is_type(item, json_type_array))
		id = input_value_member(item, "id");
	if (id.present)
		add_id(search, related, id.value);
	else
		related->lacks_id = true;
}

static void add_relation(struct relation_search *search, const struct attribute *attribute, struct json_object *value)
{
	struct related_ids *related = related_of(search, attribute->target);
	if (attribute->lost) {
		search->message = invalid;
		return;
	}
	if (json_object_is_type(value, json_type_object)) {
		struct input_value connect = input_value_member(value, "connect"),
				   set = input_value_member(value, "set");
		value = connect.value ? connect.value : set.value;
		if (value && !json_object_is_type(value, json_type_array))
			search->message = invalid;
	} else if (!json_object_is_type(value, json_type_array)) {
		add_item(search, related, value);
		return;
	}
	for (size_t i = 0; value && !search->message && i < json_object_array_length(value); i++)
		add_item(search, related, json_object_array_get_idx(value, i));
}

/* The form {"id":…} is not looked up by Strapi, which then fails to store the link. */
static bool read_form(struct relation_search *search, const struct attribute *attribute, struct json_object *value,
                      const char *path)
{
	struct relation_input input;
	struct validation *validation = search->validation;
	const char *full = arena_format(search->arena, *path ? "%s.%s" : "%s%s", path, attribute->name);
	if (validation->by_code)
		value = relation_of_code(attribute, value);
	if (!relation_read_input(search->arena, validation->registry, attribute, value, full, &input,
	                         validation->error))
		return false;
	struct input_value id = input_value_member(value, "id");
	if (id.present && attribute->target)
		add_id(search, related_of(search, attribute->target), id.value);
	return true;
}

static bool collect(struct relation_search *search, const struct content_type *type, struct json_object *data,
                    const char *path, unsigned depth);

static bool is_falsy(struct json_object *value)
{
	return !value || (json_object_is_type(value, json_type_string) && !json_object_get_string_len(value)) ||
	       (json_object_is_type(value, json_type_boolean) && !json_object_get_boolean(value)) ||
	       (json_object_is_type(value, json_type_int) && !json_object_get_int64(value));
}

static bool collect_component(struct relation_search *search, const struct attribute *attribute,
                              struct json_object *item, const char *path, unsigned depth)
{
	const struct content_type *type = attribute->target;
	if (attribute->type == ATTRIBUTE_DYNAMICZONE) {
		struct json_object *name = input_value_member(item, "__component").value;
		if (!item || is_falsy(name)) {
			search->message = item ? no_component : invalid;
			return true;
		}
		type = json_object_is_type(name, json_type_string)
		           ? model_type(search->validation->registry, scalar_text(name))
		           : NULL;
		if (!type) {
			search->message = invalid;
			return true;
		}
	}
	return collect(search, type, item, path, depth + 1);
}

static bool collect_components(struct relation_search *search, const struct attribute *attribute,
                               struct json_object *value, const char *path, unsigned depth)
{
	const char *full = arena_format(search->arena, *path ? "%s.%s" : "%s%s", path, attribute->name);
	if (!json_object_is_type(value, json_type_array))
		return collect_component(search, attribute, value, full, depth);
	for (size_t i = 0; !search->message && i < json_object_array_length(value); i++)
		if (!collect_component(search, attribute, json_object_array_get_idx(value, i),
		                       arena_format(search->arena, "%s[%zu]", full, i), depth))
			return false;
	return true;
}

static bool collect(struct relation_search *search, const struct content_type *type, struct json_object *data,
                    const char *path, unsigned depth)
{
	if (!json_object_is_type(data, json_type_object) || depth > VALIDATE_DEEPEST)
		return true;
	for (size_t i = 0; i < type->attribute_count && !search->message; i++) {
		const struct attribute *attribute = &type->attributes[i];
		struct input_value sent = {false, NULL};
		if (!attribute_is_scalar(attribute))
			sent = input_value_member(data, attribute->name);
		if (!sent.value)
			continue;
		if (attribute_holds_components(attribute)) {
			if (!collect_components(search, attribute, sent.value, path, depth))
				return false;
		} else if (search->forms) {
			if (attribute->writable && !read_form(search, attribute, sent.value, path))
				return false;
		} else if (!attribute_is_morph_to(attribute) && attribute->target) {
			add_relation(search, attribute, sent.value);
		}
	}
	return true;
}

/* A database in another process is asked for all types at once. */
static bool select_all(struct relation_search *search)
{
	for (struct related_ids *related = search->first; related; related = related->next)
		if (related_is_refused(search->validation, related))
			return true;
		else if (!related_select(search->validation, related))
			return false;
	return true;
}

/* Strapi counts the entries of all types at one time: {"where":{"id":{"$in":[1,2]}}}. */
static bool begin_counts(struct relation_search *search)
{
	const struct content_call *call = search->validation->call;
	for (struct related_ids *related = search->first; related; related = related->next) {
		struct json_object *params = json_keep(call->arena, json_object_new_object());
		struct json_object *where = json_object_new_object(), *id = json_object_new_object();
		json_object_object_add(id, "$in", json_object_get(related->sent));
		json_object_object_add(where, "id", id);
		json_object_object_add(params, "where", where);
		if (!lifecycle_begin(&related->lifecycle, call, related->type, LIFECYCLE_BEFORE_COUNT, params, NULL,
		                     search->validation->error))
			return false;
	}
	return true;
}

static bool end_count(struct relation_search *search, struct related_ids *related, size_t *count)
{
	struct json_object *result = json_object_new_int64((int64_t)*count);
	bool done = lifecycle_after(&related->lifecycle, &result, search->validation->error);
	*count = (size_t)json_object_get_int64(result);
	json_object_put(result);
	return done;
}

/* A change whose own type has no listener is not made where code may be waited for. */
static bool counts_are_heard(const struct relation_search *search)
{
	const struct content *content = search->validation->call->content;
	return !search->forms && search->type && content_has_listener(content, search->type);
}

static bool compare_counts(struct relation_search *search, const char **message)
{
	struct validation *validation = search->validation;
	for (struct related_ids *related = search->first; related && !*message; related = related->next) {
		size_t count;
		if (related_is_refused(validation, related)) {
			*message = invalid;
			return true;
		}
		if (!related_count(validation, related, &count) || !end_count(search, related, &count))
			return false;
		if (count != related->seen.count)
			*message = arena_format(search->arena,
			                        "%zu relation(s) of type %s associated with this entity do not exist",
			                        related->seen.count - count, related->type->uid);
	}
	return true;
}

/* Sets *message to what is wrong with the ids that were collected, or NULL. */
static bool look_up(struct relation_search *search, const char **message)
{
	*message = search->message;
	for (const struct related_ids *related = search->first; related; related = related->next)
		if (related->lacks_id)
			*message = *message ? *message : invalid;
	if (*message)
		return true;
	/* The code's own statements between two counts find none of them under way. */
	bool done =
	    (counts_are_heard(search) ? begin_counts(search) : select_all(search)) && compare_counts(search, message);
	for (struct related_ids *related = search->first; related; related = related->next) {
		lifecycle_end(&related->lifecycle);
		if (related->found)
			store_close_cursor(related->found);
	}
	return done;
}

bool relations_check(struct validation *validation, const struct content_type *type, struct json_object *data,
                     const char **message)
{
	struct relation_search search = {.validation = validation, .arena = validation->call->arena, .type = type};
	search.end = &search.first;
	return collect(&search, type, data, "", 0) && look_up(&search, message);
}

bool relations_check_forms(struct validation *validation, const struct content_type *type, struct json_object *data)
{
	struct relation_search search = {.validation = validation, .arena = validation->call->arena, .forms = true};
	const char *message;
	search.end = &search.first;
	if (!collect(&search, type, data, "", 0) || !look_up(&search, &message))
		return false;
	if (!message)
		return true;
	struct refusals refusals = {0};
	refusals_add(search.arena, &refusals, NULL, false, slice_of(message));
	return refusals_report(search.arena, &refusals, validation->error);
}
