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
	static const struct slice without_list[] = {
	    [TOKEN_READ_ONLY] = {"read-only", 9},
	    [TOKEN_FULL_ACCESS] = {"full-access", 11},
	    [TOKEN_CUSTOM] = {"custom", 6},
	};
	caller->rights = grants ? (struct slice){(const char *)grants->digest, sizeof grants->digest}
	                        : without_list[caller->token_type];
	caller->permissions = grants ? &grants->actions : NULL;
	caller->may_find = grants ? grants->may_find : NULL;
}

/* As in Strapi, a public role without any permission is no caller at all: 401, not 403. */
static bool identify_public(struct identification *identification, struct caller *caller, struct error *error)
{
	struct remembered *remembered = identification->remembered;
	if (!remembered->public_grants && !lookup_public(&identification->lookup, &remembered->public_grants, error))
		return false;
	caller->kind = CALLER_PUBLIC;
	grant(caller, remembered->public_grants);
	return remembered->public_grants->actions.count > 0 || refuse(error);
}

/* Whether the account is in order: it exists, is not blocked, and is confirmed when the settings ask for it. */
static bool may_sign_in(struct identification *identification, const struct user_state *user, bool *may,
                        struct error *error)
{
	struct remembered *remembered = identification->remembered;
	*may = user->exists && !user->blocked;
	if (!*may || user->confirmed)
		return true;
	if (!remembered->confirmation_known &&
	    !lookup_confirmation_needed(&identification->lookup, &remembered->confirmation_needed, error))
		return false;
	remembered->confirmation_known = true;
	*may = !remembered->confirmation_needed;
	return true;
}

static bool find_role(struct identification *identification, int64_t role, const struct grants **grants,
                      struct error *error)
{
	*grants = remembered_role(identification->remembered, role);
	if (*grants)
		return true;
	if (!lookup_role(&identification->lookup, role, grants, error))
		return false;
	remembered_set_role(identification->remembered, role, *grants);
	return true;
}

static bool find_user(struct identification *identification, struct known_caller *known, struct error *error)
{
	struct user_state user;
	const struct grants *grants;
	bool may;
	if (!lookup_user(&identification->lookup, known->jwt.user_id, &user, error) ||
	    !may_sign_in(identification, &user, &may, error))
		return false;
	if (!may)
		return error_unauthorized(error, "Invalid credentials");
	bool ended = user.tokens_from && known->jwt.issued_at < (double)user.tokens_from;
	if (ended || !user.has_role)
		return refuse(error);
	if (!find_role(identification, user.role, &grants, error))
		return false;
	known->caller = (struct caller){.kind = CALLER_USER, .user_id = known->jwt.user_id, .role_id = user.role};
	grant(&known->caller, grants);
	return true;
}

static bool find_token(struct identification *identification, struct slice text, struct known_caller *known,
                       struct error *error)
{
	char hash[TOKEN_HASH_LENGTH + 1];
	struct api_token token;
	if (!token_hash(identification->access->api_token_salt, text, hash))
		return refuse(error);
	if (!lookup_token(&identification->lookup, hash, &token, error))
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
static bool find_caller(struct identification *identification, struct slice token, struct known_caller *known,
                        struct error *error)
{
	*known = (struct known_caller){.token_expiry = INT64_MAX};
	bool is_jwt = jwt_read(token, identification->access->jwt_secret, &known->jwt);
	if (is_jwt && !jwt_is_current(&known->jwt, identification->now / 1000))
		return refuse(error);
	if (!(is_jwt ? find_user(identification, known, error) : find_token(identification, token, known, error)))
		return false;
	remembered_set_caller(identification->remembered, token, known);
	return true;
}

static bool identify(struct identification *identification, struct slice authorization, struct caller *caller,
                     struct error *error)
{
	struct slice token;
	if (!token_from_header(authorization, &token))
		return identify_public(identification, caller, error);
	const struct known_caller *known = remembered_caller(identification->remembered, token);
	struct known_caller found;
	if (!known && !find_caller(identification, token, &found, error))
		return false;
	if (!known)
		known = &found;
	*caller = known->caller;
	if (known->token_expiry < identification->now)
		return error_unauthorized(error, "Token expired");
	if (caller->kind == CALLER_TOKEN)
		usage_note(&identification->access->usage, &identification->remembered->latest,
		           identification->lookup.session, known->token, identification->now);
	return caller->kind != CALLER_USER || jwt_is_current(&known->jwt, identification->now / 1000) || refuse(error);
}

bool access_identify(struct access *access, struct store_session *session, size_t thread, struct slice authorization,
                     struct arena *arena, struct caller *caller, struct error *error)
{
	assert(thread < access->thread_count);
	struct remembered *remembered = access->remembered[thread];
	remembered_begin(remembered, store_version(session));
	struct identification identification = {
	    .access = access,
	    .remembered = remembered,
	    .lookup = {session, access->registry, access->find_actions, access->actions, arena, remembered->arena},
	    .now = datetime_now(),
	};
	*caller = (struct caller){.kind = CALLER_PUBLIC};
	bool ok = identify(&identification, authorization, caller, error);
	/* What a failed statement left half read must not pile up. */
	if (!ok && error->status >= 500)
		remembered_forget(remembered);
	return ok;
}
