/* Inside the room `api/admin`: the project's logos. */
#ifndef LECTERN_API_ADMIN_LOGOS_H
#define LECTERN_API_ADMIN_LOGOS_H

#include "media/media.h"

#define LOGOS_SETTING "core_admin_project-settings"

/* {"menuLogo": …, "authLogo": …}: what the panel may know of them. One that is not there (NULL) is null. */
void logos_write(struct buffer *body, struct json_object *const logos[MEDIA_LOGOS]);

#endif
