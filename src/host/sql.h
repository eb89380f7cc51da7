/* Services of strapi.db.connection: SQL that code has written. */
#ifndef LECTERN_HOST_SQL_H
#define LECTERN_HOST_SQL_H

#include "services.h"

/* A statement that code has written, with values for its placeholders. */
struct sql_statement {
	struct slice text;
	struct value *values;
	size_t count;
};

/* Reads it of the arguments [text, [values]]; lives as long as both they and `arena` do. 501 where a value is none for
 * SQL. */
bool sql_read_statement(struct arena *arena, struct json_object *arguments, struct sql_statement *statement,
                        struct error *error);

/* Writes what the runtime has to know of the database: {"client":"postgres","schema":"public"}. */
void sql_write_description(struct buffer *json, const struct config *config);

extern const struct service sql_services[];
extern const size_t sql_service_count;

#endif
