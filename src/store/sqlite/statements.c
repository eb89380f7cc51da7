#include "statements.h"

#include "base/base.h"

#include <stdlib.h>

static bool is_statement(const struct sqlite_slot *slot, uint64_t hash, struct slice text)
{
	return slot->statement && !slot->busy && slot->hash == hash &&
	       slice_equals((struct slice){slot->text, slot->length}, text);
}

static void empty_slot(struct sqlite_statements *statements, struct sqlite_slot *slot)
{
	sqlite3_finalize(slot->statement);
	free(slot->text);
	statements->memory -= slot->memory;
	*slot = (struct sqlite_slot){.statement = NULL};
}

/* The slot to put a new statement in, or NULL when all of its set are in use. */
static struct sqlite_slot *oldest_slot(struct sqlite_slot *set)
{
	struct sqlite_slot *oldest = NULL;
	for (size_t i = 0; i < SQLITE_CACHE_WAYS; i++)
		if (!set[i].busy && (!oldest || set[i].used < oldest->used))
			oldest = &set[i];
	return oldest;
}

static struct sqlite_slot *oldest_of_all(struct sqlite_statements *statements)
{
	struct sqlite_slot *oldest = NULL;
	for (size_t i = 0; i < COUNT_OF(statements->slots); i++) {
		struct sqlite_slot *slot = &statements->slots[i];
		if (slot->statement && !slot->busy && (!oldest || slot->used < oldest->used))
			oldest = slot;
	}
	return oldest;
}

static void fill_slot(struct sqlite_statements *statements, struct sqlite_slot *slot, sqlite3_stmt *statement,
                      size_t memory, uint64_t hash, struct slice text)
{
	char *copy = memory_resize(NULL, text.len);
	memcpy(copy, text.ptr, text.len);
	empty_slot(statements, slot);
	for (struct sqlite_slot *oldest;
	     statements->memory + memory > SQLITE_CACHE_BYTES && (oldest = oldest_of_all(statements));)
		empty_slot(statements, oldest);
	*slot = (struct sqlite_slot){
	    .statement = statement, .hash = hash, .text = copy, .length = text.len, .memory = memory};
	statements->memory += memory;
}

int sqlite_statements_find(struct sqlite_statements *statements, sqlite3 *database, struct slice text,
                           struct sqlite_statement *found)
{
	uint64_t hash = slice_hash(text);
	struct sqlite_slot *set = &statements->slots[hash % SQLITE_CACHE_SETS * SQLITE_CACHE_WAYS], *slot = NULL;
	*found = (struct sqlite_statement){.slot = NULL};
	for (size_t i = 0; i < SQLITE_CACHE_WAYS && !slot; i++)
		if (is_statement(&set[i], hash, text))
			slot = &set[i];
	if (!slot) {
		slot = oldest_slot(set);
		unsigned flags = slot ? SQLITE_PREPARE_PERSISTENT : 0;
		int result = sqlite3_prepare_v3(database, text.ptr, (int)text.len, flags, &found->statement, NULL);
		if (result != SQLITE_OK)
			return result;
		size_t memory = (size_t)sqlite3_stmt_status(found->statement, SQLITE_STMTSTATUS_MEMUSED, 0) + text.len;
		if (!slot || memory > SQLITE_LARGEST_STATEMENT)
			return SQLITE_OK;
		fill_slot(statements, slot, found->statement, memory, hash, text);
	}
	slot->busy = true;
	slot->used = ++statements->clock;
	*found = (struct sqlite_statement){slot->statement, slot};
	return SQLITE_OK;
}

void sqlite_statement_release(struct sqlite_statement *statement)
{
	if (statement->slot) {
		sqlite3_reset(statement->statement);
		statement->slot->busy = false;
	} else {
		sqlite3_finalize(statement->statement);
	}
}

void sqlite_statements_free(struct sqlite_statements *statements)
{
	for (size_t i = 0; i < COUNT_OF(statements->slots); i++)
		empty_slot(statements, &statements->slots[i]);
}
