#include "id_set.h"

#include "memory.h"

#include <stdlib.h>

enum { BLOCK_IDS = 512, WORD_BITS = 64 };

/* The ids from number * BLOCK_IDS on. */
struct id_block {
	int64_t number;
	bool used;
	uint64_t bits[BLOCK_IDS / WORD_BITS];
};

static int64_t number_of(int64_t id)
{
	return id >= 0 ? id / BLOCK_IDS : -1 - (-1 - id) / BLOCK_IDS;
}

/* The block of that number, or the free one where it would be. */
static struct id_block *find_block(const struct id_set *set, int64_t number)
{
	size_t at = (size_t)((uint64_t)number * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (set->capacity - 1);
	while (set->blocks[at].used && set->blocks[at].number != number)
		at = (at + 1) & (set->capacity - 1);
	return &set->blocks[at];
}

static void grow(struct id_set *set)
{
	struct id_set larger = {.capacity = set->capacity ? set->capacity * 2 : 16, .block_count = set->block_count};
	larger.count = set->count;
	larger.blocks = memory_alloc(larger.capacity * sizeof *larger.blocks);
	for (size_t i = 0; i < set->capacity; i++)
		if (set->blocks[i].used)
			*find_block(&larger, set->blocks[i].number) = set->blocks[i];
	free(set->blocks);
	*set = larger;
}

bool id_set_add(struct id_set *set, int64_t id)
{
	int64_t number = number_of(id);
	if (set->block_count * 4 >= set->capacity * 3)
		grow(set);
	struct id_block *block = find_block(set, number);
	if (!block->used) {
		*block = (struct id_block){.number = number, .used = true};
		set->block_count++;
	}
	uint64_t place = (uint64_t)id - (uint64_t)number * BLOCK_IDS;
	uint64_t bit = UINT64_C(1) << place % WORD_BITS, *word = &block->bits[place / WORD_BITS];
	bool is_new = !(*word & bit);
	*word |= bit;
	set->count += is_new;
	return is_new;
}

bool id_set_has(const struct id_set *set, int64_t id)
{
	int64_t number = number_of(id);
	if (!set->capacity)
		return false;
	const struct id_block *block = find_block(set, number);
	uint64_t place = (uint64_t)id - (uint64_t)number * BLOCK_IDS;
	return block->used && (block->bits[place / WORD_BITS] >> place % WORD_BITS & 1);
}

void id_set_free(struct id_set *set)
{
	free(set->blocks);
	*set = (struct id_set){.blocks = NULL};
}
