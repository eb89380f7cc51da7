#include "profile.h"

#include "account/text.h"
#include "http.h"
#include "token.h"

static bool refuse_token(struct error *error)
{
	return account_refuse(error, "The provider did not confirm the account");
}

static bool is_true(struct json_object *object, const char *name)
{
	struct json_object *value;
	if (!json_find(object, name, &value))
		return false;
	/* Google says it as a text. */
	return json_object_is_type(value, json_type_string)
	           ? strcmp(json_object_get_string(value), "true") == 0
	           : json_object_is_type(value, json_type_boolean) && json_object_get_boolean(value);
}

static const char *local_part(struct arena *arena, const char *email)
{
	return arena_copy(arena, (struct slice){email, strcspn(email, "@")});
}

static bool finish(struct account_call *call, struct oauth_profile *profile, struct error *error)
{
	if (!profile->email)
		return account_refuse(error, "Email was not available.");
	struct slice lower = text_lower_case(call->arena, slice_of(profile->email));
	profile->email = arena_copy(call->arena, lower);
	if (!profile->username)
		profile->username = local_part(call->arena, profile->email);
	return true;
}

/* ---- GitHub ---- */

/* GitHub tells only the application itself about its tokens. */
static bool check_github_token(struct account_call *call, const struct oauth_provider *provider, const char *token,
                               struct error *error)
{
	struct json_object *body = json_object_new_object(), *answer, *app = NULL;
	json_object_object_add(body, "access_token", json_object_new_string(token));
	const struct oauth_question question = {
	    .url = arena_format(call->arena, "%s/applications/%s/token", provider->profile_url, provider->key),
	    .user = provider->key,
	    .password = provider->secret ? provider->secret : "",
	    .json = json_print(call->arena, body),
	};
	bool done = oauth_request(call->accounts->providers, &question, &answer, error);
	json_object_put(body);
	if (!done)
		return false;
	json_find(answer, "app", &app);
	const char *client = oauth_member(call->arena, app, "client_id");
	json_object_put(answer);
	return (client && strcmp(client, provider->key) == 0) || refuse_token(error);
}

static const char *primary_email(struct arena *arena, struct json_object *list)
{
	for (size_t i = 0; json_object_is_type(list, json_type_array) && i < json_object_array_length(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);
		if (is_true(one, "primary") && is_true(one, "verified"))
			return oauth_member(arena, one, "email");
	}
	return NULL;
}

static bool read_github(struct account_call *call, const struct oauth_provider *provider, const char *token,
                        struct oauth_profile *profile, struct error *error)
{
	struct oauth_question question = {.url = arena_format(call->arena, "%s/user", provider->profile_url),
	                                  .bearer = token};
	struct json_object *answer;
	if (!check_github_token(call, provider, token, error) ||
	    !oauth_request(call->accounts->providers, &question, &answer, error))
		return false;
	profile->username = oauth_member(call->arena, answer, "login");
	json_object_put(answer);
	/* The address in the profile may be any; of these it is known which is verified. */
	question.url = arena_format(call->arena, "%s/user/emails", provider->profile_url);
	if (!oauth_request(call->accounts->providers, &question, &answer, error))
		return false;
	profile->email = primary_email(call->arena, answer);
	json_object_put(answer);
	return true;
}

/* ---- Google ---- */

static bool read_google(struct account_call *call, const struct oauth_provider *provider, const char *token,
                        struct oauth_profile *profile, struct error *error)
{
	struct buffer url = {0};
	struct json_object *answer;
	buffer_text(&url, provider->profile_url);
	buffer_byte(&url, '?');
	oauth_add_parameter(&url, "access_token", slice_of(token));
	const struct oauth_question question = {.url = buffer_terminate(&url)};
	bool done = oauth_request(call->accounts->providers, &question, &answer, error);
	buffer_free(&url);
	if (!done)
		return false;
	const char *audience = oauth_member(call->arena, answer, "aud");
	if (is_true(answer, "email_verified"))
		profile->email = oauth_member(call->arena, answer, "email");
	json_object_put(answer);
	return (audience && strcmp(audience, provider->key) == 0) || refuse_token(error);
}

