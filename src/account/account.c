#include "account/mail/mail.h"
#include "account/oauth/http.h"
#include "account_state.h"

#include <stdlib.h>

bool accounts_open(const struct config *config, const struct registry *registry, struct store *store,
                   struct access *access, struct content *content, struct background *background, size_t first_thread,
                   struct accounts **accounts, struct error *error)
{
	struct accounts *opened = calloc(1, sizeof *opened);
	if (!opened)
		abort();
	*opened = (struct accounts){
	    .config = config,
	    .registry = registry,
	    .store = store,
	    .access = access,
	    .content = content,
	    .background = background,
	    .first_thread = first_thread,
	    .providers = oauth_client_create(),
	};
	if (config->rate_limit.enabled)
		opened->limit = limit_create(config->rate_limit.interval);
	if (config->admin.rate_limit.enabled)
		opened->admin_limit = limit_create(config->admin.rate_limit.interval);
	opened->mailer = mailer_start(&config->mail);
	account_watch(content, registry);
	*accounts = opened;
	if (opened->mailer)
		return true;
	accounts_close(opened);
	*accounts = NULL;
	return error_internal(error, "a thread that sends mails can't be started");
}

void accounts_begin_stop(struct accounts *accounts)
{
	if (accounts)
		oauth_client_stop(accounts->providers);
}

void accounts_close(struct accounts *accounts)
{
	if (!accounts)
		return;
	oauth_client_stop(accounts->providers);
	oauth_client_destroy(accounts->providers);
	mailer_stop(accounts->mailer);
	limit_destroy(accounts->limit);
	limit_destroy(accounts->admin_limit);
	free(accounts);
}

bool account_end_tokens(struct store_session *session, int64_t user_id, int64_t *issued_at, struct error *error)
{
	int64_t kept;
	/* Tokens tell their second: one more, so that those of this one have ended, too. */
	bool done = store_end_tokens(session, user_id, datetime_now() / 1000 + 1, &kept, error);
	if (issued_at)
		*issued_at = kept;
	return done;
}

/* A code that was mailed to whoever had the account before must not outlive the password, by whatever way that is set.
 */
static bool delete_code(void *context, const struct content_event *event, struct error *error)
{
	(void)context;
	(void)error;
	if (json_find(event->data, "password", NULL) && model_attribute(event->type, SLICE("resetPasswordToken")))
		json_object_object_add(event->data, "resetPasswordToken", NULL);
	return true;
}

/* Whether the change is one that tokens end with: another password, that the account is no longer in force, or gone.
 * What the project's code changes ends no tokens, as in Strapi: its routes that set a password answer no new token, and
 * their clients stay signed in. The tokens of who is blocked are refused as long as that lasts, by access_identify. */
static bool ends_tokens(const struct content_event *event)
{
	struct json_object *blocked = NULL, *active = NULL;
	const bool by_code = event->call->origin != NULL;
	if (event->moment == CONTENT_AFTER_DELETE || !event->data)
		return true;
	return !by_code && (json_find(event->data, "password", NULL) ||
	                    (json_find(event->data, "blocked", &blocked) && json_is_truthy(blocked)) ||
	                    (json_find(event->data, "isActive", &active) && !json_is_truthy(active)));
}

static bool end_tokens(void *context, const struct content_event *event, struct error *error)
{
	(void)context;
	return !ends_tokens(event) || account_end_tokens(event->call->session, event->id, NULL, error);
}

static bool end_admin_tokens(void *context, const struct content_event *event, struct error *error)
{
	(void)context;
	return !ends_tokens(event) ||
	       store_end_admin_tokens(event->call->session, event->id, datetime_now() / 1000 + 1, 0, error);
}

void account_watch(struct content *content, const struct registry *registry)
{
	static const enum content_moment moments[] = {CONTENT_AFTER_UPDATE, CONTENT_AFTER_DELETE, CONTENT_AFTER_PLAIN};
	content_add_hook(content, registry->user, CONTENT_BEFORE_UPDATE, delete_code, NULL);
	for (size_t i = 0; i < COUNT_OF(moments); i++) {
		content_add_hook(content, registry->user, moments[i], end_tokens, NULL);
		content_add_hook(content, registry->admin_user, moments[i], end_admin_tokens, NULL);
	}
}

/* ---- writing ---- */

struct account_change {
	struct account_call *call;
	bool (*run)(void *context, struct store_session *session, struct error *error);
	void *context;
	bool kept; /* what was written stays, though the answer is the error `late` */
	struct error late;
};

static bool run_change(void *context, struct store_session *session, struct error *error)
{
	struct account_change *change = context;
	bool stays = false;
	change->call->stays = &stays;
	bool done = change->run(change->context, session, error);
	change->call->stays = NULL;
	change->kept = !done && stays;
	if (change->kept)
		change->late = *error;
	return done || stays;
}

bool account_write(struct account_call *call,
                   bool (*run)(void *context, struct store_session *session, struct error *error), void *context,
                   struct error *error)
{
	const bool needs_code = content_has_listener(call->accounts->content, NULL) ||
	                        content_has_listener(call->accounts->content, call->accounts->registry->admin_user);
	struct account_change change = {.call = call, .run = run, .context = context};
	const struct store_job job = {
	    .run = run_change,
	    .context = &change,
	    .arena = call->arena,
	    .budget = call->budget,
	    .needs_code = needs_code,
	    .yields = content_yields(call->accounts->content, NULL),
	};
	if (!store_change(call->accounts->store, &job, error))
		return false;
	if (!change.kept)
		return true;
	*error = change.late;
	return false;
}
