/* Inside the folder: the methods of strapi.entityService that write. */
#ifndef LECTERN_HOST_ENTITIES_ENTITY_WRITE_H
#define LECTERN_HOST_ENTITIES_ENTITY_WRITE_H

#include "method.h"

method_function entity_create;
method_function entity_update;
method_function entity_delete;
method_function entity_delete_many;

#endif
