/* LIKE as a function of SQLite's. */
#include "like_function.h"

#include <stdlib.h>

struct function {
	like_is_late *is_late;
	void *context;
	bool refuses_blobs; /* no blob matches: as SQLite was compiled */
};

/* like(pattern, text), like(pattern, text, escape): text LIKE pattern ESCAPE escape. */
static void like(sqlite3_context *call, int count, sqlite3_value **values)
{
	const struct function *function = sqlite3_user_data(call);
	uint32_t escape = 0;
	if (function->refuses_blobs &&
	    (sqlite3_value_type(values[0]) == SQLITE_BLOB || sqlite3_value_type(values[1]) == SQLITE_BLOB)) {
		sqlite3_result_int(call, 0);
		return;
	}
	if (count == 3) {
		const unsigned char *at = sqlite3_value_text(values[2]);
		if (!at)
			return;
		escape = like_read_character(&at);
		if (!escape || *at) {
			sqlite3_result_error(call, "ESCAPE expression must be a single character", -1);
			return;
		}
	}
	const char *text = (const char *)sqlite3_value_text(values[1]);
	const char *pattern_text = (const char *)sqlite3_value_text(values[0]);
	if (!text || !pattern_text)
		return;
	struct like_pattern *kept = sqlite3_get_auxdata(call, 0);
	struct like_pattern *pattern = kept ? kept : like_compile(pattern_text, escape);
	if (!pattern) {
		sqlite3_result_error_nomem(call);
		return;
	}
	enum like_result result = like_match(pattern, text, function->is_late, function->context);
	if (result == LIKE_LATE)
		sqlite3_result_error_code(call, SQLITE_INTERRUPT);
	else
		sqlite3_result_int(call, result == LIKE_YES);
	if (!kept)
		sqlite3_set_auxdata(call, 0, pattern, like_free);
}

int like_register(sqlite3 *database, like_is_late *ask, void *context)
{
	int result = SQLITE_OK;
	for (int count = 2; count <= 3 && result == SQLITE_OK; count++) {
		struct function *function = malloc(sizeof *function);
		if (!function)
			return SQLITE_NOMEM;
		*function = (struct function){ask, context, sqlite3_compileoption_used("LIKE_DOESNT_MATCH_BLOBS") != 0};
		/* SQLite frees it, also when this fails. */
		result = sqlite3_create_function_v2(database, "like", count,
		                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, function,
		                                    like, NULL, NULL, free);
	}
	return result;
}
