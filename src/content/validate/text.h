/* Inside the room `content`: texts of a certain form. */
#ifndef LECTERN_CONTENT_VALIDATE_TEXT_H
#define LECTERN_CONTENT_VALIDATE_TEXT_H

#include "base/base.h"

/* An e-mail address as Strapi takes it. */
bool text_is_email(struct slice text);

/* Letters, digits and -_.~ only. */
bool text_is_uid(struct slice text);

#endif
