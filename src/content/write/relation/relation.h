/* Inside the room `content`: relation and media fields of a write: what is sent, and what it changes. */
#ifndef LECTERN_CONTENT_RELATION_H
#define LECTERN_CONTENT_RELATION_H

#include "content/content.h"

#include <json-c/json.h>

struct write_changes;
struct write;
struct write_entry;
struct write_field;

enum relation_position { POSITION_END, POSITION_START, POSITION_BEFORE, POSITION_AFTER };

struct relation_item {
	int64_t target_id;
	const struct content_type *type; /* morphToOne, morphToMany: from __type, NULL when unknown */
	struct slice field;              /* morphToMany: the target's attribute, from __pivot; ptr NULL: none */
	enum relation_position position;
	int64_t neighbour_id; /* POSITION_BEFORE, POSITION_AFTER: another target */
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
 * Strapi does. Refuses, with a ValidationError that begins with `path`: what has no id where one is expected, the same
 * relation connected twice, set beside connect or disconnect, a position that is not exactly one of before, after,
 * start and end, connect and disconnect on a media field. */
bool relation_read_input(struct arena *arena, const struct registry *registry, const struct attribute *attribute,
                         struct json_object *value, const char *path, struct relation_input *input,
                         struct error *error);

/* What stands for `value`, or a part of it, where the project's code or the panel sends it: of files without an id
 * Strapi takes those of "set", and passes over "connect" and "disconnect"; without "set" the entry has none any more
 * (code-files-of-code in tests/code_recorded_test.mjs). */
struct json_object *relation_of_code(const struct attribute *attribute, struct json_object *value);

/* An id as Strapi's databases take it: a whole number, or a text that is one. */
bool relation_read_id(struct json_object *value, int64_t *id);

/* The order that `current` has after connecting `items`, each at its position. *target_ids lives in the arena. Fails
 * with 400 for a position beside a target that is not there, or that depends on itself. */
bool relation_order_targets(struct arena *arena, const int64_t *current, size_t current_count,
                            const struct relation_item *items, size_t item_count, int64_t **target_ids, size_t *count,
                            struct error *error);

/* The targets that the input names, when each of them can be related to one entry only; else none. The ids live in the
 * arena, in no order. */
int64_t *relation_exclusive_targets(struct arena *arena, const struct write_field *field, size_t *count);

/* These add what changes to `changes`, for links of one kind: rows of a table of two ids; rows of a table that names a
 * type, too; columns of the targets' rows. The field has what stored_read reads. */
bool relation_decide_table(struct write *write, const struct write_entry *entry, const struct write_field *field,
                           struct write_changes *changes);
void relation_decide_morph(const struct write_entry *entry, const struct write_field *field,
                           struct write_changes *changes);
void relation_decide_columns(const struct write_entry *entry, const struct write_field *field,
                             struct write_changes *changes);

#endif
