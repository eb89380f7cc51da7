/* Lines and columns of many offsets in one text. Inner header of the room. */
#ifndef LECTERN_GRAPHQL_LOCATE_H
#define LECTERN_GRAPHQL_LOCATE_H

#include "document.h"

struct graphql_position {
	size_t at; /* in bytes */
	unsigned line, column;
};

/* Marks on the way through the text, so that finding an offset takes a short walk from one of them. */
struct graphql_locator {
	struct slice text;
	size_t distance; /* bytes between marks, at least */
	size_t count;
	struct graphql_position marks[256];
};

void graphql_locator_init(struct graphql_locator *locator, struct slice text);

/* Line and column as of graphql_locate. */
struct graphql_position graphql_locator_find(struct graphql_locator *locator, graphql_offset offset);

/* Line and column of an offset, both from 1; columns count UTF-16 units, as graphql-js does. */
void graphql_locate(struct slice text, graphql_offset offset, unsigned *line, unsigned *column);

#endif
