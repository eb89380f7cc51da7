/* Inside validation: what is wrong, and where. */
#ifndef LECTERN_CONTENT_VALIDATE_REFUSALS_H
#define LECTERN_CONTENT_VALIDATE_REFUSALS_H

#include "base/base.h"

/* When so much is refused, items that follow are not looked at. */
enum { VALIDATE_MOST_REFUSALS = 1000 };

/* Where a value stands; NULL is the whole. */
struct refusal_place {
	const struct refusal_place *parent;
	const char *name; /* NULL: an item */
	size_t index;
};

struct refusal {
	const char *path;      /* "hours[0].day"; empty for the whole */
	const char *path_json; /* ["hours","0","day"] */
	struct slice message;
	struct refusal *next;
};

/* Zeroed it is empty. */
struct refusals {
	struct refusal *first, *last;
	size_t count;
};

/* Writes hours[0].day and "hours","0","day". */
void refusals_write_place(struct buffer *path, struct buffer *json, const struct refusal_place *place);

/* Adds a refusal of the value at that place, in the arena. With `named` the message begins with the path. */
void refusals_add(struct arena *arena, struct refusals *refusals, const struct refusal_place *place, bool named,
                  struct slice message);

/* Puts `more` behind the others. */
void refusals_append(struct refusals *refusals, const struct refusals *more);

/* Fills the error for refusals, of which there is one at least. Returns false. Details live in the arena. */
bool refusals_report(struct arena *arena, const struct refusals *refusals, struct error *error);

#endif
