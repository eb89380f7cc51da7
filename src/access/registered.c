#include "registered.h"

#include "admin_actions.h"

#include <json-c/json.h>
#include <pthread.h>
#include <stdatomic.h>

enum { MOST_ACTIONS = 1000 };

struct registered_list {
	struct slice text; /* as it was given */
	struct admin_action *actions;
	size_t count;
};

/* Conditions: before Strapi's own, and late ones. */
struct condition_lists {
	struct slice text, shown[2];
};

struct admin_registered {
	struct arena *arena;
	pthread_mutex_t lock;
	_Atomic(struct registered_list *) list; /* never changed once it is there; those before it stay */
	_Atomic(struct condition_lists *) conditions;
};

static void destroy_arena(void *arena)
{
	arena_destroy(arena);
}

struct admin_registered *access_registered_create(struct arena *arena)
{
	struct admin_registered *registered = arena_alloc(arena, sizeof *registered);
	registered->arena = arena_create();
	pthread_mutex_init(&registered->lock, NULL);
	atomic_init(&registered->list, NULL);
	atomic_init(&registered->conditions, NULL);
	arena_defer(arena, destroy_arena, registered->arena);
	return registered;
}

/* ---- reading ---- */

static const char *text_of(struct arena *arena, struct json_object *json, const char *name)
{
	const struct slice text = json_string(json_member(json, name));
	return text.ptr ? arena_copy(arena, text) : "";
}

static enum admin_section section_of(struct json_object *json)
{
	static const char *const names[] = {"contentTypes", "plugins", "settings"};
	const struct slice name = json_string(json_member(json, "section"));
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (slice_is(name, names[i]))
			return (enum admin_section)i;
	return ADMIN_SECTION_INTERNAL;
}

static const struct admin_subjects *subjects_of(struct arena *arena, struct json_object *json)
{
	struct json_object *list = json_member_of_type(json, "subjects", json_type_array);
	const size_t count = list ? json_object_array_length(list) : 0;
	struct admin_subjects *subjects = arena_alloc(arena, sizeof *subjects);
	struct slice *uids = arena_array(arena, count + 1, sizeof *uids);
	for (size_t i = 0; i < count; i++)
		uids[i] = arena_copy_slice(arena, json_string(json_object_array_get_idx(list, i)));
	*subjects = (struct admin_subjects){.uids = uids, .count = count};
	return subjects;
}

static struct admin_action read_action(struct arena *arena, struct json_object *json)
{
	return (struct admin_action){
	    .id = text_of(arena, json, "id"),
	    .label = text_of(arena, json, "displayName"),
	    .section = section_of(json),
	    .plugin = text_of(arena, json, "plugin"),
	    .category = text_of(arena, json, "category"),
	    .sub_category = text_of(arena, json, "subCategory"),
	    .fields = json_object_get_boolean(json_member(json, "fields")),
	    .subjects = subjects_of(arena, json),
	};
}

static void add_all(struct registered_list *list, struct arena *arena, struct json_object *json, bool late)
{
	for (size_t i = 0; i < json_object_array_length(json) && i < MOST_ACTIONS; i++) {
		struct json_object *action = json_object_array_get_idx(json, i);
		if (json_object_get_boolean(json_member(action, "late")) == late)
			list->actions[list->count++] = read_action(arena, action);
	}
}

/* Plugins register theirs before the administration does, and src/index after it. */
static struct registered_list *read_list(struct arena *arena, struct json_object *json, struct slice text)
{
	struct registered_list *list = arena_alloc(arena, sizeof *list);
	size_t own_count, own = 0;
	const struct admin_action *strapis = admin_actions_own(&own_count);
	*list = (struct registered_list){.text = arena_copy_slice(arena, text)};
	list->actions = arena_array(arena, own_count + json_object_array_length(json), sizeof *list->actions);
	while (own < own_count && !slice_starts_with(slice_of(strapis[own].id), SLICE("admin::")))
		list->actions[list->count++] = strapis[own++];
	add_all(list, arena, json, false);
	while (own < own_count)
		list->actions[list->count++] = strapis[own++];
	add_all(list, arena, json, true);
	return list;
}

/* ---- the door ---- */

bool access_register_actions(struct admin_registered *registered, struct json_object *list)
{
	if (!registered || !json_object_is_type(list, json_type_array))
		return false;
	const struct slice text = slice_of(json_object_to_json_string_ext(list, JSON_C_TO_STRING_PLAIN));
	pthread_mutex_lock(&registered->lock);
	const struct registered_list *before = atomic_load(&registered->list);
	const bool differs = before ? !slice_equals(before->text, text) : json_object_array_length(list) > 0;
	if (differs)
		atomic_store(&registered->list, read_list(registered->arena, list, text));
	pthread_mutex_unlock(&registered->lock);
	return differs;
}

const struct admin_action *registered_actions(const struct admin_registered *registered, size_t *count)
{
	const struct registered_list *list = registered ? atomic_load(&registered->list) : NULL;
	*count = list ? list->count : 0;
	return list ? list->actions : NULL;
}

static struct slice show_conditions(struct arena *arena, struct json_object *list, bool late)
{
	static const char *const names[] = {"id", "displayName", "category"};
	struct buffer shown = {0};
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *condition = json_object_array_get_idx(list, i);
		if (json_object_get_boolean(json_member(condition, "late")) != late)
			continue;
		buffer_text(&shown, shown.len ? ",{" : "{");
		for (size_t j = 0; j < COUNT_OF(names); j++) {
			json_write_name(&shown, slice_of(names[j]));
			json_write_value(&shown, json_member(condition, names[j]));
		}
		buffer_byte(&shown, '}');
	}
	struct slice copy = arena_copy_slice(arena, buffer_as_slice(&shown));
	buffer_free(&shown);
	return copy;
}

void access_register_conditions(struct admin_registered *registered, struct json_object *list)
{
	if (!registered || !json_object_is_type(list, json_type_array))
		return;
	const struct slice text = slice_of(json_object_to_json_string_ext(list, JSON_C_TO_STRING_PLAIN));
	pthread_mutex_lock(&registered->lock);
	const struct condition_lists *before = atomic_load(&registered->conditions);
	if (!before || !slice_equals(before->text, text)) {
		struct condition_lists *lists = arena_alloc(registered->arena, sizeof *lists);
		lists->text = arena_copy_slice(registered->arena, text);
		lists->shown[0] = show_conditions(registered->arena, list, false);
		lists->shown[1] = show_conditions(registered->arena, list, true);
		atomic_store(&registered->conditions, lists);
	}
	pthread_mutex_unlock(&registered->lock);
}

struct slice access_registered_conditions(const struct admin_registered *registered, bool late)
{
	const struct condition_lists *lists = registered ? atomic_load(&registered->conditions) : NULL;
	return lists ? lists->shown[late] : SLICE("");
}
