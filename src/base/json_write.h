/* Writing JSON straight into a buffer, as JSON.stringify of Strapi writes it. */
#ifndef LECTERN_BASE_JSON_WRITE_H
#define LECTERN_BASE_JSON_WRITE_H

#include "buffer.h"

/* A quoted, escaped string. Bytes that are not UTF-8 become U+FFFD. */
void json_write_string(struct buffer *buffer, struct slice text);

/* A number as JavaScript prints it: the shortest digits that read back as the same double; null for NaN and infinity.
 */
void json_write_double(struct buffer *buffer, double value);

/* "2026-11-21T01:11:13.256Z", quoted; null outside of the years that JavaScript dates have. Milliseconds since 1970. */
void json_write_datetime(struct buffer *buffer, int64_t milliseconds);

/* JSON text from the database: copied without the white space between its tokens, numbers and strings as
 * JSON.parse and JSON.stringify would give them. Returns false, with nothing written, when it is no JSON
 * or nested deeper than 512. */
bool json_write_compact(struct buffer *buffer, struct slice json);

#endif
