/* Part of the door of the room `account`: what the client sent, checked and refused as Strapi does it (yup, strict).
 * For the thread that has the input. */
#ifndef LECTERN_ACCOUNT_INPUT_H
#define LECTERN_ACCOUNT_INPUT_H

#include "input_ids.h"
#include "input_refusals.h"

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

/* Each checks one member and notes what is wrong. Refusals come in the order of the calls. */
void input_check_text(struct input *input, const char *name, unsigned rules);

/* From here on the members of the object `name` are checked. False, noted, when it is none. */
bool input_enter(struct input *input, const char *name);

/* A member that is true or false, or is not there. */
void input_check_flag(struct input *input, const char *name);

/* password and passwordConfirmation, with `same` refused when they differ. */
void input_check_passwords(struct input *input, bool same);

/* Members other than these (ending with NULL) are refused. */
void input_check_names(struct input *input, const char *const *names);

/* A member that was checked, as text; empty when there is none. */
struct slice input_text(const struct input *input, const char *name);

/* Whether there is such a member, be it null; *value is it. */
bool input_find(const struct input *input, const char *name, struct json_object **value);

/* Whether there is such a member, be it null. */
bool input_has(const struct input *input, const char *name);

#endif
