/* Memory for parsed JSON. Parsed, it takes many times its text: a megabyte of {} takes three hundred. */
#ifndef LECTERN_BASE_JSON_ADMIT_H
#define LECTERN_BASE_JSON_ADMIT_H

#include "arena.h"
#include "error.h"
#include "slice.h"

/* Bytes that all the JSON admitted at a time may take. */
enum { JSON_MOST_BYTES = 256 * 1024 * 1024 };

/* About how many bytes `text` will take when it is parsed. */
size_t json_weigh(struct slice text);

/* May `text` be parsed? What it will take is counted as taken until the arena is reset or destroyed. False with 413
 * when it is too much by itself, with 503 when it is too much beside what others have. */
bool json_admit(struct arena *arena, struct slice text, struct error *error);

#endif
