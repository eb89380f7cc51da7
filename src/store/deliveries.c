/* lectern's own table beside Strapi's: what is sent to webhooks, as a queue and as a log.
 *
 * A row that waits is taken by setting its time to when it may be taken again. Whoever took it and ends without a word
 * has it taken by another then. */
#include "cursor.h"
#include "store/sql/sql.h"

#include <assert.h>

#define TABLE "lectern_webhook_deliveries"
#define COLUMNS                                                                                                \
	"\"id\", \"webhook_id\", \"event\", \"created_at\", \"state\", \"attempts\", \"due_at\", \"status\", " \
	"\"message\", \"took\", \"ended_at\""

static const struct attribute integer = {.name = "integer", .column = "integer", .type = ATTRIBUTE_ID};
static const struct attribute text = {.name = "text", .column = "text", .type = ATTRIBUTE_TEXT};

static bool lacks_table(struct store_session *session, struct error *error)
{
	/* It could not be made at the start; the next one makes it. */
	if (session->store->lacks.deliveries)
		error_unavailable(error, "the database lacks the table " TABLE ": start lectern again");
	return session->store->lacks.deliveries;
}

static void write_integer(struct sql *sql, const char *before, int64_t value)
{
	sql_text(sql, before);
	sql_value(sql, NULL, value_integer(value));
}

static void write_text(struct sql *sql, const char *before, struct slice value)
{
	sql_text(sql, before);
	sql_value(sql, NULL, value_text(value));
}

bool store_queue_delivery(struct store_session *session, int64_t webhook_id, struct slice event, struct slice payload,
                          int64_t now, struct error *error)
{
	const struct store_field fields[] = {
	    {"webhook_id", NULL, value_integer(webhook_id)},
	    {"event", NULL, value_text(event)},
	    {"payload", NULL, value_text(payload)},
	    {"created_at", NULL, value_integer(now)},
	    {"state", NULL, value_integer(DELIVERY_WAITING)},
	    {"attempts", NULL, value_integer(0)},
	    {"due_at", NULL, value_integer(now)},
	};
	return !lacks_table(session, error) && store_insert(session, TABLE, fields, COUNT_OF(fields), NULL, error);
}

/* ---- reading rows ---- */

static int64_t integer_of(struct store_cursor *cursor, size_t field)
{
	return driver_integer(cursor->driver, cursor->rows, field);
}

static struct slice text_of(struct store_cursor *cursor, size_t field)
{
	struct cell cell;
	store_cell(cursor, field, &cell);
	return cell.kind == CELL_TEXT ? arena_copy_slice(cursor->session->arena, cell.text) : SLICE("");
}

static struct store_delivery read_row(struct store_cursor *cursor, bool with_payload)
{
	return (struct store_delivery){
	    .id = integer_of(cursor, 0),
	    .webhook_id = integer_of(cursor, 1),
	    .event = text_of(cursor, 2),
	    .created = integer_of(cursor, 3),
	    .state = (enum delivery_state)integer_of(cursor, 4),
	    .attempts = integer_of(cursor, 5),
	    .due = integer_of(cursor, 6),
	    .status = integer_of(cursor, 7),
	    .message = text_of(cursor, 8),
	    .took = integer_of(cursor, 9),
	    .ended = integer_of(cursor, 10),
	    .payload = with_payload ? text_of(cursor, 11) : SLICE(""),
	};
}

