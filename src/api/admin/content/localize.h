/* Inside the folder: the locale of an entry that is created, and the versions in other locales that it belongs to. */
#ifndef LECTERN_API_ADMIN_CONTENT_LOCALIZE_H
#define LECTERN_API_ADMIN_CONTENT_LOCALIZE_H

#include "changes.h"

/* The locale that the request names, or the default one; 400 when the project has no such locale. */
bool localize_read(struct entry_change *change, struct slice *locale);

/* Sets the locale in change->data. Where the request names an entry to be a version of, or the type is a single type,
 * copies the fields that all versions share and the ids of the versions; 400 when there is no such entry, or one in the
 * locale. */
bool localize_new(struct entry_change *change, struct slice locale);

#endif
