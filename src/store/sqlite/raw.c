#include "raw.h"
#include "run.h"

#include "base/base.h"

#include <openssl/evp.h>

/* ---- what a statement may do ---- */

static bool is_asking_pragma(const char *name)
{
	static const char *const names[] = {"table_info",   "table_xinfo",    "table_list",       "index_list",
	                                    "index_info",   "index_xinfo",    "foreign_key_list", "database_list",
	                                    "user_version", "schema_version", "foreign_key_check"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* A connection is used by all that come after: nothing may change it, nor end its transaction. */
static int authorize(void *context, int action, const char *first, const char *second, const char *database,
                     const char *trigger)
{
	(void)context;
	(void)second;
	(void)database;
	(void)trigger;
	switch (action) {
	case SQLITE_ATTACH:
	case SQLITE_DETACH:
	case SQLITE_TRANSACTION:
	case SQLITE_SAVEPOINT:
		return SQLITE_DENY;
	case SQLITE_PRAGMA:
		return is_asking_pragma(first) ? SQLITE_OK : SQLITE_DENY;
	default:
		return SQLITE_OK;
	}
}

static bool is_blank(const char *text, const char *end)
{
	while (text < end && strchr(" \t\r\n;", *text))
		text++;
	return text >= end;
}

/* ---- errors: named as better-sqlite3 names them ---- */

static const char *code_of(int code)
{
	switch (code) {
	case SQLITE_CONSTRAINT_UNIQUE:
		return "SQLITE_CONSTRAINT_UNIQUE";
	case SQLITE_CONSTRAINT_PRIMARYKEY:
		return "SQLITE_CONSTRAINT_PRIMARYKEY";
	case SQLITE_CONSTRAINT_NOTNULL:
		return "SQLITE_CONSTRAINT_NOTNULL";
	case SQLITE_CONSTRAINT_FOREIGNKEY:
		return "SQLITE_CONSTRAINT_FOREIGNKEY";
	case SQLITE_CONSTRAINT_CHECK:
		return "SQLITE_CONSTRAINT_CHECK";
	default:
		return (code & 0xff) == SQLITE_ERROR ? "SQLITE_ERROR" : NULL;
	}
}

static bool refuse(const struct driver_session *connection, int result, struct error *error)
{
	const char *code = code_of(sqlite3_extended_errcode(connection->database));
	return code ? error_set(error, 500, code, "%s", sqlite3_errmsg(connection->database))
	            : sqlite_refuse(connection, result, error);
}

static bool prepare(struct driver_session *connection, struct slice text, sqlite3_stmt **statement, struct error *error)
{
	const char *tail = NULL;
	sqlite3_set_authorizer(connection->database, authorize, NULL);
	int result =
	    sqlite3_prepare_v2(connection->database, text.ptr ? text.ptr : "", (int)text.len, statement, &tail);
	sqlite3_set_authorizer(connection->database, NULL, NULL);
	if (result == SQLITE_AUTH)
		return error_set(error, 501, "NotImplementedError",
		                 "lectern does not run transactions, PRAGMA, ATTACH or DETACH as SQL of the code's");
	if (result != SQLITE_OK)
		return refuse(connection, result, error);
	if (*statement && is_blank(tail, text.ptr + text.len))
		return true;
	sqlite3_finalize(*statement);
	return *statement
	           ? error_set(error, 500, "RangeError", "The supplied SQL string contains more than one statement")
	           : error_set(error, 500, "RangeError", "The supplied SQL string contains no statements");
}

/* ---- values ---- */

static void write_bytes(struct buffer *json, const void *bytes, size_t length)
{
	enum { AT_ONCE = 3 << 10 }; /* a multiple of 3: padding comes at the end only */
	unsigned char text[AT_ONCE / 3 * 4 + 1];
	buffer_text(json, "{\"@\":\"buffer\",\"value\":\"");
	for (size_t at = 0; at < length; at += AT_ONCE) {
		const size_t part = length - at < AT_ONCE ? length - at : AT_ONCE;
		const int written = EVP_EncodeBlock(text, (const unsigned char *)bytes + at, (int)part);
		buffer_slice(json, (struct slice){(const char *)text, (size_t)written});
	}
	buffer_text(json, "\"}");
}

static void write_cell(struct buffer *json, sqlite3_stmt *statement, int column)
{
	switch (sqlite3_column_type(statement, column)) {
	case SQLITE_INTEGER:
		buffer_int(json, sqlite3_column_int64(statement, column));
		break;
	case SQLITE_FLOAT:
		json_write_double(json, sqlite3_column_double(statement, column));
		break;
	case SQLITE_TEXT: {
		const char *text = (const char *)sqlite3_column_text(statement, column);
		json_write_string(json, (struct slice){text, (size_t)sqlite3_column_bytes(statement, column)});
		break;
	}
	case SQLITE_BLOB: {
		const void *bytes = sqlite3_column_blob(statement, column);
		write_bytes(json, bytes, (size_t)sqlite3_column_bytes(statement, column));
		break;
	}
	default:
		buffer_text(json, "null");
	}
}

static bool write_rows(struct driver_session *connection, sqlite3_stmt *statement, struct buffer *json,
                       struct error *error)
{
	const int columns = sqlite3_column_count(statement);
	const int before = sqlite3_total_changes(connection->database);
	int result;
	buffer_text(json, "{\"fields\":[");
	for (int i = 0; i < columns; i++) {
		json_next(json);
		json_write_string(json, slice_of(sqlite3_column_name(statement, i)));
	}
	buffer_text(json, "],\"rows\":[");
	for (bool first = true; (result = sqlite3_step(statement)) == SQLITE_ROW; first = false) {
		buffer_text(json, first ? "[" : ",[");
		for (int i = 0; i < columns; i++) {
			if (i)
				buffer_byte(json, ',');
			write_cell(json, statement, i);
		}
		buffer_byte(json, ']');
	}
	if (result != SQLITE_DONE)
		return refuse(connection, result, error);
	const bool changed = sqlite3_total_changes(connection->database) != before;
	buffer_format(json, "],\"count\":%d,\"id\":%lld,\"command\":\"\"}",
	              changed ? sqlite3_changes(connection->database) : 0,
	              (long long)sqlite3_last_insert_rowid(connection->database));
	return true;
}

bool sqlite_raw(struct driver_session *connection, struct slice text, const struct bind *binds, size_t bind_count,
                struct arena *arena, struct buffer *json, struct error *error)
{
	sqlite3_stmt *statement = NULL;
	const bool writer = connection == &connection->of->writer;
	(void)arena;
	if (text.len > INT32_MAX || !prepare(connection, text, &statement, error))
		return text.len > INT32_MAX ? error_set(error, 500, "RangeError", "The statement is too long") : false;
	const bool changes = !sqlite3_stmt_readonly(statement);
	int result = SQLITE_OK;
	bool done = true;
	if (changes && !writer)
		done = error_set(error, 500, "NotReadOnly", "The statement changes something");
	else if ((size_t)sqlite3_bind_parameter_count(statement) != bind_count)
		done = error_set(error, 500, "RangeError", "Too %s parameter values were provided",
		                 (size_t)sqlite3_bind_parameter_count(statement) > bind_count ? "few" : "many");
	for (size_t i = 0; done && i < bind_count && result == SQLITE_OK; i++)
		result = sqlite_bind_value(statement, (int)i + 1, &binds[i].value);
	if (result != SQLITE_OK)
		done = refuse(connection, result, error);
	if (done) {
		sqlite_start_clock(connection);
		connection->changes = changes;
		done = write_rows(connection, statement, json, error);
		connection->changes = false;
	}
	sqlite3_finalize(statement);
	return done;
}
