/* What happens when memory runs out.
 *
 * Part of it is held back as a reserve. When an allocation fails, the reserve is given up for it, and memory is short:
 * requests end at the next check of their budget, and new requests are refused, until the
 * reserve can be had again. Only what finds no memory even then, for several seconds, ends the process.
 *
 * What may be large does not take from the reserve: it asks before (memory_has), or can do without (buffer.h). */
#ifndef LECTERN_BASE_MEMORY_H
#define LECTERN_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Holds so many bytes back, once, when the server starts; without, memory is never short. They are address space, and
 * take no memory. All functions here may be called from any thread. */
void memory_hold_back(size_t bytes);

/* `size` bytes, zeroed, or the block `old` (NULL: a new one, not set) with another size. Never NULL. Release with free.
 */
void *memory_alloc(size_t size);
void *memory_resize(void *old, size_t size);

/* True while memory is short. */
bool memory_is_short(void);

/* Tries now and then to get the reserve back. True when memory is not short, or not any more. */
bool memory_recover(void);

/* True when so many bytes could be had now, beside the reserve. Costs a few microseconds. */
bool memory_has(size_t bytes);

#endif
