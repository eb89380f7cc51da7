/* Inside the room `media`: a file as JSON. */
#ifndef LECTERN_MEDIA_FILE_JSON_H
#define LECTERN_MEDIA_FILE_JSON_H

#include "state.h"

/* The fields of its entry, to be released. */
struct json_object *file_json(struct arena *arena, const struct config *config, const struct media_file *file);

/* One of its formats, to be released. */
struct json_object *file_json_format(struct arena *arena, const struct config *config, const struct media_file *file,
                                     const struct media_format *format);

#endif
