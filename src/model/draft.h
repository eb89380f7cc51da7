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

/* Who a file describes, known from where it lies. */
struct origin {
	const char *uid, *api_name, *model_name;
	const char *file;  /* NULL for a built-in */
	const char *label; /* as in struct draft */
	bool component, plugin;
};

/* The type in a file's JSON. Mistakes are reported; what is left of the type is returned all the same, so that those
 * in other files that mention it are found in the same run. NULL when there is no list of attributes at all. */
struct draft *draft_read(struct mistakes *mistakes, const struct origin *origin, struct json_object *json);

/* Reads one attribute of `type`; `attribute->name` is set. False when not even its type is known. */
bool draft_read_attribute(const struct place *place, const struct content_type *type, struct attribute *attribute,
                          struct mention *mention);

/* Adds the draft; reports a second one with the same uid. */
void drafts_add(struct drafts *drafts, struct mistakes *mistakes, struct draft *draft);
struct draft *drafts_find(const struct drafts *drafts, const char *uid);

/* "$.attributes.<name>", or "$.attributes.<name>.<key>" when key is not NULL. */
const char *draft_path(struct mistakes *mistakes, const struct attribute *attribute, const char *key);

/* Finds what the mentions name, and the names of link tables and columns. */
void drafts_resolve(struct drafts *drafts, struct mistakes *mistakes);

/* Where the links of a resolved polymorphic relation, media field, component field or dynamic zone are kept. */
void draft_set_link(struct arena *arena, const struct draft *draft, struct attribute *attribute);

/* The link that `attribute` of `owner`, which owns its relation, makes; and the same seen from the other side. */
struct link draft_owned_link(struct arena *arena, const struct content_type *owner, const struct attribute *attribute,
                             const struct mention *mention);
struct link draft_turned_link(struct link link);

/* Where the links of all other relations are kept, once their targets are known. */
void drafts_link_relations(struct drafts *drafts, struct mistakes *mistakes);

/* Mistakes that only show in all types together: table, column and API names used twice, components that require
 * themselves. */
void drafts_check(const struct drafts *drafts, struct mistakes *mistakes);

/* The types that need no file: adds each that `extensions` (uid -> struct extension) does not override, and those that
 * it overrides with the keys of its file in place of the built-in's. */
struct extension {
	const char *file;
	struct json_object *json;
	bool used;
};
void drafts_add_builtins(struct drafts *drafts, struct mistakes *mistakes, struct map *extensions);

#endif
