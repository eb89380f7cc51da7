/* Inside the room `content`: one relation or media field of one entry while it changes. */
#ifndef LECTERN_CONTENT_RELATION_CHANGE_H
#define LECTERN_CONTENT_RELATION_CHANGE_H

#include "save.h"

struct relation_change {
	struct save *save;
	const struct content_type *type;
	const struct attribute *attribute;
	int64_t id;
	const struct relation_input *input;
	struct store_link_row *rows; /* what hangs on the entry before the change, in order; for links in tables */
	size_t row_count;
};

/* Each stores the change for links of one kind. */
bool relation_table_save(struct relation_change *change);  /* in a table of two ids */
bool relation_morph_save(struct relation_change *change);  /* in a table that names the type, too */
bool relation_direct_save(struct relation_change *change); /* in columns of the other side's rows */

bool relation_delete_rows(struct relation_change *change, const int64_t *rows, size_t count);

#endif
