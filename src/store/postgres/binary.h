/* Inside the room `store`: values in PostgreSQL's binary format, in terms of attributes. The server writes them, and
 * they are read, with less work than text: no number, and no time, is turned into digits and back. */
#ifndef LECTERN_STORE_POSTGRES_BINARY_H
#define LECTERN_STORE_POSTGRES_BINARY_H

#include "store/driver.h"

/* Whether postgres_binary_cell reads a column of this type (an OID of pg_type) for the attribute, and gives what
 * postgres_read_cell does for its text. */
bool postgres_binary_fits(unsigned type, const struct attribute *attribute);

/* Room for text that is made of bytes. */
enum { POSTGRES_MADE_TEXT = 64 };

/* Fills *cell from the bytes of a column that is not NULL, of a type that fits. Bytes that are not of the type's length
 * give CELL_NULL. `bytes` must outlive the cell, and so must `made`, which has the text of a date, a time or a number.
 */
void postgres_binary_cell(struct slice bytes, unsigned type, const struct attribute *attribute,
                          char made[POSTGRES_MADE_TEXT], struct cell *cell);

#endif
