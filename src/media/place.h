/* Inside the room `media`: names in the folder of uploads. */
#ifndef LECTERN_MEDIA_PLACE_H
#define LECTERN_MEDIA_PLACE_H

#include "state.h"

/* The name in the folder that a url of an entry stands for; NULL for what may lead elsewhere. Lives in `url`. */
const char *place_name_of(struct json_object *url);

#endif
