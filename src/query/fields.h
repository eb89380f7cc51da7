/* The parameter `fields`. */
#ifndef LECTERN_QUERY_FIELDS_H
#define LECTERN_QUERY_FIELDS_H

#include "reader.h"

/* In lenient mode unknown fields are left out: for polymorphic attributes, whose types differ. */
bool fields_check(struct reader *reader, const struct content_type *type, const struct param *param);
bool fields_read(struct reader *reader, const struct content_type *type, const struct param *param, bool lenient,
                 struct query *query);

#endif
