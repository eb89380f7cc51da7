/* Inside the room `content`: checking a value that was cast. */
#ifndef LECTERN_CONTENT_VALIDATE_CHECK_H
#define LECTERN_CONTENT_VALIDATE_CHECK_H

#include "rules.h"

/* What is wrong and where. */
struct refusal {
	const char *path;      /* "hours[0].day"; empty for the whole */
	const char *path_json; /* ["hours","0","day"] */
	struct slice message;
	struct refusal *next;
};

struct refusals {
	struct refusal *first, *last;
	size_t count;
};

/* Checks `value` and all that is in it; `original` is the same before it was cast. The order of the refusals is that of
 * Strapi. False when the database failed (validation->error). */
bool validate_check(struct validation *validation, const struct rules *rules, struct given value, struct given original,
                    struct refusals *refusals);

/* Puts one behind the others. */
void refusals_add(struct refusals *refusals, struct refusal *refusal);
/* The same for all of `more`. */
void refusals_append(struct refusals *refusals, const struct refusals *more);

/* Fills the error for refusals, of which there is one at least. Returns false. */
bool refusals_report(struct arena *arena, const struct refusals *refusals, struct error *error);

/* True when no other entry has the value (validate_unique.c). Sets *unique; false when the database failed. */
bool validate_unique(struct validation *validation, const struct rules *rules, struct json_object *value, bool *unique);

/* Whether all entries that `data` (of `type`) relates to exist (validate_relations.c). *message is what is wrong, or
 * NULL. False when the database failed. */
bool validate_relations(struct validation *validation, const struct content_type *type, struct json_object *data,
                        const char **message);

/* What Strapi lets pass, or fails to answer properly: the forms of relations that relation_read refuses, and
 * ids of no entries in the form {"id":…}. Call it when all else is well. False with *error filled. */
bool validate_relation_forms(struct validation *validation, const struct content_type *type, struct json_object *data);

/* validate_text.c, validate_link.c */
bool text_is_email(struct slice text);
bool text_is_uid(struct slice text);
bool text_is_link(struct slice text);

#endif
