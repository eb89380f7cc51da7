#include "deadlines.h"

#include <stddef.h>

void deadlines_init(struct deadlines *deadlines, int64_t now)
{
	*deadlines = (struct deadlines){.tick = now / DEADLINE_TICK};
	for (int i = 0; i < DEADLINE_SLOTS; i++)
		deadlines->slots[i].next = deadlines->slots[i].previous = &deadlines->slots[i];
}

void deadline_remove(struct deadline *deadline)
{
	if (!deadline->next)
		return;
	deadline->next->previous = deadline->previous;
	deadline->previous->next = deadline->next;
	deadline->next = deadline->previous = NULL;
}

/* One that lies beyond the wheel waits in the farthest slot, and is placed anew from there. */
static void place(struct deadlines *deadlines, struct deadline *deadline)
{
	int64_t tick = deadline->at / DEADLINE_TICK + (deadline->at % DEADLINE_TICK != 0);
	if (tick <= deadlines->tick)
		tick = deadlines->tick + 1;
	if (tick >= deadlines->tick + DEADLINE_SLOTS)
		tick = deadlines->tick + DEADLINE_SLOTS - 1;
	unsigned slot = (unsigned)(tick % DEADLINE_SLOTS);
	struct deadline *head = &deadlines->slots[slot];
	deadline->tick = tick;
	deadline->previous = head;
	deadline->next = head->next;
	head->next->previous = deadline;
	head->next = deadline;
	deadlines->used[slot / 64] |= (uint64_t)1 << slot % 64;
}

void deadline_set(struct deadlines *deadlines, struct deadline *deadline, int64_t at)
{
	deadline->at = at;
	/* One taken back, or moved to a later time, leaves its slot when that has come. */
	if (at == DEADLINE_NONE || (deadline->next && deadline->tick * DEADLINE_TICK <= at))
		return;
	deadline_remove(deadline);
	place(deadlines, deadline);
}

/* The next tick after that of `deadlines` whose slot may have deadlines; INT64_MAX when there is none. */
static int64_t next_used(const struct deadlines *deadlines)
{
	for (int64_t tick = deadlines->tick + 1; tick < deadlines->tick + DEADLINE_SLOTS;) {
		unsigned slot = (unsigned)(tick % DEADLINE_SLOTS);
		uint64_t rest = deadlines->used[slot / 64] >> slot % 64;
		if (rest) {
			tick += __builtin_ctzll(rest);
			return tick < deadlines->tick + DEADLINE_SLOTS ? tick : INT64_MAX;
		}
		tick += 64 - slot % 64;
	}
	return INT64_MAX;
}

struct deadline *deadlines_take(struct deadlines *deadlines, int64_t now)
{
	const int64_t current = now / DEADLINE_TICK;
	for (;;) {
		unsigned slot = (unsigned)(deadlines->tick % DEADLINE_SLOTS);
		struct deadline *head = &deadlines->slots[slot];
		while (head->next != head) {
			struct deadline *deadline = head->next;
			deadline_remove(deadline);
			if (deadline->at <= now) {
				deadline->at = DEADLINE_NONE;
				return deadline;
			}
			if (deadline->at != DEADLINE_NONE)
				place(deadlines, deadline);
		}
		deadlines->used[slot / 64] &= ~((uint64_t)1 << slot % 64);
		if (deadlines->tick >= current)
			return NULL;
		int64_t next = next_used(deadlines);
		deadlines->tick = next < current ? next : current;
	}
}

int deadlines_wait(const struct deadlines *deadlines, int64_t now)
{
	int64_t next = next_used(deadlines);
	if (next == INT64_MAX)
		return -1;
	int64_t wait = next * DEADLINE_TICK - now;
	return wait > 0 ? (int)wait : 0;
}
