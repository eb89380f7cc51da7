#include "provider.h"

#include "http.h"

static const struct oauth_provider known_providers[] = {
    {.name = "github",
     .kind = OAUTH_GITHUB,
     .scope = "user user:email",
     .authorize_url = "https://github.com/login/oauth/authorize",
     .access_url = "https://github.com/login/oauth/access_token",
     .profile_url = "https://api.github.com"},
    {.name = "google",
     .kind = OAUTH_GOOGLE,
     .scope = "email",
     .authorize_url = "https://accounts.google.com/o/oauth2/v2/auth",
     .access_url = "https://oauth2.googleapis.com/token",
     .profile_url = "https://oauth2.googleapis.com/tokeninfo"},
};

const char *oauth_member(struct arena *arena, struct json_object *object, const char *name)
{
	struct json_object *value;
	if (!json_find(object, name, &value) || !json_object_is_type(value, json_type_string))
		return NULL;
	const char *text = json_object_get_string(value);
	/* What goes on behind a NUL is another text than its beginning. */
	return *text && strlen(text) == (size_t)json_object_get_string_len(value) ? arena_copy(arena, slice_of(text))
	                                                                          : NULL;
}

static void override(struct arena *arena, struct json_object *settings, const char *name, const char **value)
{
	const char *sent = oauth_member(arena, settings, name);
	if (sent)
		*value = sent;
}

/* A list of texts, or one text. */
static const char *read_scope(struct arena *arena, struct json_object *settings, const char *otherwise)
{
	struct json_object *scope;
	struct buffer text = {0};
	if (!json_find(settings, "scope", &scope))
		return otherwise;
	if (!json_object_is_type(scope, json_type_array))
		return json_object_is_type(scope, json_type_string)
		           ? arena_copy(arena, slice_of(json_object_get_string(scope)))
		           : otherwise;
	for (size_t i = 0; i < json_object_array_length(scope); i++) {
		const char *one = json_object_get_string(json_object_array_get_idx(scope, i));
		buffer_text(&text, i ? " " : "");
		buffer_text(&text, one ? one : "");
	}
	const char *copy = arena_copy(arena, buffer_as_slice(&text));
	buffer_free(&text);
	return copy;
}

static bool is_true(struct json_object *settings, const char *name)
{
	struct json_object *value;
	return json_find(settings, name, &value) && json_object_get_boolean(value);
}

static bool is_header_text(const char *text)
{
	while ((unsigned char)*text > ' ' && *text != 0x7F)
		text++;
	return !*text;
}

static void read_settings(struct arena *arena, struct json_object *settings, struct oauth_provider *provider)
{
	override(arena, settings, "key", &provider->key);
	override(arena, settings, "secret", &provider->secret);
	override(arena, settings, "callback", &provider->callback);
	override(arena, settings, "issuer", &provider->issuer);
	override(arena, settings, "authorize_url", &provider->authorize_url);
	override(arena, settings, "access_url", &provider->access_url);
	override(arena, settings, "profile_url", &provider->profile_url);
	provider->scope = read_scope(arena, settings, provider->scope);
	provider->trust_email = is_true(settings, "trust_email");
	/* Until an administrator names a page, Strapi has one there that is none. */
	if (provider->callback && (strncmp(provider->callback, "http", 4) != 0 || !is_header_text(provider->callback)))
		provider->callback = NULL;
}

static bool find_provider(struct arena *arena, struct json_object *all, struct slice name,
                          struct oauth_provider *provider)
{
	struct json_object *settings;
	const char *copy = arena_copy(arena, name);
	if (!json_find(all, copy, &settings) || !json_object_is_type(settings, json_type_object) ||
	    !is_true(settings, "enabled"))
		return false;
	*provider = (struct oauth_provider){.name = copy, .kind = OAUTH_OPENID, .scope = "openid email profile"};
	for (size_t i = 0; i < COUNT_OF(known_providers); i++)
		if (strcmp(known_providers[i].name, copy) == 0)
			*provider = known_providers[i];
	read_settings(arena, settings, provider);
	/* As what it is not said, "email" is for passwords. */
	return provider->key && (provider->kind != OAUTH_OPENID || provider->issuer);
}

