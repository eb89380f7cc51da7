/* The content-type builder shows models. It writes none, as Strapi's does not in production. */
#include "admin.h"

static bool answer_one(struct admin_call *call, bool components)
{
	struct json_object *shown = rest_builder_find(call->http->arena, call->all->registry, components,
	                                              admin_route_part(&call->match, ":uid"));
	if (shown)
		return admin_call_answer(call, shown);
	rest_builder_refuse_missing(call->response, components);
	return true;
}

bool admin_builder_types(struct admin_call *call)
{
	struct slice kind;
	return rest_builder_kind(call->http, &kind, call->error) &&
	       admin_call_answer(call, rest_builder_list(call->http->arena, call->all->registry, false, kind));
}

bool admin_builder_components(struct admin_call *call)
{
	return admin_call_answer(call,
	                         rest_builder_list(call->http->arena, call->all->registry, true, (struct slice){0}));
}

bool admin_builder_type(struct admin_call *call)
{
	return answer_one(call, false);
}

bool admin_builder_component(struct admin_call *call)
{
	return answer_one(call, true);
}

bool admin_reserved_names(struct admin_call *call)
{
	buffer_text(&call->response->body,
	            "{\"models\":[\"boolean\",\"date\",\"date-time\",\"time\",\"upload\",\"then\",\"rest\"],"
	            "\"attributes\":[\"id\",\"created_at\",\"updated_at\",\"published_at\",\"created_by_id\","
	            "\"updated_by_id\",\"created_by\",\"updated_by\"]}");
	return true;
}

/* Models are files of the project; the server reads them when it starts. */
bool admin_write_model(struct admin_call *call)
{
	return error_forbidden(call->error);
}
