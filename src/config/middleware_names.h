/* config/middlewares.* as text, where it is not evaluated. */
#ifndef LECTERN_CONFIG_MIDDLEWARE_NAMES_H
#define LECTERN_CONFIG_MIDDLEWARE_NAMES_H

#include "base/base.h"

/* Whether the text is a list of names of Strapi's own middlewares, without options, and has all that lectern needs:
 * strapi::errors, strapi::cors, strapi::query and strapi::body. */
bool middleware_names_only(struct slice text);

#endif
