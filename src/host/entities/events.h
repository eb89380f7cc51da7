/* Inside the folder: the events of what the query engine does. */
#ifndef LECTERN_HOST_ENTITIES_EVENTS_H
#define LECTERN_HOST_ENTITIES_EVENTS_H

#include "method.h"

/* Begins the lifecycles of a call of the query engine: see lifecycle_begin. With a listener, *params becomes what it
 * leaves. */
bool event_begin(const struct method_call *call, struct lifecycle *lifecycle, enum content_lifecycle before,
                 struct json_object **params);

/* Ends those of a change with its result, of which it takes the reference, and writes what the listener leaves of it.
 */
bool event_finish(const struct method_call *call, struct lifecycle *lifecycle, struct json_object *result);

#endif
