/* Sending the writer's statements, and the rows that some of them give. */
#include "writer_statements.h"
#include "writer_answers.h"

static bool send(struct postgres_writer *writer, struct postgres_statements *statements, struct slice text,
                 int value_count, const char *const *values, struct postgres_query *query, struct error *error)
{
	if (postgres_writer_failed_before(writer, error) ||
	    (writer->count == MOST_UNANSWERED && !postgres_writer_settle(writer, error)))
		return false;
	struct unanswered *sent = &writer->unanswered[(writer->first + writer->count) % MOST_UNANSWERED];
	sent->query = query;
	if (!postgres_statements_send(statements, writer->pg, text, value_count, values, &sent->prelude)) {
		postgres_writer_forget_unanswered(writer);
		return postgres_writer_lose(writer, error);
	}
	writer->count++;
	return true;
}

bool postgres_writer_send(struct postgres_writer *writer, struct slice text, int value_count, const char *const *values,
                          struct postgres_query *query, struct error *error)
{
	return send(writer, writer->prepares ? &writer->statements : NULL, text, value_count, values, query, error);
}

bool postgres_writer_receive(struct postgres_writer *writer, const struct postgres_query *query, struct error *error)
{
	int64_t deadline = postgres_writer_deadline(writer);
	if (query->rows)
		return true;
	return !postgres_writer_failed_before(writer, error) &&
	       postgres_writer_ask_for_answers(writer, deadline, error) &&
	       postgres_writer_take_answers(writer, query, deadline, error);
}

void postgres_writer_drop(struct postgres_writer *writer, const struct postgres_query *query)
{
	for (size_t i = 0; i < writer->count; i++) {
		struct unanswered *sent = &writer->unanswered[(writer->first + i) % MOST_UNANSWERED];
		if (sent->query == query)
			sent->query = NULL;
	}
}

/* What controls the transaction is not worth preparing. */
bool postgres_writer_send_control(struct postgres_writer *writer, const char *text, struct postgres_query *query,
                                  struct error *error)
{
	return send(writer, NULL, slice_of(text), 0, NULL, query, error);
}
