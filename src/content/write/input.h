/* Inside the room `content`: from JSON to `struct write_entry`. Nothing here asks the database. */
#ifndef LECTERN_CONTENT_WRITE_INPUT_H
#define LECTERN_CONTENT_WRITE_INPUT_H

#include "write.h"

/* The type of a component that is sent as a value of the attribute: the attribute's own, or in a dynamic zone the one
 * that the value names; NULL when there is none such. */
const struct content_type *input_component_type(const struct registry *registry, const struct attribute *attribute,
                                                struct json_object *value);

/* The id that is sent with a component: 0 when there is none, -1 when it can't be one. */
int64_t input_component_id(struct json_object *value);

/* Fills in what `data` says of an entry, with all components in it. The entry has its kind, type and id. `data` must
 * live as long as the entry. Fails with 400 for a relation in a form that relation_read_input refuses. */
bool input_read(struct write *write, struct json_object *data, struct write_entry *entry);

/* Makes the entry, which has its type and id, one to be deleted. */
void input_delete(struct arena *arena, struct write_entry *entry);

/* When both sides of a relation between entries of one type are sent, the second one sees what the first has changed:
 * an entry may be related to itself. Takes the second sides out of the entry; returns them as one to be written
 * afterwards, or NULL when there are none. */
struct write_entry *input_split(struct arena *arena, struct write_entry *entry);

#endif
