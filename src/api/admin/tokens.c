/* API tokens, and the transfer tokens of Strapi. */
#include "admin.h"

#include <json-c/json.h>

/* Without a salt of their own there are no transfer tokens. */
static bool check_kind(struct admin_call *call, enum account_token_kind kind)
{
	return kind == ACCOUNT_API_TOKEN || call->shared->config->transfer_token_salt ||
	       error_set(call->error, 404, "NotFoundError", "Not Found");
}

static const char *missing(enum account_token_kind kind)
{
	return kind == ACCOUNT_API_TOKEN ? "API Token not found" : "Transfer token not found";
}

static bool answer(struct admin_call *call, bool done, struct json_object *json, int status)
{
	if (!done) {
		json_object_put(json);
		return false;
	}
	if (status)
		call->response->status = status;
	return admin_call_answer(call, json);
}

static bool list_tokens(struct admin_call *call, enum account_token_kind kind)
{
	const struct content_call content = admin_call_content(call);
	struct json_object *list = NULL;
	bool done = check_kind(call, kind) &&
	            account_find_tokens(&content, call->shared->registry, kind, 0, &list, call->error);
	return answer(call, done, list, 0);
}

static bool show_token(struct admin_call *call, enum account_token_kind kind)
{
	const struct content_call content = admin_call_content(call);
	struct json_object *list = NULL, *token = NULL;
	int64_t id;
	if (!check_kind(call, kind) || !admin_call_id(call, missing(kind), &id) ||
	    !account_find_tokens(&content, call->shared->registry, kind, id, &list, call->error))
		return false;
	if (id && json_object_array_length(list))
		token = json_object_get(json_object_array_get_idx(list, 0));
	json_object_put(list);
	return token ? admin_call_answer(call, token)
	             : error_set(call->error, 404, "NotFoundError", "%s", missing(kind));
}

static bool create_token(struct admin_call *call, enum account_token_kind kind)
{
	struct json_object *token = NULL;
	bool done =
	    check_kind(call, kind) && account_create_token(&call->account, kind, call->body, &token, call->error);
	return answer(call, done, token, 201);
}

static bool change_token(struct admin_call *call, enum account_token_kind kind)
{
	struct json_object *token = NULL;
	bool done = check_kind(call, kind) && account_change_token(&call->account, kind, admin_call_id_or_none(call),
	                                                           call->body, &token, call->error);
	return answer(call, done, token, 0);
}

static bool regenerate_token(struct admin_call *call, enum account_token_kind kind)
{
	struct json_object *token = NULL;
	int64_t id;
	bool done = check_kind(call, kind) && admin_call_id(call, missing(kind), &id) &&
	            account_regenerate_token(&call->account, kind, id, &token, call->error);
	return answer(call, done, token, 201);
}

static bool delete_token(struct admin_call *call, enum account_token_kind kind)
{
	struct json_object *token = NULL;
	bool done = check_kind(call, kind) &&
	            account_delete_token(&call->account, kind, admin_call_id_or_none(call), &token, call->error);
	return answer(call, done, token, 0);
}

bool admin_list_api_tokens(struct admin_call *call)
{
	return list_tokens(call, ACCOUNT_API_TOKEN);
}

bool admin_show_api_token(struct admin_call *call)
{
	return show_token(call, ACCOUNT_API_TOKEN);
}

bool admin_create_api_token(struct admin_call *call)
{
	return create_token(call, ACCOUNT_API_TOKEN);
}

bool admin_change_api_token(struct admin_call *call)
{
	return change_token(call, ACCOUNT_API_TOKEN);
}

bool admin_regenerate_api_token(struct admin_call *call)
{
	return regenerate_token(call, ACCOUNT_API_TOKEN);
}

bool admin_delete_api_token(struct admin_call *call)
{
	return delete_token(call, ACCOUNT_API_TOKEN);
}

bool admin_list_transfer_tokens(struct admin_call *call)
{
	return list_tokens(call, ACCOUNT_TRANSFER_TOKEN);
}

bool admin_show_transfer_token(struct admin_call *call)
{
	return show_token(call, ACCOUNT_TRANSFER_TOKEN);
}

bool admin_create_transfer_token(struct admin_call *call)
{
	return create_token(call, ACCOUNT_TRANSFER_TOKEN);
}

bool admin_change_transfer_token(struct admin_call *call)
{
	return change_token(call, ACCOUNT_TRANSFER_TOKEN);
}

bool admin_regenerate_transfer_token(struct admin_call *call)
{
	return regenerate_token(call, ACCOUNT_TRANSFER_TOKEN);
}

bool admin_delete_transfer_token(struct admin_call *call)
{
	return delete_token(call, ACCOUNT_TRANSFER_TOKEN);
}
