/* Inside the room `media`: names in the folder of uploads. */
#ifndef LECTERN_MEDIA_PLACE_H
#define LECTERN_MEDIA_PLACE_H

#include "state.h"

/* The name in the folder, or the key in the bucket, that a url of an entry stands for; NULL for what may lead
 * elsewhere. Lives in `url`, or in `arena`. */
const char *place_name_of(struct arena *arena, const struct config *config, struct json_object *url);

/* The url of a file, or of one of its formats, which is called so. In `arena`. */
const char *place_url(struct arena *arena, const struct config *config, const struct media_file *file,
                      const char *name);

#endif
