/* What is left out of the schema. */
#include "shadow.h"

enum { EVERYWHERE = SHADOW_FILTERS + 1 };

struct type_switches {
	bool off[SHADOW_MUTATIONS + 1];
	struct map actions; /* those that are off */
	struct map fields;  /* name -> struct field_switches */
};

struct field_switches {
	bool off[EVERYWHERE];
};

struct shadow_switches {
	struct arena *arena;
	struct map types; /* uid -> struct type_switches */
};

static struct type_switches *type_switches(struct shadow_switches *switches, struct slice uid)
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

static void replace_actions(struct shadow_switches *switches, const struct content_type *type)
{
	shadow_disable_action(switches, slice_of(type->uid), SLICE("create"));
	shadow_disable_action(switches, slice_of(type->uid), SLICE("update"));
	shadow_disable_action(switches, slice_of(type->uid), SLICE("delete"));
}

struct shadow_switches *shadow_switches_create(struct arena *arena, const struct registry *registry)
{
	struct shadow_switches *switches = arena_alloc(arena, sizeof *switches);
	switches->arena = arena;
	map_init(&switches->types, arena);
	shadow_disable(switches, slice_of(registry->permission->uid), SHADOW_QUERIES);
	shadow_disable(switches, slice_of(registry->permission->uid), SHADOW_MUTATIONS);
	shadow_disable(switches, slice_of(registry->i18n_locale->uid), SHADOW_MUTATIONS);
	replace_actions(switches, registry->role);
	replace_actions(switches, registry->user);
	for (size_t i = 0; i < registry->type_count; i++) {
		const struct content_type *type = registry->types[i];
		if (strncmp(type->uid, "admin::", 7) == 0)
			shadow_disable(switches, slice_of(type->uid), SHADOW_TYPE);
		if (type->localized) {
			shadow_disable_field(switches, slice_of(type->uid), SLICE("locale"), SHADOW_INPUT);
			shadow_disable_field(switches, slice_of(type->uid), SLICE("localizations"), SHADOW_INPUT);
		}
	}
	return switches;
}

void shadow_disable(struct shadow_switches *switches, struct slice uid, enum shadow_type_switch part)
{
	type_switches(switches, uid)->off[part] = true;
}

bool shadow_is_enabled(const struct shadow_switches *switches, struct slice uid, enum shadow_type_switch part)
{
	const struct type_switches *type = map_get(&switches->types, uid);
	return !type || !type->off[part];
}

void shadow_disable_action(struct shadow_switches *switches, struct slice uid, struct slice action)
{
	struct type_switches *type = type_switches(switches, uid);
	map_set(&type->actions, arena_copy_slice(switches->arena, action), type);
}

bool shadow_is_action_enabled(const struct shadow_switches *switches, struct slice uid, struct slice action)
{
	const struct type_switches *type = map_get(&switches->types, uid);
	return !type || (!map_get(&type->actions, action) && !map_get(&type->actions, SLICE("*")));
}

void shadow_disable_field(struct shadow_switches *switches, struct slice uid, struct slice field,
                          enum shadow_field_switch part)
{
	struct type_switches *type = type_switches(switches, uid);
	struct field_switches *fields = map_get(&type->fields, field);
	if (!fields) {
		fields = arena_alloc(switches->arena, sizeof *fields);
		map_set(&type->fields, arena_copy_slice(switches->arena, field), fields);
	}
	for (int i = 0; i < EVERYWHERE; i++)
		fields->off[i] = fields->off[i] || part == SHADOW_FIELD || i == (int)part;
}

bool shadow_is_field_enabled(const struct shadow_switches *switches, struct slice uid, struct slice field,
                             enum shadow_field_switch part)
{
	const struct type_switches *type = map_get(&switches->types, uid);
	const struct field_switches *fields = type ? map_get(&type->fields, field) : NULL;
	return !fields || !fields->off[part];
}
