#include "build_common.h"
#include "build_operations.h"
#include "build_plugins.h"
#include "build_types.h"
#include "code_entries.h"
#include "prune.h"
#include "resolve.h"
#include "scalars.h"

struct graphql_type *api_graphql_build_type(struct builder *builder, enum graphql_kind kind, const char *name,
                                            const char *description)
{
	if (builder->failed)
		return NULL;
	struct graphql_type *type =
	    graphql_add_type(builder->graphql, kind, slice_of(name), slice_of(description), builder->error);
	builder->failed = !type;
	return type;
}

struct graphql_field *api_graphql_build_field(struct builder *builder, struct graphql_type *type, const char *name,
                                              const char *result, graphql_resolver *resolve, const void *context)
{
	if (builder->failed)
		return NULL;
	/* What a field is about never changes. */
	void *about = (void *)(uintptr_t)context;
	struct graphql_field *field =
	    graphql_add_field(builder->graphql, type, slice_of(name), result, resolve, about, builder->error);
	builder->failed = !field;
	return field;
}

void api_graphql_build_argument(struct builder *builder, struct graphql_field *field, const char *name,
                                const char *type, const char *value)
{
	if (!builder->failed)
		builder->failed =
		    !graphql_add_argument(builder->graphql, field, slice_of(name), type, value, builder->error);
}

void api_graphql_build_input(struct builder *builder, struct graphql_type *type, const char *name, const char *input,
                             const char *value, const void *context)
{
	if (builder->failed)
		return;
	struct graphql_input *made =
	    graphql_add_input(builder->graphql, type, slice_of(name), input, value, builder->error);
	builder->failed = !made;
	if (made)
		made->context = (void *)(uintptr_t)context;
}

const char *api_graphql_build_name(const struct builder *builder, const struct content_type *type, const char *suffix)
{
	return arena_format(builder->arena, "%s%s", api_graphql_name_of_type(builder->arena, type), suffix);
}

bool api_graphql_build_is_enabled(const struct builder *builder, const struct content_type *type)
{
	return api_graphql_is_enabled(builder->schema->switches, slice_of(type->uid), API_GRAPHQL_TYPE);
}

const char *api_graphql_build_scalar(const struct attribute *attribute)
{
	switch (attribute->type) {
	case ATTRIBUTE_ID:
		return "ID";
	case ATTRIBUTE_BOOLEAN:
		return "Boolean";
	case ATTRIBUTE_INTEGER:
		return "Int";
	case ATTRIBUTE_BIGINTEGER:
		return "Long";
	case ATTRIBUTE_FLOAT:
	case ATTRIBUTE_DECIMAL:
		return "Float";
	case ATTRIBUTE_JSON:
	case ATTRIBUTE_BLOCKS:
		return "JSON";
	case ATTRIBUTE_DATE:
		return "Date";
	case ATTRIBUTE_TIME:
		return "Time";
	case ATTRIBUTE_DATETIME:
	case ATTRIBUTE_TIMESTAMP:
		return "DateTime";
	case ATTRIBUTE_ARRAY:
		return NULL;
	default:
		return attribute_is_scalar(attribute) ? "String" : NULL;
	}
}

void api_graphql_build_list_arguments(struct builder *builder, struct graphql_field *field,
                                      const struct content_type *type)
{
	if (!type->single) {
		api_graphql_build_argument(builder, field, "filters",
		                           api_graphql_build_name(builder, type, "FiltersInput"), NULL);
		api_graphql_build_argument(builder, field, "pagination", "PaginationArg", "{}");
		api_graphql_build_argument(builder, field, "sort", "[String]", "[]");
	}
	if (type->draft_and_publish)
		api_graphql_build_argument(builder, field, "publicationState", "PublicationState", "LIVE");
}

void api_graphql_set_root(struct api_graphql_schema *schema, const char *field, const struct api_graphql_root *root)
{
	struct api_graphql_root *copy = arena_alloc(schema->arena, sizeof *copy);
	struct slice *actions = arena_array(schema->arena, root->action_count, sizeof *actions);
	for (size_t i = 0; i < root->action_count; i++)
		actions[i] = arena_copy_slice(schema->arena, root->actions[i]);
	*copy = *root;
	copy->actions = actions;
	map_set(&schema->roots, arena_copy_slice(schema->arena, slice_of(field)), copy);
}

/* A plugin that the project has by itself or from npm. */
static bool is_of_own_plugin(const struct content_type *type)
{
	static const char *const known[] = {"upload", "users-permissions", "i18n"};
	bool own = type->plugin && slice_starts_with(slice_of(type->uid), SLICE("plugin::"));
	for (size_t i = 0; i < COUNT_OF(known); i++)
		own = own && strcmp(type->api_name, known[i]) != 0;
	return own;
}

