/* What is not built yet. */
#include "account.h"

bool account_sign_in(struct account_call *call, struct json_object *input, const struct query *shown,
                     struct account_answer *answer, struct error *error)
{
	(void)call;
	(void)input;
	(void)shown;
	(void)answer;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}

bool account_register(struct account_call *call, struct json_object *input, const struct query *shown,
                      struct account_answer *answer, struct error *error)
{
	(void)call;
	(void)input;
	(void)shown;
	(void)answer;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}

bool account_forgot_password(struct account_call *call, struct json_object *input, struct error *error)
{
	(void)call;
	(void)input;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}

bool account_reset_password(struct account_call *call, struct json_object *input, const struct query *shown,
                            struct account_answer *answer, struct error *error)
{
	(void)call;
	(void)input;
	(void)shown;
	(void)answer;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}

bool account_change_password(struct account_call *call, struct json_object *input, const struct query *shown,
                             struct account_answer *answer, struct error *error)
{
	(void)call;
	(void)input;
	(void)shown;
	(void)answer;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}

bool account_confirm_email(struct account_call *call, struct json_object *input, bool with_token,
                           const struct query *shown, struct account_answer *answer, struct error *error)
{
	(void)call;
	(void)input;
	(void)with_token;
	(void)shown;
	(void)answer;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}

bool account_send_confirmation(struct account_call *call, struct json_object *input, struct account_answer *answer,
                               struct error *error)
{
	(void)call;
	(void)input;
	(void)answer;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}

bool account_create_user(struct account_call *call, struct json_object *input, const struct query *shown,
                         struct account_answer *answer, struct error *error)
{
	(void)call;
	(void)input;
	(void)shown;
	(void)answer;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}

bool account_update_user(struct account_call *call, int64_t id, struct json_object *input, const struct query *shown,
                         struct account_answer *answer, struct error *error)
{
	(void)call;
	(void)id;
	(void)input;
	(void)shown;
	(void)answer;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}

bool account_delete_user(struct account_call *call, int64_t id, const struct query *shown,
                         struct account_answer *answer, struct error *error)
{
	(void)call;
	(void)id;
	(void)shown;
	(void)answer;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}

bool account_create_role(struct account_call *call, struct json_object *input, struct error *error)
{
	(void)call;
	(void)input;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}

bool account_update_role(struct account_call *call, int64_t id, struct json_object *input, struct error *error)
{
	(void)call;
	(void)id;
	(void)input;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}

bool account_delete_role(struct account_call *call, int64_t id, struct error *error)
{
	(void)call;
	(void)id;
	return error_set(error, 501, "NotImplementedError", "Not built yet");
}
