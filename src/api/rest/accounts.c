/* The endpoints of accounts: what was sent goes to the room `account`, what it gives becomes the answer. */
#include "accounts.h"
#include "body.h"

#include <json-c/json.h>

/* ---- the way to a background thread and back ---- */

static bool run_behind(void *context)
{
	struct rest_call *call = context;
	struct error error;
	call->error = &error;
	call->account.thread = call->request->thread;
	if (!call->route.endpoint(call)) {
		call->response->body.len = 0;
		if (error.status == 429)
			call->response->retry_after = call->account.retry_after;
		http_respond_error(call->response, &error);
	}
	request_write_limit(call->request, &call->account);
	json_object_put(call->body);
	return true;
}

bool background_start_call(struct rest_call *call)
{
	struct error error;
	struct http_request *request = call->http;
	if (request->method != HTTP_GET && !body_read(call, &call->body))
		return false;
	call->account = (struct account_call){.accounts = call->rest->accounts,
	                                      .arena = request->arena,
	                                      .address = request->remote_address,
	                                      .caller = call->request->caller,
	                                      .http = request,
	                                      .budget = &call->request->budget};
	const enum request_wait wait = call->route.files     ? REQUEST_FILES
	                               : call->route.outside ? REQUEST_ASKS
	                                                     : REQUEST_HASHES;
	if (!request_wait(call->request, wait, run_behind, &error)) {
		http_respond_error(call->response, &error);
		json_object_put(call->body);
		request_resume(call->request);
	}
	return true;
}

/* ---- answers ---- */

static struct query *shown_user(const struct rest_call *call)
{
	return query_create(call->http->arena, call->rest->registry->user);
}

/* With its role, for who may see roles, unless the project's model makes it private. */
static struct query *shown_user_with_role(const struct rest_call *call)
{
	const struct registry *registry = call->rest->registry;
	const struct attribute *role = model_attribute(registry->user, SLICE("role"));
	struct query *query = shown_user(call);
	if (role->is_private || !access_may_find(&call->request->caller, registry->role))
		return query;
	query->populates = arena_alloc(call->http->arena, sizeof *query->populates);
	query->populates[query->populate_count++] =
	    (struct populate){.attribute = role, .query = query_create(call->http->arena, registry->role)};
	return query;
}

static void write_user(struct rest_call *call, const struct account_answer *answer)
{
	if (answer->user && content_result_count(answer->user))
		content_write_entry(&call->response->body, answer->user, 0, CONTENT_FLAT);
	else
		buffer_text(&call->response->body, "null");
}

bool call_write_signed_in(struct rest_call *call, bool done, struct account_answer *answer)
{
	struct buffer *body = &call->response->body;
	if (done) {
		buffer_byte(body, '{');
		if (answer->jwt)
			buffer_format(body, "\"jwt\":\"%s\",", answer->jwt);
		buffer_text(body, "\"user\":");
		write_user(call, answer);
		buffer_byte(body, '}');
	}
	content_free(answer->user);
	return done;
}

static bool write_ok(struct rest_call *call, bool done)
{
	if (done)
		buffer_text(&call->response->body, "{\"ok\":true}");
	return done;
}

/* ---- auth ---- */

bool endpoint_sign_in(struct rest_call *call)
{
	struct account_answer answer = {0};
	bool done = account_sign_in(&call->account, call->body, shown_user(call), &answer, call->error);
	return call_write_signed_in(call, done, &answer);
}

bool endpoint_register(struct rest_call *call)
{
	struct account_answer answer = {0};
	bool done = account_register(&call->account, call->body, shown_user_with_role(call), &answer, call->error);
	return call_write_signed_in(call, done, &answer);
}

bool endpoint_forgot_password(struct rest_call *call)
{
	return write_ok(call, account_forgot_password(&call->account, call->body, call->error));
}

/* Strapi's provider takes more, such as attachments. */
static bool check_members(const struct rest_call *call)
{
	static const char *const known[] = {"to", "cc", "bcc", "from", "replyTo", "subject", "text", "html"};
	if (!json_object_is_type(call->body, json_type_object))
		return true;
	json_object_object_foreach(call->body, name, value)
	{
		bool found = !value;
		for (size_t i = 0; i < COUNT_OF(known) && !found; i++)
			found = strcmp(name, known[i]) == 0;
		if (!found)
			return error_set(call->error, 501, "NotImplementedError",
			                 "lectern does not send %.100s in a mail", name);
	}
	return true;
}

