#include "access_state.h"

#include "token.h"

/* One call of access_identify. */
struct identification {
	struct access *access;
	struct remembered *remembered;
	struct lookup lookup;
	int64_t now; /* milliseconds since 1970 */
};

static bool refuse(struct error *error)
{
	return error_unauthorized(error, "Missing or invalid credentials");
}

static void grant(struct caller *caller, const struct grants *grants)
{
	caller->permissions = grants ? &grants->actions : NULL;
	caller->may_find = grants ? grants->may_find : NULL;
}

/* As in Strapi, a public role without any permission is no caller at all: 401, not 403. */
static bool identify_public(struct identification *this, struct caller *caller, struct error *error)
{
	struct remembered *remembered = this->remembered;
	if (!remembered->public_grants && !lookup_public(&this->lookup, &remembered->public_grants, error))
		return false;
	caller->kind = CALLER_PUBLIC;
	grant(caller, remembered->public_grants);
	return remembered->public_grants->actions.count > 0 || refuse(error);
}

/* Whether the account is in order: it exists, is not blocked, and is confirmed when the settings ask for it. */
static bool may_sign_in(struct identification *this, const struct user_state *user, bool *may, struct error *error)
{
	struct remembered *remembered = this->remembered;
	*may = user->exists && !user->blocked;
	if (!*may || user->confirmed)
		return true;
	if (!remembered->confirmation_known &&
	    !lookup_confirmation_needed(&this->lookup, &remembered->confirmation_needed, error))
		return false;
	remembered->confirmation_known = true;
	*may = !remembered->confirmation_needed;
	return true;
}

static bool find_role(struct identification *this, int64_t role, const struct grants **grants, struct error *error)
{
	*grants = remembered_role(this->remembered, role);
	if (*grants)
		return true;
	if (!lookup_role(&this->lookup, role, grants, error))
		return false;
	remembered_set_role(this->remembered, role, *grants);
	return true;
}

static bool find_user(struct identification *this, struct known_caller *known, struct error *error)
{
	struct user_state user;
	const struct grants *grants;
	bool may;
	if (!lookup_user(&this->lookup, known->jwt.user_id, &user, error) || !may_sign_in(this, &user, &may, error))
		return false;
	if (!may)
		return error_unauthorized(error, "Invalid credentials");
	bool ended = user.tokens_from && known->jwt.issued_at < (double)user.tokens_from;
	if (ended || !user.has_role)
		return refuse(error);
	if (!find_role(this, user.role, &grants, error))
		return false;
	known->caller = (struct caller){.kind = CALLER_USER, .user_id = known->jwt.user_id, .role_id = user.role};
	grant(&known->caller, grants);
	return true;
}

static bool find_token(struct identification *this, struct slice text, struct known_caller *known, struct error *error)
{
	char hash[TOKEN_HASH_LENGTH + 1];
	struct api_token token;
	if (!token_hash(this->access->api_token_salt, text, hash))
		return refuse(error);
	if (!lookup_token(&this->lookup, hash, &token, error))
		return false;
	if (!token.exists)
		return refuse(error);
	known->token = token.id;
	known->token_expiry = token.expiry;
	known->caller = (struct caller){.kind = CALLER_TOKEN, .token_type = token.type};
	grant(&known->caller, token.grants);
	return true;
}

/* No API token is a valid JWT as well, so that it does not matter which is tried first. */
static bool find_caller(struct identification *this, struct slice token, struct known_caller *known,
                        struct error *error)
{
	*known = (struct known_caller){.token_expiry = INT64_MAX};
	bool is_jwt = jwt_read(token, this->access->jwt_secret, &known->jwt);
	if (is_jwt && !jwt_is_current(&known->jwt, this->now / 1000))
		return refuse(error);
	if (!(is_jwt ? find_user(this, known, error) : find_token(this, token, known, error)))
		return false;
	remembered_set_caller(this->remembered, token, known);
	return true;
}

static bool identify(struct identification *this, struct slice authorization, struct caller *caller,
                     struct error *error)
{
	struct slice token;
	if (!token_from_header(authorization, &token))
		return identify_public(this, caller, error);
	const struct known_caller *known = remembered_caller(this->remembered, token);
	struct known_caller found;
	if (!known && !find_caller(this, token, &found, error))
		return false;
	if (!known)
		known = &found;
	*caller = known->caller;
	if (known->token_expiry < this->now)
		return error_unauthorized(error, "Token expired");
	if (caller->kind == CALLER_TOKEN)
		usage_note(&this->access->usage, &this->remembered->latest, this->lookup.session, known->token,
		           this->now);
	return caller->kind != CALLER_USER || jwt_is_current(&known->jwt, this->now / 1000) || refuse(error);
}

bool access_identify(struct access *access, struct store_session *session, size_t thread, struct slice authorization,
                     struct arena *arena, struct caller *caller, struct error *error)
{
	assert(thread < access->thread_count);
	struct remembered *remembered = access->remembered[thread];
	remembered_begin(remembered, store_version(session));
	struct identification this = {
	    .access = access,
	    .remembered = remembered,
	    .lookup = {session, access->registry, access->find_actions, access->actions, arena, remembered->arena},
	    .now = datetime_now(),
	};
	*caller = (struct caller){.kind = CALLER_PUBLIC};
	bool ok = identify(&this, authorization, caller, error);
	/* What a failed statement left half read must not pile up. */
	if (!ok && error->status >= 500)
		remembered_forget(remembered);
	return ok;
}
