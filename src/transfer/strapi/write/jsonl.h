/* Inside the folder: the members of an archive that are JSON lines. */
#ifndef LECTERN_TRANSFER_STRAPI_JSONL_H
#define LECTERN_TRANSFER_STRAPI_JSONL_H

#include "transfer/member_write.h"
#include "transfer/strapi/strapi.h"

/* The lines of a section, in a temporary file until they are a member: its size comes before it. */
struct jsonl {
	const struct member_writer *writer;
	enum strapi_section section;
	FILE *file;
	int64_t bytes, lines;
	unsigned number; /* of the members so far */
};

bool jsonl_open(struct jsonl *jsonl, const struct member_writer *writer, enum strapi_section section);

/* Adds one line, of which the line feed is missing, and empties it. */
bool jsonl_add(struct jsonl *jsonl, struct buffer *line);

/* Writes the last member. */
bool jsonl_finish(struct jsonl *jsonl);
void jsonl_close(struct jsonl *jsonl); /* after jsonl_open, whatever it returned */

#endif
