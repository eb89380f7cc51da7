#include "overlap_conflict.h"

/* What graphql-js 15 says of conflicts at most: how many, of how many fields on each side, and how many bytes. */
enum { MOST_CONFLICTS = 100, MOST_FIELDS = 20, LONGEST_REASON = 1000 };

enum { COST_CONFLICT = 100 }; /* it is remembered and written out */

static void add_offset(struct validator *validator, struct offsets *offsets, graphql_offset at)
{
	offsets->items =
	    arena_grow(validator->arena, offsets->items, offsets->count, &offsets->size, sizeof *offsets->items);
	offsets->items[offsets->count++] = at;
}

static void add_offsets(struct validator *validator, struct offsets *offsets, const struct offsets *more)
{
	for (size_t i = 0; i < more->count && validator_work(validator, 1); i++)
		add_offset(validator, offsets, more->items[i]);
}

/* Of too many fields the last ones, which are the deepest. */
static void add_fields_below(struct validator *validator, struct offsets *fields, const struct offsets *below)
{
	const size_t room = MOST_FIELDS - fields->count;
	for (size_t i = below->count > room ? below->count - room : 0; i < below->count && validator_work(validator, 1);
	     i++)
		add_offset(validator, fields, below->items[i]);
}

struct conflict *overlap_conflict_add(struct validator *validator, struct conflicts *conflicts, struct slice key,
                                      const struct field_use *a, const struct field_use *b)
{
	struct conflict *conflict = arena_alloc(validator->arena, sizeof *conflict);

	validator_work(validator, COST_CONFLICT);
	conflict->key = key;
	add_offset(validator, &conflict->first, a->node->at);
	add_offset(validator, &conflict->second, b->node->at);
	*conflicts->end = conflict;
	conflicts->end = &conflict->next;
	conflicts->count++;
	return conflict;
}

void overlap_conflict_add_reasons(struct validator *validator, struct conflict *conflict, struct conflict *reasons)
{
	conflict->reasons = reasons;
	for (const struct conflict *inner = reasons; inner; inner = inner->next) {
		add_fields_below(validator, &conflict->first, &inner->first);
		add_fields_below(validator, &conflict->second, &inner->second);
	}
}

/* Cuts what stands in the message from `start` on. */
static bool cut(struct buffer *message, size_t start)
{
	if (message->len - start <= LONGEST_REASON)
		return false;
	message->len = start + LONGEST_REASON;
	buffer_text(message, "...");
	return true;
}

static void write_key(struct buffer *message, struct slice key)
{
	const size_t start = message->len;
	buffer_slice(message, key);
	cut(message, start);
	buffer_text(message, "\" conflict because ");
}

static void write_reason(struct validator *validator, const struct conflict *conflict)
{
	struct buffer *message = &validator->message;
	const size_t start = message->len;
	if (conflict->reason) {
		buffer_text(message, conflict->reason);
		return;
	}
	for (const struct conflict *inner = conflict->reasons; inner; inner = inner->next) {
		if (inner != conflict->reasons)
			buffer_text(message, " and ");
		buffer_text(message, "subfields \"");
		write_key(message, inner->key);
		write_reason(validator, inner);
		if (cut(message, start))
			return;
	}
}

void overlap_conflict_report(struct validator *validator, const struct conflict *conflict)
{
	struct offsets at = {0};

	if (validator->reported > validator->max_errors || validator->complex || validator->aborted)
		return;
	/* As graphql-js, which looks at nothing then. */
	if (validator->conflicts++ == MOST_CONFLICTS) {
		buffer_text(validator_message(validator), "Validation aborted.");
		validator_report_all(validator, NULL, 0);
		validator->aborted = true;
		return;
	}
	buffer_text(validator_message(validator), "Fields \"");
	write_key(&validator->message, conflict->key);
	write_reason(validator, conflict);
	buffer_text(&validator->message,
	            ". Use different aliases on the fields to fetch both if this was intentional.");
	add_offsets(validator, &at, &conflict->first);
	add_offsets(validator, &at, &conflict->second);
	validator_report_all(validator, at.items, at.count);
}
