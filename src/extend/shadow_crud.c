/* What is left out of the schema that is made of the models. */
#include "app.h"

struct lectern_shadow {
	struct lectern_app *app;
	struct slice uid;
	const struct content_type *type;
};

struct lectern_shadow_field {
	struct lectern_shadow *shadow;
	struct slice name;
};

lectern_shadow *lectern_shadow_crud(lectern_app *app, const char *uid)
{
	const struct content_type *type = app_is_open(app) ? app_type(app, uid, true) : NULL;
	if (!type)
		return NULL;
	struct lectern_shadow *shadow = arena_alloc(app->extensions->arena, sizeof *shadow);
	*shadow = (struct lectern_shadow){.app = app, .uid = slice_of(type->uid), .type = type};
	return shadow;
}

static struct api_graphql_switches *switches_of(const lectern_shadow *shadow)
{
	return shadow->app->extensions->switches;
}

static lectern_shadow *disable(lectern_shadow *shadow, enum api_graphql_type_switch part)
{
	if (!shadow || !app_is_open(shadow->app))
		return NULL;
	api_graphql_disable(switches_of(shadow), shadow->uid, part);
	return shadow;
}

lectern_shadow *lectern_disable(lectern_shadow *shadow)
{
	return disable(shadow, API_GRAPHQL_TYPE);
}

lectern_shadow *lectern_disable_queries(lectern_shadow *shadow)
{
	return disable(shadow, API_GRAPHQL_QUERIES);
}

lectern_shadow *lectern_disable_mutations(lectern_shadow *shadow)
{
	return disable(shadow, API_GRAPHQL_MUTATIONS);
}

static bool is_action(const char *action)
{
	static const char *const known[] = {"find", "findOne", "create", "update", "delete", "*"};
	for (size_t i = 0; action && i < COUNT_OF(known); i++)
		if (strcmp(action, known[i]) == 0)
			return true;
	return false;
}

lectern_shadow *lectern_disable_action(lectern_shadow *shadow, const char *action)
{
	if (!shadow || !app_is_open(shadow->app))
		return NULL;
	if (!is_action(action)) {
		app_refuse(shadow->app,
		           "\"%s\" is no action of the schema. Expected find, findOne, create, update, delete or *",
		           action ? action : "");
		return NULL;
	}
	api_graphql_disable_action(switches_of(shadow), shadow->uid, slice_of(action));
	return shadow;
}

lectern_shadow *lectern_disable_actions(lectern_shadow *shadow, const char *const *actions)
{
	for (; shadow && actions && *actions; actions++)
		shadow = lectern_disable_action(shadow, *actions);
	return shadow;
}

static bool is_enabled(const lectern_shadow *shadow, enum api_graphql_type_switch part)
{
	return shadow && api_graphql_is_enabled(switches_of(shadow), shadow->uid, part);
}

bool lectern_is_enabled(const lectern_shadow *shadow)
{
	return is_enabled(shadow, API_GRAPHQL_TYPE);
}

bool lectern_is_disabled(const lectern_shadow *shadow)
{
	return !lectern_is_enabled(shadow);
}

bool lectern_are_queries_enabled(const lectern_shadow *shadow)
{
	return is_enabled(shadow, API_GRAPHQL_QUERIES);
}

bool lectern_are_queries_disabled(const lectern_shadow *shadow)
{
	return !lectern_are_queries_enabled(shadow);
}

bool lectern_are_mutations_enabled(const lectern_shadow *shadow)
{
	return is_enabled(shadow, API_GRAPHQL_MUTATIONS);
}

bool lectern_are_mutations_disabled(const lectern_shadow *shadow)
{
	return !lectern_are_mutations_enabled(shadow);
}

bool lectern_is_action_enabled(const lectern_shadow *shadow, const char *action)
{
	return shadow && action && api_graphql_is_action_enabled(switches_of(shadow), shadow->uid, slice_of(action));
}

bool lectern_is_action_disabled(const lectern_shadow *shadow, const char *action)
{
	return !lectern_is_action_enabled(shadow, action);
}

/* ---- fields ---- */

lectern_shadow_field *lectern_shadow_field_named(lectern_shadow *shadow, const char *name)
{
	if (!shadow || !app_is_open(shadow->app))
		return NULL;
	if (!name || !model_attribute(shadow->type, slice_of(name))) {
		app_refuse(shadow->app, "%s has no field \"%s\"", shadow->type->uid, name ? name : "");
		return NULL;
	}
	struct lectern_shadow_field *field = arena_alloc(shadow->app->extensions->arena, sizeof *field);
	*field =
	    (struct lectern_shadow_field){shadow, arena_copy_slice(shadow->app->extensions->arena, slice_of(name))};
	return field;
}

static lectern_shadow_field *disable_field(lectern_shadow_field *field, enum api_graphql_field_switch part)
{
	if (!field || !app_is_open(field->shadow->app))
		return NULL;
	api_graphql_disable_field(switches_of(field->shadow), field->shadow->uid, field->name, part);
	return field;
}

lectern_shadow_field *lectern_field_disable(lectern_shadow_field *field)
{
	return disable_field(field, API_GRAPHQL_FIELD);
}

lectern_shadow_field *lectern_field_disable_output(lectern_shadow_field *field)
{
	return disable_field(field, API_GRAPHQL_OUTPUT);
}

lectern_shadow_field *lectern_field_disable_input(lectern_shadow_field *field)
{
	return disable_field(field, API_GRAPHQL_INPUT);
}

lectern_shadow_field *lectern_field_disable_filters(lectern_shadow_field *field)
{
	return disable_field(field, API_GRAPHQL_FILTERS);
}

static bool has_enabled(const lectern_shadow_field *field, enum api_graphql_field_switch part)
{
	return field && api_graphql_is_field_enabled(switches_of(field->shadow), field->shadow->uid, field->name, part);
}

bool lectern_field_is_enabled(const lectern_shadow_field *field)
{
	return has_enabled(field, API_GRAPHQL_FIELD);
}

bool lectern_field_is_disabled(const lectern_shadow_field *field)
{
	return !lectern_field_is_enabled(field);
}

bool lectern_field_has_output_enabled(const lectern_shadow_field *field)
{
	return has_enabled(field, API_GRAPHQL_OUTPUT);
}

bool lectern_field_has_input_enabled(const lectern_shadow_field *field)
{
	return has_enabled(field, API_GRAPHQL_INPUT);
}

bool lectern_field_has_filters_enabled(const lectern_shadow_field *field)
{
	return has_enabled(field, API_GRAPHQL_FILTERS);
}
