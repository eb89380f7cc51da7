/* Inside the room `account`: the permissions of a role as they are sent. */
#ifndef LECTERN_ACCOUNT_PERMISSION_INPUT_H
#define LECTERN_ACCOUNT_PERMISSION_INPUT_H

#include "base/base.h"

struct json_object;

struct permission_input {
	struct arena *arena;
	struct slice *actions; /* those that are enabled: "api::restaurant.restaurant.find" */
	size_t count, capacity;
};

/* Reads input.permissions: {"api::restaurant": {"controllers": {"restaurant": {"find": {"enabled": true}}}}}. What is
 * no object has none; null where there should be one is refused. `all` has its arena, and nothing else. */
bool permission_input_read(struct permission_input *all, struct json_object *input, struct error *error);

bool permission_input_has(const struct permission_input *all, struct slice action);

#endif
