/* Inside the room `content`: storing entries. A write goes one way, and passes each of these stations once:
 *
 *   check   strip.h takes out what clients may not set, content/validate checks and casts the rest
 *   input   input.h makes `struct write_entry` of the JSON: what is sent, for the entry and its components
 *   read    stored.h adds the links that the entries have in the database
 *   decide  decide.h makes the list of changes: rows and links, in terms of `store`
 *   apply   changes.h has the store make them
 *   answer  the caller reads the entry back (change.c)
 *
 * write.c runs the four in the middle. All of it happens in one session that writes, on the thread of that session. */
#ifndef LECTERN_CONTENT_WRITE_H
#define LECTERN_CONTENT_WRITE_H

#include "content/content.h"
#include "relation/relation.h"

/* One write: all that one call stores, in one transaction. */
struct write {
	const struct content_call *call;
	const struct registry *registry;
	int64_t now;                              /* ms since 1970: createdAt and updatedAt of all that is stored */
	const struct content_password *passwords; /* or NULL */
	bool by_code;                             /* the id and the times of a new entry may be sent */
	bool draft;                               /* what is required may be missing */
	bool heard;                               /* hooks had the data: its times are stored as they left them */
	bool many;                                /* of several entries only their rows: updatedAt is what is sent */
	bool plain;                               /* values are written as the query engine does (plain.h) */
	bool renames;                             /* an entry that is changed may get another id */
	const struct query *shown;                /* the answer, as hooks before the change have changed it, or NULL */
	bool linked;         /* components are entries of their own, which are named by their ids (plain.h) */
	struct error *error; /* filled in by each function of this folder that returns false */
};

enum { WRITE_DEEPEST_COMPONENT = 32 };

enum write_kind {
	WRITE_KIND_CREATE,
	WRITE_KIND_UPDATE,
	WRITE_KIND_LINK, /* only links of the entry change, its row stays as it is */
	WRITE_KIND_DELETE,
};

/* An entry, or a component of one. Lives in the call's arena. */
struct write_entry {
	enum write_kind kind;
	const struct content_type *type;
	int64_t id;                 /* 0: has no row yet; changes_apply sets it */
	bool keeps_id;              /* a new one that may say its id */
	struct json_object *data;   /* what is sent, of which the scalar fields are still to be read; or NULL */
	struct write_field *fields; /* components, relations and media that are sent, in the order of the attributes */
	size_t field_count;
};

/* Entries and components that are written together. Zeroed it is empty. */
struct write_entries {
	struct write_entry **items;
	size_t count, capacity;
};

/* A field of an entry that is no scalar. Of a deleted entry: all that does not go with its row. */
struct write_field {
	const struct attribute *attribute;
	struct json_object *json;           /* as it is sent */
	struct relation_input input;        /* relations and media */
	struct write_component *components; /* the components sent, in order */
	size_t component_count;
	/* stored.h */
	struct store_link_row *rows; /* the links that the entry has, in stored order */
	size_t row_count;
	struct store_link_row
	    *taken; /* links of other entries to the same targets, which may have but one (inverse side) */
	size_t taken_count;
	struct write_entry *deleted; /* the stored components that are not sent any more */
	size_t deleted_count;
	int64_t *deleted_rows; /* the links to them */
	size_t deleted_row_count;
};

struct write_component {
	struct write_entry entry;         /* its type is NULL when the one that was sent is unknown */
	int64_t sent_id;                  /* 0: none was sent, -1: it can't be an id */
	const struct store_link_row *row; /* stored.h: its link when it is stored already, else NULL */
	bool repeated;                    /* stored.h: the same one is sent further in front, too */
};

void write_entries_add(struct arena *arena, struct write_entries *entries, struct write_entry *entry);

/* Reads what is stored of the entries, decides what changes, and changes it. */
bool write_run(struct write *write, const struct write_entries *entries);

/* Stores a new entry from validated `data`. Sets *entry_id. */
bool write_create(struct write *write, const struct content_type *type, struct json_object *data, int64_t *entry_id);

/* Changes all entries of `entry_ids` (different ones) to what `data` says. */
bool write_update(struct write *write, const struct content_type *type, const int64_t *entry_ids, size_t count,
                  struct json_object *data);

/* Deletes an entry with its components and all links to both. */
bool write_delete(struct write *write, const struct content_type *type, int64_t entry_id);

/* Sets what each of the entries is related to by `attribute`, and nothing else: inputs[i] is that of entry_ids[i]. */
bool write_links(struct write *write, const struct content_type *type, const struct attribute *attribute,
                 const int64_t *entry_ids, const struct relation_input *inputs, size_t count);

#endif
