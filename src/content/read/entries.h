/* Inside the room `content`: entries as they were read, before they are written. */
#ifndef LECTERN_CONTENT_ENTRIES_H
#define LECTERN_CONTENT_ENTRIES_H

#include "content/content.h"

#define NO_ENTRY UINT32_MAX

/* One entry: its scalar fields as a run of JSON members ("name":"…","open":true) in the result's text. */
struct entry {
	int64_t id;
	size_t start, length;
};

/* Different entries of one type, by id. */
struct entries {
	const struct query *query;
	struct entry *items;
	size_t count, capacity;
	uint32_t *slots; /* hash table: id -> item + 1 */
	size_t slot_count;
	struct related *related;   /* one for each populate of the query */
	const double *sizes;       /* by item: bytes with all that it populates; NULL where that is nothing */
	struct related *locales;   /* the other language versions, or NULL */
	const struct buffer *text; /* of the result */
	size_t *ends;              /* selective: where each field of each item ends in the text; … */
	size_t end_capacity;
	const size_t *key_lengths; /* … and how long the name before its value is */
	bool of_json;              /* made of JSON that code gave */
	bool shows_empty;          /* empty polymorphic lists are shown, too: so does Strapi behind such relations */
};

/* An entry that a parent is related to. Those of one parent form a list, in order. */
struct related_place {
	uint32_t entries; /* which of related.entries */
	uint32_t item;
	uint32_t next; /* or NO_ENTRY */
};

/* What the entries of one level are related to by one attribute. */
struct related {
	const struct attribute *attribute;
	const struct populate *populate;
	struct entries *entries; /* one; for polymorphic attributes one for each type */
	size_t entries_count;
	struct related_place *places;
	size_t place_count, place_capacity;
	uint32_t *first, *last; /* by parent item: its places, or NO_ENTRY */
	int64_t *counts;        /* count_only: by parent item */
	bool left_out; /* a to-one polymorphic link names an unknown type: Strapi then leaves the relation out */
};

struct content_result {
	struct entries entries;
	uint32_t *order; /* the rows: an entry can stand more than once in a list sorted over a relation */
	size_t row_count, row_capacity;
	struct buffer text;
	size_t counted;    /* bytes of the text that the budget knows of */
	bool with_locales; /* entries get their meta */
	bool partial;      /* what is populated is still to be read; … */
	size_t own_length; /* … and so much of the text is of the entries themselves */
};

/* The item of that id, or NO_ENTRY. */
uint32_t entries_find(const struct entries *entries, int64_t id);

/* The item of that id; *added when it is new, and then its text is to be filled in. */
uint32_t entries_add(struct arena *arena, struct entries *entries, int64_t id, bool *added);

/* All ids, in order. */
int64_t *entries_ids(struct arena *arena, const struct entries *entries);

/* Prepares `related` for parents of that number, with room for `entries_count` types. */
void entries_init_related(struct arena *arena, struct related *related, size_t parents, size_t entries_count);

/* Whether the parent takes one more: of a to-one relation only the first counts. */
bool entries_may_add_related(const struct related *related, uint32_t parent);

/* Puts an item at the end of a parent's list. */
void entries_add_related(struct arena *arena, struct related *related, uint32_t parent, uint32_t entries,
                         uint32_t item);

#endif
