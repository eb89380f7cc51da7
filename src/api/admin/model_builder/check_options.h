/* Inside the folder: the options of attributes. */
#ifndef LECTERN_API_ADMIN_MODEL_BUILDER_CHECK_OPTIONS_H
#define LECTERN_API_ADMIN_MODEL_BUILDER_CHECK_OPTIONS_H

#include "check_attributes.h"

/* The options of one attribute whose type is known; `all` are the attributes it stands among. */
void check_options(struct problems *problems, const struct attribute_rules *rules, const struct body_place *place,
                   struct json_object *attribute, struct json_object *all);

#endif
