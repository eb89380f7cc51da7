/* Inside the room `media`: files whose entry goes. */
#ifndef LECTERN_MEDIA_REMOVE_H
#define LECTERN_MEDIA_REMOVE_H

#include "state.h"

/* Deletes a name of the folder, or of the bucket (`s3`). What can't be deleted is told in the log. */
void remove_name(const struct media *media, bool s3, const char *name);

#endif
