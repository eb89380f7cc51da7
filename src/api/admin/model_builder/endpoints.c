/* The content-type builder: shows models, and writes them while the project is developed. */
#include "check.h"
#include "check_attributes.h"
#include "edit.h"
#include "edit_types.h"
#include "writing.h"

#include <json-c/json.h>

static bool answer_one(struct admin_call *call, bool components)
{
	struct json_object *shown = rest_builder_find(call->http->arena, call->shared->registry, components,
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
	       admin_call_answer(call, rest_builder_list(call->http->arena, call->shared->registry, false, kind));
}

bool admin_builder_components(struct admin_call *call)
{
	return admin_call_answer(call,
	                         rest_builder_list(call->http->arena, call->shared->registry, true, (struct slice){0}));
}

bool admin_builder_type(struct admin_call *call)
{
	return answer_one(call, false);
}

bool admin_builder_component(struct admin_call *call)
{
	return answer_one(call, true);
}

static void write_names(struct buffer *body, const char *const *names, size_t count)
{
	buffer_byte(body, '[');
	for (size_t i = 0; i < count; i++) {
		json_next(body);
		json_write_string(body, slice_of(names[i]));
	}
	buffer_byte(body, ']');
}

bool admin_reserved_names(struct admin_call *call)
{
	struct buffer *body = &call->response->body;
	buffer_text(body, "{\"models\":");
	write_names(body, reserved_models, reserved_model_count);
	buffer_text(body, ",\"attributes\":");
	write_names(body, reserved_attributes, reserved_attribute_count);
	buffer_byte(body, '}');
	return true;
}

/* ---- writing ---- */

static bool answer_uid(struct admin_call *call, int status, const char *uid)
{
	struct json_object *data = json_object_new_object();
	json_object_object_add(data, "uid", json_object_new_string(uid));
	call->response->status = status;
	return admin_call_answer(call, data);
}

static struct model_edit *named_model(const struct builder_call *builder, bool component)
{
	const struct slice uid = admin_route_part(&builder->call->match, ":uid");
	return models_find(&builder->models, arena_copy(builder->models.arena, uid), component);
}

static bool is_known(const struct admin_call *call, bool component)
{
	const struct content_type *type = model_type(call->shared->registry, admin_route_part(&call->match, ":uid"));
	return type && type->component == component;
}

/* The uid of the changed model, in the answer, or why it was not changed. */
static bool write_and_answer(struct builder_call *builder, builder_step *step, struct model_edit **model, int status)
{
	struct error error;
	if (!builder_change_models(builder, step, &error))
		return builder_answer_error(builder->call, &error);
	return answer_uid(builder->call, status, (*model)->uid);
}

/* ---- types ---- */

static bool create_type(struct builder_call *builder, struct error *error)
{
	return edit_create_type(&builder->models, builder->body, &builder->more.made, error);
}

bool admin_create_type(struct admin_call *call)
{
	struct builder_call builder;
	if (!builder_begin(&builder, call))
		return false;
	check_type_body(&builder.problems, call->shared->registry, builder.body, false);
	if (problems_count(&builder.problems)) {
		problems_answer(&builder.problems, call->response);
		return true;
	}
	return write_and_answer(&builder, create_type, &builder.more.made, 201);
}

/* What the step works on, for the answer. */
struct named_call {
	struct builder_call builder; /* first: steps get it */
	struct model_edit *model;
};

/* A collection type with several entries can't become a single type. */
static bool count_entries(struct admin_call *call, const struct content_type *type, int64_t *count, struct error *error)
{
	struct store_session *session;
	if (!store_begin(call->shared->store, call->request->thread, call->http->arena, &session, error))
		return false;
	const bool done = store_count(session, query_create(call->http->arena, type), count, error);
	store_end(session);
	return done;
}

static bool permit_kind(struct builder_call *builder, struct error *error)
{
	struct admin_call *call = builder->call;
	struct json_object *description = json_member(builder->body, "contentType");
	const struct content_type *type = model_type(call->shared->registry, admin_route_part(&call->match, ":uid"));
	int64_t count;
	if (!type || type->single || !slice_is(json_string(json_member(description, "kind")), "singleType"))
		return true;
	return count_entries(call, type, &count, error) &&
	       (count < 2 || error_set(error, 400, "ApplicationError",
	                               "You cannot convert a collectionType to a singleType when having multiple "
	                               "entries in DB"));
}

static bool change_type(struct builder_call *builder, struct error *error)
{
	struct named_call *named = (struct named_call *)(void *)builder;
	named->model = named_model(builder, false);
	return permit_kind(builder, error) &&
	       (named->model || error_set(error, 404, "NotFoundError", "contentType.notFound")) &&
	       edit_change_type(&builder->models, named->model, builder->body, error);
}

bool admin_change_type(struct admin_call *call)
{
	struct named_call named = {.model = NULL};
	if (!builder_begin(&named.builder, call))
		return false;
	if (!is_known(call, false)) {
		rest_builder_refuse_missing(call->response, false);
		return true;
	}
	check_type_body(&named.builder.problems, call->shared->registry, named.builder.body, true);
	if (problems_count(&named.builder.problems)) {
		problems_answer(&named.builder.problems, call->response);
		return true;
	}
	return write_and_answer(&named.builder, change_type, &named.model, 201);
}

static bool delete_type(struct builder_call *builder, struct error *error)
{
	struct named_call *named = (struct named_call *)(void *)builder;
	named->model = named_model(builder, false);
	if (!named->model)
		return error_set(error, 404, "NotFoundError", "contentType.notFound");
	if (strncmp(named->model->uid, "api::", 5) != 0)
		return error_set(error, 400, "ApplicationError", "%s is a type of a plugin, and can't be deleted",
		                 named->model->uid);
	edit_delete_type(&builder->models, named->model);
	builder->more.deleted = named->model;
	return true;
}

bool admin_delete_type(struct admin_call *call)
{
	struct named_call named = {.model = NULL};
	if (!builder_begin(&named.builder, call))
		return false;
	if (is_known(call, false))
		return write_and_answer(&named.builder, delete_type, &named.model, 200);
	rest_builder_refuse_missing(call->response, false);
	return true;
}

/* ---- components ---- */

static bool create_component(struct builder_call *builder, struct error *error)
{
	struct named_call *named = (struct named_call *)(void *)builder;
	return edit_create_component(&builder->models, builder->body, &named->model, error);
}

static bool change_component(struct builder_call *builder, struct error *error)
{
	struct named_call *named = (struct named_call *)(void *)builder;
	named->model = named_model(builder, true);
	return named->model ? edit_change_component(&builder->models, named->model, builder->body, error)
	                    : error_set(error, 404, "NotFoundError", "component.notFound");
}

static bool delete_component(struct builder_call *builder, struct error *error)
{
	struct named_call *named = (struct named_call *)(void *)builder;
	named->model = named_model(builder, true);
	if (!named->model)
		return error_set(error, 404, "NotFoundError", "component.notFound");
	edit_delete_component(&builder->models, named->model);
	return true;
}

/* `edits`: the path names the component. */
static bool write_component(struct admin_call *call, builder_step *step, bool edits, bool described, int status)
{
	struct named_call named = {.model = NULL};
	if (!builder_begin(&named.builder, call))
		return false;
	if (edits && !is_known(call, true)) {
		rest_builder_refuse_missing(call->response, true);
		return true;
	}
	if (described)
		check_component_body(&named.builder.problems, call->shared->registry, named.builder.body, edits);
	if (problems_count(&named.builder.problems)) {
		problems_answer(&named.builder.problems, call->response);
		return true;
	}
	return write_and_answer(&named.builder, step, &named.model, status);
}

bool admin_create_component(struct admin_call *call)
{
	return write_component(call, create_component, false, true, 201);
}

bool admin_change_component(struct admin_call *call)
{
	return write_component(call, change_component, true, true, 200);
}

bool admin_delete_component(struct admin_call *call)
{
	return write_component(call, delete_component, true, false, 200);
}
