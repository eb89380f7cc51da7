/* Connecting to a provider: the way there and the way back. */
#include "account/limits.h"
#include "http.h"
#include "provider.h"
#include "session.h"
#include "token.h"

#include <openssl/crypto.h>

/* `url` may have a query string already. */
static struct buffer begin_url(const char *url)
{
	struct buffer text = {0};
	buffer_text(&text, url);
	buffer_byte(&text, strchr(url, '?') ? '&' : '?');
	return text;
}

/* In the call's arena. */
static const char *end_url(struct account_call *call, struct buffer *text)
{
	const char *url = arena_copy(call->arena, buffer_as_slice(text));
	buffer_free(text);
	return url;
}

/* ---- the way there ---- */

static const char *authorize_url(struct account_call *call, const struct oauth_provider *provider,
                                 const struct oauth_session *session)
{
	struct buffer url = begin_url(provider->authorize_url);
	oauth_add_parameter(&url, "client_id", slice_of(provider->key));
	oauth_add_parameter(&url, "response_type", SLICE("code"));
	oauth_add_parameter(&url, "redirect_uri", slice_of(oauth_provider_redirect(call, provider)));
	oauth_add_parameter(&url, "scope", slice_of(provider->scope));
	oauth_add_parameter(&url, "state", slice_of(session->state));
	oauth_add_parameter(&url, "code_challenge", slice_of(oauth_session_challenge(call->arena, session->verifier)));
	oauth_add_parameter(&url, "code_challenge_method", SLICE("S256"));
	if (provider->kind == OAUTH_OPENID)
		oauth_add_parameter(&url, "nonce", slice_of(session->nonce));
	return end_url(call, &url);
}

static bool refuse_callback(struct account_call *call, struct slice callback, struct error *error)
{
	struct buffer details = {0};
	error_validation(error, "Invalid callback URL provided");
	buffer_text(&details, "{\"callback\":");
	json_write_string(&details, callback);
	buffer_byte(&details, '}');
	error->details = arena_copy(call->arena, buffer_as_slice(&details));
	buffer_free(&details);
	return false;
}

bool account_connect(struct account_call *call, struct slice name, struct slice callback,
                     struct account_redirect *redirect, struct error *error)
{
	struct oauth_provider provider;
	struct oauth_session session;
	*redirect = (struct account_redirect){NULL, NULL};
	if (!account_limit_address(call, "connect", error) || !oauth_provider_read(call, name, &provider, error))
		return false;
	if (callback.ptr && !oauth_provider_allows(&provider, callback))
		return refuse_callback(call, callback, error);
	const char *page = callback.ptr ? arena_copy(call->arena, callback) : NULL;
	if (!oauth_provider_discover(call, &provider, error) ||
	    !oauth_session_create(call, provider.name, page, &session, error) ||
	    !oauth_session_cookie(call, &session, &redirect->cookie, error))
		return false;
	if (!oauth_url_is_safe(provider.authorize_url))
		return account_refuse(error, "The provider's page is no https URL");
	redirect->location = authorize_url(call, &provider, &session);
	return true;
}

/* ---- the way back ---- */

struct tokens {
	const char *access, *id;
};

/* In a header they stand encoded as in a form. */
static const char *encoded(struct account_call *call, const char *text)
{
	struct buffer form = {0};
	oauth_add_parameter(&form, "", slice_of(text));
	return end_url(call, &form) + 1;
}

