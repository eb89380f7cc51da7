/* Relations whose links are columns of the targets' rows. Whatever those hold now, none has to be read for it. */
#include "content/write/changes.h"

static int64_t *ids_of(struct arena *arena, const struct relation_item *items, size_t count)
{
	int64_t *ids = arena_array(arena, count, sizeof *ids);
	for (size_t i = 0; i < count; i++)
		ids[i] = items[i].target_id;
	return ids;
}

void relation_decide_columns(const struct write_entry *entry, const struct write_field *field,
                             struct write_changes *changes)
{
	const struct relation_input *input = &field->input;
	const struct attribute *attribute = field->attribute;
	size_t count = attribute->multiple || input->item_count < 2 ? input->item_count : 1;
	/* Two fields may share the columns: then the second one takes back what the first has set, of a new entry, too.
	 */
	if (input->set || (input->clear && entry->kind != WRITE_KIND_CREATE))
		changes_clear_columns(changes, attribute, entry, NULL, 0);
	/* A target that another entry is related to keeps that. */
	if (input->disconnect_count)
		changes_clear_columns(changes, attribute, entry,
		                      ids_of(changes->arena, input->disconnect, input->disconnect_count),
		                      input->disconnect_count);
	changes_set_columns(changes, attribute, entry, ids_of(changes->arena, input->items, count), count);
}
