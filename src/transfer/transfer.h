/* The door of the room `transfer`: all content out of a database and into one, as a file of JSON lines.
 *
 * The format is described in docs/operation.md.
 *
 * Threads: the main thread, of the command line. */
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

/* The parts of a project, as Strapi divides it. */
struct transfer_parts {
	bool content, files, settings; /* settings: those of the project's plugins, and the webhooks */
};

struct transfer_import_options {
	bool replace;      /* content that is there goes; else there must be none but for what a new database has */
	bool keeps_admins; /* types that Strapi's archives do not have stay as they are: admins, roles, tokens, … */
	bool keeps_content, keeps_settings; /* stays as it is */
	FILE *mistakes;                     /* gets a line for each mistake in the input, up to some number */
	FILE *progress;                     /* or NULL */
};

/* Reads all of `in` and checks it, then writes it in one transaction: all or nothing. A new database's roles with their
 * permissions, its locale, tokens and settings stay as long as the input has none of that kind. Ids are kept. Uses
 * thread 0 of the store. */
bool transfer_import(struct store *store, const struct registry *registry, FILE *in,
                     const struct transfer_import_options *options, struct transfer_result *result,
                     struct error *error);

/* ---- with files: a tar whose first file is the lines, and whose others are those of the folder of uploads ---- */

/* Options for archives of `strapi export`. */
struct transfer_unpack_options {
	const struct registry *registry;
	const char *public;          /* the folder */
	const char *key;             /* decrypts; NULL: it is not encrypted */
	struct transfer_parts parts; /* the parts that are read of Strapi's archive */
	bool force;                  /* what the models do not have is left out, else it is a mistake */
	FILE *mistakes, *progress;   /* a line for each; progress may be NULL */
};

struct transfer_strapi_options {
	const char *uploads; /* the folder */
	const char *version; /* of Strapi, that the archive says it is of */
	const char *key;     /* encrypts; NULL: not */
	bool compressed;
	struct transfer_parts parts;
	FILE *progress; /* or NULL */
};

struct transfer_strapi_result {
	int64_t entries, links, settings, files;
	int64_t left_out;      /* links that tie nothing */
	int64_t missing_files; /* entries of files that lie nowhere, or elsewhere than in the folder */
};

/* Writes all content to `out` as `strapi export` does, as it was at one moment; the files afterwards. Uses thread 0 of
 * the store, and temporary files as large as the content. */
bool transfer_export_strapi(struct store *store, const struct registry *registry, FILE *out,
                            const struct transfer_strapi_options *options, struct transfer_strapi_result *result,
                            struct error *error);

/* Writes an archive of `lines`, which is a file of transfer_export, and of the files in the folder `uploads`, which may
 * not be there. *files: how many. */
bool transfer_pack(FILE *lines, const char *uploads, FILE *out, FILE *progress, int64_t *files, struct error *error);

/* Whether an input begins like an archive, and not like lines. Nothing of it is taken. */
bool transfer_is_archive(FILE *in);

/* An archive that was read: its lines, and its files in a hidden folder. */
struct transfer_unpacked;

/* Reads an archive, of transfer_pack or of `strapi export`, which may be compressed with gzip. Its files lie in the
 * folder uploads in `public`, which is made where it is not there, and are hidden. *unpacked is to be freed, whatever
 * this returned. 400 for anything else, 507 when the disk is full. */
bool transfer_unpack(FILE *in, const struct transfer_unpack_options *options, struct transfer_unpacked **unpacked,
                     struct error *error);

/* Whether it is one of Strapi's. *parts: those that it has, of the parts that were asked for. */
bool transfer_unpacked_is_strapi(const struct transfer_unpacked *unpacked, struct transfer_parts *parts);
int64_t transfer_unpacked_left_out(const struct transfer_unpacked *unpacked); /* links that tie nothing */
FILE *transfer_unpacked_lines(const struct transfer_unpacked *unpacked);
int64_t transfer_unpacked_files(const struct transfer_unpacked *unpacked);

/* Gives the files their names, in place of those that have them. */
bool transfer_place(struct transfer_unpacked *unpacked, struct error *error);

/* Deletes files that have no place yet. NULL is fine. */
void transfer_unpacked_free(struct transfer_unpacked *unpacked);

#endif