/* Strapi has components first, then the plugins' types, then the project's. */
static const struct content_type **order_types(struct builder *builder, size_t *count)
{
	const struct registry *registry = builder->schema->registry;
	const struct content_type *const plugins[] = {registry->file, registry->folder, registry->permission,
	                                              registry->role, registry->user,   registry->i18n_locale};
	const struct content_type **types = arena_array(builder->arena, registry->type_count, sizeof(*types));
	*count = 0;
	for (size_t i = 0; i < registry->type_count; i++)
		if (registry->types[i]->component && api_graphql_build_is_enabled(builder, registry->types[i]))
			types[(*count)++] = registry->types[i];
	for (size_t i = 0; i < COUNT_OF(plugins); i++)
		if (api_graphql_build_is_enabled(builder, plugins[i]))
			types[(*count)++] = plugins[i];
	for (size_t i = 0; i < registry->type_count; i++)
		if (is_of_own_plugin(registry->types[i]) && api_graphql_build_is_enabled(builder, registry->types[i]))
			types[(*count)++] = registry->types[i];
	for (size_t i = 0; i < registry->type_count; i++) {
		const struct content_type *type = registry->types[i];
		if (!type->component && !type->plugin && api_graphql_build_is_enabled(builder, type))
			types[(*count)++] = type;
	}
	return types;
}

static void build_models(struct builder *builder)
{
	size_t count;
	const struct content_type **types = order_types(builder, &count);
	for (size_t i = 0; i < count; i++)
		api_graphql_build_content_type(builder, types[i]);
	api_graphql_build_generic_morph(builder, types, count);
	api_graphql_build_plugin_types(builder);
	api_graphql_build_pagination_argument(builder);
	builder->query = api_graphql_build_type(builder, GRAPHQL_OBJECT, "Query", NULL);
	builder->mutation = api_graphql_build_type(builder, GRAPHQL_OBJECT, "Mutation", NULL);
	for (size_t i = 0; i < count; i++) {
		api_graphql_build_queries(builder, types[i]);
		api_graphql_build_mutations(builder, types[i]);
	}
	api_graphql_build_plugin_operations(builder);
}

/* Around all that others put around a field of a root type. */
static void guard(struct builder *builder, const char *root, graphql_step_function *admits)
{
	struct graphql_type *type = graphql_schema_type(builder->graphql, slice_of(root));
	for (struct graphql_field *field = type ? type->fields : NULL; field; field = field->next) {
		struct graphql_step *guard = arena_alloc(builder->arena, sizeof *guard);
		*guard = (struct graphql_step){.run = admits, .next = field->middlewares};
		field->middlewares = guard;
	}
}

/* Who may call each field of a root type, found once. */
static const struct api_graphql_root **find_roots(const struct api_graphql_schema *schema,
                                                  const struct graphql_type *type)
{
	static const struct api_graphql_root callers = {.admission = API_GRAPHQL_CALLERS};
	if (!type)
		return NULL;
	const struct api_graphql_root **roots = arena_array(schema->arena, type->field_count, sizeof(*roots));
	for (const struct graphql_field *field = type->fields; field; field = field->next) {
		const char *name = arena_format(schema->arena, "%.*s.%.*s", (int)type->name.len, type->name.ptr,
		                                (int)field->name.len, field->name.ptr);
		const struct api_graphql_root *root = map_get(&schema->roots, slice_of(name));
		roots[field->index] = root ? root : &callers;
	}
	return roots;
}

/* What the server resolves takes the arguments that it has given the field, and no others. */
static bool check_retyped(const struct graphql_schema *graphql, struct error *error)
{
	for (const struct graphql_type *type = graphql->types; type; type = type->next)
		for (const struct graphql_field *field = type->fields; field; field = field->next)
			if (field->retyped)
				return error_set(error, 500, "ExtensionError",
				                 "the GraphQL field %.*s.%.*s gets arguments of other types, and no "
				                 "resolver of its own",
				                 (int)type->name.len, type->name.ptr, (int)field->name.len,
				                 field->name.ptr);
	return true;
}

struct api_graphql_schema *
api_graphql_build(struct arena *arena, const struct config *config, const struct registry *registry,
                  const struct api_graphql_switches *switches,
                  bool (*extend)(void *context, struct api_graphql_schema *schema, struct error *error), void *context,
                  struct error *error)
{
	struct api_graphql_schema *schema = arena_alloc(arena, sizeof *schema);
	*schema = (struct api_graphql_schema){
	    .graphql = graphql_schema_create(arena),
	    .config = config,
	    .registry = registry,
	    .switches = switches,
	    .arena = arena,
	    .types = arena_array(arena, registry->type_count, sizeof(*schema->types)),
	};
	map_init(&schema->roots, arena);
	struct builder builder = {.schema = schema, .graphql = schema->graphql, .arena = arena, .error = error};
	api_graphql_build_scalars(&builder);
	api_graphql_build_common(&builder);
	if (config->graphql.shadow_crud)
		build_models(&builder);
	api_graphql_code_entries_note_types(schema);
	if (builder.failed || (extend && (!extend(context, schema, error) || !check_retyped(schema->graphql, error))))
		return NULL;
	guard(&builder, "Query", api_graphql_resolve_admitted);
	guard(&builder, "Mutation", api_graphql_resolve_admitted);
	guard(&builder, "Subscription", api_graphql_resolve_subscription);
	api_graphql_build_prune(&builder);
	if (builder.failed || !graphql_finish_schema(schema->graphql, error))
		return NULL;
	schema->of_queries = find_roots(schema, schema->graphql->query);
	schema->of_mutations = find_roots(schema, schema->graphql->mutation);
	return schema;
}
