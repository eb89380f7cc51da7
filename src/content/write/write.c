#include "write.h"

#include "changes.h"
#include "decide.h"
#include "input.h"
#include "stored.h"

void write_entries_add(struct arena *arena, struct write_entries *entries, struct write_entry *entry)
{
	entries->items = arena_grow(arena, entries->items, entries->count, &entries->capacity, sizeof *entries->items);
	entries->items[entries->count++] = entry;
}

static bool write_one(struct write *write, struct write_entry *entry);

/* What depends on something that is stored here is written in the same way afterwards, one by one: see
 * write_component.repeated. */
bool write_run(struct write *write, const struct write_entries *entries)
{
	struct write_changes changes = {.arena = write->call->arena};
	struct write_entries later = {0};
	if (!stored_read(write, entries))
		return false;
	for (size_t i = 0; i < entries->count; i++)
		if (!decide_entry(write, entries->items[i], &changes, &later))
			return false;
	if (!changes_apply(write->call->session, &changes, write->error))
		return false;
	for (size_t i = 0; i < later.count; i++)
		if (!write_one(write, later.items[i]))
			return false;
	return true;
}

static bool write_one(struct write *write, struct write_entry *entry)
{
	const struct write_entries one = {.items = &entry, .count = 1};
	return write_run(write, &one);
}

bool write_create(struct write *write, const struct content_type *type, struct json_object *data, int64_t *entry_id)
{
	struct write_entry entry = {.kind = WRITE_KIND_CREATE, .type = type, .keeps_id = write->by_code};
	if (!input_read(write, data, &entry) || !write_one(write, &entry))
		return false;
	*entry_id = entry.id;
	return true;
}

bool write_update(struct write *write, const struct content_type *type, const int64_t *entry_ids, size_t count,
                  struct json_object *data)
{
	struct arena *arena = write->call->arena;
	struct write_entry *items = arena_array(arena, count, sizeof *items), *second;
	struct write_entries entries = {0}, seconds = {0};
	for (size_t i = 0; i < count; i++) {
		items[i] = (struct write_entry){
		    .kind = WRITE_KIND_UPDATE, .type = type, .id = entry_ids[i], .keeps_id = write->renames};
		write_entries_add(arena, &entries, &items[i]);
		if (!input_read(write, data, &items[i]))
			return false;
		if ((second = input_split(arena, &items[i])))
			write_entries_add(arena, &seconds, second);
	}
	return write_run(write, &entries) && (!seconds.count || write_run(write, &seconds));
}

bool write_delete(struct write *write, const struct content_type *type, int64_t entry_id)
{
	struct write_entry entry = {.type = type, .id = entry_id};
	input_delete(write->call->arena, &entry);
	return write_one(write, &entry);
}

bool write_links(struct write *write, const struct content_type *type, const struct attribute *attribute,
                 const int64_t *entry_ids, const struct relation_input *inputs, size_t count)
{
	struct arena *arena = write->call->arena;
	struct write_entry *items = arena_array(arena, count, sizeof *items);
	struct write_field *fields = arena_array(arena, count, sizeof *fields);
	struct write_entries entries = {0};
	for (size_t i = 0; i < count; i++) {
		fields[i] = (struct write_field){.attribute = attribute, .input = inputs[i]};
		items[i] = (struct write_entry){
		    .kind = WRITE_KIND_LINK, .type = type, .id = entry_ids[i], .fields = &fields[i], .field_count = 1};
		write_entries_add(arena, &entries, &items[i]);
	}
	return write_run(write, &entries);
}
