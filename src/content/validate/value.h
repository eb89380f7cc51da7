/* Inside validation: one value that is being checked. */
#ifndef LECTERN_CONTENT_VALIDATE_VALUE_H
#define LECTERN_CONTENT_VALIDATE_VALUE_H

#include "check.h"

/* Where a value stands; NULL is the whole. */
struct check_place {
	const struct check_place *parent;
	const char *name; /* NULL: an item */
	size_t index;
};

struct check {
	struct validation *validation;
	struct arena *arena;
	const struct rules *rules;
	const struct check_place *place;
	struct given value, original;
	bool in_item; /* in an item of a list: what counts as given is what was cast, defaults too */
	unsigned depth;
	uint64_t tick; /* when all was checked */
	struct refusals refusals;
};

/* Adds a refusal of the value. With `named` the message begins with the path. */
void check_refuse(struct check *check, bool named, struct slice text);

/* Whether the value has the right type and is one of its choices: when not, nothing else is checked. */
void check_type(struct check *check);

/* The value itself; what is in it is not looked at. */
void check_value(struct check *check);

/* "hours[0].day" and "hours","0","day" */
void place_write(struct buffer *path, struct buffer *json, const struct check_place *place);

#endif
