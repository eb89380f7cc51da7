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

/* Reads, decides and applies. `later` is written in the same way afterwards, because it depends on what is stored here:
 * see input_split and write_component.repeated. It is rarely there. */
static bool write_entries(struct write *write, struct write_entries entries, struct write_entries later)
{
	while (entries.count) {
		struct changes changes = {.arena = write->call->arena};
		if (!stored_read(write, &entries))
			return false;
		for (size_t i = 0; i < entries.count; i++)
			if (!decide_entry(write, entries.items[i], &changes, &later))
				return false;
		if (!changes_apply(write->call->session, &changes, write->error))
			return false;
		entries = later;
		later = (struct write_entries){0};
	}
	return true;
}

bool write_create(struct write *write, const struct content_type *type, struct json_object *data, int64_t *entry_id)
{
	struct write_entry entry = {.kind = WRITE_KIND_CREATE, .type = type};
	struct write_entries entries = {0}, later = {0};
	write_entries_add(write->call->arena, &entries, &entry);
	if (!input_read(write, data, &entry) || !write_entries(write, entries, later))
		return false;
	*entry_id = entry.id;
	return true;
}

bool write_update(struct write *write, const struct content_type *type, const int64_t *entry_ids, size_t count,
                  struct json_object *data)
{
	struct arena *arena = write->call->arena;
	struct write_entry *items = arena_array(arena, count, sizeof *items), *links;
	struct write_entries entries = {0}, later = {0};
	for (size_t i = 0; i < count; i++) {
		items[i] = (struct write_entry){.kind = WRITE_KIND_UPDATE, .type = type, .id = entry_ids[i]};
		write_entries_add(arena, &entries, &items[i]);
		if (!input_read(write, data, &items[i]))
			return false;
		if ((links = input_split(arena, &items[i])))
			write_entries_add(arena, &later, links);
	}
	return write_entries(write, entries, later);
}

bool write_delete(struct write *write, const struct content_type *type, int64_t entry_id)
{
	struct write_entry entry = {.type = type, .id = entry_id};
	struct write_entries entries = {0}, later = {0};
	write_entries_add(write->call->arena, &entries, &entry);
	input_delete(write->call->arena, &entry);
	return write_entries(write, entries, later);
}

bool write_links(struct write *write, const struct content_type *type, const struct attribute *attribute,
                 const int64_t *entry_ids, const struct relation_input *inputs, size_t count)
{
	struct arena *arena = write->call->arena;
	struct write_entry *items = arena_array(arena, count, sizeof *items);
	struct write_field *fields = arena_array(arena, count, sizeof *fields);
	struct write_entries entries = {0}, later = {0};
	for (size_t i = 0; i < count; i++) {
		fields[i] = (struct write_field){.attribute = attribute, .input = inputs[i]};
		items[i] = (struct write_entry){
		    .kind = WRITE_KIND_LINK, .type = type, .id = entry_ids[i], .fields = &fields[i], .field_count = 1};
		write_entries_add(arena, &entries, &items[i]);
	}
	return write_entries(write, entries, later);
}
