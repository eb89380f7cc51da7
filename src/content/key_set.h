/* Inside the room `content`: the set of keys that content/keys.h describes. */
#ifndef LECTERN_CONTENT_KEY_SET_H
#define LECTERN_CONTENT_KEY_SET_H

#include "content.h"

/* What is known of a type. */
struct type_keys {
	bool whole;
	int64_t *ids; /* of the entries that count, where not all do */
	size_t id_count, id_capacity;
};

struct content_keys {
	const struct registry *registry;
	struct arena *arena;
	struct type_keys *types; /* by the type's index */
	const char **tables;     /* of links, and others by their name */
	size_t table_count, table_capacity;
	const struct content_type **roots;
	size_t root_count, root_capacity;
};

/* All entries of the type count. */
void key_set_add_type(struct content_keys *keys, const struct content_type *type);

/* That entry counts. */
void key_set_add_entry(struct content_keys *keys, const struct content_type *type, int64_t id);

/* The table as a whole; `table` lives as long as the set. */
void key_set_add_table(struct content_keys *keys, const char *table);
bool key_set_has_table(const struct content_keys *keys, const char *table);

/* Entries of the type were asked for. */
void key_set_add_root(struct content_keys *keys, const struct content_type *type);

#endif
