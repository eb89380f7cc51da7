/* Part of the door: what a change will need of the database, asked for at once. On the thread of the session. */
#ifndef LECTERN_STORE_LOOK_AHEAD_H
#define LECTERN_STORE_LOOK_AHEAD_H

#include "model/model.h"

struct store_session;

/* Links that are about to be added. */
struct store_coming_links {
	const struct attribute *attribute;
	const int64_t *targets;
	size_t count;
};

/* Where the database is in another process: ids[i] becomes the id that the next row of tables[i] shall have, and the
 * last orders of what the links lead to are remembered, all in one round trip. Elsewhere, and where a table's ids are
 * no sequence, ids[i] is 0. */
bool store_look_ahead(struct store_session *session, const char *const *tables, int64_t *ids, size_t table_count,
                      const struct store_coming_links *links, size_t link_count, struct error *error);

#endif
