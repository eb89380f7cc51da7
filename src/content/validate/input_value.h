/* Inside validation: a value that is sent. */
#ifndef LECTERN_CONTENT_VALIDATE_INPUT_VALUE_H
#define LECTERN_CONTENT_VALIDATE_INPUT_VALUE_H

#include <json-c/json.h>
#include <stdbool.h>

/* It may be missing, which is another thing than null. */
struct input_value {
	bool present;
	struct json_object *value; /* NULL is null */
};

/* A member of an object; missing when `object` is none or lacks it. */
static inline struct input_value input_value_member(struct json_object *object, const char *name)
{
	struct input_value member = {false, NULL};
	if (json_object_is_type(object, json_type_object))
		member.present = json_object_object_get_ex(object, name, &member.value);
	return member;
}

#endif
