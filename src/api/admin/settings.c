/* Settings that are stored as they are sent: of the library, and of mails. */
#include "settings.h"
#include "admin.h"

#include <json-c/json.h>

static const char upload_setting[] = "plugin_upload_settings";
static const char view_setting[] = "plugin_upload_view_configuration";

struct setting_write {
	struct admin_call *call;
	const char *key;
	struct slice json;
};

static bool store_value(void *context, struct store_session *session, struct error *error)
{
	const struct setting_write *write = context;
	return store_set_setting(session, write->key, "object", write->json, error);
}

bool admin_set_setting(struct admin_call *call, const char *key, struct json_object *value)
{
	struct setting_write write = {call, key, slice_of(json_print(call->http->arena, value))};
	return account_write(&call->account, store_value, &write, call->error);
}

/* {"data": the setting, or what holds without one} */
static bool answer_setting(struct admin_call *call, const char *key, const char *standard)
{
	struct buffer *body = &call->response->body;
	struct slice json;
	if (!store_setting(call->request->session, key, &json, call->error))
		return false;
	buffer_text(body, "{\"data\":");
	if (!json.len || !json_write_compact(body, json))
		buffer_text(body, standard);
	buffer_byte(body, '}');
	return true;
}

bool admin_upload_settings(struct admin_call *call)
{
	return answer_setting(call, upload_setting,
	                      "{\"sizeOptimization\":true,\"responsiveDimensions\":true,\"autoOrientation\":false}");
}

bool admin_set_upload_settings(struct admin_call *call)
{
	static const char *const names[] = {"sizeOptimization", "responsiveDimensions", "autoOrientation"};
	struct json_object *kept = json_keep(call->http->arena, json_object_new_object());
	struct input input;
	if (!input_begin(&input, call->http->arena, call->body, call->error))
		return false;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct json_object *value;
		const bool present = json_find(call->body, names[i], &value);
		if (!present && i < 2)
			input_refuse_member(&input, names[i], "is a required field");
		else if (present)
			input_check_flag(&input, names[i]);
		if (value)
			json_object_object_add(kept, names[i], json_object_get(value));
	}
	return input_end(&input, call->error) && admin_set_setting(call, upload_setting, kept) &&
	       admin_call_answer(call, json_object_get(kept));
}

bool admin_upload_view(struct admin_call *call)
{
	return answer_setting(call, view_setting, "{\"pageSize\":10,\"sort\":\"createdAt:DESC\"}");
}

static const char *const sorts[] = {"createdAt:DESC", "createdAt:ASC",  "name:ASC",
                                    "name:DESC",      "updatedAt:DESC", "updatedAt:ASC"};

/* Strapi keeps what is sent: a key that is missing is lost. */
bool admin_set_upload_view(struct admin_call *call)
{
	static const char *const names[] = {"pageSize", "sort", NULL};
	struct json_object *size = NULL, *sort = json_member(call->body, "sort");
	struct input input;
	bool known = !sort;
	if (!input_begin(&input, call->http->arena, call->body, call->error))
		return false;
	const bool present = json_find(call->body, "pageSize", &size);
	const bool number = json_object_is_type(size, json_type_int);
	if (!present)
		input_refuse_member(&input, "pageSize", "is a required field");
	else if (!number && !json_object_is_type(size, json_type_double))
		input_refuse_type(&input, "\"pageSize\"", "pageSize", "number", size);
	else if (!number || json_object_get_int64(size) < 1 || json_object_get_int64(size) > 1000)
		input_refuse(&input, "\"pageSize\"", "pageSize must be a whole number between 1 and 1000");
	for (size_t i = 0; !known && i < COUNT_OF(sorts); i++)
		known = slice_is(json_string(sort), sorts[i]);
	if (!known)
		input_refuse(
		    &input, "\"sort\"",
		    "sort must be one of the following values: createdAt:DESC, createdAt:ASC, name:ASC, name:DESC, "
		    "updatedAt:DESC, updatedAt:ASC");
	input_check_names(&input, names);
	if (!input_end(&input, call->error))
		return false;
	if (!call->body)
		call->body = json_keep(call->http->arena, json_object_new_object());
	return admin_set_setting(call, view_setting, call->body) &&
	       admin_call_answer(call, json_object_get(call->body));
}

/* ---- e-mail ---- */

bool admin_email_settings(struct admin_call *call)
{
	const struct config_mail *mail = &call->shared->config->mail;
	struct buffer *body = &call->response->body;
	const struct {
		const char *name, *value;
	} shown[] = {{"defaultFrom", mail->default_from},
	             {"defaultReplyTo", mail->default_reply_to},
	             {"testAddress", mail->test_address}};
	buffer_text(body, "{\"config\":{\"provider\":");
	json_write_string(body, slice_of(mail->provider_name));
	buffer_text(body, ",\"settings\":{");
	for (size_t i = 0; i < COUNT_OF(shown); i++) {
		if (!shown[i].value)
			continue;
		json_write_name(body, slice_of(shown[i].name));
		json_write_string(body, slice_of(shown[i].value));
	}
	buffer_text(body, "}}}");
	return true;
}

bool admin_test_email(struct admin_call *call)
{
	const struct slice to = json_string(json_member(call->body, "to"));
	if (!account_test_mail(&call->account, to, call->error))
		return false;
	buffer_text(&call->response->body, "{}");
	return true;
}

bool admin_send_email(struct admin_call *call)
{
	if (!account_send_mail(&call->account, call->body, call->error))
		return false;
	buffer_text(&call->response->body, "{}");
	return true;
}
