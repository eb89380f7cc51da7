#include "body.h"

#include "streamed.h"

static void deliver_continued(struct mailbox_message *mail)
{
	struct exchange *exchange = (struct exchange *)(void *)((char *)mail - offsetof(struct exchange, continued));
	struct connection *connection = exchange->connection;
	atomic_store(&exchange->continue_posted, false);
	if (connection->state != CONNECTION_STREAMING)
		return;
	exchange->paused = false;
	connection_run(connection);
}

/* The request was suspended before its body was wanted. */
static void deliver_begun(struct mailbox_message *mail)
{
	struct exchange *exchange = (struct exchange *)(void *)((char *)mail - offsetof(struct exchange, continued));
	struct connection *connection = exchange->connection;
	exchange->continued.deliver = deliver_continued;
	exchange->reader = exchange->wanted_reader;
	atomic_store(&exchange->continue_posted, false);
	connection->state = CONNECTION_STREAMING;
	if (connection->broken) {
		streamed_break(connection);
		return;
	}
	streamed_begin(connection);
	connection_run(connection);
}

void http_read_body(struct http_request *request, const struct http_body_reader *reader)
{
	struct exchange *exchange = exchange_of(request);
	if (exchange->suspended) {
		exchange->wanted_reader = *reader;
		exchange->continued.deliver = deliver_begun;
		atomic_store(&exchange->continue_posted, true);
		mailbox_post(&exchange->connection->loop->mailbox, &exchange->continued);
		return;
	}
	exchange->reader = *reader;
	exchange->continued.deliver = deliver_continued;
	http_suspend(request);
	streamed_begin(exchange->connection);
}

void http_body_continue(struct http_request *request)
{
	struct exchange *exchange = exchange_of(request);
	if (!atomic_exchange(&exchange->continue_posted, true))
		mailbox_post(&exchange->connection->loop->mailbox, &exchange->continued);
}
