/* Inside the room `content`: what a write does to the database, as a list that is decided before any of it is done.
 * All that is added must live in the list's arena or longer; nothing is copied. An entry that is still to be created
 * has its id once the changes in front are applied. */
#ifndef LECTERN_CONTENT_WRITE_CHANGES_H
#define LECTERN_CONTENT_WRITE_CHANGES_H

#include "write.h"

struct write_change;

/* Zeroed, but for the arena, it is empty. */
struct write_changes {
	struct arena *arena;
	struct write_change *items;
	size_t count, capacity;
};

/* Rows of entries: of a new one, whose id is set when that is done, and of one that is there. */
void changes_insert(struct write_changes *changes, struct write_entry *entry, const struct store_field *fields,
                    size_t count);
void changes_update(struct write_changes *changes, const struct write_entry *entry, const struct store_field *fields,
                    size_t count);

/* Deletes the rows of these ids. */
void changes_delete(struct write_changes *changes, const char *table, const int64_t *ids, size_t count);

/* Adds links of `entry`; `rows` have all but their entry_id and, with `components`, their target_id: the link number i
 * goes to components[i]. See store_insert_links. */
void changes_insert_links(struct write_changes *changes, const struct attribute *attribute,
                          const struct write_entry *entry, struct store_link_row *rows,
                          const struct write_entry *const *components, size_t count);

/* See store_set_order, and store_close_gaps, which is left out for a link without an order on the inverse side. */
void changes_set_order(struct write_changes *changes, const struct attribute *attribute, int64_t row, double order);
void changes_close_gaps(struct write_changes *changes, const struct attribute *attribute, const int64_t *target_ids,
                        size_t count);

/* Links that are columns of the targets' rows: makes those of these targets lead to the entry, or those of these
 * targets that lead to the entry lead nowhere. To clear with target_ids NULL is to clear all that lead to it. */
void changes_set_columns(struct write_changes *changes, const struct attribute *attribute,
                         const struct write_entry *entry, const int64_t *target_ids, size_t count);
void changes_clear_columns(struct write_changes *changes, const struct attribute *attribute,
                           const struct write_entry *entry, const int64_t *target_ids, size_t count);

/* Makes all changes, in order, in a session that writes. */
bool changes_apply(struct store_session *session, const struct write_changes *changes, struct error *error);

#endif