static bool read_rows(struct store_session *session, struct sql *sql, bool with_payload,
                      struct store_delivery **deliveries, size_t *count, struct error *error)
{
	const struct attribute *columns[] = {&integer, &integer, &text, &integer, &integer, &integer,
	                                     &integer, &integer, &text, &integer, &integer, &text};
	struct store_cursor *cursor;
	size_t capacity = 0;
	bool row, done;
	*deliveries = NULL;
	*count = 0;
	if (!session_open_cursor(session, sql, columns, COUNT_OF(columns) - !with_payload, 0, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		*deliveries = arena_grow(session->arena, *deliveries, *count, &capacity, sizeof **deliveries);
		(*deliveries)[(*count)++] = read_row(cursor, with_payload);
	}
	store_close_cursor(cursor);
	return done;
}

/* What is due is asked for twice: PostgreSQL looks at the outer conditions again when another server took the row
 * meanwhile. */
bool store_claim_deliveries(struct store_session *session, int64_t webhook_id, int64_t now, int64_t until, size_t most,
                            struct store_delivery **deliveries, size_t *count, struct error *error)
{
	struct sql sql;
	if (lacks_table(session, error))
		return false;
	session_start_sql(session, &sql);
	write_integer(&sql, "UPDATE \"" TABLE "\" SET \"due_at\" = ", until);
	sql_text(
	    &sql,
	    ", \"attempts\" = \"attempts\" + 1, \"ended_at\" = NULL WHERE \"id\" IN (SELECT t1.\"id\" FROM \"" TABLE
	    "\" AS t1 WHERE t1.\"webhook_id\" = ");
	sql_value(&sql, NULL, value_integer(webhook_id));
	write_integer(&sql, " AND t1.\"state\" = 0 AND t1.\"due_at\" <= ", now);
	write_integer(&sql, " ORDER BY t1.\"due_at\", t1.\"id\" LIMIT ", (int64_t)most);
	write_integer(&sql, ") AND \"state\" = 0 AND \"due_at\" <= ", now);
	sql_text(&sql, " RETURNING " COLUMNS ", \"payload\"");
	return read_rows(session, &sql, true, deliveries, count, error);
}

bool store_read_deliveries(struct store_session *session, int64_t webhook_id, size_t most,
                           struct store_delivery **deliveries, size_t *count, struct error *error)
{
	struct sql sql;
	*count = 0;
	if (session->store->lacks.deliveries)
		return true;
	session_start_sql(session, &sql);
	sql_text(&sql, "SELECT " COLUMNS " FROM \"" TABLE "\"");
	if (webhook_id)
		write_integer(&sql, " WHERE \"webhook_id\" = ", webhook_id);
	write_integer(&sql, " ORDER BY \"id\" DESC LIMIT ", (int64_t)most);
	return read_rows(session, &sql, false, deliveries, count, error);
}

static bool read_number(struct store_session *session, struct sql *sql, int64_t *number, struct error *error)
{
	bool done = session_read_number(session, sql, NULL, number, error);
	buffer_free(&sql->text);
	return done;
}

bool store_next_delivery(struct store_session *session, int64_t webhook_id, int64_t *due, struct error *error)
{
	struct sql sql;
	session_start_sql(session, &sql);
	sql_text(&sql, "SELECT MIN(\"due_at\") FROM \"" TABLE "\" WHERE \"webhook_id\" = ");
	sql_value(&sql, NULL, value_integer(webhook_id));
	sql_text(&sql, " AND \"state\" = 0");
	return read_number(session, &sql, due, error);
}

bool store_count_deliveries(struct store_session *session, int64_t webhook_id, enum delivery_state state,
                            int64_t *count, struct error *error)
{
	struct sql sql;
	*count = 0;
	if (session->store->lacks.deliveries)
		return true;
	session_start_sql(session, &sql);
	write_integer(&sql, "SELECT COUNT(*) FROM \"" TABLE "\" WHERE \"state\" = ", state);
	if (webhook_id)
		write_integer(&sql, " AND \"webhook_id\" = ", webhook_id);
	return read_number(session, &sql, count, error);
}

/* ---- what becomes of them ---- */

bool store_note_delivery(struct store_session *session, const struct store_delivery *delivery, struct error *error)
{
	struct sql sql;
	session_start_sql(session, &sql);
	write_integer(&sql, "UPDATE \"" TABLE "\" SET \"state\" = ", delivery->state);
	write_integer(&sql, ", \"attempts\" = ", delivery->attempts);
	write_integer(&sql, ", \"due_at\" = ", delivery->due);
	write_integer(&sql, ", \"status\" = ", delivery->status);
	write_text(&sql, ", \"message\" = ", delivery->message);
	write_integer(&sql, ", \"took\" = ", delivery->took);
	write_integer(&sql, ", \"ended_at\" = ", delivery->ended);
	if (delivery->state != DELIVERY_WAITING)
		sql_text(&sql, ", \"payload\" = ''");
	write_integer(&sql, " WHERE \"state\" = 0 AND \"id\" = ", delivery->id);
	return session_execute(session, &sql, error);
}

bool store_make_deliveries_due(struct store_session *session, int64_t webhook_id, int64_t now, struct error *error)
{
	struct sql sql;
	session_start_sql(session, &sql);
	write_integer(&sql, "UPDATE \"" TABLE "\" SET \"due_at\" = ", now);
	write_integer(&sql, " WHERE \"state\" = 0 AND \"ended_at\" IS NOT NULL AND \"due_at\" > ", now);
	write_integer(&sql, " AND \"webhook_id\" = ", webhook_id);
	return session_execute(session, &sql, error);
}

bool store_discard_deliveries(struct store_session *session, int64_t webhook_id, struct slice message, int64_t now,
                              struct error *error)
{
	struct sql sql;
	if (session->store->lacks.deliveries)
		return true;
	session_start_sql(session, &sql);
	write_integer(&sql, "UPDATE \"" TABLE "\" SET \"state\" = ", DELIVERY_FAILED);
	write_text(&sql, ", \"payload\" = '', \"message\" = ", message);
	write_integer(&sql, ", \"ended_at\" = ", now);
	write_integer(&sql, " WHERE \"state\" = 0 AND \"webhook_id\" = ", webhook_id);
	return session_execute(session, &sql, error);
}

/* Webhooks that others removed, such as Strapi's panel. */
static bool end_orphans(struct store_session *session, struct error *error)
{
	struct sql sql;
	session_start_sql(session, &sql);
	write_integer(&sql, "UPDATE \"" TABLE "\" SET \"state\" = ", DELIVERY_FAILED);
	sql_text(&sql, ", \"payload\" = '', \"message\" = 'the webhook was removed' WHERE \"state\" = 0 AND "
	               "\"webhook_id\" NOT IN (SELECT t1.\"id\" FROM \"strapi_webhooks\" AS t1)");
	return session_execute(session, &sql, error);
}

bool store_trim_deliveries(struct store_session *session, int64_t most, struct error *error)
{
	struct sql sql;
	if (!end_orphans(session, error))
		return false;
	session_start_sql(session, &sql);
	sql_text(&sql, "DELETE FROM \"" TABLE "\" WHERE \"state\" <> 0 AND \"id\" <= (SELECT MAX(t1.\"id\") FROM "
	               "\"" TABLE "\" AS t1) - ");
	sql_value(&sql, NULL, value_integer(most));
	return session_execute(session, &sql, error);
}
