/* Results read entry by entry and field by field. */
#include "entries.h"

static const struct entries *entries_of(struct content_entry entry)
{
	return (const struct entries *)entry.entries;
}

static struct content_entry entry_at(const struct entries *entries, uint32_t item)
{
	return (struct content_entry){(const struct content_entries *)entries, item};
}

struct content_entry content_result_entry(const struct content_result *result, size_t index)
{
	return entry_at(&result->entries, result->order[index]);
}

size_t content_entries_count(const struct content_entries *entries)
{
	return ((const struct entries *)entries)->count;
}

void content_entry_write(struct buffer *buffer, struct content_entry entry)
{
	const struct query *query = entries_of(entry)->query;
	buffer_text(buffer, "{\"id\":");
	buffer_int(buffer, content_entry_id(entry));
	for (size_t i = 0; i < query->field_count; i++) {
		json_write_name(buffer, slice_of(query->fields[i]->name));
		buffer_slice(buffer, content_entry_field(entry, i));
	}
	buffer_byte(buffer, '}');
}

int64_t content_entry_id(struct content_entry entry)
{
	return entries_of(entry)->items[entry.item].id;
}

bool content_entry_is_json(struct content_entry entry)
{
	return entries_of(entry)->of_json;
}

const struct content_type *content_entry_type(struct content_entry entry)
{
	return entries_of(entry)->query->type;
}

struct slice content_entry_field(struct content_entry entry, size_t field)
{
	const struct entries *entries = entries_of(entry);
	const size_t *ends = entries->ends + entry.item * (entries->query->field_count + 1);
	size_t start = ends[field] + entries->key_lengths[field];
	return (struct slice){entries->text->data + start, ends[field + 1] - start};
}

struct slice content_entry_fields(struct content_entry entry, size_t first, size_t last)
{
	const struct slice from = content_entry_field(entry, first), to = content_entry_field(entry, last);
	return (struct slice){from.ptr, (size_t)(to.ptr + to.len - from.ptr)};
}

/* Where the other side is empty for all, it was not prepared at all. */
static uint32_t first_place(const struct related *related, uint32_t item)
{
	return related->first ? related->first[item] : NO_ENTRY;
}

size_t content_entry_count_related(struct content_entry entry, size_t populate)
{
	const struct related *related = &entries_of(entry)->related[populate];
	size_t count = 0;
	for (uint32_t at = first_place(related, entry.item); at != NO_ENTRY; at = related->places[at].next)
		count++;
	return count;
}

void content_entry_related(struct content_entry entry, size_t populate, struct content_entry *related)
{
	const struct related *from = &entries_of(entry)->related[populate];
	for (uint32_t at = first_place(from, entry.item); at != NO_ENTRY; at = from->places[at].next) {
		const struct related_place *place = &from->places[at];
		*related++ = entry_at(&from->entries[place->entries], place->item);
	}
}
