/* Inside the room `account`: text as JavaScript and lodash change it. */
#ifndef LECTERN_ACCOUNT_TEXT_H
#define LECTERN_ACCOUNT_TEXT_H

#include "base/base.h"

/* toLowerCase, in `arena`. `text` is UTF-8. */
struct slice text_lower_case(struct arena *arena, struct slice text);

/* The type that a role gets from its name: "Über Editor" gives "uber_editor". In `arena`. */
const char *text_role_type(struct arena *arena, struct slice name);

/* The code that a role of admins begins with, as lodash's kebabCase makes it: "Éditeur & Co" gives "editeur-co". In
 * `arena`. */
const char *text_role_code(struct arena *arena, struct slice name);

#endif
