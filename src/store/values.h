/* Database values as JSON. A part of the room's door: store.h includes it. */
#ifndef LECTERN_STORE_VALUES_H
#define LECTERN_STORE_VALUES_H

#include "base/base.h"

struct attribute;
struct cell;

void value_write(struct buffer *buffer, const struct attribute *attribute, const struct cell *cell);

#endif
