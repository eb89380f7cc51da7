/* Inside the folder: what is said of a where that compares an id with undefined. */
#ifndef LECTERN_QUERY_ENGINE_UNDEFINED_H
#define LECTERN_QUERY_ENGINE_UNDEFINED_H

#include "engine.h"

/* False with the error when there is undefined in a where (where_is_undefined). */
bool where_tell_undefined(const struct engine *engine, const struct condition *where);

#endif
