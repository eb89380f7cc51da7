/* A thread that serves gives what comes to one in the background, which writes it to the disk, and has the client wait
 * meanwhile. So a body never lies in memory whole, and no disk keeps a serving thread waiting. */
#include "request.h"
#include "workers.h"

#include <pthread.h>

struct body_receiver {
	struct request *request;
	struct media *media;
	struct request_body *body;
	bool (*run)(void *context);
	struct buffer bytes;  /* without media */
	pthread_mutex_t lock; /* guards what follows */
	struct buffer inbox;
	bool working, ended, stuck;
	bool whole; /* the body was there from the beginning */
	enum http_body_end reason;
	struct background_work work;
};

static void refuse(struct body_receiver *receiver, const struct error *error)
{
	if (receiver->body->refused)
		return;
	receiver->body->refused = true;
	receiver->body->error = *error;
	media_form_free(receiver->body->form);
	receiver->body->form = NULL;
}

static void add(struct body_receiver *receiver, struct slice bytes)
{
	struct error error;
	const size_t most = receiver->request->shared->config->max_body;
	bool done;
	/* What is refused is read to its end all the same: most clients look at the answer only then. */
	if (receiver->body->refused)
		return;
	if (receiver->media) {
		done = media_form_feed(receiver->body->form, bytes, &error);
	} else {
		done = bytes.len <= most - receiver->bytes.len ||
		       error_set(&error, 413, "PayloadTooLargeError", "The body is larger than %zu bytes", most);
		if (done)
			buffer_slice(&receiver->bytes, bytes);
	}
	if (!done)
		refuse(receiver, &error);
}

static void finish(struct body_receiver *receiver)
{
	struct request *request = receiver->request;
	struct request_body *body = receiver->body;
	struct error error;
	if (receiver->reason != HTTP_BODY_COMPLETE) {
		error_set(&error, 413, "PayloadTooLargeError", "FileTooBig");
		refuse(receiver, &error);
	} else if (!body->refused && body->form && !media_form_finish(body->form, &error)) {
		refuse(receiver, &error);
	}
	body->bytes =
	    (struct slice){arena_copy(request->arena, buffer_as_slice(&receiver->bytes)), receiver->bytes.len};
	buffer_free(&receiver->bytes);
	buffer_free(&receiver->inbox);
	pthread_mutex_destroy(&receiver->lock);
	if (receiver->reason != HTTP_BODY_BROKEN && request_wait(request, REQUEST_FILES, receiver->run, &error))
		return;
	if (receiver->reason != HTTP_BODY_BROKEN)
		http_respond_error(request->response, &error);
	media_form_free(body->form);
	request_resume(request);
}

static void work(void *context, size_t thread)
{
	struct body_receiver *receiver = context;
	struct buffer taken = {0};
	(void)thread;
	for (;;) {
		pthread_mutex_lock(&receiver->lock);
		const struct buffer empty = {.data = taken.data, .cap = taken.cap};
		taken = receiver->inbox;
		receiver->inbox = empty;
		const bool ended = receiver->ended && !taken.len;
		if (!taken.len && !ended) {
			receiver->working = false;
			if (!receiver->whole)
				http_body_continue(receiver->request->http);
		}
		pthread_mutex_unlock(&receiver->lock);
		if (!taken.len) {
			buffer_free(&taken);
			if (ended)
				finish(receiver);
			return;
		}
		add(receiver, buffer_as_slice(&taken));
		taken.len = 0;
	}
}

/* With the lock held. Has the background look at what is there. */
static void start_work(struct body_receiver *receiver)
{
	if (receiver->working)
		return;
	receiver->work = (struct background_work){.run = work, .context = receiver};
	receiver->working = background_submit(receiver->request->shared->receiving, &receiver->work);
	receiver->stuck = !receiver->working;
}

static bool take(void *context, struct slice part)
{
	struct body_receiver *receiver = context;
	pthread_mutex_lock(&receiver->lock);
	if (!receiver->stuck) {
		buffer_slice(&receiver->inbox, part);
		start_work(receiver);
	}
	bool stuck = receiver->stuck;
	pthread_mutex_unlock(&receiver->lock);
	/* Nobody takes it: the rest is read and forgotten. */
	return stuck;
}

static void end(void *context, enum http_body_end reason)
{
	struct body_receiver *receiver = context;
	struct error error;
	pthread_mutex_lock(&receiver->lock);
	receiver->ended = true;
	receiver->reason = reason;
	if (!receiver->stuck)
		start_work(receiver);
	bool stuck = receiver->stuck;
	pthread_mutex_unlock(&receiver->lock);
	if (!stuck)
		return;
	receiver->inbox.len = 0;
	error_set(&error, 503, "ServiceUnavailableError", "Too many uploads are under way. Try again later");
	refuse(receiver, &error);
	finish(receiver);
}

static void receive(struct request *request, struct media *media, bool files, const struct request_choice *choice,
                    struct request_body *body, bool (*run)(void *context))
{
	struct body_receiver *receiver = arena_alloc(request->arena, sizeof *receiver);
	struct error error;
	*body = (struct request_body){0};
	*receiver = (struct body_receiver){.request = request, .media = media, .body = body, .run = run};
	pthread_mutex_init(&receiver->lock, NULL);
	if (media && !media_form_begin(media, request->arena, request->http->content_type, files, &body->form, &error))
		refuse(receiver, &error);
	else if (choice)
		media_form_choose(body->form, choice->wants, choice->context);
	const struct http_body_reader reader = {
	    .take = take,
	    .end = end,
	    .context = receiver,
	    .most = media ? media_most_of_body(media) : request->shared->config->max_body + 1,
	};
	request_suspend(request);
	if (!request->http->body.len) {
		http_read_body(request->http, &reader);
		return;
	}
	/* A request of the project's code comes over no connection. */
	receiver->whole = true;
	take(receiver, request->http->body);
	end(receiver, HTTP_BODY_COMPLETE);
}

void request_receive(struct request *request, struct media *media, bool files, struct request_body *body,
                     bool (*run)(void *context))
{
	receive(request, media, files, NULL, body, run);
}

void request_receive_chosen(struct request *request, struct media *media, const struct request_choice *choice,
                            struct request_body *body, bool (*run)(void *context))
{
	receive(request, media, true, choice, body, run);
}
