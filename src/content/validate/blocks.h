/* Inside validation: the rules of the content of a `blocks` attribute. */
#ifndef LECTERN_CONTENT_VALIDATE_BLOCKS_H
#define LECTERN_CONTENT_VALIDATE_BLOCKS_H

#include "rules.h"

extern const struct rules blocks_rules;

/* Of an item in a list with these items: ITEMS_BLOCK and the following. */
struct rules blocks_rules_of_item(enum rules_items items, struct json_object *item);

#endif
