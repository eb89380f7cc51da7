/* Inside the folder: what is wrong with a body that describes models, told as Strapi tells it: {"error": {"name":
 * "ValidationError", "details": {"errors": [{"path", "message", "name"}]}, "message"}}. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_PROBLEMS_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_PROBLEMS_H

#include "../admin.h"

struct problems {
	struct arena *arena;
	struct json_object *list; /* lives in the arena */
	const char *message;      /* of the last one */
};

/* A value in the body: a member of an object, or an item of a list. */
struct body_place {
	const struct body_place *within; /* NULL: the body itself */
	const char *name;                /* NULL: an item */
	size_t index;
};

void problems_begin(struct problems *problems, struct arena *arena);
static inline size_t problems_count(const struct problems *problems)
{
	return json_count(problems->list);
}

/* A problem of the value at `place`: the message is "contentType.attributes.a " and the text. */
void problems_add(struct problems *problems, const struct body_place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with the text alone. */
void problems_add_plain(struct problems *problems, const struct body_place *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "contentType.attributes.c.enum[0]"; "this" for the body itself. */
const char *place_text(struct arena *arena, const struct body_place *place);

/* Answers with them, with the status 400. */
void problems_answer(const struct problems *problems, struct http_response *response);

/* ---- values: each is fine when it is not there, and adds a problem otherwise ---- */

/* Has the member the type? False, too, when it is not there. `nullable`: null counts as not there. */
bool problems_expect(struct problems *problems, const struct body_place *place, struct json_object *value, bool has,
                     enum json_type type, bool nullable);

/* "must be one of the following values: a, b" */
void problems_add_choices(struct problems *problems, const struct body_place *place, const char *const *choices,
                          size_t count);
bool is_one_of(struct slice text, const char *const *choices, size_t count);

/* /^[A-Za-z][_0-9A-Za-z]*$/, with "-" where `dashes`. */
bool is_word(struct slice text, bool dashes);

#endif
