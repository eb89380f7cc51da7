/* Inside the room `store`: totals that are known beside being counted. */
#ifndef LECTERN_STORE_COUNT_H
#define LECTERN_STORE_COUNT_H

#include "session.h"

/* So many entries match the query: store_count knows it while the database stays as it is. Not in a session that
 * writes. */
void count_keep(struct store_session *session, const struct query *query, int64_t count);

#endif
