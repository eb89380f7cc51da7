/* Inside the room `media`: files that a setting keeps, and no entry. */
#ifndef LECTERN_MEDIA_LOGOS_H
#define LECTERN_MEDIA_LOGOS_H

#include "media.h"

/* Whether one of the project's logos has that URL. */
bool logos_have_url(struct store_session *session, const char *url, bool *have, struct error *error);

#endif
