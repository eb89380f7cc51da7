#include "pages.h"

/* Open addressing; at most half of the slots are taken. */
struct pages {
	struct page {
		int64_t parent;
		int64_t rows; /* so far, and one more: 0 is a slot that is free */
	} * slots;
	size_t mask;
	size_t open; /* pages that are not full */
	int64_t offset, limit;
};

static struct page *find(struct pages *pages, int64_t parent)
{
	size_t slot = (size_t)((uint64_t)parent * UINT64_C(0x9E3779B97F4A7C15) >> 32);
	while (pages->slots[slot & pages->mask].rows && pages->slots[slot & pages->mask].parent != parent)
		slot++;
	return &pages->slots[slot & pages->mask];
}

struct pages *pages_create(struct arena *arena, const int64_t *parents, size_t count, int64_t offset, int64_t limit)
{
	struct pages *pages = arena_alloc(arena, sizeof *pages);
	size_t size = 4;
	while (size < count * 2)
		size *= 2;
	*pages = (struct pages){.mask = size - 1, .offset = offset > 0 ? offset : 0, .limit = limit};
	pages->slots = arena_array(arena, size, sizeof *pages->slots);
	for (size_t i = 0; i < count; i++) {
		struct page *page = find(pages, parents[i]);
		pages->open += !page->rows;
		*page = (struct page){.parent = parents[i], .rows = 1};
	}
	if (limit == 0)
		pages->open = 0;
	return pages;
}

bool pages_take(struct pages *pages, int64_t parent)
{
	struct page *page = find(pages, parent);
	if (!page->rows)
		return false;
	const int64_t place = page->rows++ - 1 - pages->offset;
	if (place < 0)
		return false;
	if (pages->limit >= 0 && place == pages->limit - 1)
		pages->open--;
	return pages->limit < 0 || place < pages->limit;
}

bool pages_are_full(const struct pages *pages)
{
	return !pages->open;
}
