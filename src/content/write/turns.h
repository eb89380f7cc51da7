/* The turns in which the components of a field are stored, and get their ids. Strapi creates all of a list side by
 * side, each behind those that are in it: what holds none is stored first (code-nested-components in
 * tests/code_recorded_test.mjs). */
#ifndef LECTERN_CONTENT_WRITE_TURNS_H
#define LECTERN_CONTENT_WRITE_TURNS_H

#include "base/base.h"

/* When something is stored: behind so many statements; with as many, behind so many promises; else in the order in
 * which it is sent. Zeroed it is first. */
struct turn {
	unsigned statements, promises;
	size_t place;
};

/* Moves *turn to where the components of a field begin: of a list, or one. `stored`: of a component that has a row. */
void turn_enter_field(struct turn *turn, bool list, bool stored);

/* Moves *turn behind a component, which is stored where it stood. `stored`: it has a row already. */
void turn_pass(struct turn *turn, bool stored);

/* The later of both. */
struct turn turn_later(struct turn a, struct turn b);

/* For qsort, of structs that begin with a turn. */
int turn_compare(const void *first, const void *second);

#endif
