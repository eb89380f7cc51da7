/* Inside the folder: what the admin who calls may do with entries of the type in the path. */
#ifndef LECTERN_API_ADMIN_CONTENT_RIGHTS_H
#define LECTERN_API_ADMIN_CONTENT_RIGHTS_H

#include "api/admin/call.h"

#define EXPLORER_READ "plugin::content-manager.explorer.read"
#define EXPLORER_CREATE "plugin::content-manager.explorer.create"
#define EXPLORER_UPDATE "plugin::content-manager.explorer.update"
#define EXPLORER_DELETE "plugin::content-manager.explorer.delete"
#define EXPLORER_PUBLISH "plugin::content-manager.explorer.publish"

/* The type that `:model` names; NULL, with 403, when there is none, or it is a component. */
const struct content_type *rights_type(struct admin_call *call);

struct ability rights_ability(struct admin_call *call, const char *action, const struct content_type *type);

/* The same, to be held against one entry. Strapi reads only as much of its creator as the rules ask for: where one of
 * them holds of all entries, no more than `creator` is known, and of single types never the roles. */
struct ability rights_ability_of_entry(struct admin_call *call, const char *action, const struct content_type *type,
                                       enum creator_known creator);

/* Which of the ability's rules hold of the entry; *any: one of them does. `holds` has room for all of them. */
bool rights_check(struct admin_call *call, const struct content_call *content, const struct ability *ability,
                  int64_t id, bool *holds, bool *any);

/* Whether all the rules hold of all entries. */
bool rights_are_wide(struct admin_call *call, const struct ability *ability);

/* Whether there is an entry of that id; 404 when there is none. */
bool rights_find(struct admin_call *call, const struct content_call *content, const struct content_type *type,
                 int64_t id);

/* The id in the path; 404 when it is none. */
bool rights_id(struct admin_call *call, const char *name, int64_t *id);

/* 404 when there is no such entry, 403 when none of the rules holds of it. */
bool rights_admit(struct admin_call *call, const struct content_call *content, const struct ability *ability,
                  int64_t id, bool *holds);

#endif
