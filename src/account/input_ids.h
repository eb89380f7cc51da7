/* Part of the door of the room `account`, behind input.h: ids, and roles of users, in what the client sent. */
#ifndef LECTERN_ACCOUNT_INPUT_IDS_H
#define LECTERN_ACCOUNT_INPUT_IDS_H

#include <stdbool.h>

struct input;
struct json_object;

/* Any text, or a whole number that is not negative: what Strapi takes for an id. */
bool input_is_id(struct json_object *value);

/* A member that is a list of ids, be it empty. False when it is not there, or is no list, which is noted. */
bool input_check_id_list(struct input *input, const char *name);

/* A member that is a list of ids, which must have one at least; `required`: and be there. */
void input_check_ids(struct input *input, const char *name, bool required);

/* The role of a user: an id, or {"connect": [{"id": …}]} and, when it is changed, {"disconnect": […]}. */
void input_check_role(struct input *input, bool creation);

#endif
