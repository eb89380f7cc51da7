/* Inside the room `transfer`: one line of an exported file. docs/operation.md tells what it looks like. */
#ifndef LECTERN_TRANSFER_LINE_H
#define LECTERN_TRANSFER_LINE_H

#include "tables.h"

/* As the header counts them. */
extern const char *const transfer_kind_names[TRANSFER_KINDS];

struct transfer_reader {
	const struct transfer_tables *tables;
	bool strict; /* the database keeps only integers as integers */
};

struct transfer_line {
	struct transfer_table *table; /* NULL: it is the header */
	int64_t id;                   /* of entries */
	struct value *values;         /* one for each of the table's columns */
	bool counted;                 /* the header tells how many lines there are */
	int64_t counts[TRANSFER_KINDS];
};

void transfer_reader_open(struct transfer_reader *reader, const struct transfer_tables *tables, bool strict);

/* Reads a line and checks it by itself: its form, the names of types and attributes, and the types of values. The
 * message of the error says what was expected. The result lives in `arena`. */
bool transfer_read_line(const struct transfer_reader *reader, struct slice text, struct arena *arena,
                        struct transfer_line *line, struct error *error);

/* The value of the column of that role, or NULL when the table has none. */
const struct value *transfer_value_of(const struct transfer_line *line, enum transfer_role role);

#endif
