/* "Did you mean …?": the known names that are nearest to one that is not known. */
#ifndef LECTERN_BASE_SUGGEST_H
#define LECTERN_BASE_SUGGEST_H

#include "buffer.h"

/* Names that may have been meant. Set wanted (and budget), the rest zero. */
struct suggestions {
	struct slice wanted;
	struct slice names[5]; /* best first */
	unsigned distances[5];
	size_t count;   /* of names */
	size_t *budget; /* pairs of characters that may still be compared, for a document full of mistakes; NULL: any */
};

enum { SUGGEST_LONGEST = 256 };

/* Considers `name`: kept when it is among the nearest, by edits and then in natural order ("a2" before "a10"), as
 * graphql-js measures. Names longer than SUGGEST_LONGEST bytes are never near. */
void suggest_consider(struct suggestions *suggestions, struct slice name);

/* Writes ` Did you mean "a", "b", or "c"?`, with `kind` (or NULL) behind "mean"; nothing when there are none. */
void suggest_print(struct buffer *buffer, const char *kind, const struct slice *names, size_t count);

/* Compares as people sort: runs of digits by their number. Below, at, or above 0. */
int suggest_compare(struct slice a, struct slice b);

#endif
