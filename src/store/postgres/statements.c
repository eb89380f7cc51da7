#include "statements.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>

/* Slots that a text may take, so that two which are used in turns do not drive each other out. */
enum { WAYS = 8 };

static bool has_text(const struct postgres_statement *slot, uint64_t hash, struct slice text)
{
	return slot->number && slot->hash == hash && slice_equals((struct slice){slot->text, slot->length}, text);
}

/* The slot of the text, or the one that it is to take: an empty one or the one that was not used for longest, among the
 * few that its hash allows. */
static struct postgres_statement *find_slot(struct postgres_statements *statements, uint64_t hash, struct slice text)
{
	if (!statements->slots) {
		statements->slots = memory_alloc(POSTGRES_STATEMENTS * sizeof *statements->slots);
	}
	struct postgres_statement *set = &statements->slots[hash % (POSTGRES_STATEMENTS / WAYS) * WAYS], *found = set;
	for (size_t i = 0; i < WAYS; i++) {
		if (has_text(&set[i], hash, text)) {
			found = &set[i];
			break;
		}
		if (found->number && (!set[i].number || set[i].used < found->used))
			found = &set[i];
	}
	found->used = ++statements->uses;
	return found;
}

static void name_statement(const struct postgres_statement *statement, char name[32])
{
	snprintf(name, 32, "s%llu", (unsigned long long)statement->number);
}

/* Puts the text in the slot and sends what prepares it, and what forgets the slot's statement before it. */
static bool send_prepare(struct postgres_statements *statements, PGconn *pg, struct postgres_statement *slot,
                         struct slice text, uint64_t hash, struct postgres_prelude *prelude)
{
	char name[32], deallocate[64];
	if (slot->number && statements->renamed) {
		statements->lingering++;
	} else if (slot->number) {
		name_statement(slot, name);
		snprintf(deallocate, sizeof deallocate, "DEALLOCATE %s", name);
		if (!libpq.PQsendQueryParams(pg, deallocate, 0, NULL, NULL, NULL, NULL, 0))
			return false;
		prelude->deallocate = true;
	}
	free(slot->text);
	slot->text = memory_resize(NULL, text.len + 1);
	memcpy(slot->text, text.ptr, text.len);
	slot->text[text.len] = '\0';
	slot->length = text.len;
	slot->hash = hash;
	slot->number = ++statements->last_number;
	slot->format = POSTGRES_FORMAT_UNKNOWN;
	prelude->prepare = slot;
	name_statement(slot, name);
	return libpq.PQsendPrepare(pg, name, slot->text, 0, NULL);
}

static bool send_unprepared(PGconn *pg, struct slice text, int value_count, const char *const *values)
{
	struct buffer copy = {0};
	buffer_slice(&copy, text);
	bool done = libpq.PQsendQueryParams(pg, buffer_terminate(&copy), value_count, NULL, values, NULL, NULL, 0);
	buffer_free(&copy);
	return done;
}

bool postgres_statements_send(struct postgres_statements *statements, PGconn *pg, struct slice text, int value_count,
                              const char *const *values, struct postgres_prelude *prelude, struct postgres_query *query)
{
	*prelude = (struct postgres_prelude){.prepare = NULL};
	if (!statements || text.len > POSTGRES_LONGEST_PREPARED)
		return send_unprepared(pg, text, value_count, values);
	uint64_t hash = slice_hash(text);
	struct postgres_statement *slot = find_slot(statements, hash, text);
	prelude->reused = has_text(slot, hash, text);
	if (!prelude->reused && !send_prepare(statements, pg, slot, text, hash, prelude))
		return false;
	char name[32];
	name_statement(slot, name);
	if (query) {
		query->statement = slot;
		query->number = slot->number;
	}
	const bool binary = query && query->reads_binary && slot->format == POSTGRES_FORMAT_BINARY;
	return libpq.PQsendQueryPrepared(pg, name, value_count, values, NULL, NULL, binary);
}

void postgres_statements_set_format(const struct postgres_query *query, enum postgres_format format)
{
	if (query->statement && query->statement->number == query->number)
		query->statement->format = format;
}

void postgres_prelude_prepared(struct postgres_prelude *prelude)
{
	prelude->prepare = NULL;
}

void postgres_prelude_forget(const struct postgres_prelude *prelude)
{
	if (prelude->prepare)
		prelude->prepare->number = 0;
}

bool postgres_statements_are_many(const struct postgres_statements *statements)
{
	return statements->lingering >= POSTGRES_STATEMENTS;
}

void postgres_statements_free(struct postgres_statements *statements)
{
	for (size_t i = 0; statements->slots && i < POSTGRES_STATEMENTS; i++)
		free(statements->slots[i].text);
	free(statements->slots);
	*statements = (struct postgres_statements){.slots = NULL};
}
