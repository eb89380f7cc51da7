/* Inside the room `shadow`: the codes of languages. */
#ifndef LECTERN_SHADOW_LOCALE_CODES_H
#define LECTERN_SHADOW_LOCALE_CODES_H

#include "base/base.h"

/* True for "en", "fr-CA" and the like. */
bool locale_is_known(struct slice code);

#endif
