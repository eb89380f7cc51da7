#include "statements.h"

#include <stdlib.h>

static bool is_statement(const struct sqlite_slot *slot, uint64_t hash, struct slice text)
{
	return slot->statement && !slot->busy && slot->hash == hash &&
	       slice_equals((struct slice){slot->text, slot->length}, text);
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

static void fill_slot(struct sqlite_slot *slot, sqlite3_stmt *statement, uint64_t hash, struct slice text)
{
	char *copy = malloc(text.len);
	if (!copy)
		abort();
	memcpy(copy, text.ptr, text.len);
	sqlite3_finalize(slot->statement);
	free(slot->text);
	*slot = (struct sqlite_slot){.statement = statement, .hash = hash, .text = copy, .length = text.len};
}

bool sqlite_statements_find(struct sqlite_statements *statements, sqlite3 *database, struct slice text,
                            struct sqlite_statement *found, struct error *error)
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
		if (sqlite3_prepare_v3(database, text.ptr, (int)text.len, flags, &found->statement, NULL) != SQLITE_OK)
			return error_internal(error, "SQLite can't prepare \"%.*s\": %s", (int)text.len, text.ptr,
			                      sqlite3_errmsg(database));
		if (!slot)
			return true;
		fill_slot(slot, found->statement, hash, text);
	}
	slot->busy = true;
	slot->used = ++statements->clock;
	*found = (struct sqlite_statement){slot->statement, slot};
	return true;
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
	for (size_t i = 0; i < SQLITE_CACHE_SETS * SQLITE_CACHE_WAYS; i++) {
		sqlite3_finalize(statements->slots[i].statement);
		free(statements->slots[i].text);
	}
}