static bool request_tokens(struct account_call *call, const struct oauth_provider *provider,
                           const struct oauth_session *session, struct slice code, struct tokens *tokens,
                           struct error *error)
{
	struct buffer form = {0};
	struct json_object *answer;
	oauth_add_parameter(&form, "grant_type", SLICE("authorization_code"));
	oauth_add_parameter(&form, "code", code);
	oauth_add_parameter(&form, "redirect_uri", slice_of(oauth_provider_redirect(call, provider)));
	oauth_add_parameter(&form, "code_verifier", slice_of(session->verifier));
	if (!provider->basic) {
		oauth_add_parameter(&form, "client_id", slice_of(provider->key));
		if (provider->secret)
			oauth_add_parameter(&form, "client_secret", slice_of(provider->secret));
	}
	const struct oauth_question question = {.url = provider->access_url,
	                                        .user = provider->basic ? encoded(call, provider->key) : NULL,
	                                        .password = provider->basic ? encoded(call, provider->secret) : NULL,
	                                        .form = buffer_terminate(&form)};
	bool done = oauth_request(call->accounts->providers, &question, &answer, error);
	OPENSSL_cleanse(form.data, form.len);
	buffer_free(&form);
	if (!done)
		return false;
	tokens->access = oauth_member(call->arena, answer, "access_token");
	tokens->id = oauth_member(call->arena, answer, "id_token");
	json_object_put(answer);
	return tokens->access || account_refuse(error, "The provider did not confirm the account");
}

/* That the ID token is an answer to this very browser. It came from the provider itself; its signature is checked when
 * it is signed in with. */
static bool check_nonce(const struct oauth_provider *provider, const struct oauth_session *session,
                        const char *id_token, struct error *error)
{
	const struct oauth_token_rules rules = {.issuer = provider->issuer,
	                                        .audience = provider->key,
	                                        .nonce = session->nonce,
	                                        .now = datetime_now() / 1000};
	struct json_object *claims;
	if (provider->kind != OAUTH_OPENID)
		return true;
	bool right = id_token && oauth_token_read(slice_of(id_token), &rules, &claims);
	if (right)
		json_object_put(claims);
	return right || account_refuse(error, "The provider did not confirm the account");
}

static bool same(struct slice sent, const char *wanted)
{
	return sent.len == strlen(wanted) && CRYPTO_memcmp(sent.ptr, wanted, sent.len) == 0;
}

/* The page that is led back to. */
static struct buffer begin_page(struct account_call *call, const struct oauth_provider *provider,
                                const struct oauth_session *session)
{
	const struct config *config = call->accounts->config;
	const char *page = session->callback ? session->callback : provider->callback;
	/* Without a page of the project's own it is the endpoint that signs in. */
	if (!page)
		page = arena_format(call->arena, "%s%s/auth/%s/callback", config->public_url, config->prefix,
		                    provider->name);
	return begin_url(page);
}

static bool lead_back(struct account_call *call, struct oauth_provider *provider, const struct oauth_session *session,
                      const struct account_return *sent, struct account_redirect *redirect, struct error *error)
{
	struct tokens tokens = {NULL, NULL};
	if (!sent->error.len) {
		if (!sent->code.len)
			return account_refuse(error, "The provider sent no code");
		if (!oauth_provider_discover(call, provider, error) ||
		    !request_tokens(call, provider, session, sent->code, &tokens, error) ||
		    !check_nonce(provider, session, tokens.id, error))
			return false;
	}
	struct buffer url = begin_page(call, provider, session);
	if (sent->error.len)
		oauth_add_parameter(&url, "error", sent->error);
	if (tokens.access)
		oauth_add_parameter(&url, "access_token", slice_of(tokens.access));
	if (tokens.id)
		oauth_add_parameter(&url, "id_token", slice_of(tokens.id));
	redirect->location = end_url(call, &url);
	return true;
}

bool account_connect_return(struct account_call *call, struct slice name, const struct account_return *sent,
                            struct account_redirect *redirect, struct error *error)
{
	struct oauth_provider provider;
	struct oauth_session session;
	*redirect = (struct account_redirect){NULL, NULL};
	if (!account_limit_address(call, "connect", error) || !oauth_provider_read(call, name, &provider, error))
		return false;
	if (!oauth_session_read(call, sent->cookies, provider.name, &session) || !same(sent->state, session.state))
		return account_refuse(error, "This is no answer to a request of this browser, or it came too late");
	/* The answer of another provider, which this browser was led to by someone else. */
	if (provider.kind == OAUTH_OPENID && sent->issuer.len && !slice_is(sent->issuer, provider.issuer))
		return account_refuse(error, "This is the answer of another provider");
	return oauth_session_cookie(call, NULL, &redirect->cookie, error) &&
	       lead_back(call, &provider, &session, sent, redirect, error);
}
