#include "attempts.h"
#include "notice.h"

#include <stdlib.h>

/* For the first call. */
static void open_multi(struct sender *sender)
{
	sender->multi = libcurl.curl_multi_init();
	if (!sender->multi)
		abort();
	libcurl.curl_multi_setopt(sender->multi, CURLMOPT_MAXCONNECTS, (long)SENDER_MOST_CALLS);
}

void attempt_begin(struct sender *sender, const struct store_delivery *delivery)
{
	struct attempt *attempt = calloc(1, sizeof *attempt);
	struct buffer body = {0};
	struct store_webhook webhook;
	if (!attempt)
		abort();
	attempt->arena = arena_create();
	attempt->delivery = *delivery;
	attempt->delivery.event = arena_copy_slice(attempt->arena, delivery->event);
	attempt->delivery.payload = SLICE("");
	sender_receiver(sender, delivery->webhook_id)->calls++;
	sender->call_count++;
	if (!queue_find(sender->queue, attempt->arena, delivery->webhook_id, &webhook))
		webhook = (struct store_webhook){.url = SLICE("")};
	notice_write_body(&body, delivery->event, delivery->created, delivery->payload);
	webhook_request_begin(&attempt->request, sender->queue->config, webhook.url, webhook.headers, delivery->event,
	                      body, attempt);
	attempt->next = sender->attempts;
	sender->attempts = attempt;
	if (!attempt->request.curl)
		return;
	if (!sender->multi)
		open_multi(sender);
	if (libcurl.curl_multi_add_handle(sender->multi, attempt->request.curl) != CURLM_OK)
		abort();
}

/* Takes it from those under way to those that ended. */
static void end_call(struct sender *sender, struct attempt *attempt)
{
	struct attempt **place = &sender->attempts;
	while (*place && *place != attempt)
		place = &(*place)->next;
	if (*place)
		*place = attempt->next;
	attempt->next = sender->ended;
	sender->ended = attempt;
	sender_receiver(sender, attempt->delivery.webhook_id)->calls--;
	sender->call_count--;
	if (attempt->request.curl)
		libcurl.curl_multi_remove_handle(sender->multi, attempt->request.curl);
	webhook_request_end(&attempt->request);
}

static void note_call(struct sender *sender, struct attempt *attempt, CURLcode code)
{
	webhook_request_read_answer(&attempt->request, code, attempt->arena, &attempt->answer);
	receiver_note(sender_receiver(sender, attempt->delivery.webhook_id), &sender->queue->config->webhooks,
	              attempt->arena, &attempt->delivery, &attempt->answer, clock_milliseconds());
	end_call(sender, attempt);
}

void attempts_run(struct sender *sender)
{
	struct attempt *next;
	CURLMsg *message;
	int running, left;
	for (struct attempt *attempt = sender->attempts; attempt; attempt = next) {
		next = attempt->next;
		if (!attempt->request.curl)
			note_call(sender, attempt, CURLE_FAILED_INIT);
	}
	if (!sender->multi)
		return;
	libcurl.curl_multi_perform(sender->multi, &running);
	while ((message = libcurl.curl_multi_info_read(sender->multi, &left))) {
		char *context = NULL;
		if (message->msg != CURLMSG_DONE)
			continue;
		const CURLcode code = message->data.result;
		libcurl.curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &context);
		note_call(sender, (struct attempt *)(void *)context, code);
	}
}

void attempts_give_up(struct sender *sender)
{
	while (sender->attempts) {
		struct attempt *attempt = sender->attempts;
		attempt->delivery.due = attempt->delivery.ended = datetime_now();
		attempt->delivery.message = SLICE("the server was stopped");
		end_call(sender, attempt);
	}
}

void attempts_free(struct attempt **list)
{
	struct attempt *next;
	for (struct attempt *attempt = *list; attempt; attempt = next) {
		next = attempt->next;
		arena_destroy(attempt->arena);
		free(attempt);
	}
	*list = NULL;
}
