/* Inside validation: the regular expressions of models. */
#ifndef LECTERN_CONTENT_VALIDATE_PATTERN_H
#define LECTERN_CONTENT_VALIDATE_PATTERN_H

#include "base/base.h"

struct pattern;

/* The patterns that one validation has met, and how long it has matched. All zero to begin with. */
struct patterns {
	struct pattern *first;
	int64_t spent; /* nanoseconds of the thread */
};

void patterns_free(struct patterns *patterns);

/* True when the regular expression, in PCRE2's syntax, which must outlive `patterns`, is found in the text. False too
 * when it is none or takes too long, for this text or for all of the validation: a client's texts must not keep a
 * thread that writes busy, and one text may stand in a thousand components. */
bool pattern_matches(struct patterns *patterns, const char *pattern, struct slice text);

/* "/pattern/" as JavaScript prints it. */
void pattern_write(struct buffer *buffer, const char *pattern);

#endif
