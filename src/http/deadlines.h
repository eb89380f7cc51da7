/* The deadlines of a loop: a timer wheel. Setting one is O(1), and a deadline that only moves to a later time, as that
 * of a busy connection does with each request, is not moved on the wheel until its old slot has come.
 *
 * Used by the loop's own thread only. Times are milliseconds of the monotonic clock. */
#ifndef LECTERN_HTTP_DEADLINES_H
#define LECTERN_HTTP_DEADLINES_H

#include <stdbool.h>
#include <stdint.h>

enum {
	DEADLINE_TICK = 100,   /* ms; no deadline is met earlier than it says, and none later than this after it */
	DEADLINE_SLOTS = 1024, /* a power of 2 */
	DEADLINE_WORDS = DEADLINE_SLOTS / 64,
};

#define DEADLINE_NONE INT64_MAX

/* Part of what has the deadline. All zero at the start. */
struct deadline {
	struct deadline *next, *previous; /* in its slot; NULL while it is in none */
	int64_t at;                       /* DEADLINE_NONE: none */
	int64_t tick;                     /* that its slot stands for */
};

struct deadlines {
	int64_t tick;                          /* that has been looked at last */
	struct deadline slots[DEADLINE_SLOTS]; /* heads of circular lists */
	uint64_t used[DEADLINE_WORDS];         /* a bit for each slot that may have deadlines */
};

void deadlines_init(struct deadlines *deadlines, int64_t now);

/* Sets, moves or (with DEADLINE_NONE) takes back a deadline. */
void deadline_set(struct deadlines *deadlines, struct deadline *deadline, int64_t at);

/* Before its memory is freed. */
void deadline_remove(struct deadline *deadline);

/* One deadline that has passed, no longer set; NULL when there is none. */
struct deadline *deadlines_take(struct deadlines *deadlines, int64_t now);

/* Milliseconds until deadlines_take is to be asked again; -1 when no deadline is set. */
int deadlines_wait(const struct deadlines *deadlines, int64_t now);

#endif
