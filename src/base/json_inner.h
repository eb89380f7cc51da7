/* Inside the room `base`: the parts of a JSON string, without its quotes. */
#ifndef LECTERN_BASE_JSON_INNER_H
#define LECTERN_BASE_JSON_INNER_H

#include "buffer.h"

void json_write_inner(struct buffer *buffer, struct slice text);
void json_write_character(struct buffer *buffer, char c);

#endif
