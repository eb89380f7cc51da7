/* Signing in with what was brought back from a provider. */
#include "account/limits.h"
#include "account/users/user.h"
#include "profile.h"
#include "session.h"
#include "token.h"

struct provider_sign_in {
	struct account_call *call;
	const struct oauth_provider *provider;
	const struct oauth_profile *profile;
	const struct settings_of_accounts *settings;
	int64_t user_id;
	bool blocked;
};

static bool is_name_free(const struct provider_sign_in *sign_in, struct store_session *session, const char *name,
                         bool *is_free, struct error *error)
{
	bool taken;
	bool done = user_is_taken(sign_in->call, session, "username", slice_of(name), 0, &taken, error);
	*is_free = !taken;
	return done;
}

/* The provider's name for the user when it is free here; else with something behind it. */
static bool choose_name(const struct provider_sign_in *sign_in, struct store_session *session, const char **name,
                        struct error *error)
{
	enum { SHORTEST = 3, TRIES = 4 };
	struct arena *arena = sign_in->call->arena;
	const char *wanted = sign_in->profile->username;
	bool is_free = false;
	*name = strlen(wanted) >= SHORTEST ? wanted : arena_format(arena, "%s-user", wanted);
	if (!is_name_free(sign_in, session, *name, &is_free, error))
		return false;
	for (int i = 0; i < TRIES && !is_free; i++) {
		struct oauth_session random;
		if (!oauth_session_create(sign_in->call, "", NULL, &random, error))
			return false;
		*name = arena_format(arena, "%s-%.6s", wanted, random.state);
		if (!is_name_free(sign_in, session, *name, &is_free, error))
			return false;
	}
	return true;
}

static bool create_user(struct provider_sign_in *sign_in, struct store_session *session, struct error *error)
{
	struct content_call content = account_content(sign_in->call, session);
	struct content_result *result;
	const char *name;
	int64_t role;
	if (!user_role_id(sign_in->call, session, sign_in->settings->default_role, &role, error) ||
	    !choose_name(sign_in, session, &name, error))
		return false;
	if (!role)
		return account_refuse(error, "Impossible to find the default role");
	struct json_object *data = json_object_new_object();
	json_object_object_add(data, "username", json_object_new_string(name));
	json_object_object_add(data, "email", json_object_new_string(sign_in->profile->email));
	json_object_object_add(data, "provider", json_object_new_string(sign_in->provider->name));
	json_object_object_add(data, "role", json_object_new_int64(role));
	json_object_object_add(data, "confirmed", json_object_new_boolean(true));
	struct content_change change = user_change(sign_in->call, data, NULL, NULL);
	bool done = content_create(&content, &change, &result, error);
	json_object_put(data);
	if (!done)
		return false;
	sign_in->user_id = content_result_id(result, 0);
	content_free(result);
	return true;
}

/* An account is of one provider: who has the address elsewhere is another user. */
static bool enter(void *context, struct store_session *session, struct error *error)
{
	struct provider_sign_in *sign_in = context;
	const struct account_call *call = sign_in->call;
	struct condition *mine = user_is(call, "email", slice_of(sign_in->profile->email));
	struct account_user user;
	bool taken;
	mine->next = user_is(call, "provider", slice_of(sign_in->provider->name));
	struct condition both = {.kind = CONDITION_AND, .children = mine};
	if (!user_find(call, session, &both, &user, error))
		return false;
	sign_in->user_id = user.id;
	sign_in->blocked = user.blocked;
	if (user.id)
		return true;
	if (!sign_in->settings->allow_register)
		return account_refuse(error, "Register action is actually not available.");
	if (!user_is_taken(call, session, "email", slice_of(sign_in->profile->email), 0, &taken, error))
		return false;
	if (taken && sign_in->settings->unique_email)
		return account_refuse(error, "Email is already taken.");
	return create_user(sign_in, session, error);
}

static bool issue(struct provider_sign_in *sign_in, const struct query *shown, struct account_answer *answer,
                  struct error *error)
{
	struct store_session *session;
	if (!account_begin(sign_in->call, &session, error))
		return false;
	bool done = user_issue_jwt(sign_in->call, session, sign_in->user_id, answer, error) &&
	            user_show(sign_in->call, session, sign_in->user_id, shown, answer, error);
	store_end(session);
	return done;
}

/* What goes into a header or URL to the provider. NULL when nothing was sent. */
static bool take_token(struct account_call *call, struct slice sent, const char **token, struct error *error)
{
	*token = NULL;
	if (sent.len > OAUTH_TOKEN_LONGEST)
		return account_refuse(error, "The provider did not confirm the account");
	for (size_t i = 0; i < sent.len; i++)
		if (sent.ptr[i] <= ' ' || sent.ptr[i] > '~')
			return account_refuse(error, "The provider did not confirm the account");
	if (sent.len)
		*token = arena_copy(call->arena, sent);
	return true;
}

bool account_provider_sign_in(struct account_call *call, struct slice name, struct slice access_token,
                              struct slice id_token, const struct query *shown, struct account_answer *answer,
                              struct error *error)
{
	struct settings_of_accounts settings;
	struct oauth_provider provider;
	struct oauth_profile profile;
	const char *access, *id;
	*answer = (struct account_answer){0};
	if (!account_limit_address(call, "sign-in", error) || !oauth_provider_read(call, name, &provider, error) ||
	    !take_token(call, access_token, &access, error) || !take_token(call, id_token, &id, error))
		return false;
	if (!access)
		return account_refuse(error, "No access_token.");
	if (!account_read_settings(call, &settings, error) || !oauth_provider_discover(call, &provider, error) ||
	    !oauth_profile_read(call, &provider, access, id, NULL, &profile, error))
		return false;
	struct provider_sign_in sign_in = {
	    .call = call, .provider = &provider, .profile = &profile, .settings = &settings};
	if (!account_write(call, enter, &sign_in, error))
		return false;
	if (sign_in.blocked)
		return account_refuse(error, "Your account has been blocked by an administrator");
	return issue(&sign_in, shown, answer, error);
}
