/* The door of the room `transfer`: all content out of a database and into one, as a file of JSON lines.
 *
 * The format is described in docs/operation.md. */
#ifndef LECTERN_TRANSFER_H
#define LECTERN_TRANSFER_H

#include "store/store.h"

#include <stdio.h>

/* How many lines of each kind were written or read. */
struct transfer_result {
	int64_t settings, entries, links;
	int64_t
	    left_out; /* export: links that name entries which are not there, or fields that the models do not have */
	double seconds;
};

/* Writes all content to `out`, as it was at one moment. `progress`: where to show it, or NULL. Uses thread 0 of the
 * store, and little memory, however much there is. */
bool transfer_export(struct store *store, const struct registry *registry, FILE *out, FILE *progress,
                     struct transfer_result *result, struct error *error);

struct transfer_import_options {
	bool replace;   /* content that is there goes; else there must be none but for what a new database has */
	FILE *mistakes; /* gets a line for each mistake in the input, up to some number */
	FILE *progress; /* or NULL */
};

/* Reads all of `in` and checks it, then writes it in one transaction: all or nothing. A new database's roles with their
 * permissions, its locale, tokens and settings stay as long as the input has none of that kind. Ids are kept. Uses
 * thread 0 of the store. */
bool transfer_import(struct store *store, const struct registry *registry, FILE *in,
                     const struct transfer_import_options *options, struct transfer_result *result,
                     struct error *error);

/* ---- with files: a tar whose first file is the lines, and whose others are those of the folder of uploads ---- */

/* Writes an archive of `lines`, which is a file of transfer_export, and of the files in the folder `uploads`, which may
 * not be there. *files: how many. */
bool transfer_pack(FILE *lines, const char *uploads, FILE *out, FILE *progress, int64_t *files, struct error *error);

/* Whether an input begins like an archive, and not like lines. Nothing of it is taken. */
bool transfer_is_archive(FILE *in);

/* An archive that was read: its lines, and its files in a hidden folder. */
struct transfer_unpacked;

/* Reads an archive, which may be compressed with gzip. Its files lie in the folder uploads in `public`, which is made
 * where it is not there, and are hidden. *unpacked is to be freed, whatever this returned. 400 for what is no archive
 * of transfer_pack, 507 when the disk is full. */
bool transfer_unpack(FILE *in, const char *public, FILE *progress, struct transfer_unpacked **unpacked,
                     struct error *error);
FILE *transfer_unpacked_lines(const struct transfer_unpacked *unpacked);
int64_t transfer_unpacked_files(const struct transfer_unpacked *unpacked);

/* Gives the files their names, in place of those that have them. */
bool transfer_place(struct transfer_unpacked *unpacked, struct error *error);

/* Deletes files that have no place yet. NULL is fine. */
void transfer_unpacked_free(struct transfer_unpacked *unpacked);

#endif
