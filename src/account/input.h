/* Part of the door of the room `account`: what the client sent, checked and refused as Strapi does it (yup, strict). */
#ifndef LECTERN_ACCOUNT_INPUT_H
#define LECTERN_ACCOUNT_INPUT_H

#include "base/base.h"

#include <json-c/json.h>

struct input_refusal;

struct input {
	struct arena *arena;
	struct json_object *object; /* NULL: nothing was sent */
	const char *within;         /* the member of the body that `object` is; NULL: it is the body itself */
	struct input_refusal *refusals;
	size_t refusal_count, refusal_capacity;
};

enum input_rule {
	INPUT_REQUIRED = 1,
	INPUT_EMAIL = 2,
	INPUT_NOT_EMPTY = 4, /* at least one character */
	INPUT_NULLABLE = 8,  /* null is fine */
	INPUT_LOWER_CASE = 16,
	INPUT_TRIMMED = 32,        /* no white space at its ends */
	INPUT_ADMIN_PASSWORD = 64, /* what an admin's password has to be made of */
};

/* False, with *error filled, when `json` is given and no object. */
bool input_begin(struct input *input, struct arena *arena, struct json_object *json, struct error *error);

/* Notes what is wrong. `path_json`: where, "\"role\",\"name\"". Both texts live as long as the arena. */
void input_refuse(struct input *input, const char *path_json, const char *message);

/* Each checks one member and notes what is wrong. Refusals come in the order of the calls. */
void input_check_text(struct input *input, const char *name, unsigned rules);

/* From here on the members of the object `name` are checked. False, noted, when it is none. */
bool input_enter(struct input *input, const char *name);

/* A member that is true or false, or is not there. */
void input_check_flag(struct input *input, const char *name);

/* A member that is a list of ids, which must have one at least; `required`: and be there. */
void input_check_ids(struct input *input, const char *name, bool required);

/* password and passwordConfirmation, with `same` refused when they differ. */
void input_check_passwords(struct input *input, bool same);

/* The role of a user: an id, or {"connect": [{"id": …}]} and, when it is changed, {"disconnect": […]}. */
void input_check_role(struct input *input, bool creation);

/* Members other than these (ending with NULL) are refused. */
void input_check_names(struct input *input, const char *const *names);

/* False with all that was noted as one ValidationError. */
bool input_end(struct input *input, struct error *error);

/* A member that was checked, as text; empty when there is none. */
struct slice input_text(const struct input *input, const char *name);

/* Whether there is such a member, be it null. */
bool input_has(const struct input *input, const char *name);

/* What JavaScript takes for true. */
bool input_is_truthy(struct json_object *value);

#endif
