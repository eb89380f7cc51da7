/* The door of the room `media`: the files behind the entries of plugin::upload.file. */
#ifndef LECTERN_MEDIA_MEDIA_H
#define LECTERN_MEDIA_MEDIA_H

#include "config/config.h"
#include "content/content.h"

/* Deletes from the project's folder of uploads what the entry number 0 of `result` (of the type of files, with its
 * default fields) names: the file and its formats. To be called once the deletion of the entry is on disk. What can't
 * be deleted is told in the log; files of other providers than "local" are not ours to delete. */
void media_remove(const struct config *config, struct arena *arena, const struct content_result *result);

#endif
