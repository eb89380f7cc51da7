/* Services of strapi.db.connection: SQL that code has written. */
#ifndef LECTERN_HOST_SQL_H
#define LECTERN_HOST_SQL_H

#include "services.h"

extern const struct service sql_services[];
extern const size_t sql_service_count;

#endif