/* ---- OpenID Connect ---- */

static void take_claims(struct account_call *call, const struct oauth_provider *provider, struct json_object *claims,
                        struct oauth_profile *profile)
{
	static const char *const names[] = {"preferred_username", "nickname", "name"};
	if (!profile->email && (provider->trust_email || is_true(claims, "email_verified")))
		profile->email = oauth_member(call->arena, claims, "email");
	for (size_t i = 0; i < COUNT_OF(names) && !profile->username; i++)
		profile->username = oauth_member(call->arena, claims, names[i]);
}

/* What the ID token leaves out the provider tells the bearer of the access token, if it is of the same person. */
static bool take_userinfo(struct account_call *call, const struct oauth_provider *provider, const char *access_token,
                          const char *subject, struct oauth_profile *profile, struct error *error)
{
	const struct oauth_question question = {.url = provider->profile_url, .bearer = access_token};
	struct json_object *answer;
	if (profile->email || !access_token || !provider->profile_url)
		return true;
	if (!oauth_request(call->accounts->providers, &question, &answer, error))
		return false;
	const char *same = oauth_member(call->arena, answer, "sub");
	bool right = same && strcmp(same, subject) == 0;
	if (right)
		take_claims(call, provider, answer, profile);
	json_object_put(answer);
	return right || refuse_token(error);
}

/* Providers change their keys: when none fits, they are asked for anew, but not for each token that somebody makes up.
 */
static bool is_signed(struct account_call *call, const struct oauth_provider *provider, const char *token, bool *right,
                      struct error *error)
{
	static const int oldest[] = {OAUTH_REMEMBERED_SECONDS, 5};
	struct json_object *keys;
	*right = false;
	for (size_t i = 0; i < COUNT_OF(oldest) && !*right; i++) {
		if (!oauth_request_known(call->accounts->providers, provider->keys_url, oldest[i], &keys, error))
			return false;
		*right = oauth_token_is_signed(slice_of(token), keys);
		json_object_put(keys);
	}
	return true;
}

static bool read_openid(struct account_call *call, const struct oauth_provider *provider, const char *access_token,
                        const char *id_token, const char *nonce, struct oauth_profile *profile, struct error *error)
{
	const struct oauth_token_rules rules = {
	    .issuer = provider->issuer, .audience = provider->key, .nonce = nonce, .now = datetime_now() / 1000};
	struct json_object *claims;
	bool right = false;
	if (!id_token)
		return account_refuse(error, "No id_token.");
	if (!oauth_token_read(slice_of(id_token), &rules, &claims))
		return refuse_token(error);
	const char *subject = oauth_member(call->arena, claims, "sub");
	bool asked = subject ? is_signed(call, provider, id_token, &right, error) : refuse_token(error);
	if (asked && right)
		take_claims(call, provider, claims, profile);
	json_object_put(claims);
	if (!asked)
		return false;
	return right ? take_userinfo(call, provider, access_token, subject, profile, error) : refuse_token(error);
}

bool oauth_profile_read(struct account_call *call, const struct oauth_provider *provider, const char *access_token,
                        const char *id_token, const char *nonce, struct oauth_profile *profile, struct error *error)
{
	*profile = (struct oauth_profile){NULL, NULL};
	if (provider->kind == OAUTH_OPENID)
		return read_openid(call, provider, access_token, id_token, nonce, profile, error) &&
		       finish(call, profile, error);
	bool done = provider->kind == OAUTH_GITHUB ? read_github(call, provider, access_token, profile, error)
	                                           : read_google(call, provider, access_token, profile, error);
	return done && finish(call, profile, error);
}
