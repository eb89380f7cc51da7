/* Policies and middlewares of REST: by name, by name with config, and as functions. */
#include <lectern.h>

#include <string.h>

static const char uid[] = "api::category.category";

/* {"header": …}: that header must be sent. */
static bool has_header(void *context, lectern_call *call, const lectern_value *config)
{
	lectern_text name = lectern_as_text(lectern_get(config, "header"));
	(void)context;
	if (lectern_request_header(call, name.length ? name.data : "X-Purpose").length)
		return true;
	return name.length ? lectern_fail_policy(call, "Expected the header %s", name.data) : false;
}

static bool is_not_first(void *context, lectern_call *call, const lectern_value *config)
{
	(void)context;
	(void)config;
	return strcmp(lectern_request_part(call, "id").data, "1") != 0;
}

/* {"limit": …}: lists are that long when the request does not say. */
static bool limit_lists(void *context, lectern_call *call, const lectern_value *options)
{
	lectern_value *query;
	(void)context;
	if (!lectern_request_query(call, &query))
		return false;
	if (!lectern_has(query, "pagination"))
		lectern_put(call, query, "pagination.pageSize", lectern_get(options, "limit"));
	return lectern_set_query(call, query) && lectern_next(call);
}

/* Replaces the core action: categories are not deleted, but renamed. */
static bool retire(void *context, lectern_call *call, const lectern_value *options)
{
	lectern_value *entry, *answer = lectern_new_object(call), *data = lectern_new_object(call);
	int64_t id;
	(void)context;
	(void)options;
	if (!lectern_to_integer(lectern_request_part(call, "id"), &id))
		return lectern_fail_not_found(call);
	lectern_set(data, "name", lectern_new_format(call, "retired %lld", (long long)id));
	if (!lectern_update(call, uid, id, data, NULL, LECTERN_WRAPPED, &entry))
		return false;
	lectern_set(answer, "data", entry);
	return lectern_respond(call, answer);
}

bool lectern_register(lectern_app *app)
{
	lectern_rule *list = lectern_core_action(app, uid, "find"), *one = lectern_core_action(app, uid, "findOne");
	return lectern_register_policy(app, "has-header", has_header, NULL) &&
	       lectern_register_middleware(app, "limit-lists", limit_lists, NULL) &&
	       lectern_use_policy(list, "has-header", NULL) &&
	       lectern_use_middleware(list, "limit-lists", "{\"limit\": 3}") &&
	       lectern_use_policy(one, "has-header", "{\"header\": \"X-Reason\"}") &&
	       lectern_use_policy_function(one, is_not_first, NULL) &&
	       lectern_use_middleware_function(lectern_core_action(app, uid, "delete"), retire, NULL);
}
