/* Inside the room `transfer`: which tables are exported and imported, and what their columns are called in a file. */
#ifndef LECTERN_TRANSFER_TABLES_H
#define LECTERN_TRANSFER_TABLES_H

#include "store/store.h"

#define TRANSFER_FORMAT "lectern content"

enum {
	TRANSFER_VERSION = 1,
	TRANSFER_LONGEST_LINE = 16 * 1024 * 1024,  /* bytes, without the line feed */
	TRANSFER_DEEPEST = JSON_DEEPEST_COLUMN + 2 /* levels of JSON: {"fields": {"name": a column}} */
};

enum transfer_kind { TRANSFER_SETTING, TRANSFER_ENTRY, TRANSFER_LINK, TRANSFER_KINDS };

enum transfer_role {
	ROLE_VALUE,     /* of the column's attribute */
	ROLE_REFERENCE, /* the id of an entry of `target` */
	ROLE_ANY_ID,    /* {"type", "id"} of any entry: these two columns follow each other */
	ROLE_ANY_TYPE,
	ROLE_FROM, /* of links */
	ROLE_TO,
	ROLE_TYPE, /* of a link's target: a uid */
};

struct transfer_column {
	const char *name;
	enum transfer_role role;
	const struct attribute *attribute;
	const struct content_type *target; /* ROLE_REFERENCE; ROLE_TO: NULL when a ROLE_TYPE tells */
	bool required;
};

struct transfer_table {
	enum transfer_kind kind;
	const struct content_type *type; /* of the entries, or of those that links come from; NULL for settings */
	const char *field;               /* of all links of the table; NULL for those of component fields */
	struct store_table store;
	struct transfer_column *columns; /* as many as store.columns */
	struct map by_name; /* -> struct transfer_column *; the first one of ROLE_ANY_ID and ROLE_ANY_TYPE */
	size_t index;       /* in transfer_tables.items */
};

struct transfer_tables {
	struct arena *arena;
	const struct registry *registry;
	struct transfer_table **items; /* settings, entries, links. No row needs one of a table that follows, but for
	                                  ROLE_REFERENCE */
	size_t count, capacity;
	struct map entries; /* uid -> struct transfer_table * */
	struct map links;   /* "uid field" -> struct transfer_table * */
};

/* In `arena`, as long as which it lives. */
struct transfer_tables *transfer_describe(struct arena *arena, const struct registry *registry);

#endif
