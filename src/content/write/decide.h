/* Inside the room `content`: what has to change in the database, from what is sent and what is stored. Nothing here
 * asks the database, nor changes it. */
#ifndef LECTERN_CONTENT_WRITE_DECIDE_H
#define LECTERN_CONTENT_WRITE_DECIDE_H

#include "changes.h"

/* Adds all changes of an entry, its components and links to `changes`. The entry has what stored_read reads. Components
 * that are sent more than once and have fields of their own which are no scalars are added to `later`: what they find
 * is stored by these changes. Fails with 400 for what validation can't tell: values that no column holds, components of
 * another entry, positions that no order fulfils. */
bool decide_entry(struct write *write, struct write_entry *entry, struct write_changes *changes,
                  struct write_entries *later);

#endif
