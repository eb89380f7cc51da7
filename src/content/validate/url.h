/* Inside validation: links in `blocks` attributes. */
#ifndef LECTERN_CONTENT_VALIDATE_URL_H
#define LECTERN_CONTENT_VALIDATE_URL_H

#include "base/base.h"

/* Whether URL of JavaScript takes the text, as far as that can be told without resolving names; or it is a path from
 * the root. */
bool url_is_valid(struct slice text);

#endif
