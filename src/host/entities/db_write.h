/* Inside the folder: the methods of strapi.db.query that write. */
#ifndef LECTERN_HOST_ENTITIES_DB_WRITE_H
#define LECTERN_HOST_ENTITIES_DB_WRITE_H

#include "method.h"

/* The ids of all entries that `where` finds, or (one) of the first. */
bool find_ids(const struct method_call *call, struct json_object *where, bool one, int64_t **ids, size_t *count);

/* As deleteMany. */
bool delete_rows(const struct method_call *call, struct json_object *params);

method_function db_create;
method_function db_create_many;
method_function db_update;
method_function db_update_many;
method_function db_delete;
method_function db_delete_many;
method_function db_update_relations;

#endif
