/* Inside validation: one value that is being checked. */
#ifndef LECTERN_CONTENT_VALIDATE_VALUE_H
#define LECTERN_CONTENT_VALIDATE_VALUE_H

#include "refusals.h"
#include "rules.h"

struct value_check {
	struct validation *validation;
	struct arena *arena;
	const struct rules *rules;
	const struct refusal_place *place;
	struct input_value value, original;
	bool in_item; /* in an item of a list: what counts as sent is what was cast, defaults too */
	unsigned depth;
	uint64_t tick; /* when all was checked */
	struct refusals refusals;
};

/* Adds a refusal of the value. With `named` the message begins with the path. */
void value_refuse(struct value_check *check, bool named, struct slice message);

/* Whether the value has the right type and is one of its choices: when not, nothing else is checked. */
void value_check_type(struct value_check *check);

/* The value itself; what is in it is not looked at. */
void value_check(struct value_check *check);

#endif
