/* Inside the room `media`: the folder of the media library that has what came by the API. */
#ifndef LECTERN_MEDIA_UPLOAD_FOLDER_H
#define LECTERN_MEDIA_UPLOAD_FOLDER_H

#include "state.h"

/* The id and the path of the folder, which is made when it is not there yet. The path lives in the call's arena. On the
 * thread that writes. */
bool upload_folder_find(const struct content_call *call, const struct registry *registry, int64_t *id,
                        const char **path, struct error *error);

#endif
