#include "receiver.h"
#include "request.h"

#include <openssl/rand.h>
#include <stdlib.h>
#include <utf8proc.h>

enum {
	LONGEST_WAIT = 3600 * 1000, /* milliseconds */
	LONGEST_PAUSE = 60 * 1000,
	LONGEST_MESSAGE = 200,
};

size_t receiver_room(const struct receiver *receiver, int64_t now)
{
	const size_t most = receiver->failures ? 1 : RECEIVER_MOST_CALLS;
	if (!receiver->enabled || now < receiver->paused_until || now < receiver->look_at || receiver->calls >= most)
		return 0;
	return most - receiver->calls;
}

int64_t receiver_wait(const struct config_webhooks *config, int64_t attempts)
{
	int64_t wait = config->retry_after;
	unsigned char random;
	for (int64_t i = 1; i < attempts && wait < LONGEST_WAIT; i++)
		wait *= 2;
	if (wait > LONGEST_WAIT)
		wait = LONGEST_WAIT;
	if (RAND_bytes(&random, 1) != 1)
		abort();
	return wait - wait / 10 + wait / 5 * random / 255;
}

/* No answer, or one of something that stands before it, is about the webhook, and not about what was sent. */
static bool is_down(const struct webhook_answer *answer)
{
	const int status = answer->status;
	return !status || status == 429 || status == 502 || status == 503 || status == 504;
}

/* The beginning of what was answered, as one line of text that any database takes. */
static struct slice short_message(struct arena *arena, const char *message)
{
	const size_t len = strnlen(message, LONGEST_MESSAGE);
	char *text = arena_copy(arena, (struct slice){message, len});
	utf8proc_int32_t character;
	for (size_t i = 0; i < len;) {
		utf8proc_ssize_t size =
		    utf8proc_iterate((const utf8proc_uint8_t *)text + i, (utf8proc_ssize_t)(len - i), &character);
		if (size < 1)
			text[i] = '?';
		else if (character < ' ' || character == 0x7f)
			text[i] = ' ';
		i += size < 1 ? 1 : (size_t)size;
	}
	return slice_trim((struct slice){text, len});
}

static void go_down(struct receiver *receiver, const struct config_webhooks *config,
                    const struct store_delivery *delivery, int64_t now)
{
	const int64_t wait = receiver_wait(config, ++receiver->failures);
	receiver->paused_until = now + (wait < LONGEST_PAUSE ? wait : LONGEST_PAUSE);
	if (receiver->failures == 1)
		log_message(LOG_WARNING,
		            "webhook %lld does not take deliveries (status %lld: %.*s); they wait, and are tried again",
		            (long long)receiver->webhook_id, (long long)delivery->status, (int)delivery->message.len,
		            delivery->message.ptr);
}

static void come_back(struct receiver *receiver)
{
	if (!receiver->failures)
		return;
	log_message(LOG_INFO, "webhook %lld takes deliveries again", (long long)receiver->webhook_id);
	receiver->failures = 0;
	receiver->paused_until = 0;
	receiver->retry_now = true;
}

void receiver_note(struct receiver *receiver, const struct config_webhooks *config, struct arena *arena,
                   struct store_delivery *delivery, const struct webhook_answer *answer, int64_t now)
{
	delivery->status = answer->status;
	delivery->message = short_message(arena, answer->message);
	delivery->took = answer->took;
	delivery->ended = datetime_now();
	if (webhook_request_succeeded(answer)) {
		delivery->state = DELIVERY_DONE;
		come_back(receiver);
		return;
	}
	if (is_down(answer))
		go_down(receiver, config, delivery, now);
	else
		come_back(receiver);
	const int64_t wait = receiver_wait(config, delivery->attempts);
	delivery->due = delivery->ended + wait;
	if (delivery->due <= delivery->created + config->give_up_after * 3600 * 1000)
		return;
	delivery->state = DELIVERY_FAILED;
	log_message(LOG_ERROR,
	            "webhook %lld: the delivery %lld of %.*s is given up after %lld attempts (status %lld: %.*s)",
	            (long long)receiver->webhook_id, (long long)delivery->id, (int)delivery->event.len,
	            delivery->event.ptr, (long long)delivery->attempts, (long long)delivery->status,
	            (int)delivery->message.len, delivery->message.ptr);
}
