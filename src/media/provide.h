/* Inside the room `media`: files that the project's own package puts somewhere (media_provider). As in Strapi nothing
 * of it is undone by the next start: what the end of the process cuts short may stay there. */
#ifndef LECTERN_MEDIA_PROVIDE_H
#define LECTERN_MEDIA_PROVIDE_H

#include "state.h"

/* The provider of the upload; NULL where lectern puts the files. */
const struct media_provider *provide_by(const struct media *media);

/* Puts all that was prepared; of a replacement the old ones go before, as in Strapi. */
bool provide_files(struct media_upload *upload, struct json_object *old, struct error *error);

/* Deletes what was put. */
void provide_undo(struct media_upload *upload);

/* Deletes the file of an entry, and its formats. What fails is in the log. */
void provide_remove(const struct media *media, struct json_object *file);

#endif
