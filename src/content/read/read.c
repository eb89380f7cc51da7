#include "read.h"

#include "rows.h"
#include "sign.h"
#include "size.h"

enum { USUAL_TEXT = 32 * 1024 }; /* bytes of the entries of a list; more is made room for as it comes */

static bool read_rows(const struct content_call *call, const struct store_select *select, struct content_result *result,
                      struct error *error)
{
	struct store_cursor *cursor;
	bool row, done;
	if (!store_select(call->session, select, &cursor, error))
		return false;
	struct row_writer writer = rows_create_writer(call->arena, select);
	while ((done = store_next(cursor, &row, error) && (!row || rows_spend(call, result, error))) && row) {
		result->order = arena_grow(call->arena, result->order, result->row_count, &result->row_capacity,
		                           sizeof *result->order);
		result->order[result->row_count++] = rows_take(call, &writer, cursor, result, &result->entries);
	}
	store_close_cursor(cursor);
	return done;
}

static struct content_result *new_result(const struct content_call *call, const struct query *query, bool locales)
{
	struct content_result *result = arena_alloc(call->arena, sizeof *result);
	result->entries.query = query;
	result->with_locales = locales;
	result->text.large = true;
	buffer_reserve(&result->text, USUAL_TEXT);
	return result;
}

bool read_own_fields(const struct content_call *call, const struct query *query, int64_t entry_id,
                     struct content_result **result, struct error *error)
{
	const struct store_select select = {.query = query, .parents = &entry_id, .parent_count = 1};
	struct content_result *read = new_result(call, query, false);
	if (!read_rows(call, &select, read, error) || (read->text.failed && !budget_refuse_memory(error))) {
		content_free(read);
		return false;
	}
	read->partial = true;
	read->own_length = read->text.len;
	*result = read;
	return true;
}

bool content_is_partial(const struct content_result *result)
{
	return result->partial;
}

bool content_complete(const struct content_call *call, struct content_result *result, struct error *error)
{
	result->text.len = result->counted = result->own_length;
	result->text.failed = false;
	if (!read_populated(call, result, &result->entries, false, error) || !size_check(result, error))
		return false;
	result->partial = false;
	return sign_result(call, result, error);
}

bool read_result(const struct content_call *call, const struct query *query, const int64_t *ids, size_t id_count,
                 bool locales, struct content_result **result, struct error *error)
{
	const struct store_select select = {.query = query, .parents = ids, .parent_count = id_count};
	struct content_result *read = new_result(call, query, locales);
	bool done = read_rows(call, &select, read, error) &&
	            read_populated(call, read, &read->entries, locales, error) && size_check(read, error);
	if (!done) {
		content_free(read);
		return false;
	}
	*result = read;
	return true;
}
