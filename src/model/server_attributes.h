/* The attributes that the server adds to every content-type. */
#ifndef LECTERN_MODEL_SERVER_ATTRIBUTES_H
#define LECTERN_MODEL_SERVER_ATTRIBUTES_H

#include "draft.h"

enum { SERVER_ATTRIBUTES = 8 }; /* the room to leave for them, and one to spare */

/* Adds createdAt, updatedAt, publishedAt, createdBy, updatedBy, localizations and locale, as the type has them, behind
 * its own; there is room. */
void server_attributes_add(struct draft *draft);

#endif
