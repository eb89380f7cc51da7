#include "session.h"

#include <json-c/json.h>

void store_explain(struct store_session *session)
{
	session->explained = arena_alloc(session->arena, sizeof *session->explained);
}

/* The caller's ids may be gone when the plans are asked for. */
static const int64_t *copy_ids(struct arena *arena, const struct bind *bind)
{
	if (!bind->id_count)
		return NULL;
	int64_t *ids = arena_array(arena, bind->id_count, sizeof *ids);
	memcpy(ids, bind->ids, bind->id_count * sizeof *ids);
	return ids;
}

void explain_note(struct store_session *session, struct slice text, const struct sql *sql)
{
	struct explained_list *list = session->explained;
	struct explained *added = arena_alloc(session->arena, sizeof *added);
	struct bind *binds = arena_array(session->arena, sql->bind_count, sizeof *binds);
	for (size_t i = 0; i < sql->bind_count; i++) {
		binds[i] = sql->binds[i];
		binds[i].ids = copy_ids(session->arena, &binds[i]);
	}
	*added = (struct explained){
	    .text = arena_copy_slice(session->arena, text),
	    .binds = binds,
	    .bind_count = sql->bind_count,
	    .rows = -1,
	};
	*(list->last ? &list->last->next : &list->first) = added;
	list->last = added;
}

/* ---- plans ---- */

/* Rows of EXPLAIN QUERY PLAN: id, parent, unused, detail. A parent comes before what it has. */
static size_t depth_of(struct json_object *rows, size_t index)
{
	const int64_t parent = json_object_get_int64(json_item(json_item(rows, index), 1));
	for (size_t i = 0; i < index && parent; i++)
		if (json_object_get_int64(json_item(json_item(rows, i), 0)) == parent)
			return 1 + depth_of(rows, i);
	return 0;
}

static void write_plan(struct buffer *json, struct json_object *rows)
{
	struct buffer line = {0};
	buffer_byte(json, '[');
	for (size_t i = 0; i < json_count(rows); i++) {
		struct json_object *row = json_item(rows, i);
		const size_t columns = json_count(row);
		line.len = 0;
		for (size_t depth = columns > 1 ? depth_of(rows, i) : 0; depth; depth--)
			buffer_text(&line, "  ");
		buffer_slice(&line, json_string(json_item(row, columns - 1)));
		json_next(json);
		json_write_string(json, buffer_as_slice(&line));
	}
	buffer_byte(json, ']');
	buffer_free(&line);
}

static bool explain(struct store_session *session, const struct explained *statement, struct buffer *json,
                    struct error *error)
{
	const struct driver *driver = session->store->driver;
	struct buffer text = {0}, answer = {0};
	buffer_text(&text, driver->explain);
	buffer_slice(&text, statement->text);
	const bool done = driver->raw(session->connection, buffer_as_slice(&text), statement->binds,
	                              statement->bind_count, session->arena, &answer, error);
	if (done) {
		struct json_object *result = json_parse_stored(buffer_as_slice(&answer));
		write_plan(json, json_member(result, "rows"));
		json_object_put(result);
	}
	buffer_free(&text);
	buffer_free(&answer);
	return done;
}

bool store_write_explained(struct store_session *session, struct buffer *json, struct error *error)
{
	bool done = true;
	buffer_byte(json, '[');
	for (const struct explained *at = session->explained->first; at && done; at = at->next) {
		json_next(json);
		buffer_text(json, "{\"sql\":");
		json_write_string(json, at->text);
		if (at->rows < 0)
			buffer_text(json, ",\"rows\":null,\"milliseconds\":null,\"plan\":");
		else
			buffer_format(json, ",\"rows\":%lld,\"milliseconds\":%.3f,\"plan\":", (long long)at->rows,
			              (double)at->nanoseconds / 1e6);
		done = explain(session, at, json, error);
		buffer_byte(json, '}');
	}
	buffer_byte(json, ']');
	return done;
}
