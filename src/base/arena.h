/* Memory that is freed whole: one arena a request, one for the registry. Not shared between threads.
 * What happens when memory runs out: memory.h. */
#ifndef LECTERN_BASE_ARENA_H
#define LECTERN_BASE_ARENA_H

#include "slice.h"

#include <stdarg.h>

struct arena;

/* A new, empty arena; free it with arena_destroy. */
struct arena *arena_create(void) __attribute__((returns_nonnull));
void arena_destroy(struct arena *arena);

/* Frees all that was allocated but keeps up to `keep` bytes for reuse. */
void arena_reset(struct arena *arena, size_t keep);

/* `size` zeroed bytes, aligned for any type, that live as long as the arena. Never NULL. */
void *arena_alloc(struct arena *arena, size_t size) __attribute__((returns_nonnull));

/* As arena_alloc, but the bytes are not set. */
void *arena_alloc_unset(struct arena *arena, size_t size) __attribute__((returns_nonnull));

/* `count` zeroed items of `size` bytes; ends the process when count * size overflows. */
void *arena_array(struct arena *arena, size_t count, size_t size) __attribute__((returns_nonnull));

/* A terminated copy of `text`. */
char *arena_copy(struct arena *arena, struct slice text) __attribute__((returns_nonnull));

/* A copy as a slice. */
struct slice arena_copy_slice(struct arena *arena, struct slice text);

/* A terminated formatted string, as of printf. */
char *arena_format(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_format_list(struct arena *arena, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

/* An array that grows: returns `items`, or a larger copy of it, with room for one more than *count of `size` bytes.
 * *capacity is kept by this function; start with items NULL and both 0. The caller adds to *count. */
void *arena_grow(struct arena *arena, void *items, size_t count, size_t *capacity, size_t size)
    __attribute__((returns_nonnull));

/* Has `release` called with `context` when the arena is reset or destroyed, for what other libraries allocated: the
 * last one given is called first, and all of them before any of the arena's memory is freed. */
void arena_defer(struct arena *arena, void (*release)(void *context), void *context);

/* Bytes held from the system, for the tests of memory limits. */
size_t arena_size(const struct arena *arena);

#endif
