#include "arena.h"

#include "memory.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_BLOCK = 8 * 1024, LARGEST_BLOCK = 1024 * 1024 };

struct block {
	struct block *next; /* the block filled before this one */
	size_t size, used;  /* bytes of data[] */
	alignas(max_align_t) char data[];
};

struct arena_release {
	void (*release)(void *context);
	void *context;
	struct arena_release *next;
};

struct arena {
	struct block *current;
	struct arena_release *deferred;
	size_t total;
};

static _Noreturn void out_of_memory(void)
{
	fputs("lectern: out of memory\n", stderr);
	abort();
}

static struct block *add_block(struct arena *arena, size_t at_least)
{
	size_t size = arena->current ? arena->current->size * 2 : FIRST_BLOCK;
	if (size > LARGEST_BLOCK)
		size = LARGEST_BLOCK;
	if (size < at_least)
		size = at_least;
	struct block *block = memory_resize(NULL, sizeof *block + size);
	block->size = size;
	block->used = 0;
	block->next = arena->current;
	arena->current = block;
	arena->total += size;
	return block;
}

struct arena *arena_create(void)
{
	return memory_alloc(sizeof(struct arena));
}

void arena_destroy(struct arena *arena)
{
	if (!arena)
		return;
	arena_reset(arena, 0);
	free(arena);
}

static void run_deferred(struct arena *arena)
{
	while (arena->deferred) {
		struct arena_release *deferred = arena->deferred;
		arena->deferred = deferred->next;
		deferred->release(deferred->context);
	}
}

void arena_reset(struct arena *arena, size_t keep)
{
	struct block *kept = NULL;
	run_deferred(arena);
	for (struct block *block = arena->current; block;) {
		struct block *next = block->next;
		/* Blocks double, so the first that fits is the one worth keeping. */
		if (!kept && block->size <= keep) {
			kept = block;
			kept->used = 0;
		} else {
			free(block);
		}
		block = next;
	}
	if (kept)
		kept->next = NULL;
	arena->current = kept;
	arena->total = kept ? kept->size : 0;
}

void *arena_alloc_unset(struct arena *arena, size_t size)
{
	const size_t align = alignof(max_align_t);
	if (size > SIZE_MAX / 2)
		out_of_memory();
	size = (size + align - 1) & ~(align - 1);
	struct block *block = arena->current;
	if (!block || block->size - block->used < size)
		block = add_block(arena, size);
	void *at = block->data + block->used;
	block->used += size;
	return at;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	return memset(arena_alloc_unset(arena, size), 0, size);
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / 2 / size)
		out_of_memory();
	return arena_alloc(arena, count * size);
}

char *arena_copy(struct arena *arena, struct slice text)
{
	char *copy = arena_alloc_unset(arena, text.len + 1);
	if (text.len)
		memcpy(copy, text.ptr, text.len);
	copy[text.len] = '\0';
	return copy;
}

struct slice arena_copy_slice(struct arena *arena, struct slice text)
{
	return (struct slice){arena_copy(arena, text), text.len};
}

char *arena_format_list(struct arena *arena, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	int length = vsnprintf(NULL, 0, format, args);
	if (length < 0)
		out_of_memory();
	char *text = arena_alloc_unset(arena, (size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	return text;
}

char *arena_format(struct arena *arena, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = arena_format_list(arena, format, args);
	va_end(args);
	return text;
}

void *arena_grow(struct arena *arena, void *items, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return items;
	size_t larger = *capacity ? *capacity * 2 : 8;
	void *copy = arena_array(arena, larger, size);
	if (count)
		memcpy(copy, items, count * size);
	*capacity = larger;
	return copy;
}

void arena_defer(struct arena *arena, void (*release)(void *context), void *context)
{
	struct arena_release *deferred = arena_alloc_unset(arena, sizeof *deferred);
	*deferred = (struct arena_release){release, context, arena->deferred};
	arena->deferred = deferred;
}

size_t arena_size(const struct arena *arena)
{
	return arena->total;
}
