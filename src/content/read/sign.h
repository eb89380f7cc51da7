/* Inside the room `content`: urls of files that media fields show. */
#ifndef LECTERN_CONTENT_READ_SIGN_H
#define LECTERN_CONTENT_READ_SIGN_H

#include "content/content.h"

/* Has the urls of all files signed that media fields of the result show, where there is a signer. The answer then is
 * remembered nowhere. False, with *error, when they can't be signed. */
bool sign_result(const struct content_call *call, struct content_result *result, struct error *error);

#endif
