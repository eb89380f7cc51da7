#include "heavy.h"

#include <time.h>

enum { REMEMBERED_SECONDS = 60 };

static struct heavy_statement *slot_of(struct heavy_statements *heavy, uint64_t hash)
{
	return &heavy->slots[hash % HEAVY_SLOTS];
}

bool heavy_knows(struct heavy_statements *heavy, struct slice text)
{
	if (!atomic_load_explicit(&heavy->used, memory_order_relaxed))
		return false;
	uint64_t hash = slice_hash(text);
	struct heavy_statement *slot = slot_of(heavy, hash);
	return atomic_load_explicit(&slot->hash, memory_order_relaxed) == hash &&
	       atomic_load_explicit(&slot->until, memory_order_relaxed) > clock_coarse() / 1000;
}

void heavy_remember(struct heavy_statements *heavy, struct slice text)
{
	uint64_t hash = slice_hash(text);
	struct heavy_statement *slot = slot_of(heavy, hash);
	atomic_store_explicit(&slot->hash, hash, memory_order_relaxed);
	atomic_store_explicit(&slot->until, clock_coarse() / 1000 + REMEMBERED_SECONDS, memory_order_relaxed);
	atomic_store_explicit(&heavy->used, true, memory_order_relaxed);
}

void heavy_forget(struct heavy_statements *heavy, struct slice text)
{
	if (heavy_knows(heavy, text))
		atomic_store_explicit(&slot_of(heavy, slice_hash(text))->until, 0, memory_order_relaxed);
}
