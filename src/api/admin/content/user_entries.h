/* Inside the folder: entries that are users of the content API. Strapi has rules of their own for them: a name and an
 * address that no other has, a password and a role. */
#ifndef LECTERN_API_ADMIN_CONTENT_USER_ENTRIES_H
#define LECTERN_API_ADMIN_CONTENT_USER_ENTRIES_H

#include "changes.h"

/* Whether entries of the type are users of the content API. */
bool user_entries_are(const struct admin_call *call, const struct content_type *type);

/* Makes a user of the body. */
bool user_entries_create(struct entry_change *change);

/* There is no such user: 404, always false. */
bool user_entries_refuse(struct entry_change *change);

/* Changes one; 404 when there is none. */
bool user_entries_update(struct entry_change *change, int64_t id);

#endif
