/* Inside the folder: letters of other scripts in Latin ones. */
#ifndef LECTERN_API_ADMIN_CONTENT_SLUG_LETTERS_H
#define LECTERN_API_ADMIN_CONTENT_SLUG_LETTERS_H

#include "base/base.h"

/* How Strapi spells the character in a uid: "Shh", or an empty text when it leaves it out. A slice with ptr NULL when
 * it knows no spelling. */
struct slice slug_letter(int32_t character);

#endif
