#include "account_state.h"

bool account_refuse(struct error *error, const char *message)
{
	return error_set(error, 400, "ApplicationError", "%s", message);
}

bool account_begin(const struct account_call *call, struct store_session **session, struct error *error)
{
	return store_begin(call->accounts->store, call->thread, call->arena, session, error);
}

struct content_call account_content(const struct account_call *call, struct store_session *session)
{
	return (struct content_call){
	    .content = call->accounts->content,
	    .session = session,
	    .arena = call->arena,
	    .thread = store_thread(session),
	    .caller = call->by_itself ? NULL : &call->caller,
	    .budget = call->budget,
	};
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
