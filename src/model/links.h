/* The names of link tables and their columns, as Strapi makes them. */
#ifndef LECTERN_MODEL_LINKS_H
#define LECTERN_MODEL_LINKS_H

#include "draft.h"

/* Where the links of a resolved polymorphic relation, media field, component field or dynamic zone are kept. */
void draft_set_link(struct arena *arena, const struct draft *draft, struct attribute *attribute);

/* The link that `attribute` of `owner`, which owns its relation, makes; and the same seen from the other side. */
struct link_storage draft_owned_link(struct arena *arena, const struct content_type *owner,
                                     const struct attribute *attribute, const struct mention *mention);
struct link_storage draft_turned_link(struct link_storage link);

#endif
