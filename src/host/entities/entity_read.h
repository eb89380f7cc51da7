/* Inside the folder: the methods of strapi.entityService that read. */
#ifndef LECTERN_HOST_ENTITIES_ENTITY_READ_H
#define LECTERN_HOST_ENTITIES_ENTITY_READ_H

#include "method.h"

method_function entity_find_many;
method_function entity_find_page;
method_function entity_find_one;
method_function entity_count;
method_function entity_load;
method_function entity_load_pages;

/* Adds the locale of a localized type to the filters, as the plugin i18n does. */
bool entity_wrap_params(const struct method_call *call, struct json_object *params, bool deletes,
                        struct json_object **wrapped);

#endif
