/* Inside the room `media`: files in a bucket of S3, or of what speaks its protocol. libcurl signs the requests. All
 * functions may wait for the network, but for those that say otherwise; all may be called from any thread. What fails
 * is tried again, and is 503 in the end: the log says what S3 answered. */
#ifndef LECTERN_MEDIA_S3_H
#define LECTERN_MEDIA_S3_H

#include "base/base.h"
#include "config/config.h"

/* The key of a file; `path` may be NULL. In `arena`; does not wait. */
const char *s3_key(struct arena *arena, const struct config_s3 *s3, const char *path, const char *name);

/* The url of a key, as Strapi's provider makes it. In `arena`; does not wait. */
const char *s3_url(struct arena *arena, const struct config_s3 *s3, const char *key);

/* The key that a url of s3_url stands for, in `arena`; NULL for others. Does not wait. */
const char *s3_key_of_url(struct arena *arena, const struct config_s3 *s3, const char *url);

/* Stores `size` bytes of the file under the key, in parts where there are many. */
bool s3_put(const struct config_s3 *s3, const char *key, int file, uint64_t size, const char *type,
            struct error *error);

/* Deletes an object; one that is not there is deleted. */
bool s3_remove(const struct config_s3 *s3, const char *key, struct error *error);

#endif
