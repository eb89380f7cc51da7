/* A list of permissions as it is sent. */
#include "permissions.h"

/* One permission of the list. */
struct sent {
	struct input *input;
	const struct registry *registry;
	struct json_object *json;
	size_t index;
	const struct admin_action *action;
};

static void refuse(const struct sent *sent, const char *member, const char *message)
{
	const char *path =
	    arena_format(sent->input->arena, "\"permissions\",\"%zu\"%s%s", sent->index, *member ? "," : "", member);
	input_refuse(sent->input, path, message);
}

/* A member, or the permission itself where `member` is empty, is of another type. */
static void refuse_type(const struct sent *sent, const char *member, const char *type, struct json_object *value)
{
	struct arena *arena = sent->input->arena;
	const char *list = arena_format(arena, "\"permissions\",\"%zu\"", sent->index);
	const char *path = arena_format(arena, "permissions[%zu]", sent->index);
	if (*member) {
		list = arena_format(arena, "%s,\"%s\"", list, member);
		path = arena_format(arena, "%s.%s", path, member);
	}
	input_refuse_type(sent->input, list, path, type, value);
}

static const char *placed(const struct sent *sent, const char *format)
{
	return arena_format(sent->input->arena, format, sent->index);
}

static void check_action(struct sent *sent)
{
	struct json_object *action = json_member(sent->json, "action");
	const struct slice id = json_string(action);
	if (action && !json_object_is_type(action, json_type_string))
		refuse_type(sent, "action", "string", action);
	else if (!id.len)
		refuse(sent, "\"action\"", placed(sent, "permissions[%zu].action is a required field"));
	else if (!(sent->action = access_admin_action(sent->registry, id)))
		refuse(sent, "\"action\"", "action is not an existing permission action");
}

static void check_subject(const struct sent *sent)
{
	struct json_object *subject = json_member(sent->json, "subject");
	const struct slice uid = json_string(subject);
	const struct content_type *type = uid.len ? model_type(sent->registry, uid) : NULL;
	if (subject && !json_object_is_type(subject, json_type_string))
		refuse_type(sent, "subject", "string", subject);
	if (!sent->action || (subject && !json_object_is_type(subject, json_type_string)))
		return;
	bool right = sent->action->section == ADMIN_SECTION_CONTENT_TYPES
	                 ? type && access_admin_action_is_for(sent->action, type)
	                 : !subject;
	if (!right)
		refuse(sent, "\"subject\"", "Invalid subject submitted");
}

/* Whether one of the fields that a field lies in, "a" and "a.b" for "a.b.c", is in the set. */
static bool lies_in_another(const struct map *fields, struct slice field)
{
	for (size_t i = 0; i < field.len; i++)
		if (field.ptr[i] == '.' && map_get(fields, (struct slice){field.ptr, i}))
			return true;
	return false;
}

static const char *find_fault(struct arena *arena, struct json_object *list)
{
	const size_t count = json_object_array_length(list);
	struct map fields;
	bool twice = false;
	map_init(&fields, arena);
	for (size_t i = 0; i < count; i++) {
		struct json_object *field = json_object_array_get_idx(list, i);
		if (!json_object_is_type(field, json_type_string))
			return "Fields format are incorrect: expected a list of texts.";
		twice = map_set(&fields, json_string(field), field) || twice;
	}
	for (size_t i = 0; i < count; i++)
		if (lies_in_another(&fields, json_string(json_object_array_get_idx(list, i))))
			return "Fields format are incorrect (bad nesting).";
	return twice ? "Fields format are incorrect (duplicates)." : NULL;
}

enum { MOST_FIELDS = 2000 };

static void check_fields(const struct sent *sent, struct json_object *fields)
{
	const char *fault = NULL;
	if (!fields)
		return;
	if (!json_object_is_type(fields, json_type_array) || json_object_array_length(fields) > MOST_FIELDS)
		fault = "Fields format are incorrect: expected a list of texts.";
	else
		fault = find_fault(sent->input->arena, fields);
	if (fault)
		refuse(sent, "\"properties\",\"fields\"", fault);
}

static void check_properties(const struct sent *sent)
{
	struct json_object *properties = json_member(sent->json, "properties");
	bool right = true;
	if (properties && !json_object_is_type(properties, json_type_object))
		refuse_type(sent, "properties", "object", properties);
	if (!sent->action || !json_object_is_type(properties, json_type_object))
		return;
	if (json_object_object_length(properties)) {
		json_object_object_foreach(properties, key, value)
		{
			(void)value;
			right = right && sent->action->section == ADMIN_SECTION_CONTENT_TYPES &&
			        (strcmp(key, "locales") == 0 || (sent->action->fields && strcmp(key, "fields") == 0));
		}
	}
	if (!right)
		refuse(sent, "\"properties\"", placed(sent, "Invalid property set at permissions[%zu].properties"));
	else
		check_fields(sent, json_member(properties, "fields"));
}

