/* Services of Strapi's own actions: what `super` is in a controller of the project's. */
#include "native.h"

#include "code.h"

/* {uid, action, id, query, data, authorization}. AnsweredError, and nothing is done, where the request is gone. */
static bool run(struct service_call *call, struct error *error)
{
	struct json_object *argument = service_argument(call, 0), *id = json_member(argument, "id");
	struct rest_call *request = host_code_hold(call->code, call->ask);
	struct rest_native native = {
	    .type = model_type(call->registry, json_string(json_member(argument, "uid"))),
	    .query = json_string(json_member(argument, "query")),
	    .data = query_untag(call->content.arena, json_member(argument, "data")),
	    .authorization = json_string(json_member(argument, "authorization")),
	};
	if (!request)
		return error_set(error, 500, "AnsweredError", "The request was answered already");
	native.action = arena_copy(call->content.arena, json_string(json_member(argument, "action")));
	if (id)
		native.id = json_text(call->content.arena, id);
	if (!native.query.ptr)
		native.query = SLICE("");
	bool done = native.type ? rest_run_native(request, &native, &call->content, &call->value, error)
	                        : error_not_found(error);
	host_code_release(call->code, call->ask);
	return done;
}

const struct service native_services[] = {
    {"action.read", false, run},
    {"action.write", true, run},
};
const size_t native_service_count = COUNT_OF(native_services);
