/* Inside the room `content`: database values as JSON. */
#ifndef LECTERN_CONTENT_VALUES_H
#define LECTERN_CONTENT_VALUES_H

#include "store/store.h"

void value_write(struct buffer *buffer, const struct attribute *attribute, const struct cell *cell);

#endif
