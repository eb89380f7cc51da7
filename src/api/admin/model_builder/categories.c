/* Categories of components: the folders that they lie in. */
#include "check.h"
#include "edit.h"
#include "writing.h"

#include <json-c/json.h>

static bool has_category(const struct builder_call *builder, struct slice name)
{
	for (size_t i = 0; i < builder->models.count; i++)
		if (builder->models.items[i]->category && slice_is(name, builder->models.items[i]->category))
			return true;
	return false;
}

static const char *new_category(const struct builder_call *builder)
{
	return edit_slug(builder->call->http->arena, json_string(json_member(builder->body, "name")));
}

static bool rename_category(struct builder_call *builder, struct error *error)
{
	struct model_edits *models = &builder->models;
	const struct slice name = admin_route_part(&builder->call->match, ":name");
	const char *renamed = new_category(builder);
	if (!has_category(builder, name))
		return error_set(error, 400, "ApplicationError", "category not found");
	if (!*renamed || has_category(builder, slice_of(renamed)))
		return error_set(error, 400, "ApplicationError", "Name already taken");
	for (size_t i = 0; i < models->count; i++) {
		struct model_edit *component = models->items[i];
		if (!component->category || !slice_is(name, component->category))
			continue;
		component->uid = arena_format(models->arena, "%s.%s", renamed, component->name);
		component->file = arena_format(models->arena, "src/components/%s/%s.json", renamed, component->name);
		component->modified = true;
		models_rename_component(models, component->known_uid, component->uid);
	}
	return true;
}

static bool delete_category(struct builder_call *builder, struct error *error)
{
	const struct slice name = admin_route_part(&builder->call->match, ":name");
	if (!has_category(builder, name))
		return error_set(error, 400, "ApplicationError", "category not found");
	for (size_t i = 0; i < builder->models.count; i++) {
		struct model_edit *component = builder->models.items[i];
		if (component->category && slice_is(name, component->category))
			edit_delete_component(&builder->models, component);
	}
	return true;
}

static bool answer_name(struct admin_call *call, struct slice name)
{
	buffer_text(&call->response->body, "{\"name\":");
	json_write_string(&call->response->body, name);
	buffer_byte(&call->response->body, '}');
	return true;
}

bool admin_change_category(struct admin_call *call)
{
	struct builder_call builder;
	if (!builder_begin(&builder, call))
		return false;
	check_category_body(&builder.problems, builder.body);
	if (problems_count(&builder.problems)) {
		problems_answer(&builder.problems, call->response);
		return true;
	}
	const char *renamed = new_category(&builder);
	if (slice_is(admin_route_part(&call->match, ":name"), renamed)) {
		buffer_text(&call->response->body, "{}");
		return true;
	}
	return builder_change_models(&builder, rename_category, call->error) && answer_name(call, slice_of(renamed));
}

bool admin_delete_category(struct admin_call *call)
{
	struct builder_call builder;
	return builder_begin(&builder, call) && builder_change_models(&builder, delete_category, call->error) &&
	       answer_name(call, admin_route_part(&call->match, ":name"));
}
