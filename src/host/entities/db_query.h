/* Inside the folder: the methods of strapi.db.query that read. */
#ifndef LECTERN_HOST_ENTITIES_DB_QUERY_H
#define LECTERN_HOST_ENTITIES_DB_QUERY_H

#include "method.h"

method_function db_find_one;
method_function db_find_many;
method_function db_find_with_count;
method_function db_find_page;
method_function db_count;
method_function db_load;
method_function db_load_pages;
method_function db_populate;

#endif
