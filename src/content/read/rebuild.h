/* Inside the room `content`: a result made of entries that are there as JSON, as code may have changed them. */
#ifndef LECTERN_CONTENT_READ_REBUILD_H
#define LECTERN_CONTENT_READ_REBUILD_H

#include "entries.h"

/* The result of `query` whose entries are the objects of `list` (a list, or one object; what is no object is left out).
 * Members that are no attributes stay, as do attributes that the query does not name, but for private fields and
 * passwords; a selective query shows what it names only. */
struct content_result *rebuild_result(struct arena *arena, const struct query *query, bool locales,
                                      struct json_object *list);

#endif
