/* The endpoints that browsers go through to sign in with another's account. */
#include "connect.h"
#include "accounts.h"

static struct slice text_param(const struct param *params, const char *name)
{
	const struct param *param = param_get(params, name);
	return param && param->kind == PARAM_TEXT ? param->text : (struct slice){NULL, 0};
}

static bool read_params(struct rest_call *call, struct param **params)
{
	return params_parse(call->http->arena, call->http->query, params, call->error);
}

/* What is led to was made of checked and encoded parts: nothing of it ends the header. Nobody keeps a copy of it. */
static bool lead(struct rest_call *call, bool done, const struct account_redirect *redirect)
{
	struct http_response *response = call->response;
	/* The cookie goes also when the way ends here. */
	if (redirect->cookie)
		http_add_field(response, "Set-Cookie", redirect->cookie);
	if (!done)
		return false;
	response->status = 302;
	response->content_type = "text/plain; charset=utf-8";
	http_add_field(response, "Location", redirect->location);
	http_add_field(response, "Cache-Control", "no-store");
	buffer_text(&response->body, "Redirecting.");
	return true;
}

bool endpoint_connect(struct rest_call *call)
{
	struct account_redirect redirect;
	struct param *params;
	if (!read_params(call, &params))
		return false;
	bool done =
	    account_connect(&call->account, call->route.id, text_param(params, "callback"), &redirect, call->error);
	return lead(call, done, &redirect);
}

bool endpoint_connect_return(struct rest_call *call)
{
	struct account_redirect redirect;
	struct param *params;
	if (!read_params(call, &params))
		return false;
	const struct account_return sent = {
	    .code = text_param(params, "code"),
	    .state = text_param(params, "state"),
	    .error = text_param(params, "error"),
	    .issuer = text_param(params, "iss"),
	    .cookies = http_header(call->http, "Cookie"),
	};
	bool done = account_connect_return(&call->account, call->route.id, &sent, &redirect, call->error);
	return lead(call, done, &redirect);
}

/* Strapi takes any of three names for the token. */
bool endpoint_provider_sign_in(struct rest_call *call)
{
	struct account_answer answer = {0};
	struct param *params;
	if (!read_params(call, &params))
		return false;
	struct slice token = text_param(params, "access_token");
	if (!token.len)
		token = text_param(params, "oauth_token");
	bool done =
	    account_provider_sign_in(&call->account, call->route.id, token, text_param(params, "id_token"),
	                             query_create(call->http->arena, call->rest->registry->user), &answer, call->error);
	http_add_field(call->response, "Cache-Control", "no-store");
	return call_write_signed_in(call, done, &answer);
}
