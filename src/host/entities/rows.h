/* Inside the folder: strapi.db.queryBuilder(uid), whose statements have no events. */
#ifndef LECTERN_HOST_ENTITIES_ROWS_H
#define LECTERN_HOST_ENTITIES_ROWS_H

#include "method.h"

method_function rows_count;
method_function rows_delete;
method_function rows_insert; /* gives the ids of the new rows */
method_function rows_select;
method_function rows_update;

#endif