bool endpoint_send_email(struct rest_call *call)
{
	if (!check_members(call))
		return false;
	if (!account_send_mail(&call->account, call->body, call->error))
		return false;
	buffer_text(&call->response->body, "{}");
	return true;
}

bool endpoint_reset_password(struct rest_call *call)
{
	struct account_answer answer = {0};
	bool done = account_reset_password(&call->account, call->body, shown_user(call), &answer, call->error);
	return call_write_signed_in(call, done, &answer);
}

bool endpoint_change_password(struct rest_call *call)
{
	struct account_answer answer = {0};
	bool done = account_change_password(&call->account, call->body, shown_user(call), &answer, call->error);
	return call_write_signed_in(call, done, &answer);
}

/* Where the settings send the client: nothing of it may end the header. */
static bool redirect(struct rest_call *call, const char *where)
{
	for (const char *at = where; *at; at++)
		if ((unsigned char)*at <= ' ' || *at == 0x7F)
			return error_internal(call->error, "email_confirmation_redirection is no URL");
	call->response->status = 302;
	call->response->content_type = "text/plain; charset=utf-8";
	http_add_field(call->response, "Location", where);
	buffer_format(&call->response->body, "Redirecting to %s.", where);
	return true;
}

bool endpoint_confirm_email(struct rest_call *call)
{
	struct account_answer answer;
	struct param *params, *confirmation;
	if (!params_parse(call->http->arena, call->http->query, &params, call->error))
		return false;
	call->body = json_object_new_object();
	confirmation = param_get(params, "confirmation");
	if (confirmation)
		json_object_object_add(call->body, "confirmation", body_of_param(confirmation));
	return account_confirm_email(&call->account, call->body, false, NULL, &answer, call->error) &&
	       redirect(call, answer.redirect);
}

bool endpoint_send_confirmation(struct rest_call *call)
{
	struct account_answer answer;
	if (!account_send_confirmation(&call->account, call->body, &answer, call->error))
		return false;
	buffer_text(&call->response->body, "{\"email\":");
	json_write_string(&call->response->body, slice_of(answer.email));
	buffer_text(&call->response->body, ",\"sent\":true}");
	return true;
}

/* ---- users ---- */

bool endpoint_create_user(struct rest_call *call)
{
	struct account_answer answer = {0};
	bool done = account_create_user(&call->account, call->body, shown_user_with_role(call), &answer, call->error);
	if (done) {
		call->response->status = 201;
		write_user(call, &answer);
	}
	content_free(answer.user);
	return done;
}

bool endpoint_update_user(struct rest_call *call)
{
	struct account_answer answer = {0};
	int64_t id;
	if (!call_entry_id(call, &id))
		return error_set(call->error, 404, "NotFoundError", "User not found");
	bool done =
	    account_update_user(&call->account, id, call->body, shown_user_with_role(call), &answer, call->error);
	if (done)
		write_user(call, &answer);
	content_free(answer.user);
	return done;
}

/* As in Strapi, there is nothing to say of a user that is not there. */
bool endpoint_delete_user(struct rest_call *call)
{
	struct account_answer answer = {0};
	int64_t id;
	bool done = !call_entry_id(call, &id) ||
	            account_delete_user(&call->account, id, shown_user(call), &answer, call->error);
	if (done && answer.user_id)
		write_user(call, &answer);
	else if (done)
		call->response->status = 204;
	content_free(answer.user);
	return done;
}

/* ---- roles ---- */

static bool role_id(const struct rest_call *call, int64_t *id)
{
	return call_entry_id(call, id) || error_set(call->error, 404, "NotFoundError", "Role not found");
}

bool endpoint_create_role(struct rest_call *call)
{
	return write_ok(call, account_create_role(&call->account, call->body, call->error));
}

bool endpoint_update_role(struct rest_call *call)
{
	int64_t id;
	if (!call_entry_id(call, &id))
		id = 0; /* no role has it: as in Strapi the body is looked at first */
	return write_ok(call, account_update_role(&call->account, id, call->body, call->error));
}

bool endpoint_delete_role(struct rest_call *call)
{
	int64_t id;
	return role_id(call, &id) && write_ok(call, account_delete_role(&call->account, id, call->error));
}
