/* The fields of Query and Mutation that the models give. */
#include "build_operations.h"
#include "mutations.h"
#include "queries.h"

struct graphql_field *api_graphql_build_operation(struct builder *builder, struct graphql_type *root, const char *name,
                                                  const char *result, graphql_resolver *resolve,
                                                  const struct content_type *type, const char *action)
{
	struct graphql_field *field = api_graphql_build_field(builder, root, name, result, resolve, type);
	if (builder->failed)
		return NULL;
	const struct slice scope = slice_of(action);
	const struct api_graphql_root admission = {.admission = action ? API_GRAPHQL_SCOPED : API_GRAPHQL_CALLERS,
	                                           .actions = &scope,
	                                           .action_count = action ? 1 : 0};
	api_graphql_set_root(builder->schema,
	                     arena_format(builder->arena, "%s.%s", root == builder->query ? "Query" : "Mutation", name),
	                     &admission);
	return field;
}

static bool is_on(const struct builder *builder, const struct content_type *type, const char *action,
                  enum api_graphql_type_switch part)
{
	const struct api_graphql_switches *switches = builder->schema->switches;
	struct slice uid = slice_of(type->uid);
	return !type->component && api_graphql_is_enabled(switches, uid, part) &&
	       api_graphql_is_action_enabled(switches, uid, slice_of(action));
}

/* The permission that an action on a type takes: the plugins name theirs in their own way. */
static const char *permission(const struct builder *builder, const struct content_type *type, const char *action)
{
	const struct registry *registry = builder->schema->registry;
	if (type == registry->i18n_locale)
		return "plugin::i18n.locales.listLocales";
	if (type == registry->file) {
		if (strcmp(action, "create") == 0 || strcmp(action, "update") == 0)
			action = "upload";
		if (strcmp(action, "delete") == 0)
			action = "destroy";
		return arena_format(builder->arena, "plugin::upload.content-api.%s", action);
	}
	return arena_format(builder->arena, "%s.%s", type->uid, action);
}

static void add_locale(struct builder *builder, struct graphql_field *field, const struct content_type *type)
{
	if (type->localized)
		api_graphql_build_argument(builder, field, "locale", "I18NLocaleCode", NULL);
}

void api_graphql_build_queries(struct builder *builder, const struct content_type *type)
{
	const char *response = api_graphql_build_name(builder, type, api_graphql_build_response);
	const char *one = api_graphql_name_with_small_letter(builder->arena, api_graphql_build_name(builder, type, ""));
	struct graphql_field *field;
	if (!type->single && is_on(builder, type, "findOne", API_GRAPHQL_QUERIES)) {
		field =
		    api_graphql_build_operation(builder, builder->query, one, response, api_graphql_resolve_find_one,
		                                type, permission(builder, type, "findOne"));
		api_graphql_build_argument(builder, field, "id", "ID", NULL);
		add_locale(builder, field, type);
	}
	if (!is_on(builder, type, "find", API_GRAPHQL_QUERIES))
		return;
	if (type->single) {
		field =
		    api_graphql_build_operation(builder, builder->query, one, response, api_graphql_resolve_find_single,
		                                type, permission(builder, type, "find"));
	} else {
		const char *all = api_graphql_name_with_small_letter(
		    builder->arena, api_graphql_name_of_type_in_plural(builder->arena, type));
		field = api_graphql_build_operation(builder, builder->query, all,
		                                    api_graphql_build_name(builder, type, api_graphql_build_collection),
		                                    api_graphql_resolve_find, type, permission(builder, type, "find"));
	}
	api_graphql_build_list_arguments(builder, field, type);
	add_locale(builder, field, type);
}

static struct graphql_field *build_change(struct builder *builder, const struct content_type *type, const char *action,
                                          graphql_resolver *resolve)
{
	const char *name = api_graphql_build_name(builder, type, "");
	return api_graphql_build_operation(builder, builder->mutation,
	                                   arena_format(builder->arena, "%s%s", action, name),
	                                   api_graphql_build_name(builder, type, api_graphql_build_response), resolve,
	                                   type, permission(builder, type, action));
}

void api_graphql_build_mutations(struct builder *builder, const struct content_type *type)
{
	const char *data = api_graphql_build_name(builder, type, "Input!");
	struct graphql_field *field;
	if (!type->single && is_on(builder, type, "create", API_GRAPHQL_MUTATIONS)) {
		field = build_change(builder, type, "create", api_graphql_resolve_create);
		api_graphql_build_argument(builder, field, "data", data, NULL);
		add_locale(builder, field, type);
	}
	if (is_on(builder, type, "update", API_GRAPHQL_MUTATIONS)) {
		field = build_change(builder, type, "update",
		                     type->single ? api_graphql_resolve_update_single : api_graphql_resolve_update);
		if (!type->single)
			api_graphql_build_argument(builder, field, "id", "ID!", NULL);
		api_graphql_build_argument(builder, field, "data", data, NULL);
		add_locale(builder, field, type);
	}
	if (is_on(builder, type, "delete", API_GRAPHQL_MUTATIONS)) {
		field = build_change(builder, type, "delete",
		                     type->single ? api_graphql_resolve_delete_single : api_graphql_resolve_delete);
		if (!type->single)
			api_graphql_build_argument(builder, field, "id", "ID!", NULL);
		add_locale(builder, field, type);
	}
}
