/* Inside the room `api/rest`: files that come with the fields of an entry. */
#ifndef LECTERN_API_REST_ATTACH_H
#define LECTERN_API_REST_ATTACH_H

#include "call.h"

/* Looks at the files of a form that creates or changes an entry, and gives them their names: call->attachments. */
bool attach_prepare(struct rest_call *call);

/* Makes their entries, linked to the entry of that id. In the change's session. */
bool attach_store(struct rest_call *call, const struct content_call *content, int64_t id);

/* The change is on disk (`done`), or nothing of it is in force. */
void attach_finish(struct rest_call *call, bool done);

#endif
