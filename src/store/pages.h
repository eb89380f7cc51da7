/* Inside the room `store`: a page for each of several parents, cut while the rows come. */
#ifndef LECTERN_STORE_PAGES_H
#define LECTERN_STORE_PAGES_H

#include "base/base.h"

struct pages;

/* A page of each parent's rows: behind the first `offset`, `limit` of them (less than 0: all). */
struct pages *pages_create(struct arena *arena, const int64_t *parents, size_t count, int64_t offset, int64_t limit);

/* Counts a row of that parent. True when it is in the page. */
bool pages_take(struct pages *pages, int64_t parent);

/* Nothing more can come: all parents' pages are full. */
bool pages_are_full(const struct pages *pages);

#endif
