/* Types as read from their files, before the names in them are resolved to other types. */
#ifndef LECTERN_MODEL_DRAFT_H
#define LECTERN_MODEL_DRAFT_H

#include "member.h"

/* The names of other types and attributes that an attribute mentions; NULL where it mentions none. */
struct mention {
	const char *target, *mapped_by, *inversed_by, *morph_by;
	const char **components; /* uids; one for a component field */
	size_t component_count;
	bool no_link_table; /* useJoinTable: false */
	bool own;           /* stands in the file; not added by the server */
};

struct draft {
	struct content_type *type;
	struct mention *mentions; /* by the index of the attribute */
	const char *label;        /* the file, or for built-ins what stands for it in mistakes */
};

struct drafts {
	struct draft **items;
	size_t count, capacity;
	struct map by_uid; /* struct draft * */
	struct map broken; /* uids whose files could not be read at all: mentioning them is no further mistake */
};

/* The content-type or component that a file describes, known from its path. */
struct origin {
	const char *uid, *api_name, *model_name;
	const char *file;  /* NULL for a built-in */
	const char *label; /* as in struct draft */
	struct slice json; /* what describes it, as text; lives as long as the registry */
	bool component, plugin;
};

#endif
