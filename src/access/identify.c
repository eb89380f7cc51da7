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

/* As the reference, a public role without any permission is no caller at all: 401, not 403. */
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
	*grants = remembered_get(&this->remembered->roles, role);
	if (*grants)
		return true;
	if (!lookup_role(&this->lookup, role, grants, error))
		return false;
	remembered_set(&this->remembered->roles, role, *grants);
	return true;
}

static bool find_user(struct identification *this, int64_t id, const struct grants **grants, struct error *error)
{
	struct user_state user;
	bool may;
	if (!lookup_user(&this->lookup, id, &user, error) || !may_sign_in(this, &user, &may, error))
		return false;
	if (!may)
		return error_unauthorized(error, "Invalid credentials");
	if (!user.has_role)
		return refuse(error);
	if (!find_role(this, user.role, grants, error))
		return false;
	remembered_set(&this->remembered->users, id, *grants);
	return true;
}

static bool identify_user(struct identification *this, int64_t id, struct caller *caller, struct error *error)
{
	const struct grants *grants = remembered_get(&this->remembered->users, id);
	if (!grants && !find_user(this, id, &grants, error))
		return false;
	caller->kind = CALLER_USER;
	caller->user_id = id;
	grant(caller, grants);
	return true;
}

static bool find_token(struct identification *this, struct slice token, struct api_token **found, struct error *error)
{
	char hash[TOKEN_HASH_LENGTH + 1];
	*found = NULL;
	if (!token_hash(this->access->api_token_salt, token, hash))
		return true;
	struct map *tokens = &this->remembered->tokens;
	*found = map_get(tokens, slice_of(hash));
	if (*found)
		return true;
	if (!lookup_token(&this->lookup, hash, found, error))
		return false;
	if (*found)
		map_set(tokens, arena_copy_slice(tokens->arena, slice_of(hash)), *found);
	return true;
}

static bool identify_token(struct identification *this, struct slice text, struct caller *caller, struct error *error)
{
	struct api_token *token;
	if (!find_token(this, text, &token, error))
		return false;
	if (!token)
		return refuse(error);
	if (token->expires && token->expires_at < this->now)
		return error_unauthorized(error, "Token expired");
	caller->kind = CALLER_TOKEN;
	caller->token_type = token->type;
	grant(caller, token->grants);
	return true;
}

/* A valid JWT is never an API token too, so the JWT is tried first: a user known already then costs no statement. */
static bool identify(struct identification *this, struct slice authorization, struct caller *caller,
                     struct error *error)
{
	struct slice token;
	int64_t id;
	if (!token_from_header(authorization, &token))
		return identify_public(this, caller, error);
	if (access_verify_jwt(token, this->access->jwt_secret, this->now / 1000, &id))
		return identify_user(this, id, caller, error);
	return identify_token(this, token, caller, error);
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
	    .lookup = {session, access->registry, access->find_actions, arena, remembered->arena},
	    .now = datetime_now(),
	};
	*caller = (struct caller){.kind = CALLER_PUBLIC};
	bool ok = identify(&this, authorization, caller, error);
	/* What a failed statement left half read must not pile up. */
	if (!ok && error->status >= 500)
		remembered_forget(remembered);
	return ok;
}
