/* Part of the door of the room `account`, behind input.h: what is wrong with what the client sent, in the words of yup.
 * For the thread that has the input. Texts that are given live as long as the arena. */
#ifndef LECTERN_ACCOUNT_INPUT_REFUSALS_H
#define LECTERN_ACCOUNT_INPUT_REFUSALS_H

#include "base/base.h"

#include <json-c/json.h>

struct input;

/* Notes what is wrong. `path_json`: where, "\"role\",\"name\"". The message is copied. */
void input_refuse(struct input *input, const char *path_json, const char *message);

/* "{path} {problem}" */
void input_refuse_text(struct input *input, const char *path_json, const char *path, const char *problem);

/* The same of a member of the input's object. */
void input_refuse_member(struct input *input, const char *name, const char *problem);

/* "{path} must be a `{type}` type, but the final value was: …" */
void input_refuse_type(struct input *input, const char *path_json, const char *path, const char *type,
                       struct json_object *value);

/* The path of a member: as `path_json`, and as messages have it. */
const char *input_quoted_path(const struct input *input, const char *name);
const char *input_shown_path(const struct input *input, const char *name);

/* False with all that was noted as one ValidationError. */
bool input_end(struct input *input, struct error *error);

#endif
