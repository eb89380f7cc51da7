/* Inside the folder: what of an entry an admin is shown. */
#ifndef LECTERN_API_ADMIN_CONTENT_SHAPE_H
#define LECTERN_API_ADMIN_CONTENT_SHAPE_H

#include "api/admin/call.h"

enum shape_depth {
	SHAPE_OWN,     /* only the fields of the entry itself */
	SHAPE_LIST,    /* as in lists: relations to many are counted, components have their own fields only */
	SHAPE_SINGLE,  /* as a single type is read: nothing is counted */
	SHAPE_ENTRY,   /* as in forms: all relations are counted, components are shown all the way down */
	SHAPE_CHANGED, /* as after a change: relations to entries of any type are counted, too */
};

/* The query for entries of a type, with the fields that may be seen and what they hold. A filter by a relation shows
 * its entries, in place of their count, as in Strapi: `filters` are the checked ones, or NULL. It lives in the
 * request's arena. */
bool shape_query(struct admin_call *call, const struct content_type *type, const struct ability_fields *fields,
                 enum shape_depth depth, const struct param *filters, struct query **query);

/* The same with all that is stored, for the server itself: passwords, too. */
bool shape_whole(struct admin_call *call, const struct content_type *type, struct query **query);

/* Whether a field of the entry is shown: those that the server adds always are. */
bool shape_shows(const struct attribute *attribute, const struct ability_fields *fields, struct slice path);

/* Whether entries of the type have relations that a query cannot count, but SHAPE_CHANGED shows as counts. */
bool shape_has_uncounted(const struct content_type *type);

/* Whether the type has relations to administrators. They are not counted: {} stands in place of {count}, as in Strapi.
 */
bool shape_has_admins(const struct content_type *type);
void shape_empty_admins(struct json_object *entry, const struct content_type *type);

/* Puts counts in the place of those that a query cannot count. */
void shape_count(struct json_object *entry, const struct content_type *type);

/* Takes out of an entry what may not be seen. */
void shape_cut(struct json_object *entry, const struct content_type *type, const struct ability_fields *fields);

/* Whether admins may see, filter and sort by that field of admins. */
bool shape_is_public_of_admins(const struct attribute *attribute);

#endif
