/* Inside the room `content`: reads of types that have a listener. Their results are made of JSON, as the listener
 * leaves it. */
#ifndef LECTERN_CONTENT_READ_LIFECYCLE_H
#define LECTERN_CONTENT_READ_LIFECYCLE_H

#include "content/content.h"

/* Whether reading that query has lifecycles. Plain queries of the project's code have theirs in host/entities. */
bool lifecycle_follows_read(const struct content_call *call, const struct query *query, enum content_lifecycle before);

/* The moment before such a query is read: of a single type Strapi finds one entry. */
enum content_lifecycle lifecycle_of_find(const struct query *query);

/* As content_find, without the total. `query` may be changed by the listener. */
bool lifecycle_find(const struct content_call *call, struct query *query, bool locales, struct content_result **result,
                    struct error *error);

/* As content_find_one. */
bool lifecycle_find_one(const struct content_call *call, const struct query *query, int64_t id, bool locales,
                        struct content_result **result, struct error *error);

/* How hooks see the id of an entry that is read. */
enum lifecycle_id { LIFECYCLE_ID_NUMBER, LIFECYCLE_ID_TEXT, LIFECYCLE_ID_UNSEEN /* of a single type: no `where` */ };

/* Reads one entry as code sees it: with the events of a read, but none of a change. *json lives in the call's arena;
 * NULL when there is none. */
bool lifecycle_read(const struct content_call *call, const struct query *query, int64_t id, enum lifecycle_id seen,
                    struct json_object **json, struct error *error);

/* The same; the query becomes what hooks have made of it: what the answer shows. */
bool lifecycle_read_shown(const struct content_call *call, struct query *query, int64_t id, enum lifecycle_id seen,
                          struct json_object **json, struct error *error);

/* Makes the query show what a hook has made of `select` and `populate` in its params, as far as the caller may see it.
 */
bool lifecycle_change_shown(const struct content_call *call, struct json_object *params, struct query *query,
                            struct error *error);

/* The result of a query that finds this entry. */
bool lifecycle_result(const struct content_call *call, const struct query *query, struct json_object *json,
                      struct content_result **result, struct error *error);

/* As content_count of the query. */
bool lifecycle_count(const struct content_call *call, const struct query_root *root, int64_t *count,
                     struct error *error);

#endif
