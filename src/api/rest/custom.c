/* Routes that were added, and the options of the actions of content-types. */
#include "custom.h"
#include "body.h"
#include "route.h"

#include <json-c/json.h>

static const char *const actions[] = {"find", "findOne", "create", "update", "delete", "createLocalization"};

/* ---- adding ---- */

static bool has_action(const struct content_type *type, size_t action)
{
	bool entry_only = strcmp(actions[action], "findOne") == 0 || strcmp(actions[action], "create") == 0;
	if (strcmp(actions[action], "createLocalization") == 0)
		return type->localized;
	return !type->component && !type->plugin && !(type->single && entry_only);
}

static bool is_method(const char *method)
{
	static const char *const known[] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (strcmp(method, known[i]) == 0)
			return true;
	return false;
}

bool rest_add_route(struct rest *rest, const struct rest_route *route, struct error *error)
{
	struct custom_route *custom = arena_alloc(rest->arena, sizeof *custom);
	custom->route = *route;
	if (!is_method(route->method))
		return error_validation(error, "unknown method \"%s\". Expected GET, POST, PUT, PATCH or DELETE",
		                        route->method);
	if (!http_split_path(slice_of(route->path), NULL, custom->parts, REST_MOST_PARTS, &custom->part_count))
		return error_validation(error, "invalid path \"%s\". Expected /part/:parameter with at most %d parts",
		                        route->path, REST_MOST_PARTS);
	*rest->last_custom = custom;
	rest->last_custom = &custom->next;
	return true;
}

static const struct rest_step *join(struct arena *arena, const struct rest_step *before, const struct rest_step *after)
{
	const struct rest_step *lists[] = {before, after}, *first = NULL, **end = &first;
	for (size_t i = 0; i < COUNT_OF(lists); i++) {
		for (const struct rest_step *step = lists[i]; step; step = step->next) {
			struct rest_step *copy = arena_alloc(arena, sizeof *copy);
			*copy = (struct rest_step){.run = step->run, .context = step->context};
			*end = copy;
			end = &copy->next;
		}
	}
	return first;
}

bool rest_add_options(struct rest *rest, const struct content_type *type, const char *action,
                      const struct rest_route_options *options, struct error *error)
{
	size_t number = 0;
	while (number < COUNT_OF(actions) && strcmp(actions[number], action) != 0)
		number++;
	if (number == COUNT_OF(actions) || !has_action(type, number))
		return error_validation(error, "%s has no action \"%s\"", type->uid, action);
	if (!rest->route_options)
		rest->route_options = arena_array(rest->arena, rest->registry->type_count * COUNT_OF(actions),
		                                  sizeof(struct rest_route_options *));
	struct rest_route_options **place = &rest->route_options[type->index * COUNT_OF(actions) + number];
	if (!*place)
		*place = arena_alloc(rest->arena, sizeof **place);
	struct rest_route_options *all = *place;
	all->open = all->open || options->open;
	if (options->action)
		all->action = options->action;
	all->policies = join(rest->arena, all->policies, options->policies);
	all->middlewares = join(rest->arena, all->middlewares, options->middlewares);
	return true;
}

/* ---- finding ---- */

const struct rest_route_options *route_options_find(const struct rest *rest, const struct content_type *type,
                                                    const char *action)
{
	for (size_t i = 0; i < COUNT_OF(actions); i++)
		if (strcmp(actions[i], action) == 0)
			return rest->route_options[type->index * COUNT_OF(actions) + i];
	return NULL;
}

static bool matches(const struct custom_route *custom, const struct slice *parts, size_t count)
{
	if (count != custom->part_count)
		return false;
	for (size_t i = 0; i < count; i++)
		if (custom->parts[i].ptr[0] != ':' && !slice_equals_ignoring_case(custom->parts[i], parts[i]))
			return false;
	return true;
}

static bool endpoint_custom(struct rest_call *call)
{
	const struct rest_step *handler = &call->route.custom->route.handler;
	return handler->run(handler->context, call);
}

bool custom_find(struct rest_call *call)
{
	struct slice parts[REST_MOST_PARTS];
	size_t count;
	if (!route_parts(call, parts, REST_MOST_PARTS, &count))
		return false;
	for (const struct custom_route *custom = call->rest->custom; custom; custom = custom->next) {
		/* HEAD comes as GET. */
		bool is_get = call->http->method == HTTP_GET && strcmp(custom->route.method, "GET") == 0;
		if ((!is_get && !slice_is(call->http->method_name, custom->route.method)) ||
		    !matches(custom, parts, count))
			continue;
		call->parts = arena_array(call->http->arena, count, sizeof *parts);
		memcpy(call->parts, parts, count * sizeof *parts);
		call->route = (struct route){
		    .endpoint = endpoint_custom,
		    .action = slice_of(custom->route.options.action),
		    .writes = custom->route.writes,
		    .custom = custom,
		    .options = &custom->route.options,
		};
		return true;
	}
	return false;
}

/* ---- running ---- */

bool route_options_admit(struct rest_call *call)
{
	for (const struct rest_step *policy = call->route.options->policies; policy; policy = policy->next)
		if (!policy->run(policy->context, call))
			return false;
	call->step = call->route.options->middlewares;
	return true;
}

/* As Strapi answers what hooks throw of these kinds, and what the query engine refuses of their data. */
static void hide_error(const struct rest_call *call)
{
	if (call->inner && call->error->status == 500)
		return;
	request_hide_error(call->error, call->http->arena, call->route.type && !call->route.type->plugin);
}

bool rest_next(struct rest_call *call)
{
	const struct rest_step *step = call->step;
	if (!step) {
		call->response->body.len = 0;
		bool answered = call->route.endpoint(call);
		if (!answered) {
			hide_error(call);
			request_fail(call->request, call->error);
		}
		return answered;
	}
	call->step = step->next;
	bool done = step->run(step->context, call);
	call->step = step;
	return done;
}

/* ---- what steps see of a request ---- */

struct request *rest_call_request(const struct rest_call *call)
{
	return call->request;
}

struct error *rest_call_error(const struct rest_call *call)
{
	return call->error;
}

struct slice rest_call_part(const struct rest_call *call, const char *name)
{
	const struct custom_route *custom = call->route.custom;
	if (!custom)
		return strcmp(name, "id") == 0 ? call->route.id : (struct slice){NULL, 0};
	for (size_t i = 0; i < custom->part_count; i++)
		if (custom->parts[i].ptr[0] == ':' &&
		    slice_is((struct slice){custom->parts[i].ptr + 1, custom->parts[i].len - 1}, name))
			return call->parts[i];
	return (struct slice){NULL, 0};
}

bool rest_call_params(struct rest_call *call, struct param **params)
{
	*params = call->params;
	return call->params || params_parse(call->http->arena, call->http->query, params, call->error);
}

bool rest_call_set_params(struct rest_call *call, struct param *params)
{
	call->params = params;
	/* What writes has read its parameters before its transaction began. */
	if (!call->request->writing || call->route.custom)
		return true;
	return call_read_query(call, call->route.type, params, !call->route.type->single, false, &call->root);
}

static void put_json(void *json)
{
	json_object_put(json);
}

bool rest_call_body(struct rest_call *call, struct json_object **body)
{
	if (!call->body && !(call->request->writing && !call->route.custom)) {
		struct json_object *read;
		if (!body_read(call, &read))
			return false;
		if (read)
			arena_defer(call->http->arena, put_json, read);
		*body = read;
		return true;
	}
	*body = call->body;
	return true;
}
