/* Values of web/runtime/values.mjs: JSON in which an object with the member "@" is a tag. */
#ifndef LECTERN_HOST_TAGS_H
#define LECTERN_HOST_TAGS_H

#include "base/base.h"

/* JSON of the content's: a key that begins with @ gets another one, so that it is no tag. */
void tags_escape(struct buffer *value);

#endif
