/* What is done when the request has been answered, and the mails that it leads to. */
#include "account/mail/mail.h"
#include "account/mail/template.h"
#include "account_state.h"

struct deferred {
	struct account_call call;
	struct account_work work;
	void (*run)(struct account_call *call, const char *text);
	const char *text;
};

static void run_deferred(void *context, struct account_call *call)
{
	struct deferred *deferred = context;
	deferred->run(call, deferred->text);
	arena_destroy(call->arena);
}

bool account_defer(struct account_call *call, void (*run)(struct account_call *call, const char *text),
                   struct slice text, struct error *error)
{
	struct arena *arena = arena_create();
	struct deferred *deferred = arena_alloc(arena, sizeof *deferred);
	deferred->call = (struct account_call){.accounts = call->accounts, .arena = arena, .by_itself = true};
	deferred->work = (struct account_work){.run = run_deferred, .context = deferred, .call = &deferred->call};
	deferred->run = run;
	deferred->text = arena_copy(arena, text);
	if (account_start(call->accounts, &deferred->work, error))
		return true;
	arena_destroy(arena);
	return false;
}

/* ---- mails ---- */

static const char *fill_in(const struct account_call *call, const char *template, const struct template_values *values,
                           bool html)
{
	struct buffer text = {0};
	template_write(&text, slice_of(template), values, html);
	const char *copy = arena_copy(call->arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

void account_mail(const struct account_call *call, const struct mail_template *template, const char *url,
                  const char *code, struct json_object *user)
{
	const struct config *config = call->accounts->config;
	struct template_values values = {
	    .url = url, .server_url = config->public_url, .admin_url = config->admin_url, .code = code, .user = user};
	struct json_object *email;
	if (!json_object_object_get_ex(user, "email", &email))
		return;
	struct mail mail = {
	    .to = json_object_get_string(email),
	    .reply_to = template->reply_to,
	    .text = fill_in(call, template->body, &values, false),
	    .html = fill_in(call, template->body, &values, true),
	};
	if (template->from_email && *template->from_email)
		mail.from = arena_format(call->arena, "%s <%s>", template->from_name ? template->from_name : "",
		                         template->from_email);
	/* Codes have no place in a subject. */
	values.code = NULL;
	mail.subject = fill_in(call, template->subject ? template->subject : "", &values, false);
	if (mail.to)
		mailer_send(call->accounts->mailer, &mail);
}
