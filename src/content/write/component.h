/* Inside the room `content`: one component as an entry of its own, with its events. */
#ifndef LECTERN_CONTENT_WRITE_COMPONENT_H
#define LECTERN_CONTENT_WRITE_COMPONENT_H

#include "write.h"

/* Components of one entry; they live in the call's arena. */
struct component_list {
	struct component_name {
		const struct content_type *type;
		int64_t id;
	} * items;
	size_t count;
};

/* Stores a component, whose own components are stored and named in `data`. `sent_id`: its id as it was sent, of one
 * that is stored; NULL: it is new, and *id is set. */
bool component_store(struct write *write, const struct content_type *type, struct json_object *sent_id,
                     struct json_object *data, int64_t *id);

/* Deletes it with what it holds. `id`: as hooks see it. */
bool component_delete(struct write *write, const struct component_name *component, struct json_object *id);

bool component_delete_all(struct write *write, const struct component_list *list);

/* Those that a field of an entry has, or (entry_id 0) none. */
bool component_find(struct write *write, const struct content_type *type, const struct attribute *attribute,
                    int64_t entry_id, struct component_list *list);

/* Those of all its fields. */
bool component_find_all(struct write *write, const struct content_type *type, int64_t entry_id,
                        struct component_list *list);

#endif
