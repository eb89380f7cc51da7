#include "account_state.h"

bool account_refuse(struct error *error, const char *message)
{
	return error_set(error, 400, "ApplicationError", "%s", message);
}

bool account_begin(const struct account_call *call, struct store_session **session, struct error *error)
{
	return store_begin(call->accounts->store, call->thread, call->arena, session, error);
}

/* Strapi's notices of users have the role. */
static const struct query *notice_of_users(const struct account_call *call)
{
	const struct registry *registry = call->accounts->registry;
	struct query *notice_query = query_create(call->arena, registry->user);
	notice_query->populates = arena_alloc(call->arena, sizeof *notice_query->populates);
	notice_query->populates[notice_query->populate_count++] =
	    (struct populate){.attribute = model_attribute(registry->user, SLICE("role")),
	                      .query = query_create(call->arena, registry->role)};
	return notice_query;
}

struct content_call account_content(const struct account_call *call, struct store_session *session)
{
	struct content_call content = {
	    .content = call->accounts->content,
	    .session = session,
	    .arena = call->arena,
	    .thread = store_thread(session),
	    .caller = call->by_itself ? NULL : &call->caller,
	    .http = call->by_itself ? NULL : call->http,
	    .budget = call->budget,
	};
	if (content_notifies(&content, NOTICE_ENTRY_CREATE) || content_notifies(&content, NOTICE_ENTRY_UPDATE))
		content.notice_query = notice_of_users(call);
	return content;
}

bool account_read_settings(const struct account_call *call, struct settings_of_accounts *settings, struct error *error)
{
	struct store_session *session;
	if (!account_begin(call, &session, error))
		return false;
	bool done = settings_read_accounts(session, call->arena, settings, error);
	store_end(session);
	return done;
}
