/* Part of the door of the room `access`: actions of admins' permissions that the project's code has registered. */
#ifndef LECTERN_ACCESS_REGISTERED_H
#define LECTERN_ACCESS_REGISTERED_H

#include "model/model.h"

struct admin_action;
struct admin_registered;

/* None as yet. It lives as long as `arena`. */
struct admin_registered *access_registered_create(struct arena *arena);

/* The actions are these from here on, on any thread: [{id, section, displayName, plugin, category, subCategory,
 * subjects, fields, late}]. "late": it was registered when Strapi's administration had registered its own. True when
 * they are others than before. `registered` may be NULL. */
bool access_register_actions(struct admin_registered *registered, struct json_object *list);

/* The same for conditions: [{id, displayName, category, late}]. */
void access_register_conditions(struct admin_registered *registered, struct json_object *list);

/* The conditions that were registered before Strapi's own, or late, [{id, displayName, category}], as JSON without its
 * brackets. `registered` may be NULL. */
struct slice access_registered_conditions(const struct admin_registered *registered, bool late);

/* ---- inside the room ---- */

/* Strapi's own and these; NULL: there are none of these. They live as long as `registered`, which may be NULL. */
const struct admin_action *registered_actions(const struct admin_registered *registered, size_t *count);

#endif
