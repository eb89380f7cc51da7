/* Inside the folder: parts of what strapi.entityService does, of which web/runtime/strapi/clone.mjs makes copies of
 * entries. */
#ifndef LECTERN_HOST_ENTITIES_PARTS_H
#define LECTERN_HOST_ENTITIES_PARTS_H

#include "method.h"

/* (uid, data, {update, isDraft, id}): the data as strapi.entityValidator leaves it. */
method_function entity_check;

/* (uid, params): `fields` and `populate` as the query engine takes them. */
method_function entity_selection;

/* (uid, id, params): tells of entry.create, with what `params` choose of the entry. */
method_function entity_notify_created;

#endif
