/* Strapi's table of webhooks. */
#include "cursor.h"
#include "store/sql/sql.h"

#define TABLE "strapi_webhooks"

static const struct attribute id = {.name = "id", .column = "id", .type = ATTRIBUTE_ID};
static const struct attribute text = {.name = "text", .column = "text", .type = ATTRIBUTE_TEXT};
static const struct attribute json = {.name = "json", .column = "json", .type = ATTRIBUTE_JSON};
static const struct attribute flag = {.name = "flag", .column = "flag", .type = ATTRIBUTE_BOOLEAN};

static struct slice text_of(struct store_cursor *cursor, size_t field)
{
	struct cell cell;
	store_cell(cursor, field, &cell);
	return cell.kind == CELL_TEXT ? arena_copy_slice(cursor->session->arena, cell.text) : SLICE("");
}

static struct store_webhook read_row(struct store_cursor *cursor)
{
	struct cell enabled;
	struct store_webhook webhook = {.id = driver_integer(cursor->driver, cursor->rows, 0),
	                                .name = text_of(cursor, 1),
	                                .url = text_of(cursor, 2),
	                                .headers = text_of(cursor, 3),
	                                .events = text_of(cursor, 4)};
	store_cell(cursor, 5, &enabled);
	webhook.enabled = enabled.kind == CELL_INTEGER && enabled.integer;
	return webhook;
}

bool store_read_webhooks(struct store_session *session, struct store_webhook **webhooks, size_t *count,
                         struct error *error)
{
	const struct attribute *columns[] = {&id, &text, &text, &json, &json, &flag};
	struct store_cursor *cursor;
	struct sql sql;
	size_t capacity = 0;
	bool row, done;
	*webhooks = NULL;
	*count = 0;
	session_start_sql(session, &sql);
	sql_text(&sql, "SELECT t0.\"id\", t0.\"name\", t0.\"url\", t0.\"headers\", t0.\"events\", t0.\"enabled\" FROM "
	               "\"" TABLE "\" AS t0 ORDER BY t0.\"id\"");
	if (!session_open_cursor(session, &sql, columns, COUNT_OF(columns), 0, &cursor, error))
		return false;
	while ((done = store_next(cursor, &row, error)) && row) {
		*webhooks = arena_grow(session->arena, *webhooks, *count, &capacity, sizeof **webhooks);
		(*webhooks)[(*count)++] = read_row(cursor);
	}
	store_close_cursor(cursor);
	return done;
}

bool store_write_webhook(struct store_session *session, struct store_webhook *webhook, struct error *error)
{
	const struct store_field fields[] = {
	    {"name", NULL, value_text(webhook->name)},
	    {"url", NULL, value_text(webhook->url)},
	    {"headers", &json, value_text(webhook->headers)},
	    {"events", &json, value_text(webhook->events)},
	    {"enabled", &flag, {.kind = VALUE_BOOLEAN, .integer = webhook->enabled}},
	};
	const struct store_where where = {.column = "id", .id = webhook->id};
	return webhook->id ? store_update(session, TABLE, &where, fields, COUNT_OF(fields), error)
	                   : store_insert(session, TABLE, fields, COUNT_OF(fields), &webhook->id, error);
}

bool store_delete_webhooks(struct store_session *session, const int64_t *ids, size_t count, struct error *error)
{
	const struct slice why = SLICE("the webhook was removed");
	for (size_t i = 0; i < count; i++)
		if (!store_discard_deliveries(session, ids[i], why, datetime_now(), error))
			return false;
	return store_delete(session, TABLE, "id", ids, count, error);
}
