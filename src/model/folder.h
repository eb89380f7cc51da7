/* Reading the folders and files of a project. */
#ifndef LECTERN_MODEL_FOLDER_H
#define LECTERN_MODEL_FOLDER_H

#include "mistakes.h"

/* The names in a folder, sorted by bytes, without those that begin with a dot; of files only those ending in .json.
 * An absent folder has none. */
const char **folder_list(struct arena *arena, const char *path, bool folders, size_t *count);

/* Is it a symbolic link, wherever that leads? */
bool folder_is_link(const char *path);

bool folder_has_file(struct arena *arena, const char *directory, const char *path);

/* The content of `file` in the project `directory`. False, with the mistake reported, when it cannot be read or is no
 * model file by its size. */
bool folder_read_file(struct mistakes *mistakes, const char *directory, const char *file, struct slice *content);

#endif
