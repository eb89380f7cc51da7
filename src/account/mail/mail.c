#include "smtp.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_WAITING = 256, MOST_TRIES = 3, SECONDS_BETWEEN = 5, SECONDS_AT_END = 5, NICENESS = 5 };

struct mailer {
	const struct config_mail *config;
	struct background *background;
	_Atomic bool stopping;
	_Atomic time_t end; /* of the monotonic clock, when it is stopping: what has not been sent then is not */
};

struct outgoing_mail {
	struct background_work work;
	struct mailer *mailer;
	struct arena *arena;
	struct mail mail;
};

static void wait_a_while(const struct mailer *mailer)
{
	const struct timespec tenth = {.tv_nsec = 100000000};
	for (int i = 0; i < SECONDS_BETWEEN * 10 && !mailer->stopping; i++)
		nanosleep(&tenth, NULL);
}

static bool is_over(const void *context)
{
	const struct mailer *mailer = context;
	return mailer->stopping && clock_milliseconds() / 1000 >= mailer->end;
}

static enum mail_result send_once(const struct outgoing_mail *outgoing, char *reason)
{
	const struct config_mail *config = outgoing->mailer->config;
	const struct mail_limit limit = {is_over, outgoing->mailer};
	if (is_over(outgoing->mailer)) {
		snprintf(reason, MAIL_REASON_SIZE, "the server is stopping");
		return MAIL_REFUSED;
	}
	return config->provider == MAIL_OUTBOX ? mail_to_outbox(config, &outgoing->mail, reason)
	                                       : mail_to_smtp(config, &outgoing->mail, &limit, reason);
}

static void send_outgoing(void *context, size_t thread)
{
	struct outgoing_mail *outgoing = context;
	char reason[MAIL_REASON_SIZE] = "";
	enum mail_result result = MAIL_TRY_AGAIN;
	(void)thread;
	for (int i = 0; i < MOST_TRIES && result == MAIL_TRY_AGAIN; i++) {
		if (i)
			wait_a_while(outgoing->mailer);
		if (i && outgoing->mailer->stopping)
			break;
		result = send_once(outgoing, reason);
	}
	if (result != MAIL_SENT)
		log_message(LOG_ERROR, "A mail was not sent: %s", reason);
	arena_destroy(outgoing->arena);
}

struct mailer *mailer_start(const struct config_mail *config)
{
	struct mailer *mailer = calloc(1, sizeof *mailer);
	if (!mailer)
		abort();
	mailer->config = config;
	const struct background_options one = {.threads = 1, .most_waiting = MOST_WAITING, .niceness = NICENESS};
	mailer->background = background_start(&one);
	if (mailer->background)
		return mailer;
	free(mailer);
	return NULL;
}

void mailer_stop(struct mailer *mailer)
{
	if (!mailer)
		return;
	mailer->end = clock_milliseconds() / 1000 + SECONDS_AT_END;
	mailer->stopping = true;
	background_stop(mailer->background);
	free(mailer);
}

static const char *copy(struct arena *arena, const char *text)
{
	return text && *text ? arena_copy(arena, slice_of(text)) : NULL;
}

void mailer_send(struct mailer *mailer, const struct mail *mail)
{
	const struct config_mail *config = mailer->config;
	if (config->provider == MAIL_NONE) {
		log_message(LOG_WARNING, "A mail was not sent: config/plugins.json names no email provider");
		return;
	}
	struct arena *arena = arena_create();
	struct outgoing_mail *outgoing = arena_alloc(arena, sizeof *outgoing);
	*outgoing = (struct outgoing_mail){
	    .work = {.run = send_outgoing, .context = outgoing},
	    .mailer = mailer,
	    .arena = arena,
	    .mail = {.to = copy(arena, mail->to),
	             .shown_to = copy(arena, mail->shown_to),
	             .copies = copy(arena, mail->copies),
	             .from = copy(arena, mail->from),
	             .reply_to = copy(arena, mail->reply_to),
	             .subject = arena_copy(arena, slice_of(mail->subject)),
	             .text = arena_copy(arena, slice_of(mail->text)),
	             .html = arena_copy(arena, slice_of(mail->html))},
	};
	if (!outgoing->mail.from)
		outgoing->mail.from = config->default_from;
	if (!outgoing->mail.reply_to)
		outgoing->mail.reply_to = config->default_reply_to;
	bool complete = outgoing->mail.to && outgoing->mail.from;
	if (complete && background_submit(mailer->background, &outgoing->work))
		return;
	log_message(LOG_ERROR, "A mail was not sent: %s",
	            complete ? "too many wait already" : "there is no address that it could come from or go to");
	arena_destroy(arena);
}
