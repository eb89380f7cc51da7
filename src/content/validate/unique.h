/* Inside validation: whether a value is free. */
#ifndef LECTERN_CONTENT_VALIDATE_UNIQUE_H
#define LECTERN_CONTENT_VALIDATE_UNIQUE_H

#include "rules.h"

/* Sets *unique: no entry but the one of the rules has the value. False when the database failed. */
bool unique_check(struct validation *validation, const struct rules *rules, struct json_object *value, bool *unique);

#endif
