/* How large the answer to a result will be, before it is written. An entry that many others lead to is read once but
 * written each time. A populate that goes over a list and back several times grows with every level, so a short request
 * could ask for more than any memory holds. */
#include "size.h"

enum { LARGEST_ANSWER_MEBIBYTES = 128, ENTRY_BYTES = 40, RELATED_BYTES = 16 };

static double size_of(const struct entries *entries, uint32_t item)
{
	return entries->sizes ? entries->sizes[item] : (double)entries->items[item].length + ENTRY_BYTES;
}

static double size_of_related(const struct related *related, uint32_t item)
{
	double size = (double)strlen(related->attribute->name) + RELATED_BYTES;
	if (related->counts)
		return size;
	for (uint32_t at = related->first[item]; at != NO_ENTRY; at = related->places[at].next)
		size += size_of(&related->entries[related->places[at].entries], related->places[at].item);
	return size;
}

void size_measure(struct arena *arena, struct entries *entries)
{
	double *sizes = arena_array(arena, entries->count, sizeof *sizes);
	for (uint32_t item = 0; item < entries->count; item++) {
		sizes[item] = size_of(entries, item);
		for (size_t i = 0; i < entries->query->populate_count; i++)
			sizes[item] += size_of_related(&entries->related[i], item);
	}
	entries->sizes = sizes;
}

bool size_check(const struct content_result *result, struct error *error)
{
	double size = 0;
	if (result->text.failed)
		return budget_refuse_memory(error);
	for (size_t i = 0; i < result->row_count; i++)
		size += size_of(&result->entries, result->order[i]);
	return size <= LARGEST_ANSWER_MEBIBYTES * 1048576.0 ||
	       error_validation(error,
	                        "The answer would be too large. Expected fewer entries, fields or populated relations: "
	                        "at most %d MiB",
	                        LARGEST_ANSWER_MEBIBYTES);
}
