/* Inside the room `transfer`: an input that is read line by line, and more than once. */
#ifndef LECTERN_TRANSFER_INPUT_H
#define LECTERN_TRANSFER_INPUT_H

#include "base/base.h"

#include <stdio.h>

struct transfer_input {
	FILE *file; /* the input itself, or a copy in a temporary file when it can't be read again */
	bool is_copy;
	off_t start;
	struct buffer buffer; /* what was read; a line lies in it until the next one is asked for */
	size_t at;            /* the first byte behind the last line */
	int64_t line;         /* number of the last line, from 1 */
	bool ended;
};

/* Close it with input_close when this succeeded. */
bool input_open(struct transfer_input *input, FILE *from, struct error *error);
void input_close(struct transfer_input *input);

/* Starts again with the first line. */
bool input_rewind(struct transfer_input *input, struct error *error);

/* The next line without its line feed, good until the next call; *found is false behind the last. Fails on lines that
 * are longer than `longest` bytes. */
bool input_line(struct transfer_input *input, size_t longest, struct slice *line, bool *found, struct error *error);

#endif
