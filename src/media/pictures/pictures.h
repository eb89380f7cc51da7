/* Inside the room `media`: pictures, looked at and made smaller by helper processes. */
#ifndef LECTERN_MEDIA_PICTURES_H
#define LECTERN_MEDIA_PICTURES_H

#include "base/base.h"
#include "protocol.h"

struct pictures;

/* `most`: helpers at a time. They are started when they are needed. Never NULL. */
struct pictures *pictures_open(size_t most);
void pictures_close(struct pictures *pictures); /* NULL is fine */

/* Why there are no helpers, or NULL. The text lives as long as `pictures`. */
const char *pictures_lacking(const struct pictures *pictures);

/* What the first bytes of a file say that it is. */
enum picture_format pictures_guess(struct slice beginning);

/* Has a helper do what is asked, which may take its time. `files` as protocol.h says; they stay the caller's. A picture
 * that a helper dies of, or takes too long for, is faulty. False with 503 when no helper can be started. From any
 * thread. */
bool pictures_work(struct pictures *pictures, const struct picture_request *request, const int *files,
                   struct picture_answer *answer, struct error *error);

#endif
