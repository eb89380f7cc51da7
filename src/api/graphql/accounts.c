/* The fields of Mutation about accounts: what the room `account` does, in the shapes of the schema. */
#include "accounts.h"
#include "plan.h"
#include "response.h"

#include <json-c/json.h>

typedef bool sign_in(struct account_call *call, struct json_object *input, const struct query *shown,
                     struct account_answer *answer, struct error *error);

static struct json_object *keep(struct graphql_call *call, struct json_object *json)
{
	api_graphql_keep_json(context_of(call), json);
	return json;
}

/* All arguments as one object. */
static struct json_object *read_arguments(struct graphql_call *call)
{
	struct json_object *input = keep(call, json_object_new_object());
	size_t i = 0;
	for (const struct graphql_input *at = call->field->arguments; at; at = at->next, i++)
		if (call->arguments[i].kind != GRAPHQL_VALUE_ABSENT)
			json_object_object_add(input, arena_copy(call->arena, at->name),
			                       graphql_value_to_json(&call->arguments[i]));
	return input;
}

/* One argument that is an object. */
static struct json_object *read_argument(struct graphql_call *call, const char *name)
{
	const struct graphql_value *value = graphql_argument(call, name);
	struct json_object *json = value ? graphql_value_to_json(value) : NULL;
	return keep(call, json ? json : json_object_new_object());
}

static bool set_value(struct graphql_call *call, struct graphql_result *result, struct json_object *json)
{
	result->kind = GRAPHQL_RESULT_VALUE;
	result->value = keep(call, json);
	return true;
}

/* {jwt, user}. The role is not told, as in Strapi. What was read of a user is there also when it failed. */
static bool set_payload(struct graphql_call *call, struct graphql_result *result, bool done,
                        const struct account_answer *answer)
{
	if (!done) {
		content_free(answer->user);
		return false;
	}
	struct json_object *payload = json_object_new_object();
	if (answer->jwt)
		json_object_object_add(payload, "jwt", json_object_new_string(answer->jwt));
	if (answer->user && content_result_count(answer->user))
		json_object_object_add(payload, "user", content_entry_json(answer->user, 0));
	content_free(answer->user);
	return set_value(call, result, payload);
}

static const struct query *show_user(struct graphql_call *call)
{
	return query_create(call->arena, context_of(call)->schema->registry->user);
}

static bool sign(struct graphql_call *call, struct graphql_result *result, sign_in *how, struct json_object *input)
{
	struct account_answer answer = {0};
	bool done = how(context_of(call)->account, input, show_user(call), &answer, call->error);
	return set_payload(call, result, done, &answer);
}

bool api_graphql_resolve_login(struct graphql_call *call, struct graphql_result *result)
{
	struct json_object *input = read_argument(call, "input"), *provider;
	/* Other providers redirect browsers, which GraphQL can't. */
	if (json_find(input, "provider", &provider) && strcmp(json_object_get_string(provider), "local") != 0)
		return error_set(call->error, 400, "ApplicationError", "This provider is disabled");
	json_object_object_del(input, "provider");
	return sign(call, result, account_sign_in, input);
}

bool api_graphql_resolve_register(struct graphql_call *call, struct graphql_result *result)
{
	return sign(call, result, account_register, read_argument(call, "input"));
}

bool api_graphql_resolve_reset_password(struct graphql_call *call, struct graphql_result *result)
{
	return sign(call, result, account_reset_password, read_arguments(call));
}

bool api_graphql_resolve_change_password(struct graphql_call *call, struct graphql_result *result)
{
	return sign(call, result, account_change_password, read_arguments(call));
}

bool api_graphql_resolve_email_confirmation(struct graphql_call *call, struct graphql_result *result)
{
	struct account_answer answer = {0};
	bool done = account_confirm_email(context_of(call)->account, read_arguments(call), true, show_user(call),
	                                  &answer, call->error);
	return set_payload(call, result, done, &answer);
}

static bool set_ok(struct graphql_call *call, struct graphql_result *result)
{
	struct json_object *payload = json_object_new_object();
	json_object_object_add(payload, "ok", json_object_new_boolean(true));
	return set_value(call, result, payload);
}

bool api_graphql_resolve_forgot_password(struct graphql_call *call, struct graphql_result *result)
{
	return account_forgot_password(context_of(call)->account, read_arguments(call), call->error) &&
	       set_ok(call, result);
}

/* ---- users ---- */

static bool plan_user(struct graphql_call *call, struct query **shown)
{
	struct api_graphql_context *context = context_of(call);
	return api_graphql_plan_selection(context, call->selected, context->schema->registry->user, PUBLICATION_ANY,
	                                  shown, NULL, call->error);
}

static bool set_user(struct graphql_call *call, struct graphql_result *result, bool done,
                     const struct account_answer *answer)
{
	if (answer->user)
		api_graphql_keep_result(context_of(call), answer->user);
	if (!done)
		return false;
	api_graphql_response_of_result(context_of(call), answer->user, false, result, NULL);
	return true;
}

/* What is no id is answered like one that nothing has: 0. */
static int64_t id_of(struct graphql_call *call)
{
	int64_t id;
	return api_graphql_response_read_id(graphql_argument(call, "id"), &id) ? id : 0;
}

bool api_graphql_resolve_create_user(struct graphql_call *call, struct graphql_result *result)
{
	struct account_answer answer = {0};
	struct query *shown;
	if (!plan_user(call, &shown))
		return false;
	bool done =
	    account_create_user(context_of(call)->account, read_argument(call, "data"), shown, &answer, call->error);
	return set_user(call, result, done, &answer);
}

bool api_graphql_resolve_update_user(struct graphql_call *call, struct graphql_result *result)
{
	struct account_answer answer = {0};
	struct query *shown;
	if (!plan_user(call, &shown))
		return false;
	bool done = account_update_user(context_of(call)->account, id_of(call), read_argument(call, "data"), shown,
	                                &answer, call->error);
	return set_user(call, result, done, &answer);
}

bool api_graphql_resolve_delete_user(struct graphql_call *call, struct graphql_result *result)
{
	struct account_answer answer = {0};
	struct api_graphql_context *context = context_of(call);
	struct query *shown;
	if (!api_graphql_plan_deletion(context, call->selected, context->schema->registry->user, &shown, call->error))
		return false;
	bool done = account_delete_user(context->account, id_of(call), shown, &answer, call->error);
	return set_user(call, result, done, &answer);
}

/* ---- roles ---- */

bool api_graphql_resolve_create_role(struct graphql_call *call, struct graphql_result *result)
{
	return account_create_role(context_of(call)->account, read_argument(call, "data"), call->error) &&
	       set_ok(call, result);
}

bool api_graphql_resolve_update_role(struct graphql_call *call, struct graphql_result *result)
{
	return account_update_role(context_of(call)->account, id_of(call), read_argument(call, "data"), call->error) &&
	       set_ok(call, result);
}

bool api_graphql_resolve_delete_role(struct graphql_call *call, struct graphql_result *result)
{
	return account_delete_role(context_of(call)->account, id_of(call), call->error) && set_ok(call, result);
}
