#include "raw.h"

#include "base/base.h"

#include <stdlib.h>

bool postgres_is_control(struct slice text)
{
	static const char *const words[] = {"begin",     "start",    "commit",  "end",  "rollback", "abort",
	                                    "savepoint", "release",  "prepare", "set",  "reset",    "discard",
	                                    "listen",    "unlisten", "copy",    "lock", "declare",  "deallocate"};
	struct slice trimmed = slice_trim(text);
	size_t length = 0;
	while (length < trimmed.len && ((trimmed.ptr[length] | 32) >= 'a' && (trimmed.ptr[length] | 32) <= 'z'))
		length++;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (slice_equals_ignoring_case((struct slice){trimmed.ptr, length}, slice_of(words[i])))
			return true;
	return false;
}

static void write_row(struct buffer *json, const PGresult *result, int row)
{
	buffer_text(json, row ? ",[" : "[");
	for (int i = 0; i < libpq.PQnfields(result); i++) {
		if (i)
			buffer_byte(json, ',');
		if (libpq.PQgetisnull(result, row, i))
			buffer_text(json, "null");
		else
			json_write_string(json, (struct slice){libpq.PQgetvalue(result, row, i),
			                                       (size_t)libpq.PQgetlength(result, row, i)});
	}
	buffer_byte(json, ']');
}

void postgres_write_result(struct buffer *json, const PGresult *result)
{
	const char *status = libpq.PQcmdStatus((PGresult *)(uintptr_t)result);
	const char *changed = libpq.PQcmdTuples((PGresult *)(uintptr_t)result);
	buffer_text(json, "{\"fields\":[");
	for (int i = 0; i < libpq.PQnfields(result); i++) {
		json_next(json);
		json_write_string(json, slice_of(libpq.PQfname(result, i)));
	}
	buffer_text(json, "],\"types\":[");
	for (int i = 0; i < libpq.PQnfields(result); i++)
		buffer_format(json, i ? ",%u" : "%u", (unsigned)libpq.PQftype(result, i));
	buffer_text(json, "],\"rows\":[");
	for (int i = 0; i < libpq.PQntuples(result); i++)
		write_row(json, result, i);
	buffer_format(json, "],\"count\":%lld,\"command\":\"%.*s\"}", atoll(changed), (int)strcspn(status, " \"\\"),
	              status);
}
