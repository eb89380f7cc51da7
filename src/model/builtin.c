/* Adding the built-in types, with the project's extensions of them. */
#include "builtin.h"
#include "builtin_types.h"
#include "load.h"
#include "origin.h"
#include "read_type.h"

/* The keys of the extension's file take the place of the built-in's; attributes are one key, so the file's are all
 * that the type then has. */
static void merge(struct json_object *json, struct json_object *extension)
{
	struct json_object_iter member;
	json_object_object_foreachC(extension, member)
	    json_object_object_add(json, member.key, json_object_get(member.val));
}

static void add_builtin(struct drafts *drafts, struct mistakes *mistakes, const struct builtin_type *builtin,
                        struct extension *extension, struct origin *origin)
{
	struct json_object *json = member_parse(mistakes, origin->label, slice_of(builtin->json));
	origin->json = slice_of(builtin->json);
	if (extension) {
		extension->used = true;
		origin->file = origin->label = extension->file;
		merge(json, extension->json);
		origin->json = json_text(mistakes->arena, json);
	}
	struct draft *draft = draft_read(mistakes, origin, json);
	if (draft)
		drafts_add(drafts, mistakes, draft);
	else
		map_set(&drafts->broken, slice_of(origin->uid), drafts);
	json_object_put(json);
}

void drafts_add_builtins(struct drafts *drafts, struct mistakes *mistakes, struct map *extensions)
{
	for (size_t i = 0; i < builtin_type_count; i++) {
		struct origin origin;
		origin_of_builtin(mistakes->arena, builtin_types[i].plugin, builtin_types[i].name, &origin);
		add_builtin(drafts, mistakes, &builtin_types[i], map_get(extensions, slice_of(origin.uid)), &origin);
	}
}

void drafts_add_plain_builtins(struct drafts *drafts, struct mistakes *mistakes, struct json_object *described)
{
	for (size_t i = 0; i < builtin_type_count; i++) {
		struct origin origin;
		origin_of_builtin(mistakes->arena, builtin_types[i].plugin, builtin_types[i].name, &origin);
		struct extension extension = {.file = origin.label};
		extension.json = json_object_object_get(described, origin.uid);
		add_builtin(drafts, mistakes, &builtin_types[i], extension.json ? &extension : NULL, &origin);
	}
}

void drafts_check_needed(const struct drafts *drafts, struct mistakes *mistakes)
{
	static const struct {
		const char *uid, *name;
		bool relation;
	} needed[] = {
	    {"plugin::users-permissions.user", "role", true},
	    {"plugin::users-permissions.permission", "role", true},
	    {"plugin::users-permissions.permission", "action", false},
	    {"plugin::users-permissions.role", "name", false},
	    {"plugin::users-permissions.role", "type", false},
	    {"plugin::i18n.locale", "code", false},
	    {"plugin::i18n.locale", "name", false},
	};
	for (size_t i = 0; i < COUNT_OF(needed); i++) {
		const struct draft *draft = drafts_find(drafts, needed[i].uid);
		const struct attribute *found = draft ? map_get(&draft->type->by_name, slice_of(needed[i].name)) : NULL;
		const bool related = found && found->type == ATTRIBUTE_RELATION && found->link.kind != LINK_NONE;
		if (draft && (!found || related != needed[i].relation))
			mistakes_add(mistakes, draft->label, "$.attributes",
			             "the server needs the %s %s, as Strapi's own model has it",
			             needed[i].relation ? "relation" : "attribute", needed[i].name);
	}
}

static void leave_relations(struct json_object *attributes)
{
	json_object_object_foreach(attributes, name,
	                           attribute) if (slice_is(json_string(json_member(attribute, "type")), "relation"))
	    json_object_object_del(attributes, name);
}

static struct content_type *read_internal(struct mistakes *mistakes, const struct internal_type *internal)
{
	struct origin origin = {.uid = internal->uid, .label = internal->uid, .component = true};
	origin.api_name = origin.model_name = internal->uid;
	struct json_object *json = member_parse(mistakes, internal->uid, slice_of(internal->json));
	leave_relations(json_member(json, "attributes"));
	struct content_type *type = draft_read(mistakes, &origin, json)->type;
	json_object_put(json);
	for (size_t i = 0; i < type->attribute_count; i++)
		map_set(&type->by_column, slice_of(type->attributes[i].column), &type->attributes[i]);
	return type;
}

void registry_add_internals(struct registry *registry, struct mistakes *mistakes)
{
	registry->internals = arena_array(registry->arena, internal_type_count, sizeof *registry->internals);
	for (size_t i = 0; i < internal_type_count; i++) {
		struct content_type *type = read_internal(mistakes, &internal_types[i]);
		type->index = registry->type_count + i;
		registry->internals[i] = type;
	}
	registry->internal_count = internal_type_count;
}

void model_write_internals(struct buffer *buffer)
{
	buffer_byte(buffer, '{');
	for (size_t i = 0; i < internal_type_count; i++) {
		json_next(buffer);
		json_write_string(buffer, slice_of(internal_types[i].uid));
		buffer_byte(buffer, ':');
		buffer_text(buffer, internal_types[i].json);
	}
	buffer_byte(buffer, '}');
}

void model_write_builtins(struct buffer *buffer)
{
	struct arena *arena = arena_create();
	buffer_byte(buffer, '{');
	for (size_t i = 0; i < builtin_type_count; i++) {
		struct origin origin;
		origin_of_builtin(arena, builtin_types[i].plugin, builtin_types[i].name, &origin);
		json_next(buffer);
		json_write_string(buffer, slice_of(origin.uid));
		buffer_byte(buffer, ':');
		buffer_text(buffer, builtin_types[i].json);
	}
	buffer_byte(buffer, '}');
	arena_destroy(arena);
}
