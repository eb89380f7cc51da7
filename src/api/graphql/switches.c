/* What is left out of the schema. */
#include "api_graphql.h"

enum { EVERYWHERE = API_GRAPHQL_FILTERS + 1 };

struct type_switches {
	bool off[API_GRAPHQL_MUTATIONS + 1];
	struct map actions; /* those that are off */
	struct map fields;  /* name -> struct field_switches */
};

struct field_switches {
	bool off[EVERYWHERE];
};

struct api_graphql_switches {
	struct arena *arena;
	struct map types; /* uid -> struct type_switches */
};

static struct type_switches *type_switches(struct api_graphql_switches *switches, struct slice uid)
{
	struct type_switches *type = map_get(&switches->types, uid);
	if (type)
		return type;
	type = arena_alloc(switches->arena, sizeof *type);
	map_init(&type->actions, switches->arena);
	map_init(&type->fields, switches->arena);
	map_set(&switches->types, arena_copy_slice(switches->arena, uid), type);
	return type;
}

static void replace_actions(struct api_graphql_switches *switches, const struct content_type *type)
{
	api_graphql_disable_action(switches, slice_of(type->uid), SLICE("create"));
	api_graphql_disable_action(switches, slice_of(type->uid), SLICE("update"));
	api_graphql_disable_action(switches, slice_of(type->uid), SLICE("delete"));
}

struct api_graphql_switches *api_graphql_switches_create(struct arena *arena, const struct registry *registry)
{
	struct api_graphql_switches *switches = arena_alloc(arena, sizeof *switches);
	switches->arena = arena;
	map_init(&switches->types, arena);
	api_graphql_disable(switches, slice_of(registry->permission->uid), API_GRAPHQL_QUERIES);
	api_graphql_disable(switches, slice_of(registry->permission->uid), API_GRAPHQL_MUTATIONS);
	api_graphql_disable(switches, slice_of(registry->i18n_locale->uid), API_GRAPHQL_MUTATIONS);
	if (registry->no_languages)
		api_graphql_disable(switches, slice_of(registry->i18n_locale->uid), API_GRAPHQL_TYPE);
	replace_actions(switches, registry->role);
	replace_actions(switches, registry->user);
	for (size_t i = 0; i < registry->type_count; i++) {
		const struct content_type *type = registry->types[i];
		if (strncmp(type->uid, "admin::", 7) == 0)
			api_graphql_disable(switches, slice_of(type->uid), API_GRAPHQL_TYPE);
		if (type->localized) {
			api_graphql_disable_field(switches, slice_of(type->uid), SLICE("locale"), API_GRAPHQL_INPUT);
			api_graphql_disable_field(switches, slice_of(type->uid), SLICE("localizations"),
			                          API_GRAPHQL_INPUT);
		}
	}
	return switches;
}

void api_graphql_disable(struct api_graphql_switches *switches, struct slice uid, enum api_graphql_type_switch part)
{
	type_switches(switches, uid)->off[part] = true;
}

bool api_graphql_is_enabled(const struct api_graphql_switches *switches, struct slice uid,
                            enum api_graphql_type_switch part)
{
	const struct type_switches *type = map_get(&switches->types, uid);
	return !type || !type->off[part];
}

void api_graphql_disable_action(struct api_graphql_switches *switches, struct slice uid, struct slice action)
{
	struct type_switches *type = type_switches(switches, uid);
	map_set(&type->actions, arena_copy_slice(switches->arena, action), type);
}

bool api_graphql_is_action_enabled(const struct api_graphql_switches *switches, struct slice uid, struct slice action)
{
	const struct type_switches *type = map_get(&switches->types, uid);
	return !type || (!map_get(&type->actions, action) && !map_get(&type->actions, SLICE("*")));
}

void api_graphql_disable_field(struct api_graphql_switches *switches, struct slice uid, struct slice field,
                               enum api_graphql_field_switch part)
{
	struct type_switches *type = type_switches(switches, uid);
	struct field_switches *fields = map_get(&type->fields, field);
	if (!fields) {
		fields = arena_alloc(switches->arena, sizeof *fields);
		map_set(&type->fields, arena_copy_slice(switches->arena, field), fields);
	}
	for (int i = 0; i < EVERYWHERE; i++)
		fields->off[i] = fields->off[i] || part == API_GRAPHQL_FIELD || i == (int)part;
}

bool api_graphql_is_field_enabled(const struct api_graphql_switches *switches, struct slice uid, struct slice field,
                                  enum api_graphql_field_switch part)
{
	const struct type_switches *type = map_get(&switches->types, uid);
	const struct field_switches *fields = type ? map_get(&type->fields, field) : NULL;
	return !fields || !fields->off[part];
}