static void check_conditions(const struct sent *sent)
{
	struct json_object *conditions = json_member(sent->json, "conditions");
	if (!conditions)
		return;
	if (!json_object_is_type(conditions, json_type_array)) {
		refuse_type(sent, "conditions", "array", conditions);
		return;
	}
	for (size_t i = 0; i < json_object_array_length(conditions); i++) {
		struct json_object *condition = json_object_array_get_idx(conditions, i);
		struct arena *arena = sent->input->arena;
		if (json_object_is_type(condition, json_type_string))
			continue;
		input_refuse_type(
		    sent->input, arena_format(arena, "\"permissions\",\"%zu\",\"conditions\",\"%zu\"", sent->index, i),
		    arena_format(arena, "permissions[%zu].conditions[%zu]", sent->index, i), "string", condition);
	}
}

static void check_names(const struct sent *sent)
{
	static const char *const names[] = {"action", "actionParameters", "subject", "properties", "conditions"};
	struct buffer unknown = {0};
	json_object_object_foreach(sent->json, key, value)
	{
		(void)value;
		size_t i = 0;
		while (i < COUNT_OF(names) && strcmp(names[i], key) != 0)
			i++;
		if (i < COUNT_OF(names))
			continue;
		if (unknown.len)
			buffer_text(&unknown, ", ");
		else
			buffer_format(&unknown, "permissions[%zu] field has unspecified keys: ", sent->index);
		buffer_text(&unknown, key);
	}
	if (unknown.len)
		refuse(sent, "", arena_copy(sent->input->arena, buffer_as_slice(&unknown)));
	buffer_free(&unknown);
}

static void check_one(struct sent *sent)
{
	struct json_object *parameters;
	if (!json_object_is_type(sent->json, json_type_object)) {
		refuse_type(sent, "", "object", sent->json);
		return;
	}
	check_action(sent);
	parameters = json_member(sent->json, "actionParameters");
	if (parameters && !json_object_is_type(parameters, json_type_object))
		refuse(sent, "\"actionParameters\"",
		       placed(sent, "permissions[%zu].actionParameters must be an object"));
	check_subject(sent);
	check_properties(sent);
	check_conditions(sent);
	check_names(sent);
}

/* ---- the list ---- */

enum { MOST_PERMISSIONS = 5000 };

static bool has_twice(struct arena *arena, struct json_object *list)
{
	struct map seen;
	map_init(&seen, arena);
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);
		const struct slice action = json_string(json_member(one, "action"));
		const struct slice subject = json_string(json_member(one, "subject"));
		/* No action has a space in it. */
		const char *key = arena_format(arena, "%.*s %.*s", (int)action.len, action.ptr, (int)subject.len,
		                               subject.len ? subject.ptr : "");
		if (map_set(&seen, slice_of(key), one))
			return true;
	}
	return false;
}

static void check_list(struct input *input, const struct registry *registry, struct json_object *list)
{
	if (!json_find(input->object, "permissions", &list)) {
		input_refuse_member(input, "permissions", "is a required field");
		return;
	}
	if (!json_object_is_type(list, json_type_array)) {
		input_refuse_type(input, "\"permissions\"", "permissions", "array", list);
		return;
	}
	if (json_object_array_length(list) > MOST_PERMISSIONS) {
		input_refuse(input, "\"permissions\"", "permissions must be a list of permissions");
		return;
	}
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct sent sent = {
		    .input = input, .registry = registry, .json = json_object_array_get_idx(list, i), .index = i};
		check_one(&sent);
	}
	if (!input->refusal_count && has_twice(input->arena, list))
		input_refuse(input, "\"permissions\"", "Some permissions are duplicated (same action and subject)");
}

/* Strapi's own conditions that there are none of are left out. Those of a project's code stay: what they would say is
 * not known here, and a permission without its condition would be for more than was meant. */
static struct json_object *known_conditions(struct json_object *conditions)
{
	struct json_object *kept = json_object_new_array();
	for (size_t i = 0; conditions && i < json_object_array_length(conditions); i++) {
		struct json_object *condition = json_object_array_get_idx(conditions, i);
		const struct slice id = json_string(condition);
		if (!slice_starts_with(id, SLICE("admin::")) || access_is_admin_condition(id))
			json_object_array_add(kept, json_object_get(condition));
	}
	return kept;
}

static struct json_object *normalize(struct json_object *sent)
{
	struct json_object *subject = json_member(sent, "subject"), *properties = json_member(sent, "properties");
	struct json_object *parameters = json_member(sent, "actionParameters");
	struct json_object *permission = permission_create(
	    json_object_get_string(json_member(sent, "action")), subject ? json_object_get_string(subject) : NULL,
	    json_object_get(properties), known_conditions(json_member(sent, "conditions")));
	if (parameters)
		json_object_object_add(permission, "actionParameters", json_object_get(parameters));
	return permission;
}

bool permissions_check(struct arena *arena, const struct registry *registry, struct json_object *json,
                       struct json_object **list, struct error *error)
{
	static const char *const names[] = {"permissions", NULL};
	struct input input;
	*list = NULL;
	if (!input_begin(&input, arena, json, error))
		return false;
	struct json_object *sent = json_member(json, "permissions");
	check_list(&input, registry, sent);
	input_check_names(&input, names);
	if (!input_end(&input, error))
		return false;
	*list = json_object_new_array();
	for (size_t i = 0; i < json_object_array_length(sent); i++)
		json_object_array_add(*list, normalize(json_object_array_get_idx(sent, i)));
	return true;
}
