#include "events.h"

static bool is_given(struct json_object *data, const char *name)
{
	struct json_object *value;
	return json_object_object_get_ex(data, name, &value) && !method_is_undefined(value);
}

/* Of components, too, whose rows have none. */
static void add_times(struct json_object *data, bool creation)
{
	char text[DATETIME_ISO_SIZE];
	static const char *const times[] = {"createdAt", "updatedAt"};
	datetime_format_iso(datetime_now(), text);
	for (size_t i = creation ? 0 : 1; i < COUNT_OF(times); i++)
		if (json_object_is_type(data, json_type_object) && !is_given(data, times[i]))
			json_object_object_add(data, times[i], json_object_new_string(text));
}

bool event_begin(const struct method_call *call, struct lifecycle *lifecycle, enum content_lifecycle before,
                 struct json_object **params)
{
	struct json_object *data;
	*lifecycle = (struct lifecycle){0};
	if (!lifecycle_has_listener(call->content, call->type, before))
		return true;
	if (!*params)
		*params = method_object(call);
	data = json_member(*params, "data");
	if (before == LIFECYCLE_BEFORE_CREATE || before == LIFECYCLE_BEFORE_UPDATE)
		add_times(data, before == LIFECYCLE_BEFORE_CREATE);
	for (size_t i = 0; before == LIFECYCLE_BEFORE_CREATE_MANY && json_object_is_type(data, json_type_array) &&
	                   i < json_count(data);
	     i++)
		add_times(json_item(data, i), true);
	return lifecycle_begin_tagged(lifecycle, call->content, call->type, before, *params, call->error);
}

bool event_finish(const struct method_call *call, struct lifecycle *lifecycle, struct json_object *result)
{
	lifecycle->last = true;
	bool done = lifecycle_after(lifecycle, &result, call->error);
	if (done)
		json_write_value(call->value, result);
	json_object_put(result);
	return done;
}
