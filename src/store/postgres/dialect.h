/* Inside the room `store`: how PostgreSQL wants its SQL, and the values bound to it. */
#ifndef LECTERN_STORE_POSTGRES_DIALECT_H
#define LECTERN_STORE_POSTGRES_DIALECT_H

#include "store/driver.h"

void postgres_write_placeholder(struct sql *sql, size_t number, const struct bind *bind);
void postgres_write_ids_table(struct sql *sql, size_t number, const char *alias);
void postgres_write_in_ids(struct sql *sql, const char *alias, const char *column, size_t number);
void postgres_write_as_text(struct sql *sql, const char *alias, const struct attribute *attribute);
bool postgres_regular_expression(struct arena *arena, struct slice pattern, struct slice *expression);
void postgres_write_continue_ids(struct sql *sql, const char *table);
void postgres_write_next_ids(struct sql *sql, const char *const *tables, size_t count);

/* What is bound, as the texts that the casts of the placeholders read; NULL is NULL. False (400) for text that
 * PostgreSQL can't hold. */
bool postgres_bind_values(struct arena *arena, const struct bind *binds, size_t count, const char ***values,
                          struct error *error);

#endif
