#include "turns.h"

/* A component is inserted, its relations are stored in one transaction, and it is read back. One that is stored already
 * is found before. */
enum { STATEMENTS_TO_CREATE = 3, STATEMENTS_TO_UPDATE = 4 };

enum { PROMISES_FOR_ONE = 1, PROMISES_FOR_LIST = 2 };

void turn_enter_field(struct turn *turn, bool list, bool stored)
{
	turn->promises += list ? PROMISES_FOR_LIST : PROMISES_FOR_ONE;
	turn->statements += stored; /* what is stored of the field is found first */
}

void turn_pass(struct turn *turn, bool stored)
{
	turn->statements += stored ? STATEMENTS_TO_UPDATE : STATEMENTS_TO_CREATE;
}

static int compare_waits(const struct turn *a, const struct turn *b)
{
	if (a->statements != b->statements)
		return a->statements < b->statements ? -1 : 1;
	return (a->promises > b->promises) - (a->promises < b->promises);
}

struct turn turn_later(struct turn a, struct turn b)
{
	return compare_waits(&a, &b) < 0 ? b : a;
}

int turn_compare(const void *first, const void *second)
{
	const struct turn *a = first, *b = second;
	const int waits = compare_waits(a, b);
	return waits ? waits : (a->place > b->place) - (a->place < b->place);
}
