/* Inside of the folder: strings, written as JSON. */
#ifndef LECTERN_BASE_JSON_ESCAPE_H
#define LECTERN_BASE_JSON_ESCAPE_H

#include "json.h"

/* What stands between the quotes of a string. */
void json_write_inner(struct buffer *buffer, struct slice text);

#endif
