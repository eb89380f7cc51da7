#include "heavy.h"

enum { REMEMBERED_SECONDS = 60 };

static struct heavy_statement *slot_of(struct heavy_statements *heavy, uint64_t hash)
{
	return &heavy->slots[hash % HEAVY_SLOTS];
}

/* The limit that the text is remembered with; 0: it is not. */
static int64_t remembered(struct heavy_statements *heavy, uint64_t hash)
{
	struct heavy_statement *slot = slot_of(heavy, hash);
	bool is = atomic_load_explicit(&slot->hash, memory_order_relaxed) == hash &&
	          atomic_load_explicit(&slot->until, memory_order_relaxed) > clock_coarse() / 1000;
	return is ? atomic_load_explicit(&slot->limit, memory_order_relaxed) : 0;
}

bool heavy_knows(struct heavy_statements *heavy, struct slice text, int64_t limit)
{
	return atomic_load_explicit(&heavy->used, memory_order_relaxed) && remembered(heavy, slice_hash(text)) >= limit;
}

void heavy_remember(struct heavy_statements *heavy, struct slice text, int64_t limit)
{
	uint64_t hash = slice_hash(text);
	struct heavy_statement *slot = slot_of(heavy, hash);
	const int64_t before = remembered(heavy, hash);
	atomic_store_explicit(&slot->hash, hash, memory_order_relaxed);
	atomic_store_explicit(&slot->limit, limit > before ? limit : before, memory_order_relaxed);
	atomic_store_explicit(&slot->until, clock_coarse() / 1000 + REMEMBERED_SECONDS, memory_order_relaxed);
	atomic_store_explicit(&heavy->used, true, memory_order_relaxed);
}

void heavy_forget(struct heavy_statements *heavy, struct slice text)
{
	if (heavy_knows(heavy, text, 1))
		atomic_store_explicit(&slot_of(heavy, slice_hash(text))->until, 0, memory_order_relaxed);
}