bool oauth_provider_read(struct account_call *call, struct slice name, struct oauth_provider *provider,
                         struct error *error)
{
	struct store_session *session;
	struct json_object *all = NULL;
	if (!account_begin(call, &session, error))
		return false;
	bool done = settings_read_object(session, "plugin_users-permissions_grant", &all, error);
	store_end(session);
	bool found = done && all && find_provider(call->arena, all, name, provider);
	json_object_put(all);
	return found || (done && error_set(error, 400, "ApplicationError", "This provider is disabled"));
}

static bool has_text(struct json_object *list, const char *text)
{
	for (size_t i = 0; json_object_is_type(list, json_type_array) && i < json_object_array_length(list); i++)
		if (slice_is(slice_of(json_object_get_string(json_object_array_get_idx(list, i))), text))
			return true;
	return false;
}

/* As the standard has it, the secret goes into the header unless the provider knows only the other way. */
static bool wants_basic(struct json_object *said)
{
	struct json_object *methods;
	return !json_find(said, "token_endpoint_auth_methods_supported", &methods) ||
	       has_text(methods, "client_secret_basic") || !has_text(methods, "client_secret_post");
}

static bool may_ask(const struct oauth_provider *provider, const char *url)
{
	return url && oauth_url_may_follow(provider->issuer, url);
}

bool oauth_provider_discover(struct account_call *call, struct oauth_provider *provider, struct error *error)
{
	struct arena *arena = call->arena;
	struct json_object *said;
	if (provider->kind != OAUTH_OPENID)
		return true;
	size_t length = strlen(provider->issuer);
	bool slash = length && provider->issuer[length - 1] == '/';
	const char *url =
	    arena_format(arena, "%s%s.well-known/openid-configuration", provider->issuer, slash ? "" : "/");
	if (!oauth_request_known(call->accounts->providers, url, OAUTH_REMEMBERED_SECONDS, &said, error))
		return false;
	const char *issuer = oauth_member(arena, said, "issuer");
	provider->authorize_url = oauth_member(arena, said, "authorization_endpoint");
	provider->access_url = oauth_member(arena, said, "token_endpoint");
	provider->profile_url = oauth_member(arena, said, "userinfo_endpoint");
	provider->keys_url = oauth_member(arena, said, "jwks_uri");
	provider->basic = provider->secret && wants_basic(said);
	json_object_put(said);
	if (issuer && strcmp(issuer, provider->issuer) == 0 && may_ask(provider, provider->authorize_url) &&
	    may_ask(provider, provider->access_url) && may_ask(provider, provider->keys_url) &&
	    (!provider->profile_url || may_ask(provider, provider->profile_url)))
		return true;
	log_message(
	    LOG_WARNING,
	    "The OpenID Connect provider %s says that it is another one, or lacks an endpoint with an https URL",
	    provider->issuer);
	return error_set(error, 400, "ApplicationError", "The provider did not confirm the account");
}

const char *oauth_provider_redirect(const struct account_call *call, const struct oauth_provider *provider)
{
	const struct config *config = call->accounts->config;
	return arena_format(call->arena, "%s%s/connect/%s/callback", config->public_url, config->prefix,
	                    provider->name);
}

/* Everything before the query string. */
static struct slice page_of(struct slice url)
{
	size_t end = 0;
	while (end < url.len && url.ptr[end] != '?' && url.ptr[end] != '#')
		end++;
	return (struct slice){url.ptr, end};
}

bool oauth_provider_allows(const struct oauth_provider *provider, struct slice callback)
{
	for (size_t i = 0; i < callback.len; i++)
		if ((unsigned char)callback.ptr[i] <= ' ' || callback.ptr[i] == 0x7F || strchr("\\#", callback.ptr[i]))
			return false;
	return provider->callback && slice_equals(page_of(callback), page_of(slice_of(provider->callback)));
}
