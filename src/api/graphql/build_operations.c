/* The fields of Query and Mutation that the models give. */
#include "build_operations.h"
#include "mutations.h"
#include "queries.h"

struct graphql_field *build_operation(struct builder *builder, struct graphql_type *root, const char *name,
                                      const char *result, graphql_resolver *resolve, const struct content_type *type,
                                      const char *action)
{
	struct graphql_field *field = build_field(builder, root, name, result, resolve, type);
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
		build_argument(builder, field, "locale", "I18NLocaleCode", NULL);
}

void build_queries(struct builder *builder, const struct content_type *type)
{
	const char *response = build_name(builder, type, build_response);
	const char *one = name_with_small_letter(builder->arena, build_name(builder, type, ""));
	struct graphql_field *field;
	if (!type->single && is_on(builder, type, "findOne", API_GRAPHQL_QUERIES)) {
		field = build_operation(builder, builder->query, one, response, resolve_find_one, type,
		                        permission(builder, type, "findOne"));
		build_argument(builder, field, "id", "ID", NULL);
		add_locale(builder, field, type);
	}
	if (!is_on(builder, type, "find", API_GRAPHQL_QUERIES))
		return;
	if (type->single) {
		field = build_operation(builder, builder->query, one, response, resolve_find_single, type,
		                        permission(builder, type, "find"));
	} else {
		const char *all = name_with_small_letter(builder->arena, name_of_type_in_plural(builder->arena, type));
		field = build_operation(builder, builder->query, all, build_name(builder, type, build_collection),
		                        resolve_find, type, permission(builder, type, "find"));
	}
	build_list_arguments(builder, field, type);
	add_locale(builder, field, type);
}

static struct graphql_field *build_change(struct builder *builder, const struct content_type *type, const char *action,
                                          graphql_resolver *resolve)
{
	const char *name = build_name(builder, type, "");
	return build_operation(builder, builder->mutation, arena_format(builder->arena, "%s%s", action, name),
	                       build_name(builder, type, build_response), resolve, type,
	                       permission(builder, type, action));
}

void build_mutations(struct builder *builder, const struct content_type *type)
{
	const char *data = build_name(builder, type, "Input!");
	struct graphql_field *field;
	if (!type->single && is_on(builder, type, "create", API_GRAPHQL_MUTATIONS)) {
		field = build_change(builder, type, "create", resolve_create);
		build_argument(builder, field, "data", data, NULL);
		add_locale(builder, field, type);
	}
	if (is_on(builder, type, "update", API_GRAPHQL_MUTATIONS)) {
		field = build_change(builder, type, "update", type->single ? resolve_update_single : resolve_update);
		if (!type->single)
			build_argument(builder, field, "id", "ID!", NULL);
		build_argument(builder, field, "data", data, NULL);
		add_locale(builder, field, type);
	}
	if (is_on(builder, type, "delete", API_GRAPHQL_MUTATIONS)) {
		field = build_change(builder, type, "delete", type->single ? resolve_delete_single : resolve_delete);
		if (!type->single)
			build_argument(builder, field, "id", "ID!", NULL);
		add_locale(builder, field, type);
	}
}
