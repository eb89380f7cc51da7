/* Inside of the folder: the order of an object's members. JavaScript puts keys that are array indexes ("0", "17")
 * first, by their numbers, and leaves the others as they come. */
#ifndef LECTERN_BASE_JSON_ORDER_H
#define LECTERN_BASE_JSON_ORDER_H

#include "reader.h"

/* While the tokens of a text are read: the last key of each object that is open. */
struct json_order {
	int64_t last[JSON_DEEPEST_STORED + 1]; /* by its level */
};

/* Takes the token that `reader` has just read. False at a key that JavaScript would put before another one. */
bool json_order_keeps(struct json_order *order, const struct json_reader *reader, const struct json_token *token);

/* Writes JSON that json_write_compact has written with the members of all objects in JavaScript's order. */
void json_order_text(struct buffer *out, struct slice json);

/* Puts the members of all objects in the value into JavaScript's order. */
void json_order_members(struct json_object *json);

#endif
