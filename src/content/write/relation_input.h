/* Inside the room `content`: what may stand in a relation or media field of a request. */
#ifndef LECTERN_CONTENT_RELATION_INPUT_H
#define LECTERN_CONTENT_RELATION_INPUT_H

#include "content/content.h"

#include <json-c/json.h>

enum relation_position { POSITION_END, POSITION_START, POSITION_BEFORE, POSITION_AFTER };

struct relation_item {
	int64_t id;
	const struct content_type *type; /* morphToOne, morphToMany: from __type, NULL when unknown */
	enum relation_position position;
	int64_t reference; /* POSITION_BEFORE, POSITION_AFTER: the id of that neighbour */
};

/* None of it set: the request changes nothing. */
struct relation_input {
	bool clear;                  /* null was sent */
	bool set;                    /* items replace all there was; else they are connected */
	struct relation_item *items; /* all different */
	size_t item_count;
	struct relation_item *disconnect; /* only ids and types */
	size_t disconnect_count;
};

/* Reads a plain id (a number or a text), {"id":…}, a list of these, null, or {"connect":…,"disconnect":…,"set":…} as
 * the reference does. Refuses, with a ValidationError that begins with `path`: what has no id where one is expected,
 * the same relation connected twice, set beside connect or disconnect, a position that is not exactly one of before,
 * after, start and end, connect and disconnect on a media field. */
bool relation_read(struct arena *arena, const struct registry *registry, const struct attribute *attribute,
                   struct json_object *value, const char *path, struct relation_input *input, struct error *error);

/* An id as the reference's databases take it: a whole number, or a text that is one. */
bool relation_read_id(struct json_object *value, int64_t *id);

#endif
