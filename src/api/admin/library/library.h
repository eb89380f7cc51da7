/* Inside the folder: the media library, files and the folders that they lie in. */
#ifndef LECTERN_API_ADMIN_LIBRARY_LIBRARY_H
#define LECTERN_API_ADMIN_LIBRARY_LIBRARY_H

#include "api/admin/call.h"

#include <json-c/json.h>

/* ---- files.c ---- */

/* The condition that files must meet for the admin to do `action` with them; NULL: all may be. */
struct condition *library_condition(struct admin_call *call, struct arena *arena, const char *action);

/* A query of files with the fields that the library shows; `full`: with their folder. */
struct query *library_file_query(struct admin_call *call, struct arena *arena, bool full);

/* Tells of each file whether its url is signed (isUrlSigned), and signs it where files are private, in place.
 * `budget` as content_sign has it. */
bool library_sign_files(const struct admin_call *call, struct budget *budget, struct json_object *files);

/* Whether there is the file, and the admin may do `action` with it: 404 or 403 otherwise. */
bool library_check_file(struct admin_call *call, const struct content_call *content, int64_t id, const char *action,
                        struct error *error);

/* Deletes the file with what is stored of it; *file is what it was, to be released. On a thread that may wait. */
bool library_delete_file(struct admin_call *call, int64_t id, bool full, struct json_object **file);

/* ---- folders.c ---- */

struct folder {
	int64_t id, parent; /* parent 0: it lies at the root */
	const char *name, *path;
};

/* All folders, in `content`'s arena. */
bool library_read_folders(const struct content_call *content, const struct registry *registry, struct folder **folders,
                          size_t *count, struct error *error);

const struct folder *library_find_folder(const struct folder *folders, size_t count, int64_t id); /* or NULL */

/* Whether `path` is that of the folder, or of what lies in it. */
bool library_is_inside(const char *path, const struct folder *folder);

/* The folder as it is shown, NULL when there is none; `counts`: with how much lies in it. To be released. */
bool library_show_folder(const struct content_call *content, const struct registry *registry, int64_t id,
                         struct json_object **shown, struct error *error);

/* Gives the folder the parent (0: the root), with new paths for all that lies in it. */
bool library_move_folder(const struct content_call *content, const struct registry *registry,
                         const struct folder *folder, const struct folder *parent, struct error *error);

/* An id of the body, or null: 0. False, noted, when it is neither: `missing` where it can't be the id of a folder. */
bool library_read_id(struct input *input, const char *name, const char *missing, int64_t *id);

#endif
