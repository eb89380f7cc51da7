/* Inside of the folder: json-c values of texts that were checked. json-c's own parser reads some of JSON in another way
 * than JavaScript does. */
#ifndef LECTERN_BASE_JSON_BUILD_H
#define LECTERN_BASE_JSON_BUILD_H

#include "json.h"

/* The value of a text that json_reader has read to its end, with no more than JSON_DEEPEST_STORED levels; its members
 * in the order of the text. Integers beyond int64_t are doubles, a surrogate that stands alone is U+FFFD, and a NUL in
 * a key stands there as json_add writes it. The caller puts *json. False with 503 when there is no memory. */
bool json_build(struct slice text, struct json_object **json, struct error *error);

#endif
