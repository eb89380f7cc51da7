/* Inside the room `media`: urls of a private bucket that are good for a while. */
#ifndef LECTERN_MEDIA_S3_PRESIGN_H
#define LECTERN_MEDIA_S3_PRESIGN_H

#include "s3.h"

/* The address of an object with a signature in its query (AWS Signature Version 4) that whoever has it may fetch the
 * object with, from `now` (milliseconds since 1970) on for as many seconds as the configuration says. In `arena`. NULL
 * when it can't be made. */
const char *s3_presign(struct arena *arena, const struct config_s3 *s3, const char *key, int64_t now);

#endif
